#!/usr/bin/env python3
"""Times of functions: times.py BIN_DIR

A program sleeps and works in functions that do not return, that call each other, and that a library or
a signal calls. What --clock measures must be where it was spent, on whichever path. What samples of a
program that seldom runs say must be where it runs, and add up to what its threads used.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

import checks
import cubex
from checks import expect, expect_measured, measure

MEASURED = """
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void nap(int ms) { usleep(ms * 1000); }
static void exits(void) { nap(40); nap(40); exit(0); }
static void leaves(void) { nap(40); usleep(40000); _exit(0); }
static void is_killed(void) { nap(40); usleep(40000); kill(getpid(), SIGKILL); }
static void executes(void) { nap(80); execlp("sleep", "sleep", "0.4", (char *)0); }
static void goes_on(void) { nap(80); execl("/proc/self/exe", "again", "other", (char *)0); }
static void other(void) { nap(400); }
static void *thread(void *data) { nap(80); pthread_exit(data); }
static void threads(void)
{
    pthread_t made;
    pthread_create(&made, 0, thread, 0);
    pthread_join(made, 0);
}
static int odd(int n);
static int even(int n) { usleep(2000); return n ? odd(n - 1) : 1; }
static int odd(int n) { usleep(2000); return n ? even(n - 1) : 0; }
static void mutual(void) { even(40); }
static int compare(const void *a, const void *b) { nap(40); return *(int *)a - *(int *)b; }
static void sorts(void) { int numbers[2] = {2, 1}; qsort(numbers, 2, sizeof *numbers, compare); }
static void handler(int number) { (void)number; nap(40); }
static void raises(void) { signal(SIGUSR1, handler); raise(SIGUSR1); }
#define RUN(function) if (!strcmp(arguments[1], #function)) function()
int main(int count, char **arguments)
{
    (void)count;
    RUN(exits); RUN(leaves); RUN(is_killed); RUN(executes); RUN(goes_on); RUN(other);
    RUN(threads); RUN(mutual); RUN(sorts); RUN(raises);
    return 0;
}
"""
# What to run, and the milliseconds that functions have with what they call: at least, below.
MEASURES = {
    "exits": {"exits": (80, 300), "main": (80, 300), "nap": (80, 300)},
    "leaves": {"leaves": (65, 300), "nap": (40, 200)},
    "is_killed": {"is_killed": (65, 300), "nap": (40, 200)},
    "executes": {"executes": (80, 350)},
    "goes_on": {"goes_on": (80, 350), "other": (400, 700)},
    "threads": {"thread": (80, 300), "threads": (80, 300)},
    "mutual": {"mutual": (80, 300), "even": (80, 300), "odd": (76, 300)},
    "sorts": {"sorts": (40, 200), "compare": (40, 200), "[libc.so.6]": (40, 200)},
    "raises": {"raises": (40, 200), "handler": (40, 200), "[signal]": (40, 200)},
}
WAITS = """
#include <sys/mman.h>
#include <unistd.h>
enum { SIZE = 40 * 4096 };
static volatile unsigned sink;
static void works(void) { for (unsigned i = 0; i < 200000; i++) sink += i; }
static void touches(void)
{
    volatile char *memory = mmap(0, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < SIZE; i += 4096) memory[i] = 1;
    munmap((void *)memory, SIZE);
}
static void sleeps(void) { usleep(1500); }
int main(void)
{
    for (int i = 0; i < 500; i++) { works(); touches(); sleeps(); }
    return 0;
}
"""
SHORT = """
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
static long long sum;
static volatile unsigned sink;
__attribute__((no_instrument_function)) static long long used(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}
static void works(void) { for (unsigned i = 0; i < 400000; i++) sink += i; }
static void rests(void) { for (unsigned i = 0; i < 100000; i++) sink += i; }
static void *thread(void *data)
{
    works();
    rests();
    __atomic_fetch_add(&sum, used(CLOCK_THREAD_CPUTIME_ID), __ATOMIC_RELAXED);
    return data;
}
int main(int count, char **arguments)
{
    if (count > 2) return 0;
    for (int i = 0; i < 300; i++) {
        pthread_t made[2];
        pthread_create(&made[0], 0, thread, 0);
        pthread_create(&made[1], 0, thread, 0);
        pthread_join(made[0], 0);
        pthread_join(made[1], 0);
    }
    for (int i = 0; i < 100; i++) { works(); rests(); }
    printf("%lld %lld", sum, used(CLOCK_THREAD_CPUTIME_ID));
    fflush(stdout);
    if (count > 1) execl("/proc/self/exe", "again", "and", "again", (char *)0);
    return 0;
}
"""


def compile(work, name, text, *flags):
    (work / f"{name}.c").write_text(text)
    subprocess.run(["gcc", "-O1", "-w", "-finstrument-functions", *flags, "-o", work / name,
                    work / f"{name}.c", "-pthread"], check=True)
    return work / name


def record(tools, work, *words):
    return subprocess.run([tools / "cgrecord", "-o", work / "run.cubex", *words],
                          capture_output=True, text=True, timeout=120)


def times(profile, metric="time"):
    """Seconds on the paths that have a function, by function; nothing may be negative."""
    cube, out = cubex.Cubex(profile), {}
    for node, values in cube.rows(metric).items():
        expect(f"{cube.paths[node]}: {values}", min(values) >= 0)
        for name in set(cube.paths[node]):
            out[name] = out.get(name, 0) + sum(values)
    return out


def clock(tools, work, program, what, wanted):
    record(tools, work, "--clock", "--", program, what)
    found = times(work / "run.cubex")
    for name, (least, most) in wanted.items():
        expect_measured(f"--clock {what}: {name} {found.get(name)}, {least} to {most} ms",
                        least <= 1000 * found.get(name, 0) < most)


def measured(tools, work):
    program = compile(work, "measured", MEASURED, "-fno-inline")
    for what, wanted in MEASURES.items():
        measure(clock, tools, work, program, what, wanted)


def waits(tools, work):
    """A thread that sleeps most of the time has its time where it works."""
    program = compile(work, "waits", WAITS, "-fno-inline")
    measure(waiting, tools, work, program)


def waiting(tools, work, program):
    record(tools, work, "--events", "page_faults,context_switches", "--", program)
    for metric, function, others in (("time", "works", ("sleeps",)),
                                     ("page_faults", "touches", ("sleeps",)),
                                     ("context_switches", "sleeps", ("works", "touches"))):
        found = times(work / "run.cubex", metric)
        elsewhere = sum(found.get(name, 0) for name in others)
        expect_measured(f"{metric}: {found}", found.get(function, 0) > elsewhere)


def shares(tools, work, program, *words):
    done = record(tools, work, "--", program, *words)
    threads, main = (int(word) / 1e9 for word in done.stdout.split())
    found = times(work / "run.cubex")
    expect_measured(f"short {words}: {found}, of {threads} s", abs(found.get("thread", 0) - threads) < 0.15 * threads)
    expect_measured(f"short {words}: {found}, where threads are", found.get("works", 0) > 0 < found.get("rests", 0))
    expect_measured(f"short {words}: {found}, all placed", "[between samples]" not in found)
    least = 0.2 if words else 0.8  # what it used after the last look is missing then
    expect_measured(f"short {words}: {found}, of {main} s", least * main < found.get("main", 0) < 1.2 * main)


def short(tools, work):
    """Threads that end before any look have their time where others spend theirs, and what executes another program has it once."""
    program = compile(work, "short", SHORT, "-fno-inline")
    measure(shares, tools, work, program)
    measure(shares, tools, work, program, "execute")


def main():
    if not shutil.which("gcc"):
        return 77
    tools = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        for part in (measured, waits, short):
            part(tools, pathlib.Path(name))
    return checks.failed


if __name__ == "__main__":
    sys.exit(main())
