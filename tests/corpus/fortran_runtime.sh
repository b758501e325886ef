#!/bin/sh
# The runtime of flang as a shared library, so that what programs are linked with is none of their own
# code: Debian has it as archives alone.
#
#     fortran_runtime.sh DIR      result: DIR/libFortranRuntime.so
set -eu
mkdir -p "$1"
archives=$(dirname "$(readlink -f "$(command -v flang-new-19)")")/../lib
clang++-19 -shared -o "$1/libFortranRuntime.so" -Wl,--whole-archive "$archives/libFortranRuntime.a" \
    "$archives/libFortranDecimal.a" -Wl,--no-whole-archive
