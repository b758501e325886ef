#!/bin/sh
# A program outside the project builds against what is installed: run.sh BUILD_DIR
set -eu
build=$(cd "$1" && pwd)
source=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix

DESTDIR= cmake --install "$build" --prefix "$prefix" >"$work/log" || { cat "$work/log"; exit 1; }
library=$(dirname "$(find "$prefix" -name 'libcg.so' | head -n 1)")
export LD_LIBRARY_PATH="$library" PKG_CONFIG_PATH="$library/pkgconfig"
flags=$(sed -n 's/^CMAKE_C_FLAGS:STRING=//p' "$build/CMakeCache.txt")
compiler=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")

# check PROGRAM: it reads what cgmerge wrote
printf '{"f":{"callees":["g"],"hasBody":true},"g":{"callees":[],"hasBody":false}}' >"$work/in.mcg"
"$prefix/bin/cgmerge" "$work/in.mcg" -o "$work/out.mcg"
check() {
    said=$("$1" "$work/out.mcg")
    [ "$said" = "2 functions, 1 call" ] || { echo "$1 said: $said"; exit 1; }
}

cmake -S "$source" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_FLAGS="$flags" \
    -DCMAKE_C_COMPILER="$compiler" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cmake --build "$work/cmake" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
check "$work/cmake/consumer"

mkdir "$work/pc"
$compiler $flags $(pkg-config --cflags libcg) "$source/consumer.c" -o "$work/pc/consumer" \
    $(pkg-config --libs libcg)
check "$work/pc/consumer"

for tool in cgcollect cgmerge cgquery cgvalidate; do
    [ ! -x "$build/bin/$tool" ] || "$prefix/bin/$tool" --version >/dev/null
done

if [ -x "$build/bin/cgcollect" ]; then
    "$source/plugin.sh" "$source/../.." "$prefix" "$compiler" "$flags"
fi
