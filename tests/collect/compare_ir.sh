#!/bin/sh
# Hold the graphs of one real program against what its compiler emitted and what its run did.
#
#     CG_CORPUS=DIR compare_ir.sh BIN_DIR DUMP PROGRAM
#
# DIR/PROGRAM has compile_commands.json, ir_edges.tsv (caller, callee, file),
# ir_defined.txt and dynamic_edges.tsv (caller, callee, kind, calls). Prints every difference, and
# fails when an edge of the compiler's is missing, when more than one edge in a thousand is extra,
# or when an edge of the run is missing silently. Skips (77) without the directory.
set -eu

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
    "$dump" "$graph" | sed "s|^|${graph#"$work/mcg/"} |"
done >"$work/facts"

awk -F'\t' -v program="$program" '
    FILENAME ~ /ir_defined.txt$/ { defined[$1]; next }
    FILENAME ~ /ir_edges.tsv$/ {
        if ($2 in defined) { ir[$1 " -> " $2]; irfile[$1 " -> " $2] = $3 }
        calls[$1]
        next
    }
    FILENAME ~ /dynamic_edges.tsv$/ {
        if (FNR > 1 && $3 == "call") dynamic[$1 " -> " $2] = $4
        next
    }
    {
        split($0, word, " ")
        if (word[3] == "->") {
            edge = word[2] " -> " word[4]
            any[edge]
            if ((word[2] in defined) && (word[4] in defined) && / direct/) { ast[edge]; where[edge] = $0 }
        } else if (word[2] == "open" && !/ parse error /) {
            open[word[3]]
        }
    }
    END {
        for (e in ir) { total++; if (!(e in ast)) { missing++; print "missing: " e " (" irfile[e] ")" } }
        for (e in ast) { found++; if (!(e in ir)) { extra++; print "extra: " where[e] } }
        for (e in dynamic) {
            ran++
            split(e, word, " ")
            caller = word[1]; callee = word[3]
            if (!(e in any) && !(caller in open)) {
                if ((caller in defined) && (callee in defined)) { silent++; print "silent: " e }
                else library++
            } else if (!(e in any)) opened++
        }
        printf "compiler: %d of %d edges found, %d extra\n", total - missing, total, extra + 0
        printf "run: %d of %d edges found, %d open, %d outside the program, %d silently missing\n",
            ran - opened - library - silent, ran, opened, library, silent + 0
        exit missing > 0 || silent > 0 || extra * 1000 > found
    }' "$program/ir_defined.txt" "$program/ir_edges.tsv" "$program/dynamic_edges.tsv" "$work/facts"
