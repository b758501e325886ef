#!/bin/sh
# Manual pages are well formed and agree with --help: pages.sh BIN_DIR SHARE_DIR
set -u
bin=$(cd "$1" && pwd) || exit 2
share=$(cd "$2" && pwd) || exit 2
command -v man >/dev/null && command -v groff >/dev/null || exit 77
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
    echo "FAILED $*"
    failed=1
}

# text PAGE: as it is shown
text() {
    shown=$work/text-${1##*/}
    [ -f "$shown" ] ||
        MANWIDTH=1000 MANPAGER=cat LC_ALL=C.UTF-8 man -E UTF-8 -l "$1" | sed 's/.\x08//g' >"$shown"
    cat "$shown"
}

# options_of_help TOOL [VERB]: "-n, --max=N" and what it does, a line each
options_of_help() {
    "$@" --help | sed -n '/^Options:$/,/^$/p' | sed '1d; /^$/d; s/^ *//; s/   */	/'
}

options_of_page() {
    text "$1" | sed -n '/^OPTIONS$/,/^[A-Z]/p' | sed '1d; $d; /^$/d; s/^ *//' |
        awk 'match($0, /^(-., )?--[^ ]+/) {
                 label = substr($0, 1, RLENGTH) # short ones have the text on the same line
                 $0 = substr($0, RLENGTH + 1)
                 sub(/^ */, "")
             }
             $0 { print label "\t" $0 }'
}

# well_formed PAGE: no tool reports an error
well_formed() {
    LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l -Z "$1" 2>&1 >/dev/null | grep . && fail "$1: man warns"
    if command -v lexgrog >/dev/null; then
        lexgrog "$1" >/dev/null || fail "$1: NAME cannot be read"
    fi
    if command -v mandoc >/dev/null; then # pages have no dates, so that they are always the same
        mandoc -T lint -W warning "$1" | grep -v 'missing date' && fail "$1: mandoc warns"
    fi
}

# same_options PAGE TOOL [VERB]
same_options() {
    described=$1
    shift
    options_of_help "$@" >"$work/help"
    options_of_page "$described" >"$work/page"
    [ -s "$work/help" ] || fail "$* --help lists no options"
    diff "$work/help" "$work/page" || fail "$described: options are not those of $* --help"
}

count=0
for page in "$share"/man/man*/*; do
    well_formed "$page"
    count=$((count + 1))
done
for tool in cgcollect cgmerge cgquery cgrecord cgvalidate; do
    [ -x "$bin/$tool" ] || continue
    page=$share/man/man1/$tool
    same_options "$page.1" "$bin/$tool"
    for verb in $("$bin/$tool" --generate=verbs); do
        same_options "$page-$verb.1" "$bin/$tool" "$verb"
        "$bin/$tool" --help | grep -q "^  $verb " || fail "$tool --help does not list $verb"
    done
done

# What SEE ALSO names is there, and every page that is no verb's is named by all others.
for page in "$share"/man/man*/*; do
    text "$page" | sed -n '/^SEE ALSO$/,$p' | sed -n '2p' | tr -d ' ,' | sed 's/)/)\n/g' |
        sed -n 's/^\(.*\)(\(.\))$/\1.\2/p' >"$work/named"
    while read -r name; do
        [ "$name" = cgcollect.1 ] && [ ! -x "$bin/cgcollect" ] && continue
        [ -f "$share/man/man${name##*.}/$name" ] || fail "$page names $name, which is not there"
    done <"$work/named"
    named=" $(tr '\n' ' ' <"$work/named")"
    for other in "$share"/man/man*/*; do
        name=${other##*/}
        case $name in *-*.1 | "${page##*/}") continue ;; esac
        case $named in *" $name "*) ;; *) fail "$page does not name $name" ;; esac
    done
done

# The pages do not depend on the environment.
for tool in cgmerge cgquery cgrecord cgvalidate; do
    for what in --generate=completion --generate=verbs --help; do
        "$bin/$tool" $what >"$work/a"
        (cd / && LC_ALL=C TZ=Pacific/Niue HOME=/nonexistent CG_PLUGINS=/nonexistent "$bin/$tool" $what) >"$work/b"
        cmp "$work/a" "$work/b" || fail "$tool $what depends on the environment"
    done
done
echo "$count pages"
exit $failed
