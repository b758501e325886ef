#!/bin/sh
# The example plug-in builds against the installed files, and works in all tools:
#
#     plugin.sh SOURCE PREFIX COMPILER FLAGS
#
# PREFIX is one that nothing else was installed to.
set -eu
example=$1/examples/plugin
prefix=$2
compiler=$3
flags=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
PATH=$prefix/bin:$PATH
unset CG_PLUGINS

fail() {
    echo "plugin.sh: $1"
    [ ! -s "$work/stderr" ] || cat "$work/stderr"
    exit 1
}

# refused STATUS TEXT COMMAND...: the command ends with this status and message
refused() {
    expected=$1 text=$2
    shift 2
    status=0
    "$@" >"$work/stdout" 2>"$work/stderr" || status=$?
    [ "$status" -eq "$expected" ] || fail "exit status $status, not $expected: $*"
    grep -qF -- "$text" "$work/stderr" || fail "does not say: $text"
}

# has GRAPH TEXT
has() {
    grep -qF -- "$2" "$1" || fail "$1 lacks $2"
}

# is GRAPH FUNCTION KEY VALUE: the function has this value
is() {
    tr -d '\n' <"$1" | sed 's/"functionName"/\n&/g' | grep "^\"functionName\":\"$2\"" |
        grep -qF -- "\"$3\":$4" || fail "$1 does not have $3 of $2 as $4"
}

cp -R "$example" "$work/source"
cmake -S "$work/source" -B "$work/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_FLAGS="$flags" \
    -DCMAKE_C_COMPILER="$compiler" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cmake --build "$work/build" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
plugin=$work/build/availability.so
# Names with two underscores are the compiler's.
[ "$(nm -D --defined-only "$plugin" | sed -n 's/.* [TDRB] //p' | grep -v ^__)" = cg_plugin ] ||
    fail "the plug-in shows more than cg_plugin"

cd "$work/source/program"

# The same with pkg-config, as the README says. Its graphs are compared with those of the other.
headers=$(sed -n 's/^LibClang_INCLUDE_DIR:PATH=//p' "$work/build/CMakeCache.txt")
$compiler $flags -shared -fPIC -fvisibility=hidden -Wl,-z,lazy $(pkg-config --cflags libcg) \
    -I"$headers" ../availability.c -o "$work/by_hand.so" $(pkg-config --libs libcg)

# Collected
cgcollect --plugin "$plugin" main.c sum.c 2>/dev/null
is main.c.mcg add availability '"deprecated"'
is main.c.mcg add3 availability '"deprecated"'
is sum.c.mcg add availability '"unavailable"'
mkdir by_hand
(cd by_hand && CG_PLUGINS=$work/by_hand.so cgcollect --root .. ../main.c ../sum.c 2>/dev/null)
cmp main.c.mcg by_hand/main.c.mcg
cmp sum.c.mcg by_hand/sum.c.mcg

# Values by hand.
cat >extra.mcg <<'END'
{"_CG":{"meta":{},"nodes":{
"7":{"callees":{},"functionName":"sum","hasBody":false,"meta":{},"origin":null},
"9":{"callees":{},"functionName":"add","hasBody":false,
     "meta":{"availability":"withdrawn","replacedBy":["sum"]},"origin":null}}},
"_MetaCG":{"generator":{"name":"hand","sha":"","version":"0"},"version":"4.0"}}
END

# Merged: whatever the order, the number of threads and the grouping
merged() {
    out=$1
    shift
    cgmerge --plugin "$plugin" "$@" -o "$out" 2>>"$work/warnings" || fail "cgmerge $*"
}
merged whole.mcg -j1 main.c.mcg sum.c.mcg extra.mcg
merged other.mcg -j2 extra.mcg sum.c.mcg main.c.mcg
cmp whole.mcg other.mcg
merged part.mcg -r sum.c.mcg extra.mcg
merged other.mcg part.mcg main.c.mcg
cmp whole.mcg other.mcg
merged part.mcg -r --mcg-version 2 sum.c.mcg extra.mcg
has part.mcg '"replacedBy":["sum"]'
merged other.mcg main.c.mcg part.mcg
cmp whole.mcg other.mcg
merged again.mcg whole.mcg
cmp whole.mcg again.mcg
is whole.mcg add replacedBy '["sum"]'
grep -q 'extra.mcg:.*"availability" is neither "deprecated" nor "unavailable"' "$work/warnings" ||
    fail "cgmerge does not warn of another value"
is whole.mcg add availability '"unavailable"'
is whole.mcg add3 availability '"deprecated"'
cgmerge --plugin "$plugin" --mcg-version 2 whole.mcg -o two.mcg
has two.mcg '"replacedBy":["sum"]'
cgmerge --plugin "$plugin" two.mcg -o again.mcg
cmp whole.mcg again.mcg

# Without the plug-in nothing of it is lost, though the longer text wins.
cgmerge main.c.mcg sum.c.mcg -o without.mcg
is without.mcg add availability '"unavailable"'
is without.mcg add3 availability '"deprecated"'

# Asked
cgquery show --plugin "$plugin" --kind availability whole.mcg '*' >"$work/stdout"
printf 'add\t"unavailable"\nadd3\t"deprecated"\n' | cmp - "$work/stdout"
cgquery show --plugin "$plugin" --kind replacedBy whole.mcg '*' >"$work/stdout"
printf 'add\t["sum"]\n' | cmp - "$work/stdout"
CG_PLUGINS=$plugin cgquery callees whole.mcg main >"$work/stdout"
has "$work/stdout" 'main -> add'
refused 0 'extra.mcg:4' cgquery stats --plugin "$plugin" extra.mcg

# Refused, by all tools alike
sed 's/\.abi = CG_PLUGIN_ABI/.abi = 7/' ../availability.c >"$work/newer.c"
sed 's/^CG_PLUGIN_EXPORT/static __attribute__((used))/' ../availability.c >"$work/hidden.c"
sed 's/"availability"/"numStatements"/' ../availability.c >"$work/taken.c"
for name in newer hidden taken; do
    $compiler $flags -shared -fPIC -fvisibility=hidden -Wl,-z,lazy $(pkg-config --cflags libcg) \
        -I"$headers" "$work/$name.c" -o "$work/$name.so" $(pkg-config --libs libcg)
done
echo "not a plug-in" >"$work/text.so"
for tool in "cgcollect main.c" "cgmerge main.c.mcg" "cgquery stats whole.mcg"; do
    set -- $tool
    refused 2 'newer.so: error: the plug-in has ABI version 7, newer than this libcg supports (1 to 1)' \
        "$@" --plugin "$work/newer.so"
    refused 2 'hidden.so: error: not a plug-in: it has no symbol "cg_plugin"' \
        "$@" --plugin "$work/hidden.so"
    refused 2 'taken.so: error: metadata kind "numStatements" is taken: it is built in' \
        "$@" --plugin "$work/taken.so"
    refused 2 'by_hand.so: error: metadata kind "availability" is taken by plug-in "availability"' \
        "$@" --plugin "$plugin" --plugin "$work/by_hand.so"
    refused 2 'availability.so: error: the plug-in is loaded already' \
        env CG_PLUGINS="$plugin" "$@" --plugin "$plugin"
    refused 2 'text.so: error: is not a shared object' "$@" --plugin "$work/text.so"
    refused 2 'nowhere.so: error: cannot open: No such file' "$@" --plugin "$work/nowhere.so"
    refused 2 'error: CG_PLUGINS has an empty path' env CG_PLUGINS="$plugin:" "$@"
done
