# C, Meson; programs and shared libraries, from the compilation database of Meson.
# shellcheck shell=bash disable=SC2034,SC2154
needs='meson ninja'
programs='wayland-scanner libwayland-server.so.0.21.0'
database=b
touched=src/wayland-server.c
fetch() { "$here/source_package.sh" wayland "$work"; }
configure() { meson setup b -Ddocumentation=false -Ddtd_validation=false; }
build() { ninja -C b; }
