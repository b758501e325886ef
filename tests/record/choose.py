#!/usr/bin/env python3
"""Choosing what is recorded: choose.py BIN_DIR

Trees of a program with filters, and with subtrees alone or left out, must be the whole tree without
what is left out. A program that pauses its recording has what it did before and after. For each
format of filters, what is recorded of the program of tests/instrument with a random choice must be
what `cgquery select @FILTER` says: templates, lambdas, and static functions of one name among it.
"""
import collections
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading

import callgrind
import cubex

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = HERE.parent / "instrument" / "program"
ROUNDS = 2
PROGRAMS = 8
EXIT = 116  # of that program
failed = False


def fail(text):
    global failed
    failed = True
    print("FAILED", text)


def run(*command, status=0, **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=120,
                          **options)
    if done.returncode != status:
        sys.exit(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stderr}")
    return done


def without_brackets(paths):
    """What is not recorded by choice has no frame; what calls from elsewhere has one in brackets."""
    out = collections.Counter()
    for path, count in paths.items():
        out[tuple(name for name in path if not name.startswith("["))] += count
    return out


def expected(whole, left_out=(), only=(), ends=()):
    """The whole tree without what is left out."""
    out = collections.Counter()
    for path, count in without_brackets(whole).items():
        kept = list(path)
        if only:
            begins = [i for i, name in enumerate(path) if name in only]
            kept = kept[begins[0]:] if begins else []
        stops = [i for i, name in enumerate(kept[:-1]) if name in ends]
        recorded = kept and not stops and kept[-1] not in left_out
        if recorded:
            out[tuple(name for name in kept if name not in left_out)] += count
    return out


def check_trees(tools, work, level):
    program = work / "calls"
    run("gcc", level, "-g", "-finstrument-functions", "-pthread", "-o", program,
        HERE / "chosen" / "calls.c")

    def record(*options):
        run(tools / "cgrecord", "-q", "-o", work / "run.cubex", "--rate", "0", "--recursion", "0",
            *options, "--", program)
        return cubex.counts(work / "run.cubex")

    check_trees_of(record, work, level)


def check_trees_of(record, work, level):
    """@param record runs the program with options: counts by path"""
    whole = record()
    (work / "names").write_text("main\nmiddle  # a comment\nleave\nwork\n")
    everything = {name for path in whole for name in path}
    others = everything - {"main", "middle", "leave", "work"}
    cases = [
        (("--filter", work / "names"), dict(left_out=others)),
        (("--only-below", "solve"), dict(only={"solve"})),
        (("--only-below", "solve | check"), dict(only={"solve", "check"})),
        (("--only-below", "compare"), dict(only={"compare"})),
        (("--not-below", "solve", "--not-below", "leave"), dict(ends={"solve", "leave"})),
        (("--only-below", "s*", "--not-below", "again"), dict(only={"solve"}, ends={"again"})),
        (("--filter", work / "names", "--only-below", "check"),
         dict(left_out=others - {"check"}, only={"check"})),
    ]
    for options, what in cases:
        found = without_brackets(record(*options))
        wanted = expected(whole, **what)
        if found != wanted:
            fail(f"{level} {' '.join(map(str, options))}: more {found - wanted}, "
                 f"less {wanted - found}")


def check_random_trees(tools, work):
    """Programs with recursion, calls through pointers and jumps out of functions."""
    for seed in range(PROGRAMS):
        chance = random.Random(seed)
        (work / "random.c").write_text(callgrind.random_program(seed))
        level = chance.choice(("-O0", "-O1", "-O2"))
        program = work / "random"
        run("gcc", level, "-w", "-g", "-finstrument-functions", "-fno-inline", "-o", program, work / "random.c")

        def record(*options):
            run(tools / "cgrecord", "-q", "-o", work / "run.cubex", "--rate", "0", "--recursion", "0",
                *options, "--", program)
            return cubex.counts(work / "run.cubex")

        whole = record()
        names = sorted({name for path in whole for name in path})
        for _ in range(6):
            only, ends, left_out = (set(chance.sample(names, min(len(names), chance.choice(sizes))))
                                    for sizes in ((0, 1, 3), (0, 1, 2), (0, 5)))
            left_out -= only | ends
            (work / "names").write_text("\n".join(set(names) - left_out) + "\n")
            options = ["--filter", work / "names"] if left_out else []
            options += ["--only-below", "|".join(sorted(only))] if only else []
            options += ["--not-below", "|".join(sorted(ends))] if ends else []
            wanted = expected(whole, left_out=left_out, only=only, ends=ends)
            found = without_brackets(record(*options)) if options and wanted else wanted
            if found != wanted:
                fail(f"random program {seed} {options}: more {found - wanted}, less {wanted - found}")


def check_paused(tools, work):
    """@param work has the program"""
    program, control = work / "paused", work / "control"
    control.unlink(missing_ok=True)
    run(tools / "cgrecord", "-q", "-o", work / "run.cubex", "--control", control, "--", program,
        control)
    edges = cubex.edges(work / "run.cubex")
    # before; the function that pauses; below the one that goes on, which began in the pause; after
    for edge, count in {("main", "work"): 3, ("main", "turn"): 1, ("turn", "say"): 1,
                        ("again", "work"): 2,
                        ("work", "deep"): 5, ("deep", "deep"): 15}.items():
        if edges[edge] != count:
            fail(f"paused: {edge} {edges[edge]} times, not {count}")
    control.write_text("off")
    run(tools / "cgrecord", "-q", "-o", work / "run.cubex", "--control", control, "--", program,
        control)
    if cubex.edges(work / "run.cubex")[None, "work"] != 2:
        fail("paused: off at the beginning")
    control.write_text("perhaps")
    refused = run(tools / "cgrecord", "-o", work / "run.cubex", "--control", control, "--", program,
                  control, status=2)
    if "neither on nor off" not in refused.stderr:
        fail(f"paused: {refused.stderr}")


def as_in_graph(name):
    """The graph has one name of all variants of a constructor."""
    return re.sub(r"([CD])[0-3]E(?=[vd])", r"\g<1>1E", name)


def recorded(profile):
    cube = cubex.Cubex(profile)
    used = {node.get("calleeId") for node, values in cube.rows("visits").items() if sum(values)}
    return {(pathlib.Path(cube.regions[i].get("mod")).name, as_in_graph(cube.name(i)))
            for i in used}


def select(tools, work, text):
    answer = subprocess.run([tools / "cgquery", "select", "whole.mcg", text, "--json"],
                            capture_output=True, text=True, cwd=work, check=False)
    return {(f["file"], f["name"]) for f in json.loads(answer.stdout)["functions"]}


def check_formats(tools, work):
    sources = sorted(p.name for p in PROGRAM.iterdir())
    for source in sources:
        shutil.copy(PROGRAM / source, work)
    run(tools / "cgcollect", "-q", "--root", ".", *sources, cwd=work)
    run(tools / "cgmerge", "-q", ".", "-o", "whole.mcg", cwd=work)
    for source in sources:
        run("clang", "-g", "-O0", "-finstrument-functions", "-c", source, cwd=work)
    run("clang++", "-o", "program", *[pathlib.Path(s).stem + ".o" for s in sources], cwd=work)
    run(tools / "cgrecord", "-q", "-o", "whole.cubex", "--", "./program", cwd=work,
        status=EXIT)
    ran = recorded(work / "whole.cubex")
    known = sorted(ran & select(tools, work, "is(defined) - is(system)"))
    if len(known) < 20 or sum(name == "_ZL5twicei" or name == "twice" for _, name in known) < 3:
        fail(f"only {len(known)} functions to choose from: {known}")
    rolls = random.Random(5)
    formats = ["scorep", "tau", "gcc", "xray", "clang-profile", "uftrace", "perf", "callgrind",
               "cgrecord", "names", "json"]
    for number in range(ROUNDS):
        chosen = rolls.sample(known, len(known) // 3)
        (work / "list").write_text("".join(f"{file}:{name}\n" for file, name in chosen))
        for tool in formats:
            run(tools / "cgquery", "instrument", "-q", "whole.mcg", "-s", "minimal-depth:0", "--and",
                "@list", "--keep", "@list", "--for", tool, "-o", "filter", cwd=work)
            run(tools / "cgrecord", "-q", "-o", "run.cubex", "--filter", "filter", "--", "./program",
                cwd=work, status=EXIT)
            found = recorded(work / "run.cubex") & set(known)
            wanted = (set(chosen) if tool == "json" else select(tools, work, "@filter")) & set(known)
            if tool in ("cgrecord", "names") and wanted != set(chosen):
                fail(f"{tool}: the filter means others than were chosen")
            if found != wanted:
                fail(f"{tool}, round {number}: more {sorted(found - wanted)}, "
                     f"less {sorted(wanted - found)}")


def check_refusals(tools, work):
    for options, text in [(("--filter", "missing"), "missing"),
                          (("--only-below", "a |"), "--only-below 'a |', column 4"),
                          (("--not-below", "/(/"), "--not-below"),
                          (("--filter", "bad"), "bad:2")]:
        (work / "bad").write_text("SCOREP_REGION_NAMES_BEGIN\n  NONSENSE *\n")
        done = run(tools / "cgrecord", "-o", "run.cubex", *options, "--", "true", status=2, cwd=work)
        if text not in done.stderr:
            fail(f"{options}: {done.stderr}")


def check_odd_files(tools, work):
    """A filter from a pipe, which can be read once, of a program in a directory whose name has a newline."""
    for directory in (work / "new\nline", work / "written\\012"):
        directory.mkdir()
        program, pipe = directory / "calls", work / f"pipe of {len(directory.name)}"
        run("gcc", "-O0", "-g", "-finstrument-functions", "-pthread", "-o", program, HERE / "chosen" / "calls.c")
        os.mkfifo(pipe)

        def record(*options):
            run(tools / "cgrecord", "-q", "-o", work / "run.cubex", "--mode", "hooks", "--rate", "0", *options, "--",
                program)
            return without_brackets(cubex.counts(work / "run.cubex"))

        whole = record()
        names = sorted({name for path in whole for name in path})
        if "main" not in names:
            fail(f"{program}: no names: {names}")
        writer = threading.Thread(target=pipe.write_text, args=("main\n",))
        writer.start()
        found = record("--filter", pipe)
        writer.join()
        if {name for path in found for name in path} != {"main"}:
            fail(f"{pipe}: {found}")


def main():
    tools = pathlib.Path(sys.argv[1]).resolve()
    if not shutil.which("clang++"):
        return 77
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        for level in ("-O0", "-O2"):
            check_trees(tools, work, level)
        run("gcc", "-O0", "-g", "-finstrument-functions", "-o", work / "paused",
            HERE / "chosen" / "paused.c")
        check_random_trees(tools, work)
        check_paused(tools, work)
        check_formats(tools, work)
        check_refusals(tools, work)
        check_odd_files(tools, work)
    print("choices recorded")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
