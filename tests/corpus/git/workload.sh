# Git: a small repository with branches, merges, a rebase, packs and a clone. Run with $RUN.
rm -rf work && mkdir -p work/home
export HOME=$PWD/work/home GIT_CONFIG_NOSYSTEM=1 GIT_PAGER=cat GIT_EDITOR=true
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=A
export GIT_COMMITTER_EMAIL=a@example.org GIT_TERMINAL_PROMPT=0
program=$PWD/bin/git
GIT_EXEC_PATH=$PWD/work/libexec
export GIT_EXEC_PATH
mkdir -p "$GIT_EXEC_PATH" && ln -s "$program" "$GIT_EXEC_PATH/git"
for command in upload-pack receive-pack; do ln -s "$program" "$GIT_EXEC_PATH/git-$command"; done
export PATH=$GIT_EXEC_PATH:$PATH
cd work
git() { $RUN "$program" "$@"; }
git init -q -b main repo
cd repo
git config user.name A
git config core.autocrlf input
seq 200 >numbers
mkdir -p dir/sub
printf 'a\r\nb\r\nc\n' >dir/text
echo '*.txt text' >.gitattributes
echo '*.o' >.gitignore
printf 'int f(void)\n{\n  return 1;\n}\n' >dir/sub/f.c
touch x.o
git add .
git add -f x.o
git status
git status --porcelain=v2 --branch --ignored
git commit -q -m 'first'
git tag -a -m 'a tag' v1
git checkout -q -b topic
sed -i 's/^50$/fifty/' numbers
git mv dir/text dir/renamed.txt
git rm -q x.o
git diff --stat
git diff --cached -M --word-diff
git commit -q -a -m 'second'
seq 300 >>numbers
git stash push -q
git stash list
git stash pop
git commit -q -a -m 'third' --amend
echo more >>dir/sub/f.c
git commit -q -a -m 'fourth'
git checkout -q main
sed -i 's/^150$/one hundred fifty/' numbers
git commit -q -a -m 'on main'
git merge -q -m 'merge topic' topic
git log --graph --oneline --decorate --stat -p -M
git log --format='%H %an <%ae> %ad %s%n%b' --date=iso --grep=second --author=A -S fifty
git shortlog -sn HEAD
git show --stat v1
git blame -w -C numbers
git grep -n -e 'return' --and -e 1
git grep -c -P 'fi.ty' || true
git branch -vv --contains v1
git for-each-ref --sort=-committerdate --format='%(refname:short) %(objecttype) %(subject)'
git checkout -q -b conflict HEAD~1
echo other >numbers
git commit -q -a -m 'conflicting'
git merge -q topic || true
git ls-files -u -s
git diff || true
git merge --abort
git rebase -q main || true
git status
git rebase --abort || true
git cherry-pick topic~1 || true
git cherry-pick --abort || true
git revert --no-edit HEAD
git reset -q --hard main
git bisect start -q HEAD v1 || true
git bisect reset -q || true
git repack -q -a -d -f
git gc -q --prune=now
git fsck --full
git count-objects -v
git verify-pack -v .git/objects/pack/*.idx >/dev/null
git cat-file --batch-check --batch-all-objects >/dev/null
git rev-list --objects --all --filter=blob:none >/dev/null
git rev-parse --verify 'HEAD^{tree}'
git describe --tags
git ls-tree -r -l HEAD
git archive --format=tar HEAD | tar t >/dev/null
git format-patch -q -2 -o ../patches topic
git reset -q --hard v1
git am -q ../patches/*.patch || true
git apply --check --reverse ../patches/0002* || true
git reset -q --hard main
git bundle create -q ../all.bundle --all
git fast-export --all >../export
git notes add -m 'a note' HEAD
git worktree add -q ../tree topic
git submodule status || true
git sparse-checkout list || true
git reflog
git name-rev --all
git diff --no-index numbers dir/sub/f.c || true
git config --list --show-origin
git help -a >/dev/null
git nosuchcommand || true
cd ..
git clone -q --no-local "$PWD/repo" clone
git init -q --bare bare.git
cd clone
git remote -v
echo pushed >pushed
git add pushed
git commit -q -m 'to push'
git push -q "$PWD/../bare.git" HEAD:refs/heads/main
git fetch -q "$PWD/../bare.git" main
git pull -q --no-rebase "$PWD/../repo" main
git clean -n -d
git fast-import --quiet --force <../export
