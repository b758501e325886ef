#!/bin/sh
# The runtime of flang as a shared library, so that it does not count as the programs' own code:
# Debian has it only as archives.
#
#     fortran_runtime.sh DIR      result: DIR/libFortranRuntime.so
set -eu
mkdir -p "$1"
archives=$(dirname "$(readlink -f "$(command -v flang-new-19)")")/../lib
clang++-19 -shared -o "$1/libFortranRuntime.so" -Wl,--whole-archive "$archives/libFortranRuntime.a" \
    "$archives/libFortranDecimal.a" -Wl,--no-whole-archive
