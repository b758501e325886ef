#!/usr/bin/env python3
"""From any form of git's output, cgquery finds the changed functions:
impact_git.py BIN_DIR"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

TEXT = """int f_%s(void)
{
    return 1;
}

/* g */
int g_%s(void)
{
    int i = 1;
    i = i + 2;
    i = i + 3;
    i = i + 4;
    i = i + 5;
    return i;
}
"""
OLD = "f_gone g_crlf g_gone g_moved g_plain g_quoted g_space"
NEW = "f_added g_added g_crlf g_moved g_plain g_quoted g_space new_one"
OPTIONS = ["", "--no-prefix", "-U0", "--no-prefix -U0", "--binary", "-M", "-C", "--full-index",
           "--minimal", "--src-prefix=i/ --dst-prefix=w/", "--patch-with-stat",
           "--function-context"]

failed = False
tool = os.path.join(os.path.abspath(sys.argv[1]), "cgquery")
environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
environment.update(GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_NOSYSTEM="1", LC_ALL="C.UTF-8",
                   GIT_AUTHOR_NAME="x", GIT_AUTHOR_EMAIL="x@y.z", GIT_COMMITTER_NAME="x",
                   GIT_COMMITTER_EMAIL="x@y.z")


def git(*arguments):
    return subprocess.run(["git", *arguments], env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=False).stdout


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return file.read()


def write(path, text):
    with open(path, "w", newline="", encoding="utf-8") as file:
        file.write(text)


def edit(path, old, new):
    text = read(path)
    assert old in text
    write(path, text.replace(old, new))


def graph(name):
    """The functions of all files there are, by the lines they begin and end at."""
    nodes = {}
    for path in git("ls-files", "-z").decode().split("\0")[:-1]:
        for number, line in enumerate(read(path).splitlines(), 1):
            begins = re.match(r"int (\w+)\(", line)
            if begins:
                node = {"functionName": begins[1], "origin": path, "hasBody": True, "callees": {},
                        "meta": {"unresolvedCalls": [], "sourceRange": {
                            "begin": {"column": 1, "line": number}}}}
                nodes[begins[1]] = node
            elif line.startswith("}"):
                node["meta"]["sourceRange"]["end"] = {"column": 1, "line": number}
    generator = {"name": "x", "sha": "0", "version": "1"}
    write("../" + name, json.dumps({"_CG": {"meta": {}, "nodes": nodes},
                                    "_MetaCG": {"generator": generator, "version": "4.0"}}))


def impact(graph_name, text):
    return subprocess.run([tool, "impact", "--json", "../" + graph_name], input=text,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)


def fail(text):
    global failed
    failed = True
    print("FAILED:", text)


def expect(what, graph_name, text, names):
    result = impact(graph_name, text)
    found = None
    if result.returncode == (0 if names else 1):
        found = " ".join(f["function"]["name"] for f in json.loads(result.stdout)["changed"])
    if found != names:
        fail(f"{what}: expected '{names}', found '{found}' {result.stderr.decode()}")


def expect_refused(what, text, why):
    result = impact("new.mcg", text)
    if result.returncode != 2 or why not in result.stderr.decode():
        fail(f"{what} is not refused: {result.stderr.decode()}")


def make_history():
    git("init", "-q", ".")
    os.makedirs("d/a b")
    files = {"plain": "plain.c", "space": "d/a b/x y.c", "quoted": "d/p\u00e4\"t.c",
             "moved": "moved.c", "gone": "gone.c", "mode": "mode.c"}
    for name, path in files.items():
        write(path, TEXT % (name, name))
    write("crlf.c", (TEXT % ("crlf", "crlf")).replace("\n", "\r\n"))
    git("add", ".")
    git("commit", "-qm", "base")
    graph("old.mcg")
    for path in (files["plain"], files["space"], files["quoted"], "crlf.c"):
        edit(path, "i + 2", "i + 22")
    edit(files["space"], "int f_", "int new_one(void)\n{\n    return 7;\n}\n\nint f_")
    git("mv", "moved.c", "moved there.c")
    edit("moved there.c", "i + 5", "i + 55")
    git("rm", "-q", "gone.c")
    write("added.c", TEXT % ("added", "added"))
    os.chmod("mode.c", 0o755)
    git("add", "-A")
    git("commit", "-qm", "change\n\n--- no name\n+++\n@@ neither")
    graph("new.mcg")


def check_forms():
    for options in OPTIONS:
        text = git("diff", *options.split(), "HEAD~1", "HEAD")
        expect(f"git diff {options}, after", "new.mcg", text, NEW)
        expect(f"git diff {options}, before", "old.mcg", text, OLD)
    expect("git diff -R, before", "new.mcg", git("diff", "-R", "HEAD~1", "HEAD"), NEW)
    expect("git diff -R, after", "old.mcg", git("diff", "-R", "HEAD~1", "HEAD"), OLD)
    expect("git format-patch", "new.mcg", git("format-patch", "--stdout", "-1"), NEW)
    expect("git show", "new.mcg", git("show"), NEW)
    expect("git log -p", "old.mcg", git("log", "-p", "-1"), OLD)
    expect("git diff --relative", "new.mcg", git("diff", "--relative=d", "HEAD~1", "HEAD"),
           "g_quoted g_space new_one")
    expect("lines that end as on Windows", "new.mcg",
           git("diff", "HEAD~1", "HEAD", "--", "plain.c").replace(b"\n", b"\r\n"), "g_plain")
    expect("nothing", "new.mcg", git("diff", "HEAD", "HEAD"), "")
    expect_refused("a difference with colours", git("diff", "--color=always", "HEAD~1", "HEAD"),
                   "colours")


def check_merge():
    branch = git("rev-parse", "--abbrev-ref", "HEAD").decode().strip()
    git("checkout", "-q", "-b", "other", "HEAD~1")
    edit("plain.c", "i + 2", "i + 222")
    git("commit", "-qam", "other")
    git("merge", "-q", branch)
    expect_refused("a combined difference", git("diff"), "one parent")


if not shutil.which("git"):
    sys.exit(77)
with tempfile.TemporaryDirectory() as directory:
    os.mkdir(os.path.join(directory, "repository"))
    os.chdir(os.path.join(directory, "repository"))
    make_history()
    check_forms()
    check_merge()
    os.chdir("/")
sys.exit(failed)
