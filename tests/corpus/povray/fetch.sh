#!/bin/sh
# A large C++ program to measure with: fetch POV-Ray from Debian, build it plainly with clang, leave
# compile_commands.json and bin/povray. Needs network, autoconf, automake, bear, make, python3,
# clang++-19, libboost-thread-dev, libboost-date-time-dev, libjpeg-dev, libpng-dev, libtiff-dev and
# zlib1g-dev.
#
#     fetch.sh DIR      result: DIR/povray
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/povray/bin"
cd "$1/povray"
"$here/../source_package.sh" povray .
[ -x src/configure ] || (cd src/unix && ./prebuild.sh) >prebuild.log 2>&1
(cd src && ./configure -q COMPILED_BY='the corpus' --disable-optimiz --disable-strip --without-x \
    --without-libsdl --without-openexr --without-libmkstemp \
    CC=clang-19 CXX=clang++-19 CXXFLAGS='-O0 -gdwarf-4 -w' CFLAGS='-O0 -gdwarf-4 -w') \
    >configure.log 2>&1
bear --output compile_commands.json -- make -C src -s -j "${JOBS:-1}" >build.log 2>&1
python3 "$here/../compiled.py" compile_commands.json
cp src/unix/povray bin/
echo -lboost_thread -ltiff -ljpeg -lpng -lz >libraries
