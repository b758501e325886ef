# What the tests of cgcollect's command line share; sourced with `bin` and `dump` set.
[ -x "$bin/cgcollect" ] || { echo "no $bin/cgcollect"; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
failed=0
total=0

fail() { # NAME TEXT
    echo "$1: $2"
    cat "$work/stderr"
    failed=$((failed + 1))
    [ -z "${CG_FIRST_FAILURE:-}" ] || exit 1
}

collect() { # NAME EXIT ARGUMENTS...
    name=$1
    expected=$2
    shift 2
    total=$((total + 1))
    timeout 400 "$bin/cgcollect" "$@" >"$work/stdout" 2>"$work/stderr"
    status=$?
    [ "$status" -eq "$expected" ] || fail "$name" "exit status $status, expected $expected"
}

has() { # GRAPH LINE...: the graph says so
    graph=$1
    shift
    for line; do
        "$dump" "$graph" 2>&1 | grep -qxF -- "$line" || fail "$name" "$graph lacks: $line"
    done
}

hasnt() { # GRAPH PATTERN
    ! "$dump" "$1" | grep -q -- "$2" || fail "$name" "$1 has: $2"
}

says() { # PATTERN: stderr does
    grep -q -- "$1" "$work/stderr" || fail "$name" "stderr lacks: $1"
}
