#!/bin/sh
# The bound of `cgquery stack`, against a program's measured use, with the compilers' frame sizes:
# run.sh BIN_DIR
set -u
export LC_ALL=C
bin=$(cd "$1" && pwd) || exit 2
cd "$(dirname "$0")" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0
ran=0

# check COMPILER LEVEL: the bound holds, is one, and is no more than half as much again
check() {
    command -v "$1" >/dev/null || return 0
    (cd "$work" && cp "$OLDPWD/tasks.c" . &&
        "$1" -pthread "$2" -fstack-usage tasks.c -o tasks 2>/dev/null) || return 0
    used=$("$work/tasks") || return 0
    ran=1
    "$bin/cgmerge" tasks.mcg --annotate "$work"/*.su -o "$work/sizes.mcg" &&
        "$bin/cgquery" stack "$work/sizes.mcg" --entry task --bounds bounds.txt >"$work/answer"
    bound=$(sed -n 's/^task: at most \([0-9]*\) bytes$/\1/p' "$work/answer")
    echo "$1 $2: used $used, at most ${bound:-unknown}"
    if [ -z "$bound" ] || [ "$used" -gt "$bound" ] || [ $((used * 3 / 2)) -lt "$bound" ]; then
        cat "$work/answer"
        failed=1
    fi
    rm "$work"/*.su
}

for compiler in gcc clang; do
    for level in -O0 -O1 -O2 -Os -O3; do
        check $compiler $level
    done
done
[ $ran = 1 ] || exit 77
exit $failed
