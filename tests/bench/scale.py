#!/usr/bin/env python3
"""How cost grows with graphs of awkward shapes:

    tests/bench/scale.py BUILD_DIR [OPTION...]

      --sizes N,N,...   functions (default: 10000,100000,1000000)
      --shapes S,S,...  of: chain cycle star fan ladder rungs random kinds names namesakes methods detailed
                        (default: all)
      --verbs V,V,...   only those whose name begins so
      --times N         give up on what takes N times as long as reading (default: 30) and 10 s
      --table FILE      also write a table in Markdown, with the shapes of earlier calls, which are kept in
                        FILE.json: time as multiple of reading, its exponent against the time of reading,
                        memory as multiple of the file, its exponent
      --check           check answers (of 751 functions, with little stack) instead of measuring
      --quick           with --check: only questions whose answer is known beforehand
      --turn N          with --check: these, all of a chain, and of each other shape a third of the rest, which N chooses

Asks every verb, and merges and exports, about graphs of each shape and size. A line has, for each size,
processor time, as multiple of reading the graph (`cgquery leaves` of one function), and memory as multiple
of the file; then the exponents that fit the last two times and memories. `cat` is beside reading.

    chain   each function calls the next
    cycle   the last calls the first
    star    main calls all others
    fan     main calls all others, and these the last one
    ladder  two ways from each joint to the next: 2^(N/3) paths
    rungs   two functions a level, each of which calls both of the next: 2^(N/2) paths
    random  each function calls eight others, anywhere
    kinds   one function with N kinds of metadata, the others with none
    names   N functions whose names are 100 bytes long and differ in a number
    namesakes  main calls N internal functions of one name in N files, and all of these the last one
    methods  each overrides the one before it, its class has that one's as base, and main makes a virtual call
    detailed  a chain with all that cgcollect records of functions and calls, through pointers as well
"""
import argparse
import json
import math
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time

SHAPES = ("chain", "cycle", "star", "fan", "ladder", "rungs", "random", "kinds", "names", "namesakes", "methods",
          "detailed")
KNOWN = {"unresolvedCalls": []}
HEADER = '"_MetaCG":{"generator":{"name":"scale","sha":"","version":"1.0"},"version":"4.0"}'


# Graphs


def callees_of(shape, number, size):
    if shape in ("chain", "cycle", "detailed"):
        following = [number + 1]
    elif shape == "star":
        following = range(1, size) if number == 0 else []
    elif shape == "fan":
        following = range(1, size) if number == 0 else [size - 1] if number < size - 1 else []
    elif shape == "rungs":
        following = [number + 2 - number % 2, number + 3 - number % 2]
    elif shape == "methods":
        following = [1] if number == 0 else []
    elif shape == "ladder":
        following = ([number + 1, number + 2], [number + 2], [number + 1])[number % 3]
    elif shape == "namesakes":
        following = range(1, size - 1) if number == 0 else [size - 1] if number < size - 1 else []
    elif shape == "random":
        following = set(random.randrange(size) for _ in range(8))
    else:
        following = []
    if shape == "cycle":
        return [number + 1 if number + 1 < size else 0]
    return [callee for callee in following if callee < size]


def name_of(shape, number, size):
    if shape == "names":
        return f"common_prefix_{'of_all_names_' * 6}{number}"
    if shape == "namesakes" and 0 < number < size - 1:
        return "f1"
    return f"f{number}" if number else "main"


def file_of(shape, number):
    return f"dir{number % 10}/f{number if shape == 'namesakes' else number // 1000}.c"


def middle_of(shape, size):
    """A function as questions name it."""
    name = name_of(shape, size // 2, size)
    return f"{file_of(shape, size // 2)}:{name}" if shape == "namesakes" else name


def meta_of(shape, number, size):
    if shape == "namesakes" and number:
        return KNOWN | {"linkage": "internal", "numStatements": number % 7}
    if shape == "methods":
        return meta_of_method(number, size)
    if shape == "detailed":
        return meta_of_detailed(number, size)
    if shape != "kinds" or number:
        uses = {"uses": {"a.c": {"a.h": {"LIMIT": "1r"}}}} if number % 10 == 1 else {}
        return KNOWN | uses | {"numStatements": number % 7, "stackSize": {"bytes": 16, "kind": "static", "source": "su"}}
    return KNOWN | {f"kind{i * 7919 % size}": i for i in range(size)}


def call_at(number, kind):
    return {"column": 5, "file": file_of("", number), "line": number % 1000, "kind": kind}


def meta_of_method(number, size):
    """Of main: a call of the method of the first class."""
    if number == 0:
        where = call_at(0, "virtual")
        return {"pointerFacts": [["w", where["file"], where["line"], where["column"], "_ZTS1C1", 0, "", ["pmain#0"]]],
                "unresolvedCalls": [{"column": where["column"], "file": where["file"], "line": where["line"],
                                     "reason": "virtual", "receiver": "_ZTS1C1", "slot": 0}]}
    return KNOWN | {"numStatements": number % 7, "overrideMD": {
        "overriddenBy": [str(number + 1)] if number + 1 < size else [],
        "overrides": [str(number - 1)] if number > 1 else []}}


def meta_of_detailed(number, size):
    """Each function calls what main is handed, the last one, and hands that on to the next."""
    name, place = name_of("", number, size), call_at(number, "pointer")
    calls = {key: place[key] for key in ("column", "file", "line")}
    return {"addressTaken": [calls], "cyclomaticComplexity": 1, "definedIn": [calls], "linkage": "external",
            "loopDepth": number % 3, "loopCallDepth": {name_of("", number + 1, size): 1}, "numStatements": number % 7,
            "parameters": [{"name": "call", "type": "void (*)(void)"}], "resultType": "void",
            "pointerFacts": [["k", place["file"], place["line"], place["column"], f"p{name}#0", "FvvE", "", []],
                             ["c", f"p{name_of('', number + 1, size)}#0", f"p{name}#0"],
                             ["c", "pmain#0", f"&Ff{size - 1}"], ["t", "FvFPFvvEE"]],
            "sourceRange": {"begin": {"column": 1, "line": number % 1000}, "end": {"column": 9, "line": number % 1000}},
            "stackSize": {"bytes": 16, "kind": "static", "source": "su"},
            "unresolvedCalls": [calls | {"reason": "pointer", "type": "void (void)"}]}


def edge_of(shape, number):
    if shape == "methods":
        return {"callType": "VIRTUAL", "callSites": [call_at(number, "virtual")]}
    return {"callType": "DIRECT", "callSites": [call_at(number, "direct")]} if shape == "detailed" else {}


def meta_of_graph(shape, size):
    facts = [["n", f"C{number + 1}", f"C{number}", 0] for number in range(1, size)] if shape == "methods" else []
    return {"uses": {"at": {"a.h": {"LIMIT": "v3"}}, "uses": {}}} | ({"pointerFacts": facts} if facts else {})


def write(path, shape, size):
    random.seed(1)
    with open(path, "w", encoding="utf-8") as out:
        out.write(f'{{"_CG":{{"meta":{json.dumps(meta_of_graph(shape, size))},"nodes":{{')
        for number in range(size):
            edge = json.dumps(edge_of(shape, number))
            callees = ",".join(f'"{callee}":{edge}' for callee in callees_of(shape, number, size))
            meta = json.dumps(meta_of(shape, number, size), separators=(",", ":"))
            out.write(f'{"," if number else ""}\n"{number}":{{"callees":{{{callees}}},'
                      f'"functionName":"{name_of(shape, number, size)}","hasBody":true,"meta":{meta},'
                      f'"origin":"{file_of(shape, number)}"}}')
        out.write("}}," + HEADER + "}\n")


def write_run(path, shape, size, scale):
    """A recorded run in which main calls each function."""
    with open(path, "w", encoding="utf-8") as out:
        out.write("".join(f"{name_of(shape, 0, size)};{name_of(shape, number, size)} {number % 100 * scale}\n"
                          for number in range(1, size)))


def write_deep(path, shape, size):
    """A recorded run (Callgrind) in which each function calls the first of those it calls in the graph."""
    with open(path, "w", encoding="utf-8") as out:
        out.write("events: Ir\n")
        for number in range(size):
            out.write(f"\nfl={file_of(shape, number)}\nfn={name_of(shape, number, size)}\n1 1\n")
            callees = sorted(callees_of(shape, number, size))
            if callees:
                out.write(f"cfi={file_of(shape, callees[0])}\ncfn={name_of(shape, callees[0], size)}\ncalls=1 1\n1 1\n")


def write_values(path, shape, size):
    """A value for each function, with its file (CSV)."""
    with open(path, "w", encoding="utf-8") as out:
        out.write("function,file,cost\n")
        out.write("".join(f"{name_of(shape, number, size)},{file_of(shape, number)},{number}\n"
                          for number in range(size)))


# Questions: name -> arguments, with words of Asker.words in place of words

QUESTIONS = {
    "reach": "cgquery reach GRAPH FIRST LAST",
    "reach back": "cgquery reach GRAPH LAST FIRST",
    "reach json": "cgquery reach --json GRAPH FIRST LAST",
    "why": "cgquery why GRAPH FIRST LAST",
    "why no": "cgquery why GRAPH MIDDLE FIRST",
    "why dot": "cgquery why --format dot GRAPH FIRST LAST",
    "why mermaid": "cgquery why --format mermaid GRAPH FIRST LAST",
    "path": "cgquery path GRAPH FIRST LAST",
    "path all": "cgquery path --all GRAPH FIRST LAST",
    "path weight": "cgquery path --weight numStatements GRAPH FIRST LAST",
    "path through": "cgquery path --through MIDDLE GRAPH FIRST LAST",
    "path three": "cgquery path --all --max 3 GRAPH FIRST LAST",
    "path json": "cgquery path --all --json GRAPH FIRST LAST",
    "path dot": "cgquery path --all --format dot GRAPH FIRST LAST",
    "callers": "cgquery callers GRAPH LAST",
    "callers deep": "cgquery callers --depth 1000000000 GRAPH LAST",
    "callers transitive": "cgquery callers --transitive GRAPH LAST",
    "callees": "cgquery callees GRAPH FIRST",
    "callees deep": "cgquery callees --depth 1000000000 GRAPH FIRST",
    "callees deep json": "cgquery callees --depth 1000000000 --json GRAPH FIRST",
    "callees transitive": "cgquery callees --transitive GRAPH FIRST",
    "common": "cgquery common GRAPH MIDDLE LAST",
    "common json": "cgquery common --json GRAPH MIDDLE LAST",
    "dominators": "cgquery dominators GRAPH",
    "dominators of": "cgquery dominators GRAPH LAST",
    "dominators all": "cgquery dominators --max 0 GRAPH",
    "dominators json": "cgquery dominators --json GRAPH",
    "postdominators": "cgquery postdominators GRAPH",
    "postdominators of": "cgquery postdominators GRAPH FIRST",
    "show": "cgquery show --edges --verbose GRAPH FIRST",
    "show all": "cgquery show GRAPH *",
    "stats": "cgquery stats GRAPH",
    "stats json": "cgquery stats --json GRAPH",
    "show json": "cgquery show --json GRAPH *",
    "select json": "cgquery select --json GRAPH *",
    "select": "cgquery select GRAPH reachedFrom(FIRST)|reaches(LAST)",
    "select on path": "cgquery select GRAPH onPath(FIRST,LAST)-callers(LAST,5)",
    "select expression": "cgquery select GRAPH [numStatements>2]&/f.*9/&!recursive(*)",
    "roots": "cgquery roots GRAPH",
    "leaves": "cgquery leaves GRAPH",
    "dead": "cgquery dead GRAPH",
    "dead json": "cgquery dead --json GRAPH",
    "cycles": "cgquery cycles GRAPH",
    "cycles all": "cgquery cycles --max 0 GRAPH",
    "cycles json": "cgquery cycles --json GRAPH",
    "top": "cgquery top GRAPH numStatements",
    "top json": "cgquery top --json --max 0 GRAPH numStatements",
    "top inclusive": "cgquery top --inclusive GRAPH numStatements",
    "stack": "cgquery stack GRAPH",
    "stack all": "cgquery stack --max 0 GRAPH",
    "stack json": "cgquery stack --json GRAPH",
    "impact": "cgquery impact GRAPH LAST",
    "impact json": "cgquery impact --json GRAPH LAST",
    "diff": "cgquery diff GRAPH OTHER",
    "diff json": "cgquery diff --json GRAPH OTHER",
    "diff dot": "cgquery diff --format dot --max-functions 0 GRAPH OTHER",
    "check": "cgquery check GRAPH RULES",
    "check json": "cgquery check --json GRAPH RULES",
    "check 500": "cgquery check GRAPH ABSENTRULES",
    "unresolved": "cgquery unresolved GRAPH",
    "unresolved json": "cgquery unresolved --json GRAPH",
    "uses": "cgquery uses GRAPH LIMIT",
    "instrument": "cgquery instrument -q GRAPH",
    "instrument depth": "cgquery instrument -q --strategy minimal-depth:9 GRAPH",
    "instrument paths": "cgquery instrument -q --strategy paths:LAST GRAPH",
    "instrument coarse": "cgquery instrument -q --strategy coarse --for scorep GRAPH",
    "instrument json": "cgquery instrument -q --json GRAPH",
    "instrument hot": "cgquery instrument -q --strategy hot GRAPH RUN1",
    "instrument budget": "cgquery instrument -q --strategy budget --run-time 9 --json GRAPH DEEP",
    "models": "cgquery models --parameter p=1:RUN1 --parameter p=2:RUN2 --parameter p=3:RUN3 GRAPH",
    "refine": "cgquery refine -q --run COPY --repetitions 1 --iterations 1 --into OUT GRAPH -- true",
    "validate": "cgvalidate GRAPH RUN1",
    "validate deep": "cgvalidate GRAPH DEEP",
    "validate json": "cgvalidate --json -v -o OUT GRAPH RUN1",
    "validate sarif": "cgvalidate -q --sarif=OUT GRAPH RUN1",
    "validate baseline": "cgvalidate -q --write-baseline=OUT GRAPH RUN1",
    "validate patch": "cgvalidate -q --patch=OUT GRAPH RUN1",
    "dump": "cgvalidate --dump DEEP",
    "dump flat": "cgvalidate --dump=flat DEEP",
    "dump edges": "cgvalidate --dump=edges DEEP",
    "dump json": "cgvalidate --dump=json DEEP",
    "write cubex": "cgvalidate -q --write=OUT.cubex RUN1 DEEP",
    "write folded": "cgvalidate -q --write=OUT.folded RUN1",
    "write callgrind": "cgvalidate -q --write=OUT.callgrind RUN1 DEEP",
    "merge profiles": "cgrecord merge -q -o OUT.cubex RUN1 RUN2 DEEP",
    "absent": "cgquery callers GRAPH ABSENT",
    "absent target": "cgquery reach GRAPH FIRST ABSENT",
    "include": "cgquery reach --include dir(dir1) GRAPH FIRST LAST",
    "complete": "cgquery complete GRAPH f1",
    "export sqlite": "cgquery export --format sqlite -o OUT GRAPH",
    "export mcg": "cgquery export --format mcg -o OUT GRAPH",
    "export csv": "cgquery export --format csv -o OUT GRAPH",
    "export jsonl": "cgquery export --format jsonl -o OUT GRAPH",
    "export graphml": "cgquery export --format graphml -o OUT GRAPH",
    "export dot": "cgquery export --format dot --max-functions 0 -o OUT GRAPH",
    "export mermaid": "cgquery export --format mermaid --max-functions 0 -o OUT GRAPH",
    "export html": "cgquery export --format html -o OUT GRAPH",
    "export html run": "cgquery export --format html --profile RUN1 -o OUT GRAPH",
    "export folded": "cgquery export --format folded -o OUT GRAPH",
    "merge": "cgmerge -q -o OUT GRAPH",
    "merge two": "cgmerge -q -o OUT GRAPH OTHER",
    "annotate": "cgmerge -q --annotate VALUES -o OUT GRAPH",
    "merge partly": "cgmerge -q -r -o OUT GRAPH OTHER",
    "annotate run": "cgvalidate -q --annotate OUT GRAPH DEEP",
    "merge version 2": "cgmerge -q --mcg-version 2 -o OUT GRAPH",
}
READING = "cgquery leaves --include FIRST GRAPH"

RULES = """low = "f1*" | "c*1"
high = "f2*" | "c*2"
deny $low -> $high
acyclic $low, $high
"""


class Asker:
    def __init__(self, build, directory, small_stack):
        self.bin, self.directory = os.path.join(build, "bin"), directory
        # The shadow memory of a sanitizer is larger than any limit.
        self.memory = not is_sanitized(build)
        self.small_stack = small_stack
        self.words = {}

    def prepare(self, shape, size):
        graph, other = self.path("graph.mcg"), self.path("other.mcg")
        write(graph, shape, size)
        write(other, shape, size - 1)
        with open(self.path("rules"), "w", encoding="utf-8") as out:
            out.write(RULES)
        with open(self.path("absent"), "w", encoding="utf-8") as out:
            out.write("".join(f'deny "absent_{i}" -> "other_absent_{i}"\n' for i in range(500)))
        for scale in (1, 2, 3):
            write_run(self.path(f"run{scale}"), shape, size, scale)
        write_deep(self.path("deep"), shape, size)
        write_values(self.path("values"), shape, size)
        with open(self.path("copy"), "w", encoding="utf-8") as out:
            out.write(f'#!/bin/sh\ncp {self.path("run1")} "$CG_PROFILE"\n')
        os.chmod(self.path("copy"), 0o755)
        self.words = {"GRAPH": graph, "OTHER": other, "RULES": self.path("rules"), "ABSENTRULES": self.path("absent"),
                      "RUN1": self.path("run1"), "RUN2": self.path("run2"), "RUN3": self.path("run3"),
                      "DEEP": self.path("deep"), "COPY": self.path("copy"), "VALUES": self.path("values"), "OUT": self.path("out"),
                      "FIRST": name_of(shape, 0, size), "MIDDLE": middle_of(shape, size),
                      "LAST": name_of(shape, size - 1, size),
                      "ABSENT": name_of(shape, size - 1, size)[:-1] + "xyz"}

    def path(self, name):
        return os.path.join(self.directory, name)

    def arguments(self, question):
        words = question.split()
        for at, word in enumerate(words):
            for name, value in self.words.items():
                word = value if word == name else word.replace(f"({name}", "(" + value).replace(
                    f",{name}", "," + value).replace(f":{name}", ":" + value).replace(f"={name}", "=" + value)
                word = value + word[len(name):] if word.startswith(name + ".") else word
            words[at] = word
        return [os.path.join(self.bin, words[0]), *words[1:]]

    def run(self, question, seconds):
        """Exit status (None: too long), processor time, most memory, and output."""
        for end in ("", ".cubex", ".folded", ".callgrind"):
            remove(self.path("out" + end))
        with open(self.path("stdout"), "wb") as out, open(self.path("stderr"), "wb") as errors:
            process = subprocess.Popen(self.arguments(question), stdout=out, stderr=errors,
                                       preexec_fn=lambda: limit(seconds, self.memory, self.small_stack))
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = status
        code = os.waitstatus_to_exitcode(status)
        return None if code < 0 else code, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, code

    def output(self):
        with open(self.path("stdout"), encoding="utf-8") as text:
            return text.read()


def remove(path):
    """What a question may have left: a file, or a directory."""
    if os.path.isdir(path):
        shutil.rmtree(path)
    elif os.path.exists(path):
        os.remove(path)


def is_sanitized(build):
    cache = os.path.join(build, "CMakeCache.txt")
    if not os.path.exists(cache):
        return False
    with open(cache, encoding="utf-8", errors="replace") as file:
        return "-fsanitize=" in file.read()


# With --check: a function that calls itself for each function of a chain needs more than that.
SMALL_STACK = 64 << 10


def limit(seconds, memory, small_stack):
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 1))
    if memory:
        resource.setrlimit(resource.RLIMIT_AS, (14 << 30, 14 << 30))
    if small_stack:
        resource.setrlimit(resource.RLIMIT_STACK, (SMALL_STACK, SMALL_STACK))


# Measuring


def cat(path):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(["cat", path], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def exponent(sizes, values, least):
    """With which power of the size the last two values grow; None where they are too small to say."""
    known = [(size, value) for size, value in zip(sizes, values) if value]
    if len(known) < 2 or known[-1][1] < least:
        return None
    (small, less), (large, more) = known[-2:]
    return math.log(more / less) / math.log(large / small)


# Less than that is the start of the process.
LEAST_SECONDS, LEAST_MEMORY = 0.1, 64 << 20


def fit(sizes, row, reading=None):
    """The exponents of time, against the time of reading where that is given, and of memory."""
    scale = [one["seconds"] for one in reading] if reading else sizes
    return [exponent(scale, [one["seconds"] for one in row], LEAST_SECONDS),
            exponent(sizes, [one["memory"] for one in row], LEAST_MEMORY)]


def shown(number):
    return "    -" if number is None else f"{number:5.2f}"


def measure_one(asker, question, seconds, base, length):
    """Processor time, memory, and how both are said."""
    code, time, most, raw = asker.run(question, seconds)
    end = f" ended by signal {-raw}" if code is None else " refused" if code == 2 else ""
    over = "  " if time < 10 * base + 0.1 else " !"
    return {"seconds": time, "memory": most, "times": time / base, "factor": most / length, "end": end.strip(),
            "text": f"{time:7.2f} s {time / base:6.1f} x {most / length:5.1f} x{over}{end}"}


def measure_shape(asker, options, shape):
    rows = {"reading": []}
    rows.update((name, []) for name in QUESTIONS if not options.verbs or name.startswith(tuple(options.verbs)))
    for size in options.sizes:
        asker.prepare(shape, size)
        length = os.path.getsize(asker.words["GRAPH"])
        asker.run(READING, 1000)
        base = asker.run(READING, 1000)[1]
        print(f"{shape}, {size} functions: {length >> 20} MiB, cat {cat(asker.words['GRAPH']):.2f} s, "
              f"reading {base:.2f} s", flush=True)
        for name, row in rows.items():
            row.append(measure_one(asker, QUESTIONS.get(name, READING), max(options.times * base, 10), base, length))
    for name, row in rows.items():
        texts = " | ".join(one["text"] for one in row)
        print(f"  {shape:7} {name:20} {texts}  {' '.join(map(shown, fit(options.sizes, row)))}", flush=True)
    return {"sizes": options.sizes, "rows": rows}


def measure(asker, options):
    table = {}
    if options.table and os.path.exists(options.table + ".json"):
        with open(options.table + ".json", encoding="utf-8") as file:
            table = json.load(file)
    for shape in options.shapes:
        table[shape] = measure_shape(asker, options, shape)
        if options.table:
            with open(options.table + ".json", "w", encoding="utf-8") as file:
                json.dump(table, file)
            with open(options.table, "w", encoding="utf-8") as file:
                file.write(markdown(table))


def cell(of_shape, name):
    """What a question costs at the largest size."""
    sizes, rows = of_shape["sizes"], of_shape["rows"]
    if name not in rows:
        return "-"
    last = rows[name][-1]
    time, memory = map(shown, fit(sizes, rows[name], None if name == "reading" else rows["reading"]))
    cost = f"{last['seconds']:.2f} s" if name == "reading" else f"{last['times']:.1f}"
    end = f" ({last['end']})" if last["end"] else ""
    return f"{cost} {time.strip()}, {last['factor']:.1f} {memory.strip()}{end}"


def markdown(table):
    shapes = list(table)
    lines = ["| | " + " | ".join(f"{shape}, {table[shape]['sizes'][-1]:,}" for shape in shapes) + " |",
             "| --- |" + " --- |" * len(shapes)]
    for name in ["reading", *QUESTIONS]:
        lines.append(f"| {name} | " + " | ".join(cell(table[shape], name) for shape in shapes) + " |")
    return "\n".join(lines) + "\n"


# Checking answers


def expected(shape, size):
    """Of some questions: exit status, number of lines, and what the first line has."""
    last = size - 1
    joints = (size - 1) // 3
    return {
        "chain": {"reach": (0, size, f"in {last} calls"), "reach back": (1, 1, "no: there is no path"),
                  "path": (0, last, "main -> f1"), "cycles": (1, 1, "no function may call itself"),
                  "dominators of": (0, size, "every chain"), "callees transitive": (0, last, "1 f1"),
                  "callees deep": (0, size, "(1) main"), "callers deep": (0, size, f"(1) f{last}"),
                  "roots": (0, 1, "main"), "leaves": (0, 1, f"f{last}"), "dead": (0, 1, "none of"),
                  "impact": (0, None, f"{last} lead there"), "dominators all": (0, None, "")},
        "cycle": {"reach": (0, size, f"in {last} calls"), "reach back": (0, 2, "in 1 call"),
                  "cycles": (0, None, f"cycle of {size}"), "callees transitive": (0, size, "1 f1"),
                  "callees deep": (0, size + 1, "(1) main"), "roots": (0, 1, f"cycle of {size}")},
        "star": {"reach": (0, 2, "in 1 call"), "callees": (0, last, ""), "leaves": (0, last, "f1"),
                 "roots": (0, 1, "main"), "callers": (0, 1, "main")},
        "ladder": {"reach": (0, 2 * joints + 1, f"in {2 * joints} calls"), "cycles": (1, 1, "no function"),
                   "callees transitive": (0, last, "1 f1"), "top inclusive": (0, None, "")},
        "fan": {"reach": (0, 2, "in 1 call"), "callers": (0, last, ""), "callees transitive": (0, last, "")},
        "rungs": {"reach": (0, size // 2 + 1, f"in {size // 2} calls"), "cycles": (1, 1, "no function")},
        "methods": {"roots": (0, None, ""), "merge": (0, 0, ""), "cycles": (3, 2, "no function")},
        "detailed": {"reach": (0, size, f"in {last} calls"), "merge": (0, 0, "")},
        "random": {"callers": (0, None, "")},
        "kinds": {"show": (0, None, ""), "merge two": (0, 0, ""), "merge version 2": (0, 0, "")},
        "names": {"leaves": (0, size, ""), "absent": (2, 0, "")},
        "namesakes": {"leaves": (0, 1, f"f{last}"), "callees": (0, size - 2, "f1"), "annotate": (0, 0, ""), "validate deep": (0, None, f"{last}")},
    }[shape]


# What has no answer, or is refused as too long
NO_ANSWER = {
    "ladder": {"path all", "path dot", "export folded", "absent"},
    "names": {"absent"}, "namesakes": {"absent"}, "star": {"absent"}, "kinds": {"absent"}, "chain": {"absent", "export folded"}, 
    "cycle": {"absent", "postdominators", "postdominators of", "export folded"},
    "random": {"absent", "postdominators", "postdominators of"},
    "fan": {"absent"}, "rungs": {"absent"}, "methods": {"absent"}, "detailed": {"absent", "export folded"},
}


def fail(what):
    sys.exit(f"scale.py: {what}")


def check_answer(asker, shape, name, code, wanted):
    text = asker.output()
    status, lines, part = wanted
    first = text.split("\n", 1)[0]
    if code != status or part not in first or lines not in (None, text.count("\n")):
        fail(f"{shape}: {name}: status {code}, {text.count(chr(10))} lines, {first!r}; not {wanted}")


def check_kept(asker, size):
    """Merging keeps every kind of metadata."""
    code, *_ = asker.run("cgmerge -q -o OUT GRAPH OTHER", 60)
    with open(asker.path("out"), encoding="utf-8") as out:
        nodes = json.load(out)["_CG"]["nodes"].values()
    kinds = next(node["meta"] for node in nodes if node["functionName"] == "main")
    if code or sum(key.startswith("kind") for key in kinds) != size:
        fail(f"kinds: of {size} kinds {len(kinds)} are left")


def is_asked(options, shape, name):
    """Whether a question without a known answer has its turn."""
    if options.turn is None or shape == "chain":
        return not options.quick
    return (list(QUESTIONS).index(name) + options.shapes.index(shape) + options.turn) % 3 == 0


def check(asker, options):
    size = (options.sizes or [751])[0]
    for shape in options.shapes:
        asker.prepare(shape, size)
        answers = expected(shape, size)
        for name, question in QUESTIONS.items():
            if name not in answers and not is_asked(options, shape, name):
                continue
            code, _, _, raw = asker.run(question, 120)
            if code is None:
                fail(f"{shape}: {name}: ended by signal {-raw}")
            if code == 2 and name not in NO_ANSWER[shape]:
                with open(asker.path("stderr"), encoding="utf-8") as errors:
                    fail(f"{shape}: {name}: {errors.read()}")
            if name in answers:
                check_answer(asker, shape, name, code, answers[name])
        if shape == "kinds":
            check_kept(asker, size)


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("build")
    parser.add_argument("--sizes", default="")
    parser.add_argument("--shapes", default=",".join(SHAPES))
    parser.add_argument("--verbs", default="")
    parser.add_argument("--times", type=float, default=30)
    parser.add_argument("--table")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--turn", type=int)
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    options = parser.parse_args()
    options.shapes = options.shapes.split(",")
    options.verbs = [verb for verb in options.verbs.split(",") if verb]
    options.sizes = [int(size) for size in options.sizes.split(",") if size]
    if not options.sizes and not options.check:
        options.sizes = [10000, 100000, 1000000]
    with tempfile.TemporaryDirectory() as directory:
        asker = Asker(options.build, directory, options.check)
        (check if options.check else measure)(asker, options)


main()
