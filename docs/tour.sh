#!/bin/sh
# The one-minute tour of README.md: the whole-program call graph of cgmerge itself, and a C++ file.
#   docs/tour.sh BUILD_DIR
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
cd "${1:?BUILD_DIR}"
PATH=$PWD/bin:$PATH

run() { # COMMAND: show it, run it; answers other than yes are answers too
    printf '\n$ %s\n' "$*"
    "$@" || [ $? -ne 2 ]
}

run cgcollect -p . --root "$source" --output-dir mcg
run cgmerge -v mcg/libcg mcg/metadata mcg/cli mcg/cgmerge -o cgmerge.mcg
run cgquery stats cgmerge.mcg
run cgquery show cgmerge.mcg cg_pool_intern
run cgquery path cgmerge.mcg main cg_pool_intern
run cgquery callers cgmerge.mcg cg_sites_write --depth 3
run cgquery why cgmerge.mcg cg_write write_all
run cgquery why cgmerge.mcg cg_text_append cg_write
run cgquery cycles cgmerge.mcg --max 2

run cgcollect "$source/docs/shapes.cc" --root "$source" -o shapes.mcg
run cgquery path shapes.mcg main puts
run cgquery path shapes.mcg main 'Shape::~Shape()'
