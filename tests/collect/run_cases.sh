#!/bin/sh
# Collect every case of a directory and compare with what it must give.
#
#     run_cases.sh BIN_DIR DUMP [--write] [--group GROUP | CASE...]
#
# A case is GROUP/NAME.c, .cc or .S beside GROUP/NAME.expected, what `dump` prints of the graph, sorted.
# GROUP/NAME.flags holds compiler flags, GROUP/NAME.options those of cgcollect, GROUP/NAME.exit the exit status when it is not 0. --write
# writes the expected files: read what it wrote.
#
# Cases of the groups `facts` and `facts-ir` are about pointer facts and nothing else, those of
# `classes` about virtual tables, those of `metadata` about the kinds that GROUP/NAME.kinds lists.
# Cases of `joined`, `facts-ir`, `classes` and `metadata` are about the source and the compiler's IR
# together, all others about the source alone.
set -u

bin=$1
dump=$2
shift 2
[ -x "$bin/cgcollect" ] || { echo "no $bin/cgcollect"; exit 2; }
write=
[ "${1:-}" = --write ] && { write=1; shift; }
group='*'
[ "${1:-}" = --group ] && { group=$2; shift 2; }
cd "$(dirname "$0")" || exit 2
# shellcheck disable=SC2086 # a pattern
[ $# -gt 0 ] || set -- $(ls -d $group/*.c $group/*.cc $group/*.S 2>/dev/null | grep -Ev '^(ir|compilers)/')

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
total=0

# Cases without flags and options are collected by one process a group, which takes as long to start as to
# collect several. What fails there is collected again by itself.
collect_groups() { # CASE...
    for group in $(printf '%s\n' "$@" | sed 's|/.*||' | sort -u); do
        together=
        for case; do
            base=${case%.*}
            [ "${case%%/*}" != "$group" ] || [ -f "$base.flags" ] || [ -f "$base.options" ] ||
                [ -f "$base.exit" ] || together="$together ${case#*/}"
        done
        cp -R "$group" "$work/$group"
        # shellcheck disable=SC2086 # names without blanks
        [ -z "$together" ] || (cd "$work/$group" && "$bin/cgcollect" -j1 --ir=$(ir_of $group) $together) \
            >"$work/stdout" 2>&1 || rm -f "$work/$group"/*.mcg
    done
}

ir_of() { # GROUP
    case $1 in
    joined | facts-ir | classes | metadata) echo auto ;;
    *) echo off ;;
    esac
}

collect() { # CASE: leave the sorted facts in $work/actual; fail unless it ends as it should
    case=$1
    base=${case%.*}
    group=${case%%/*}
    flags=
    options=
    exit=0
    graph=$work/$case.mcg
    case $group in
    facts | facts-ir) what=--facts ;;
    classes) what=--classes ;;
    metadata) what=--metadata=$(cat "$base.kinds") ;;
    *) what= ;;
    esac
    [ -f "$base.flags" ] && flags=$(cat "$base.flags")
    [ -f "$base.options" ] && options=$(cat "$base.options")
    [ -f "$base.exit" ] && exit=$(cat "$base.exit")
    # shellcheck disable=SC2086 # options and flags are words
    [ -f "$graph" ] || (cd "$group" && "$bin/cgcollect" --ir=$(ir_of "$group") $options "${case#*/}" -o "$graph" -- $flags) \
        2>"$work/stderr"
    status=$?
    if [ "$status" -ne "$exit" ]; then
        echo "$case: exit status $status, expected $exit"
        cat "$work/stderr"
        return 1
    fi
    # shellcheck disable=SC2086 # an option or none
    ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0 "$dump" $what "$graph" | LC_ALL=C sort >"$work/actual"
}

collect_groups "$@"
for case; do
    total=$((total + 1))
    if ! collect "$case"; then
        failed=$((failed + 1))
    elif [ -n "$write" ]; then
        cp "$work/actual" "${case%.*}.expected"
    elif ! diff -u "${case%.*}.expected" "$work/actual"; then
        echo "$case: differs"
        failed=$((failed + 1))
    fi
    [ "$failed" -eq 0 ] || [ -z "${CG_FIRST_FAILURE:-}" ] || break
done
echo "$total cases, $failed failed"
[ "$failed" -eq 0 ] && [ "$total" -gt 0 ]
