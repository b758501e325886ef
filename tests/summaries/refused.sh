#!/bin/sh
# check.py refuses what it has to: refused.sh CLANG
cd "$(dirname "$0")" || exit 2
said=$(./check.py "$1" refused/wrong.summaries refused/wrong.h)
status=$?
[ "$status" -ne 77 ] || exit 77
printf '%s\n' "$said" | LC_ALL=C sort | diff -u refused/expected - && [ "$status" -eq 1 ]
