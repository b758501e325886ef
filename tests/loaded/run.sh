#!/bin/sh
# Run a test with tools that are kept loaded.
#
#     run.sh BUILD_DIR TOOLS SCRIPT ARGUMENT...
#
# TOOLS, separated by commas, are loaded once (keep.c): most of the time of a short run of a tool is loading it,
# above all that of LLVM. The script gets, wherever an argument names BUILD_DIR/bin, another directory with the
# same programs, beside the same directories, and in PATH those of TOOLS that BUILD_DIR does not have. A clang
# that compiles one file does so itself; for more than one step it starts others.
set -u

build=$1
tools=$2
shift 2
bin=$build/bin
mirror=$(mktemp -d) || exit 2
trap 'rm -rf "$mirror"' EXIT
ln -s "$build"/* "$mirror"
rm "$mirror/bin"
mkdir "$mirror/bin" "$mirror/path"
ln -s "$bin"/* "$mirror/bin"
. "${0%/*}/loaded.sh"
for tool in $(echo "$tools" | tr , ' '); do
    if [ -x "$bin/$tool" ]; then
        rm -f "$mirror/bin/$tool"
        keep_loaded "$mirror/bin" "$bin/$tool" || exit 2
    elif path=$(command -v "$tool"); then
        keep_loaded "$mirror/path" "$path" || exit 2
    fi
done
# The same program by another name.
! [ -S "$mirror/path/clang-19.socket" ] || also "$mirror/path" clang-19 clang++-19
PATH=$mirror/path:$PATH
export PATH
for argument; do
    shift
    case $argument in
    "$bin" | "$bin"/*) argument=$mirror/bin${argument#"$bin"} ;;
    esac
    set -- "$@" "$argument"
done
"$@"
