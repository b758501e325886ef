#!/usr/bin/env python3
"""docs/tutorial.md says what is so: its code stands in the programs, and these say what it shows.

    tutorial.py PROJECT PROGRAMS TOOLS [--slow] [--update]

PROGRAMS and TOOLS are the directories of what examples/tutorial builds, and of the tools. Numbers
that tell of time are not compared; with --slow they need not be those of a fast library either.
--update writes what programs say now into the page.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

project, programs, tools = map(pathlib.Path, sys.argv[1:4])
slow, update = "--slow" in sys.argv, "--update" in sys.argv
page = project / "docs/tutorial.md"
examples = project / "examples/tutorial"
ENOUGH = 1.0  # million answers a second
BLOCK = re.compile(r"(?:<!-- (\S+) -->\n)?```(\w+)\n(.*?)```\n", re.S)
TIME = re.compile(r"[\d.]+(?= m?s\b| million\b)")
failed = False


def fail(text):
    global failed
    failed = True
    print("tutorial.py:", text)


def check_code(name, code):
    if name is None:
        fail("a block of code of no file:\n" + code)
    elif "\n" + code not in "\n" + (examples / name).read_text():
        fail(f"{name} has not:\n{code}")


def run(command, directory):
    path = f"{programs.resolve()}:{tools.resolve()}:/usr/bin:/bin"
    result = subprocess.run(["sh", "-c", command], cwd=directory, env={"PATH": path, "LC_ALL": "C"},
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=100)
    for rate in re.findall(r"([\d.]+) million", result.stdout.decode()):
        if not slow and float(rate) < ENOUGH:
            fail(f"{command}: only {rate} million a second")
    return result.stdout.decode()


def check_session(session, directory):
    """@return the session as it is"""
    now = ""
    for step in re.split(r"^\$ ", session, flags=re.M)[1:]:
        command, shown = step.split("\n", 1)
        tool = command.split()[0]
        said = shown
        # Without cgcollect the graph is the one that is there.
        if (tools / "cgcollect").exists() or tool not in ("cgcollect", "cgmerge"):
            said = run(command, directory)
        if TIME.sub("N", said) != TIME.sub("N", shown):
            fail(f"{command} says\n{said}and not\n{shown}")
        else:
            said = shown
        now += f"$ {command}\n{said}"
    return now


def main():
    text = page.read_text()
    with tempfile.TemporaryDirectory() as scratch:
        directory = pathlib.Path(scratch) / "heat"
        shutil.copytree(examples / "heat", directory)
        for name, language, content in BLOCK.findall(text):
            if language == "console":
                text = text.replace(content, check_session(content, directory))
            else:
                check_code(name or None, content)
    if update:
        page.write_text(text)
    sys.exit(failed and not update)


main()
