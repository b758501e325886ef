#!/bin/sh
# Fuzz for a while, with what every target already has to start from.
#
#     tests/fuzz/campaign.sh BUILD MINUTES [TARGET...]
#
# BUILD was made with -DCG_FUZZ=ON and clang. TARGET is the name of a directory of corpus/ (all
# without any): `read`, `profile-cubex`, ... Each gets MINUTES of one core; as many run at once as
# $CG_JOBS says (default: cores). Inputs that were found interesting stay in BUILD/campaign/TARGET,
# findings (crashes, time-outs, leaks, memory) in BUILD/campaign/findings, logs beside. Prints a line
# a target. Exit status: 0 no findings, 1 some, 2 trouble.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 2 ] || { sed -n '4s/^# *//p' "$0" >&2; exit 2; }
build=$(cd "$1" && pwd)
seconds=$(($2 * 60))
shift 2
[ $# -gt 0 ] || set -- $(ls "$here/corpus")
out=$build/campaign
findings=$out/findings
mkdir -p "$findings"

program() { # TARGET: the readers of profiles share one
    case $1 in
    profile-*) echo "$build/bin/fuzz-profile" ;;
    *) echo "$build/bin/fuzz-$1" ;;
    esac
}

fuzz() { # TARGET
    mkdir -p "$out/$1"
    "$(program "$1")" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=65536 \
        -print_final_stats=1 -artifact_prefix="$findings/$1-" "$out/$1" "$here/corpus/$1" \
        >"$out/$1.log" 2>&1 || true
}

summary() { # TARGET
    awk -v target="$1" -v found="$(find "$findings" -name "$1-*" | wc -l)" '
        /stat::number_of_executed_units/ { runs = $2 }
        /stat::peak_rss_mb/ { peak = $2 }
        match($0, /cov: [0-9]+/) { coverage = substr($0, RSTART + 5, RLENGTH - 5) }
        END {
            printf "%-20s %10d runs, coverage %5d, peak %4d MB, findings %d\n", target, runs,
                coverage, peak, found
            exit runs == 0 && found == 0
        }' "$out/$1.log" || { echo "$1: did not run, see $out/$1.log" >&2; return 1; }
}

for target; do
    [ -x "$(program "$target")" ] || { echo "no $(program "$target")" >&2; exit 2; }
    [ -d "$here/corpus/$target" ] || { echo "no $here/corpus/$target" >&2; exit 2; }
done
# In batches: all of one take equally long.
jobs=${CG_JOBS:-$(nproc)}
count=0
for target; do
    fuzz "$target" &
    count=$((count + 1))
    [ $((count % jobs)) -ne 0 ] || wait
done
wait
status=0
for target; do summary "$target" || status=2; done
[ -z "$(find "$findings" -type f)" ] || { ls "$findings"; [ $status -ne 0 ] || status=1; }
exit $status
