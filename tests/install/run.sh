#!/bin/sh
# An installation can be moved, linked to in every way, and removed: run.sh BUILD_DIR
set -eu
build=$(cd "$1" && pwd)
source=$(cd "$(dirname "$0")" && pwd)
project=$source/../..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix

fail() {
    echo "run.sh: $1"
    exit 1
}

# quietly COMMAND...: shows the output only if the command fails
quietly() {
    "$@" >"$work/log" 2>&1 || { cat "$work/log"; fail "failed: $*"; }
}

cached() {
    sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"
}

DESTDIR= quietly cmake --install "$build" --prefix "$work/first"
# The list is what removes it again.
cp -R "$work/first" "$work/second"
sed "s|^$work/first/|$work/second/|" "$build/install_manifest.txt" | xargs rm
[ -z "$(find "$work/second" ! -type d)" ] || fail "not listed as installed: $(find "$work/second" ! -type d)"
mv "$work/first" "$prefix"

library=$(dirname "$(find "$prefix" -name 'libcg.so' | head -n 1)")
export PKG_CONFIG_PATH="$library/pkgconfig"
flags=$(cached CMAKE_C_FLAGS)
compiler=$(cached CMAKE_C_COMPILER)
cxx=$(command -v "${CXX:-c++}") || exit 77

# Nothing that is installed knows where it was built. That may be /libcg: paths below the prefix end so too.
for path in "$build" "$(cd "$project" && pwd)" "$work/first"; do
    begin=$(printf %s "$path" | sed 's/[][\.*^$]/\\&/g')
    ! grep -rl -- "\(^\|[^a-z0-9_.}-]\)$begin" "$library/cmake" "$library/pkgconfig" || fail "knows of $path"
done
# Both libraries show the same names, and no others.
nm -g --defined-only "$library/libcg.a" | awk 'NF == 3 { print $3 }' | sort >"$work/static"
nm -D --defined-only "$library/libcg.so" | awk '$2 != "A" { sub("@.*", "", $3); print $3 }' | sort |
    diff "$work/static" - || fail "libcg.a (<) and libcg.so (>) show different names"
readelf -d "$library/libcg.so" | grep -q 'SONAME.*\[libcg\.so\.0\]' || fail "another soname"

# The tools find their library by themselves.
cat >"$work/in.mcg" <<'GRAPH'
{"_CG":{"meta":{},"nodes":{
"1":{"callees":{"2":{},"3":{}},"functionName":"f","hasBody":true,"meta":{"unresolvedCalls":[]},"origin":"f.c"},
"2":{"callees":{},"functionName":"g","hasBody":true,"meta":{"unresolvedCalls":[]},"origin":"f.c"},
"3":{"callees":{},"functionName":"h","hasBody":true,"meta":{"unresolvedCalls":[]},"origin":"f.c"}}},
"_MetaCG":{"generator":{"name":"hand","sha":"","version":"0"},"version":"4.0"}}
GRAPH
unset LD_LIBRARY_PATH
"$prefix/bin/cgmerge" "$work/in.mcg" -o "$work/out.mcg"
for tool in cgcollect cgmerge cgquery cgrecord cgvalidate; do
    [ ! -x "$build/bin/$tool" ] || "$prefix/bin/$tool" --version >/dev/null
done

# check PREFIX: the programs in C and C++ of that name print the graph's contents
check() {
    [ "$("$1"/c-"$2" "$work/out.mcg" f h)" = yes ] || fail "$1/c-$2 does not say yes"
    [ "$("$1"/c-"$2" "$work/out.mcg" g h)" = no ] || fail "$1/c-$2 does not say no"
    [ "$("$1"/cxx-"$2" "$work/out.mcg" f | tr '\n' ' ')" = "g h " ] || fail "$1/cxx-$2"
}

needs() { # PROGRAM: whether it loads the shared library
    readelf -d "$1" | grep -q 'NEEDED.*libcg'
}

quietly cmake -S "$source" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_C_FLAGS="$flags" -DCMAKE_C_COMPILER="$compiler" \
    -DCMAKE_CXX_FLAGS="$flags" -DCMAKE_CXX_COMPILER="$cxx"
quietly cmake --build "$work/cmake"
check "$work/cmake" libcg
check "$work/cmake" static
needs "$work/cmake/c-libcg" || fail "libcg::libcg is not the shared library"
! needs "$work/cmake/c-static" || fail "libcg::static is the shared library"

# With pkg-config. Where both libraries are there linkers take the shared one: -static takes the other,
# which sanitizers do not allow, or its very name.
mkdir "$work/pc"
by_hand() { # NAME OPTIONS
    $compiler $flags -Wl,-rpath,"$library" "$source/consumer.c" -o "$work/pc/c-$1" $2
    $cxx $flags -std=c++17 -Wl,-rpath,"$library" "$source/consumer.cc" -o "$work/pc/cxx-$1" $2
    check "$work/pc" "$1"
}
by_hand shared "$(pkg-config --cflags --libs libcg)"
static=$(pkg-config --static --cflags --libs libcg)
by_hand archive "$(echo "$static" | sed 's/-lcg\>/-l:libcg.a/')"
! needs "$work/pc/c-archive" || fail "the archive is not linked"
case $flags in
*-fsanitize*) ;;
*)
    by_hand static "-static $static" 2>"$work/log" || { cat "$work/log"; exit 1; }
    ! readelf -d "$work/pc/c-static" | grep -q NEEDED || fail "-static is not static"
    ;;
esac

# The tutorial's programs work as described.
quietly cmake -S "$project/examples/tutorial" -B "$work/tutorial" -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_C_FLAGS="$flags -Wall -Wextra -pedantic" -DCMAKE_C_COMPILER="$compiler"
quietly cmake --build "$work/tutorial" -j2
slow=
case $flags in
*-fsanitize*) slow=--slow ;;
esac
# Of two functions of a name one leads there; a misspelt target is no reason to watch nothing.
cat >"$work/twins.mcg" <<'GRAPH'
{"_CG":{"meta":{},"nodes":{
"1":{"callees":{},"functionName":"f","hasBody":true,"meta":{"unresolvedCalls":[]},"origin":"a.c"},
"2":{"callees":{"3":{}},"functionName":"f","hasBody":true,"meta":{"unresolvedCalls":[]},"origin":"b.c"},
"3":{"callees":{},"functionName":"h","hasBody":true,"meta":{"unresolvedCalls":[]},"origin":"b.c"}}},
"_MetaCG":{"generator":{"name":"hand","sha":"","version":"0"},"version":"4.0"}}
GRAPH
[ "$("$work/tutorial/allocations" "$work/twins.mcg" h f)" = "f: watch: leads there" ] ||
    fail "the filter looks at one function of a name"
[ "$("$work/tutorial/reach" "$work/twins.mcg" f h | head -n 1)" = yes ] ||
    fail "reach looks at one function of a name"
! "$work/tutorial/allocations" "$work/twins.mcg" hh f 2>/dev/null || fail "the filter takes no targets"
"$source/tutorial.py" "$project" "$work/tutorial" "$prefix/bin" $slow

if [ -x "$build/bin/cgcollect" ]; then
    "$source/plugin.sh" "$project" "$prefix" "$compiler" "$flags"
    "$source/callgraph.sh" "$source/callgraph" "$prefix" "$compiler" "$cxx"
fi
