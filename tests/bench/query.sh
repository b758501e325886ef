#!/bin/sh
# How fast questions are answered: tests/bench/query.sh [BUILD_DIR [GRAPH...]]
#
# Loading, freezing, components, searches, a million pairs and dominators of generated graphs of
# 100,000 and 1,000,000 functions with 8 calls each, and of each GRAPH, beside igraph where it is
# installed; then a whole `cgquery reach` on the million functions beside `wc -l` and bare reading.
set -eu
build=$(cd "${1:-build}" && pwd)
[ $# -eq 0 ] || shift
bin=$build/bin
work=$(mktemp -d "${TMPDIR:-/tmp}/cg-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT INT TERM

for graph; do
    echo "== $graph"
    "$bin/bench-query" "$graph"
done
for nodes in 100000 1000000; do
    echo "== $nodes functions"
    "$bin/bench-query" "$work" $nodes 8 | tee "$work/log"
done
load=$(sed -n 's/.*libcg *load *\([0-9.]*\) s.*/\1/p' "$work/log" | tail -n 1)
freeze=$(sed -n 's/.*libcg *freeze *\([0-9.]*\) s.*/\1/p' "$work/log" | tail -n 1)
count=$("$bin/bench-run" 3 wc -l "$work/graph.mcg" | cut -d' ' -f1)
whole=$("$bin/bench-run" 3 "$bin/cgquery" reach "$work/graph.mcg" f0 f999999 | cut -d' ' -f1)
awk -v w="$whole" -v c="$count" -v l="$load" -v f="$freeze" 'BEGIN {
    printf "cgquery reach on a million functions: %.2f s = %.2f of wc -l (%.2f s) and bare reading " \
           "(%.2f s, %.2f s to freeze)\n", w, w / (c + l + f), c, l, f }'
