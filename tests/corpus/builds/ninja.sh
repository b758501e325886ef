# C++, a configure.py of its own.
# shellcheck shell=bash disable=SC2034,SC2154
needs='ninja python3'
programs=ninja
touched=src/graph.cc
fetch() { "$here/source_package.sh" ninja-build "$work"; }
configure() { ./configure.py; }
build() { ninja; }
