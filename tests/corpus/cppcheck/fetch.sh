#!/bin/sh
# A C++ program to measure with: fetch Cppcheck from Debian, build it plainly with clang, leave
# compile_commands.json, libraries and bin/cppcheck. Needs network, cmake, clang++-19, libpcre3-dev and
# python3.
#
#     fetch.sh DIR      result: DIR/cppcheck
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/cppcheck/bin"
cd "$1/cppcheck"
"$here/../source_package.sh" cppcheck .
cmake -S src -B cm -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DUSE_MATCHCOMPILER=Off -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
    -DFILESDIR="$PWD/src" -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_COMPILER=clang++-19 \
    -DCMAKE_CXX_FLAGS='-O0 -gdwarf-4 -w' >cmake.log
cmake --build cm -j "${JOBS:-1}" --target cppcheck >build.log 2>&1
python3 "$here/../of_target.py" cm/compile_commands.json compile_commands.json \
    cppcheck cppcheck-core cli_objs simplecpp_objs tinyxml2_objs
cp cm/bin/cppcheck bin/
echo -lpcre >libraries
