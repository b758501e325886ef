#!/usr/bin/env python3
"""OpenMP, MPI and uniting profiles: parallel.py BIN_DIR"""
import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import checks
import cubex
from checks import expect

OPENMP = """
volatile int sink;
__attribute__((noinline)) void leaf(int i) { __atomic_fetch_add(&sink, i, __ATOMIC_RELAXED); }
__attribute__((noinline)) void first(void) {
#pragma omp parallel for num_threads(3)
    for (int i = 0; i < 300; i++) leaf(i);
}
__attribute__((noinline)) void second(void) {
#pragma omp parallel for num_threads(3)
    for (int i = 0; i < 600; i++) leaf(i);
}
int main(void) { first(); second(); first(); return 0; }
"""
# Regions that two callers start, and one within another.
SAMPLED = """
#include <omp.h>
static volatile unsigned sink[64];
__attribute__((noinline)) void leaf(unsigned n)
{
    for (unsigned i = 0; i < n * 1000000; i++) sink[omp_get_thread_num() * 16] += i;
}
__attribute__((noinline)) void region(void)
{
#pragma omp parallel num_threads(3)
    leaf(30);
}
__attribute__((noinline)) void nested(void)
{
#pragma omp parallel num_threads(2)
    {
        leaf(10);
        region();
    }
}
__attribute__((noinline)) void a(void) { region(); }
__attribute__((noinline)) void b(void) { region(); }
int main(void)
{
    omp_set_max_active_levels(2);
    a(); b(); nested();
    return 0;
}
"""
# All ranks make their calls; then one may end the program.
MPI = """
#include <mpi.h>
#include <signal.h>
static volatile unsigned sink;
__attribute__((noinline)) void step(unsigned n) { for (unsigned i = 0; i < n; i++) sink += i; }
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i <= rank; i++) step(WORK);
    MPI_Barrier(MPI_COMM_WORLD);
    if (argc > 1 && rank == 2) {
        if (argv[1][0] == 'c') raise(SIGSEGV); else MPI_Abort(MPI_COMM_WORLD, 7);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""
# Processes with two thousand paths each.
CHILDREN = """
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
volatile int sink;
#define LEVEL(n, below) \\
    __attribute__((noinline)) static void a##n(void) { sink++; below; } \\
    __attribute__((noinline)) static void b##n(void) { sink++; below; sink++; }
LEVEL(0, )
LEVEL(1, a0(); b0())
LEVEL(2, a1(); b1())
LEVEL(3, a2(); b2())
LEVEL(4, a3(); b3())
LEVEL(5, a4(); b4())
LEVEL(6, a5(); b5())
LEVEL(7, a6(); b6())
LEVEL(8, a7(); b7())
LEVEL(9, a8(); b8())
int main(int count, char **arguments)
{
    for (int i = atoi(arguments[1]); i > 0; i--) {
        if (!fork()) { a9(); b9(); _exit(0); }
        wait(0);
    }
    return count != 2;
}
"""


def build(compiler, text, program, *flags):
    source = program.with_suffix(".c")
    source.write_text(text)
    return subprocess.run([compiler, "-O1", "-g", "-finstrument-functions", *flags, "-o", program,
                           source], capture_output=True).returncode == 0


def record(tools, profile, *command):
    subprocess.run([tools / "cgrecord", "-q", "-o", profile, "--", *command], check=True,
                   capture_output=True, timeout=120)
    return profile


def openmp(tools, work):
    """Workers are below the path that started the parallel region, each time."""
    for compiler in filter(shutil.which, ("gcc", "clang-19")):
        if not build(compiler, OPENMP, work / "omp", "-fopenmp"):
            continue
        profile = record(tools, work / "omp.cubex", work / "omp")
        counts = cubex.counts(profile)
        below = {name: sum(n for path, n in counts.items()
                           if path[:2] == ("main", name) and path[-1] == "leaf")
                 for name in ("first", "second")}
        expect(f"{compiler}: OpenMP {below}", below == {"first": 600, "second": 600})
        expect(f"{compiler}: threads", len(cubex.Cubex(profile).locations) == 3)


def sampled_openmp(tools, work):
    """The same for samples: no time of a region is anywhere else."""
    for compiler in filter(shutil.which, ("gcc", "clang-19")):
        (work / "teams.c").write_text(SAMPLED)
        if subprocess.run([compiler, "-O1", "-g", "-fno-optimize-sibling-calls", "-fopenmp", "-o",
                           work / "teams", work / "teams.c"], capture_output=True).returncode:
            continue
        for way in ([], ["--timers"]):
            done = subprocess.run([tools / "cgrecord", "-o", work / "teams.cubex", "--mode", "sample",
                                   *way, "--", work / "teams"], capture_output=True, text=True,
                                  timeout=120)
            expect(f"{compiler} {way}: {done.stderr}", done.returncode == 0)
            cube = cubex.Cubex(work / "teams.cubex")
            threads, below = set(), {}
            for node, times in cube.rows("time").items():
                path = cube.paths[node]
                if "leaf" in path:
                    threads |= {i for i, time in enumerate(times) if time}
                    start = path[path.index("main") + 1] if "main" in path else None
                    below[start] = below.get(start, 0) + sum(times)
            whole = sum(below.values())
            # 3 threads of 30 each, twice; then 2 of 10 and 2 times 3 of 30
            expect(f"{compiler} {way}: samples {below}", below.get(None, 0) < 0.02 * whole and
                   all(abs(below[name] / whole - 90 / 380) < 0.08 for name in "ab"))
            expect(f"{compiler} {way}: threads {threads}", len(threads) >= 3)


RANKS = 4
HOOKS = ("-finstrument-functions",)
# Flags and the ways to record what is built with them, after each other.
MPI_WAYS = ((HOOKS, ("--mode", "hooks")),
            (("-fxray-instrument", "-fxray-instruction-threshold=1"), ("--mode", "xray")),
            ((), ("--mode", "sample")), ((), ("--mode", "sample", "--timers")))


def implementations():
    """Compiler and command of each MPI that is there; more ranks than this machine may have processors."""
    for name in ("openmpi", "mpich"):
        if shutil.which(f"mpicc.{name}") and shutil.which(f"mpirun.{name}"):
            more = ["--oversubscribe", "--allow-run-as-root"] if name == "openmpi" else []
            yield name, f"mpicc.{name}", [f"mpirun.{name}", *more, "-n", str(RANKS)]


def build_mpi(compiler, program, flags, work=1):
    """Clang has XRay. @return whether there is such a program"""
    source = program.with_suffix(".c")
    source.write_text(MPI)
    chosen = {"OMPI_CC": "clang", "MPICH_CC": "clang"} if "-fxray-instrument" in flags else {}
    return subprocess.run([compiler, "-O1", "-g", f"-DWORK={work}", *flags, "-o", program, source],
                          capture_output=True, env={**os.environ, **chosen}).returncode == 0


def by_rank(cube, metric, program):
    """The values of step in the processes of a program, by rank; processes may have more threads."""
    step = [values for node, values in cube.rows(metric).items()
            if cube.paths[node][-2:] == ("main", "step")]
    place = {location.get("Id"): i for i, location in enumerate(cube.locations)}
    return {group.findtext("rank"): sum(values[place[location.get("Id")]] for values in step
                                        for location in group.findall("location"))
            for group in cube.root.iter("locationgroup") if group.findtext("name") == program}


STEPS = {str(i): i + 1 for i in range(RANKS)}


def mpi(tools, work):
    for name, compiler, run in implementations():
        program = work / name
        if not build_mpi(compiler, program, HOOKS) or subprocess.run([*run, program], capture_output=True).returncode:
            continue
        print(f"MPI: {name}")
        found = by_rank(cubex.Cubex(record(tools, work / "mpi.cubex", *run, program)), "visits", name)
        expect(f"{name} below cgrecord: {found}", found == STEPS)
        each(tools, work, name, run, program)
        for flags, way in MPI_WAYS:
            program = work / f"{name}.{way[1]}"
            if build_mpi(compiler, program, flags, 60_000_000 if "sample" in way else 1_000_000):
                for end in ((), ("crash",), ("abort",)):
                    ending(tools, work, [*run, program, *end], way, attempts=3 if end else 1)


@functools.cache
def bare_status(command):
    return subprocess.run(command, capture_output=True, timeout=120).returncode


def ending(tools, work, command, way, attempts):
    """A rank may crash or end all of them: what each did until then is there, and the status is the same.
    On a busy machine one may be killed before cgrecord saw which rank it is: then it is tried again."""
    profile, title = work / "ending.cubex", " ".join(map(str, (*way, *command)))
    profile.unlink(missing_ok=True)
    bare = bare_status(tuple(command))
    done = subprocess.run([tools / "cgrecord", "-o", profile, *way, "--", *command], capture_output=True,
                          text=True, timeout=120)
    if "refuses perf_event_open" in done.stderr:
        return
    expect(f"{title}: status {done.returncode}, not {bare}", done.returncode == bare)
    cube = cubex.Cubex(profile)
    metric = "visits" if "visits" in cube.metrics else "time"
    found = by_rank(cube, metric, next(part for part in command if isinstance(part, pathlib.Path)).name)
    if metric == "time" and found.keys() != STEPS.keys() and attempts > 1:
        ending(tools, work, command, way, attempts - 1)
        return
    expect(f"{title}: {metric} {found} {done.stderr}", found == STEPS if metric == "visits" else
           found.keys() == STEPS.keys() and all(found.values()))


def each(tools, work, name, run, program):
    """Ranks that are each below a cgrecord of its own write files of their own."""
    folder = work / f"{name}.each"
    folder.mkdir()
    said = subprocess.run([*run, tools / "cgrecord", "-o", folder / "run.cubex", "--", program],
                          capture_output=True, text=True, timeout=120)
    parts = sorted(folder.iterdir())
    expect(f"{name}: files of ranks {parts} {said.stderr}",
           [part.name for part in parts] == [f"run.{i}.cubex" for i in range(RANKS)])
    expect(f"{name}: {said.stderr}", said.returncode == 0 and said.stderr.count("cgrecord merge") == 1)
    subprocess.run([tools / "cgrecord", "merge", "-q", *parts, "-o", folder / "run.cubex"], check=True)
    found = by_rank(cubex.Cubex(folder / "run.cubex"), "visits", name)
    expect(f"{name}: united {found}", found == STEPS)
    refused = subprocess.run([*run, tools / "cgrecord", "-o", "-", "--", program], capture_output=True,
                             text=True, timeout=120)
    expect(f"{name}: standard output {refused.stderr}",
           refused.returncode and "several ranks cannot write" in refused.stderr)


def ranks_by_environment(tools, work):
    """What says that there are several, and what does not."""
    build("gcc", OPENMP, work / "ranked")
    for variables, files in (
            ({"PMI_RANK": "2", "PMI_SIZE": "4"}, {"r.2.cubex", "time.2", "kept.2"}),
            ({"SLURM_PROCID": "0", "SLURM_NTASKS": "4"}, {"r.cubex", "time", "kept"}),
            ({"OMPI_COMM_WORLD_RANK": "0", "OMPI_COMM_WORLD_SIZE": "1"}, {"r.cubex", "time", "kept"})):
        folder = work / "by environment"
        folder.mkdir()
        subprocess.run([tools / "cgrecord", "-q", "-o", "r.cubex", "--time", "time", "--keep", "kept", "--",
                        work / "ranked"], cwd=folder, check=True, env={**os.environ, **variables})
        found = {path.name for path in folder.iterdir()}
        expect(f"{variables}: {found}", found == files)
        shutil.rmtree(folder)


def merge(tools, work):
    """The same paths become one; all locations stay, with their values."""
    build("gcc", OPENMP, work / "p")
    parts = [record(tools, work / f"{i}.cubex", work / "p") for i in range(3)]
    whole = work / "all.cubex"
    subprocess.run([tools / "cgrecord", "merge", "-q", *parts, "-o", whole], check=True)
    cube = cubex.Cubex(whole)
    leaf = [values for node, values in cube.rows("visits").items()
            if cube.paths[node] == ("main", "second", "leaf")]
    expect(f"merge: {leaf}", leaf == [(600, 600, 600)])
    expect("merge: calls", cubex.counts(whole) ==
           {path: 3 * n for path, n in cubex.counts(parts[0]).items()})
    sanitized = b"__asan_init" in (tools / "cgrecord").read_bytes()  # keeps what is freed: memory says nothing
    many = parts * (6 if sanitized else 60)
    peak = []
    for inputs in (parts, many):
        done = subprocess.run(["/usr/bin/time", "-f", "%M", tools / "cgrecord", "merge", "-q",
                               *inputs, "-o", whole], capture_output=True, text=True, check=True) \
            if pathlib.Path("/usr/bin/time").exists() else None
        peak += [int(re.findall(r"\d+", done.stderr)[-1])] if done else []
    expect(f"merge: memory {peak}", sanitized or not peak or peak[1] < peak[0] + 4096)
    for words, text in (([], "give profiles"), (["/no/such.cubex"], "/no/such.cubex"),
                        ([whole, "-o", whole], "is an input and the output")):
        done = subprocess.run([tools / "cgrecord", "merge", *words], capture_output=True, text=True,
                              cwd=work)
        expect(f"merge {words}: {done.returncode} {done.stderr}",
               done.returncode == 2 and (text in done.stderr or not words))


def peak_of(*command):
    """KiB of a command, and what it says."""
    done = subprocess.run(["/usr/bin/time", "-f", "%M", *command], capture_output=True, text=True,
                          check=True, timeout=120)
    return int(re.findall(r"\d+", done.stderr)[-1])


def children(tools, work):
    """Memory does not grow with the number of processes, and each has what it recorded."""
    if not build("gcc", CHILDREN, work / "children") or not pathlib.Path("/usr/bin/time").exists():
        return
    peaks = []
    sanitized = b"__asan_init" in (tools / "cgrecord").read_bytes()
    for number in (15, 60) if sanitized else (60, 240):
        kept, profile = work / f"kept{number}", work / "children.cubex"
        subprocess.run([tools / "cgrecord", "-q", "--rate", "0", "--keep", kept, "-o", profile, "--",
                        work / "children", str(number)], check=True, timeout=120)
        peaks.append(peak_of(tools / "cgrecord", "merge", kept, "-o", profile))
        rows = cubex.Cubex(profile).rows("visits")
        sums = [sum(values) for values in zip(*rows.values())]
        expect(f"{number} children: calls {set(sums)}", sums == [1] + [2046] * number)
    expect(f"children: memory {peaks}", sanitized or peaks[1] < 1.5 * peaks[0])


def main():
    if not shutil.which("gcc"):
        return 77
    with tempfile.TemporaryDirectory() as work:
        for part in (openmp, sampled_openmp, mpi, ranks_by_environment, merge, children):
            part(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(work))
    return checks.failed


if __name__ == "__main__":
    sys.exit(main())
