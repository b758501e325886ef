#!/bin/sh
# Record what runs in a program of the corpus, for precision.sh and the like.
#
#     record.sh DIR/PROGRAM [WORKLOAD...]
#
# The workloads are DIR/PROGRAM/workload.sh and those beside this script,
# PROGRAM/workload-*.sh, each run in DIR/PROGRAM with $RUN set (callgrind) and $RECIPE, where its
# other files are. Profiles of a workload replace earlier ones of the same workload only.
# Result: DIR/PROGRAM/dynamic_edges.tsv (caller, callee, kind, calls), the union of all.
# Needs valgrind and python3.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
program=$(basename "$1")
cd "$1"
shift
[ $# -gt 0 ] || set -- workload.sh "$here/$program"/workload-*.sh
RECIPE=$here/$program
export RECIPE

for workload; do
    [ -f "$workload" ] || continue
    name=$(basename "$workload" .sh)
    rm -f "callgrind.out.$name".*
    RUN="valgrind --tool=callgrind --trace-children=no --main-stacksize=33554432 --demangle=no"
    RUN="$RUN --callgrind-out-file=callgrind.out.$name.%p -q"
    export RUN
    bash "$workload" >"record-$name.log" 2>&1 || true
    echo "$program: $name: $(ls "callgrind.out.$name".* 2>/dev/null | wc -l) profiles"
done
python3 "$here/dynamic_edges.py" bin callgrind.out.* >dynamic_edges.new
mv dynamic_edges.new dynamic_edges.tsv
echo "$program: $(grep -vc '^caller' dynamic_edges.tsv) dynamic edges"
