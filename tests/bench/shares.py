#!/usr/bin/env python3
"""How far sampled time is from that of perf: shares.py BIN_DIR [--hooks] [--runs N] -- COMMAND...

cgrecord records COMMAND below `perf record`, so both look at the same run, a thousand times a second; runs of
their own differ by several points on a busy machine. Prints, for the ten functions that are hottest for perf, the
shares of the time of both, the mean of N runs (default: 3), and the largest difference in points.

By samples, a function is a symbol, as for perf: what is inlined counts for what it is inlined in. With --hooks,
COMMAND has hooks and was compiled with -fno-inline, and a sample of perf counts for the innermost function with hooks; one in the hook that begins a
call for the caller, where cgrecord sees the thread until the call is recorded.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

KERNEL = 1 << 63
BEGINS = {"__cyg_profile_func_enter", "enter_other", "cgr_enter"}


def clean(name):
    """One name of each function: those of the C library that copy memory have two."""
    return re.sub(r"\.(isra|constprop|part|cold|lto_priv)\b.*", "", name).replace("memcpy", "memmove")


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def ours(tools, profile, program, inside):
    """Seconds by function, of what is below the program itself."""
    whole = json.loads(run(tools / "cgvalidate", "--dump=json", profile))
    found, names, below = collections.Counter(), [], []
    for path in whole["paths"]:
        frame, parent = whole["frames"][path["frame"]], path["parent"]
        below.append((parent is not None and below[parent]) or frame.get("object", "").endswith(program))
        inlined = path.get("inlined") and parent is not None and not inside
        outer = inside and frame["name"].startswith("[") and parent is not None
        names.append(names[parent] if inlined or outer else clean(frame["name"]))
        if below[-1]:
            found[names[-1]] += path["values"].get("time", {}).get("exclusive", 0)
    return found


def of_perf(data, program, inside, functions):
    """Samples by function; the innermost of `functions`, with --hooks."""
    found = collections.Counter()
    text = run("perf", "script", "-i", data, "--comm", program[:15], "-F", "ip,sym", "--no-inline")
    for sample in filter(str.strip, text.split("\n\n")):
        frames = [line.split(None, 1) for line in sample.splitlines() if line.strip()]
        named = ["[kernel]" if int(frame[0], 16) >= KERNEL else clean(frame[1]) if len(frame) > 1 else "?"
                 for frame in frames]
        wanted = [name for name in named if name in functions] if inside else named
        if inside and BEGINS & set(named[:2]):
            wanted = wanted[1:]
        if wanted:
            found[wanted[0]] += 1
    return found


def shares(found):
    total = sum(found.values())
    return collections.Counter({name: 100 * value / total for name, value in found.items()})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("--hooks", action="store_true")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("command", nargs="+")
    given = parser.parse_args()
    program = pathlib.Path(given.command[0]).name
    mine, perf = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        profile, data = pathlib.Path(folder) / "run.cubex", pathlib.Path(folder) / "perf.data"
        stacks = ["--call-graph", "dwarf,4096" if given.hooks else "fp"]
        for _ in range(given.runs):
            run(given.bin / "cgrecord", "-q", "--mode", "hooks" if given.hooks else "sample", "-o", profile, "--",
                "perf", "record", "-q", "-e", "cpu-clock", "-F", "1000", *stacks, "-o", data, "--", *given.command)
            found = ours(given.bin.resolve(), profile, program, given.hooks)
            mine += shares(found)
            perf += shares(of_perf(data, program, given.hooks, set(found)))
    hottest = [name for name, _ in perf.most_common(10)]
    print(f"{'percent of the time':34} {'perf':>7} {'cgrecord':>9} {'points':>7}")
    for name in hottest:
        print(f"{name:34.34} {perf[name] / given.runs:7.2f} {mine[name] / given.runs:9.2f} "
              f"{(mine[name] - perf[name]) / given.runs:+7.2f}")
    print(f"at most {max(abs(mine[name] - perf[name]) for name in hottest) / given.runs:.2f} points")


if __name__ == "__main__":
    sys.exit(main())
