#!/usr/bin/env python3
"""What CubeLib reads of the profiles that libcg writes: cubelib.py BIN_DIR [CUBELIB_DIR]

CUBELIB_DIR (or the environment variable CUBELIB) has the programs of CubeLib: cube_dump, cube_info,
cube_calltree, cube_sanity; without it there is nothing to do. cubelib.sh builds them.

Programs are recorded in each way; profiles are united and converted. CubeLib must read each value of
each path and thread as our reader of cubex.py does, the same sums as cgvalidate, the same tree with the
same names, and compute derived metrics by our formulas.
"""
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import cubex

PROGRAM = """
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static volatile unsigned sink;
__attribute__((noinline)) void faults(int n)
{
    volatile char *memory = malloc(n << 20);
    for (int i = 0; i < n << 20; i += 4096) memory[i] = 1;
}
__attribute__((noinline)) void spin(int n) { for (int i = 0; i < n * 10000000; i++) sink += i; }
__attribute__((noinline)) void again(int n) { if (n) { spin(1); again(n - 1); } }
static void *work(void *data) { again(3); faults(20); return data; }
int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) pthread_create(threads + i, 0, work, 0);
    again(5);
    faults(30);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
    if (fork() == 0) { spin(5); _exit(0); }
    spin(3);
    return 0;
}
"""
DIGITS = 1e-5  # cube_dump prints six of a fraction
failed = False


def fail(text):
    global failed
    failed = True
    print("FAILED", text)


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300,
                          check=False)
    if done.returncode:
        fail(f"{' '.join(map(str, command))}: exit {done.returncode}: {done.stderr}")
    return done.stdout


def same(a, b):
    return math.isclose(a, b, rel_tol=DIGITS, abs_tol=1e-12)


def is_no_number(value):
    """What CubeLib makes of a division by 0; cgrecord makes it 0."""
    return math.isnan(value) or abs(value) > 1e308


def dump(cubelib, profile, cube, metric, flavour, *more):
    """Values by path number, or by path and thread number."""
    text = run(cubelib / "cube_dump", "-m", "all", "-c", "all", "-x", "excl", "-z", flavour, "-s",
               "csv2", *more, profile)
    rows = [line.split(",") for line in text.splitlines() if line[:1].isdigit()]
    column = list(cube.metrics).index(metric) - len(cube.metrics)
    return {tuple(map(int, row[:-len(cube.metrics)])): float(row[column]) for row in rows}


def inclusive(cube, values):
    """Of exclusive ones by path."""
    total = dict(values)
    for node in reversed(cube.cnodes):
        for child in cube.children[node]:
            total[node] += total[child]
    return total


def check_metric(cubelib, profile, cube, name, kind):
    width = len(cube.locations)
    stored = cube.rows(name)
    own = "incl" if kind == "INCLUSIVE" else "excl"
    found = dump(cubelib, profile, cube, name, own)
    if len(found) != width * len(cube.cnodes):
        fail(f"{profile.name} {name}: {len(found)} values of {width * len(cube.cnodes)}")
    compared = 0
    for node in cube.cnodes:
        values = stored.get(node, [0] * width)
        for location, value in zip(cube.locations, values):
            read = found.get((int(node.get("id")), int(location.get("Id"))))
            if read is None or not (same(read, value) or (is_no_number(read) and not value)):
                fail(f"{profile.name} {name} {cube.paths[node]} {location.get('Id')}: {read}, "
                     f"not {value}")
            compared += 1
    if kind == "EXCLUSIVE":
        sums = inclusive(cube, {node: sum(stored.get(node, [])) for node in cube.cnodes})
        for (number,), read in dump(cubelib, profile, cube, name, "incl", "-t", "aggr").items():
            node = next(n for n in cube.cnodes if int(n.get("id")) == number)
            if not same(read, sums[node]):
                fail(f"{profile.name} {name} {cube.paths[node]} inclusive: {read}, not {sums[node]}")
    return compared


def check_derived(cubelib, profile, cube):
    """A ratio of sums, not a sum of ratios."""
    sums = [inclusive(cube, {node: sum(cube.rows(name).get(node, [])) for node in cube.cnodes})
            for name in ("page_faults", "visits")]
    for (number,), read in dump(cubelib, profile, cube, "faults_per_call", "incl", "-t", "aggr").items():
        node = next(n for n in cube.cnodes if int(n.get("id")) == number)
        if sums[1][node] and not same(read, sums[0][node] / sums[1][node]):
            fail(f"{profile.name} faults_per_call {cube.paths[node]}: {read}")


def check_tree(cubelib, profile, cube):
    """Regions and paths of the text that cube_dump -w prints."""
    lines = run(cubelib / "cube_dump", "-w", profile).splitlines()
    begin = next(i for i, line in enumerate(lines) if "CALL TREE" in line) + 1
    end = next(i for i in range(begin, len(lines)) if "SYSTEM DIMENSION" in lines[i])
    read, stack = [], []
    for line in lines[begin:end]:
        if not line.strip() or line.lstrip("| -\t").startswith("Attribute:"):
            continue
        depth = line[:line.index(line.lstrip("| -"))].count(" ") // 2
        del stack[depth:]
        stack.append(line.lstrip("| -").split("  [ ( id=")[0])
        read.append(tuple(stack))
    name = lambda node: cube.regions[node.get("calleeId")].findtext("name")
    paths = {}
    for node in cube.cnodes:
        paths.setdefault(node, (name(node),))
        for child in cube.children[node]:
            paths[child] = (*paths[node], name(child))
    if read != [paths[node] for node in cube.cnodes]:
        fail(f"{profile.name}: the tree is {read[:5]}…")


def check_cgvalidate(tools, cubelib, profile, cube):
    """Our reader has the paths in the order of the document, with CubeLib's sums."""
    whole = json.loads(run(tools / "cgvalidate", "--dump=json", profile))
    names = [metric["name"] for metric in whole["metrics"]]
    listed = run(cubelib / "cube_info", "-l", profile).splitlines()
    if listed != names:
        fail(f"{profile.name}: cube_info lists {listed}, not {names}")
    for metric in whole["metrics"]:
        if metric["kind"] == "simple":
            continue
        for flavour, key in (("excl", "exclusive"), ("incl", "inclusive")):
            read = dump(cubelib, profile, cube, metric["name"], flavour, "-t", "aggr")
            for node, path in zip(cube.cnodes, whole["paths"]):
                number = int(node.get("id"))
                # what has no value of its own is left out there
                value = path["values"].get(metric["name"], {"exclusive": 0}).get(key)
                if value is not None and not math.isclose(read[number,], value, rel_tol=DIGITS, abs_tol=1e-8):
                    fail(f"{profile.name}: {metric['name']} {cube.paths[node]} {key}: {read[number,]} for "
                         f"CubeLib, {value} for cgvalidate")


def check(tools, cubelib, profile):
    cube = cubex.Cubex(profile)
    compared = 0
    for name, metric in cube.metrics.items():
        if metric.get("id") + ".index" in cube.members:
            compared += check_metric(cubelib, profile, cube, name, metric.get("type"))
    if "faults_per_call" in cube.metrics:
        check_derived(cubelib, profile, cube)
    check_tree(cubelib, profile, cube)
    check_cgvalidate(tools, cubelib, profile, cube)
    sane = run(cubelib / "cube_sanity", profile)
    for line in sane.replace("\r", "\n").splitlines():
        if line.strip() and "OK" not in line and "negative" in line:
            fail(f"{profile.name}: cube_sanity: {line}")
    return compared


def record(tools, work, name, *words):
    profile = work / f"{name}.cubex"
    run(tools / "cgrecord", "-q", "-o", profile, *words)
    return profile


def main():
    tools = pathlib.Path(sys.argv[1]).resolve()
    place = sys.argv[2] if len(sys.argv) > 2 else os.environ.get("CUBELIB")
    if not place or not shutil.which("gcc"):
        print("no CubeLib is given")
        return 77
    cubelib = pathlib.Path(place).resolve()
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        (work / "p.c").write_text(PROGRAM)
        program = work / "program"
        subprocess.run(["gcc", "-g", "-O1", "-w", "-pthread", "-finstrument-functions", "-o", program,
                        work / "p.c"], check=True)
        profiles = [record(tools, work, "hooks", "--", program),
                    record(tools, work, "clock", "--clock", "--", program),
                    record(tools, work, "sampled", "--mode", "sample", "--", program),
                    record(tools, work, "events", "--events",
                           "page_faults,context_switches,faults_per_call", "--", program)]
        profiles.append(work / "united.cubex")
        run(tools / "cgrecord", "merge", "-q", *profiles[:2], profiles[3], "-o", profiles[-1])
        profiles.append(work / "rewritten.cubex")
        run(tools / "cgvalidate", "--write", profiles[-1], profiles[3])
        if shutil.which("valgrind"):
            run("valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={work}/callgrind.out",
                program)
            profiles.append(work / "callgrind.cubex")
            run(tools / "cgvalidate", "--write", profiles[-1], work / "callgrind.out")
        compared = {profile.name: check(tools, cubelib, profile) for profile in profiles}
    print(f"values equal to CubeLib's: {compared}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
