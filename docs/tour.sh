#!/bin/sh
# The tour of README.md: the whole-program call graph of cgmerge, and what it answers.
#   docs/tour.sh BUILD_DIR [PART]
# With PART, a number, only the files that the questions are about are collected, and every eighth of the others: the
# test makes the tour so, under sanitizers.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
cd "${1:?BUILD_DIR}"
PATH=$PWD/bin:$PATH
graphs=tour
mkdir -p $graphs

say() { printf '\n# %s\n' "$*"; }

run() { # COMMAND: show it, run it; a "no" is an answer too
    printf '$ %s\n' "$*"
    "$@" || [ $? -ne 2 ]
}

say "Collect the C files that cgmerge is made of, as the build compiles them."
# metadata/template.c teaches, and only a test compiles it.
files=$(cd "$source" && find libcg/src metadata cli cgmerge -name '*.c' ! -name template.c | sort |
    awk -v part="${2-}" '!part || NR % 8 == part % 8 || /^(cgmerge.|cli.(write.|united)|libcg.src.(base|file|graph|unite).)/')
echo "\$ cgcollect -p . --root $source --output-dir $graphs/files libcg/src/**/*.c ..."
(cd "$source" && cgcollect -p "$OLDPWD" --root "$source" --output-dir "$OLDPWD/$graphs/files" $files)

say "Link them into one graph, and count what is in it."
run cgmerge $graphs/files -o $graphs/cgmerge.mcg
cgquery stats $graphs/cgmerge.mcg >$graphs/stats
echo "\$ cgquery stats $graphs/cgmerge.mcg | head -n 23"
head -n 23 $graphs/stats

say "How does main come to write a file?"
run cgquery path $graphs/cgmerge.mcg main fwrite

say "Can cg_write ever call write_all? Through a pointer. Code outside of this graph may pass it others."
run cgquery why $graphs/cgmerge.mcg cg_write write_all

say "Can cg_pool_string ever call cg_write? No, and this is the proof."
run cgquery why $graphs/cgmerge.mcg cg_pool_string cg_write

say "Which functions may call themselves?"
run cgquery cycles $graphs/cgmerge.mcg --max 1

say "What leaves calls unresolved, and which summaries or sources would resolve them?"
run cgquery unresolved $graphs/cgmerge.mcg --by-culprit --max 3

say "C++: who prints when a page is rendered? Nobody wrote the destructor's call."
run cgcollect --root "$source" "$source/examples/notes/src/render.cc" -o $graphs/render.mcg -- \
    -I"$source/examples/notes/src"
run cgquery path $graphs/render.mcg render puts

say "Look at it: one HTML file with search, callers, callees, paths, sources."
run cgquery export $graphs/cgmerge.mcg --format html --source "$source" -o $graphs/cgmerge.html
echo "file://$PWD/$graphs/cgmerge.html"
echo "docs/tour_pages.sh makes such pages of other programs, with recorded runs."

say "Now your program: see README.md."
