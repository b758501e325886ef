#!/bin/sh
# The pre-commit hook stops what it should, and nothing else: hook.sh PROJECT_DIR
set -eu
project=$(cd "$1" && pwd)
command -v git >/dev/null || exit 77
command -v clang-format-19 >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b

fail() {
    echo "hook.sh: $1"
    cat "$work/log"
    exit 1
}

# A repository with the code and the checks of the project
cd "$project"
mkdir "$work/clone"
cp -R .clang-format .gitattributes CMakeLists.txt CHANGELOG.md debian libcg metadata cli \
    cgcollect cgmerge cgquery cgrecord cgvalidate cmake "$work/clone"
mkdir "$work/clone/tests"
cp -R tests/format.sh tests/floors.py tests/floors tests/layering.sh tests/packaging.py \
    "$work/clone/tests"
cd "$work/clone"
git init -q
git add -A
git commit -qm start
git config core.hooksPath cmake/hooks

# passes: what is staged can be committed
passes() {
    git commit -qm change >"$work/log" 2>&1 || fail "stopped a commit"
}

# stops TEXT...: what is staged cannot be, since each TEXT; it is undone
stops() {
    ! git commit -qm change >"$work/log" 2>&1 || fail "did not stop a commit: $*"
    for text; do
        grep -qF -- "$text" "$work/log" || fail "does not say: $text"
    done
    grep -q '^pre-commit: the commit was stopped' "$work/log" || fail "does not say what to do"
    git reset -q --hard
}

printf '\nint added(void);\n' >>cgmerge/main.c
git commit -qam change >"$work/log" 2>&1 || fail "stopped what is right"

# What is staged counts, not what lies in the work tree. All checks are made, even after one that fails.
printf 'int  twice( void );\n' >>cgmerge/main.c
header=$(cd libcg/src && ls query/common/*.h | head -n 1)
echo "#include \"$header\"" >libcg/src/base/upward.c
printf '#include <glib.h>\n' >libcg/src/base/other.c
git add cgmerge/main.c libcg/src/base/upward.c libcg/src/base/other.c
sed -i '$d' cgmerge/main.c
stops "cgmerge/main.c" "base may not use" "libcg uses neither GLib"
echo "int  twice( void );" >>cgmerge/main.c
echo >cgmerge/notes
git add cgmerge/notes
passes
git reset -q --hard

echo "trailing " >>CHANGELOG.md
git add CHANGELOG.md
stops "trailing whitespace"

sed -i '1s/(.*)/(9.9.9-1)/' debian/changelog
git add debian/changelog
stops "the newest version is 9.9.9"
