#!/bin/sh
# Compare cyclomaticComplexity with pmccabe's result for the preprocessed source.
#
#     compare_pmccabe.sh BIN_DIR DUMP
#
# Uses the C cases collected from the source alone, except those with addresses of labels
# (`&&label`), which pmccabe takes for an "and". Exit status 77 without pmccabe or a preprocessor.
set -u

bin=$1
dump=$2
[ -x "$bin/cgcollect" ] || { echo "no $bin/cgcollect"; exit 2; }
command -v pmccabe >/dev/null || { echo "no pmccabe"; exit 77; }
cc=${CC:-$(command -v clang-19 || command -v cc)} || { echo "no preprocessor"; exit 77; }
cd "$(dirname "$0")" || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for case in calls/*.c statements/*.c metadata/calls.c; do
    grep -q '&&[a-z]' "$case" && continue
    "$cc" -E -P "$case" -o "$work/case.c" 2>/dev/null || continue
    "$bin/cgcollect" --ir=off "$case" -o "$work/graph.mcg" 2>/dev/null || continue
    pmccabe "$work/case.c" | sed 's/^[0-9]*\t\([0-9]*\)\t.*: \(.*\)$/\2 \1/' | LC_ALL=C sort >"$work/theirs"
    "$dump" --metadata=cyclomaticComplexity "$work/graph.mcg" | cut -d' ' -f1,3 |
        LC_ALL=C sort >"$work/ours"
    LC_ALL=C join "$work/ours" "$work/theirs" | sed "s|^|$case |"
done | awk '
    { total++ }
    $3 != $4 { bad++; print $1 ": " $2 ": " $3 ", pmccabe says " $4 }
    END { print total + 0 " functions, " bad + 0 " differ"; exit bad > 0 || total < 30 }'
