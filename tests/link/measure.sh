#!/bin/sh
# Measure linking of a real program and hold its graph against what its runs did.
#
#     CG_CORPUS=DIR measure.sh BIN_DIR PROGRAM
#
# DIR/PROGRAM has compile_commands.json and dynamic_edges.tsv, see ../corpus/record.sh; BIN_DIR has
# cgcollect, cgmerge, link-dump and link-measure. Prints a row of a table and, to standard error,
# every call that ran but that the graph neither has nor says to be open; such a call is a failure.
# $CG_KEEP names a directory to leave the graphs in. Skips (77) without the program.
#
# Columns: translation units; calls through pointers, of them closed and open, callees of one, mean
# and most; the same by type alone (all functions of its signature whose address is taken); virtual
# calls likewise; pointer facts in thousands and MB; seconds and MB of merging without and with
# linking; edges that ran, of them found, made by functions with open calls, through inlined
# functions, missing; functions called by libraries, of them missing. Needs python3.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
bin=$1
program=$2
source=${CG_CORPUS:-}/$program
[ -f "$source/dynamic_edges.tsv" ] || exit 77
[ -x "$bin/cgcollect" ] || { echo "no $bin/cgcollect"; exit 2; }

work=${CG_KEEP:-}
if [ -z "$work" ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi
mkdir -p "$work"

# Seconds and megabytes that a command takes, to descriptor 3.
measured() {
    python3 -c '
import os, sys, time
start = time.monotonic()
pid = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(pid, 0)
os.write(3, f"{time.monotonic() - start:.2f} {usage.ru_maxrss / 1024:.0f}".encode())
sys.exit(os.waitstatus_to_exitcode(status))' "$@"
}

"$bin/cgcollect" -p "$source" --output-dir "$work/mcg" >&2
merge=$(measured "$bin/cgmerge" -r "$work/mcg" -o "$work/part.mcg" 3>&1 >&2)
link=$(measured "$bin/cgmerge" "$work/mcg" -o "$work/whole.mcg" 3>&1 >&2)
"$bin/link-measure" "$work/part.mcg" "$work/whole.mcg" >"$work/counts"
"$bin/link-dump" --run "$work/whole.mcg" >"$work/facts"
LC_ALL=C awk -v facts="$work/facts" -f "$here/../corpus/names.awk" -f "$here/measure.awk" \
    "$source/dynamic_edges.tsv" >"$work/run"
units=$(find "$work/mcg" -name '*.mcg' | wc -l)

LC_ALL=C awk -v program="$program" -v units="$units" -v merge="$merge" -v link="$link" '
    function mean(sum, count) { return sprintf("%.1f", count ? sum / count : 0) }
    function column(text) { row = row " " text " |" }
    function calls(sites, closed, targets, most) {
        column(sites)
        column(closed)
        column(sites - closed)
        column(mean(targets, sites))
        column(most)
    }
    { for (i = 2; i <= NF; i++) value[$1, i - 1] = $i }
    $1 == "unknown" { words = $0; sub(/^unknown 1 /, "", words); unknown[words]++ }
    END {
        print "| program | files | pointer | closed | open | mean | most | by type: mean | most |" \
            " virtual | closed | open | mean | most | facts | MB | merge s | MB | link s | MB |" \
            " ran | found | open | inlined | missing | called back | missing |"
        row = "| " program " |"
        column(units)
        calls(value["pointer", 1], value["pointer", 2], value["pointer", 3], value["pointer", 4])
        column(mean(value["types", 2], value["types", 1]))
        column(value["types", 3])
        calls(value["virtual", 1], value["virtual", 2], value["virtual", 3], value["virtual", 4])
        column(sprintf("%.0fk", value["facts", 1] / 1000))
        column(sprintf("%.1f", value["facts", 2] / 1e6))
        split(merge " " link, cost, " ")
        for (i = 1; i <= 4; i++) column(cost[i])
        for (i = 1; i <= 7; i++) column(value["run", i])
        print row
        for (words in unknown) print "open: " unknown[words] " " words | "sort"
        close("sort")
        exit !value["run", 1] || value["run", 5] + value["run", 7] > 0
    }' "$work/counts" "$work/run"
