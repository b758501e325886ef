#!/bin/sh
# Pages of real programs with recorded runs: each graph, its source and its profiles as one HTML file.
#   docs/tour_pages.sh BUILD_DIR PROGRAM_DIR...
# PROGRAM_DIR has compile_commands.json, src/, and workload.sh, which runs the program with "$RUN" before
# it; without valgrind or workload.sh the page has no run. Nothing is fetched.
set -eu
build=$(cd "${1:?BUILD_DIR}" && pwd)
shift
[ $# -gt 0 ] || { echo "tour_pages.sh: name a directory with compile_commands.json" >&2; exit 2; }
PATH=$build/bin:$PATH
mkdir -p "$build/tour"

say() { printf '\n# %s\n' "$*"; }

record() { # callgrind.out.* of the workload, if there are none yet
    ls callgrind.out.* >/dev/null 2>&1 && return
    [ -f workload.sh ] && command -v valgrind >/dev/null || return 0
    RUN='valgrind --tool=callgrind --main-stacksize=33554432 --demangle=no --callgrind-out-file=callgrind.out.%p -q' \
        sh ./workload.sh >/dev/null || true
}

for directory; do
    cd "$directory"
    name=$(basename "$PWD")
    graphs=$build/tour/$name
    say "$name: collect what its build compiles, and link it."
    cgcollect -q -p . --root "$PWD/src" --output-dir "$graphs.files"
    cgmerge -q "$graphs.files" -o "$graphs.mcg"
    say "$name: record its workload."
    record
    set --
    for profile in callgrind.out.*; do
        [ ! -f "$profile" ] || set -- "$@" --profile "$profile"
    done
    cgquery export -q --format html --source src "$@" -o "$graphs.html" "$graphs.mcg"
    echo "file://$graphs.html"
    cd "$OLDPWD"
done
