# C, Autotools. `make CC=...` would do as well.
# shellcheck shell=bash disable=SC2034,SC2154
needs='make pkg-config byacc'
programs=tmux
touched=window.c
fetch() { "$here/source_package.sh" tmux "$work"; }
configure() { YACC=byacc ./configure; }
build() { make; }
