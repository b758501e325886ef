#!/usr/bin/env python3
"""Programs with known stacks, sampled: sample.py BIN_DIR [--timers] [PROGRAM...]

Each program of sampled/ is compiled without hooks by each compiler that is there, with -O0 and with
-O2 -fomit-frame-pointer (which of these run.py says), and recorded with --mode sample. Its file begins with comments that say
what must be there:

    // path A;B;C            frames in this order, each called by the one before, on some path
    // edges-only F A B      F calls nothing but these and burn
    // no-edge A B           A never calls B
    // share F MIN MAX       percent of all CPU time in F and below
    // inlined F             the profile marks it as inlined, with -O2
    // status N              the exit status; -N: ended by signal N
    // locations N           threads
    // stack SIZE            of --stack
    // time-varies           how long it works depends on when its timers fire
    // processes N           or more: each program that a process executes counts
    // needs -lpthread ...   of the linker
    // library NAME FLAGS... a library that is made of the same file
    // linked-too FLAG       record it linked this way as well

cgvalidate finds every call of a C program in its graph. The program's output and status must be those
that it has without cgrecord. Times must add up to the CPU time that the system accounts to the command.
Shares are those of `perf record`, and memory may end without time being lost. Skipped where the system
does not allow sampling.

--timers has the processes sample themselves, as where the system refuses to. It sees no system code,
and cannot sample programs that are linked statically. With it, programs are compiled with -O2 alone.
"""
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

import checks
import cubex
from run import COMPILERS, cases, is_long, report

HERE = pathlib.Path(__file__).resolve().parent
LEVELS = (["-O0"], ["-O2", "-fomit-frame-pointer"])
TIMERS_LEVELS = LEVELS[1:]  # stacks are unwound by the same code: what takes them is tried
SAMPLED = ["--mode", "sample"]
TIMERS = "--timers"
DEEPER = "[deeper stack]"
# Share of the time: the system copies less of a stack of which a page is not at hand at that moment.
CUT_SHORT = 0.05


class Measured(str):
    """What is wrong, but may be so since the machine does something else."""


class Profile:
    """Call paths with CPU time."""

    def __init__(self, path):
        self.cube = cubex.Cubex(path)
        self.paths = {}
        for node, values in self.cube.rows("time").items():
            names = tuple(re.sub(r"\.(isra|constprop|part|cold)\b.*", "", name)
                          for name in self.cube.paths[node])
            self.paths[names] = self.paths.get(names, 0) + sum(values)
        # What loads the program is as slow as page faults are on the machine.
        self.running = {names: time for names, time in self.paths.items()
                        if names[:2] != ("[unknown caller]", "_start")}
        self.total = sum(self.running.values())

    def has_path(self, wanted):
        return any(names[i:i + len(wanted)] == wanted
                   for names in self.paths for i in range(len(names)))

    def edges(self):
        return {(a, b) for names in self.paths for a, b in zip(names, names[1:])}

    def time_of(self, caller, callee):
        return sum(time for names, time in self.paths.items() if (caller, callee) in zip(names, names[1:]))

    def share(self, function):
        inside = sum(time for names, time in self.running.items() if function in names)
        return 100 * inside / self.total if self.total else 0


def check(case, profile, status, optimised):
    wrong = []
    shown = "\n    ".join(f"{';'.join(names)} {time:.3f}" for names, time in
                          sorted(profile.paths.items()))
    wanted = int((case.words("status") or ["0"])[0])
    if status != wanted:
        wrong.append(f"exit status {status}, not {wanted}")
    for path in (" ".join(words) for words in case.all("path")):
        seen = TIMERS not in SAMPLED or "[kernel]" not in path
        if seen and not profile.has_path(tuple(path.split(";"))):
            wrong.append(f"no path {path}")
    for function, *callees in case.all("edges-only"):
        for caller, callee in profile.edges():
            if caller == function and callee not in callees + ["burn", "[kernel]"]:
                wrong.append(f"{caller} calls {callee}")
    for caller, callee in (" ".join(words).rsplit(" ", 1) for words in case.all("no-edge")):
        if profile.time_of(caller, callee) > (profile.total * CUT_SHORT if caller == DEEPER else 0):
            wrong.append(f"{caller} calls {callee}")
    for function, least, most in case.all("share"):
        slack = 25 if TIMERS in SAMPLED else 0 # a tenth of the samples
        seen = TIMERS not in SAMPLED or function != "[kernel]"
        if seen and not int(least) - slack <= round(profile.share(function)) <= int(most) + slack:
            wrong.append(Measured(f"{function} has {profile.share(function):.1f} % of the time"))
    for count in case.words("locations"):
        if len(profile.cube.locations) != int(count):
            wrong.append(f"{len(profile.cube.locations)} locations, not {count}")
    groups = [group.findtext("name") for group in profile.cube.root.iter("locationgroup")]
    if "process" in groups:
        wrong.append("a process has no name")
    for count in case.words("processes"):
        if len(groups) < int(count):
            wrong.append(f"{len(groups)} processes, not {count} or more")
    if "visits" in profile.cube.metrics:
        wrong.append("it has numbers of calls")
    return wrong + ([Measured(f"the profile:\n    {shown}")] if wrong else [])


def build(case, compiler, flags, work):
    for name, *more in case.all("library"):
        subprocess.run([compiler, *flags, "-g", "-w", "-shared", "-fPIC", *more, "-o", work / name,
                        case.source], check=True)
    made = subprocess.run([compiler, *flags, "-g", "-w", "-o", work / "program", case.source,
                           *case.words("needs")], capture_output=True, text=True)
    return made.stderr if made.returncode else None


def cpu_time(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def record(tools, profile, program, *options):
    return subprocess.run([tools / "cgrecord", "-o", profile, *SAMPLED, *options, "--", program],
                          capture_output=True, text=True, timeout=120)


def validate(case, tools, work):
    """The sampled calls against the graph of the source, which is that of all its builds."""
    graph = work / f"{case.source.stem}.mcg"
    if not graph.exists():
        collected = subprocess.run([tools / "cgcollect", "-q", "-o", graph, case.source, "--"],
                                   capture_output=True, text=True)
        if collected.returncode:
            return [f"cgcollect: {collected.stderr}"]
    done = subprocess.run([tools / "cgvalidate", graph, work / "run.cubex"], capture_output=True,
                          text=True)
    return [f"cgvalidate: {done.stdout} {done.stderr}"] if done.returncode else []


def run(case, compiler, flags, tools, work):
    failed = build(case, compiler, flags, work)
    if failed:
        return [f"does not compile: {failed}"]
    program, profile = work / "program", work / "run.cubex"
    profile.unlink(missing_ok=True)
    bare, took = cpu_time([program])
    stack = [] if TIMERS in SAMPLED else case.words("stack")
    done = record(tools, profile, program, *(["--stack", *stack] if stack else []))
    wrong = []
    if (bare.returncode, bare.stdout) != (done.returncode, done.stdout):
        wrong.append(f"it behaves otherwise: {bare.returncode} {bare.stdout!r} "
                     f"and {done.returncode} {done.stdout!r}")
    if not profile.exists():
        return wrong + [f"no profile: {done.stderr}"]
    recorded = Profile(profile)
    varies = case.all("time-varies")
    if not varies and not 0.5 * took - 0.05 < recorded.total < 2 * took + 0.05:
        wrong.append(Measured(f"{recorded.total:.3f} s of CPU time, {took:.3f} s without recording"))
    wrong += check(case, recorded, done.returncode, "-O0" not in flags)
    if case.source.suffix == ".c" and not case.all("library"):
        wrong += validate(case, tools, work)
    if case.words("inlined") and "-O0" not in flags:
        dump = subprocess.run([tools / "cgvalidate", "--dump=json", profile], check=True,
                              capture_output=True, text=True).stdout
        wrong += [f"{name} is not marked as inlined" for name in case.words("inlined")
                  if '"inlined"' not in dump or name not in dump]
    return wrong


def attempts(case, compiler, flags, tools, work):
    """What else the machine does takes samples away from a program, or gives it some: shares are wrong if they are so
    each time."""
    for _ in range(checks.ATTEMPTS):
        wrong = run(case, compiler, flags, tools, work)
        if not wrong or not all(isinstance(what, Measured) for what in wrong):
            break
    return wrong


SHARES = """
static volatile unsigned sink;
#define WORK(n) __attribute__((noinline)) static void work##n(void) \\
    { for (unsigned i = 0; i < 20000 * (n + 1); i++) sink += i; }
WORK(0) WORK(1) WORK(2) WORK(3) WORK(4) WORK(5) WORK(6) WORK(7) WORK(8) WORK(9)
static void (*const works[])(void) = {work0, work1, work2, work3, work4,
                                      work5, work6, work7, work8, work9};
int main(void)
{
    unsigned state = 1;
    for (int round = 0; round < 25000; round++) {
        state = state * 1103515245u + 12345u; /* in no rhythm that samples could keep */
        works[(state >> 16) % 10]();
    }
    return 0;
}
"""


def many_functions(work):
    """Ten functions with different shares of the time."""
    source, program = work / "shares.c", work / "shares"
    source.write_text(SHARES)
    subprocess.run(["gcc", "-O2", "-o", program, source], check=True)
    return program


def by_perf(program, work):
    subprocess.run(["perf", "record", "-q", "-e", "cpu-clock:u", "-F", "1000", "-o",
                    work / "perf.data", program], check=True, capture_output=True)
    text = subprocess.run(["perf", "report", "-i", work / "perf.data", "--stdio", "--sort",
                           "symbol"], check=True, capture_output=True, text=True).stdout
    return {name: float(share) for share, name in re.findall(r"([\d.]+)%  \[\.\] (\w+)", text)}


def differences_from_perf(tools, work, program):
    profile = work / "shares.cubex"
    subprocess.run([tools / "cgrecord", "-q", "-o", profile, *SAMPLED, "--", program], check=True)
    theirs, ours = by_perf(program, work), Profile(profile)
    hottest = sorted(theirs, key=theirs.get, reverse=True)[:10]
    return [f"{name}: {ours.share(name):.1f} %, perf has {theirs[name]} %" for name in hottest
            if abs(ours.share(name) - theirs[name]) > 4]


def compare_with_perf(tools, work):
    """The hottest functions differ by what chance makes of some thousand samples. The two sample one run each, and
    what else the machine does may slow down one of them: what is wrong differs every time."""
    if not shutil.which("perf") or not shutil.which("gcc"):
        return []
    program, differ = many_functions(work), []
    for _ in range(checks.ATTEMPTS):
        differ = differences_from_perf(tools, work, program)
        if not differ:
            break
    return differ


DEEP_PATHS = """
#include <stdlib.h>
static volatile unsigned sink;
void (*table[4])(unsigned, unsigned);
#define STEP(n) __attribute__((noinline)) static void step##n(unsigned depth, unsigned way) \\
{ for (unsigned i = 0; i < 300; i++) sink += i; if (depth) table[way & 3](depth - 1, way >> 2); sink++; }
STEP(0) STEP(1) STEP(2) STEP(3)
int main(void)
{
    table[0] = step0; table[1] = step1; table[2] = step2; table[3] = step3;
    for (unsigned i = 0; i < 150000; i++) table[i & 3](12, i * 2654435761u);
    return 0;
}
"""


HELD = """
#include <signal.h>
static volatile unsigned sink;
int main(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, 0);
    for (unsigned i = 0; i < 200000000; i++) sink += i;
    return 0;
}
"""


MANY = """
#include <pthread.h>
static volatile unsigned sink;
static void *work(void *data) { for (unsigned i = 0; i < 30000; i++) sink += i; return data; }
int main(void)
{
    for (int round = 0; round < 200; round++) {
        pthread_t threads[8];
        for (int i = 0; i < 8; i++) pthread_create(&threads[i], 0, work, 0);
        for (int i = 0; i < 8; i++) pthread_join(threads[i], 0);
    }
    return 0;
}
"""


def many_threads(tools, work):
    """Threads that begin at once, and end before they are looked at."""
    source, program, profile = work / "many.c", work / "many", work / "many.cubex"
    source.write_text(MANY)
    subprocess.run(["gcc", "-O1", "-w", "-o", program, source, "-lpthread"], check=True)
    wrong = []
    for _ in range(3):
        done = record(tools, profile, program)
        if done.returncode or "1 process, 1601 threads" not in done.stderr:
            wrong.append(f"{done.returncode} {done.stderr}")
    return wrong


TELLS_ITS_TIME = """
#include <stdio.h>
#include <time.h>
__attribute__((destructor)) static void tell(void) { printf("%f", clock() / (double)CLOCKS_PER_SEC); }
"""


def keeps_time(tools, work, code, said, share, *options):
    """A program's time is in its profile, but for a part, and something is said of that part.

    The program says what it took: another run may take half or twice as long.
    """
    source, program, profile = work / "time.c", work / "time", work / "time.cubex"
    source.write_text(code + TELLS_ITS_TIME)
    subprocess.run(["gcc", "-O2", "-w", "-o", program, source], check=True)
    done = record(tools, profile, program, *options)
    took, total = float(done.stdout), Profile(profile).total
    wrong = [] if said in done.stderr else [f"not said: {done.stderr}"]
    return wrong + ([] if total > share * took - 0.02 else [f"{total} s of {took}"])


def end_of_memory(tools, work):
    """What finds no room counts for a caller, and is reported."""
    return keeps_time(tools, work, DEEP_PATHS, "samples count for a caller", 0.5, "--memory", "64K",
                      "--recursion", "0")


def refuses(tools, work):
    """What nothing can be preloaded into is not run."""
    source, program, profile = work / "static.c", work / "static", work / "static.cubex"
    source.write_text("int puts(const char *);\nint main(void) { puts(\"it ran\"); return 0; }\n")
    subprocess.run(["gcc", "-static", "-o", program, source], check=True)
    wrong = []
    for rights, reason in ((0o755, "linked statically"), (0o4755, "other rights")):
        if rights == 0o4755:
            shutil.copy("/bin/true", program)
            os.chown(program, 1, 1)
        program.chmod(rights)
        done = record(tools, profile, program)
        if done.returncode != 2 or reason not in done.stderr or done.stdout:
            wrong.append(f"not refused, {reason}: {done.returncode} {done.stdout} {done.stderr}")
        if os.geteuid() != 0:
            break
    return wrong


def held_signals(tools, work):
    """A thread that holds back all signals keeps its time, and it is said."""
    return keeps_time(tools, work, HELD, "samples are missing", 0.7)


OUTLIVED = """
#include <unistd.h>
static volatile unsigned sink;
int main(void)
{
    int ends[2];
    char byte = 0;
    pipe(ends);
    if (!fork()) {
        for (unsigned i = 0; i < 100000000; i++) sink += i;
        write(ends[1], &byte, 1);
        close(1), close(2);
        for (;;) pause();
    }
    read(ends[0], &byte, 1);
    return 5;
}
"""


def outlived(tools, work):
    """A process that goes on is said to, and is not waited for."""
    source, program = work / "outlived.c", work / "outlived"
    source.write_text(OUTLIVED)
    subprocess.run(["gcc", "-O1", "-w", "-o", program, source], check=True)
    done = record(tools, work / "outlived.cubex", program)
    for link in pathlib.Path("/proc").glob("[0-9]*/exe"):
        try:
            if link.samefile(program):
                os.kill(int(link.parent.name), signal.SIGKILL)
        except OSError:
            pass # it has ended, or is not ours
    said = "1 process that the command started still runs" in done.stderr
    return [] if said and done.returncode == 5 else [f"{done.returncode} {done.stderr}"]


def preload_dropped(tools, work):
    """Why there is nothing."""
    source, program = work / "dropped.c", work / "dropped"
    source.write_text(HELD)
    subprocess.run(["gcc", "-O1", "-w", "-o", program, source], check=True)
    # So seldom that env itself, slow as it may be, is not sampled.
    done = subprocess.run([tools / "cgrecord", "-o", work / "dropped.cubex", *SAMPLED, "--rate", "1", "--", "env",
                           "-i", program], capture_output=True, text=True)
    said = all(text in done.stderr for text in ("is not recorded: it was started without", "nothing was recorded",
                                                "or LD_PRELOAD?"))
    return [] if said else [done.stderr]


def static_with_hooks(tools, work):
    """Hooks that nothing can be preloaded for do not keep a program from being sampled."""
    source, program, profile = work / "hooks.c", work / "hooks", work / "hooks.cubex"
    source.write_text(SECOND_UNIT + "volatile unsigned sink;")
    subprocess.run(["gcc", "-O1", "-static", "-finstrument-functions", "-o", program, source], check=True)
    done = subprocess.run([tools / "cgrecord", "-o", profile, "--", program], capture_output=True, text=True)
    return [] if "sampling" in done.stderr and Profile(profile).share("main") > 90 else [done.stderr]


def debugged(tools, work):
    """A debugger would stop at each signal: what it runs is not sampled, and it is said."""
    if not shutil.which("gdb"):
        return []
    source, program = work / "debugged.c", work / "debugged"
    source.write_text(SECOND_UNIT + "volatile unsigned sink;")
    subprocess.run(["gcc", "-O1", "-o", program, source], check=True)
    done = subprocess.run([tools / "cgrecord", "-o", work / "debugged.cubex", *SAMPLED, "--", "gdb", "-nx",
                           "-batch", "-ex", "run", program], capture_output=True, text=True)
    said = "exited normally" in done.stdout and "a debugger would stop" in done.stderr
    return [] if said else [done.stdout + done.stderr]


FIRST_UNIT = """
volatile unsigned sink;
void first(void) { sink++; }
"""
SECOND_UNIT = """
extern volatile unsigned sink;
static inline __attribute__((always_inline)) void inner(void)
{
    for (unsigned i = 0; i < 100000000; i++) sink += i;
}
int main(void)
{
    inner();
    return 0;
}
"""


def ranges_of_some_units(tools, work):
    """GCC writes .debug_aranges, clang does not, and programs have units of both."""
    if not shutil.which("clang"):
        return []
    for name, text, compiler in (("first", FIRST_UNIT, "gcc"), ("second", SECOND_UNIT, "clang")):
        (work / f"{name}.c").write_text(text)
        subprocess.run([compiler, "-O1", "-g", "-w", "-c", "-o", work / f"{name}.o", work / f"{name}.c"],
                       check=True)
    subprocess.run(["gcc", "-o", work / "units", work / "first.o", work / "second.o"], check=True)
    record(tools, work / "units.cubex", work / "units")
    paths = Profile(work / "units.cubex").paths
    return [] if any(names[-2:] == ("main", "inner") for names in paths) else [f"{paths}"]


def sampled():
    return (path for path in (HERE / "sampled").iterdir() if path.suffix in COMPILERS)


def main():
    tools, chosen = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    by_timers = TIMERS in chosen
    if by_timers:
        chosen.remove(TIMERS)
        SAMPLED.append(TIMERS)
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        trial = record(tools, work / "run.cubex", "true")
        if "refuses perf_event_open" in trial.stderr:
            print(trial.stderr)
            return 77
        parts = (outlived, *((refuses, held_signals, many_threads, preload_dropped,
                              debugged) if by_timers else
                             (compare_with_perf, end_of_memory, static_with_hooks,
                              ranges_of_some_units)))
        parts = () if chosen else parts
        broken = [report(part.__name__, part(tools, work)) for part in parts]
        failed = []
        for case, compiler in cases(sorted(sampled()), chosen):
            also = () if by_timers else (["-O2", flag] for flag in case.words("linked-too"))
            for flags in (*(TIMERS_LEVELS if by_timers else LEVELS), *also):
                if is_long(case, compiler, flags[0], chosen):
                    continue
                failed.append(report(f"{case.source.name} ({compiler} {' '.join(flags)})",
                                     attempts(case, compiler, flags, tools, work)))
    print(f"{len(failed)} programs sampled")
    return any(failed + broken) if failed else 77


if __name__ == "__main__":
    sys.exit(main())
