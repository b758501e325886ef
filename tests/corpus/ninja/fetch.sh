#!/bin/sh
# A C++ program to measure with: fetch Ninja from Debian, build it and its tests plainly with clang,
# leave compile_commands.json and bin/ninja. Needs network, cmake and clang++-19.
#
#     fetch.sh DIR      result: DIR/ninja
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/ninja/bin"
cd "$1/ninja"
"$here/../source_package.sh" ninja-build .
cmake -S src -B cm -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DBUILD_TESTING=OFF \
    -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_C_COMPILER=clang-19 \
    -DCMAKE_CXX_FLAGS='-O0 -gdwarf-4 -w' >cmake.log
cmake --build cm -j "${JOBS:-1}" >build.log 2>&1
cp cm/compile_commands.json .
cp cm/ninja bin/
