#!/bin/sh
# A large C program to measure with: fetch OpenSSL 3 from Debian, build libcrypto, libssl, the
# providers and the command-line tool plainly with clang into one program, without assembly. Leave
# compile_commands.json, bin/openssl and workload.sh. Needs network, bear, make, perl, python3 and
# clang-19.
#
#     fetch.sh DIR      result: DIR/openssl
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/openssl/bin"
cd "$1/openssl"
"$here/../source_package.sh" openssl .
(cd src && CC=clang-19 CFLAGS='-O0 -gdwarf-4 -w' ./Configure linux-x86_64 no-shared no-asm \
    no-module no-tests --prefix="$PWD/run" --openssldir="$PWD/run") >configure.log 2>&1
(make -C src -s build_generated && bear --output compile_commands.json -- \
    make -C src -s apps/openssl) >build.log 2>&1
python3 "$here/../compiled.py" compile_commands.json
cp src/apps/openssl bin/
cp "$here/workload.sh" .
