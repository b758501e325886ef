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
# Where clang has XRay's runtime: -fxray-instrument for sources and executables.
for clang in clang-19 clang; do
    printf 'int main(void) { return 0; }\n' >"$work/empty.c"
    "$clang" -fxray-instrument "$work/empty.c" -o "$work/empty" 2>/dev/null || continue
    sed -i 's/cg_record(app.*/cg_record(app XRAY)/' "$work/CMakeLists.txt"
    CC=$clang cmake -S "$work" -B "$work/xray" >"$work/log" 2>&1 &&
        cmake --build "$work/xray" >"$work/log" 2>&1 || { cat "$work/log"; failed=1; }
    "$bin/cgrecord" -q --mode xray -o "$work/run.cubex" -- "$work/xray/app" || failed=1
    [ "$("$here/cubex.py" "$work/run.cubex" | tr '\n' ' ')" = "main 1 main;loud 1 main;quiet 1 " ] || {
        echo "FAILED: XRay: $("$here/cubex.py" "$work/run.cubex")"
        failed=1
    }
    break
done
# refused LINE MESSAGE
refused() {
    sed -i "s/cg_record(.*/$1/" "$work/CMakeLists.txt"
    cmake -S "$work" -B "$work/build" 2>&1 | tr -s ' \n' ' ' | grep -q "$2" || {
        echo "FAILED: $1 is taken"
        failed=1
    }
}
refused 'cg_record(app XRAY)' 'cg_record: XRAY needs Clang, and the compiler of C is GNU'
refused 'cg_record(app XRAY EXCLUDE_FILES x)' 'cg_record: XRAY takes THRESHOLD'
refused 'cg_record(app THRESHOLD 3)' 'cg_record: THRESHOLD needs XRAY'
sed -i 's/cg_record(.*/cg_record(nothing)/' "$work/CMakeLists.txt"
cmake -S "$work" -B "$work/build" 2>&1 | grep -q "cg_record: there is no target nothing" || {
    echo "FAILED: a target that is not there is taken"
    failed=1
}
exit $failed
