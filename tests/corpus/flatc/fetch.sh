#!/bin/sh
# A C++ program to measure with: fetch FlatBuffers from Debian, build its schema compiler plainly with
# clang, leave compile_commands.json and bin/flatc. Needs network, cmake, python3 and clang++-19.
#
#     fetch.sh DIR      result: DIR/flatc
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/flatc/bin"
cd "$1/flatc"
"$here/../source_package.sh" flatbuffers .
cmake -S src -B cm -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DCMAKE_BUILD_TYPE=None \
    -DFLATBUFFERS_BUILD_TESTS=OFF -DFLATBUFFERS_BUILD_FLATLIB=OFF -DFLATBUFFERS_BUILD_FLATHASH=OFF \
    -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_CXX_FLAGS='-O0 -gdwarf-4 -w' >cmake.log
cmake --build cm -j "${JOBS:-1}" >build.log 2>&1
python3 "$here/../of_target.py" cm/compile_commands.json compile_commands.json flatc
cp cm/flatc bin/
