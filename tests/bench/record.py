#!/usr/bin/env python3
"""What recording costs, beside other tools in one run: record.py BIN_DIR [REPETITIONS]

A program that makes 16 million calls of short functions; Lua where LUA_SOURCE names its sources (a directory
with lua.c); SQLite where SQLITE_SOURCE names a directory with sqlite3.c and shell.c. They run record.lua and
record.sql. Prints for each way: nanoseconds of CPU time a call
over the bare program, that time as a multiple of the bare one, how much it is over empty hooks, and bytes
written. The minimum of the repetitions; ways take turns. "least" is least_hooks.c, the bound of what a
recorder of exact call paths can be. Of cgrecord, the program's own time counts (--time), and what the tool takes
besides is below the table: it reads debug information when the program has ended.

Redis, where REDIS_SOURCE names its unpacked sources: the server's CPU time for a fixed number of requests
of one client, with a request in flight and with 64.

Then what a sample costs a program in 30, 200 and 2,000 levels of calls, by cgrecord and by `perf record` without
stacks, which is the least that the system takes: the program's own CPU time over that of bare runs before and
after, which have the same load beside them. Samples are taken 20,000 times a second, so that they cost more than
what chance makes of CPU times. The median of all runs, between which bounds it is with 95 percent, and what that
is at 1000 a second; and what the tool itself takes a sample, on a processor that the program need not have.
"""
import math
import os
import pathlib
import re
import resource
import shlex
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

CALLS = 16_000_000
OFTEN = "20000"
PROGRAM = """
#include <stdio.h>
static volatile unsigned sink;
__attribute__((noinline)) void a(unsigned n) { sink += n; }
__attribute__((noinline)) void b(unsigned n) { sink ^= n; }
__attribute__((noinline)) void c(unsigned n) { a(n); b(n); a(n + 1); }
int main(void) { for (unsigned i = 0; i < 4000000; i++) c(i); return 0; }
"""
EMPTY = """
void __cyg_profile_func_enter(void *f, void *s) { (void)f, (void)s; }
void __cyg_profile_func_exit(void *f, void *s) { (void)f, (void)s; }
"""

LEVELS = (30, 200, 2000)
DEEP = """
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static volatile unsigned sink;
__attribute__((noinline)) unsigned down(unsigned depth, unsigned seed)
{
    volatile unsigned kept = depth; /* or the compiler makes a loop of it */
    if (!depth) { for (unsigned i = 0; i < 10000; i++) sink += i * seed; return sink; }
    return down(depth - 1, seed) + kept;
}
int main(int count, char **arguments)
{
    unsigned levels = atoi(arguments[1]);
    for (unsigned i = 0; i < 200000; i++) down(levels - i % (levels / 8 + 1), i);
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    printf("%.6f\\n", used.tv_sec + used.tv_nsec / 1e9);
    return 0;
}
"""


HERE = pathlib.Path(__file__).resolve().parent


def build(compiler, sources, output, *flags):
    subprocess.run([compiler, "-O2", "-g", "-w", *flags, *sources, "-o", output, "-lm", "-ldl"],
                   check=True)
    return output


def empty_hooks(work):
    (work / "empty.c").write_text(EMPTY)
    return build("gcc", [work / "empty.c"], work / "empty.so", "-fPIC", "-shared")


class Ways:
    """The same program in several builds, and the commands that measure it."""

    def __init__(self, tools, work, sources, flags=()):
        make = lambda name, *more: build("gcc", sources, work / name, *flags, *more)
        bare, hooked = make("bare"), make("hooked", "-finstrument-functions")
        empty, least = empty_hooks(work), work / "least.so"
        build("gcc", [HERE / "least_hooks.c"], least, "-fPIC", "-shared")
        record = [tools / "cgrecord", "-q", "-o", work / "run.cubex", "--time", work / "took"]
        self.work = work
        self.besides = math.inf
        self.rows = {
            "bare": ([bare], None), "empty hooks": ([hooked], {"LD_PRELOAD": str(empty)}),
            "least": ([hooked], {"LD_PRELOAD": str(least)}),
            "cgrecord, counts": ([*record, "--rate", "0", "--", hooked], None),
            "cgrecord, counts and samples": ([*record, "--", hooked], None),
            "cgrecord --clock": ([*record, "--clock", "--", hooked], None),
            "cgrecord --mode sample": ([*record, "--mode", "sample", "--", bare], None)}
        self.add("gprof", "gcc", [make("gprof", "-pg")])
        self.add("perf record -g", "perf",
                 ["perf", "record", "-q", "-e", "cpu-clock", "-F", "1000", "-g", "-o",
                  work / "perf.data", bare])
        self.add("uftrace", "uftrace", ["uftrace", "record", "-d", work / "uftrace.data", hooked])
        self.add("callgrind", "valgrind", ["valgrind", "-q", "--tool=callgrind",
                                           f"--callgrind-out-file={work}/callgrind.out", bare])

    def add(self, name, needs, command):
        if shutil.which(needs):
            self.rows[name] = (command, None)

    def written(self):
        names = ("run.cubex", "gmon.out", "perf.data", "uftrace.data", "callgrind.out")
        size = lambda p: sum(f.stat().st_size for f in p.rglob("*") if f.is_file()) \
            if p.is_dir() else p.stat().st_size if p.exists() else 0
        return {name: size(self.work / name) for name in names}

    def own(self, took):
        """Without what cgrecord takes itself, if it recorded the command."""
        said = self.work / "took"
        if not said.exists():
            return took
        own = float(said.read_text().split()[1])
        said.unlink()
        self.besides = min(self.besides, took - own)
        return own

    def measure(self, repetitions, arguments=()):
        best, sizes = {}, {}
        for _ in range(repetitions):
            for name, (command, more) in self.rows.items():
                if name in ("uftrace", "callgrind") and name in best:
                    continue
                shutil.rmtree(self.work / "uftrace.data", ignore_errors=True)
                for path in self.written():
                    if (self.work / path).is_file():
                        (self.work / path).unlink()
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                done = subprocess.run([*command, *arguments], cwd=self.work, capture_output=True,
                                      env={**os.environ, **(more or {})})
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                took = self.own(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
                if name == "bare" and done.returncode:
                    sys.exit(f"{shlex.join(map(str, [*command, *arguments]))} ends with {done.returncode}: "
                             f"{done.stderr.decode(errors='replace')}")
                if done.returncode == 0:
                    best[name] = min(took, best.get(name, took))
                    sizes[name] = sum(self.written().values())
        return best, sizes


def table(title, best, sizes, calls, besides=0):
    print(f"{title}\n{'':30} {'ns a call':>10} {'times bare':>10} {'over empty':>10} {'bytes':>12}")
    for name, took in best.items():
        added = f"{(took - best['bare']) / calls * 1e9:10.2f}" if calls else " " * 10
        over = 100 * (took / best["empty hooks"] - 1)
        print(f"{name:30} {added} {took / best['bare']:10.2f} {over:8.1f} % {sizes[name]:12}")
    if besides:
        print(f"cgrecord itself takes {besides:.2f} s", flush=True)


REQUESTS = {1: "6000", 64: "20000"}  # of each kind, by how many are in flight
KINDS = "set,get,incr,lpush,rpop,sadd,hset,zadd,lrange_100"


def build_redis(source, work, name, flags):
    """@return the directory with the server"""
    shutil.copytree(source, work / name, symlinks=True)
    subprocess.run(["make", "-s", "MALLOC=libc", "OPTIMIZATION=-O2", f"CFLAGS=-w {flags}",
                    "redis-server", "redis-benchmark"], cwd=work / name, check=True, capture_output=True)
    return work / name / "src"


def server_number(port):
    """The process that answers, once it does."""
    for _ in range(300):
        try:
            with socket.create_connection(("127.0.0.1", port), 10) as connection:
                connection.sendall(b"INFO server\r\n")
                return int(re.search(rb"process_id:(\d+)", connection.recv(65536)).group(1))
        except OSError:
            time.sleep(0.1)
    sys.exit("redis-server does not answer")


def cpu_time_of(number):
    tasks = pathlib.Path(f"/proc/{number}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def serve(command, more, load, flight, work):
    """The server's CPU time while it answers the requests."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([*command, "--port", str(port), "--save", ""], cwd=work,
                              stdout=subprocess.DEVNULL, env={**os.environ, **(more or {})})
    try:
        number = server_number(port)
        before = cpu_time_of(number)
        subprocess.run([load, "-p", str(port), "-c", "1", "-P", str(flight), "-n", REQUESTS[flight],
                        "-r", "1000", "-q", "-t", KINDS], check=True, stdout=subprocess.DEVNULL)
        return cpu_time_of(number) - before
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def redis(tools, repetitions, source):
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        bare = build_redis(source, work, "plain", "-g")
        hooked = build_redis(source, work, "hooks", "-g -finstrument-functions") / "redis-server"
        record = [tools / "cgrecord", "-q", "-o", work / "run.cubex"]
        rows = {"bare": ([bare / "redis-server"], None),
                "empty hooks": ([hooked], {"LD_PRELOAD": str(empty_hooks(work))}),
                "cgrecord, counts": ([*record, "--rate", "0", "--", hooked], None),
                "cgrecord, counts and samples": ([*record, "--", hooked], None)}
        for flight in REQUESTS:
            best = {}
            for _ in range(repetitions):
                for row, (command, more) in rows.items():
                    took = serve(command, more, bare / "redis-benchmark", flight, work)
                    best[row] = min(took, best.get(row, took))
            table(f"\nRedis, requests in flight: {flight}", best, dict.fromkeys(best, ""), None)


def bounds_of_median(values):
    """Ranks between which the median is with 95 percent, by the binomial distribution."""
    count, rank, outside = len(values), 0, 0.0
    while outside + math.comb(count, rank) / 2 ** count <= 0.025:
        outside += math.comb(count, rank) / 2 ** count
        rank += 1
    ordered = sorted(values)
    return ordered[max(rank - 1, 0)], ordered[count - max(rank, 1)]


def run_deep(*command):
    """The program's own CPU time, that of all, and the number of samples."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    samples = re.findall(r"(\d+) samples", done.stderr)
    return (float(done.stdout), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
            int(samples[-1]) if samples else 0)


def sampling_ways(tools, work):
    record = [tools / "cgrecord", "-o", work / "run.cubex", "--mode", "sample", "--rate", OFTEN]
    ways = {"cgrecord": record, "cgrecord --stack 64K": [*record, "--stack", "64K"]}
    if shutil.which("perf"):
        ways["perf record"] = ["perf", "record", "-e", "cpu-clock", "-F", OFTEN, "-o",
                               work / "perf.data"]
    return ways


def sampling_at(levels, program, ways, repetitions):
    bare = (program, str(levels))
    costs, besides = {way: [] for way in ways}, {way: [] for way in ways}
    before = run_deep(*bare)[0]
    for _ in range(repetitions):
        for way, command in ways.items():
            own, total, samples = run_deep(*command, "--", *bare)
            after = run_deep(*bare)[0]
            costs[way].append((own - (before + after) / 2) / samples * 1e6)
            besides[way].append((total - own) / samples * 1e6)
            before = after
    print(f"\na sample in {levels} levels, by {repetitions} runs\n{'':22} {'microseconds':>12} "
          f"{'95 % bounds':>13} {'at 1000/s':>10} {'the tool':>10}")
    for way, values in costs.items():
        low, high = bounds_of_median(values)
        middle = statistics.median(values)
        print(f"{way:22} {middle:12.1f} {low:6.1f} {high:6.1f} {middle / 10:8.1f} % "
              f"{statistics.median(besides[way]):10.1f}", flush=True)


def sampling(tools, repetitions):
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        (work / "deep.c").write_text(DEEP)
        program = build("gcc", [work / "deep.c"], work / "deep")
        for levels in LEVELS:
            sampling_at(levels, program, sampling_ways(tools, work), repetitions)


def lua_sources(directory):
    return [path for path in sorted(directory.glob("*.c"))
            if path.name not in ("luac.c", "print.c", "onelua.c", "ltests.c")]


def sqlite_sources(directory):
    return [directory / "sqlite3.c", directory / "shell.c"]


# Name, its sources, flags, and arguments that run its script.
INTERPRETERS = (
    ("Lua", lua_sources, ("-DLUA_USE_POSIX",), [HERE / "record.lua"]),
    ("SQLite", sqlite_sources, ("-DSQLITE_ENABLE_FTS5", "-DSQLITE_ENABLE_RTREE", "-lpthread"),
     [":memory:", f".read {HERE / 'record.sql'}"]))


def interpreter(tools, repetitions, name, sources_of, flags, arguments):
    source = os.environ.get(f"{name.upper()}_SOURCE")
    if source:
        with tempfile.TemporaryDirectory() as work:
            ways = Ways(tools, pathlib.Path(work), sources_of(pathlib.Path(source)), flags)
            table(f"\n{name}", *ways.measure(repetitions, arguments), None, ways.besides)


def main():
    tools = pathlib.Path(sys.argv[1]).resolve()
    repetitions = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        (work / "p.c").write_text(PROGRAM)
        ways = Ways(tools, work, [work / "p.c"])
        best, sizes = ways.measure(repetitions)
        table(f"{CALLS} calls of short functions", best, sizes, CALLS, ways.besides)
    sampling(tools, 5 * repetitions)
    for program in INTERPRETERS:
        interpreter(tools, repetitions, *program)
    if os.environ.get("REDIS_SOURCE"):
        redis(tools, repetitions, pathlib.Path(os.environ["REDIS_SOURCE"]))


if __name__ == "__main__":
    main()
