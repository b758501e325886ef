#!/bin/sh
# Check that recall.py and precision.sh detect errors: oracles.sh BIN_DIR
#
# The program in example/ has runs that are made up: callgrind.good is as its graph has it, and in
# callgrind.seeded each call is one that its graph has not. What is printed is held against
# example/*.expected; UPDATE=1 writes these.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
[ -x "$1/cgcollect" ] || { echo "no $1/cgcollect"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
program=$work/example
mkdir "$program"
cp "$here"/example/*.[ch] "$program"
printf '[{"directory": "%s", "file": "main.c", "arguments": ["cc", "-c", "main.c"]},
{"directory": "%s", "file": "sorting.c", "arguments": ["cc", "-c", "sorting.c"]}]\n' \
    "$program" "$program" >"$program/compile_commands.json"

measure() {  # all that is printed but how many facts there are, and what linking cost
    status=0
    CG_CORPUS=$work "$here/precision.sh" --keep "$work/kept" "$1" example >"$work/out" 2>&1 ||
        status=$?
    sed 's/^| example | [0-9]* | [0-9.]* | [0-9]* | \(.* [0-9]* \/\)/| example | - | - | - | \1/' \
        "$work/out"
    echo "exit $status"
}

check() {  # FILE
    expected=$here/example/$(basename "$1").expected
    [ -z "${UPDATE:-}" ] || cp "$1" "$expected"
    diff -u "$expected" "$1"
}

cp "$here/example/callgrind.good" "$program/callgrind.out.good"
measure "$1" >"$work/good"
check "$work/good"
check "$work/kept/example/sites.tsv"
cp "$here/example/callgrind.seeded" "$program/callgrind.out.seeded"
measure "$1" >"$work/seeded"
check "$work/seeded"
