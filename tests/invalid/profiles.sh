#!/bin/sh
# Profiles that must be refused: profiles.sh BIN_DIR [--update]
#
# Each file of profiles/ goes through cgvalidate --dump, which must exit with 2, leave the output file
# as it was and say on standard error what NAME.expected holds. --update writes these anew: read them
# as a person before committing. Then beginnings of good ones of the command-line tests are read,
# which may be refused, but with a message. (Every one is read by the unit tests of the readers.)
set -u

if [ $# -lt 1 ]; then
    echo "usage: profiles.sh BIN_DIR [--update]" >&2
    exit 2
fi
bin=$(cd "$1" && pwd) || exit 2
update=${2-}
root=$(cd "$(dirname "$0")" && pwd) || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
LC_ALL=C PATH=$bin:$PATH
export LC_ALL PATH
[ -x "$bin/cgvalidate" ] || exit 77
cd "$work" || exit 2
passed=0 failed=0

fail() {
    echo "FAILED $1: $2"
    failed=$((failed + 1))
}

for input in "$root"/profiles/*; do
    name=${input##*/}
    case $name in *.expected) continue ;; esac
    cp "$input" "$name"
    echo old >out
    cgvalidate --dump "$name" -o out >stdout 2>stderr </dev/null
    code=$?
    if [ $code -ne 2 ] || [ -s stdout ] || [ "$(cat out)" != old ]; then
        fail "$name" "exit $code, $(cat stdout stderr)"
    elif [ "$update" = --update ]; then
        cp stderr "$input.expected"
    elif ! diff -u "$input.expected" stderr; then
        fail "$name" "another message"
    else
        passed=$((passed + 1))
    fi
    rm "$name"
done

# Beginnings of good profiles
for input in "$root"/../cli/profiles/*; do
    size=$(wc -c <"$input") length=0
    while [ "$length" -lt "$size" ]; do
        head -c "$length" "$input" >cut
        cgvalidate --dump cut >stdout 2>stderr
        code=$?
        if [ $code -eq 2 ] && grep -q '^cut:.*error: ' stderr || [ $code -eq 0 ]; then
            passed=$((passed + 1))
        else
            fail "${input##*/} cut at $length" "exit $code, $(cat stderr)"
        fi
        length=$((length + 101))
    done
done

# A write that fails half-way or is killed leaves the old file and nothing else
mkdir target
echo old >target/out
for trap in "trap '' XFSZ" :; do
    (ulimit -f 1; eval "$trap"; exec cgvalidate --dump=json "$root/../cli/profiles/program.json" \
        -o target/out) >/dev/null 2>stderr
    code=$?
    if [ $code -lt 2 ] || [ "$(cat target/out)" != old ] || [ "$(ls target)" != out ]; then
        fail "limited, $trap" "exit $code, $(cat stderr), $(ls target)"
    else
        passed=$((passed + 1))
    fi
done

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
