#!/usr/bin/env python3
"""Summaries fit what the headers of their library declare: check.py CLANG LIBRARY.summaries LIBRARY.h

The first line of the header names the packages of pkg-config and the libraries. Refused is

  * a name that the headers do not declare and the libraries do not export; of a function inside the
    library, SETTER.WHAT, that of the function which hands it out
  * an argument that the function does not have
  * a parameter that is a function, or an unwritten one through which functions pass (a pointer
    without type, a record with functions in it, further arguments), and that no effect mentions
  * a function that is called with nothing where it gets a pointer without type or such a record
  * a result that may lead to functions, and that no effect gives

`harmless` lists what is none of these by the library's documentation. With --list, print the
functions that have no summary instead, with what an entry would have to say. Exit 77 where the library
or clang is missing.
"""
import fnmatch
import os
import re
import shutil
import subprocess
import sys

from declarations import Headers

HERE = os.path.dirname(os.path.abspath(__file__))
LEADS = ("function", "pointer", "record", "data")


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def read_entries(path):
    """Names with the texts of their effects."""
    text = "\n".join(line for line in open(path) if line[0] not in "#[")
    text = re.sub(r"\n+[ \t]+", " ", re.sub(r"[ \t]#.*", "", text))
    entries = {}
    for line in text.splitlines():
        if line.strip():
            names, effects = line.split(":", 1)
            for name in names.split():
                entries[name] = [effect.strip() for effect in effects.split(";") if effect.strip()]
    return entries


def read_harmless(library):
    """Of a library: pairs of a pattern of names and what is harmless there."""
    lines = [line.split("#")[0].split() for line in open(os.path.join(HERE, "harmless"))]
    return [(line[1], set(line[2:])) for line in lines if line and line[0] == library]


def operands(effect):
    """Numbers of the arguments that an effect mentions, and those it mentions with all after."""
    text = re.sub(r'"[^"]*"', '""', effect)
    found = re.findall(r"(?<![\w+&*.|-])\*?(\d+)(\.\.\.)?(?![\w|])", text)
    return {int(number) for number, more in found}, {int(number) for number, more in found if more}


def called(effect):
    """The argument that an effect calls and what it passes, or (None, ())."""
    match = re.search(r"(?:^|= )call (\d+)\s*\((.*)\)$", effect)
    if not match:
        return None, ()
    return int(match.group(1)), [part.strip() for part in match.group(2).split(",") if part.strip()]


class Checker:
    def __init__(self, headers, library):
        self.headers, self.harmless = headers, read_harmless(library)
        self.filled = {what for name, whats in self.harmless if name == "record" for what in whats}
        self.problems = []

    def is_harmless(self, name, what):
        return any(fnmatch.fnmatchcase(name, pattern) and what in whats for pattern, whats in self.harmless)

    def refuse(self, name, what, text):
        if not self.is_harmless(name, what):
            self.problems.append(f"{name}: {text}")

    def sort(self, text):
        """As of Headers, but for records that the library fills, or that need nothing said."""
        type_ = self.headers.type(text)
        found = self.headers.sort_of(type_)
        return "handle" if found in ("record", "data") and type_.base in self.filled else found

    def needs(self, function):
        """What the entry of a function has to mention: pairs of a word and a reason."""
        needed = []
        for number, text in enumerate(function.parameters):
            sort = self.sort(text)
            stars = self.headers.type(text).stars
            if sort in ("function", "pointer", "record"):
                needed.append((str(number), f"parameter {number}, {text}"))
            elif sort in ("data", "handle") and stars > 1:
                needed.append((str(number), f"parameter {number}, {text}, which is written"))
            elif sort == "arguments" and not function.format:
                needed.append((str(number), f"parameter {number}, {text}"))
        if function.variadic and not function.format:
            needed.append(("...", f"its further arguments, after {len(function.parameters)}"))
        if self.sort(function.result) in LEADS or self.headers.sort(function.result) in ("record", "data"):
            needed.append(("result", f"its result, {function.result}"))
        return needed

    def check(self, function, effects):
        name, count = function.name, len(function.parameters)
        mentioned, open_ended = set(), set()
        for effect in effects:
            numbers, more = operands(effect)
            mentioned |= numbers
            open_ended |= more
            self.check_call(function, *called(effect))
        for number in sorted(mentioned):
            if number >= count and not function.variadic:
                self.problems.append(f"{name}: has no argument {number}")
        slots = " ".join(effects)
        for what, text in self.needs(function):
            if what == "...":
                covered = any(number >= count for number in mentioned) or any(n <= count for n in open_ended)
            elif what == "result":
                covered = re.search(r"(^|; )result = ", "; ".join(effects))
            else:
                record = self.headers.type(function.parameters[int(what)]).base
                covered = int(what) in mentioned or record and re.search(rf"\bf{re.escape(record)}\+", slots)
            if not covered:
                self.refuse(name, what, f"no effect mentions {text}")

    def check_call(self, function, number, arguments):
        if number is None or number >= len(function.parameters):
            return
        type_ = self.headers.type(function.parameters[number])
        for at, text in enumerate(type_.arguments or ()):
            leads = self.headers.sort(text) in LEADS
            passed = arguments[at] if at < len(arguments) else "-"
            if leads and passed == "-" and not (arguments and arguments[-1].endswith("...")):
                self.refuse(function.name, f"{number}({at})",
                            f"calls {number} with nothing for its parameter {at}, {text}")


def exported(libraries):
    names = set()
    for library in libraries:
        path = subprocess.run(["cc", f"-print-file-name={library}"], capture_output=True, text=True,
                              check=False).stdout.strip()
        if not os.path.isabs(path) or not os.path.exists(path):
            skip(f"no {library}")
        # Not nm, which loads all of LLVM as a plug-in each time.
        lines = subprocess.run(["readelf", "-W", "--dyn-syms", path], capture_output=True, text=True,
                               check=True).stdout.splitlines()
        symbols = [line.split() for line in lines]
        names |= {symbol[7].split("@")[0] for symbol in symbols
                  if len(symbol) > 7 and symbol[0] != "Num:" and symbol[4] != "LOCAL" and symbol[6] != "UND"}
    return names


def load(clang, header):
    """The headers and the exported names, if the library is there."""
    first = open(header).readline()
    packages = re.search(r"packages: (.*?);", first).group(1).split()
    libraries = re.search(r"libraries: (.*?) \*/", first).group(1).split()
    if not shutil.which(clang) or not shutil.which("pkg-config"):
        skip("no clang or pkg-config")
    if packages and subprocess.run(["pkg-config", "--exists", *packages], check=False).returncode:
        skip("no " + " or no ".join(packages))
    flags = subprocess.run(["pkg-config", "--cflags", *packages], capture_output=True, text=True,
                           check=True).stdout.split() if packages else []
    names = exported(libraries)  # first, which says whether the library is there
    return Headers(clang, header, flags), names


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--list"]
    clang, summaries, header = arguments
    headers, names = load(clang, header)
    entries = read_entries(summaries)
    checker = Checker(headers, os.path.splitext(os.path.basename(summaries))[0])
    there = {name: function for name, function in headers.functions.items() if name in names}
    if "--list" in sys.argv:
        for name in sorted(there.keys() - entries.keys()):
            function = there[name]
            more = ", ..." if function.variadic else ""
            print(f"{name}: {function.result} ({', '.join(function.parameters)}{more})",
                  [what for what, _ in checker.needs(function)] or "")
        return 0
    looked_at = 0
    for name, effects in sorted(entries.items()):
        if name.startswith(("&", "@")) or "*" in name:
            continue
        looked_at += 1
        declared = name.split(".")[0]
        if name in headers.functions and "unlisted" not in effects:
            checker.check(headers.functions[name], effects)
        elif declared not in names | headers.functions.keys() | headers.variables:
            checker.problems.append(f"{name}: neither declared nor exported")
    print("\n".join(checker.problems))
    print(f"{looked_at} entries; {len(there.keys() & entries.keys())} of {len(there)} declared functions have one")
    return 1 if checker.problems or not looked_at else 0


if __name__ == "__main__":
    sys.exit(main())
