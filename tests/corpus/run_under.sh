#!/bin/sh
# Run a command under a recorder, its recording in a directory of its own kind.
#
#     run_under.sh callgrind|perf|uftrace|gprof OUT COMMAND...
#
# OUT/callgrind/callgrind.out.PID, OUT/perf/PID.data, OUT/uftrace/PID.data/, OUT/gprof/PROGRAM/gmon.PID
#
# COMMAND is bin/PROGRAM; for gprof bin-gprof/PROGRAM is run in its place. $CG_UFTRACE has more
# options of uftrace.
set -eu
recorder=$1
out=$2/$1
shift 2
mkdir -p "$out"
case $recorder in
callgrind)
    exec valgrind --tool=callgrind -q --main-stacksize=33554432 --demangle=no \
        --callgrind-out-file="$out/callgrind.out.%p" "$@"
    ;;
perf)
    exec perf record -q -e cpu-clock:u -F "${CG_FREQUENCY:-20000}" --call-graph dwarf,16384 \
        -o "$out/$$.data" -- "$@"
    ;;
uftrace)
    # shellcheck disable=SC2086 # options are words
    exec uftrace record -d "$out/$$.data" --buffer=64M --no-event ${CG_UFTRACE:-} "$@"
    ;;
gprof)
    name=$(basename "$1")
    shift
    mkdir -p "$out/$name"
    GMON_OUT_PREFIX=$out/$name/gmon exec "bin-gprof/$name" "$@"
    ;;
*)
    echo "unknown recorder $recorder" >&2
    exit 2
    ;;
esac
