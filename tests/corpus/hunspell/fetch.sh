#!/bin/sh
# A C++ program to measure with: fetch Hunspell from Debian, build it plainly with clang, leave
# compile_commands.json and bin/hunspell. Needs network, autoconf, automake, libtool, gettext, bear,
# make, python3 and clang++-19.
#
#     fetch.sh DIR      result: DIR/hunspell
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/hunspell/bin"
cd "$1/hunspell"
"$here/../source_package.sh" hunspell .
[ -x src/configure ] || (cd src && autoreconf -i) >prebuild.log 2>&1
(cd src && ./configure -q --disable-shared --disable-nls CC=clang-19 CXX=clang++-19 \
    CXXFLAGS='-O0 -gdwarf-4 -w' CFLAGS='-O0 -gdwarf-4 -w') >configure.log 2>&1
rm -f src/src/*/*.o src/src/*/*.lo src/src/*/*.a src/src/*/*.la
bear --output compile_commands.json -- sh -c 'make -C src/src/hunspell -s -j "${JOBS:-1}" &&
    make -C src/src/parsers -s -j "${JOBS:-1}" libparsers.a && make -C src/src/tools -s hunspell' \
    >build.log 2>&1
python3 "$here/../compiled.py" compile_commands.json
cp src/src/tools/hunspell bin/
