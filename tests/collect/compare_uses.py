#!/usr/bin/env python3
"""Compares what cgcollect says of uses with what clang's dump of the source says.

compare_uses.py CGCOLLECT [FILE...]: by default the C files below this directory. clang is the one
that cgcollect runs, or that $CLANG names. For every function of a file the two must agree on each
line that mentions a variable outside of functions, a field or an enumerator, or a function other than
by a call, and on each macro that is used in its text. Exit status 77: there is no clang.
"""
import collections
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

def find_clang():
    names = [os.environ.get("CLANG", "")] + [f"clang-{n}" for n in range(22, 15, -1)] + ["clang"]
    return next((shutil.which(name) for name in names if name and shutil.which(name)), None)


def is_of_system(path):
    return not path or path.startswith("/")


class Dump:
    """The dump of a file: it names a file and a line only where they differ from those before."""

    def __init__(self, tree, file):
        self.file = file
        self.at = {"file": None, "line": None}
        self.globals = set()
        self.callees = set()  # names of functions in calls
        self.foreign = set()  # fields and functions of system headers
        self.named = collections.defaultdict(set)  # function: (name, line)
        self.ranges = []  # (function, first line, last line)
        self.places = {}  # begin of a node, by identity
        self.settle(tree)
        self.visit(tree, None, True)

    def settle(self, node):
        """Complete all locations, in the order of the text."""
        for key, value in node.items():
            if key in ("loc", "range"):
                self.settle_location(value)
            elif key in ("inner", "array_filler"):
                for child in value:
                    self.settle(child)
            elif isinstance(value, dict):
                self.settle(value)

    def settle_location(self, value):
        if "begin" in value:
            self.settle_location(value["begin"])
            self.settle_location(value["end"])
        elif "spellingLoc" in value:
            self.settle_location(value["spellingLoc"])
            self.settle_location(value["expansionLoc"])
        elif "offset" in value:
            self.at["file"] = value.setdefault("file", self.at["file"])
            self.at["line"] = value.setdefault("line", self.at["line"])

    @staticmethod
    def place(location):
        location = location.get("expansionLoc", location)
        return location.get("file"), location.get("line"), location.get("tokLen", 0)

    def visit(self, node, function, outermost):
        kind = node.get("kind", "")
        if kind == "VarDecl" and (outermost or node.get("storageClass") == "extern"):
            self.globals.add(node["id"])
        if kind in ("FieldDecl", "FunctionDecl") and is_of_system(self.place(node["loc"])[0]):
            self.foreign.add(node["id"])
        if kind == "FunctionDecl" and any(c.get("kind") == "CompoundStmt" for c in node.get("inner", [])):
            file, first, _ = self.place(node["range"]["begin"])
            _, last, _ = self.place(node["range"]["end"])
            function = node["name"] if file == self.file else ""
            if function:
                self.ranges.append((function, first, last))
        self.mention(node, kind, function)
        if kind == "CallExpr":
            self.note_callee(node["inner"][0])
        for child in node.get("inner", []) + node.get("array_filler", []):
            self.visit(child, function, outermost and kind in ("TranslationUnitDecl", "LinkageSpecDecl"))

    def note_callee(self, node):
        """A function that is called as it is written has an edge; so have those that GNU's ways to
        choose give, which libclang does not show."""
        self.callees.add(node.get("id"))
        if node.get("kind") in ("ImplicitCastExpr", "ParenExpr", "ChooseExpr", "BinaryConditionalOperator"):
            for child in node["inner"]:
                self.note_callee(child)

    def mention(self, node, kind, function):
        if not function:
            return
        if kind == "DeclRefExpr":
            target = node.get("referencedDecl", {})
            if target.get("kind") == "FunctionDecl" and node["id"] not in self.callees and (
                    target["id"] not in self.foreign):
                self.named[function].add((target["name"] + "()", self.place(node["range"]["begin"])[1]))
            if target.get("kind") == "EnumConstantDecl" or target.get("id") in self.globals:
                self.named[function].add((target["name"], self.place(node["range"]["begin"])[1]))
        elif kind == "MemberExpr" and node.get("name") and (
                node["referencedMemberDecl"] not in self.foreign):
            # the place of a member is that of its name, the last of its extent
            self.named[function].add((node["name"], self.place(node["range"]["end"])[1]))


def without_comments(text):
    pattern = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\''
    return re.sub(pattern, lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)


def macros_by_text(text, ranges):
    """The macros of a file that the text of its functions names; none if directives choose text."""
    text = without_comments(text).replace("\\\n", " \n")
    if re.search(r"^\s*#\s*(if|undef)", text, re.M):
        return None
    defined = set(re.findall(r"^\s*#\s*define\s+(\w+)", text, re.M))
    lines = text.split("\n")
    found = collections.defaultdict(set)
    for function, first, last in ranges:
        for number in range(first, last + 1):
            if lines[number - 1].lstrip().startswith("#"):
                continue
            for word in re.findall(r"[A-Za-z_]\w*", lines[number - 1]):
                if word in defined:
                    found[function].add((word, number))
    return found


def recorded(graph, file):
    """(function: (name, line)) for variables, fields and enumerators, and the same for macros."""
    named = collections.defaultdict(set)
    macros = collections.defaultdict(set)
    graph = graph["_CG"]
    places = graph["meta"]["uses"]["at"]
    types = {name for names in places.values() for name, at in names.items()
             if all(word[0] in "ste" for word in at.split())}
    for node in graph["nodes"].values():
        if node["origin"] != file:
            continue
        for target, names in node["meta"].get("uses", {}).get(file, {}).items():
            for name, lines in names.items():
                numbers = {int(re.match(r"\d+", word).group()) for word in lines.split()}
                if name[0] == "#":
                    if target == file:
                        macros[node["functionName"]] |= {(name[1:], n) for n in numbers}
                elif name not in types and " " not in name:
                    base = re.split(r"\.|::", name)[-1]
                    named[node["functionName"]] |= {(base, n) for n in numbers}
    return named, macros


def of_declarations(graph, file, ranges):
    """(function: (macro, line)) where a macro makes a function and its declaration, which then has the
    mention."""
    found = collections.defaultdict(set)
    uses = graph["_CG"]["meta"]["uses"]["uses"].get(file, {})
    for function, first, last in ranges:
        for name, lines in uses.get(f"{function}()", {}).get(file, {}).items():
            numbers = (int(re.match(r"\d+", word).group()) for word in lines.split())
            found[function] |= {(name[1:], n) for n in numbers if name[0] == "#" and first <= n <= last}
    return found


def compare(path, what, ours, theirs):
    wrong = 0
    for function in sorted(set(ours) | set(theirs)):
        mine, other = ours.get(function, set()), theirs.get(function, set())
        for sign, extra in (("-", other - mine), ("+", mine - other)):
            for name, line in sorted(extra):
                print(f"{path}:{line}: {sign} {what} {name} in {function}")
                wrong += 1
    return wrong


def collect(cgcollect, files, work):
    """The graphs of files: those of a directory by one process, which takes longer to start than to collect one."""
    graphs = {}
    for directory, paths in itertools.groupby(files, os.path.dirname):
        names = [os.path.basename(path) for path in paths]
        copy = os.path.join(work, str(len(graphs)))
        shutil.copytree(directory, copy)
        collected = subprocess.run([cgcollect, "--ir=off", *names], cwd=copy, capture_output=True, text=True)
        if collected.returncode > 1: # 1: in part, as assembler may hide what it names
            sys.exit(f"{directory}: {collected.stderr}")
        graphs.update((os.path.join(directory, name), os.path.join(copy, name + ".mcg")) for name in names)
    return graphs


def check(clang, path, collected):
    directory, file = os.path.split(os.path.abspath(path))
    os.chdir(directory)
    dump = subprocess.run([clang, "-w", "-fsyntax-only", "-Xclang", "-ast-dump=json", file],
                          cwd=directory, capture_output=True, text=True)
    if dump.returncode:
        return None
    with open(collected) as stream:
        graph = json.load(stream)
    named, macros = recorded(graph, file)
    read = Dump(json.loads(dump.stdout), file)
    for function, uses in of_declarations(graph, file, read.ranges).items():
        macros[function] |= uses
    with open(path) as stream:
        text = macros_by_text(stream.read(), read.ranges)
    # a designator names a field, and the dump does not show it
    with open(path) as stream:
        designates = re.search(r"[{,]\s*\.\w+\s*=|offsetof", stream.read())
    wrong = 0
    if not designates:
        wrong += compare(path, "name", named, read.named)
    if text is not None:
        # of functions that one use of a macro makes, one has the use
        shared = set().union(*macros.values())
        text = {f: {use for use in uses if use in macros[f] or use not in shared}
                for f, uses in text.items()}
        wrong += compare(path, "macro", macros, text)
    return wrong, sum(map(len, read.named.values())), sum(map(len, (text or {}).values()))


def main():
    clang = find_clang()
    if not clang:
        return 77
    cgcollect = os.path.abspath(sys.argv[1])
    here = os.path.dirname(os.path.abspath(__file__))
    files = [os.path.abspath(path) for path in sys.argv[2:]] or sorted(
        os.path.join(where, name) for where, _, names in os.walk(here) for name in names
        if name.endswith(".c") and not name.startswith("test_") and os.path.dirname(where) == here)
    total = collections.Counter()
    with tempfile.TemporaryDirectory() as work:
        graphs = collect(cgcollect, files, work)
        for path in files:
            result = check(clang, path, graphs[path])
            if result:
                total.update(dict(zip(("wrong", "names", "macros"), result)), files=1)
    print(f"{total['files']} files, {total['names']} mentions of names and {total['macros']} of "
          f"macros, {total['wrong']} wrong")
    return 1 if total["wrong"] or not total["names"] or not total["macros"] else 0


if __name__ == "__main__":
    sys.exit(main())
