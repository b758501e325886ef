#!/bin/sh
# Compare the graphs of one real program with what its compiler emitted and what its run did.
#
#     CG_CORPUS=DIR compare_ir.sh BIN_DIR DUMP PROGRAM
#
# DIR/PROGRAM has compile_commands.json, ir_edges.tsv (caller, callee, file), ir_defined.txt and
# dynamic_edges.tsv (caller, callee, kind, calls). Prints the differences, and fails when an edge of
# the compiler's is missing in the graph of its file, when more than one edge in a thousand is
# extra, or when an edge of the run is missing silently. Skips (77) without the directory.
#
# In C only edges between functions of the program count. In C++ all do but those of the runtime's
# helpers, and one name is used for all variants of a constructor or destructor and for its thunks:
# the graph's own name, or what the mangled name says where the graph has no other.
#
# Of edges the compiler does not emit, three kinds are no mistakes: std::terminate where the compiler
# calls its helper __clang_call_terminate; memcpy and the like where it has an operation of its own;
# and calls that are written, in a file whose IR was read, but not emitted: dead code and constants.
# Of edges of the run that the graph has not, two: those of a caller with an unresolved call, other than
# those of files that do not emit a function that another file emits; and those where the
# graph has a path instead through at most three functions that never show up in the run:
# always_inline functions have no frame.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
bin=$1
dump=$2
program=${CG_CORPUS:-}/$3
[ -f "$program/ir_edges.tsv" ] || exit 77

[ -x "$bin/cgcollect" ] || { echo "no $bin/cgcollect"; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$bin/cgcollect" -p "$program" --output-dir "$work/mcg"

# One line per fact, the file of the translation unit first.
find "$work/mcg" -name '*.mcg' | LC_ALL=C sort | while read -r graph; do
    "$dump" --evidence "$graph" | sed "s|^|${graph#"$work/mcg/"} |"
done >"$work/facts"

# The facts come twice: names are needed before anything else is read.
LC_ALL=C awk -v names="$work/facts" -v cplusplus="$(grep -c '^_Z' "$program/ir_defined.txt")" \
    -f "$here/../corpus/names.awk" -f "$here/graph_of.awk" -f "$here/compare_ir.awk" \
    "$program/ir_defined.txt" "$program/ir_edges.tsv" "$program/dynamic_edges.tsv" "$work/facts"
