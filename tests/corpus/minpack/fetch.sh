#!/bin/sh
# Fortran programs to measure with: fetch MINPACK from Debian, whose solvers are handed the procedure to
# minimise, and build its eleven examples plainly with flang. Each is a program of its own, as all name
# their procedure alike, with the bitcode of all its files, compile_commands.json of that and bin/.
# Needs network, flang-new-19 and clang++-19.
#
#     fetch.sh DIR      result: DIR/minpack, DIR/minpack-EXAMPLE
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/minpack"
cd "$1/minpack"
"$here/../source_package.sh" minpack .
"$here/../fortran_runtime.sh" lib
minpack=$PWD
for example in src/ex/t*.f; do
    name=$(basename "$example" .f)
    program=$minpack-$name
    mkdir -p "$program/bin" "$program/obj"
    cp -r src "$program/"
    cd "$program"
    entries=
    for source in "$PWD"/src/*.f "$PWD/$example"; do
        entries="$entries${entries:+, }{\"directory\": \"$PWD\", \"file\": \"$source\", \"command\":
            \"flang-new-19 -O0 -g -c $source -o obj/$(basename "$source" .f).o\"}"
        flang-new-19 -O0 -g -c "$source" -o "obj/$(basename "$source" .f).o"
    done
    echo "[$entries]" | tr '\n' ' ' >compile_commands.json
    flang-new-19 obj/*.o -o "bin/$name" -L"$minpack/lib" "-Wl,-rpath,$minpack/lib"
    python3 "$here/../bitcode.py" compile_commands.json bc
    echo "\$RUN bin/$name >said 2>&1" >workload.sh
    cd "$minpack"
done
