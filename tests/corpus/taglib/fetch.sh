#!/bin/sh
# A C++ program to measure with: fetch TagLib 1.x from Debian, build it plainly with clang, leave
# compile_commands.json, bin/taglib_workload and workload.sh. Needs network, cmake, clang++-19
# and python3.
#
#     fetch.sh DIR      result: DIR/taglib
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/taglib/bin" "$1/taglib/obj"
cd "$1/taglib"
"$here/../source_package.sh" taglib .
cmake -S src -B cm -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DBUILD_SHARED_LIBS=OFF \
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_C_COMPILER=clang-19 >cmake.log
cp "$here/workload.cc" src/
cp "$here/build.py" .
python3 build.py
echo 'rm -rf data; cp -r src/tests/data data; $RUN bin/taglib_workload data' >workload.sh
