#!/bin/sh
# Compare the graphs of one real C program from its source alone with those from source and IR.
#
#     CG_CORPUS=DIR compare_evidence.sh BIN_DIR DUMP PROGRAM
#
# DIR/PROGRAM has compile_commands.json and ir_edges.tsv (caller, callee, file). In C the source
# shows everything, so the direct and implicit calls of each file must be the same with --ir=on as
# with --ir=off, and so must the unresolved calls; and what counts as seen by the compiler must
# equal ir_edges.tsv, which another reader made from another IR. Prints the differences that are
# known:
#
#     not emitted   calls in functions of which the compiler emits none in the file: source only
#     dead          calls that the compiler drops in a function that it emits: source only, at most
#                   one in a thousand
#     blocks        memcpy or memset of a large struct or array that is copied or initialised: only
#                   the IR has it
#     addresses     of functions that only the IR says are taken
#
# All others are printed and fail. Skips (77) without the directory.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
bin=$1
dump=$2
program=${CG_CORPUS:-}/$3
[ -f "$program/ir_edges.tsv" ] || exit 77

[ -x "$bin/cgcollect" ] || { echo "no $bin/cgcollect"; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One line per fact, the file of the translation unit first.
for ir in on off; do
    "$bin/cgcollect" --ir=$ir -p "$program" --output-dir "$work/$ir"
    find "$work/$ir" -name '*.mcg' | LC_ALL=C sort | while read -r graph; do
        "$dump" --evidence "$graph" | sed "s|^|${graph#"$work/$ir/"} |"
    done >"$work/$ir.facts"
done

LC_ALL=C awk -F'\t' -f "$here/graph_of.awk" -f "$here/compare_evidence.awk" \
    "$program/ir_edges.tsv" "$work/on.facts" "$work/off.facts"
