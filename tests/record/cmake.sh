#!/bin/sh
# cg_record gives targets their hooks: cmake.sh BIN_DIR
set -u
here=$(cd "$(dirname "$0")" && pwd)
bin=$1
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cat >"$work/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(recorded C)
include($here/../../libcg/cmake/cgRecord.cmake)
add_executable(app app.c)
add_executable(bare app.c)
cg_record(app EXCLUDE_FUNCTIONS quiet)
END
cat >"$work/app.c" <<'END'
__attribute__((noinline)) void quiet(void) { __asm__ volatile(""); }
__attribute__((noinline)) void loud(void) { __asm__ volatile(""); }
int main(void) { quiet(); loud(); return 0; }
END
{ CC=gcc cmake -S "$work" -B "$work/build" && cmake --build "$work/build"; } >"$work/log" 2>&1 || {
    cat "$work/log"
    exit 1
}
failed=0
"$bin/cgrecord" -q -o "$work/run.cubex" -- "$work/build/app" || failed=1
[ "$("$here/cubex.py" "$work/run.cubex" | tr '\n' ' ')" = "main 1 main;loud 1 " ] || {
    echo "FAILED: $("$here/cubex.py" "$work/run.cubex")"
    failed=1
}
if "$bin/cgrecord" -q --mode hooks -o "$work/run.cubex" -- "$work/build/bare" 2>/dev/null; then
    echo "FAILED: a target without cg_record was recorded"
    failed=1
fi
sed -i 's/cg_record(app.*/cg_record(nothing)/' "$work/CMakeLists.txt"
cmake -S "$work" -B "$work/build" 2>&1 | grep -q "cg_record: there is no target nothing" || {
    echo "FAILED: a target that is not there is taken"
    failed=1
}
exit $failed
