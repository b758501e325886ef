#!/bin/sh
# Check includes between folders, and what the library exports: layering.sh PROJECT_DIR [LIBRARY [CLANG_HEADERS]]
#
# Without LIBRARY only the includes and the headers are checked.
# libcg uses jansson alone; cli knows libcg and GLib; tools know all of these.
# Public headers compile alone and all together, in C11 and C++17, and every function in them that is
# marked CG_API is exported, and nothing else. The one that plug-ins collect with needs libclang's
# headers, and is left out where they are not given.
set -u
cd "$1" || exit 2
library=${2:-}
clang=${3:-}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0

# forbid WHY PATTERN DIRECTORY...: no #include whose path matches
forbid() {
    why=$1 pattern=$2
    shift 2
    for directory in "$@"; do
        [ -d "$directory" ] || continue
        if grep -rnE --include='*.[ch]' "^ *# *include *[<\"]($pattern)" "$directory" |
            grep -v '^libcg/include/libcg/collect\.h:[0-9]*:#include <clang-c/Index\.h>'; then
            echo "FAILED: $why"
            failed=1
        fi
    done
}

tools=
for tool in cgcollect cgmerge cgquery cgrecord cgvalidate; do
    [ -d $tool ] && tools="$tools $tool"
done
forbid "libcg uses neither GLib nor clang nor the tools" \
    'glib|gio|clang|cli\.h|cgcollect|cgmerge|cgquery|cgrecord|cgvalidate|builtin\.h' libcg
forbid "a public header shows GLib or uthash" 'glib|uthash|utlist' libcg/include
forbid "metadata uses only public headers of libcg" \
    'glib|clang|cli\.h|(libcg/src/|\.\./)?(base|file|link|query)/|graph/graph\.h' metadata
forbid "cli knows no metadata and no inside of libcg" \
    'builtin\.h|metadata/|(libcg/src/|\.\./)?(base|file|link|query)/|graph/graph\.h' cli
forbid "a tool uses the inside of libcg" \
    'libcg/src|(\.\./)+libcg|base/|file/(reader|writer|scanner)|link/(identity|site_order)|graph/graph\.h|query/' \
    $tools

# The library that runs inside of measured programs uses libc alone.
forbid "the runtime of cgrecord uses more than libc" 'glib|cli\.h|libcg/|libelf|gelf|elfutils' \
    cgrecord/runtime cgrecord/recording

# Installed headers include only installed headers.
if grep -nE '^ *# *include' libcg/include/libcg/*.h |
    grep -vE 'include <(libcg/[a-z_]+\.h|std(arg|bool|def|int|io)\.h|jansson\.h|clang-c/Index\.h)>'; then
    echo "FAILED: a public header includes what others may not have"
    failed=1
fi

if grep -lE '^ *# *include *<jansson\.h>' libcg/include/libcg/*.h | grep -v '/json\.h$'; then
    echo "FAILED: a public header other than json.h needs jansson"
    failed=1
fi

# libcg.h has all headers, but those that need libclang and jansson.
for header in libcg/include/libcg/*.h; do
    case ${header##*/} in
    collect.h | json.h | libcg.h) ;;
    *) echo "#include <libcg/${header##*/}>" ;;
    esac
done >"$work/all"
grep '#include' libcg/include/libcg/libcg.h | LC_ALL=C sort >"$work/included"
if ! LC_ALL=C sort "$work/all" | diff - "$work/included"; then
    echo "FAILED: libcg.h has not the headers it should have"
    failed=1
fi

# compile FILE: in C11 and C++17
compile() {
    cp "$1" "${1%.c}.cc"
    ${CC:-cc} -std=c11 $flags "$1" || failed=1
    if command -v "${CXX:-g++}" >/dev/null; then
        ${CXX:-g++} -std=c++17 $flags "${1%.c}.cc" || failed=1
    fi
}

# too_long: of declarations on standard input, one a line, those with more than six parameters
too_long() {
    awk '{
        depth = 0
        count = 1
        for (i = index($0, "("); i && i <= length($0); i++) {
            c = substr($0, i, 1)
            depth += (c == "(") - (c == ")")
            count += c == "," && depth == 1
        }
        if (count > 6) {
            print count " parameters: " $0
        }
    }'
}

: >"$work/exported"
flags="$(pkg-config --cflags jansson) -Ilibcg/include ${clang:+-isystem $clang} -Wall -Wextra -pedantic -Werror -fsyntax-only"
for header in libcg/include/libcg/*.h; do
    [ -n "$clang" ] || [ "${header##*/}" != collect.h ] || continue
    printf '#include <libcg/%s>\n' "$(basename "$header")" >"$work/alone.c"
    compile "$work/alone.c"
done
printf '%s\n' '#include <libcg/libcg.h>' '#include <libcg/json.h>' \
    ${clang:+'#include <libcg/collect.h>'} >"$work/together.c"
compile "$work/together.c"
# The name precedes the first parenthesis, or last where a type gives the parameters.
${CC:-cc} $flags -E -P "$work/together.c" | tr '\n' ' ' |
    sed 's/;/;\n/g' | grep 'visibility("default")' | sed 's/.*visibility("default")))//' |
    tee "$work/functions" |
    sed 's/[(;].*//; s/.*[ *]//' | grep -v '^clang_' >"$work/declared"
if grep -v ' clang_' "$work/functions" | sort -u | too_long | grep .; then
    echo "FAILED: a public function has more than six parameters"
    failed=1
fi

[ -n "$library" ] || exit $failed
sort -u "$work/declared" -o "$work/declared"
nm -D --defined-only "$library" | awk '$2 == "T" || $2 == "D" || $2 == "B" || $2 == "R" { print $3 }' |
    sed 's/@.*//' | sort -u >"$work/exported"
if ! diff -u "$work/declared" "$work/exported" >"$work/diff"; then
    echo "FAILED: what is declared (-) and what is exported (+) differ"
    sed '1,2d' "$work/diff"
    failed=1
fi
exit $failed
