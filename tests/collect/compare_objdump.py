#!/usr/bin/env python3
"""Compare the calls that cgcollect finds in machine code with those that objdump shows.

    compare_objdump.py BIN_DIR SOURCE_DIR

Sources of the library are compiled to assembler in several ways. Every direct call or jump to another
function that objdump shows must be a call in the graph, and the graph must have no others, but for those
to cold parts of functions, which objdump shows without their names. x86-64 alone: others are skipped.
"""
import glob
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
WAYS = [["gcc", "-O0", "-fPIC"], ["gcc", "-O2"], ["gcc", "-Os", "-fcf-protection"], ["clang-19", "-O2"]]


def run(words, **more):
    return subprocess.run(words, check=True, capture_output=True, text=True, **more).stdout


def shown_by_objdump(path):
    """Pairs of functions: caller, and what a call or jump of it leads to."""
    pairs, caller, target = set(), None, None
    for line in run(["objdump", "-dr", "--no-show-raw-insn", path]).splitlines() + ["0 <>:"]:
        begin = re.match(r"[0-9a-f]+ <([^>]*)>:", line)
        relocation = re.search(r"R_X86_64_(PLT32|PC32)\s+([^\s.+-][^\s+-]*)", line)
        instruction = re.match(r"\s+[0-9a-f]+:\s+(\S+)\s*(.*)", line)
        if relocation and target:
            pairs.add((caller, relocation.group(2)))
            target = None
        elif "R_X86_64" in line:
            target = None
        elif begin or instruction:
            if target and target != "?":
                pairs.add((caller, target))
            target = None
            if begin:
                caller = begin.group(1)
            elif re.match(r"(notrack |bnd )?(call|j)", instruction.group(1)) and "*" not in instruction.group(2):
                own = re.search(r"<([^+>]+)>", instruction.group(2))
                target = own.group(1) if own else "?"
    return {(x, y) for x, y in pairs if x != y}


def shown_by_graph(dump, path):
    calls = re.findall(r"^(\S+) -> (\S+) direct", run([dump, path]), re.MULTILINE)
    return {(x, y) for x, y in calls if x != y and not y.endswith(".cold")}


def main():
    binaries, sources = (os.path.abspath(path) for path in sys.argv[1:3])
    if platform.machine() != "x86_64" or not shutil.which("objdump"):
        return SKIPPED
    files = sorted(glob.glob(sources + "/libcg/src/json/*.c") + glob.glob(sources + "/libcg/src/graph/f*.c"))
    include = ["-D_GNU_SOURCE", "-I" + sources + "/libcg/src", "-I" + sources + "/libcg/include"]
    wrong = count = 0
    with tempfile.TemporaryDirectory() as work:
        made = []
        for number, way in enumerate(WAYS):
            for file in files if shutil.which(way[0]) else []:
                name = f"{work}/{number}-{os.path.basename(file)}"
                run(way + include + ["-S", "-o", name + ".s", file])
                run([way[0], "-c", "-o", name + ".o", name + ".s"])
                made.append(name)
        run([binaries + "/cgcollect", "--root", work, *(name + ".s" for name in made)], cwd=work)
        for name in made:
            objdump = shown_by_objdump(name + ".o")
            graph = shown_by_graph(binaries + "/collect-dump", name + ".s.mcg")
            count += len(objdump)
            for kind, pairs in ("lacks", objdump - graph), ("has only", graph - objdump):
                for pair in sorted(pairs):
                    print(f"{os.path.basename(name)}: the graph {kind} {pair[0]} -> {pair[1]}")
                    wrong += 1
    print(f"{count} calls, {wrong} differ")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
