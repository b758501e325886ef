#!/bin/sh
# Make whole.mcg, the graph that the documents ask, beside this script: graph.sh
set -eu
cd "$(dirname "$0")"
cgcollect --root . src/*.c src/*.cc test/*.c -- -Isrc
cgmerge . -o whole.mcg
