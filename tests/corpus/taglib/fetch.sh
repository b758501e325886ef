#!/bin/sh
# A C++ program to measure with: fetch TagLib 1.x from Debian, build it plainly with clang, leave
# compile_commands.json, bin/taglib_workload and workload.sh. Needs network, cmake, clang++-19,
# python3 and deb-src entries.
#
#     fetch.sh DIR      result: DIR/taglib
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/taglib/src" "$1/taglib/bin" "$1/taglib/obj" "$1/taglib/dl"
cd "$1/taglib"
(cd dl && apt-get source -q --download-only taglib)
tar xf dl/taglib_*.orig.tar.* -C src --strip-components=1
cmake -S src -B cm -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DBUILD_SHARED_LIBS=OFF \
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_C_COMPILER=clang-19 >cmake.log
cp "$here/workload.cc" src/
cp "$here/build.py" .
python3 build.py
echo 'rm -rf data; cp -r src/tests/data data; $RUN bin/taglib_workload data' >workload.sh
