#!/usr/bin/env python3
"""cgquery refine with cgrecord: refine.py BIN_DIR

With nothing but a graph and a program that has hooks, it runs, analyses and chooses anew; each
iteration must have recorded what its filter says and nothing else. What calibrate measured is used.
The run with all probes counts every call, and then the function that is called most is left out.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import cubex

HERE = pathlib.Path(__file__).resolve().parent
failed = False


def expect(good, text):
    global failed
    if not good:
        failed = True
        print("FAILED", text)


def run(work, *command, statuses=(0,)):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, cwd=work,
                          timeout=200, env={**os.environ, "XDG_CACHE_HOME": str(work / "cache")})
    if done.returncode not in statuses:
        sys.exit(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stderr}")
    return done


def check_xray(tools, work, cost):
    """With a profile by XRay, a probe costs what a patched function does, if that was measured."""
    kept = work / "cache" / "cgrecord" / "probe-ns-xray"
    compiled = kept.exists() and shutil.which("clang")
    if compiled:
        run(work, "clang", "-g", "-O1", "-fxray-instrument", "-fxray-instruction-threshold=1", "-o", "patched",
            HERE / "refine.c")
        run(work, tools / "cgrecord", "-q", "--mode", "xray", "-o", "xray.cubex", "--", "./patched")
        said = run(work, tools / "cgquery", "instrument", "program.mcg", "xray.cubex", "--for", "cgrecord").stderr
        patched = kept.read_text().strip()
        expect(f"a probe by XRay takes {patched} ns" in said and float(patched) > float(cost), f"instrument: {said}")


def main():
    tools = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        run(work, "gcc", "-g", "-O1", "-finstrument-functions", "-o", "program", HERE / "refine.c")
        run(work, "gcc", "-g", "-O1", "-o", "bare", HERE / "refine.c")
        run(work, tools / "cgcollect", "-q", "-o", "program.mcg", HERE / "refine.c")
        cost = run(work, tools / "cgrecord", "calibrate", "-q").stdout.strip()
        expect((work / "cache" / "cgrecord" / "probe-ns").read_text().strip() == cost, "calibrate")
        said = run(work, tools / "cgquery", "instrument", "program.mcg", "--for", "cgrecord").stderr
        expect(f"a probe takes {cost} ns" in said, f"instrument: {said}")
        check_xray(tools, work, cost)
        said = run(work, tools / "cgquery", "instrument", "program.mcg", "--for", "names").stderr
        expect("a probe takes" not in said, f"instrument: {said}")
        answer = run(work, tools / "cgquery", "refine", "program.mcg", "--iterations", "2",
                     "--repetitions", "2", "--study", "--mix", "--json", "--probe-ns", "100000",
                     "--budget", "2000%", "--probes", "./program", "--", "./bare",
                     statuses=(0, 1))
        whole = json.loads(answer.stdout)
        expect(len(whole["iterations"]) == 2, "two iterations")
        study = {f["flavor"]: f for f in whole["study"]}
        expect(set(study) == {"vanilla", "empty", "full", "sampled", "selected"},
               f"study: {whole['study']}")
        expect(study["empty"]["program"]["calls"] > study["vanilla"]["program"]["calls"],
               f"hooks in the program: {study['empty']} {study['vanilla']}")
        if shutil.which("valgrind"):
            ran = [study[f]["run"]["instructions"] for f in ("vanilla", "empty", "selected", "full")]
            expect(ran[0] < ran[1] < ran[2] < ran[3], f"instructions: {ran}")
        counted = cubex.counts(work / "refined" / "counted" / "profile")
        expect(sum(n for path, n in counted.items() if path[-1] == "leaf") == 5 * 200000, "leaf")
        expect(whole["counted"]["visits"] == sum(counted.values()), f"{whole['counted']}")
        first, second = ({f["name"] for f in i["functions"]} for i in whole["iterations"])
        expect(first == {"main"}, f"called once: {first}")
        expect("main" in second and not second & {"leaf", "again"}, f"worth its cost: {second}")
        for i in range(2):
            chosen = set((work / "refined" / f"iteration-{i}" / "filter").read_text().split())
            ran = {path[-1] for path in cubex.counts(work / "refined" / f"iteration-{i}" / "profile")}
            expect("main" in ran and ran <= chosen, f"iteration {i}: {ran} recorded of {chosen}")
        everything = {path[-1] for path in cubex.counts(
            next((work / "refined").glob("iteration-*/profile.full")))}
        expect(everything == {"main", "phase", "scan", "leaf", "again", "work"}, f"{everything}")
        refused = run(work, tools / "cgquery", "refine", "program.mcg", "--repetitions", "1", "--",
                      "./bare", statuses=(2,)).stderr
        expect("-fxray-instrument" in refused, f"without hooks: {refused}")
    print("refined")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
