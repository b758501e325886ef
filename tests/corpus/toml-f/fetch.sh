#!/bin/sh
# A Fortran program to measure with: fetch TOML Fortran, build its tests plainly with flang, leave the
# bitcode of all, compile_commands.json of that and bin/tftester. Debian 12 does not have it, so it is
# cloned. Needs network, git, cmake, flang-new-19 and clang++-19.
#
#     fetch.sh DIR      result: DIR/toml-f
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/toml-f/bin"
cd "$1/toml-f"
clone() { # REPOSITORY TAG DIRECTORY
    [ -d "$3" ] || git clone -q -c advice.detachedHead=false --depth 1 --branch "$2" "$1" "$3"
}
clone https://github.com/toml-f/toml-f v0.4.2 src
clone https://github.com/fortran-lang/test-drive v0.4.0 src/subprojects/test-drive
"$here/../fortran_runtime.sh" lib
cmake -S src -B cm -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_Fortran_COMPILER=flang-new-19 -DCMAKE_Fortran_FLAGS='-O0 -g' -DWITH_QP=0 -DWITH_XDP=0 \
    -DCMAKE_EXE_LINKER_FLAGS="-L$PWD/lib -Wl,-rpath,$PWD/lib" >cmake.log 2>&1
cmake --build cm -j "${JOBS:-1}" >build.log 2>&1
python3 "$here/../of_target.py" cm/compile_commands.json compile_commands.json \
    tftester toml-f-lib test-drive-lib
python3 "$here/../bitcode.py" compile_commands.json bc
cp cm/test/unit/tftester bin/
