#!/usr/bin/env python3
"""Counters and derived metrics: events.py BIN_DIR

A program whose functions use memory, sleep and compute is recorded with --events: page faults and
context switches must be at the functions that cause them; so they must without hooks, by samples of the
system, where it allows that. Threads that are too short to be counted are reported. Formulas have the values that Python
computes of the recorded ones, and files that define nothing sensible are refused with their line.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import checks
import cubex
from checks import expect, expect_measured, measure

PROGRAM = """
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
static volatile unsigned sink;
__attribute__((noinline)) void faults(void)
{
    volatile char *memory = mmap(0, 40 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                                 -1, 0);
    madvise((void *)memory, 40 << 20, MADV_NOHUGEPAGE);
    for (int i = 0; i < 40 << 20; i += 4096) memory[i] = 1;
}
__attribute__((noinline)) void sleeps(void) { for (int i = 0; i < 100; i++) usleep(1000); }
__attribute__((noinline)) void spins(void) { for (unsigned i = 0; i < 50000000; i++) sink += i; }
static long count(void) { struct rusage usage; getrusage(RUSAGE_SELF, &usage); return usage.ru_minflt; }
int main(void)
{
    spins();
    long before = count();
    faults();
    faults();
    printf("%ld\\n", count() - before);
    sleeps();
    spins();
    return 0;
}
"""
THREADS = """
#include <pthread.h>
#include <stddef.h>
static void *work(void *data) { return data; }
int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 300; i++) { pthread_create(&thread, NULL, work, NULL); pthread_join(thread, NULL); }
    return 0;
}
"""
BRIEF = """
#include <sys/wait.h>
#include <unistd.h>
static volatile int sink;
static void work(void) { for (int i = 0; i < 500000; i++) sink++; }
int main(void)
{
    for (int i = 0; i < 100; i++) { if (!fork()) { work(); return 0; } wait(0); }
    return 0;
}
"""
METRICS = """# a comment
[faults]
unit = occ
thread = page-faults
[twice]
formula = 2 * faults
[difference]
formula = (twice - faults) / visits - -1.5
[nothing]
formula = faults / (visits - visits) + 1
[huge]
formula = 1e300 * 1e300
[nobody]
label = Nobody has this
perf = 4000000000 0xffff
[of_nobody]
formula = nobody + 1
"""
REFUSED = {
    "": "it defines no metric",
    "unit = occ": "1: [NAME] is expected first",
    "[a": "1: ']' is expected",
    "[1a]\n": "1: a name has letters",
    "[a]\n[b]\nthread = page-faults": "2: 'a' above needs one of",
    "[a]\nthread = page-faults\n[a]": "3: there is a metric 'a' already",
    "[time]\nthread = page-faults": "1: there is a metric 'time' already",
    "[a]\nthread = faults": "2: thread takes",
    "[a]\nperf = hardware": "2: perf takes",
    "[a]\nperf = hardware 1x": "2: perf takes",
    "[a]\nperf = magic 1": "2: perf takes",
    "[a]\nthread = migrations\nformula = 1": "3: 'a' has a source already",
    "[a]\nunit = x\nunit = y": "3: 'unit' is there twice",
    "[a]\ncolour = red": "2: unknown key 'colour'",
    "[a]\nformula = a + 1": "2: no metric 'a' is defined above",
    "[a]\nformula = b\n[b]\nthread = migrations": "2: no metric 'b' is defined above",
    "[a]\nformula = 1 +": "2: a name or number is expected at its end",
    "[a]\nformula = 1 2": "2: an operator is expected at '2'",
    "[a]\nformula = (1": "2: ')' is expected",
    "[a]\nformula = " + "(" * 1000: "2: the formula is nested too deeply",
    "[a]\nformula = " + "-" * 1000 + "1": "2: the formula is nested too deeply",
    "[a]\nformula = 1" + " + 1" * 300: "2: the formula is too long",
    "[a]\nthread = \0": "this is no text",
}


def at(profile, metric):
    """Values by function."""
    cube = cubex.Cubex(profile)
    return {cube.paths[node][-1]: sum(values) for node, values in cube.rows(metric).items()}


def record(tools, work, events, program):
    return subprocess.run([tools / "cgrecord", "-o", work / "run.cubex", "--events", events, "--",
                           program], capture_output=True, text=True, cwd=work, timeout=120)


def counted(tools, work):
    # What a thread counted since it was last looked at belongs to where it is then. A busy machine may not look for as
    # long as a function takes, but not each time.
    pages = 2 * 40 * 256
    done = record(tools, work, "page_faults,context_switches,task_clock", work / "program")
    faults = at(work / "run.cubex", "page_faults")
    expect(f"exit {done.returncode}: {done.stderr}", done.returncode == 0)
    expect_measured(f"page faults: {faults}", faults["faults"] >= 0.9 * pages)
    expect_measured(f"page faults elsewhere: {faults}", faults.get("spins", 0) < 0.1 * pages)
    switches = at(work / "run.cubex", "context_switches")
    expect_measured(f"context switches: {switches}", switches["sleeps"] >= 90)
    clock, time = at(work / "run.cubex", "task_clock"), at(work / "run.cubex", "time")
    # Not what the thread used after it was last looked at, which it notes for the time alone.
    expect_measured(f"task clock: {clock} and {time}",
           0.8 * sum(time.values()) < sum(clock.values()) < 1.05 * sum(time.values()))


def short(tools, work):
    """Threads that ended before they were found, or read again, have no counters, which is said."""
    (work / "threads.c").write_text(THREADS)
    subprocess.run(["gcc", "-O1", "-g", "-finstrument-functions", "-o", work / "threads", work / "threads.c",
                    "-lpthread"], check=True)
    done = record(tools, work, "page_faults", work / "threads")
    (work / "brief.c").write_text(BRIEF)
    subprocess.run(["gcc", "-O1", "-g", "-finstrument-functions", "-o", work / "brief", work / "brief.c"],
                   check=True)
    brief = record(tools, work, "task_clock", work / "brief")
    time, clock = (sum(at(work / "run.cubex", metric).values()) for metric in ("time", "task_clock"))
    expect_measured(f"brief processes: {clock} of {time} s: {brief.stderr}",
           clock > 0.7 * time or "percent of their CPU time" in brief.stderr)
    expect(f"short threads: {done.stderr}", re.search(r"missing of \d+ threads that ended before", done.stderr))


def inclusive(profile, metric):
    """Values on the paths that have a function, by function."""
    cube, out = cubex.Cubex(profile), {}
    for node, values in cube.rows(metric).items():
        for name in set(cube.paths[node]):
            out[name] = out.get(name, 0) + sum(values)
    return out


SAMPLED = """[faults]
thread = page-faults
[switches]
thread = context-switches
[preempted]
thread = preemptions
[clock]
unit = sec
thread = task-clock
[each]
formula = 1000 * faults / time
[called]
formula = faults / visits
"""


def sampled(tools, work):
    """Each event is where it happened, and samples stand for those since the last one."""
    (work / "sampled.events").write_text(SAMPLED)
    bare = work / "bare"
    subprocess.run(["gcc", "-O1", "-g", "-w", "-o", bare, work / "program.c"], check=True)
    done = record(tools, work, "./sampled.events", bare)
    if "refuses perf_event_open" in done.stderr or "has no hooks itself" in done.stderr:
        print("the system does not let us sample")
        return
    expect(f"samples: exit {done.returncode} {done.stderr}", done.returncode == 0)
    expect(f"what samples cannot count: {done.stderr}",
           "preempted (" in done.stderr and "called (" in done.stderr)
    profile = work / "run.cubex"
    faults, clock, time = (inclusive(profile, name) for name in ("faults", "clock", "time"))
    wanted = int(done.stdout) # the system may fault again on pages that it watches or moves
    total = sum(map(sum, cubex.Cubex(profile).rows("faults").values()))
    expect_measured(f"sum of sampled faults: {total}", wanted <= total < 1.01 * wanted)
    # before Linux 6.12, the system guesses how many a sample stands for: a tenth and more too few on a busy machine
    expect_measured(f"sampled faults: {faults}", 0.7 * wanted < faults["faults"] < 1.01 * wanted)
    expect_measured(f"sampled faults elsewhere: {faults}", faults.get("spins", 0) < 0.01 * wanted)
    expect_measured(f"sampled clock: {clock} {time}", abs(clock["main"] - time["main"]) < 0.2 * time["main"])
    if "switches (" not in done.stderr: # which happen in the system
        switches = inclusive(profile, "switches")
        expect_measured(f"sampled switches: {switches}", switches["sleeps"] >= 90)
    expect("a formula of samples", "each" in cubex.Cubex(profile).metrics)
    refused = subprocess.run([tools / "cgrecord", "--mode", "sample", "--timers", "--events", "page_faults",
                              "--", "true"], capture_output=True, text=True, cwd=work)
    expect(f"timers: {refused.stderr}", refused.returncode == 2 and "--timers" in refused.stderr)


SHARES = """
#include <pthread.h>
#include <sys/mman.h>
static volatile unsigned sink;
static void touch(long pages)
{
    char *memory = mmap(0, pages * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(memory, pages * 4096, MADV_NOHUGEPAGE);
    for (long i = 0; i < pages; i++) {
        memory[i * 4096] = 1;
        for (unsigned k = 0; k < 400; k++) sink += k;
    }
    munmap(memory, pages * 4096);
}
static void *work(void *data)
{
    for (long i = 0; i < 20 * (long)data; i++) touch(1000);
    return 0;
}
int main(void)
{
    pthread_t threads[3];
    for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, work, (void *)(i + 1));
    for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
    return 0;
}
"""


def counts_threads():
    """Whether a sample says how much was counted in its thread: Linux has that since 6.12."""
    return tuple(map(int, re.findall(r"\d+", os.uname().release)[:2])) >= (6, 12)


def shares(tools, work):
    """Each thread has what it caused, but for what came after its last sample: that is little in one of some runs. What
    the system guesses is off by a tenth and more."""
    (work / "shares.c").write_text(SHARES)
    subprocess.run(["gcc", "-O1", "-g", "-w", "-o", work / "shares", work / "shares.c", "-lpthread"], check=True)
    off = []
    while len(off) < 60 and min(off, default=1) > 0.03:
        done = record(tools, work, "page_faults", work / "shares")
        if "refuses perf_event_open" in done.stderr or not counts_threads():
            return
        cube = cubex.Cubex(work / "run.cubex")
        sums = sorted(sum(values) for values in zip(*cube.rows("page_faults").values()))
        off.append(max(abs(got / 20000 / (i + 1) - 1) for i, got in enumerate(sums[-3:])))
    expect(f"how far threads are off: {off}", min(off) <= 0.03)


def derived(tools, work):
    (work / "own.events").write_text(METRICS)
    done = record(tools, work, "./own.events", work / "program")
    expect(f"exit {done.returncode}: {done.stderr}", done.returncode == 0)
    expect(f"what is missing is named: {done.stderr}",
           "does not count nobody (" in done.stderr and "of_nobody" in done.stderr)
    profile = work / "run.cubex"
    faults, visits = at(profile, "faults"), at(profile, "visits")
    twice, difference = at(profile, "twice"), at(profile, "difference")
    expect("faults", faults)
    for name, value in faults.items():
        expect(f"{name} twice", twice[name] == 2 * value)
        expect(f"{name} difference", abs(difference[name] - value / visits[name] - 1.5) < 1e-6)
    expect("a division by 0 gives 0", set(at(profile, "nothing").values()) == {1})
    expect("what is not finite is 0", not cubex.Cubex(profile).members.get("6.data"))
    formulas = {name: metric.findtext("cubepl") for name, metric in cubex.Cubex(profile).metrics.items()
                if metric.get("type") == "POSTDERIVED"}
    expect(f"viewers compute {formulas}",
           formulas == {"twice": "(2 * metric::faults())", "huge": "(1e+300 * 1e+300)",
                        "difference": "(((metric::twice() - metric::faults()) / metric::visits()) - "
                                      "(0 - 1.5))",
                        "nothing": "((metric::faults() / (metric::visits() - metric::visits())) + 1)"})
    again = work / "again.cubex"
    subprocess.run([tools / "cgvalidate", "--write", again, profile], check=True, capture_output=True)
    expect("formulas are read and written", at(again, "twice") == twice and formulas == {
        name: metric.findtext("cubepl") for name, metric in cubex.Cubex(again).metrics.items()
        if metric.get("type") == "POSTDERIVED"})
    expect("what is missing is not there", "nobody" not in cubex.Cubex(profile).metrics)


def refused(tools, work):
    for text, message in REFUSED.items():
        (work / "bad.events").write_text(text)
        done = record(tools, work, "./bad.events", "true")
        expect(f"{text[:60]!r}: exit {done.returncode}, {done.stderr}",
               done.returncode == 2 and "./bad.events:" in done.stderr and
               message in done.stderr.replace(": error: ", ": "))
    done = record(tools, work, "PAPI_TOT_INS,page_faults", work / "program")
    expect(f"a preset of PAPI: {done.stderr}", done.returncode == 0 and
           ("instructions" in cubex.Cubex(work / "run.cubex").metrics or
            "does not count instructions" in done.stderr))
    for events, message in (("nope", "no metric 'nope'"), ("./missing", "missing"), ("", "needs")):
        done = record(tools, work, events, "true")
        expect(f"{events}: {done.stderr}", done.returncode == 2 and message in done.stderr)
    known = subprocess.run([tools / "cgrecord", "--list-events"], check=True, capture_output=True,
                           text=True).stdout
    (work / "known.events").write_text(known)
    done = record(tools, work, "./known.events", work / "program")
    expect(f"what is listed is read: {done.stderr}", done.returncode == 0)


def main():
    if not shutil.which("gcc"):
        return 77
    tools = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        (work / "program.c").write_text(PROGRAM)
        subprocess.run(["gcc", "-O1", "-w", "-finstrument-functions", "-o", work / "program",
                        work / "program.c"], check=True)
        for part in (counted, short, sampled):
            measure(part, tools, work)
        for part in (shares, derived, refused):
            part(tools, work)
    return checks.failed


if __name__ == "__main__":
    sys.exit(main())
