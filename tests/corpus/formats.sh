#!/bin/sh
# Record a program of the corpus with every tool at hand, read all recordings, compare their calls,
# and hold the program's graph against each: nothing may be missing.
#
#     CG_CORPUS=DIR formats.sh BIN_DIR PROGRAM
#
# DIR/PROGRAM has compile_commands.json, see record.sh; BIN_DIR has cgcollect, cgmerge, cgvalidate.
# $CG_RECORDINGS names a directory that has or gets the recordings, PROGRAM in it. Skips (77) without
# the program, valgrind, uftrace, perf or python3.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
bin=$1
program=$2
source=${CG_CORPUS:-}/$program
[ -f "$source/compile_commands.json" ] || exit 77
for tool in valgrind uftrace perf python3; do command -v "$tool" >/dev/null || exit 77; done
[ -x "$bin/cgcollect" ] || { echo "no $bin/cgcollect"; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
recordings=${CG_RECORDINGS:-$work}/$program
[ -d "$recordings/callgrind" ] || "$here/record_formats.sh" "$source" "$recordings"
failed=0
python3 "$here/formats.py" "$recordings" "$bin/cgvalidate" || failed=1

"$bin/cgcollect" -p "$source" --output-dir "$work/mcg" >"$work/collect.log" 2>&1 || true
"$bin/cgmerge" "$work/mcg" -o "$work/whole.mcg"
hold() { # WHAT PROFILE...
    what=$1
    shift
    "$bin/cgvalidate" "$work/whole.mcg" "$@" >"$work/answer" 2>&1 || failed=1
    echo "$what: $(sed -n -e '/^calls checked/p' -e '/missing/p' -e '/^recall/p' "$work/answer" |
        tr -s ' \n' ' ')"
    if [ $failed -ne 0 ]; then head -40 "$work/answer"; fi
}
hold callgrind "$recordings"/callgrind/*
hold uftrace "$recordings"/uftrace/*.json.gz
hold folded "$recordings"/uftrace/*.folded
hold perf "$recordings"/perf/*.perf
for directory in "$recordings"/gprof/*; do
    hold gprof --binary="$recordings/bin-gprof/$(basename "$directory")" "$directory"/*
done
exit $failed
