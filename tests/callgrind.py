#!/usr/bin/env python3
"""Compares the reader of callgrind.out with a slow one written from the format's grammar.

    callgrind.py PROFILE-LINES random COUNT         random programs, written in random ways
    callgrind.py PROFILE-LINES files FILE...        files that are there
    callgrind.py PROFILE-LINES same FILE FILE...    all of them record the same calls
    callgrind.py PROFILE-LINES corpus PROGRAM...    edges of $CG_CORPUS/PROGRAM/callgrind.out.* are
                                                    those of its dynamic_edges.tsv

Exit status: 0 all agree, 1 they do not, 77 there is nothing to look at.
"""
import collections
import glob
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "corpus"))
import callgrind_reader  # noqa: E402

UNKNOWN = re.compile(r"\?\?\?$|0x[0-9a-fA-F]+$|$")


def ours(tool, path):
    """What the library read: facts as Reader has them, and edges."""
    run = subprocess.run([tool, path], capture_output=True)
    if run.returncode:
        raise SystemExit(run.stderr.decode(errors="replace"))
    facts, edges = {}, collections.Counter()
    for line in run.stdout.decode().split("\n")[:-1]:
        words = line.split("\t")
        if words[0] == "edge":
            edges[words[1], words[2]] += int(words[3])
            continue
        size = 4 if words[0] == "self" else 9
        values = dict(word.rsplit("=", 1) for word in words[size:])
        facts[tuple(words[:size])] = {key: int(float(value)) for key, value in values.items()}
    return facts, edges


def differences(tool, path):
    expected = callgrind_reader.read(path).facts()
    got = ours(tool, path)[0]
    # A fragment that only calls costs nothing itself, and may be missing.
    keys = [key for key in set(expected) | set(got) if expected.get(key) or got.get(key)]
    return ["%s: %s, not %s" % (key, got.get(key), expected.get(key))
            for key in sorted(keys) if got.get(key, {}) != expected.get(key, {})]


class Writer:
    """Writes a random program, in random ways of saying the same."""

    def __init__(self, rng):
        self.rng = rng
        self.compress = {space: rng.random() < 0.7 for space in ("ob", "fl", "fn")}
        self.relative = rng.random() < 0.7
        self.shift = {space: rng.choice([0, 0, 1, 70000, 2**40]) for space in self.compress}
        self.named = {space: {} for space in self.compress}
        self.out = []
        self.last = (None, None)  # object and file of the function before
        self.positions = rng.choice([["line"], ["line"], ["instr", "line"], ["instr"],
                                     ["instr", "bb", "line"]])
        self.columns = rng.sample(["Ir", "Dr", "Dw", "I1mr"], rng.randint(1, 4))

    def name(self, key, space, text):
        if self.compress[space] and self.rng.random() < 0.95:
            ids = self.named[space]
            known = text in ids
            ids.setdefault(text, len(ids) + self.shift[space])
            again = known and self.rng.random() < 0.9
            text = "(%d)" % ids[text] if again else "(%d) %s" % (ids[text], text)
        self.out.append("%s=%s" % (key, text))

    def position(self, wanted, base):
        words = []
        for value, last in zip(wanted, base):
            how = self.rng.random() if self.relative else 1
            if how < 0.8:
                step = value - last
                words.append("*" if not step else "%+d" % step)
            else:
                words.append(hex(value) if self.rng.random() < 0.3 else str(value))
        return " ".join(words)

    def place(self):
        return [self.rng.randint(0, 2**40 if kind == "instr" else 300) for kind in self.positions]

    def cost_line(self, base, values):
        place = self.place() if self.rng.random() < 0.7 else list(base)
        self.out.append(" ".join([self.position(place, base)] + [str(v) for v in values]))
        base[:] = place

    def values(self):
        count = self.rng.randint(0 if self.rng.random() < 0.2 else 1, len(self.columns))
        return [self.rng.choice([0, 1, 7, 10**6, 2**31]) for _ in range(count)]

    def function(self, program, base):
        rng = self.rng
        own = rng.choice(program)
        if own[0] != self.last[0] or rng.random() < 0.5:
            self.name("ob", "ob", own[0])
        if own[1] != self.last[1] or rng.random() < 0.5:
            self.name("fl", "fl", own[1])
        self.last = own
        self.name("fn", "fn", own[2] + rng.choice(["", "", "'2", "'c1", "'2'c1'c2", "'c2'c1"]))
        current = own[1]
        for _ in range(rng.randint(0, 12)):
            what = rng.random()
            if what < 0.15:
                current = rng.choice(program)[1]
                self.name(rng.choice(["fi", "fe"]), "fl", current)
                self.cost_line(base, self.values())
            elif what < 0.4:
                callee = rng.choice(program)
                if callee[0] != own[0] or rng.random() < 0.2:
                    self.name("cob", "ob", callee[0])
                if callee[1] != current or rng.random() < 0.2:
                    self.name(rng.choice(["cfi", "cfl"]), "fl", callee[1])
                self.name("cfn", "fn", callee[2] + rng.choice(["", "", "'2", "'c1'c2"]))
                self.out.append("calls=%d %s" % (rng.choice([0, 1, 5, 2**33]),
                                                 self.position(self.place(), base)))
                self.cost_line(base, self.values())
            elif what < 0.5:
                if rng.random() < 0.3:
                    self.name("jfi", "fl", rng.choice(program)[1])
                    self.name("jfn", "fn", rng.choice(program)[2])
                count = rng.choice(["jump=3 ", "jcnd=1/2 "])
                self.out.append(count + self.position(self.place(), base))
                self.cost_line(base, [])
            else:
                self.cost_line(base, self.values())
        self.out.append(rng.choice(["", "# a comment"]))

    def text(self):
        rng = self.rng
        objects = ["prog", "/lib/x.so", "???"]
        files = ["a.c", "dir/b c.cc", "???", "d.h"]
        names = ["main", "_Z3foov", "operator<(A, B)", "std::map<int, A>::f() const", "c1", "c2",
                 "0x0000000000401000", "f.part.0", "g(char, (anonymous namespace)::T)"]
        program = [(rng.choice(objects), rng.choice(files), name) for name in names for _ in "ab"]
        self.out += ["# callgrind format", "version: 1", "creator: test", "pid: 5", "cmd: x"]
        for part in range(rng.randint(1, 4)):
            self.out += ["part: %d" % part] + ["thread: %d" % rng.randint(1, 3)] * rng.randint(0, 1)
            rng.shuffle(self.columns)
            self.out += ["positions: " + " ".join(self.positions),
                         "events: " + " ".join(self.columns), ""]
            base = [0] * len(self.positions)
            for _ in range(rng.randint(1, 12)):
                self.function(program, base)
        end = rng.choice(["\n", "\n", "\r\n"])
        return end.join(self.out) + end


def check_random(tool, count):
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "callgrind.out")
        for seed in range(count):
            with open(path, "w", newline="") as file:
                file.write(Writer(random.Random(seed)).text())
            found = differences(tool, path)
            if found:
                print("seed %d:" % seed, *found[:5], sep="\n  ")
                return 1
    return 0


def own_calls(tool, path):
    """Calls within the program, by readable names, with how often they were made."""
    calls = collections.Counter()
    for key, values in ours(tool, path)[0].items():
        if key[0] == "call" and key[1] == key[4] and ".so" not in key[1] and key[1] != "-":
            names = [name.replace("'2", "") for name in (key[3], key[6])]
            calls["\t".join((*names, key[7], key[8]))] += values.get("visits", 0)
    names = subprocess.run(["c++filt"], input="\n".join(calls), capture_output=True, text=True)
    return collections.Counter(dict(zip(names.stdout.split("\n"), calls.values())))


def check_same(tool, paths):
    calls = [own_calls(tool, path) for path in paths]
    print("%d calls" % len(calls[0]))
    return int(not calls[0] or any(other != calls[0] for other in calls[1:]))


def recorded(path):
    """Pairs of a dynamic_edges.tsv; what a library called as well."""
    with open(path) as lines:
        next(lines)
        return {tuple(line.split("\t")[:2]) for line in lines}


def check_corpus(tool, directory):
    """Pairs that tests/corpus/dynamic_edges.py found, by counting lines, are ours as well."""
    edges = set()
    for path in sorted(glob.glob(os.path.join(directory, "callgrind.out.*"))):
        if differences(tool, path):
            print(path, *differences(tool, path)[:5], sep="\n  ")
            return 1
        edges |= set(ours(tool, path)[1])
    known = {(caller, callee) for caller, callee in recorded(directory + "/dynamic_edges.tsv")
             if not UNKNOWN.match(caller) and caller != "(below main)"}
    for caller, callee in sorted(known - edges):
        print("%s: %s calls %s" % (directory, caller, callee))
    return int(not known <= edges)


def main():
    tool, mode, rest = sys.argv[1], sys.argv[2], sys.argv[3:]
    if mode == "random":
        return check_random(tool, int(rest[0]))
    if mode == "corpus":
        rest = [os.path.join(os.environ.get("CG_CORPUS", "/nonexistent"), name) for name in rest]
    rest = [path for path in rest if os.path.exists(path)]
    if not rest:
        return 77
    if mode == "same":
        return check_same(tool, rest) if shutil.which("c++filt") else 77
    if mode == "corpus":
        rest = [path for path in rest if os.path.exists(path + "/dynamic_edges.tsv")]
        return max((check_corpus(tool, path) for path in rest), default=77)
    found = [(path, differences(tool, path)) for path in rest]
    for path, lines in found:
        if lines:
            print(path, *lines[:5], sep="\n  ")
    return int(any(lines for _, lines in found))


sys.exit(main())
