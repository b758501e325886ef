# C++, CMake, from the compilation database: a shared library and one of its tests.
# shellcheck shell=bash disable=SC2034,SC2154
needs='cmake perl python3'
programs='libre2.so.9.0.0 re2_test'
database=b
touched=re2/parse.cc
fetch() {
    "$here/source_package.sh" re2 "$work" || return 1
    sed -i 's|^_UNICODE_DIR = .*|_UNICODE_DIR = "/usr/share/unicode"|' "$src/re2/unicode.py"
    # Debian leaves out what is made of the Unicode tables.
    (cd "$src/re2" && perl make_perl_groups.pl >perl_groups.cc &&
        python3 make_unicode_casefold.py >unicode_casefold.cc &&
        python3 make_unicode_groups.py >unicode_groups.cc) || { rm -f "$src/.done"; return 1; }
}
configure() { cmake -S . -B b -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DBUILD_SHARED_LIBS=ON; }
build() { cmake --build b --target re2_test; }
