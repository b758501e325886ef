#!/bin/sh
# Print the direct calls of a program in clang's unoptimised IR, one `CALLER -> CALLEE` per line,
# sorted: the least that the program's call graph must have.
#
#     ir_facts.sh SOURCE [FLAGS...]
#
# Callers are the functions of SOURCE itself and those the compiler adds; functions of headers are
# left out. Variants of a constructor or destructor are one function, named C1 or D1. A thunk is its
# target. Bodies the compiler outlines belong to the function that refers to them. Runtime helpers
# are not callees, but destructors passed to some of them are.
set -u

compiler=${CLANGXX:-}
[ -n "$compiler" ] || compiler=$(command -v clang++-19 || echo clang++)
source=$1
shift
ir=$(mktemp)
trap 'rm -f "$ir"' EXIT
"$compiler" "$@" -O0 -Xclang -disable-llvm-passes -fno-builtin -fno-discard-value-names \
    -gline-tables-only -w -S -emit-llvm "$source" -o "$ir" || exit 2

awk -v source="${source##*/}" '
    # Cut the first name off `rest`; what follows it is then in `rest`.
    function next_name(    name) {
        if (!match(rest, /@("[^"]*"|[-a-zA-Z$._0-9]+)/)) return ""
        name = substr(rest, RSTART + 1, RLENGTH - 1)
        rest = substr(rest, RSTART + RLENGTH)
        gsub(/"/, "", name)
        return name
    }
    function outlined(name) {
        return name ~ /\.omp[._]|\.omp_outlined|^\.__(omp|kmpc)_|\.__await_suspend_wrapper__/
    }
    function helper(name) {
        return name ~ /^(llvm\.|__cxa_|_Unwind_|__gxx_personality|__dynamic_cast$|__kmpc_)/
    }
    # A mangled name with every variant of a structor made C1, CI1 or D1. Identifiers are skipped by
    # their length, and so are numbers that are no lengths.
    function unified(name,    done, n) {
        if (name !~ /^_Z.*(C[23]|CI2|D[02])/) return name
        done = ""
        while (name != "") {
            if (match(name, /^(S[0-9A-Z]*_|TL?[0-9]*_|A[0-9]+_|L[a-z]n?[0-9]+E)/) ||
                match(name, /^(_+[0-9]+_?|E[0-9]+[_E])/)) {
                n = RLENGTH
            } else if (match(name, /^[0-9]+/)) {
                n = RLENGTH + substr(name, 1, RLENGTH)
            } else if (match(name, /^(CI[12]|C[1-3]|D[0-2]E)/)) {
                sub(/^CI2/, "CI1", name); sub(/^C[23]/, "C1", name); sub(/^D[02]/, "D1", name)
                n = name ~ /^CI/ ? 3 : 2
            } else {
                n = 1
            }
            done = done substr(name, 1, n)
            name = substr(name, n + 1)
        }
        return done
    }
    function edge(caller, callee,    i) {
        if (outlined(caller)) {
            for (i = 1; i <= parents[caller]; i++) edge(parent[caller, i], callee)
            return
        }
        if (outlined(callee) || helper(callee) || helper(caller) || caller ~ thunk) return
        if (caller == "__clang_call_terminate" || of_header(caller)) return
        if (callee == "__clang_call_terminate") callee = "_ZSt9terminatev"
        sub(thunk, "_Z", callee)
        if (caller == callee || unified(caller) != unified(callee)) {
            print unified(caller) " -> " unified(callee)
        }
    }
    function of_header(name) {
        return (name in scope) && filename[file[scope[name]]] != source
    }

    BEGIN { thunk = "^_ZTc?(hn?[0-9]+_|vn?[0-9]+_n?[0-9]+_)+" }
    /^(define|declare) / {
        rest = $0
        name = next_name()
        is_function[name]
        if ($1 == "define") {
            caller = name
            if (match($0, /!dbg ![0-9]+/)) scope[caller] = substr($0, RSTART + 5, RLENGTH - 5)
        }
        next
    }
    /^}/ { caller = ""; next }
    /^@.* (alias|ifunc) .*\(/ {
        rest = $0
        name = next_name()
        is_function[name]
        calls[++count] = name SUBSEP next_name()
        next
    }
    /^!.*!DISubprogram\(/ && match($0, / file: ![0-9]+/) {
        file[$1] = substr($0, RSTART + 7, RLENGTH - 7)
    }
    /^!.*!DIFile\(/ && match($0, /filename: "[^"]*"/) {
        filename[$1] = substr($0, RSTART + 11, RLENGTH - 12)
        sub(/.*\//, "", filename[$1])
    }
    caller != "" {
        callee = ""
        is_call = / (call|invoke|callbr) / && !/ asm /
        rest = $0
        while ((name = next_name()) != "") {
            if (outlined(name)) {
                parent[name, ++parents[name]] = caller
            } else if (is_call && callee == "" && rest ~ /^\(/) {
                callee = name
                calls[++count] = caller SUBSEP callee
            } else if (callee ~ /^__cxa_(atexit|thread_atexit|throw)$/) {
                handed[++handed_count] = caller SUBSEP name
            }
        }
    }
    END {
        for (i = 1; i <= count; i++) { split(calls[i], pair, SUBSEP); edge(pair[1], pair[2]) }
        for (i = 1; i <= handed_count; i++) {
            split(handed[i], pair, SUBSEP)
            if (pair[2] in is_function) edge(pair[1], pair[2])
        }
    }' "$ir" | LC_ALL=C sort -u
