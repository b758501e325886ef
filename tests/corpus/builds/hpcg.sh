# C++ of which the compiler is a wrapper, mpicxx. Not in Debian: unpack the sources in src by hand.
# shellcheck shell=bash disable=SC2034,SC2154
needs='make mpicxx'
cxx=mpicxx
programs=b/bin/xhpcg
touched=src/CG.cpp
fetch() { [ -e "$src/configure" ] || { echo "no HPCG in $src"; return 1; }; }
configure() { mkdir -p b && (cd b && ../configure Linux_MPI); }
build() { make -C b CXX="$CXX" LINKER="$CXX"; }
