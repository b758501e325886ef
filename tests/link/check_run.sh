#!/bin/sh
# Hold what a program did against its graph.
#
#     check_run.sh GRAPH BINARY RECORD
#
# GRAPH is what link-dump prints of it, RECORD what recorder.c wrote. Fails, and prints them, when
# calls ran that are neither an edge nor made by a function with an unresolved call. A call from
# library code must be an edge from what ran last, or of a function that some function has libraries
# call back, or that escapes. The program's start and functions named loader_... (constructors and
# destructors of the program) are called by code that is in no graph. What initialises variables is in
# the graph, but not recorded: a call without a caller may be one from there. A call in a part of a
# coroutine is the coroutine's, which must have been called by what ran last: maybe through other
# coroutines, as one goes on in place of another.
set -eu

graph=$1
binary=$2
record=$3

[ -s "$record" ] || { echo "nothing was recorded"; exit 1; }

# Of the binary: functions and what may be one. Not nm, which loads an LLVM of 100 MB as a plug-in each
# time. Functions around awaiting have the coroutine's name after `.L`.
readelf -sW "$binary" | LC_ALL=C awk -v graph="$graph" '
    FILENAME != "/dev/stdin" && FILENAME != graph { if (!seen[$0]++) ran(); next }
    FILENAME == graph && $1 == "name" { known[$3] = $2; next }
    FILENAME == graph && $1 == "edge" {
        edge[$2, $3]
        if (is_start($2)) started[$3]
        next
    }
    FILENAME == graph { says[$1, $2]; next }
    /^Symbol table/ { wanted = /\.symtab/ }
    wanted && $7 != "UND" && ($4 == "FUNC" || $5 == "WEAK" || $5 == "UNIQUE") {
        is_around = match($8, /^\.L_.*\.__await_suspend_wrapper__/)
        name = is_around ? substr($8, 3, RLENGTH - length(".L.__await_suspend_wrapper__")) : $8
        names[$2] = names[$2] " " name
        if (is_around || name ~ /\.(resume|destroy|cleanup)$/) {
            begin[++parts] = number($2)
            end[parts] = begin[parts] + ($3 ~ /^0x/ ? number(substr($3, 3)) : $3)
            part[parts] = name
        }
    }
    function number(digits,    i, sum) {
        for (i = 1; i <= length(digits); i++)
            sum = sum * 16 + index("123456789abcdef", substr(digits, i, 1))
        return sum
    }
    function coroutine_of(site,    i, at, name) {
        at = number(site)
        for (i = 1; i <= parts; i++)
            if (begin[i] < at && at <= end[i]) return canonical(part[i])
        return ""
    }
    # Whether a coroutine runs because another function called it, or one that it went on from.
    function is_resumed(caller, coroutine,    i, before, more, found) {
        split("", found)
        found[caller]
        for (more = 1; more && !(coroutine in found);) {
            more = 0
            for (i = 1; i <= parts; i++)
                for (before in found)
                    if (!(canonical(part[i]) in found) &&
                        is_told("call", before, canonical(part[i]))) {
                        found[canonical(part[i])]
                        more = 1
                    }
        }
        return coroutine in found
    }
    # Whether a coroutine that runs because of a function goes on in one that does nothing.
    function is_ended_by(caller, noop,    i) {
        for (i = 1; i <= parts; i++)
            if (is_resumed(caller, canonical(part[i])) &&
                is_told("call", canonical(part[i]), noop)) return 1
        return 0
    }
    function canonical(name) { return name in known ? known[name] : name }
    function is_start(name) {
        return name == "main" || name ~ /^(loader_|_GLOBAL__|__cxx_global_(var|array)_|__tls_init)/
    }
    function is_told(kind, caller, callee) {
        if ((caller, callee) in edge) return 1
        if (kind == "call") return (("open", caller) in says) || (caller == "-" && callee in started)
        return is_start(callee) || (("called-back", callee) in says) || (("escapes", callee) in says)
    }
    function ran(    count_from, from, count_to, to, told, i, k, caller, callee, coroutine) {
        count_from = split($2 in names ? names[$2] : "-", from, " ")
        count_to = split($3 in names ? names[$3] : "-", to, " ")
        told = 0
        for (i = 1; i <= count_from; i++)
            for (k = 1; k <= count_to; k++) {
                caller = canonical(from[i])
                callee = canonical(to[k])
                # Variants of a constructor call each other, and are one function.
                coroutine = $1 == "call" ? coroutine_of($4) : ""
                if (coroutine != "" && coroutine != caller) {
                    if (is_resumed(caller, coroutine) && is_told($1, coroutine, callee)) told = 1
                } else if ((caller == callee && $2 != $3) || is_told($1, caller, callee)) told = 1
                if (callee ~ /dummy_resume_destroy/ && is_ended_by(caller, callee)) told = 1
                if (callee ~ /\.(resume|destroy)$/ && is_resumed(caller, callee)) told = 1
            }
        if (!told) {
            print "ran, but is not in the graph: " $1 " " from[1] " -> " to[1]
            lost = 1
        }
    }
    END { exit lost }' /dev/stdin "$graph" "$record"
