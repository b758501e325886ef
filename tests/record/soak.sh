#!/bin/sh
# Threads and processes that begin and end, recorded again and again: soak.sh BIN_DIR [SECONDS]
#
# Each round records churn with other options, at least once with each. It must end in time, behave as it
# does alone, and leave every call that it counted itself, no file and no process. 3600 seconds make the
# long soak.
set -u
here=$(cd "$(dirname "$0")" && pwd)
bin=$1 seconds=${2:-0}
command -v gcc >/dev/null || exit 77
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
mkdir "$work/tmp"
gcc -g -O1 -finstrument-functions "$here/churn.c" -o "$work/churn" -lpthread || exit 2
end=$(($(date +%s) + seconds))
rounds=0
calls=0
failed=0

fail() {
    echo "FAILED in round $rounds ($options): $1"
    head -20 "$work/errors"
    failed=1
}

while [ "$failed" = 0 ] && { [ "$rounds" -lt 6 ] || [ "$(date +%s)" -lt "$end" ]; }; do
    rounds=$((rounds + 1))
    case $((rounds % 6)) in
    0) options="--rate 1000" ;;
    1) options="--clock" ;;
    2) options="--recursion 0" ;;
    3) options="--events page_faults,context_switches,migrations" ;;
    4) options="--threads-below --rate 5000" ;;
    5) options="--rate 0" ;;
    esac
    TMPDIR=$work/tmp timeout 120 "$bin/cgrecord" -q $options -o "$work/run.cubex" -- \
        "$work/churn" 1 >"$work/said" 2>"$work/errors" || fail "exit $?"
    wanted=$(sed -n 's/^calls //p' "$work/said")
    found=$("$here/cubex.py" "$work/run.cubex" |
        awk '/counted [0-9]*$/ { n += $NF } END { print n + 0 }')
    [ "$wanted" = "$found" ] || fail "$found calls, not $wanted"
    [ -z "$(ls -A "$work/tmp")" ] || fail "files are left: $(ls "$work/tmp")"
    pgrep -f "^$work/churn" >/dev/null && fail "processes are left"
    calls=$((calls + ${wanted:-0}))
done
echo "$rounds rounds, $calls calls"
exit $failed
