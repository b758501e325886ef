#!/usr/bin/env python3
"""Every text that a tool prints of a graph, a profile or a database is escaped.

    hostile_strings.py BIN_DIR

Makes a graph and a profile in which every string ends in control characters, asks every verb in
every format, and looks at the bytes. What is JSON, SARIF, CSV or XML is read back.
"""
import csv
import io
import json
import os
import re
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import xml.etree.ElementTree as xml

EVIL = "\x1b[31m\x1b]0;t\x07\x9b31m\u202e\u2028\r\n\tFORGED%%{init}\x7f\b"
RAW = b"\x9b"  # a C1 byte that is not UTF-8
KEPT = {"main"}

bin_dir = os.path.abspath(sys.argv[1])
failures = 0
runs = 0


def fail(command, text):
    global failures
    failures += 1
    print(f"{' '.join(command)}: {text}")


def site(line, **more):
    return {"file": "a.c" + EVIL, "line": line, "column": 1, **more}


def graph(strict):
    """All strings are hostile; with `strict` only those that a reader takes as they are."""
    evil = EVIL if strict else ""
    names = ["main", "one" + EVIL, "two" + EVIL, "=lone" + EVIL, "gone" + EVIL, " =blank" + EVIL,
             "\uff1dwide" + EVIL]
    nodes = {}
    for i, name in enumerate(names):
        nodes[str(i)] = {
            "functionName": name, "origin": "dir" + EVIL + "/a.c", "hasBody": i != 4, "callees": {},
            "meta": {
                "signature": "void (" + EVIL + ")", "resultType": "int" + EVIL,
                "parameters": [{"name": "p" + EVIL, "type": "t" + EVIL}],
                "attributes": ["a" + EVIL], "names": [name, "alias" + str(i) + EVIL],
                "stackSize": {"bytes": 16, "kind": "static" + evil, "source": "ir" + evil},
                "numStatements": i, "linkage": "external" + evil, "evidence": ["ast" + evil],
                "number" + EVIL: i, "unknown" + EVIL: {"key" + EVIL: ["value" + EVIL]},
                "definedIn": [site(i + 1)],
                "unresolvedCalls": [site(3, reason="pointer" + EVIL, type="int (*)" + EVIL,
                                         through="v" + EVIL, unknown="cause" + EVIL)],
                "resolvedCalls": [site(4, reason="function pointer" + EVIL, type="t" + EVIL)],
            },
        }
    def call(caller, callee):
        nodes[str(caller)]["callees"][str(callee)] = {
            "callType": "DIRECT", "callKinds": ["direct" + evil], "evidence": ["ast" + evil],
            "callSites": [site(5, kind="direct" + evil, through="x" + EVIL, macro="m" + EVIL)]}
    for pair in (0, 1), (1, 2), (2, 1), (2, 4):
        call(*pair)
    meta = {"entryFunction": "0", "unresolvedCauses": [
        {"cause": "c" + EVIL, "reason": "r" + EVIL, "sites": 1, "only": 1}],
        "linked": {"world": "closed", "virtual": "rta"}, "kind" + EVIL: {"k" + EVIL: "v" + EVIL}}
    return {"_CG": {"meta": meta, "nodes": nodes},
            "_MetaCG": {"version": "4.0", "generator": {"name": "g" + EVIL, "sha": "s" + EVIL,
                                                        "version": "1" + EVIL}}}


FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


def look(command, data, what):
    """No control character, no line that a name has begun, no byte that stands alone for C1."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("utf-8", "surrogateescape")
        if any(0xdc80 <= ord(c) <= 0xdc9f for c in text):
            fail(command, f"{what} has a raw C1 byte")
    if any("csv" in word for word in command):
        text = text.replace("\r\n", "\n")  # as RFC 4180 ends lines
    found = FORBIDDEN.search(text)
    if found:
        at = found.start()
        fail(command, f"{what} has {found.group()!r} in {text[max(at - 60, 0):at + 20]!r}")
    if re.search(r"^\s*FORGED", text, re.M):
        fail(command, f"{what} lets a name begin a line")
    if "%%{init" in text and ("mermaid" in command or "-fmermaid" in command):
        fail(command, f"{what} holds a directive of Mermaid")


def read_csv(text):
    for row in csv.reader(io.StringIO(text)):
        for cell in row:
            if cell.lstrip(" ")[:1] in tuple("=+-@\t\r\uff1d") and not re.fullmatch(r"[-+]?[0-9.]+", cell):
                raise ValueError(f"cell {cell!r} is a formula")


READERS = {"json": json.loads, "csv": read_csv, "graphml": xml.fromstring,
           "jsonl": lambda text: [json.loads(line) for line in text.split("\n") if line]}


def ask(words, reader=None, outputs=()):
    global runs
    runs += 1
    command = [os.path.join(bin_dir, words[0])] + words[1:]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=100)
    if run.returncode not in (0, 1, 2, 3):
        fail(words, f"ends with {run.returncode}: {run.stderr[-300:]!r}")
    look(words, run.stdout, "stdout")
    look(words, run.stderr, "stderr")
    texts = [run.stdout] if run.returncode != 2 else []
    for path in outputs:
        if os.path.exists(path):
            texts.append(open(path, "rb").read())
            look(words, texts[-1], path)
    for text in texts:
        try:
            if reader in READERS and text:
                READERS[reader](text.decode("utf-8", "replace"))
        except Exception as problem:  # whatever a reader raises
            fail(words, f"not {reader}: {problem}")
    return run


def verbs(path, other, profile):
    one = "one" + EVIL
    scales = [f"-Pp={scale}:{profile}" for scale in (4, 8, 16)]
    questions = [["reach", path, "main", one], ["reach", path, "main", "=lone" + EVIL],
                 ["why", path, "main", one], ["why", path, "main", "=lone" + EVIL],
                 ["path", path, "main", "two" + EVIL], ["path", "-a", path, "main", "gone" + EVIL],
                 ["callers", path, one], ["callees", "-t", path, "main"],
                 ["common", path, one, "two" + EVIL], ["dominators", path], ["postdominators", path],
                 ["show", path, "main"], ["show", "-v", path, "main", one], ["show", "-g", path],
                 ["show", "--edges", path, "main"],
                 ["stats", path], ["select", path, "*"], ["roots", path], ["leaves", path],
                 ["dead", path], ["cycles", path], ["top", path, "numStatements"],
                 ["top", path, "number" + EVIL], ["stack", path],
                 ["path", path, "main", one, "--weight", "number" + EVIL],
                 ["top", path, "nokey" + EVIL], ["select", path, "name(" + EVIL], ["show", path, "no" + EVIL],
                 ["instrument", path], ["instrument", path, profile], ["impact", path, one],
                 ["models", path] + scales, ["models", path, "--per-path", "--plot", "plots"] + scales,
                 ["instrument", path, "-s", "model:0%"] + scales,
                 ["instrument", path, "-s", "allocations:*"],
                 ["diff", path, other], ["check", path, "hostile.rules"]]
    for question in questions:
        for more in ([], ["--json"]) if path == "raw.mcg" else ([], ["--json"], ["-m"], ["--full-names"], ["--max=1"]):
            ask(["cgquery"] + question + more, "json" if more == ["--json"] else None)
    for form in "dot", "mermaid":
        for question in ["why", path, "main", one], ["path", path, "main", "two" + EVIL]:
            ask(["cgquery"] + question + ["--format", form])
    ask(["cgquery", "diff", path, other, "--format", "markdown"])
    ask(["cgquery", "diff", path, other, "--format", "dot"])
    ask(["cgquery", "select", path, "*", "--format", "names"])
    ask(["cgquery", "check", path, "hostile.rules", "--sarif", "out.sarif"], None, ["out.sarif"])
    help_text = subprocess.run([os.path.join(bin_dir, "cgquery"), "help", "export"],
                               stdout=subprocess.PIPE, text=True).stdout
    for form in "dot", "mermaid", "graphml", "csv-nodes", "csv-edges", "jsonl", "folded":
        assert form in help_text, form
        ask(["cgquery", "export", path, "--format", form], form.split("-")[0])
    for tool in "scorep", "tau", "gcc", "xray", "clang-profile", "uftrace", "perf", "callgrind", "names", "cgrecord":
        for depth in "0", "9":
            ask(["cgquery", "instrument", path, "-s", "minimal-depth:" + depth, "--for", tool])
    ask(["cgquery", "export", path, "--format", "sqlite", "-o", "out.db"])
    if os.path.exists("out.db"):
        check = sqlite3.connect("out.db").execute("pragma integrity_check").fetchone()
        if check != ("ok",):
            fail(["sqlite", path], str(check))


def profiles():
    folded = "".join(f"{a};{b} 3\n" for a, b in [("main", "one" + EVIL.replace("\n", "")),
                                                 ("main", "other" + EVIL.replace("\n", ""))])
    with open("run.folded", "wb") as file:
        file.write(folded.replace("\r", "").encode() + b"main;x" + RAW + b"31m 2\n")
    events = []
    for i, name in enumerate(["main", "one" + EVIL, "other" + EVIL]):
        events.append({"ph": "X", "ts": i, "dur": 10 - 2 * i, "pid": 1, "tid": 1, "name": name,
                       "cat": "c" + EVIL, "args": {"a" + EVIL: EVIL}})
    with open("run.json", "w") as file:
        json.dump({"traceEvents": events}, file)
    lines = ["# callgrind format", "version: 1", "creator: c" + EVIL.replace("\n", ""),
             "cmd: a" + EVIL.replace("\n", ""), "events: Ir", "fl=a.c" + EVIL.replace("\n", ""),
             "fn=main", "1 5", "cfn=one" + EVIL.replace("\n", ""), "calls=1 1", "1 3", ""]
    with open("callgrind.out.1", "wb") as file:
        file.write("\n".join(lines).encode())
    return ["run.folded", "run.json", "callgrind.out.1"]


def sanitized():
    """What is preloaded has no place behind a sanitizer."""
    with open(os.path.join(bin_dir, "cgrecord"), "rb") as file:
        return b"__asan_init" in file.read()


def recorded():
    """What cgrecord says of commands, files, metrics and functions, and the profiles that it writes."""
    evil = EVIL.replace("/", "")
    program, keep = "./prog" + evil.replace("\n", ""), "kept" + evil  # /proc/PID/maps escapes the end of a line
    with open("prog.c", "w") as file:
        file.write("static volatile int sum; __attribute__((noinline)) void work(int n) { sum += n; }\n"
                   "int main(void) { for (int i = 0; i < 1000; i++) work(i); return 0; }\n")
    subprocess.run(["cc", "-finstrument-functions", "-c", "prog.c"], check=True)
    subprocess.run(["objcopy", "--redefine-sym", "work=work" + evil, "prog.o"], check=True)
    subprocess.run(["cc", "-o", program, "prog.o"], check=True)
    record = ["cgrecord", "-o", "run.cubex"]

    def start(more):
        return ["cgrecord", "--repetitions=1"] + more if more[:1] == ["--study"] else record + more
    if ask(record + ["--mode=hooks", "--keep=" + keep, "--", program, "argument" + evil]).returncode != 0:
        fail(record, "records nothing")
    if b"work" not in ask(["cgvalidate", "--dump=flat", "run.cubex"]).stdout:
        fail(record, "has no hostile name")
    for more in ([], ["-q"], ["--clock"], ["--mode=sample"], ["--mode=xray"], ["--time=times" + evil], ["--filter=names"],
                 ["--filter=none" + evil], ["--only-below=work" + evil], ["--not-below=(" + evil], ["--control=" + evil],
                 ["--events=none" + evil], ["--events=./metrics"], ["--events=./none" + evil], ["--keep=" + keep],
                 ["--study"], ["--study", "--bare=./none" + evil], ["--study", "--filter=names"]):
        with open("names", "w") as file:
            file.write("work" + evil + "\n")
        with open("metrics", "w") as file:
            file.write("metric" + evil + "\n")
        ask(start(more) + ["--", program, "argument" + evil])
    for command in ["./none" + evil], [os.getcwd()], ["sh", "-c", "exit 3", evil], ["prog.c" + evil]:
        for more in [], ["--mode=hooks"], ["--study"]:
            ask(start(more) + ["--"] + command)
    for words in ([keep], ["none" + evil], ["run.folded", "run.json"], ["callgrind.out.1", "run.cubex"]):
        ask(["cgrecord", "merge", "-o", "merged.cubex"] + words)
        ask(["cgrecord", "merge", "-o", "none" + evil + "/merged.cubex"] + words)
        for form in "tree", "flat", "folded", "json", "metrics":
            ask(["cgvalidate", "--dump=" + form, "merged.cubex"], "json" if form == "json" else None)
    for path in "run.cubex", "merged.cubex":
        with tarfile.open(path) as profile:
            xml.fromstring(profile.extractfile("anchor.xml").read())


def answers(words):
    """The graph must be read, or the test would see nothing but refusals."""
    if ask(words).returncode not in (0, 1, 3):
        fail(words, "gives no answer")


def main():
    work = tempfile.TemporaryDirectory()
    os.chdir(work.name)
    with open("hostile.rules", "w") as file:
        file.write("rule no-call: deny main -> !main\n")
    with open("soft.mcg", "w") as file:
        json.dump(graph(False), file)
    with open("hard.mcg", "w") as file:
        json.dump(graph(True), file)
    with open("raw.mcg", "wb") as file:
        file.write(json.dumps(graph(False)).encode().replace(b"FORGED", b"FORGED" + RAW + b"31m"))
    runs_of = profiles()
    for words in (["stats", "soft.mcg"], ["show", "soft.mcg", "main"], ["check", "soft.mcg", "hostile.rules"],
                  ["export", "soft.mcg", "--format", "csv-nodes"], ["stack", "soft.mcg"],
                  ["cycles", "soft.mcg"], ["select", "soft.mcg", "*"], ["dead", "soft.mcg"]):
        answers(["cgquery"] + words)
    for profile in runs_of:
        answers(["cgvalidate", "soft.mcg", profile])
        answers(["cgvalidate", "--dump", profile])
    for path in "soft.mcg", "hard.mcg", "raw.mcg":
        verbs(path, "soft.mcg" if path != "soft.mcg" else "hard.mcg", "run.folded")
        ask(["cgmerge", path, "-o", "merged.mcg"])
        ask(["cgmerge", "-v", path, "soft.mcg", "-o", "merged.mcg"])
        ask(["cgmerge", "--conflicts", "conflicts", "--json", path, "soft.mcg", "-o", "merged.mcg"], None,
            ["conflicts"])
        for profile in runs_of:
            for more in [], ["-v"], ["--coverage"], ["--json"], ["-m"], ["--sarif", "out.sarif"]:
                ask(["cgvalidate", path, profile] + more, "json" if more == ["--json"] else None,
                    ["out.sarif"] if "--sarif" in more else [])
    for profile in runs_of:
        for more in [], ["--json"], ["-v"], ["--locations"]:
            ask(["cgvalidate", "--dump", profile] + more, "json" if more == ["--json"] else None)
        for form in "tree", "flat", "folded", "json", "metrics", "children":
            ask(["cgvalidate", "--dump=" + form, profile], "json" if form == "json" else None)
    if os.path.exists(os.path.join(bin_dir, "cgrecord")) and not sanitized():
        recorded()
    with open("compile_commands.json", "w") as file:
        json.dump([{"directory": os.getcwd(), "file": "a" + EVIL + ".c", "arguments":
                    ["cc", "-unknown" + EVIL, "-c", "a" + EVIL + ".c"]},
                   {"directory": os.getcwd() + "/no" + EVIL, "file": "b.c", "command": "cc -c b.c"},
                   {"directory": os.getcwd(), "file": "c.c", "arguments": ["cc", "@gone" + EVIL, "c.c"]},
                   {"directory": "/", "file": 7}], file)
    with open("a" + EVIL + ".c", "w") as file:
        file.write('# 3 "line' + EVIL.replace("\n", "").replace("\r", "") + '"\nint f(void) { return g' + "\x1b" + '; }\n')
    ask(["cgcollect", "-v", "-p", "."])
    stray = os.fsdecode(b"b\xff\xfe.c")
    with open(stray, "w") as file:
        file.write("int f(void) { return g; }\n")
    if b"b\\xff\\xfe.c" not in ask(["cgcollect", stray]).stderr:
        fail(["cgcollect"], "does not escape bytes that are no UTF-8")
    print(f"{runs} runs, {failures} failures")
    return failures > 0


sys.exit(main())
