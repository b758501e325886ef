#!/usr/bin/env python3
"""Run the commands of a page and hold what they print against what the page shows:
run.py BIN PAGE [--update]

Blocks that begin with ```console have commands behind "$ ", and what they print. They run one
after the other in a directory that has what lies beside this script, graphs uncompressed. --update
writes into the page what was printed: read it before it is committed."""
import difflib
import gzip
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def set_up(work):
    for path in HERE.iterdir():
        if path.suffix == ".gz":
            (work / path.stem).write_bytes(gzip.decompress(path.read_bytes()))
        elif path.is_file() and path.suffix not in (".py", ".sh"):
            shutil.copy(path, work)


def run(command, work, environment):
    done = subprocess.run(["sh", "-c", command], cwd=work, env=environment, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=120, check=False)
    return done.stdout


def rewrite(page, work, environment):
    """The page with what the commands print now."""
    out, in_block = [], False
    lines = page.splitlines(keepends=True)
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.startswith("```"):
            in_block = line.rstrip() == "```console"
        if not in_block or not line.startswith("$ "):
            if not in_block or line.startswith("```"):
                out.append(line)
            continue
        command = line[2:]
        out.append(line)
        while command.endswith("\\\n"):
            command = command[:-2] + lines[at].lstrip()
            out.append(lines[at])
            at += 1
        printed = run(command, work, environment)
        out.append(printed if not printed or printed.endswith("\n") else printed + "\n")
        if at < len(lines) and any(x.startswith("$ ") for x in lines[at:end_of_block(lines, at)]):
            out.append("\n")
    return "".join(out)


def end_of_block(lines, at):
    while at < len(lines) and not lines[at].startswith("```"):
        at += 1
    return at


def main():
    tools, path = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    environment = {"PATH": f"{tools}:{os.environ['PATH']}", "LC_ALL": "C", "TERM": "dumb",
                   "HOME": os.environ.get("HOME", "/")}
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
        if name in os.environ:
            environment[name] = os.environ[name]
    page = path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as work:
        set_up(pathlib.Path(work))
        now = rewrite(page, pathlib.Path(work), environment)
    if now == page:
        return 0
    if "--update" in sys.argv[3:]:
        path.write_text(now, encoding="utf-8")
        return 0
    sys.stdout.writelines(difflib.unified_diff(page.splitlines(keepends=True),
                                               now.splitlines(keepends=True),
                                               "the page", "what is printed"))
    return 1


sys.exit(main())
