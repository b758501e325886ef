#!/bin/sh
# Measures how fast recorded runs are read, and validated against a graph: tests/bench/profile.sh
# [BUILD_DIR]
#
# Callgrind and traces in MB/s; Cube 4 of 100,000 paths x 1,000 locations against cat and gzip -dc
# of the same bytes, and the memory it takes at 10, 100 and 1,000 locations; validating a graph of
# some thousand functions. $CG_MEGABYTES (500) is the size of the text files; all are generated into
# a temporary directory, one at a time (2 GB). Rates and ratios are of processor time, the best of 3,
# so that what else runs hardly matters. Needs python3.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
bin=$(cd "${1:-build}" && pwd)/bin
megabytes=${CG_MEGABYTES:-500}
bytes=$((megabytes * 1000000))
work=$(mktemp -d "${TMPDIR:-/tmp}/cg-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT INT TERM

rate() { # WHAT FILE: seconds and peak of reading
    measured=$("$bin/bench-run" 3 "$bin/bench-profile" "$2")
    set -- "$1" "$2" $measured
    awk -v what="$1" -v size="$(stat -c %s "$2")" -v wall="$3" -v peak="$4" \
        -v seconds="$5" 'BEGIN {
        printf "%-22s %6.0f MB  %6.2f s  %6.2f s CPU  %6.0f MB/s  peak %5.0f MiB\n", what,
            size / 1e6, wall, seconds, size / 1e6 / seconds, peak / 1024 }'
    rm -f "$2"
}

echo "== reading"
"$bin/bench-generate-callgrind" 50000 "$megabytes" 1 "$work/callgrind.out"
rate callgrind "$work/callgrind.out"
for form in begin xray span; do
    "$bin/bench-generate-trace" $form "$bytes" "$work/trace.json"
    rate "trace, $form" "$work/trace.json"
done
for form in perf folded; do
    python3 "$here/profile_text.py" $form "$bytes" "$work/$form"
    rate "$form" "$work/$form"
done

# The bytes inside a .cubex are read alike by cat, or by gzip when they are compressed.
plain() { # COMMAND...: seconds of the processor
    "$bin/bench-run" 3 sh -c "$* >/dev/null" | cut -d' ' -f3
}
cubex() { # PATHS LOCATIONS raw|zlib
    file=$work/$3.cubex
    "$bin/bench-generate-cubex" "$1" "$2" "$3" "$file"
    measured=$("$bin/bench-run" 3 "$bin/bench-profile" "$file")
    set -- "$@" $measured
    if [ "$3" = raw ]; then
        than="cat $(plain cat "$file")"
    else
        "$bin/bench-generate-cubex" "$1" "$2" raw "$work/raw"
        gzip -1 "$work/raw"
        than="gzip-dc $(plain gzip -dc "$work/raw.gz")"
        rm -f "$work/raw.gz"
    fi
    awk -v paths="$1" -v places="$2" -v form="$3" -v peak="$5" -v seconds="$6" -v than="$than" \
        -v size="$(stat -c %s "$file")" 'BEGIN {
        split(than, other, " ")
        printf "%6d paths x %4d, %-4s %6.0f MB  %6.2f s  %s %.2f s: ratio %.2f  peak %5.0f MiB\n",
            paths, places, form, size / 1e6, seconds, other[1], other[2], seconds / other[2],
            peak / 1024 }'
    rm -f "$file"
}
echo "== Cube 4"
for locations in 10 100 1000; do cubex 100000 $locations raw; done
cubex 100000 1000 zlib

echo "== validating"
"$bin/bench-generate" whole 4000 20000 4 "$work/graph.mcg"
python3 "$here/profile_text.py" walks "$work/graph.mcg" 20000 "$work/walks"
measured=$("$bin/bench-run" 3 "$bin/cgvalidate" -o "$work/answer" "$work/graph.mcg" "$work/walks")
set -- $measured
echo "4,000 functions, 20,000 calls, $(sed -n 's/^calls checked *//p' "$work/answer") calls ran:" \
    "$1 s, $3 s CPU, peak $(($2 / 1024)) MiB; $(grep '^recall' "$work/answer" | tr -s ' ')"
