#!/bin/sh
# Run the benchmarks and print ratios: tests/bench/run.sh [BUILD_DIR]
#
# Reading against jansson, merging against reading, solving by size, deriving against freezing,
# collecting against clang -fsyntax-only, linking against collecting. Files are generated into a
# temporary directory (600 MB). SQLITE=FILE names an sqlite3.c to collect (default:
# $CG_CORPUS/sqlite/src/sqlite3.c, or skipped).
set -eu
build=$(cd "${1:-build}" && pwd)
bin=$build/bin
work=$(mktemp -d "${TMPDIR:-/tmp}/cg-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT INT TERM

ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }

echo "== reading: 100,000 functions, 600,000 calls"
"$bin/bench-generate" whole 100000 600000 2 "$work/v2.mcg"
"$bin/bench-generate" whole 100000 600000 4 "$work/v4.mcg"
"$bin/bench-read" "$work/v2.mcg" "$work/v4.mcg" | tee "$work/read"
speed=$(sed -n 's/^read v2.*: [0-9.]* s, \([0-9]*\) MiB.*/\1/p' "$work/read")

echo "== merging: 2,000 partial files"
merge() { # DIRECTORY PARTS: run cgmerge on the first PARTS files
    ls "$work/$1"/*.mcg | head -n "$2" > "$work/list"
    size=$(xargs stat -c %s < "$work/list" | awk '{ s += $1 } END { printf "%.0f", s / 1048576 }')
    set -- $("$bin/bench-run" 3 "$bin/cgmerge" --files-from "$work/list" -o "$work/whole.mcg")
    out=$(($(stat -c %s "$work/whole.mcg") / 1048576))
    rate=$(ratio "$size" "$1")
    echo "merge $size MiB into $out MiB: $1 s, $rate MiB/s = $(ratio "$rate" "$speed") of the speed of" \
        "reading v2; peak $(($2 / 1024)) MiB = $(ratio $(($2 / 1024)) "$out") of the output"
}
mkdir "$work/parts"
"$bin/bench-generate" parts 120000 400000 2000 "$work/parts"
merge parts 500
merge parts 1000
merge parts 2000

echo "== merging: 2,000 partial files with pointer facts of the graph"
mkdir "$work/facts"
"$bin/bench-generate" facts 500 1000 2000 "$work/facts"
merge facts 500
merge facts 1000
merge facts 2000

echo "== solving inclusion constraints"
"$bin/bench-solver"

echo "== deriving: 1,000,000 functions, 8,000,000 calls"
"$bin/bench-derive"

echo "== collecting"
source=${SQLITE:-${CG_CORPUS:+$CG_CORPUS/sqlite/src/sqlite3.c}}
if [ -z "$source" ] || [ ! -f "$source" ] || [ ! -x "$bin/cgcollect" ]; then
    echo "no sqlite3.c: set SQLITE=FILE"
    exit 0
fi
clang=$(command -v clang-19 || command -v clang)
flags="-O0 -DSQLITE_THREADSAFE=1 -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_RTREE"
set -- $("$bin/bench-run" 5 "$clang" -fsyntax-only $flags "$source")
parse=$1
set -- $("$bin/bench-run" 5 "$bin/cgcollect" "$source" -o "$work/sqlite.mcg" -- $flags)
echo "sqlite3.c: cgcollect $1 s, $(basename "$clang") -fsyntax-only $parse s: ratio" \
    "$(ratio "$1" "$parse"); peak $(($2 / 1024)) MiB"
collect=$1
set -- $("$bin/bench-run" 5 "$bin/cgmerge" "$work/sqlite.mcg" -o "$work/linked.mcg")
echo "sqlite3.c: cgmerge (linking) $1 s, $(ratio "$1" "$collect") of collecting; peak $(($2 / 1024)) MiB"
