#!/bin/sh
# How long choosing takes: tests/bench/instrument.sh [BUILD_DIR [GRAPH...]]
#
# Strategies of cgquery instrument, reading included, on a generated graph of 40,000 functions with 8
# calls each, and on each GRAPH; beside reading it alone. The time that people wait is to be below 1 s.
set -eu
build=$(cd "${1:-build}" && pwd)
[ $# -eq 0 ] || shift
bin=$build/bin
work=$(mktemp -d "${TMPDIR:-/tmp}/cg-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT INT TERM

time_of() { # TITLE COMMAND...
    title=$1
    shift
    printf '%-32s %s s\n' "$title" "$("$bin/bench-run" 3 "$@" 2>/dev/null | cut -d' ' -f1)"
}

"$bin/bench-generate" whole 40000 320000 4 "$work/generated.mcg"
for graph in "$work/generated.mcg" "$@"; do
    echo "== $graph"
    entry=$("$bin/cgquery" select "$graph" 'is(defined)' --format=names | head -n 1)
    set -- "$graph" -q --entry "$entry"
    time_of 'reading (stats)' "$bin/cgquery" stats "$graph"
    for strategy in statements:median coarse minimal-depth:5 'paths:is(declared)'; do
        time_of "$strategy" "$bin/cgquery" instrument "$@" -s "$strategy"
    done
    for tool in scorep tau gcc xray; do
        time_of "statements, for $tool" "$bin/cgquery" instrument "$@" --for $tool
    done
done
