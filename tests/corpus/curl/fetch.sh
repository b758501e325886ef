#!/bin/sh
# A C program to measure with: fetch curl and its library from Debian, build them plainly with clang
# into one program, leave compile_commands.json, bin/curl and workload.sh. Needs network, bear, make,
# python3, clang-19, libssl-dev and zlib1g-dev.
#
#     fetch.sh DIR      result: DIR/curl
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/curl/bin"
cd "$1/curl"
"$here/../source_package.sh" curl .
(cd src && ./configure -q --disable-shared --disable-dependency-tracking --disable-ldap \
    --disable-manual --with-openssl --with-zlib --without-brotli --without-zstd --without-libpsl \
    --without-libssh2 --without-librtmp --without-libidn2 --without-nghttp2 \
    CC=clang-19 CFLAGS='-O0 -gdwarf-4 -w') >configure.log 2>&1
bear --output compile_commands.json -- sh -c 'make -C src/lib -s && make -C src/src -s curl' \
    >build.log 2>&1
python3 "$here/../compiled.py" compile_commands.json
cp src/src/curl bin/
cp "$here/workload.sh" .
