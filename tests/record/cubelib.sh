#!/bin/sh
# Build CubeLib, and see what it reads of the profiles that libcg writes:
#
#     cubelib.sh BIN_DIR DIR [REPOSITORY]
#
# Sources of Score-P contain CubeLib (vendor/cubelib, with its configure). REPOSITORY is a clone of them, with or
# without a work tree, or an address; without, the last public snapshot is fetched from GitHub. DIR/cubelib/bin
# receives the programs, and is used again. Then runs cubelib.py. The tests run that alone, where CUBELIB names a
# directory with the programs: nothing of this is fetched or built by a test.
#
# Needs git, make and a C++ compiler; building takes ten minutes of a processor. Without optimisation, some
# compilers make programs of it that crash when they end.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tools=$(cd "$1" && pwd)
mkdir -p "$2"
dir=$(cd "$2" && pwd)
repository=${3:-https://github.com/tudasc/score-p-v6}

# What is missing in a snapshot is large data of CubeLib's own tests.
extract() { # GIT_DIR
    git --git-dir="$1" ls-tree -r HEAD vendor/cubelib vendor/common >"$dir/files"
    awk '{ print $3 }' "$dir/files" | git --git-dir="$1" cat-file --batch-check |
        awk '$2 == "missing" { print $1 }' >"$dir/missing"
    rm -f "$dir/index"
    GIT_INDEX_FILE=$dir/index git --git-dir="$1" read-tree HEAD
    grep -vFf "$dir/missing" "$dir/files" | cut -f2 |
        GIT_INDEX_FILE=$dir/index git --git-dir="$1" --work-tree="$dir/source" checkout-index --stdin
    # as if autoconf had just made them
    find "$dir/source" \( -name configure -o -name Makefile.in -o -name aclocal.m4 -o -name '*.h.in' \) \
        -exec touch {} +
}

fetch() {
    case $repository in
    *://*)
        [ -d "$dir/clone" ] || git clone -q --bare --depth 1 "$repository" "$dir/clone"
        repository=$dir/clone
        ;;
    esac
    [ ! -d "$repository/.git" ] || repository=$repository/.git
    mkdir -p "$dir/source"
    extract "$repository"
}

if [ ! -x "$dir/cubelib/bin/cube_dump" ]; then
    [ -e "$dir/source/vendor/cubelib/configure" ] || fetch
    mkdir -p "$dir/build"
    (
        cd "$dir/build"
        "$dir/source/vendor/cubelib/configure" --disable-shared --prefix="$dir/cubelib" \
            CFLAGS='-O1 -w' CXXFLAGS='-O1 -w' >configure.log
        make >make.log
        make install >install.log
    ) || {
        echo "cubelib.sh: building failed; see the logs in $dir/build" >&2
        exit 2
    }
fi
exec "$here/cubelib.py" "$tools" "$dir/cubelib/bin"
