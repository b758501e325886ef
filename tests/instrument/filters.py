#!/usr/bin/env python3
"""Filters instrument exactly what was chosen: filters.py BIN_DIR

Random functions of a program are chosen, and written as filters. What compilers then instrument, and
what independent readers of the formats of Score-P and TAU say, must be what `cgquery select @FILTER`
says; that has all that was chosen, and what it has besides a warning says.
"""
import fnmatch
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROUNDS = 3
failed = False


def fail(text):
    global failed
    failed = True
    print("FAILED", text)


def run(*command, status=0, **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
    if done.returncode != status:
        sys.exit(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stderr}")
    return done


class Program:
    """The program, its graph, and its functions."""

    def __init__(self, tools, work):
        self.tools, self.work = tools, work
        for source in (HERE / "program").iterdir():
            shutil.copy(source, work)
        self.sources = sorted(p.name for p in work.iterdir())
        run(tools / "cgcollect", "-q", "--root", ".", *self.sources, cwd=work)
        run(tools / "cgmerge", "-q", ".", "-o", "whole.mcg", cwd=work)
        self.functions = self.select("is(defined) - is(system)")
        self.demangled = {(f["file"], f["name"]): f["demangled"] for f in self.functions}
        self.all = set(self.demangled)

    def select(self, text):
        answer = subprocess.run([self.tools / "cgquery", "select", "whole.mcg", text, "--json"],
                                capture_output=True, text=True, cwd=self.work)
        if answer.returncode > 1:
            sys.exit(f"select {text}: {answer.stderr}")
        return json.loads(answer.stdout)["functions"]

    def write(self, chosen, tool):
        """@return what the filter has, and whether there was a warning"""
        (self.work / "list").write_text("".join(f"{file}:{name}\n" for file, name in sorted(chosen)))
        done = run(self.tools / "cgquery", "instrument", "-q", "whole.mcg", "-s", "minimal-depth:0",
                   "--and", "@list", "--keep", "@list", "--for", tool, "-o", "filter", cwd=self.work)
        read = {(f["file"], f["name"]) for f in self.select("@filter")} & self.all
        return read, "cannot" in done.stderr


# What compilers do.

def as_in_graph(name):
    """The graph has one name of all variants of a constructor, and clang's name of a lambda."""
    name = re.sub(r"NKUl\w*?E\d*_cl", "NK3$_0cl", name)
    return re.sub(r"([CD])[0-3]E(?=[vd])", r"\g<1>1E", name)


def calls_in(assembly, word):
    """@return the functions of an assembly text that have a word"""
    found, current = set(), None
    for line in assembly.splitlines():
        label = re.match(r"([A-Za-z_][\w$.]*):", line)
        current = label[1] if label else current
        if word in line:
            found.add(current)
    return found


def compiler(name, source):
    if source.endswith(".c"):
        return [name]
    return [name.replace("gcc", "g++") if name.startswith("gcc") else name.replace("clang", "clang++")]


def by_gcc(program):
    return {(source, name) for source in program.sources
            for name in map(as_in_graph, calls_in(run(*compiler("gcc", source), "-O0", "-S", "@filter", source, "-o", "-",
                                     cwd=program.work).stdout, "__cyg_profile_func_enter"))}


def by_xray(program):
    objects = []
    for source in program.sources:
        objects.append(source + ".o")
        run(*compiler("clang-19", source), "-O0", "-c", "-fxray-instrument", "-fxray-attr-list=filter",
            source, "-o", objects[-1], cwd=program.work)
    run("g++", *objects, "-o", "program", cwd=program.work)
    done = subprocess.run(["llvm-xray-19", "extract", "--symbolize", "--no-demangle", "program"],
                          capture_output=True, text=True, cwd=program.work)
    return set(map(as_in_graph,
                   re.findall(r"function-enter.*function-name: '?([^',\n]+)", done.stdout)))


def by_profile_list(clang):
    def read(program):
        return {(source, as_in_graph(re.sub(rf"^{source}[:_]", "", name))) for source in program.sources
                for name in re.findall(r"^\.?L?__profc_(\S+):$", run(
                    *compiler(clang, source), "-O0", "-S", "-fprofile-instr-generate",
                    "-fprofile-list=filter", source, "-o", "-", cwd=program.work).stdout, re.M)}
    return read


# Readers of their own.

def by_scorep_grammar(program):
    """Score-P: rules for files and regions; the last that changes something decides."""
    text = re.sub(r"(?<!\\)#[^\n]*", "", (program.work / "filter").read_text())
    rules = {"FILE": [], "REGION": []}
    block = include = mangled = None
    for token in re.findall(r"(?:\\.|[^\s\\])+", text):
        begin = re.fullmatch(r"SCOREP_(FILE|REGION)_NAMES_(BEGIN|END)", token)
        if begin:
            block = begin[1] if begin[2] == "BEGIN" else None
        elif token in ("INCLUDE", "EXCLUDE"):
            include, mangled = token == "INCLUDE", False
        elif token in ("MANGLED", "DEMANGLED"):
            mangled = token == "MANGLED"
        else:
            rules[block].append((include, mangled, re.sub(r"\\(.)", r"\1", token)))

    def passes(block, name, readable):
        state = True
        for include, mangled, pattern in rules[block]:
            if include != state and fnmatch.fnmatchcase(name if mangled else readable, pattern):
                state = include
        return state
    return {(file, name) for file, name in program.all
            if passes("REGION", name, program.demangled[file, name])
            and passes("FILE", "/src/" + file, "/src/" + file)}


def by_tau_grammar(program):
    """TAU: demangled names with result types; # is any text."""
    lines = [line.lstrip() for line in (program.work / "filter").read_text().splitlines()]
    begin, end = lines.index("BEGIN_INCLUDE_LIST"), lines.index("END_INCLUDE_LIST")
    patterns = [re.compile(".*".join(re.escape(part).replace(r"\?", ".")
                                     for part in line.strip('"').split("#")))
                for line in lines[begin + 1:end]]

    def shown(file, name):
        readable = program.demangled[file, name]
        return {readable, f"int {name}(int)", f"int {name}(int) C"} if readable == name else {readable}
    return {key for key in program.all
            if any(p.fullmatch(text) for p in patterns for text in shown(*key))}


# The tools needed, the reader, and the functions that this tool does not know: clang has no counters
# in functions that nobody wrote, and clang 14 numbers lambdas otherwise than the graph.
READERS = {
    "gcc": [("gcc", by_gcc, None)],
    "xray": [("clang-19 llvm-xray-19", by_xray, None)],
    "clang-profile": [("clang-14", by_profile_list("clang-14"), r"BoxI.*D1Ev|\$_"),
                      ("clang-19", by_profile_list("clang-19"), r"BoxI.*D1Ev")],
    "scorep": [("", by_scorep_grammar, None)],
    "tau": [("", by_tau_grammar, None)],
}


def names_of(program, functions):
    """The names by which a program without its files knows functions: all variants."""
    return {name for _, name in functions}


def compare(tool, program, said, done, unknown):
    """What a tool instruments, of functions of the graph, is what the filter is said to."""
    said = {key for key in said if not (unknown and re.search(unknown, key[1]))}
    if done and isinstance(next(iter(done)), str):
        known = names_of(program, program.all)
        said, done = names_of(program, said), {n for n in done if n in known}
    else:
        done &= {key for key in program.all if not (unknown and re.search(unknown, key[1]))}
    if said != done:
        fail(f"{tool}: not instrumented: {sorted(said - done)}; too: {sorted(done - said)}")


def check(program, tool, rounds):
    exact = 0
    for seed in range(rounds):
        choose = random.Random(seed * 31 + len(tool))
        chosen = {key for key in sorted(program.all) if choose.random() < (0.1, 0.4, 0.8)[seed % 3]}
        chosen = chosen or {sorted(program.all)[0]}
        said, warned = program.write(chosen, tool)
        exact += said == chosen
        if not chosen <= said:
            fail(f"{tool}: the filter lacks {sorted(chosen - said)}")
        if warned != (said != chosen):
            fail(f"{tool}: a warning is {'wrong' if warned else 'missing'}: {sorted(said - chosen)}")
        for needs, read, unknown in READERS[tool]:
            if all(shutil.which(word) for word in needs.split()):
                compare(tool, program, said, read(program), unknown)
    print(f"{tool}: {rounds} choices, {exact} exact")


def main():
    tools = pathlib.Path(sys.argv[1]).resolve()
    if not (tools / "cgcollect").exists():
        sys.exit(77)
    with tempfile.TemporaryDirectory() as work:
        program = Program(tools, pathlib.Path(work))
        if len(program.all) < 25:
            fail(f"the program has only {len(program.all)} functions")
        for tool in READERS:
            check(program, tool, ROUNDS)
    sys.exit(failed)


main()
