#!/bin/sh
# Hold what a program did against its graph.
#
#     check_run.sh DUMP GRAPH BINARY RECORD
#
# RECORD is what recorder.c wrote. Fails, and prints them, when calls ran that are neither an edge
# nor made by a function with an open call. A call from library code must be an edge from what ran
# last, or of a function that some function has libraries call back, or that escapes. The program's
# start and functions named loader_... (constructors and destructors of the program) are called by
# code that is in no graph.
set -eu

dump=$1
graph=$2
binary=$3
record=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

nm --defined-only "$binary" | awk '$2 ~ /^[tTwWuV]$/ { print $1, $3 }' >"$work/symbols"
"$dump" --run "$graph" >"$work/graph"
sort -u "$record" >"$work/record"
[ -s "$work/record" ] || { echo "nothing was recorded"; exit 1; }

LC_ALL=C awk '
    FILENAME ~ /symbols$/ { names[$1] = names[$1] " " $2; next }
    FILENAME ~ /graph$/ && $1 == "name" { known[$3] = $2; next }
    FILENAME ~ /graph$/ && $1 == "edge" { edge[$2, $3]; next }
    FILENAME ~ /graph$/ { says[$1, $2]; next }
    function canonical(name) { return name in known ? known[name] : name }
    function is_start(name) {
        return name == "main" || name ~ /^(loader_|_GLOBAL__|__cxx_global_(var|array)_|__tls_init)/
    }
    function is_told(kind, caller, callee) {
        if ((caller, callee) in edge) return 1
        if (kind == "call") return ("open", caller) in says
        return is_start(callee) || (("called-back", callee) in says) || (("escapes", callee) in says)
    }
    {
        count_from = split($2 in names ? names[$2] : "-", from, " ")
        count_to = split($3 in names ? names[$3] : "-", to, " ")
        told = 0
        for (i = 1; i <= count_from; i++)
            for (k = 1; k <= count_to; k++) {
                caller = canonical(from[i])
                callee = canonical(to[k])
                # Variants of a constructor call each other, and are one function.
                if ((caller == callee && $2 != $3) || is_told($1, caller, callee)) told = 1
            }
        if (!told) {
            print "ran, but is not told: " $1 " " from[1] " -> " to[1]
            lost = 1
        }
    }
    END { exit lost }' "$work/symbols" "$work/graph" "$work/record"
