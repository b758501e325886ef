"""Random command lines, made of what --help says."""

import functools
import re
import subprocess

import graphs
import texts

# Options whose argument is a file the tool writes.
WRITTEN = {"output", "write-baseline", "sarif", "patch", "conflicts", "log"}
OPTION = re.compile(r"^  (?:-(\w), |    )--([\w-]+)(\[?)(?:=([^\s\]]+)\]?)?  ", re.M)


@functools.lru_cache(maxsize=None)
def help_of(build, *command):
    return subprocess.run([f"{build.bin}/{command[0]}", *command[1:]], stdout=subprocess.PIPE,
                          env=build.environment(), timeout=60).stdout.decode()


def options_of(build, *command):
    """Name, whether it has an argument, and what that is called, of each option."""
    return [(match[2], match[4]) for match in OPTION.finditer(help_of(build, *command))
            if match[2] not in ("help", "version", "plugin")]


def verbs_of(build):
    return re.findall(r"^  (\w+) (?=\[GRAPH\]|OLD)", help_of(build, "cgquery", "--help"), re.M)


def formats_of(build, verb):
    known = ["text", "names", "dot", "mermaid", "markdown", "json", "tests", "folded", "graphml", "csv", "csv-nodes",
             "csv-edges", "jsonl", "sqlite", "mcg", "mcg2"]
    said = help_of(build, "cgquery", "help", verb)
    return [form for form in known if re.search(rf"\b{form}\b", said)]


def argument(case, name, shape, graph, verb=None):
    """Something for an option, mostly what it takes."""
    random = case.random
    if random.random() < 0.04:
        return texts.word(random)
    if name in ("entry", "include", "exclude", "through", "exit", "tests"):
        return texts.set_of(random, graph.names, 1)
    if name == "define":
        return random.choice(["@sets.cg", f"hot={texts.set_of(random, graph.names, 2)}"])
    if name in ("weight", "heat", "kind", "metric"):
        return random.choice(texts.KEYS)
    if name == "format" and verb:
        return random.choice(formats_of(case.build, verb) or ["text"])
    values = {
        "mcg-version": ["4", "2", "2", "3"], "color": ["auto", "always", "never"], "cluster": ["file", "directory", "none"],
        "side": ["auto", "old", "new"], "virtual": ["rta", "cha"], "world": ["closed", "open", "auto"],
        "unresolved": ["keep", "types"], "jobs": ["1", "2", "8", "0"],
        "assume": ["no-loaded-code", "no-foreign-code,typed-calls", "library-data", "loaded-code-collected", "all", "none"],
        "strategy": [f"{key}={strategy}" for key in ("numStatements", "unknownKind", "profile", "linkage") for strategy in
                     ("max", "min", "sum", "union", "first", "last", "equal", "greatest", "and", "or", "metacg",
                      "definition", "custom", "none")],
        "dump": ["tree", "flat", "edges", "folded", "json", "metrics"], "diff": ["change.diff", "-"],
        "bounds": ["bounds.txt"], "baseline": ["baseline.txt"], "files-from": ["list.txt"], "summaries": ["sum.txt"],
        "limit": ["0", "64", "1000000", "-1", "9999999999999999999"], "ir": ["on", "off", "auto", "only"],
        "metadata": ["all", "none", "all,-parameters", "numStatements"], "timeout": ["30", "0"],
    }.get(name)
    if values:
        return random.choice(values)
    if shape == "N":
        return random.choice(["1", "2", "3", "10"] * 4 + ["0", "-1", "4294967296", "x"])
    return random.choice([texts.word(random), "1"])


def some_options(case, options, graph, verb=None, most=4):
    out, written = [], []
    for name, shape in case.random.sample(options, min(len(options), case.random.randrange(most + 1))):
        if not shape:
            out.append(f"--{name}")
        elif name in WRITTEN:
            written.append("out-" + name + case.random.choice([".json", ".csv", ".mcg", ".db", ".graphml", ".dot", ""]))
            out.append(f"--{name}={written[-1]}")
        else:
            out.append(f"--{name}=" + argument(case, name, shape, graph, verb))
    if "--compact" in out and "--json" not in out:
        out.append("--json")
    return out, written


def operand(case, graph):
    random = case.random
    return random.choice([lambda: random.choice(graph.names), lambda: random.choice(graph.names),
                          lambda: texts.set_of(random, graph.names, 1), lambda: graphs.text(random, "main")])()


def command_of_verb(case, verb, graph, file, other):
    """The words after cgquery, and the files it writes."""
    random = case.random
    options, written = some_options(case, options_of(case.build, "cgquery", "help", verb), graph, verb)
    if verb in ("reach", "why", "path"):
        operands = [operand(case, graph), operand(case, graph)]
    elif verb in ("callers", "callees", "select"):
        operands = [operand(case, graph)]
    elif verb == "common":
        operands = [operand(case, graph) for _ in range(random.choice([2, 2, 3]))]
    elif verb in ("dominators", "postdominators", "show", "impact"):
        operands = [operand(case, graph) for _ in range(random.choice([0, 1, 2]))]
    elif verb == "top":
        operands = [random.choice(texts.KEYS)]
    elif verb == "diff":
        operands = [other]
    elif verb == "check":
        operands = ["some.rules"] * random.choice([1, 1, 2])
    else:
        operands = []
    dashes = ["--"] if any(word.startswith("-") for word in operands) and random.random() < 0.8 else []
    return [verb, *options, *dashes, file, *operands], written
