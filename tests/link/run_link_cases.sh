#!/bin/sh
# Collect, link and run small programs, and compare with what linking must find.
#
#     run_link_cases.sh BIN_DIR DUMP [--shard NUMBER/COUNT] [CASE...]
#
# A case is a directory with the sources of a program, or textual IR, and `expected`, what `dump`
# prints of the linked graph, sorted. Sources named outside_* are compiled into the program, but not
# collected; a case without `main` is a library and is not run. C++ is C++14, since later headers take
# twice as long to parse; `flags`, if there is one, holds more options of its compiler, such as -std=c++17.
# `packages`, if there is one, holds those of pkg-config that the program needs: without them the case is
# left out. $CG_LINK_COLLECT holds options of cgcollect. With
# $CG_LINK_BITCODE, options of the compiler, what is collected and run is IR that is made with them;
# $CG_LINK_LANGUAGE, c, cc or ll, takes the cases of one language alone. $CG_LINK_CHECKS names the
# checks, all without it:
#
#     expected   the graph is what `expected` says
#     order      the same bytes come of the files in another order
#     partial    and of partial links of random parts of them ($CG_SEED)
#     run        what an instrumented run of the program did is in the graph
#     only       of C++, and in the graph that cgcollect --ir=only makes; needs `run` before it
#     reach      cgquery says of each FROM TO ANSWER in the file `reach`, if there is one, what
#                that says
#
# $CG_LINK_JOBS is how many cases are run at a time, one for each processor without it.
#
# The expected callees are those of an analysis by inclusion that distinguishes fields by type and not
# by object, and neither order, contexts nor elements of arrays (docs/pointer-facts.md).
set -u

bin=$1
dump=$2
shift 2
[ -x "$bin/cgcollect" ] || { echo "no $bin/cgcollect"; exit 2; }
shard=1/1
[ "${1:-}" = --shard ] && { shard=$2; shift 2; }
cd "$(dirname "$0")" || exit 2
here=$PWD
. ../shard.sh
[ $# -gt 0 ] || set -- $(dirname */expected | of_shard "$shard")
has() { # CASE SUFFIX
    [ -n "$(find "$1" -name "*.$2")" ]
}

of_language() { # CASE...
    for case; do
        language=c
        has "$case" cc && language=cc
        has "$case" ll && language=ll
        [ "$language" != "$CG_LINK_LANGUAGE" ] || echo "$case"
    done
}

packages() { # CASE OPTION: what pkg-config says of its packages
    # shellcheck disable=SC2046 # names without blanks
    [ ! -f "$1/packages" ] || pkg-config "$2" $(cat "$1/packages")
}

with_packages() { # CASE...
    for case; do
        if packages "$case" --exists 2>/dev/null; then
            echo "$case"
        else
            echo "$case: left out, no $(cat "$case/packages")" >&2
        fi
    done
}

# shellcheck disable=SC2046 # names without blanks
set -- $(with_packages "$@")
# shellcheck disable=SC2046 # names without blanks
[ -z "${CG_LINK_LANGUAGE:-}" ] || set -- $(of_language "$@")
checks=${CG_LINK_CHECKS:-expected order partial run only reach}
seed=${CG_SEED:-1}
cc=$(command -v clang-19 || command -v clang || command -v gcc)
cxx=$(command -v clang++-19 || command -v clang++ || command -v g++)
linker=$(command -v g++ || echo "$cxx") # a third of the time: it loads no LLVM

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
jobs=${CG_LINK_JOBS:-$(getconf _NPROCESSORS_ONLN)}

sources() { # CASE: its sources that are collected
    find "$1" \( -name '*.c' -o -name '*.cc' -o -name '*.ll' \) ! -name 'outside_*' | LC_ALL=C sort
}

compiler() { # SOURCE: its compiler and the options that say something of the language
    of_case=$(dirname "$1")
    case $1 in
        *.cc) echo "$cxx -std=c++14 -w $(cat "$of_case/flags" 2>/dev/null)" \
            "$(packages "$of_case" --cflags)" ;;
        *.ll) echo "$cc -Wno-override-module" ;;
        *) echo "$cc -std=gnu17 -w $(packages "$of_case" --cflags)" ;;
    esac
}

write_database() { # CASE...
    first=
    echo '['
    for source in $(for case; do sources "$case"; done | grep -v '\.ll$'); do
        [ -z "$first" ] || echo ','
        first=no
        printf '{"directory": "%s", "file": "%s", "command": "%s -c %s"}' \
            "$here" "$source" "$(compiler "$source")" "$source"
    done
    echo ']'
}

collect_database() { # DIRECTORY OPTION...
    directory=$1
    shift
    ! grep -q '"file"' "$work/compile_commands.json" ||
        timeout 900 "$bin/cgcollect" "$@" -p "$work" --root "$here" --output-dir "$work/$directory"
}

collect_source() { # CASE...
    write_database "$@" >"$work/compile_commands.json"
    # shellcheck disable=SC2086 # options are words
    collect_database mcg ${CG_LINK_COLLECT:-} || return 1
    case " $checks " in *' only '*) collect_only "$@" || return 1 ;; esac
    for source in $(for case; do sources "$case"; done | grep '\.ll$'); do
        collect_module "$source" "$here/$source" || return 1
    done
}

# C is collected with --ir=only as it is without.
collect_only() { # CASE...
    # shellcheck disable=SC2046 # names without blanks
    write_database $(for case; do ! has "$case" cc || echo "$case"; done) >"$work/compile_commands.json"
    collect_database only --ir=only
}

collect_module() { # SOURCE IR
    mkdir -p "$(dirname "$work/mcg/$1")"
    # shellcheck disable=SC2086 # options are words
    "$bin/cgcollect" ${CG_LINK_COLLECT:-} --root "$here" "$2" -o "$work/mcg/$1.mcg"
}

collect_bitcode_of() { # SOURCE
    mkdir -p "$(dirname "$work/mcg/$1")"
    # shellcheck disable=SC2086 # options are words
    $(compiler "$1") $CG_LINK_BITCODE -fno-omit-frame-pointer -fno-strict-aliasing -fno-pie -pthread \
        -g -emit-llvm -S "$1" -o "$work/mcg/$1.ll" &&
        collect_module "$1" "$work/mcg/$1.ll"
}

collect_bitcode() { # CASE...
    for case; do
        for source in $(sources "$case"); do
            collect_bitcode_of "$source" || return 1
        done
    done
}

link() { # OUTPUT ARGUMENTS...
    out=$1
    shift
    timeout 60 "$bin/cgmerge" "$@" -o "$out" 2>"$dir/stderr" && return
    echo "cgmerge failed:"
    head -3 "$dir/stderr"
    return 1
}

# IR by itself has no places: of such cases all edges are expected.
dump_case() { # CASE
    if has "$1" ll; then
        "$dump" --run "$dir/whole.mcg" | grep -v '^name '
    else
        "$dump" "$dir/whole.mcg" "$1/"
    fi
}

check_expected() { # CASE
    dump_case "$1" | LC_ALL=C sort -u >"$dir/actual"
    diff -u "$1/expected" "$dir/actual" | tail -n +3
    cmp -s "$1/expected" "$dir/actual"
}

check_order() { # CASE
    [ "$graphs" != "${graphs#* }" ] || return 0 # one alone has no order
    # shellcheck disable=SC2046 # names without blanks
    link "$dir/other.mcg" $(echo "$graphs" | tr ' ' '\n' | LC_ALL=C sort -r) &&
        cmp "$dir/whole.mcg" "$dir/other.mcg"
}

# Link two or three random graphs of a list into one until one is left, then that.
check_partial() { # CASE
    list=$graphs
    part=0
    while :; do
        part=$((part + 1))
        order=$(echo "$list" | tr ' ' '\n' | LC_ALL=C awk -v seed="$seed$part" \
            'BEGIN { srand(seed) } { print rand(), $0 }' | LC_ALL=C sort | cut -d' ' -f2)
        some=$(echo "$order" | head -n $((2 + part % 2)))
        # shellcheck disable=SC2086 # names without blanks
        link "$dir/part$part.mcg" -r $some || return 1
        list=$(echo "$dir/part$part.mcg" $(echo "$order" | tail -n +$((3 + part % 2))))
        [ "$list" = "$dir/part$part.mcg" ] && break
    done
    link "$dir/other.mcg" "$list" && cmp "$dir/whole.mcg" "$dir/other.mcg"
}

# -Wa,-L keeps the names of the functions around awaiting.
object_of_source() { # SOURCE OBJECT
    case $1 in
        *.ll) object_of_ir "$1" "$2" ;;
        *) $(compiler "$1") -O0 -fno-omit-frame-pointer -finstrument-functions -fno-pie -pthread \
            -Wa,-L -c "$1" -o "$2" ;;
    esac
}

object_of_bitcode() { # SOURCE OBJECT
    object_of_ir "$work/mcg/$1.ll" "$2"
}

# Make an object of IR, with instructions that record which function is entered and left.
object_of_ir() { # IR OBJECT
    sed -e 's/^\(attributes #[0-9]* = {\)/\1 "frame-pointer"="all" "instrument-function-entry-inlined"="__cyg_profile_func_enter" "instrument-function-exit-inlined"="__cyg_profile_func_exit"/' \
        -e '/#/!s/^\(define .*)\)\( [a-z_ ]*\){/\1\2"frame-pointer"="all" "instrument-function-entry-inlined"="__cyg_profile_func_enter" "instrument-function-exit-inlined"="__cyg_profile_func_exit" {/' \
        "$1" >"$2.ll" &&
        "$cc" -O0 -fno-pie -Wno-override-module -Wa,-L -c "$2.ll" -o "$2"
}

build() { # CASE: make the instrumented program
    objects=
    for source in $(sources "$1"); do
        object=$dir/run/$(echo "$source" | tr / _).o
        "object_of_$what" "$source" "$object" || return 1
        objects="$objects $object"
    done
    outside=
    for source in "$1"/outside_*.c "$1"/outside_*.cc; do
        [ -f "$source" ] || continue
        $(compiler "$source") -shared -fPIC "$source" -o "$dir/run/liboutside.so" || return 1
        outside=$dir/run/liboutside.so
    done
    # shellcheck disable=SC2086 # names without blanks
    "$linker" -no-pie -rdynamic -pthread $objects "$work/recorder.o" $outside -ldl \
        $(packages "$1" --libs) \
        -Wl,-rpath,"$dir/run" -o "$dir/run/program"
}

check_run() { # CASE
    [ "$(cat $(sources "$1") | grep -c 'main(')" -gt 0 ] || return 0
    mkdir "$dir/run"
    build "$1" >"$dir/stderr" 2>&1 || { head -5 "$dir/stderr"; return 1; }
    (cd "$dir/run" && CG_RECORD=$dir/run/record timeout 20 ./program >/dev/null 2>&1 </dev/null)
    status=$?
    [ "$status" -eq 0 ] || { echo "the program exits with $status"; return 1; }
    ./check_run.sh "$dump" "$dir/whole.mcg" "$dir/run/program" "$dir/run/record"
}

check_only() { # CASE
    [ -d "$dir/run" ] && has "$1" cc || return 0
    # shellcheck disable=SC2046 # names without blanks
    link "$dir/only.mcg" $(for source in $(sources "$1"); do echo "$work/only/$source.mcg"; done) &&
        ./check_run.sh "$dump" "$dir/only.mcg" "$dir/run/program" "$dir/run/record"
}

check_reach() { # CASE
    [ -f "$1/reach" ] || return 0
    while read -r from to answer; do
        said=$("$bin/cgquery" reach "$dir/whole.mcg" "$from" "$to" 2>&1 | head -1)
        [ "${said%%:*}" = "$answer" ] || echo "$from $to: not $answer but $said"
    done <"$1/reach" >"$dir/answers"
    cat "$dir/answers"
    [ -s "$1/reach" ] && [ ! -s "$dir/answers" ]
}

run_case() { # CASE
    graphs=$(for source in $(sources "$1"); do echo "$work/mcg/$source.mcg"; done | xargs)
    rm -rf "$dir"/*.mcg "$dir/run"
    # shellcheck disable=SC2086 # names without blanks
    link "$dir/whole.mcg" $graphs || return 1
    status_of_case=0
    for check in $checks; do
        "check_$check" "$1" >"$dir/report" 2>&1 && continue
        echo "$1: $check:"
        head -"${CG_LINK_LINES:-20}" "$dir/report" | sed 's/^/    /'
        status_of_case=1
    done
    return $status_of_case
}

# Every one of so many cases, with files of its own.
run_share() { # NUMBER CASE...
    dir=$work/share$1
    mkdir "$dir"
    number=$1
    shift
    for case; do
        number=$(((number + 1) % jobs))
        [ "$number" -ne 0 ] || run_case "${case%/}" >"$dir/said" 2>&1 || {
            cat "$dir/said"
            echo "$case" >>"$dir/failed"
        }
    done
}

$cc -O1 -fno-omit-frame-pointer -fno-pie -c recorder.c -o "$work/recorder.o" || exit 2
what=source
[ -z "${CG_LINK_BITCODE:-}" ] || what=bitcode
"collect_$what" "$@" 2>"$work/stderr" || {
    echo "cgcollect fails:"
    head -20 "$work/stderr"
}
share=0
while [ "$share" -lt "$jobs" ]; do
    run_share "$share" "$@" >"$work/report$share" &
    share=$((share + 1))
done
wait
cat "$work"/report*
failed=$(cat "$work"/share*/failed 2>/dev/null | wc -l)
echo "$# cases, $failed failed"
[ "$failed" -eq 0 ] && [ $# -gt 0 ]
