#!/bin/sh
# Collect, link and run small programs, and compare with what linking must find.
#
#     run_link_cases.sh BIN_DIR DUMP [CASE...]
#
# A case is a directory with the sources of a program and `expected`, what `dump` prints of the
# linked graph, sorted. Sources named outside_* are compiled into the program, but not collected; a
# case without `main` is a library and is not run. $CG_LINK_CHECKS names the checks, all without it:
#
#     expected   the graph is what `expected` says
#     order      the same bytes come of the files in another order
#     partial    and of partial links of random parts of them ($CG_SEED)
#     run        what an instrumented run of the program did is in the graph
#
# The expected callees are those of an analysis by inclusion that tells fields apart by type and not
# by object, and neither order, contexts nor elements of arrays (docs/pointer-facts.md).
set -u

bin=$1
dump=$2
shift 2
[ -x "$bin/cgcollect" ] || { echo "no $bin/cgcollect"; exit 2; }
cd "$(dirname "$0")" || exit 2
here=$PWD
[ $# -gt 0 ] || set -- $(dirname */expected)
checks=${CG_LINK_CHECKS:-expected order partial run}
seed=${CG_SEED:-1}
cc=$(command -v clang-19 || command -v clang || command -v gcc)
cxx=$(command -v clang++-19 || command -v clang++ || command -v g++)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
total=0

sources() { # CASE: its sources that are collected
    find "$1" \( -name '*.c' -o -name '*.cc' \) ! -name 'outside_*' | LC_ALL=C sort
}

compiler() { # SOURCE: its compiler and the options that say something of the language
    case $1 in
        *.cc) echo "$cxx -std=c++17 -w" ;;
        *) echo "$cc -std=gnu17 -w" ;;
    esac
}

write_database() { # CASE...
    first=
    echo '['
    for source in $(for case; do sources "$case"; done); do
        [ -z "$first" ] || echo ','
        first=no
        printf '{"directory": "%s", "file": "%s", "command": "%s -c %s"}' \
            "$here" "$source" "$(compiler "$source")" "$source"
    done
    echo ']'
}

link() { # OUTPUT ARGUMENTS...
    out=$1
    shift
    timeout 60 "$bin/cgmerge" "$@" -o "$out" 2>"$work/stderr" && return
    echo "cgmerge failed:"
    head -3 "$work/stderr"
    return 1
}

check_expected() { # CASE
    "$dump" "$work/whole.mcg" "$1/" | LC_ALL=C sort -u >"$work/actual"
    diff -u "$1/expected" "$work/actual" | tail -n +3
    cmp -s "$1/expected" "$work/actual"
}

check_order() { # CASE
    # shellcheck disable=SC2046 # names without blanks
    link "$work/other.mcg" $(echo "$graphs" | tr ' ' '\n' | LC_ALL=C sort -r) &&
        cmp "$work/whole.mcg" "$work/other.mcg"
}

# Link two or three random graphs of a list into one until one is left, then that.
check_partial() { # CASE
    list=$graphs
    part=0
    while :; do
        part=$((part + 1))
        order=$(echo "$list" | tr ' ' '\n' | LC_ALL=C awk -v seed="$seed$part$total" \
            'BEGIN { srand(seed) } { print rand(), $0 }' | LC_ALL=C sort | cut -d' ' -f2)
        some=$(echo "$order" | head -n $((2 + part % 2)))
        # shellcheck disable=SC2086 # names without blanks
        link "$work/part$part.mcg" -r $some || return 1
        list=$(echo "$work/part$part.mcg" $(echo "$order" | tail -n +$((3 + part % 2))))
        [ "$list" = "$work/part$part.mcg" ] && break
    done
    link "$work/other.mcg" "$list" && cmp "$work/whole.mcg" "$work/other.mcg"
}

build() { # CASE: make the instrumented program
    objects=
    for source in $(sources "$1"); do
        object=$work/run/$(echo "$source" | tr / _).o
        $(compiler "$source") -O0 -fno-omit-frame-pointer -finstrument-functions -fno-pie -pthread \
            -c "$source" -o "$object" || return 1
        objects="$objects $object"
    done
    outside=
    for source in "$1"/outside_*.c; do
        [ -f "$source" ] || continue
        $cc -w -shared -fPIC "$source" -o "$work/run/liboutside.so" || return 1
        outside=$work/run/liboutside.so
    done
    # shellcheck disable=SC2086 # names without blanks
    "$cxx" -no-pie -rdynamic -pthread $objects "$work/recorder.o" $outside -ldl \
        -Wl,-rpath,"$work/run" -o "$work/run/program"
}

check_run() { # CASE
    [ "$(cat $(sources "$1") | grep -c 'main(')" -gt 0 ] || return 0
    rm -rf "$work/run" && mkdir "$work/run"
    build "$1" >"$work/stderr" 2>&1 || { head -5 "$work/stderr"; return 1; }
    (cd "$work/run" && CG_RECORD=$work/run/record timeout 20 ./program >/dev/null 2>&1 </dev/null)
    status=$?
    [ "$status" -eq 0 ] || { echo "the program exits with $status"; return 1; }
    ./check_run.sh "$dump" "$work/whole.mcg" "$work/run/program" "$work/run/record"
}

run_case() { # CASE
    graphs=$(for source in $(sources "$1"); do echo "$work/mcg/$source.mcg"; done | xargs)
    rm -f "$work"/*.mcg
    # shellcheck disable=SC2086 # names without blanks
    link "$work/whole.mcg" $graphs || return 1
    status_of_case=0
    for check in $checks; do
        "check_$check" "$1" >"$work/report" 2>&1 && continue
        echo "$1: $check:"
        head -"${CG_LINK_LINES:-20}" "$work/report" | sed 's/^/    /'
        status_of_case=1
    done
    return $status_of_case
}

write_database "$@" >"$work/compile_commands.json"
$cc -O1 -fno-omit-frame-pointer -fno-pie -c recorder.c -o "$work/recorder.o" || exit 2
timeout 900 "$bin/cgcollect" -p "$work" --root "$here" --output-dir "$work/mcg" 2>"$work/stderr" || {
    echo "cgcollect fails:"
    head -20 "$work/stderr"
}
for case; do
    case=${case%/}
    total=$((total + 1))
    run_case "$case" || failed=$((failed + 1))
done
echo "$total cases, $failed failed"
[ "$failed" -eq 0 ] && [ "$total" -gt 0 ]
