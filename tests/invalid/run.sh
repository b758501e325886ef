#!/bin/sh
# Inputs that must be refused: run.sh BIN_DIR [--update]
#
# Each NAME.mcg goes through cgmerge, which must exit with 2, print nothing on standard output,
# leave the output file as it was, and print on standard error the contents of NAME.expected:
# "line:column: message". --update writes these anew: read them as a person before committing.
# Inputs too large or too odd for a file are made here.
set -u

if [ $# -lt 1 ]; then
    echo "usage: run.sh BIN_DIR [--update]" >&2
    exit 2
fi
bin=$(cd "$1" && pwd) || exit 2
update=${2-}
root=$(cd "$(dirname "$0")" && pwd) || exit 2
work=$(mktemp -d) || exit 2
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
LC_ALL=C PATH=$bin:$PATH
export LC_ALL PATH
cd "$work" || exit 2
passed=0 failed=0

fail() {
    echo "FAILED $1: $2"
    failed=$((failed + 1))
}

# refused NAME ARGUMENT...: run cgmerge, which must refuse; its message, without "NAME.mcg:" and
# "error: ", is left in `message`
refused() {
    name=$1
    shift
    echo old >out
    cgmerge "$@" -o out >stdout 2>stderr </dev/null
    code=$?
    sed "1s|^$name\.mcg:\([0-9]\)|\1|; s|\([0-9]: \)error: |\1|" stderr >message
    if [ $code -ne 2 ]; then
        fail "$name" "exit $code"
    elif [ -s stdout ]; then
        fail "$name" "something on standard output"
    elif [ "$(cat out)" != old ]; then
        fail "$name" "the output file was touched"
    else
        return 0
    fi
    return 1
}

# says NAME MESSAGE ARGUMENT...: cgmerge fails with this message
says() {
    name=$1 wanted=$2
    shift 2
    refused "$name" "$@" || return
    if [ "$(cat message)" = "$wanted" ]; then
        passed=$((passed + 1))
    else
        fail "$name" "it said: $(cat message)"
    fi
}

# repeat COUNT TEXT
repeat() {
    awk -v n="$1" -v text="$2" 'BEGIN { for (i = 0; i < n; i++) printf "%s", text }'
}

head='{"_CG":{"meta":{},"nodes":{}},'
tail='"_MetaCG":{"generator":{"name":"t","version":"0.1"},"version":"4.0"}}'

for input in "$root"/*.mcg; do
    name=$(basename "$input" .mcg)
    cp "$input" "$name.mcg"
    if refused "$name" "$name.mcg"; then
        if [ "$update" = --update ]; then
            cp message "$root/$name.expected"
        elif ! diff -u "$root/$name.expected" message; then
            fail "$name" "another message"
            continue
        fi
        passed=$((passed + 1))
    fi
    rm "$name.mcg"
done

# Large
for depth in 513 1000000; do
    { printf '%s"x":' "$head"; repeat $depth '['; repeat $depth ']'; echo ",$tail"; } >deep.mcg
    says deep "1:547: nested more than 512 deep" deep.mcg
    { printf '%s"x":' "$head"; repeat $depth '{"a":'; echo; } >deep.mcg
    says deep "1:2595: nested more than 512 deep" deep.mcg
done
repeat 1000000 '[' >deep.mcg
says deep "1:1: '[' where '{' should be" deep.mcg
repeat 1000000 '{"a":' >deep.mcg
says deep "1:2566: nested more than 512 deep" deep.mcg
{ printf '{"_CG":{"nodes":{"0":{"functionName":"'; repeat 1048577 x; printf '"'; } >long.mcg
says long "1:1048617: a name of 1048577 bytes, 1048576 are allowed" long.mcg
{ printf '{"'; repeat 1048577 x; printf '":1}'; } >long.mcg
says long "1:1048581: a name of 1048577 bytes, 1048576 are allowed" long.mcg
{ printf '{"x":'; repeat 300000 9; printf '.,'; } >number.mcg
says number "1:6: malformed number" number.mcg
{ printf '{"x":1'; head -c 300000000 /dev/zero | tr '\0' 0; } >number.mcg
says number "1:300000007: a value of more than 256 MiB" number.mcg
rm number.mcg

# Odd
mkdir directory.mcg
says directory "cgmerge: error: directory.mcg: no .mcg files in this directory; 'cgcollect -p BUILD' writes some" directory.mcg
mkdir empty && ln -s ../empty empty/link.mcg
says link "empty/link.mcg: error: not a call graph (looks like a directory); merge it first: cgmerge empty/link.mcg -o whole.mcg" empty
says missing "missing.mcg: error: cannot open: No such file or directory" missing.mcg
says missing "cgmerge: error: cannot open missing: No such file or directory" \
    --files-from missing

# Prefixes of a good file (the unit tests of the library read every one)
cat >good.mcg <<'END'
{"_CG":{"meta":{"entryFunction":"0"},"nodes":{"0":{"callees":{"1":{"callType":"DIRECT"}},
"functionName":"f\u00e9","hasBody":true,"meta":{"linkage":"weak","x":[-1.5e3,"é\n"]},"origin":null},
"1":{"callees":null,"functionName":"g","hasBody":false,"meta":null,"origin":"a.c"}}},
"_MetaCG":{"generator":{"name":"t","sha":"","version":"0.1"},"version":"4.0"}}
END
cgmerge good.mcg -o good.out || fail good "refused"
size=$(($(wc -c <good.mcg) - 2)) length=1
while [ $length -le $size ]; do
    head -c $length good.mcg >cut.mcg
    refused cut cut.mcg && {
        grep -q '^[0-9]*:[0-9]*: ' message || fail "cut at $length" "$(cat message)"
        passed=$((passed + 1))
    }
    length=$((length + 7))
done

# Output that fails: exit 2, a message, what was there is left, and no other file
# broken NAME MESSAGE: what the last command did
broken() {
    if [ $code -ne 2 ] || [ "$(cat stderr)" != "$2" ]; then
        fail "$1" "exit $code, $(cat stderr)"
    else
        passed=$((passed + 1))
    fi
}
cgmerge good.mcg >/dev/full 2>stderr
code=$?
broken full '<stdout>: error: cannot write: No space left on device'
cgmerge good.mcg -o /dev/full 2>stderr
code=$?
broken full '/dev/full: error: cannot write: No space left on device'
cgmerge good.mcg >&- 2>stderr
code=$?
broken closed '<stdout>: error: cannot write: Bad file descriptor'
{ cgmerge good.mcg 2>stderr; echo $? >code; } | true
code=$(cat code)
[ $code -eq 0 ] || broken pipe '<stdout>: error: cannot write: Broken pipe'
cgmerge good.mcg -o directory.mcg 2>stderr
code=$?
broken directory 'directory.mcg: error: cannot open for writing: Is a directory'
cgmerge good.mcg -o missing/out 2>stderr
code=$?
broken missing 'missing/out: error: cannot create: No such file or directory'
if [ "$(id -u)" -ne 0 ]; then
    chmod a-r good.mcg
    says unreadable "good.mcg: error: cannot open: Permission denied" good.mcg
    chmod u+r good.mcg
    mkdir closed && chmod a-w closed
    cgmerge good.mcg -o closed/out 2>stderr
    code=$?
    broken closed 'closed/out: error: cannot create: Permission denied'
fi

# A write that fails half-way leaves the old file and nothing else
mkdir target
echo old >target/out
{ printf '{"_CG":{"meta":{"x":"'; repeat 3000000 x; printf '"},"nodes":{}},%s' "$tail"; } >large.mcg
(ulimit -f 1000; exec cgmerge large.mcg -o target/out 2>stderr)
code=$?
broken limited 'target/out: error: cannot write: File too large'
[ "$(cat target/out)" = old ] || fail limited "the old file is gone"
[ "$(ls target)" = out ] || fail limited "left behind: $(ls target)"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
