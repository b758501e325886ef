#!/bin/sh
# Record what runs in a program of the corpus, for precision.sh and the like.
#
#     record.sh [--gcc] DIR/PROGRAM [WORKLOAD...]
#
# The workloads are DIR/PROGRAM/workload.sh and those beside this script,
# PROGRAM/workload-*.sh, each run in DIR/PROGRAM with $RUN set (callgrind), $RECIPE, where its
# other files are, and $PROGRAM, DIR/PROGRAM. Profiles of a workload replace earlier ones of the same
# workload only. Result: DIR/PROGRAM/dynamic_edges.tsv (caller, callee, kind, calls), the union of all.
# With --gcc the program is built by gcc and g++ in DIR/PROGRAM/gcc, where everything is then done.
# Needs valgrind and python3.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
gcc=
[ "$1" != --gcc ] || { gcc=1; shift; }
PROGRAM=$(cd "$1" && pwd)
program=$(basename "$1")
RECIPE=$here/$program
export RECIPE PROGRAM
shift
[ $# -gt 0 ] || set -- "$PROGRAM/workload.sh" "$RECIPE"/workload-*.sh
cd "$PROGRAM"
if [ -n "$gcc" ]; then
    python3 "$here/rebuild.py" --gcc . gcc
    cd gcc
fi

for workload; do
    [ -f "$workload" ] || continue
    name=$(basename "$workload" .sh)
    rm -f "callgrind.out.$name".*
    RUN="valgrind --tool=callgrind --trace-children=no --main-stacksize=33554432 --demangle=no"
    RUN="$RUN --callgrind-out-file=$PWD/callgrind.out.$name.%p -q"
    export RUN
    bash "$workload" >"record-$name.log" 2>&1 || true
    echo "$program: $name: $(ls "callgrind.out.$name".* 2>/dev/null | wc -l) profiles"
done
python3 "$here/dynamic_edges.py" bin callgrind.out.* >dynamic_edges.new
mv dynamic_edges.new dynamic_edges.tsv
echo "$program: $(grep -vc '^caller' dynamic_edges.tsv) dynamic edges"
