#!/bin/sh
# Hold the graph of every program here against the calls its compiler emits.
#
#     run_ir_cases.sh BIN_DIR DUMP [--write] [--shard NUMBER/COUNT] [CASE...]
#
# A case is NAME.cc or modules/NAME.ll beside NAME.expected, what ir_facts.sh prints of it;
# NAME.flags holds compiler flags in place of -std=c++20. Of each case
#   - ir_facts.sh still gives NAME.expected (only with a clang of the version it was written with),
#   - every expected edge is in the graph,
#   - every edge of the graph whose caller is the program's own is expected or explained by a line
#     `CALLER -> CALLEE # reason` of NAME.extra. Candidates of indirect calls are not looked at.
# --write writes the expected files: read what it wrote.
set -u

bin=$1
dump=$2
shift 2
[ -x "$bin/cgcollect" ] || { echo "no $bin/cgcollect"; exit 2; }
write=
[ "${1:-}" = --write ] && { write=1; shift; }
shard=1/1
[ "${1:-}" = --shard ] && { shard=$2; shift 2; }
cd "$(dirname "$0")" || exit 2
. ../../shard.sh
# shellcheck disable=SC2046 # names without blanks
[ $# -gt 0 ] || set -- $(printf '%s\n' *.cc modules/*.ll | of_shard "$shard")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
: >"$work/totals"

compiler=${CLANGXX:-}
[ -n "$compiler" ] || compiler=$(command -v clang++-19 || echo clang++)
case $("$compiler" -dumpversion 2>/dev/null) in
19.*) oracle=1 ;;
*)
    oracle=
    echo "no clang++ 19: the expected files are taken as they are"
    ;;
esac

fail() { # CASE: count it once
    echo "$1: failed"
    failed=$((failed + 1))
    [ -z "${CG_FIRST_FAILURE:-}" ] || exit 1
}

oracle_agrees() { # BASE SOURCE FLAGS...
    expected=$1.expected
    shift
    CLANGXX=$compiler ./ir_facts.sh "$@" >"$work/facts" || return 1
    if [ -n "$write" ]; then
        cp "$work/facts" "$expected"
    else
        diff -u "$expected" "$work/facts"
    fi
}

# Sources without flags of their own are collected by one process, which takes as long to start as to collect
# several. What fails there is collected again by itself.
collect_together() { # CASE...
    together=
    for case; do
        [ "$case" = "${case%.cc}" ] || [ -f "${case%.*}.flags" ] || together="$together $case"
    done
    [ -n "$together" ] || return 0
    cp -R . "$work/ir"
    # shellcheck disable=SC2086 # names without blanks
    (cd "$work/ir" && "$bin/cgcollect" -j1 --ir=on $together -- -std=c++20) >"$work/stdout" 2>&1 ||
        rm -f "$work/ir"/*.mcg
}

collect() { # SOURCE ARGUMENTS...: leave the facts in $work/actual
    graph=$work/ir/$1.mcg
    if [ ! -f "$graph" ]; then
        graph=$work/graph.mcg
        "$bin/cgcollect" -o "$graph" "$@" >"$work/stdout" 2>"$work/stderr" || {
            cat "$work/stderr"
            return 1
        }
    fi
    ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0 "$dump" "$graph" >"$work/actual"
}

compare() { # SOURCE EXPECTED EXTRA: leave a line of totals
    awk -v source="$1" -v totals="$work/totals" '
        FILENAME ~ /\.expected$/ { expected[$0]; next }
        FILENAME ~ /\.extra$/ { sub(/ *#.*/, ""); explained[$0]; next }
        $1 == "define" { own[$2] = $4 == source || $4 == "-" || source ~ /\.ll$/; next }
        $2 == "->" {
            edge = $1 " -> " $3
            found[edge]
            for (i = 4; i <= NF && $i !~ /:/; i++) {
                if ($i != "virtual" && $i != "pointer") { direct[edge] = $0; caller[edge] = $1 }
            }
        }
        END {
            for (e in expected) {
                wanted++
                if (!(e in found)) { missing++; print source ": missing: " e }
            }
            for (e in direct) {
                if (!own[caller[e]] || (e in expected)) continue
                if (e in explained) { reasons++; continue }
                extra++
                print source ": extra: " direct[e]
            }
            for (e in explained) if (!(e in direct)) print source ": explained but not found: " e
            print wanted + 0, wanted - missing, missing + 0, extra + 0, reasons + 0 >>totals
            exit missing > 0 || extra > 0
        }' "$2" "$3" "$work/actual" >"$work/differences"
    status=$?
    LC_ALL=C sort "$work/differences"
    return $status
}

[ -n "$write" ] || collect_together "$@"
for case; do
    base=${case%.*}
    extra=$base.extra
    [ -f "$extra" ] || extra=/dev/null
    flags=-std=c++20
    options=--ir=on
    [ -f "$base.flags" ] && flags=$(cat "$base.flags")
    [ "$case" = "${case%.ll}" ] || { flags='' options=''; }
    good=1
    # shellcheck disable=SC2086 # flags are words
    [ -z "$oracle" ] || oracle_agrees "$base" "$case" $flags || good=
    # shellcheck disable=SC2086
    [ -n "$write" ] ||
        { collect "$case" $options ${flags:+-- $flags} &&
            compare "$case" "$base.expected" "$extra"; } || good=
    [ -n "$good" ] || fail "$case"
done
awk '{ for (i = 1; i <= 5; i++) sum[i] += $i }
    END {
        printf "%d edges expected, %d found, %d missing, %d extra, %d explained\n",
            sum[1], sum[2], sum[3], sum[4], sum[5]
    }' "$work/totals"
echo "$# cases, $failed failed"
[ "$failed" -eq 0 ] && [ $# -gt 0 ]
