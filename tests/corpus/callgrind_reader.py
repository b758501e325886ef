"""A slow reader of callgrind.out files, written from the grammar of the format.

The library's reader and recorded calls are compared with it. A call is identified by its line: the
place of the call instruction, and both functions with the files they begin in, so that functions of
one name stay apart.
"""
import collections
import re


def number(text):
    return int(text, 16) if text.lower().startswith("0x") else int(text)


class Reader:
    """Reads a file line by line into self.own and self.calls, as profile_pieces.h prints them."""

    def __init__(self, lines):
        self.ids = {"ob": {}, "fl": {}, "fn": {}}
        self.own = collections.Counter()
        self.calls = collections.Counter()
        self.seen = set()
        self.columns = []
        self.positions = ["line"]
        self.at = [0]
        self.ob = self.file = self.function_file = self.fn = "-"
        self.target = {}
        self.after = None
        for line in lines:
            self.line(line.rstrip("\r\n").lstrip(" \t"))

    def name(self, space, text):
        text = text.strip(" ")
        match = re.match(r"\((\d+)\) *(.*)$", text)
        if match:
            key = int(match.group(1))
            if match.group(2):
                self.ids[space][key] = match.group(2)
            text = self.ids[space][key]
        if space == "fn" and text.startswith("("):  # names made of numbers
            text = re.sub(r"\((\d+)\)", lambda m: self.ids["fn"][int(m.group(1))], text)
        if space == "fn":  # all deeper levels of recursion are one
            return re.sub(r"'\d+(?='|$)", "'2", text)
        return "-" if text == "???" else text

    def line(self, line):
        if re.match(r"[-+*0-9]", line):
            self.costs(line.split())
        elif ":" in line and "=" not in line.split(":")[0]:
            key, value = line.split(":", 1)
            if key == "events":
                self.columns = value.split()
            elif key == "positions":
                self.positions = value.split()
                self.at = [0] * len(self.positions)
        elif "=" in line:
            self.spec(*line.split("=", 1))

    def spec(self, key, value):
        if key == "ob":
            self.ob = self.name("ob", value)
        elif key == "fl":
            self.file = self.function_file = self.name("fl", value)
        elif key in ("fi", "fe"):
            self.file = self.name("fl", value)
        elif key == "fn":
            self.file = self.function_file
            self.fn = self.name("fn", value)
        elif key == "cob":
            self.target["ob"] = self.name("ob", value)
        elif key in ("cfi", "cfl"):
            self.target["fl"] = self.name("fl", value)
        elif key == "cfn":
            self.target["fn"] = self.name("fn", value)
        elif key in ("jfi", "jfn"):
            self.name("fl" if key == "jfi" else "fn", value)
        elif key == "calls":
            self.after = int(value.split()[0], 0)
        elif key in ("jump", "jcnd"):
            self.after = "jump"

    def costs(self, words):
        for i in range(len(self.positions)):
            word = words.pop(0)
            if word[0] == "*":
                continue
            if word[0] in "+-":
                self.at[i] += number(word[1:]) * (1 if word[0] == "+" else -1)
            else:
                self.at[i] = number(word)
        after, self.after = self.after, None
        if after == "jump":
            return
        here = ("self", self.ob, self.function_file, self.fn)
        values = dict(zip(self.columns, (number(word) for word in words)))
        if after is None:
            self.seen.add(here)
            for column, value in values.items():
                self.own[here, column] += value
            return
        known = "line" in self.positions and self.file != "-"
        line = self.at[self.positions.index("line")] if known else 0
        callee = re.match(r"[^']*('2)?", self.target.get("fn")).group()
        call = ("call",) + here[1:] + (self.target.get("ob", self.ob),
                                       self.target.get("fl", self.file), callee, self.file,
                                       str(line))
        self.target = {}
        self.seen.add(here)
        self.seen.add(call)
        self.calls[call, "visits"] += after
        for column, value in values.items():
            self.calls[call, column] += value

    def facts(self):
        out = {key: {} for key in self.seen}
        for (key, column), value in list(self.own.items()) + list(self.calls.items()):
            if value:
                out[key][column] = value
        return out


def read(path):
    """A Reader of a whole file."""
    with open(path, encoding="utf-8", errors="replace") as lines:
        return Reader(lines)
