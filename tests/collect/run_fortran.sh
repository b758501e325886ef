#!/bin/sh
# Fortran through flang: calls through pointers and bindings of types are resolved, whatever the level
# of optimisation.
#
#     run_fortran.sh BIN_DIR DUMP
#
# Without a flang whose IR can be read there is nothing to test (exit 77).
set -u

bin=$1
dump=$2
cases=$(cd "$(dirname "$0")" && pwd)/fortran
# shellcheck source=tests/collect/support.sh
. "$(dirname "$0")/support.sh"

flang=
for candidate in flang-new-19 flang-19 flang-new flang; do
    command -v "$candidate" >/dev/null && flang=${flang:-$candidate}
done
echo 'end' >probe.f90
if [ -z "$flang" ] || ! "$flang" -S -emit-llvm probe.f90 -o probe.ll 2>/dev/null ||
    ! "$bin/cgcollect" probe.ll -o probe.mcg 2>/dev/null; then
    echo "no flang whose IR can be read"
    exit 77
fi

make() { # PROGRAM LEVEL: a linked graph, all of whose calls through pointers are closed
    name=$1$2
    "$flang" "$2" -g -S -emit-llvm "$cases/$1.f90" -o "$name.ll" || fail "$name" "does not compile"
    collect "$name" 0 "$name.ll" -o "$name.mcg"
    "$bin/cgmerge" -v "$name.mcg" -o "$name.linked.mcg" 2>stderr || fail "$name" "is not linked"
    grep -Eq 'note: ([0-9]+) of \1 calls through pointers resolved' stderr ||
        fail "$name" "$(head -1 stderr)"
}

reaches() { # PROGRAM FROM TO
    "$bin/cgquery" reach "$1$level.linked.mcg" "$2" "$3" >stdout 2>&1 ||
        fail "$1$level" "$2 does not reach $3"
}

for level in -O0 -O2; do
    for program in plain shapes pointers host; do
        make "$program" "$level"
    done
    reaches shapes _QMshapesPdescribe _QMshapesPsquare_area
    reaches shapes _QMshapesPdescribe_circle _QMshapesPcircle_area
    reaches shapes main _QMshapesPdescribe_circle
done
level=-O0
reaches plain main _QMnumbersPtwice
reaches pointers _QQmain _QMtasksPadd_one
reaches pointers _QMtasksPapply _QFPlocal
reaches host _QMmPeach _QFtotalPadd
reaches host _QFtotalPadd shown_
echo "$total commands, $failed failures"
[ "$failed" -eq 0 ]
