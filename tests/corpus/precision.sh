#!/bin/sh
# Measure how precisely calls through pointers of programs are resolved, and hold their graphs
# against what ran, by the line of the call.
#
#     CG_CORPUS=DIR precision.sh [OPTION]... BIN_DIR PROGRAM...
#
# DIR/PROGRAM has compile_commands.json and, for what is said of runs, bin/ and callgrind.out.*, see
# record.sh; BIN_DIR has cgcollect, cgmerge, cgquery and reach-pairs. Prints a row for each program
# and, to standard error, each call that ran and that its graph has not (recall.py says what counts).
#
#     --table FILE    write the rows of all programs to FILE, as Markdown
#     --keep DIR      leave the graphs in DIR/PROGRAM, beside sites.tsv, a line for each site; what is
#                     there is collected again only when cgcollect is another (default: $CG_KEEP)
#     --link OPTIONS  more options of cgmerge, as in --link '--virtual=rta --world=closed'
#     --memory MB     let cgmerge have no more address space than this
#     --seconds N     nor more CPU time than this
#     -j N            collect N files at a time (default: 1)
#
# Columns: calls through pointers; of them resolved; callees of a site that has any (mean, median,
# what 95 % of the sites do not exceed, most), the same of those unresolved; sites with more than 50;
# what types alone give at the same sites; sites with more callees than that, and with callees of
# other types; edges that linking added; virtual calls; of them resolved; callees of one that has any;
# those that the class hierarchy alone gives; sites with more callees than that. Then pointer facts;
# seconds of CPU and MB of linking; calls that ran by verdict; functions that libraries called;
# functions that ran but are dead, and pairs that ran but reachability says no of; calls of runs that
# g++ built, how many of them cgvalidate finds, and does not; sites that called functions of the
# program, share of these that are callees (recall), share of the callees that ran (precision, over
# all and as mean of sites), and of those types give; answers about all pairs of 60 functions, and
# yes by types alone.
#
# Exit status: 0 done, 1 something that ran is missing or linking failed, 2 trouble, 77 no program of
# these is there. Needs python3, nm.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
usage() { sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; }
trouble() { echo "precision.sh: $*" >&2; exit 2; }

table='' keep=${CG_KEEP:-} link='' memory=0 seconds=0 jobs=1
while [ $# -gt 0 ]; do
    case $1 in
    -h | --help) usage; exit 0 ;;
    --table | --keep | --link | --memory | --seconds | -j)
        [ $# -gt 1 ] || trouble "$1 needs a value"
        case $1 in
        --table) table=$2 ;;
        --keep) keep=$2 ;;
        --link) link=$2 ;;
        --memory) memory=$2 ;;
        --seconds) seconds=$2 ;;
        -j) jobs=$2 ;;
        esac
        shift 2 ;;
    -*) trouble "no option $1; see --help" ;;
    *) break ;;
    esac
done
[ $# -ge 2 ] || trouble 'BIN_DIR and PROGRAM are missing; see --help'
bin=$(cd "$1" 2>/dev/null && pwd) || trouble "$1 is no directory"
shift
for tool in cgcollect cgmerge cgquery reach-pairs; do
    [ -x "$bin/$tool" ] || trouble "no $bin/$tool"
done
CG_CORPUS=${CG_CORPUS:-/nonexistent}
if [ -z "$keep" ]; then
    keep=$(mktemp -d)
    trap 'rm -rf "$keep"' EXIT
fi

# What the graphs of a program's files are made by.
collector() { cat "$bin/cgcollect" "$source/compile_commands.json" | cksum; }

collect() {
    [ "$(collector)" != "$(cat "$out/collected" 2>/dev/null)" ] || return 0
    rm -rf "$out/mcg" "$out/collected"
    "$bin/cgcollect" -p "$source" --root "$source" -j "$jobs" --output-dir "$out/mcg" \
        2>"$out/collect.log" || [ $? -eq 1 ] || { cat "$out/collect.log" >&2; return 1; }
    collector >"$out/collected"
}

# shellcheck disable=SC2086 # options are words
link() {
    python3 "$here/measured.py" "$out/link.json" "$memory" "$seconds" "$bin/cgmerge" -v $link \
        "$out/mcg" -o "$out/whole.mcg" >"$out/link.log" 2>&1
}

measure() {
    source=$(cd "$CG_CORPUS/$program" && pwd)
    out=$keep/$program
    mkdir -p "$out"
    rm -f "$out/whole.mcg" "$out/precision.json"
    collect || exit 2
    if ! link; then
        cat "$out/link.log" >&2
        printf '{"program": "%s", "failed": "link fails"}\n' "$program" >"$out/precision.json"
        return 1
    fi
    found=0
    python3 "$here/precision.py" count "$out/whole.mcg" "$source" "$out" --bin "$bin" \
        >"$out/recall.log" || found=1
    sed "s/^/$program: /" "$out/recall.log" >&2
    [ -f "$out/precision.json" ] || exit 2
    return $found
}

status=0 rows=
for program; do
    if [ ! -f "$CG_CORPUS/$program/compile_commands.json" ]; then
        echo "$program: no $CG_CORPUS/$program/compile_commands.json" >&2
        continue
    fi
    measure || status=1
    rows="$rows $keep/$program/precision.json"
    python3 "$here/precision.py" table "$keep/$program/precision.json"
done
[ -n "$rows" ] || exit 77
# shellcheck disable=SC2086 # names of programs are words
[ -z "$table" ] || python3 "$here/precision.py" table $rows >"$table"
exit $status
