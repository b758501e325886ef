#!/bin/sh
# Make the graphs of docs/tour.md anew: make.sh CORPUS [BIN]
#
# CORPUS is a directory with lua/ and sqlite/ as tests/corpus fetches them; BIN has cgcollect, cgmerge and
# cgvalidate. Lua's graph has stack sizes (gcc -fstack-usage) and a profile of a run (callgrind),
# SQLite's has stack sizes. lua-next is Lua with next.patch.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
corpus=$(cd "$1" && pwd)
[ $# -lt 2 ] || PATH=$(cd "$2" && pwd):$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

pack() { # GRAPH: compressed without name and time, so that the same graph gives the same bytes
    gzip -9n <"$work/$1.mcg" >"$here/$1.mcg.gz"
}

# collect NAME SOURCES FLAGS...: a graph of the C files of a directory, with stack sizes
collect() {
    name=$1 sources=$2
    shift 2
    mkdir "$work/$name.parts"
    (cd "$sources" && for source in *.c; do
        cgcollect --root "$sources" "$source" -o "$work/$name.parts/${source%.c}.mcg" -- "$@"
        gcc -O2 -w -c -fstack-usage "$@" "$source" -o "$work/$name.parts/${source%.c}.o"
    done)
    cat "$work/$name.parts"/*.su >"$work/$name.su"
    cgmerge "$work/$name.parts" --annotate "$work/$name.su" -o "$work/$name.mcg"
}

cp -R "$corpus/lua/src/src" "$work/lua-source"
cp -R "$work/lua-source" "$work/next-source"
patch -s -p1 -d "$work/next-source" <"$here/next.patch"
rm -f "$work"/*-source/luac.c "$work"/*-source/onelua.c "$work"/*-source/ltests.c
collect lua-plain "$work/lua-source" -std=gnu99 -DLUA_COMPAT_5_3 -DLUA_USE_LINUX
collect lua-next "$work/next-source" -std=gnu99 -DLUA_COMPAT_5_3 -DLUA_USE_LINUX
mkdir "$work/sqlite-source"
cp "$corpus"/sqlite/src/shell.c "$corpus"/sqlite/src/sqlite3*.[ch] "$work/sqlite-source"
collect sqlite "$work/sqlite-source" -I"$work/sqlite-source" -DSQLITE_THREADSAFE=1 \
    -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_RTREE
cgvalidate "$work/lua-plain.mcg" "$corpus"/lua/callgrind.out.workload.* --annotate "$work/lua.mcg" \
    >/dev/null || [ $? -eq 1 ]
pack lua
pack lua-next
pack sqlite
