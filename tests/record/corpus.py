#!/usr/bin/env python3
"""Real programs, recorded and held against callgrind: corpus.py BIN_DIR CORPUS [PROGRAM...]

CORPUS has a directory for each program, with compile_commands.json and workload.sh (tests/corpus). Each
is built with hooks, and its workload runs once, recorded by cgrecord and by callgrind at the same time,
so that both see the same run. Every call between two functions with hooks must be there equally often.
Functions that the compiler always inlines have hooks, but callgrind cannot see them; and of the two names
of a constructor or destructor, each tool takes one.
Prints a line for each program, and each difference. With --validate GRAPH the recording is held against
a graph as well, by cgvalidate.
"""
import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import callgrind
import cubex

HERE = pathlib.Path(__file__).resolve().parent
WRAPPER = """#!/bin/sh
exec '{tools}/cgrecord' -q --rate 0 --memory 4G -o '{work}/'$$.cubex -- \\
    valgrind -q --tool=callgrind --demangle=no --trace-children=no --main-stacksize=33554432 \\
    --callgrind-out-file='{work}/'$$.callgrind "$@"
"""


def record(tools, program, work):
    """Leave the recordings of the workload in `work`."""
    built = work / "built"
    subprocess.run([HERE.parent / "corpus" / "rebuild.py", program, built, "--",
                    "-finstrument-functions", "-w"], check=True, capture_output=True)
    wrapper = work / "run"
    wrapper.write_text(WRAPPER.format(tools=tools, work=work))
    wrapper.chmod(0o755)
    for path in program.iterdir():
        target = built / path.name
        if not target.exists() and path.name not in ("bin", "obj"):
            target.symlink_to(path)
    subprocess.run(["bash", program / "workload.sh"], cwd=built, capture_output=True, timeout=1800,
                   env={**os.environ, "RUN": str(wrapper)})


def plain(name):
    return re.sub(r"([CD])2(?=E)", r"\g<1>1", name)


def callgrind_edges(files):
    found = collections.Counter()
    for path in files:
        for (caller, callee), count in callgrind.callgrind_edges(path).items():
            found[plain(caller), plain(callee)] += count
    return found


def recorded_edges(files, seen):
    """Calls between functions that callgrind has seen, through others that it has not."""
    found = collections.Counter()
    for path in files:
        for names, count in cubex.counts(path).items():
            *above, last = map(plain, names)
            above = [name for name in above if name in seen or name.startswith("[")]
            if last in seen and above and count and not above[-1].startswith("["):
                found[above[-1], last] += count
    return found


def compare(work):
    """@return calls that agree, and the differences"""
    theirs = callgrind_edges(work.glob("*.callgrind"))
    ours = recorded_edges(sorted(work.glob("*.cubex")), {name for edge in theirs for name in edge})
    functions = {name for edge in ours for name in edge}
    theirs = {edge: count for edge, count in theirs.items() if set(edge) <= functions}
    same = [edge for edge, count in ours.items() if theirs.get(edge) == count]
    wrong = [f"{a} -> {b}: {ours.get((a, b), 0)} calls, callgrind has {theirs.get((a, b), 0)}"
             for a, b in sorted(set(ours) | set(theirs)) if ours.get((a, b)) != theirs.get((a, b))]
    return same, sum(ours[edge] for edge in same), wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--validate", metavar="GRAPH")
    given = parser.parse_args()
    tools, failed = given.bin.resolve(), 0
    for name in given.programs or sorted(p.name for p in given.corpus.iterdir() if p.is_dir()):
        with tempfile.TemporaryDirectory() as folder:
            work = pathlib.Path(folder)
            record(tools, (given.corpus / name).resolve(), work)
            same, calls, wrong = compare(work)
            print(f"{name}: {len(same)} edges with {calls} calls agree, {len(wrong)} differ")
            for line in wrong:
                failed = 1
                print(f"  {line}")
            if given.validate:
                subprocess.run([tools / "cgvalidate", given.validate, *work.glob("*.cubex")])
    return failed


if __name__ == "__main__":
    sys.exit(main())
