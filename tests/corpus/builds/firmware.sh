# C for a Cortex-M with newlib: the examples that come with Debian's gcc-arm-none-eabi.
# shellcheck shell=bash disable=SC2034,SC2154
needs='make arm-none-eabi-gcc'
cc=arm-none-eabi-gcc
cxx=arm-none-eabi-g++
programs='src/retarget/retarget-CM0.axf src/cpp/cpp-CM0.axf'
touched=src/retarget/main.c
fetch() {
    cp -r /usr/share/doc/gcc-arm-none-eabi/examples/. "$src"
    find "$src" -name '*.gz' -exec gunzip -f {} +
}
configure() { :; }
build() { make -B -C src/retarget CC="$CC" CXX="$CXX" && make -B -C src/cpp CC="$CC" CXX="$CXX"; }
