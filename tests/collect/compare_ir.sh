#!/bin/sh
# Hold the graphs of one real program against what its compiler emitted and what its run did.
#
#     CG_CORPUS=DIR compare_ir.sh BIN_DIR DUMP PROGRAM
#
# DIR/PROGRAM has compile_commands.json, ir_edges.tsv (caller, callee, file), ir_defined.txt and
# dynamic_edges.tsv (caller, callee, kind, calls). Prints the differences, and fails when an edge of
# the compiler's is missing in the graph of its file, when more than one edge in a thousand is
# extra, or when an edge of the run is missing silently. Skips (77) without the directory.
#
# In C only edges between functions of the program count. In C++ all do but those of the runtime's
# helpers, and one name stands for all variants of a constructor or destructor and for its thunks:
# the graph's own name, or what the mangled name says where the graph has no other.
#
# Of edges the compiler does not emit, three kinds are no mistakes: std::terminate where the compiler
# calls its helper __clang_call_terminate; memcpy and the like where it has an operation of its own;
# and calls that are written, in a file whose IR was read, but not emitted: dead code and constants.
# Of edges of the run that the graph has not, two: those of a caller with an open call, other than
# those of files that do not emit a function that another file emits; and those where the
# graph has a path instead through at most three functions that never show up in the run:
# always_inline functions have no frame.
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
    "$dump" --evidence "$graph" | sed "s|^|${graph#"$work/mcg/"} |"
done >"$work/facts"

# The facts come twice: names are needed before anything else is read.
LC_ALL=C awk -v names="$work/facts" -v cplusplus="$(grep -c '^_Z' "$program/ir_defined.txt")" '
    function spelt(name,    head) {
        if (name !~ /^_Z/) return name
        sub(/^_ZTc(hn?[0-9]+_|vn?[0-9]+_n?[0-9]+_)(hn?[0-9]+_|vn?[0-9]+_n?[0-9]+_)/, "_Z", name)
        sub(/^_ZTv(n?[0-9]+)_(n?[0-9]+)_/, "_Z", name)
        sub(/^_ZThn?[0-9]+_/, "_Z", name)
        gsub(/CI2/, "CI1", name)
        for (head = ""; match(name, /C[23][EIB]|D[02][EB]/); name = substr(name, RSTART + 2))
            head = head substr(name, 1, RSTART) "1"
        return head name
    }
    function canonical(name) {
        if (name in known) return known[name]
        if (!(name in unified)) unified[name] = spelt(name)
        return unified[name] in known ? known[unified[name]] : unified[name]
    }
    function is_helper(name) {
        return name ~ /^(__(cxa_|kmpc_|gxx_personality|dynamic_cast|clang_call_terminate)|_Unwind_)/
    }
    # Read an edge into caller, callee and edge. Is it one?
    function is_edge(a, b) {
        caller = canonical(a)
        callee = canonical(b)
        edge = caller " -> " callee
        return !is_helper(a) && !is_helper(b) && (caller != callee || a == b)
    }
    function counts() { return cplusplus || ((caller in defined) && (callee in defined)) }
    # Read the kinds, the evidence and the file of an edge that the graph has.
    function note_edge(    i, text) {
        for (i = 5; i <= word_count && word[i] !~ /:/ && word[i] !~ /^\[/; i++)
            if (word[i] == "direct" || word[i] == "implicit") {
                bound[edge]
                bound_in[word[1], edge]
            }
        if (!(edge in graph)) next_of[caller] = next_of[caller] " " callee
        graph[edge]
        where[edge] = $0
        text = word[word_count]
        if (text ~ /ast/) ast[edge]
        if (text ~ /ir/) { ir_said[edge]; compiled[word[1]]; settled[caller] }
        files[edge] = files[edge] " " word[1]
    }
    # The graph of a source: paths of graphs begin at the root of the program.
    function graph_of(file,    graph) {
        if (!(file in graph_at))
            for (graph in graphs)
                if (length(graph) > length(graph_at[file]) &&
                    substr("/" file ".mcg", length(file) + 5 - length(graph)) == "/" graph)
                    graph_at[file] = graph
        return graph_at[file]
    }
    function is_compiled(edge,    list, n, i) {
        n = split(files[edge], list, " ")
        for (i = 1; i <= n; i++) if (!(list[i] in compiled)) return 0
        return 1
    }
    # Is there a path from a function to another through functions that did not run by themselves?
    function is_inlined(from, to,    step, front, later, list, targets, n, m, i, k, been) {
        front = from
        for (step = 0; step < 4; step++) {
            n = split(front, list, " ")
            later = ""
            for (i = 1; i <= n; i++) {
                m = split(next_of[list[i]], targets, " ")
                for (k = 1; k <= m; k++) {
                    if (targets[k] == to) return 1
                    if (!(targets[k] in ran_by_itself) && !(targets[k] in been)) {
                        been[targets[k]]
                        later = later " " targets[k]
                    }
                }
            }
            front = later
        }
        return 0
    }
    BEGIN {
        while ((getline line < names) > 0) {
            split(line, word, " ")
            if (word[2] == "name") { known[word[4]] = word[3]; known[word[3]] = word[3] }
        }
        close(names)
        FS = "\t"
    }
    FILENAME ~ /ir_defined.txt$/ { defined[canonical($1)]; next }
    FILENAME ~ /ir_edges.tsv$/ {
        if ($2 == "__clang_call_terminate") terminates[canonical($1)]
        if (is_edge($1, $2) && (cplusplus || (callee in defined))) {
            ir[edge]
            ir_in[$3, edge]
        }
        next
    }
    FILENAME ~ /dynamic_edges.tsv$/ {
        if (FNR > 1) { ran_by_itself[canonical($1)]; ran_by_itself[canonical($2)] }
        if (FNR > 1 && $3 == "call" && is_edge($1, $2)) dynamic[edge]
        next
    }
    {
        word_count = split($0, word, " ")
        graphs[word[1]]
        if (word[3] == "->") {
            if (is_edge(word[2], word[4])) note_edge()
        } else if (word[2] == "open" && word[5] != "parse") {
            reason = word[5] ~ /^(inline|not)$/ ? word[5] " " word[6] : word[5]
            if (reason == "not emitted") unsettled[canonical(word[3])]
            else open[canonical(word[3])]
            if (!seen[word[3] word[4] reason]++) reasons[reason]++
        }
    }
    END {
        for (edge in ir) total++
        for (key in ir_in) {
            split(key, part, SUBSEP)
            if (!((graph_of(part[1]), part[2]) in bound_in)) {
                if (!(part[2] in lost)) missing++
                lost[part[2]]
                print "missing: " part[2] " (" part[1] ")" | "sort"
            }
        }
        for (edge in bound) {
            split(edge, word, " ")
            caller = word[1]
            callee = word[3]
            if (!(caller in defined) || !counts()) continue
            found++
            if (edge in ir) continue
            if (callee == "_ZSt9terminatev" && (caller in terminates)) terminate++
            else if (callee ~ /^mem(cpy|move|set)$/ && (edge in ir_said)) blocks++
            else if (!(edge in ir_said) && is_compiled(edge)) {
                written++
                print "written: " where[edge] | "sort"
            } else { extra++; print "extra: " where[edge] | "sort" }
        }
        for (edge in graph) by[(edge in ast) + 2 * (edge in ir_said)]++
        for (edge in dynamic) {
            ran++
            split(edge, word, " ")
            if (edge in graph) same++
            else if (word[1] in open) opened++
            else if ((word[1] in unsettled) && !(word[1] in settled)) opened++
            else if (is_inlined(word[1], word[3])) inlined++
            else { silent++; print "silent: " edge | "sort" }
        }
        close("sort")
        printf "compiler: %d of %d edges found, %d extra", total - missing, total, extra + 0
        printf ", %d std::terminate, %d block operations, %d written only\n", terminate + 0,
            blocks + 0, written + 0
        printf "run: %d of %d edges found, %d open, %d through inlined functions, ", same, ran,
            opened, inlined
        printf "%d silently missing\n", silent + 0
        printf "evidence: %d source only, %d compiler only, %d both\n", by[1], by[2], by[3]
        printf "open calls:"
        for (reason in reasons) printf " %d %s;", reasons[reason], reason
        print ""
        exit !total || !ran || missing > 0 || silent > 0 || extra * 1000 > found
    }' "$program/ir_defined.txt" "$program/ir_edges.tsv" "$program/dynamic_edges.tsv" "$work/facts"
