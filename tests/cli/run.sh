#!/bin/sh
# Run the command-line tests: run.sh BIN_DIR [--update] [--shard NUMBER/COUNT] [CASE...]
#
# A case is a directory with a file `cmd`, lines of shell. It runs in a copy of the directory, with
# the tools of BIN_DIR first in PATH, ../graphs and ../profiles beside it and PLUGINS the directory
# with those of tests/plugins, and must give what the files `stdout`, `stderr` and `exit` say; a
# missing one means empty, or 0. --update writes these files anew: read them as a person before
# committing. A case whose command starts with a tool that BIN_DIR lacks is skipped.
#
# The first command that fails ends a case, and `exit` is its status. A command that must fail before
# others says so: `exits STATUS COMMAND...`. A tool that fails anywhere else, as in a pipeline or in
# a list of && and ||, fails the case.
set -u

usage() {
    echo "usage: run.sh BIN_DIR [--update] [--shard NUMBER/COUNT] [CASE...]" >&2
    exit 2
}

[ $# -ge 1 ] || usage
bin=$(cd "$1" && pwd) || exit 2
shift
update=no
if [ "${1-}" = --update ]; then
    update=yes
    shift
fi
root=$(cd "$(dirname "$0")" && pwd) || exit 2
shard=1/1
if [ "${1-}" = --shard ]; then
    shard=${2-}
    shift 2 || usage
fi
. "$root/../shard.sh"
if [ $# -eq 0 ]; then
    # shellcheck disable=SC2046 # names without blanks
    set -- $(cd "$root" && for cmd in */cmd; do echo "${cmd%/cmd}"; done | of_shard "$shard") || usage
    [ $# -gt 0 ] || usage
fi

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
cp -R "$root/graphs" "$root/profiles" "$work"
mkdir "$work/tools"

# Wrap each tool: write a status other than $CASE_STATUS to $CASE_FAILURES.
for tool in "$bin"/cg*; do
    [ -x "$tool" ] || continue
    cat >"$work/tools/${tool##*/}" <<END
#!/bin/sh
expected=\${CASE_STATUS-0}
unset CASE_STATUS
"$tool" "\$@"
status=\$?
[ \$status -eq \$expected ] || echo "\$status ${tool##*/} \$*" >>"\$CASE_FAILURES"
exit \$status
END
done
cat >"$work/tools/exits" <<'END'
#!/bin/sh
expected=$1
shift
export CASE_STATUS=$expected
"$@"
status=$?
[ $status -ne $expected ] || exit 0
echo "$status, not $expected: $*" >>"$CASE_FAILURES"
exit 1
END
chmod +x "$work/tools"/*

LC_ALL=C TERM=dumb PATH=$work/tools:$PATH PLUGINS=$bin/../tests/plugins CASE_FAILURES=$work/failures
export LC_ALL TERM PATH PLUGINS CASE_FAILURES
unset NO_COLOR CG_PLUGINS CASE_STATUS

# run_case NAME: leaves actual.stdout, actual.stderr, actual.exit and failures in $work
#
# What is said of a case starts as few processes as it can: there are hundreds of cases.
run_case() {
    cp -R "$root/$1" "$work/$1"
    : >"$work/failures"
    (cd "$work/$1" && exec sh -e ./cmd) </dev/null >"$work/actual.stdout" 2>"$work/actual.stderr"
    echo $? >"$work/actual.exit"
}

# Of the tools, only the one that ended the case has failed.
check_failures() { # NAME
    [ -s "$work/failures" ] || return 0
    case $(wc -l <"$work/failures") in
    1) [ "$(cut -d' ' -f1 "$work/failures")" != "$(cat "$work/actual.exit")" ] || return 0 ;;
    esac
    echo "FAILED $1: commands exit with a status that the case does not state:"
    sed 's/^/    /' "$work/failures"
    return 1
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

# as_expected FILE NAME: whether it is, without saying how it differs
as_expected() {
    if [ "$1" = exit ]; then
        expected=0
        [ ! -f "$root/$2/exit" ] || read -r expected <"$root/$2/exit"
        read -r actual <"$work/actual.exit" && [ "$actual" = "$expected" ]
    elif [ -s "$root/$2/$1" ]; then
        cmp -s "$root/$2/$1" "$work/actual.$1"
    else
        [ ! -s "$work/actual.$1" ]
    fi
}

compare_case() {
    same=yes
    for file in stdout stderr exit; do
        ! as_expected $file "$1" || continue
        default=
        if [ $file = exit ]; then
            default='0
'
        fi
        expected $file "$1" "$default"
        diff -u "$work/expected.$file" "$work/actual.$file" >"$work/diff"
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
    read -r tool _ <"$root/$name/cmd"
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
        check_failures "$name" && passed=$((passed + 1)) || failed=$((failed + 1))
    elif check_failures "$name" && compare_case "$name"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
    [ "$failed" -eq 0 ] || [ -z "${CG_FIRST_FAILURE:-}" ] || break
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
