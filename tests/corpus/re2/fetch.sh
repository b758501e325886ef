#!/bin/sh
# A C++ library to measure with: fetch RE2 from Debian, build it and most of its tests, as one
# program, plainly with clang, leave compile_commands.json and bin/re2_test. Needs network, cmake,
# perl, python3 with six, unicode-data and clang++-19.
#
#     fetch.sh DIR      result: DIR/re2
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/re2/bin"
cd "$1/re2"
"$here/../source_package.sh" re2 .
# Debian leaves out what is made of the Unicode tables.
sed -i 's|^_UNICODE_DIR = .*|_UNICODE_DIR = "/usr/share/unicode"|' src/re2/unicode.py
(cd src/re2 && perl make_perl_groups.pl >perl_groups.cc &&
    python3 make_unicode_casefold.py >unicode_casefold.cc &&
    python3 make_unicode_groups.py >unicode_groups.cc)
cmake -S src -B cm -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DRE2_BUILD_TESTING=ON \
    -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_COMPILER=clang++-19 \
    -DCMAKE_CXX_FLAGS='-O0 -gdwarf-4 -w' >cmake.log
# Tests that take minutes when they are recorded stay out.
python3 "$here/../of_target.py" cm/compile_commands.json compile_commands.json re2 testing \
    re2_test charclass_test compile_test filtered_re2_test mimics_pcre_test parse_test \
    re2_arg_test regexp_test required_prefix_test set_test simplify_test \
    string_generator_test
python3 "$here/../rebuild.py" . .
