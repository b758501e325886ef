#!/bin/sh
# A large C program to measure with: fetch Git from Debian, build it plainly with clang, leave
# compile_commands.json, bin/git and workload.sh. Needs network, bear, make, python3, clang-19 and
# zlib1g-dev.
#
#     fetch.sh DIR      result: DIR/git
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/git/bin"
cd "$1/git"
"$here/../source_package.sh" git .
bear --output compile_commands.json -- make -C src -s CC='clang-19 -gdwarf-4' CFLAGS='-O0 -w' \
    NO_GETTEXT=1 NO_TCLTK=1 NO_PERL=1 NO_PYTHON=1 NO_CURL=1 NO_EXPAT=1 NO_OPENSSL=1 \
    DC_SHA1=1 git >build.log 2>&1
python3 "$here/../compiled.py" compile_commands.json
cp src/git bin/
cp "$here/workload.sh" .
