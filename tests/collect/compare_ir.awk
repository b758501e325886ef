# The comparison that compare_ir.sh describes; with ../corpus/names.awk.
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
function is_compiled(edge,    list, n, i) {
    n = split(files[edge], list, " ")
    for (i = 1; i <= n; i++) if (!(list[i] in compiled)) return 0
    return 1
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
    printf "unresolved calls:"
    for (reason in reasons) printf " %d %s;", reasons[reason], reason
    print ""
    exit !total || !ran || missing > 0 || silent > 0 || extra * 1000 > found
}
