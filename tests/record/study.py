#!/usr/bin/env python3
"""What recording costs, as cgrecord --study finds it: study.py BIN_DIR

A program of short calls, with hooks and without. Each way that there is must be in the table, and the program
must have been run in it: it writes down how it is recorded. What cannot be studied must be refused, and no file
may be left. How long a way takes is not looked at: on a busy machine any may be the fastest.
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
#include <string.h>
extern char **environ;
static volatile unsigned sink;
__attribute__((noinline)) static void leaf(unsigned n) { sink += n; }
__attribute__((noinline)) static void calls(unsigned n) { leaf(n); leaf(n); }
static void say_how(FILE *log)
{
    for (char **at = environ; *at; at++)
        if (!strncmp(*at, "CGRECORD_", 9)) fprintf(log, "%s ", *at);
    fputs("\\n", log);
    fclose(log);
}
int main(int count, char **arguments)
{
    say_how(fopen("log", "a"));
    for (unsigned i = 0; i < 1500000; i++) calls(i);
    puts("not in the table");
    return count > 1 ? atoi(arguments[1]) : 0;
}
"""
CALLS = ["no recorder", "all calls", "all calls, sampled time", "all calls, --clock"]
RECORDED = {"CLOCK=0 TIMES=0", "CLOCK=0 TIMES=1", "CLOCK=1 TIMES=0", "CLOCK=0 TIMES=1 SELECT=1"}
SAMPLES = ["samples, 500/s", "samples, 1000/s"]


def study(tools, work, *words):
    return subprocess.run([tools / "cgrecord", "--study", "--repetitions", "2", *words], cwd=work,
                          capture_output=True, text=True, timeout=200,
                          env={**os.environ, "TMPDIR": str(work / "tmp")})


def table(text):
    """How much more than the first, in percent, by way."""
    rows = re.findall(r"^(.*?)  +\S+ \S+ +\S+ \S+ +\S+ \S+ +([-+][\d.]+) %  (?:yes|no)$", text, re.M)
    return {name: float(more) for name, more in rows}


def recorded(work):
    """How often the program was run in each way: by what differs between the ways that record calls."""
    lines = (work / "log").read_text().splitlines()
    how = [" ".join(re.findall(r"CGRECORD_((?:CLOCK|TIMES|SELECT)=\d)", line)) for line in lines]
    return {way: how.count(way) for way in how}


def ways(tools, work):
    (work / "leaf.filter").write_text("leaf\n")
    done = study(tools, work, "--bare", "./bare", "--filter", "leaf.filter", "--", "./hooked")
    found = table(done.stdout)
    sampled = [name for name in SAMPLES if f"{name}: " not in done.stderr]  # or the system refuses
    expect(f"{done.returncode} {done.stdout} {done.stderr}", done.returncode == 0 and
           list(found) == ["without probes", *CALLS, "chosen calls", *sampled])
    expect(f"the first: {found}", found["without probes"] == 0)
    how = recorded(work)
    expect(f"how it ran: {how}", set(how) == {"", *RECORDED} and all(how[way] >= 2 for way in how))
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
