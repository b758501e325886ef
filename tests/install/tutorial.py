#!/usr/bin/env python3
"""docs/tutorial.md is correct: its code is in the programs, and these print what it shows.

    tutorial.py PROJECT PROGRAMS TOOLS [--slow] [--update]

PROGRAMS and TOOLS are the directories of what examples/tutorial builds, and of the tools. With --slow
the library need not be fast. --update writes the programs' present output into the page.
"""
import pathlib
import re
import shutil
import sys
import tempfile

project, programs, tools = (pathlib.Path(path).resolve() for path in sys.argv[1:4])
sys.path.insert(0, str(project / "tests/docs"))
import consoles  # noqa: E402

slow, update = "--slow" in sys.argv, "--update" in sys.argv
page = project / "docs/tutorial.md"
examples = project / "examples/tutorial"
ENOUGH = 1.0  # million answers a second
CODE = re.compile(r"(?:<!-- (\S+) -->\n)?```(\w+)\n(.*?)```\n", re.S)
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


class Shell(consoles.Shell):
    def run(self, command):
        said = super().run(command)
        for rate in re.findall(r"([\d.]+) million", said):
            if not slow and float(rate) < ENOUGH:
                fail(f"{command}: only {rate} million a second")
        return said


def main():
    text = page.read_text()
    for name, language, content in CODE.findall(text):
        if language != "console":
            check_code(name or None, content)
    with tempfile.TemporaryDirectory() as scratch:
        directory = pathlib.Path(scratch) / "heat"
        shutil.copytree(examples / "heat", directory)
        now = consoles.rerun(text, Shell(directory, [programs, tools]),
                             lambda command, said, shown: update or
                             fail(f"{command} says\n{said}and not\n{shown}"))
    if update:
        page.write_text(now)
    sys.exit(failed and not update)


main()
