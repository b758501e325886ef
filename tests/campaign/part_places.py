"""Every input, damaged in some way, from a file, from a pipe and from standard input: what refuses it says
which input is wrong, and the same of each; standard input is called <stdin>."""

import glob
import os

import campaign
import facts
import graphs
import profiles
import texts

SHORT = 2
COMMANDS = 12
# Commands by what they read, with IN in place of the input. good.mcg and run.folded are as they should be.
COMMANDS_OF = {
    "graph": (
        ["cgmerge", "-q", "-o", "out", "good.mcg", "IN"],
        ["cgmerge", "-q", "-o", "out", "IN", "good.mcg"],
        ["cgmerge", "-q", "-o", "out", "IN"],
        ["cgmerge", "-q", "-r", "-o", "out", "good.mcg", "IN"],
        ["cgmerge", "-q", "-j1", "-o", "out", "IN", "good.mcg", "--virtual=cha", "--unresolved=types"],
        ["cgmerge", "-q", "-o", "out", "good.mcg", "IN", "--conflicts=out-conflicts"],
        ["cgmerge", "-q", "-o", "out", "--separate-programs", "good.mcg", "IN"],
        ["cgmerge", "-q", "-o", "out", "--mcg-version=2", "IN"],
        ["cgquery", "stats", "IN"], ["cgquery", "dead", "IN"], ["cgquery", "show", "--edges", "IN", "main"],
        ["cgquery", "unresolved", "IN"], ["cgquery", "stack", "IN"], ["cgquery", "show", "IN", "-g"],
        ["cgquery", "reach", "IN", "main", "f1"], ["cgquery", "why", "IN", "main", "f1"],
        ["cgquery", "top", "IN", "loopDepth"], ["cgquery", "uses", "IN", "x"], ["cgquery", "cycles", "IN"],
        ["cgquery", "impact", "IN", "f1"], ["cgquery", "impact", "IN", "--diff=change.diff"],
        ["cgquery", "instrument", "IN"], ["cgquery", "instrument", "IN", "run.folded"],
        ["cgquery", "diff", "good.mcg", "IN"], ["cgquery", "diff", "IN", "good.mcg"],
        ["cgquery", "check", "IN", "some.rules"], ["cgquery", "models", "IN", "-P", "p=1:run.folded", "-P", "p=2:run.folded", "-P", "p=3:run.folded"],
        *(["cgquery", "export", "IN", "-o", "out", "-f", form]
          for form in ("dot", "mermaid", "graphml", "jsonl", "html", "mcg", "mcg2", "sqlite", "csv-edges")),
        ["cgquery", "export", "good.mcg", "--diff=IN", "-f", "html", "-o", "out"],
        ["cgvalidate", "-q", "IN", "run.folded"], ["cgvalidate", "-q", "--coverage", "IN", "run.folded"],
        ["cgvalidate", "-q", "--patch=out", "IN", "run.folded"],
        ["cgvalidate", "-q", "--annotate=out", "IN", "run.folded"],
    ),
    "profile": (
        ["cgvalidate", "-q", "good.mcg", "IN"], ["cgvalidate", "-q", "good.mcg", "run.folded", "IN"],
        ["cgvalidate", "-q", "--annotate=out", "good.mcg", "IN"], ["cgvalidate", "-q", "--dump", "IN"],
        ["cgvalidate", "-q", "--dump=flat", "IN", "run.folded"], ["cgvalidate", "-q", "--dump=json", "IN"],
        ["cgvalidate", "-q", "--write=out.cubex", "IN"], ["cgrecord", "merge", "-q", "-o", "out.cubex", "IN"],
        ["cgrecord", "merge", "-q", "-o", "out.cubex", "run.folded", "IN"],
        ["cgquery", "instrument", "good.mcg", "IN"],
        ["cgquery", "models", "good.mcg", "-P", "p=1:run.folded", "-P", "p=2:run.folded", "-P", "p=3:IN"],
        ["cgquery", "export", "good.mcg", "--profile=IN", "-f", "html", "-o", "out"],
    ),
    "annotations": (["cgmerge", "-q", "-o", "out", "good.mcg", "--annotate=IN"],),
    "summaries": (["cgmerge", "-q", "-o", "out", "good.mcg", "--summaries=IN"],),
    "rules": (["cgquery", "check", "good.mcg", "IN"], ["cgquery", "check", "good.mcg", "some.rules", "IN"]),
    "rules of a page": (["cgquery", "export", "good.mcg", "--rules=IN", "-f", "html", "-o", "out"],),
    "baseline": (["cgquery", "check", "good.mcg", "some.rules", "--baseline=IN"],
                 ["cgvalidate", "-q", "good.mcg", "run.folded", "--baseline=IN"]),
    "bounds": (["cgquery", "stack", "good.mcg", "--bounds=IN"],),
    "change": (["cgquery", "impact", "good.mcg", "--diff=IN"],),
    "set": (["cgquery", "select", "good.mcg", "@IN"], ["cgquery", "select", "good.mcg", "f1", "--define=@IN"],
            ["cgquery", "stats", "good.mcg", "--include=@IN"],
            ["cgquery", "check", "good.mcg", "some.rules", "--define=@IN"],
            ["cgquery", "diff", "good.mcg", "good.mcg", "--include=@IN", "--define=@IN"],
            ["cgquery", "top", "good.mcg", "--include=f1", "--define=@IN", "numStatements"]),
    "list": (["cgmerge", "-q", "-o", "out", "--files-from=IN"], ["cgvalidate", "-q", "good.mcg", "--files-from=IN"]),
    "map": (["cgmerge", "-q", "-o", "out", "good.mcg", "--object-map=IN"],),
}
# Another input may be what is wrong, such as a graph that a list names.
NAMED_BESIDE = {"list"}
BESIDE = (b"No such file or directory", b"no usual metric in common", b"is ambiguous; it may mean",
          b"recorded functions is in the graph", b"has a function that --include names")
# These are read from files alone.
FILES_ALONE = {"summaries", "set", "map", "rules of a page"}


def facts_of(random, names):
    """Facts of which some are odd."""
    made, calls = facts.body(random, names)
    for _ in range(random.randrange(3)):
        made.insert(random.randrange(len(made) + 1), graphs.any_value(random))
    if made and random.random() < 0.5:
        fact = made[random.randrange(len(made))]
        if isinstance(fact, list) and fact:
            fact[random.randrange(len(fact))] = graphs.any_value(random)
    return made, calls


def graph(random, names):
    made = graphs.random_graph(random, hostile=False, odd=random.choice([0, 0.05, 0.3]))
    for node in made.nodes:
        if random.random() < 0.5:
            node["hasBody"] = True
            node["meta"]["pointerFacts"], node["meta"]["unresolvedCalls"] = facts_of(random, made.names)
    if random.random() < 0.3:
        made.meta["classes"] = graphs.any_value(random)
    content = made.bytes(random)
    paths = sorted(glob.glob(os.path.join(campaign.PROJECT, "tests/invalid/*.mcg"))
                   + glob.glob(os.path.join(profiles.CORPUS, "read/*"))
                   + glob.glob(os.path.join(profiles.CORPUS, "link/*")))
    if random.random() < 0.3:
        with open(random.choice(paths), "rb") as file:
            content = file.read()
    return content


def good_graph(names):
    """Each calls the next."""
    nodes = [{"functionName": name, "origin": "a.c", "hasBody": True, "callees": {},
              "meta": {"numStatements": 3, "sourceRange": {"begin": {"line": 5 * i + 1, "column": 1}, "end": {"line": 5 * i + 4, "column": 2}}}}
             for i, name in enumerate(names)]
    for i, node in enumerate(nodes[:-1]):
        node["callees"] = {i + 1: {"callType": "DIRECT"}}
    return graphs.Graph(nodes, {}, {})


MAKERS = {
    "graph": graph, "profile": profiles.profile, "annotations": lambda r, n: texts.annotations(r, n)[0],
    "summaries": texts.summaries, "rules": texts.rules, "rules of a page": texts.rules, "baseline": lambda r, n: f"{n[0]} -> {n[-1]}\n",
    "bounds": texts.bounds, "change": lambda r, n: texts.patch(r, [f for f in graphs.FILES if f]),
    "set": texts.definitions, "list": lambda r, n: "good.mcg\nother.mcg\n",
    "map": lambda r, n: texts.object_map(r, ["good.mcg"]),
}


def content_of(case, kind, names):
    random = case.random
    content = MAKERS[kind](random, names)
    content = content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
    choice = random.randrange(8)
    if choice == 0:
        return content[:random.randrange(len(content) + 1)]
    if choice == 1:
        return random.choice([b"", b"\0", b"\n", b"\xff\xfe", b"[" * 5000, b'{"_CG":', b"\x7fELF", b"\x1f\x8b\x08",
                              b"PERFILE2", b"gmon", b"x" * 100000, os.fsencode(random.choice(names)) + b"\0\n"])
    return graphs.damaged(random, content) if choice < 6 else content


def errors(result):
    return [line for line in result.stderr.split(b"\n") if b"error: " in line]


def with_input(words, name):
    return [name if word == "IN" else word[:-2] + name if word.endswith(("=IN", ":IN", "@IN")) else word
            for word in words]


def check_refusal(case, kind, name, result):
    if result.status == 2 and kind not in NAMED_BESIDE and not any(name in line for line in errors(result)) \
            and not any(text in result.stderr for text in BESIDE):
        case.find(f"the error does not name {name.decode()}: {result.stderr[-300:]!r}", result)


def remove_outputs(case):
    for path in glob.glob(case.path("out*")):
        os.remove(path)


def try_command(case, kind, words):
    """The input by its name, by - and as a pipe."""
    name = "hostile.mcg" if kind == "graph" else "hostile.in"
    content = content_of(case, kind, case.names)
    case.write(name, content)
    remove_outputs(case)
    named = case.run(*with_input(words, name))
    check_refusal(case, kind, name.encode(), named)
    for pipe, shown in ("/dev/stdin", b"/dev/stdin"), ("-", b"<stdin>"):
        if pipe == "-" and kind in FILES_ALONE:
            return
        remove_outputs(case)
        piped = case.run(*with_input(words, pipe), stdin=content)
        check_refusal(case, kind, shown, piped)
        # Profiles that are empty files are skipped.
        if content:
            case.expect_same(f"exit status from {pipe}", named.status, piped.status, piped)
        # What a file is instead is told of files alone: a pipe cannot be looked at twice.
        if content and b"(looks like" not in named.stderr:
            case.expect_same(f"what is said of {pipe}", named.stderr.replace(name.encode(), shown), piped.stderr, piped)


def case(case):
    case.names = ["main", "f1", "f2", "f3"]
    case.write("good.mcg", good_graph(case.names).bytes(case.random, 4))
    case.write("run.folded", profiles.folded(case.random, case.names))
    case.write("some.rules", "deny main -> f1\n")
    case.write("change.diff", "--- a/a.c\n+++ b/a.c\n@@ -2 +2 @@\n-old\n+new\n")
    case.write("list.txt", "main\n")
    for _ in range(COMMANDS):
        kind = case.random.choice(["graph"] * 6 + sorted(COMMANDS_OF))
        words = case.random.choice(COMMANDS_OF[kind])
        if case.build.has(words[0]):
            try_command(case, kind, words)
