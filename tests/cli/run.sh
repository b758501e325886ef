#!/bin/sh
# Run the command-line tests: run.sh BIN_DIR [--update] [CASE...]
#
# A case is a directory with a file `cmd`, one shell line. It runs in a copy of the directory, with
# BIN_DIR first in PATH, ../graphs and ../profiles beside it and PLUGINS the directory with those of
# tests/plugins, and must give what the files `stdout`, `stderr` and `exit` say; a missing one means
# empty, or 0. --update writes these files anew: read them as a person before committing. A case
# whose command starts with a tool that BIN_DIR lacks is skipped.
set -u

if [ $# -lt 1 ]; then
    echo "usage: run.sh BIN_DIR [--update] [CASE...]" >&2
    exit 2
fi
bin=$(cd "$1" && pwd) || exit 2
shift
update=no
if [ "${1-}" = --update ]; then
    update=yes
    shift
fi
root=$(cd "$(dirname "$0")" && pwd) || exit 2
if [ $# -eq 0 ]; then
    set -- $(cd "$root" && for cmd in */cmd; do echo "${cmd%/cmd}"; done)
fi

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
cp -R "$root/graphs" "$root/profiles" "$work"
LC_ALL=C TERM=dumb PATH=$bin:$PATH PLUGINS=$bin/../tests/plugins
export LC_ALL TERM PATH PLUGINS
unset NO_COLOR CG_PLUGINS

# run_case NAME: leaves actual.stdout, actual.stderr and actual.exit in $work
run_case() {
    cp -R "$root/$1" "$work/$1"
    (cd "$work/$1" && sh ./cmd) </dev/null >"$work/actual.stdout" 2>"$work/actual.stderr"
    echo $? >"$work/actual.exit"
    rm -rf "${work:?}/$1"
}

# expected FILE NAME DEFAULT: what a case expects, as a file in $work
expected() {
    if [ -f "$root/$2/$1" ]; then
        cp "$root/$2/$1" "$work/expected.$1"
    else
        printf '%s' "$3" >"$work/expected.$1"
    fi
}

# accept FILE NAME DEFAULT: make the actual result the expected one
accept() {
    printf '%s' "$3" | cmp -s - "$work/actual.$1"
    if [ $? -eq 0 ]; then
        rm -f "$root/$2/$1"
    else
        cp "$work/actual.$1" "$root/$2/$1"
    fi
}

compare_case() {
    same=yes
    for file in stdout stderr exit; do
        default=
        if [ $file = exit ]; then
            default='0
'
        fi
        expected $file "$1" "$default"
        diff -u "$work/expected.$file" "$work/actual.$file" >"$work/diff" && continue
        if [ $same = yes ]; then
            echo "FAILED $1: $(cat "$root/$1/cmd")"
        fi
        same=no
        sed "1s|.*|--- expected $file|; 2s|.*|+++ actual $file|" "$work/diff"
    done
    [ $same = yes ]
}

passed=0 failed=0 skipped=0
for name in "$@"; do
    name=${name%/}
    if [ ! -f "$root/$name/cmd" ]; then
        echo "run.sh: there is no case '$name'" >&2
        failed=$((failed + 1))
        continue
    fi
    tool=$(sed 's/ .*//; q' "$root/$name/cmd")
    case $tool in
    cg*)
        if [ ! -x "$bin/$tool" ]; then
            skipped=$((skipped + 1))
            continue
        fi
        ;;
    esac
    run_case "$name"
    if [ $update = yes ]; then
        accept stdout "$name" ''
        accept stderr "$name" ''
        accept exit "$name" '0
'
        passed=$((passed + 1))
    elif compare_case "$name"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
