#!/bin/sh
# The runtime library under AddressSanitizer and ThreadSanitizer: sanitizers.sh BIN_DIR [SECONDS]
#
# It is linked into a program that makes threads and processes without end, which begins and ends
# threads, forks, and calls from signal handlers, for so many seconds. The churn runs a third time
# without a sanitizer under cgrecord, which must find it alive at the end, with as many calls as it
# counted itself.
set -u
here=$(cd "$(dirname "$0")" && pwd)
bin=$1 seconds=${2:-1}
command -v gcc >/dev/null || exit 77
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
runtime=$here/../../cgrecord/runtime
failed=0

# ThreadSanitizer ends a thread in the last round of destructors, so we must do so before it.
for sanitizer in address,undefined thread; do
    flags="-DCGR_LAST_ROUND=2 -g -O1 -D_GNU_SOURCE -std=gnu17 -fsanitize=$sanitizer -fno-sanitize-recover=undefined"
    for source in chosen file hooks loaded modules patches seal signals slow_calls stacks start thread tree static_wrappers xray; do
        gcc $flags -c "$runtime/$source.c" -o "$work/$source.o" || exit 2
    done
    gcc $flags -finstrument-functions "$here/churn.c" "$work"/*.o -o "$work/churn" -lpthread || exit 2
    mkdir "$work/recordings"
    CGRECORD_DIRECTORY=$work/recordings TSAN_OPTIONS=exitcode=66 timeout 120 \
        "$work/churn" "$seconds" >"$work/said" 2>&1 || {
        echo "FAILED with -fsanitize=$sanitizer: exit $?"
        head -40 "$work/said"
        failed=1
    }
    [ -n "$(ls "$work/recordings")" ] || { echo "FAILED: nothing was recorded"; failed=1; }
    CGRECORD_DIRECTORY=$work/recordings CGRECORD_SAMPLE=1000 TSAN_OPTIONS=exitcode=66 timeout 120 \
        "$work/churn" 1 >"$work/said" 2>&1 || {
        echo "FAILED with -fsanitize=$sanitizer, sampled: exit $?"
        head -40 "$work/said"
        failed=1
    }
    ls "$work/recordings"/*.cgstk >/dev/null || failed=1
    rm -r "$work/recordings" "$work"/*.o
done

gcc -g -O1 -finstrument-functions "$here/churn.c" -o "$work/churn" -lpthread || exit 2
timeout 300 "$bin/cgrecord" -q -o "$work/run.cubex" -- "$work/churn" "$seconds" >"$work/said" || {
    echo "FAILED: churn exits $?"
    failed=1
}
wanted=$(sed -n 's/^calls //p' "$work/said")
found=$("$here/cubex.py" "$work/run.cubex" | awk '/counted [0-9]*$/ { n += $NF } END { print n + 0 }')
[ "$wanted" = "$found" ] || { echo "FAILED: $found calls, not $wanted"; failed=1; }

# Programs that gcc compiled with a sanitizer, whose runtime wants to be the first library.
for sanitizer in address undefined thread leak; do
    gcc -g -O1 -fsanitize=$sanitizer -finstrument-functions "$here/churn.c" -o "$work/churn" -lpthread || exit 2
    "$bin/cgrecord" -q -o "$work/run.cubex" -- "$work/churn" 0 >"$work/said" 2>&1 &&
        "$here/cubex.py" "$work/run.cubex" | grep -q "^main" || {
        echo "FAILED: churn with -fsanitize=$sanitizer"
        head -20 "$work/said"
        failed=1
    }
done
exit $failed
