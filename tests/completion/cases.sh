# Command lines and their completions, for all shells. A test sources this, defines offer LINE
# (which prints the shell's offers for the last word, one per line, in any order) and calls
# check_all, then finish. Lines are completed in a directory with names.mcg, plain.mcg, notes.txt
# and the directory parts.

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cp "$here/../cli/graphs/names.mcg" "$here/../cli/graphs/plain.mcg" "$work"
: >"$work/notes.txt"
mkdir "$work/parts"
cd "$work" || exit 2
failed=0

fail() {
    echo "FAILED $*"
    failed=1
}

# check LINE WORD...: just these
check() {
    line=$1
    shift
    wanted=$(printf '%s\n' "$@" | LC_ALL=C sort)
    got=$(offer "$line" | sed 's/ *$//; s/=$//; s,/$,,; s/\\\([^A-Za-z]\)/\1/g' | LC_ALL=C sort -u)
    [ "$got" = "$wanted" ] || fail "\"$line\": wanted $(echo $wanted), got $(echo $got)"
}

# check_some LINE WORD...: these and others
check_some() {
    line=$1
    shift
    got=$(offer "$line" | sed 's/ *$//; s/=$//')
    for word; do
        printf '%s\n' "$got" | grep -qxF -e "$word" || fail "\"$line\": \"$word\" is not among $(echo $got)"
    done
}

# check_none LINE
check_none() {
    got=$(offer "$1")
    [ -z "$got" ] || fail "\"$1\": wanted nothing, got $(echo $got)"
}

check_all() {
    check 'cgquery rea' reach
    check_some 'cgquery ' reach why path callers callees show stats
    check 'cgquery reach --col' --color
    check 'cgquery reach --color=a' --color=auto --color=always
    check 'cgquery reach --color al' always
    check_some 'cgquery callers --' --depth --transitive --json --include --exclude --help
    check_some 'cgquery --' --help --version
    # Graphs, then functions of the graph that is named, among them C++ ones with "::".
    check 'cgquery reach p' parts plain.mcg
    check 'cgquery reach names.mcg A' A::A A::f
    check 'cgquery reach names.mcg main A::' A::A A::f
    check 'cgquery reach names.mcg A::f ma' main
    check 'cgquery reach --color always names.mcg ma' main
    check 'cgquery reach names.mcg _ZN1A1' _ZN1A1fEv
    check 'cgquery show names.mcg A::f A::A ma' main
    check 'cgquery reach names.mcg --include=ma' --include=main
    check_none 'cgquery reach nothing.mcg ma'
    check 'cgquery show -k inline' inlineInfo
    check 'cgquery show --kind=inline' --kind=inlineInfo
    check_none 'cgquery callers --depth='
    check 'cgquery diff --format=' --format=text --format=markdown --format=json --format=dot
    check 'cgquery diff plain.mcg na' names.mcg
    check 'cgquery export --cluster d' directory
    check 'cgquery check plain.mcg no' notes.txt
    # Without a graph that is named: functions of the default one, and graphs.
    cp names.mcg whole.mcg
    check 'cgquery reach ma' main
    check 'cgquery reach main A' A::A A::f
    check 'cgquery callers na' names.mcg
    rm whole.mcg
    # The other tools.
    check_some 'cgmerge --' --output --partial --world --annotate --help
    check 'cgmerge --world=' --world=auto --world=closed --world=open
    check 'cgmerge -o no' notes.txt
    check 'cgmerge plain.mcg na' names.mcg
    check 'cgvalidate --du' --dump
    check 'cgvalidate --dump=f' --dump=flat --dump=folded
    check 'cgvalidate names.mcg not' notes.txt
    if [ -x "$bin/cgcollect" ]; then
        check 'cgcollect --ir=o' --ir=on --ir=off --ir=only
        check 'cgcollect --output-dir par' parts
        check_some 'cgcollect -' --database --cc
    fi
}

finish() {
    exit $failed
}
