#!/bin/sh
# Record the same run of a program of the corpus with several tools.
#
#     record_formats.sh DIR/PROGRAM OUT [RECORDER...]
#
# The program is built again for profiling, the same objects for all recorders (-pg; $CG_FLAGS adds
# to its flags, say -O2), in OUT/bin. PROGRAM/brief.sh beside this script is then run in OUT/run for
# each RECORDER: callgrind, perf, uftrace, gprof (all without any). Readable by cgvalidate are then
#
#     OUT/callgrind/callgrind.out.PID    calls, exactly
#     OUT/perf/PID.perf                  paths, sampled, with inlined frames
#     OUT/uftrace/PID.json.gz            paths, exactly: Chrome trace
#     OUT/uftrace/PID.folded             the same as folded stacks
#     OUT/gprof/PROGRAM/gmon.PID         calls, exactly; written by OUT/bin-gprof/PROGRAM
#
# Needs clang, and of valgrind, perf, uftrace those that are asked for; what is not installed is
# reported and left out. Addresses are not randomised: they must not decide what runs.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
program=$(basename "$1")
source=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
shift 2
[ $# -gt 0 ] || set -- callgrind perf uftrace gprof
RECIPE=$here/$program
PROGRAM=$source
export RECIPE PROGRAM

# jq compiles its library of builtins at each start, 8 million calls: a smaller one is put in its
# place. leveldb's workload writes less.
build() {
    mkdir -p "$out/src/src" # paths end as in the database
    case $program in
    jq)
        builtin=$source/src/src/builtin
        set -- --source "$builtin.c=$out/src/src/builtin.c"
        sed "s|\"src/builtin.inc\"|\"$out/builtin.inc\"|" "$builtin.c" >"$out/src/src/builtin.c"
        grep -E "^def ($(tr '\n' '|' <"$RECIPE/brief_builtins")map)[(:].*;\$" "$builtin.jq" |
            sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/"/' -e 's/$/\\n"/' >"$out/builtin.inc"
        ;;
    leveldb)
        set -- --source "$source/src/workload.cc=$out/src/workload.cc"
        sed 's/3000/300/g' "$source/src/workload.cc" >"$out/src/workload.cc"
        ;;
    *) set -- ;;
    esac
    # shellcheck disable=SC2086 # flags are words
    python3 "$here/rebuild.py" "$source" "$out" "$@" -- -pg ${CG_FLAGS:-}
}

run() { # RECORDER
    rm -rf "${out:?}/$1" "$out/run"
    mkdir -p "$out/$1" "$out/run"
    ln -s "$out/bin" "$out/bin-gprof" "$source/compile_commands.json" "$out/run"
    RUN="setarch -R sh $here/run_under.sh $1 $out"
    export RUN
    (cd "$out/run" && bash "$RECIPE/brief.sh") >"$out/$1.log" 2>&1 || true
}

convert() { # RECORDER
    case $1 in
    perf)
        for data in "$out"/perf/*.data; do
            perf script --no-demangle -i "$data" >"${data%.data}.perf" 2>>"$out/perf.log"
        done
        rm -f "$out"/perf/*.data "$out"/perf/*.data.old
        ;;
    uftrace)
        for data in "$out"/uftrace/*.data; do
            name=${data%.data}
            uftrace dump --no-event --demangle=no --chrome -d "$data" | gzip -1 >"$name.json.gz"
            uftrace dump --no-event --demangle=no --flame-graph --sample-time 1ns -d "$data" \
                >"$name.folded"
            rm -rf "$data"
        done
        ;;
    esac
}

# uftrace loses its way when longjmp leaves functions, unless it guesses their return.
[ "$program" != lua ] || CG_UFTRACE=--estimate-return
export CG_UFTRACE
build
for recorder; do
    tool=$recorder
    [ "$recorder" != callgrind ] || tool=valgrind
    command -v "$tool" >/dev/null || { echo "$program: no $tool"; continue; }
    run "$recorder"
    convert "$recorder"
    echo "$program: $recorder: $(ls "$out/$recorder" | wc -l) files," \
        "$(du -sm "$out/$recorder" | cut -f1) MB"
done
