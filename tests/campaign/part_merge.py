"""Every option of cgmerge on random graphs, and what else it reads: annotations, summaries, lists, object
maps, and what a build links. All may be damaged."""

import json
import os

import builds
import campaign
import commands
import documents
import graphs
import texts

SHORT = 3
COMMANDS = 5
PROMISES = ["no-loaded-code", "no-foreign-code", "typed-calls", "library-data"]


def write_inputs(case):
    """The names of graphs; the files that options name are there as well."""
    random = case.random
    files, names = [], []
    for i in range(1 + random.randrange(3)):
        graph = graphs.random_graph(random, odd=random.choice([0, 0, 0, 0, 0.03]))
        for node in graph.nodes:
            if node["hasBody"] and random.random() < 0.5:
                graphs.add_facts(random, node, graph.names)
        content = graph.bytes(random)
        files.append(case.write(f"in/{i}.mcg", maybe_damaged(random, content)))
        names += graph.names
    case.write("sum.txt", maybe_damaged(random, texts.summaries(random, names).encode()))
    case.write("list.txt", maybe_damaged(random, "\n".join(files).encode()))
    case.write("map.txt", maybe_damaged(random, texts.object_map(random, files).encode()))
    content, ending = texts.annotations(random, names)
    case.write("notes" + ending, maybe_damaged(random, content.encode("utf-8", "surrogatepass")))
    return files, names, "notes" + ending


def maybe_damaged(random, content):
    return graphs.damaged(random, content) if random.random() < 0.12 else content


def one_of(case, option, names, notes):
    """An option with an argument that mostly fits."""
    random = case.random
    values = {"annotate": notes, "entry": random.choice(names), "object-map": "map.txt",
              "assume": ",".join(random.sample(PROMISES, random.randrange(1, 3))), "mcg-version": random.choice("442"),
              "exports-of": random.choice([os.path.join(case.build.bin, "cgmerge"), "in/0.mcg"]),
              "virtual": random.choice(["rta", "cha"]), "max-edges": random.choice(["0", "1", "100", "9223372036854775807"])}
    name, shape = option
    if not shape:
        return f"--{name}"
    if name in commands.WRITTEN:
        return f"--{name}=out-{name}{random.choice(['', '.json'])}"
    if name not in values:
        values[name] = commands.argument(case, name, shape, graphs.Graph([], {}, {}))
    return f"--{name}={values[name]}"


def some_options(case, names, notes):
    options = [option for option in commands.options_of(case.build, "cgmerge", "--help")
               if option[0] not in ("database", "program", "embed", "partial", "json", "list-metadata")]
    words = [one_of(case, option, names, notes) for option in case.random.sample(options, case.random.randrange(6))]
    return words + case.random.choice([[]] * 9 + [["-r"], ["--list-metadata"], ["--json", "--list-metadata"]])


def try_graphs(case):
    files, names, notes = write_inputs(case)
    for _ in range(COMMANDS):
        words = some_options(case, names, notes) + case.random.choice([files, ["in"], files[:1], ["-"]])
        with open(case.path(files[0]), "rb") as graph:
            result = case.run("cgmerge", *words, "-o", "whole.mcg", stdin=graph.read())
        if not any(word == "--color=always" for word in words):
            documents.check_text(case, campaign.Result(result.command, result.status, b"", result.stderr))
        listed = "--list-metadata" in words or any(word.startswith("--out") for word in words)
        if result.status == 0 and not listed and os.path.exists(case.path("whole.mcg")):
            check_graph(case, result)


def check_graph(case, result):
    """What is written can be read."""
    try:
        with open(case.path("whole.mcg"), "rb") as file:
            json.load(file)
    except ValueError as error:
        case.find(f"no JSON was written: {error}", result)
    asked = case.run("cgquery", "stats", "--json", "whole.mcg")
    if asked.status == 2:
        case.find(f"cgquery refuses what cgmerge wrote: {asked.stderr[-300:]!r}", result)
    os.remove(case.path("whole.mcg"))


def try_build(case):
    """Programs of a build: nothing of it may lead to a crash, a hang or a file."""
    before = builds.write(case)
    place = case.random.choice(["build", "build", "build/compile_commands.json"])
    programs = case.run("cgmerge", "-p", place, "build/mcg")
    documents.check_text(case, programs)
    case.run("cgmerge", "-q", "-p", place, "build/mcg", "--program=" + case.random.choice(builds.PROGRAMS), "-o", "of-build.mcg")
    case.expect_same("files of the build", before, builds.files(case), programs)


def case(case):
    try_graphs(case)
    try_build(case)
