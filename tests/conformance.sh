#!/bin/sh
# The files that cgmerge writes conform to the format: conformance.sh BIN_DIR
#
# Every graph of the tests goes through cgmerge as versions 4 and 2, alone and all together, and
# then through mcg-check. mcg-check in turn must refuse wrong files.
set -u
bin=$(cd "$1" && pwd) || exit 2
root=$(cd "$(dirname "$0")" && pwd) || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0 checked=0

# written VERSION GRAPH...
written() {
    format=$1
    shift
    if ! "$bin/cgmerge" --mcg-version "$format" -o "$work/out.mcg" "$@" 2>"$work/stderr"; then
        grep -q 'version 2 ' "$work/stderr" && return
        cat "$work/stderr"
        failed=1
    elif ! "$bin/mcg-check" --loose "$work/out.mcg"; then
        echo "FAILED: $* as version $format"
        failed=1
    fi
    checked=$((checked + 1))
}

for format in 2 4; do
    for graph in "$root"/cli/graphs/*.mcg "$root"/fuzz/corpus/read/*.mcg; do
        written $format "$graph"
    done
    written $format "$root"/cli/graphs/*.mcg
done

# The checker notices what a careless writer may do: sed commands that spoil a good file.
cat >"$work/in.mcg" <<'END'
{"_CG":{"meta":{"entryFunction":"m"},"nodes":{
"m":{"callees":{"b":{"callType":"VIRTUAL"},"m":null},"functionName":"main","hasBody":true,
     "meta":{"fileProperties":{"systemInclude":true},"numStatements":3},"origin":"m.c"},
"b":{"functionName":"b","hasBody":false,"meta":null,"origin":null},
"c":{"functionName":"c","hasBody":false,"meta":null,"origin":null},
"d":{"functionName":"d","hasBody":true,"meta":{"overrideMD":{"overriddenBy":[],"overrides":["b"]}},
     "origin":"d.c"},
"s":{"functionName":"c","hasBody":true,"meta":{"linkage":"internal"},"origin":"s.c"}}},
"_MetaCG":{"generator":{"name":"t","version":"0.1"},"version":"4.0"}}
END
"$bin/cgmerge" "$work/in.mcg" >"$work/4.mcg" &&
    "$bin/cgmerge" --mcg-version 2 "$work/in.mcg" >"$work/2.mcg" || exit 1
"$bin/mcg-check" "$work/4.mcg" "$work/2.mcg" || failed=1
# spoilt FILE COMMAND
spoilt() {
    sed "$2" "$1" >"$work/bad.mcg"
    if cmp -s "$1" "$work/bad.mcg"; then
        echo "FAILED: nothing to spoil with $2"
        failed=1
    elif "$bin/mcg-check" "$work/bad.mcg" 2>/dev/null; then
        echo "FAILED: mcg-check takes $2"
        failed=1
    fi
    checked=$((checked + 1))
}
for file in 4 2; do
    spoilt "$work/$file.mcg" 's/"generator"/"generated"/'
    spoilt "$work/$file.mcg" 's/"sha":"",//'
    spoilt "$work/$file.mcg" 's/"version":"0.1"/"version":"0"/'
    spoilt "$work/$file.mcg" 's/"version":"\([24]\).0"/"version":"\1"/'
    spoilt "$work/$file.mcg" 's/"hasBody":true/"hasBody":1/'
    spoilt "$work/$file.mcg" 's/"hasBody":true,//'
    spoilt "$work/$file.mcg" 's/"hasBody":true/"hasBody":true,"hasBody":true/'
    spoilt "$work/$file.mcg" 's/,"/, "/'
    spoilt "$work/$file.mcg" 's/{"_CG":/{"z":1,"_CG":/'
    spoilt "$work/$file.mcg" 's/"systemInclude":\(true\|false\)/"x":1/'
    spoilt "$work/$file.mcg" 's/"overrides":\["[^"]*"\]/"overrides":[]/'
done
spoilt "$work/4.mcg" 's/"origin":null/"origin":""/'
spoilt "$work/4.mcg" 's/"callees":{"/"callees":{"99/'
spoilt "$work/4.mcg" 's/,"overrides":\[\]//'
spoilt "$work/4.mcg" 's/"meta":{}/"meta":null/'
spoilt "$work/2.mcg" 's/"callers":\["[^"]*"/"callers":["d"/'
spoilt "$work/2.mcg" 's/"callees":\["[^"]*"/"callees":["nobody"/'
spoilt "$work/2.mcg" 's/"isVirtual":true/"isVirtual":false/'
spoilt "$work/2.mcg" 's/"doesOverride":true/"doesOverride":false/'
spoilt "$work/2.mcg" 's/"meta":null/"meta":{}/'
spoilt "$work/2.mcg" 's/"origin":"[^"]*",//'

echo "$checked checked"
exit $failed
