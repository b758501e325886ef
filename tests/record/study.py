#!/usr/bin/env python3
"""What recording costs, as cgrecord --study finds it: study.py BIN_DIR

A program of short calls, with hooks and without. Each way that there is must be in the table, in an order of
times that no machine changes; what cannot be studied must be refused, and no file may be left.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import checks
from checks import expect

PROGRAM = """
#include <stdio.h>
#include <stdlib.h>
static volatile unsigned sink;
__attribute__((noinline)) static void leaf(unsigned n) { sink += n; }
__attribute__((noinline)) static void calls(unsigned n) { leaf(n); leaf(n); }
int main(int count, char **arguments)
{
    for (unsigned i = 0; i < 1500000; i++) calls(i);
    puts("not in the table");
    return count > 1 ? atoi(arguments[1]) : 0;
}
"""
CALLS = ["no recorder", "all calls", "all calls, sampled time", "all calls, --clock"]
SAMPLES = ["samples, 500/s", "samples, 1000/s"]


def study(tools, work, *words):
    return subprocess.run([tools / "cgrecord", "--study", "--repetitions", "2", *words], cwd=work,
                          capture_output=True, text=True, timeout=200,
                          env={**os.environ, "TMPDIR": str(work / "tmp")})


def table(text):
    """How much more than the first, in percent, by way."""
    rows = re.findall(r"^(.*?)  +\S+ \S+ +\S+ \S+ +\S+ \S+ +([-+][\d.]+) %  (?:yes|no)$", text, re.M)
    return {name: float(more) for name, more in rows}


def ways(tools, work):
    (work / "leaf.filter").write_text("leaf\n")
    done = study(tools, work, "--bare", "./bare", "--filter", "leaf.filter", "--", "./hooked")
    found = table(done.stdout)
    sampled = [name for name in SAMPLES if f"{name}: " not in done.stderr]  # or the system refuses
    expect(f"{done.returncode} {done.stdout} {done.stderr}", done.returncode == 0 and
           list(found) == ["without probes", *CALLS, "chosen calls", *sampled])
    expect(f"order: {found}", found["without probes"] == 0 < found["no recorder"] <
           found["all calls"] < found["all calls, --clock"])
    expect(f"chosen calls: {found}", found["chosen calls"] < found["all calls, --clock"])
    expect(f"its output: {done.stdout}", "not in the table" not in done.stdout)
    done = study(tools, work, "--", "./bare", "3")
    expect(f"no hooks: {done.stdout} {done.stderr}", done.returncode == 0 and
           list(table(done.stdout)) == ["no recorder", *sampled] and "neither hooks" in done.stderr)


def refused(tools, work):
    for words, text in ((["--", "./missing"], "./missing"), (["--", "sh", "-c", "kill -9 $$"], "signal 9"),
                        (["-o", "x", "--", "./bare"], "leaves no files"),
                        (["--clock", "--", "./bare"], "tries the ways itself"),
                        (["--bare", "", "--", "./bare"], "--bare needs a command"),
                        (["--bare", "exit 4", "--", "./bare"], "no recorder: exit status 0"),
                        (["--repetitions", "0", "--", "./bare"], "a number from 1")):
        done = study(tools, work, *words)
        expect(f"{words}: {done.returncode} {done.stdout} {done.stderr}",
               done.returncode == 2 and not done.stdout and text in done.stderr)
    done = subprocess.run([tools / "cgrecord", "--bare", "./bare", "--", "./hooked"], cwd=work,
                          capture_output=True, text=True)
    expect(f"--bare alone: {done.stderr}", done.returncode == 2 and "parts of --study" in done.stderr)


def main():
    if not shutil.which("gcc"):
        return 77
    tools = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        (work / "tmp").mkdir()
        (work / "p.c").write_text(PROGRAM)
        for program, flags in (("bare", []), ("hooked", ["-finstrument-functions"])):
            subprocess.run(["gcc", "-O1", "-g", *flags, "-o", work / program, work / "p.c"], check=True)
        for part in (ways, refused):
            part(tools, work)
        expect("files are left", not list((work / "tmp").iterdir()))
    return checks.failed


if __name__ == "__main__":
    sys.exit(main())
