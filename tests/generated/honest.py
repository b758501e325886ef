#!/usr/bin/env python3
"""No false "no", no false "dead": runs programs, and queries their graphs about the functions that
ran.

honest.py BINARIES [--shard I/N] [--keep DIR] [--case NAME] [--table] [--bitcode OPTIONS]

Each case is a small program; several are in one file, each in a namespace of its own. The files are
compiled so that every function says that it ran (enter.c), and collected and linked as they are.
Functions that ran must not be dead. Those that first ran between begin and end of main, and are in
the file itself, must be reached by main: yes, or unknown. Failures are printed; the exit status is 1
then, 77 where there is no clang.

With --bitcode what is collected is the IR that clang makes with these options, and what is run is made
of that: functions that an optimiser has inlined are in neither.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import features
import library
import matrix
import places

SEED = 20240517
PER_FILE = 20
HERE = os.path.dirname(os.path.abspath(__file__))
FLAGS = ["-O0", "-pthread", "-w"]
LINKER = ["-fuse-ld=gold"] if shutil.which("ld.gold") else []  # a third of the page faults
# What needs a newer standard than the first: the headers of each take about half as long again to parse.
NEWER = {
    20: re.compile(r"bit_cast|\bspan\b|<=>|operator==|\bco_|coroutine|concept|requires|source_location|jthread"
                   r"|bind_front|consteval|constinit|to_address|atomic_ref|stop_token|ranges|<bit>|latch|barrier"
                   r"|semaphore|using enum|char8_t"),
    17: re.compile(r"\bnoexcept\b|not_fn|\binvoke\b|\bapply\b|\bany\b|optional|variant|memory_resource|\bpmr\b"
                   r"|align_val_t|transform_reduce|(lock|guard) \w+\(|<static_cast<"),
    14: re.compile(""),
}
# Headers that take long to parse, longest first: cases that include the same ones share files.
LONG = """future condition_variable thread mutex regex random locale fstream iostream sstream functional
memory_resource memory unordered_map string map any variant queue list deque algorithm vector""".split()


def headers_of(code):
    """The headers that a case uses; few, as they are most of what is compiled."""
    words = set(re.findall(r"\w+", code))
    needed = {
        "any": {"any"}, "array": {"array"}, "atomic": {"atomic"}, "bit_cast": {"bit"},
        "transform": {"algorithm"}, "for_each": {"algorithm"}, "deque": {"deque"}, "span": {"span"},
        "function": {"functional"}, "bind": {"functional"}, "invoke": {"functional"},
        "mem_fn": {"functional"}, "not_fn": {"functional"}, "reference_wrapper": {"functional"},
        "thread": {"thread"}, "async": {"future"}, "promise": {"future"}, "packaged_task": {"future"},
        "call_once": {"mutex"}, "list": {"list"}, "map": {"map"}, "unordered_map": {"unordered_map", "string"},
        "make_unique": {"memory"}, "make_shared": {"memory"}, "optional": {"optional"},
        "variant": {"variant"}, "stack": {"stack"}, "tuple": {"tuple"}, "make_tuple": {"tuple"},
        "apply": {"tuple"}, "vector": {"vector"}, "make_pair": {"utility"}, "exchange": {"utility"},
        "swap": {"utility"}, "move": {"utility"}, "initializer_list": {"initializer_list"},
        "copy": {"algorithm"},
    }
    found = {"new"}
    for word in words & set(needed):
        if word == "function" and "std::function" not in code:
            continue
        found |= needed[word]
    return found


def all_headers(case):
    return set(case.get("headers", ())) | headers_of(case["code"])


def file_text(cases):
    lines = ["#include <%s>" % h for h in ("cstdarg", "cstdint", "cstdio", "cstdlib", "cstring", "unistd.h")]
    wanted = set().union(*map(all_headers, cases))
    lines += ["#include <%s>" % h for h in sorted(wanted)]
    for i, c in enumerate(cases):
        if c.get("alone"):
            lines.append(c["code"])
        else:
            lines.append("namespace c%d { // %s\n%s}" % (i, c["name"], c["code"]))
    lines.append("int main() {")
    lines += ["    run();" if c.get("alone") else "    c%d::run();" % i for i, c in enumerate(cases)]
    lines.append("}")
    return "\n".join(lines) + "\n"


def command(arguments, **options):
    return subprocess.run(arguments, capture_output=True, text=True, errors="replace", **options)


def symbols_of(program):
    """Functions by address. Not by nm, which loads all of LLVM as a plug-in each time."""
    symbols = {}
    for line in command(["readelf", "-sW", program]).stdout.partition("'.symtab'")[2].splitlines():
        parts = line.split()
        if len(parts) > 7 and parts[6].isdigit() and (parts[3] == "FUNC" or parts[4] in ("WEAK", "UNIQUE")):
            symbols.setdefault(int(parts[1], 16), []).append(parts[7])
    return symbols


class Trouble(Exception):
    pass


class Group:
    """A file of cases."""

    def __init__(self, number, cases, tools, work):
        self.cases = cases
        self.tools = tools
        self.dir = os.path.join(work, "%03d" % number)
        self.source = os.path.join(self.dir, "a.cc")
        self.flags = list(FLAGS)
        self.language_c = bool(cases[0].get("c"))
        if self.language_c:
            self.source = os.path.join(self.dir, "a.c")
        else:
            self.flags.append("-std=c++%d" % standard_of(cases[0]))
        self.flags += cases[0].get("flags", [])
        self.bitcode = os.path.join(self.dir, "a.ll") if tools["bitcode"] is not None else None
        if self.bitcode:
            self.flags += tools["bitcode"].split() + ["-fno-strict-aliasing"]
        self.libraries = cases[0].get("libraries", [])
        self.collected = None
        self.failures = []
        self.ran = set()
        self.asked = 0

    def write(self):
        os.mkdir(self.dir)
        with open(self.source, "w", encoding="utf-8") as file:
            file.write(c_text(self.cases) if self.language_c else file_text(self.cases))
        return self

    def driver(self):
        return self.tools["clang"] if self.language_c else self.tools["clang++"]

    def compile(self):
        driver, source = self.driver(), self.source
        if self.bitcode:
            source = os.path.join(self.dir, "recorded.ll")
            self.make_bitcode(driver, source)
        # Not in one step, for which clang would be loaded twice, nor linked by it, if GCC can.
        made = os.path.join(self.dir, "a.o")
        steps = [[driver, *self.flags, "-g1", "-fno-pie", "-finstrument-functions-after-inlining", "-c", source,
                  "-o", made],
                 [self.tools["linker"], "-pthread", *LINKER, "-no-pie", made, self.tools["enter"],
                  "-o", os.path.join(self.dir, "a.out"), *self.libraries]]
        for step in steps:
            built = command(step)
            if built.returncode:
                raise Trouble("does not compile: " + built.stderr[:2000])

    def make_bitcode(self, driver, recorded):
        """Write the IR, and the same with functions that say when they are entered."""
        made = command([driver, *self.flags, "-g", "-fno-pie", "-S", "-emit-llvm", self.source, "-o", self.bitcode])
        if made.returncode:
            raise Trouble("does not compile: " + made.stderr[:2000])
        with open(self.bitcode, encoding="utf-8") as file, open(recorded, "w", encoding="utf-8") as out:
            for line in file:
                out.write(re.sub(r"^(attributes #\d+ = {)", r'\1 "instrument-function-entry-inlined"="'
                                 '__cyg_profile_func_enter"', line))
        self.flags = ["-O0", "-pthread", "-w"]

    def run(self):
        program = os.path.join(self.dir, "a.out")
        record = os.path.join(self.dir, "ran")
        done = command(["sh", "-c", "exec 9>ran ./a.out </dev/null"], cwd=self.dir, timeout=60)
        expected = self.cases[0].get("status", 0)
        if done.returncode != expected:
            raise Trouble("exit status %d: %s" % (done.returncode, done.stderr[:500]))
        symbols = symbols_of(program)
        ran = []
        with open(record, encoding="ascii") as file:
            for line in file:
                phase, address = line.split()
                ran.append((int(phase), symbols.get(int(address, 16), [])))
        return ran

    def graph(self):
        out = os.path.join(self.dir, "a.mcg")
        linked = os.path.join(self.dir, "w.mcg")
        if self.collected:
            out = self.collected
        else:
            self.collect(out)
        merged = command([self.tools["cgmerge"], "-o", linked, out])
        if merged.returncode:
            raise Trouble("cgmerge: " + merged.stderr[:500])
        return linked

    def collect(self, out):
        if self.bitcode:
            got = command([self.tools["cgcollect"], "-o", out, self.bitcode])
        else:
            got = command([self.tools["cgcollect"], "-o", out, self.source, "--", *self.flags])
        if got.returncode:
            raise Trouble("cgcollect: " + got.stderr[:500])

    def blame(self, names, what):
        shown = command(["c++filt"], input=names[0]).stdout.strip()
        found = re.match(r"(?:.*[ (&*])?c(\d+)::", shown) or re.search(r"\bc(\d+)::", shown)
        case = self.cases[int(found.group(1))]["name"] if found and not self.language_c else self.cases[0]["name"]
        if len(self.cases) == 1:
            case = self.cases[0]["name"]
        self.failures.append((case, what, shown))

    def ask(self, graph, ran):
        answer = command([self.tools["cgquery"], "dead", "--json", graph])
        dead = dead_names(answer.stdout)
        known = dict(nodes_of(graph))
        inside = {}
        for phase, names in ran:
            here = [n for n in names if n in known]
            self.ran.update(m.group(1) for n in names for m in [re.search(r"\d?c(\d+)", n)] if m)
            if not here:
                continue
            if any(n in dead for n in here):
                self.blame(here, "dead")
            own = re.match(r"_Z\w*?N(?:K)?2?\d?c\d+|_ZL|_Z\d|[a-z]", here[0])
            if phase == 1 and here[0] != "main" and own and not re.match(r"_ZN?K?S|_ZNK?St", here[0]):
                inside[here[0]] = here
        self.ask_reach(graph, known, inside)

    def ask_reach(self, graph, known, inside):
        self.asked += len(inside)
        pairs = "".join("main\t%s\t%s\t%s\n" % (known["main"], name, known[name]) for name in inside)
        answers = command([self.tools["reach-pairs"], graph, "-"], input=pairs)
        if answers.returncode:
            raise Trouble("reach-pairs: " + answers.stderr[:500])
        for here, answer in zip(inside.values(), answers.stdout.split(), strict=True):
            if answer == "n":
                self.blame(here, "no")

    def test(self):
        try:
            self.compile()
            ran = self.run()
            self.ask(self.graph(), ran)
        except (Trouble, subprocess.TimeoutExpired) as trouble:
            self.failures.append((self.cases[0]["name"] + "...", "trouble", str(trouble)))
        return self


def dead_names(text):
    found = set()

    def walk(value):
        if isinstance(value, dict):
            if "name" in value and isinstance(value["name"], str):
                found.add(value["name"])
            for key, inner in value.items():
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    walk(json.loads(text)["clusters"])
    return found


def nodes_of(graph):
    with open(graph, encoding="utf-8") as file:
        nodes = json.load(file)["_CG"]["nodes"]
    values = nodes.values() if isinstance(nodes, dict) else nodes
    for node in values:
        yield node["functionName"], node.get("origin") or ""


def c_text(cases):
    lines = ["#define _GNU_SOURCE", "#include <stdlib.h>", "#include <string.h>", "#include <stdio.h>", "#include <unistd.h>",
             "#include <stdint.h>"]
    lines += ["#include <%s>" % h for c in cases for h in c.get("headers", ())]
    lines += [c["code"] for c in cases] + ["int main(void) { run(); return 0; }"]
    return "\n".join(lines) + "\n"


def standard_of(case):
    words = [case["code"], *case.get("headers", ()), *case.get("flags", ())]
    return next(year for year, needed in NEWER.items() if any(needed.search(word) for word in words))


def short_of(case):
    """Which of the long headers it does without."""
    included = all_headers(case)
    return [header not in included for header in LONG]


def grouped(cases):
    """Cases that need a program of their own, then the others."""
    together = [c for c in cases if not c.get("alone")]
    groups = [[c] for c in cases if c.get("alone")]
    for year in sorted(NEWER):
        alike = sorted((c for c in together if standard_of(c) == year), key=short_of)
        groups += [alike[i:i + PER_FILE] for i in range(0, len(alike), PER_FILE)]
    return groups


def collect_all(groups, tools, work, jobs):
    """Collect all files with one process: it takes as long to start as to collect most of them. If it fails
    each file is collected by itself later, and says why."""
    with open(os.path.join(work, "compile_commands.json"), "w", encoding="utf-8") as file:
        json.dump([{"directory": g.dir, "file": g.source, "arguments": [g.driver(), *g.flags, "-c", g.source]}
                   for g in groups], file)
    out = os.path.join(work, "mcg")
    done = command([tools["cgcollect"], "-q", "--clang", tools["clang"],
                    "-j%d" % jobs, "-p", work, "--root", work, "--output-dir", out])
    if done.returncode == 0:
        for group in groups:
            group.collected = os.path.join(out, os.path.relpath(group.source, work) + ".mcg")


def find_tools(binaries, work):
    tools = {name: os.path.join(binaries, name) for name in ("cgcollect", "cgmerge", "cgquery", "reach-pairs")}
    for driver in ("clang", "clang++"):
        tools[driver] = shutil.which(driver + "-19") or shutil.which(driver)
        if not tools[driver]:
            sys.exit(77)
    tools["linker"] = shutil.which("g++") or tools["clang++"]
    tools["enter"] = os.path.join(work, "enter.o")
    built = command([tools["clang"], "-O1", "-c", os.path.join(HERE, "enter.c"), "-o", tools["enter"]])
    if built.returncode:
        sys.exit(built.stderr)
    return tools


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries")
    parser.add_argument("--shard", default="1/1")
    parser.add_argument("--keep")
    parser.add_argument("--case")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--bitcode", metavar="OPTIONS")
    parser.add_argument("-j", type=int, default=1)
    options = parser.parse_args()
    shard, shards = map(int, options.shard.split("/"))
    work = options.keep or tempfile.mkdtemp()
    os.makedirs(work, exist_ok=True)
    tools = find_tools(options.binaries, work)
    tools["bitcode"] = options.bitcode
    cases = library.cases() + matrix.cases(SEED) + features.cases() + places.cases(SEED)
    if options.case:
        cases = [c for c in cases if re.search(options.case, c["name"])]
    groups = grouped(cases)[shard - 1::shards]
    done = [Group(number, group, tools, work).write() for number, group in enumerate(groups)]
    if options.bitcode is None:
        collect_all(done, tools, work, options.j)
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        list(pool.map(Group.test, done))
    failures = [f for g in done for f in g.failures]
    for case, what, detail in failures:
        print("FAILED %s: %s: %s" % (case, what, detail))
    if options.table:
        count = collections.Counter(c.get("feature", "library") for g in groups for c in g)
        for feature, number in sorted(count.items()):
            print("%5d  %s" % (number, feature))
    print("%d programs in %d files, %d functions asked about, %d failures" %
          (sum(len(g) for g in groups), len(groups), sum(g.asked for g in done), len(failures)))
    if not options.keep:
        shutil.rmtree(work)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
