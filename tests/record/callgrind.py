#!/usr/bin/env python3
"""The calls that cgrecord counts against those that callgrind counts: callgrind.py BIN_DIR [COUNT]

Programs of programs/ that say so: those with one process and without exceptions, where callgrind loses
its place; and COUNT random ones with recursion, calls through pointers and jumps out of functions.
Each runs with hooks, recorded by cgrecord, and the same program runs under callgrind. Every call
between two functions that have hooks must be there equally often.
"""
import collections
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

import cubex
import run

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "corpus"))
import callgrind_reader

FUNCTIONS = 25


def random_program(seed):
    chance = random.Random(seed)
    lines = ["#include <setjmp.h>", "static jmp_buf back; static int armed; volatile unsigned sink;",
             "static unsigned state = %du;" % (seed + 1),
             "static unsigned next(void) { return (state = state * 1103515245u + 12345u) >> 16; }"]
    lines += [f"static void f{i}(int depth);" for i in range(FUNCTIONS)]
    table = ", ".join(f"f{chance.randrange(FUNCTIONS)}" for _ in range(8))
    lines.append(f"static void (*const table[8])(int) = {{{table}}};")
    for i in range(FUNCTIONS):
        body = ["sink++;", "if (!depth || sink > 60000) return;"]
        for _ in range(chance.randrange(1, 4)):
            to, odds = chance.randrange(FUNCTIONS), chance.randrange(1, 4)
            call = chance.choice([f"f{to}(depth - 1);", f"table[next() % 8](depth - 1);",
                                  f"for (unsigned i = next() % 3; i; i--) f{to}(depth - 1);"])
            body.append(f"if (next() % {odds} == 0) {{ {call} }}")
        if chance.random() < 0.1:
            body.append("if (armed && next() % 5 == 0) { armed = 0; longjmp(back, 1); }")
        lines.append(f"static void f{i}(int depth) {{ {' '.join(body)} }}")
    lines.append("int main(void) { for (volatile int i = 0; i < 40; i++) { "
                 "if (!setjmp(back)) { armed = 1; f%d(12); } armed = 0; } return 0; }"
                 % chance.randrange(FUNCTIONS))
    return "\n".join(lines)


def callgrind_edges(output):
    """Calls by caller and callee. Recursive calls have a mark in the names, f'2."""
    edges = collections.Counter()
    for (call, what), count in callgrind_reader.read(output).calls.items():
        if what == "visits":
            edges[call[3].split("'")[0], call[6].split("'")[0]] += count
    return dict(edges)


def compare(program, tools, work, environment=None):
    profile, output = work / "run.cubex", work / "callgrind.out"
    subprocess.run([tools / "cgrecord", "-q", "-o", profile, "--", program], check=False,
                   capture_output=True, timeout=120)
    subprocess.run(["valgrind", "-q", "--tool=callgrind", "--demangle=no",
                    f"--callgrind-out-file={output}", program], check=False, capture_output=True,
                   timeout=300)
    ours, theirs = cubex.edges(profile), callgrind_edges(output)
    functions = {name for edge in ours for name in edge}
    ours = {edge: count for edge, count in ours.items() if edge[0] and count}
    theirs = {edge: count for edge, count in theirs.items()
              if edge[0] in functions and edge[1] in functions}
    return [f"{a} -> {b}: {ours.get((a, b), 0)} calls, callgrind has {theirs.get((a, b), 0)}"
            for a, b in sorted(set(ours) | set(theirs)) if ours.get((a, b)) != theirs.get((a, b))]


def main():
    tools = pathlib.Path(sys.argv[1]).resolve()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 6
    if not shutil.which("valgrind"):
        return 77
    failed = []
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        sources = [case.source for case in map(run.Case, run.programs()) if case.all("callgrind")]
        for seed in range(count):
            sources.append(work / f"random{seed}.c")
            sources[-1].write_text(random_program(seed))
        for case, compiler in run.cases(sources, []):
            level = "-O0" if len(failed) % 2 else "-O2"
            flags = case.words("flags") or ["-fno-optimize-sibling-calls"]
            subprocess.run([compiler, level, "-g", "-fno-inline", *flags, "-finstrument-functions", "-w",
                            "-o", work / "program", case.source], check=True)
            failed.append(run.report(f"{case.source.name} ({compiler} {level})",
                                     compare(work / "program", tools, work)))
    print(f"{len(failed)} programs compared")
    return any(failed)


if __name__ == "__main__":
    sys.exit(main())
