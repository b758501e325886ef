#!/bin/sh
# A kernel to measure with: fetch Linux 6.1 from Debian, build its smallest configuration (32-bit x86)
# with clang, leave compile_commands.json of the files linked into the kernel. It cannot be built
# without optimisation, and its entry is start_kernel. Nothing is recorded. Needs network, bc,
# bison, flex, make, gcc, python3, libelf-dev, libssl-dev and clang-19.
#
#     fetch.sh DIR      result: DIR/linux
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/linux"
cd "$1/linux"
"$here/../source_package.sh" linux .
make -C src -s CC=clang-19 HOSTCC=gcc tinyconfig >configure.log 2>&1
make -C src -j "${JOBS:-1}" CC=clang-19 HOSTCC=gcc vmlinux >build.log 2>&1
(cd src && python3 scripts/clang-tools/gen_compile_commands.py -o ../compile_commands.json \
    vmlinux.a lib/lib.a arch/x86/lib/lib.a)
