#!/bin/sh
# What tests/mutate.sh changes is decided by its arguments alone: mutate_list.sh PROJECT_DIR FOLDER
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null || exit 77
mutate=$1/tests/mutate.sh
folder=$2
failed=0

fail() {
    echo "FAILED: $*"
    failed=1
}

refused() { # ARGUMENTS...
    "$mutate" "$@" >/dev/null 2>&1
    [ $? -eq 2 ] || fail "$* is not refused"
}

list=$("$mutate" --list "$folder" 20 1)
[ "$(printf '%s\n' "$list" | grep -c "^$folder/.*\.c:[0-9]*: .*: .*  =>  ")" -eq 20 ] || fail "not 20 changes: $list"
[ "$("$mutate" --list "$folder" 20 1)" = "$list" ] || fail "one seed has two lists"
[ "$("$mutate" --list "$folder" 20 2)" != "$list" ] || fail "two seeds have one list"
refused
refused no/such/folder
refused "$folder,"
refused "$folder" 0
refused "$folder" x
refused "$folder" 1 x
refused "$folder" 1 1 1
refused --no-such-option "$folder"
exit $failed
