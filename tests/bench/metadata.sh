#!/bin/sh
# What metadata costs: tests/bench/metadata.sh BUILD_DIR PROGRAM...
#
# PROGRAM is a directory with a compile_commands.json. Prints, of each program, how often each kind
# is there, its bytes and their share of the files, and what collecting all kinds adds to the time
# of cgcollect (user and system, of one process); CG_EACH=1 asks that of each kind too. Then merges
# 2,000 partial files made of all programs with all metadata and with none. Needs python3.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
bin=$(cd "${1:?BUILD_DIR}" && pwd)/bin
shift
work=$(mktemp -d "${TMPDIR:-/tmp}/cg-metadata.XXXXXX")
trap 'rm -rf "$work"' EXIT INT TERM

ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.3f", a / b }'; }

seconds() { # KINDS: the least processor seconds of five runs of collecting $program
    "$bin/bench-run" 5 "$bin/cgcollect" -p "$program" -j1 "--metadata=$1" \
        --output-dir "$work/time" | cut -d' ' -f3
}

for program; do
    name=$(basename "$program")
    for kinds in none all; do
        "$bin/cgcollect" -p "$program" --output-dir "$work/$kinds/$name" "--metadata=$kinds" >&2
    done
    echo "== $name"
    python3 "$here/metadata.py" "$work/all/$name"
    none=$(seconds none)
    all=$(seconds all)
    echo "collecting: $none s without, $all s with all: $(ratio "$all" "$none")"
    if [ "${CG_EACH:-}" ]; then
        "$bin/cgcollect" --list-metadata --json | python3 -c '
import json, sys
print(*(k["key"] for k in json.load(sys.stdin)["kinds"] if not k["always"]), sep="\n")' |
            while read -r kind; do
                one=$(seconds "$kind")
                echo "  $kind: $one s: $(ratio "$one" "$none")"
            done
    fi
done

echo "== merging 2,000 partial files"
for kinds in none all; do
    python3 "$here/multiply.py" 2000 "$work/$kinds" "$work/many-$kinds"
    eval "size_$kinds=$(du -sb "$work/many-$kinds" | cut -f1)"
done
for options in "-r -j1" "-r" ""; do
    least_none= least_all=
    for run in 1 2 3 4 5; do
        for kinds in none all; do
            # shellcheck disable=SC2086
            set -- $("$bin/bench-run" 1 "$bin/cgmerge" $options "$work/many-$kinds" \
                -o "$work/whole-$kinds.mcg")
            eval "least_$kinds=\$(printf '%s\n' \$least_$kinds $1 | sort -n | sed -n 1p)"
        done
    done
    echo "cgmerge $options: $((size_none / 1000000)) MB $least_none s without," \
        "$((size_all / 1000000)) MB $least_all s with all: $(ratio "$least_all" "$least_none")"
done
