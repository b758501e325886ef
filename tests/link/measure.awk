# Of a run, what its graph says; for measure.sh, with ../corpus/names.awk.
#
# Files: GRAPH, what `dump --run` prints, and dynamic_edges.tsv. A call that ran is found, or made by
# a function with an open call, or by one that was inlined, or silently missing. What a library
# called is found when some function has libraries call it back, or it escapes, or it is run by the
# program's start.

function is_helper(name) {
    return name ~ /^(__(cxa_|gxx_personality|dynamic_cast|clang_call_terminate)|_Unwind_)/
}
function is_start(name) { return name == "main" || name ~ /^(_GLOBAL__|__cxx_global_|__tls_init)/ }
function note_fact() {
    if ($1 == "name") { known[$3] = $2; known[$2] = $2 }
    if ($1 == "edge") { graph[$2, $3]; next_of[$2] = next_of[$2] " " $3 }
    else says[$1, $2]
}
BEGIN {
    while ((getline <facts) > 0) note_fact()
    FS = "\t"
}
FNR == 1 { next }
{
    caller = canonical($1)
    callee = canonical($2)
    if ($3 == "call") {
        ran_by_itself[caller]
        ran_by_itself[callee]
        if (!is_helper($1) && !is_helper($2) && (caller != callee || $1 == $2)) ran[caller, callee]
    } else if (!is_start(callee)) called[callee]
}
END {
    for (pair in ran) {
        split(pair, part, SUBSEP)
        total++
        if (pair in graph) found++
        else if (("open", part[1]) in says) open++
        else if (is_inlined(part[1], part[2])) inlined++
        else { silent++; print "silent: " part[1] " -> " part[2] | "LC_ALL=C sort >&2" }
    }
    for (callee in called) {
        backs++
        if (!(("called-back", callee) in says) && !(("escapes", callee) in says)) {
            unheard++
            print "silent: library -> " callee | "LC_ALL=C sort >&2"
        }
    }
    printf "run %d %d %d %d %d %d %d\n", total, found, open, inlined, silent, backs, unheard
}
