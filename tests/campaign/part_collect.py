"""cgcollect on random sources and compilation databases; what it writes goes through the other tools."""

import glob
import os

import campaign
import commands
import documents
import graphs
import sources

SHORT = 2


def outputs(case):
    """The graphs that a run left, by name; they are removed."""
    out = {}
    for path in glob.glob(case.path("**/*.mcg"), recursive=True):
        with open(path, "rb") as file:
            out[os.path.relpath(path, case.directory)] = file.read()
        os.remove(path)
    return out


def other_files(case):
    return sorted(os.path.relpath(os.path.join(place, name), case.directory)
                  for place, _, names in os.walk(case.directory) for name in names
                  if not name.endswith(".mcg") and name != ".cgcollect")


def collect(case, *words):
    result = case.run("cgcollect", *words)
    if "--color=always" not in words:
        documents.check_text(case, result)
    return result, outputs(case)


def try_options(case, files):
    graph = graphs.Graph([], {}, {})
    options = [option for option in commands.options_of(case.build, "cgcollect", "--help")
               if option[0] not in ("cc", "clang", "database", "output-dir", "root", "log", "output", "require-graph")]
    words, _ = commands.some_options(case, options, graph, most=2)
    collect(case, *words, case.random.choice(files))


def own_lines(result):
    """Without what the compiler said, which is as the source has it."""
    own = [line for line in result.stderr.split(b"\n") if line.startswith(b"cgcollect: ")]
    return campaign.Result(result.command, result.status, result.stdout, b"\n".join(own))


def try_wrapper(case, file):
    """As the compiler: its exit status is the compiler's."""
    compiler = "gcc" if file.endswith(".c") else "g++"
    words = ["-c", "-w", file, "-o", "out.o"]
    result = case.run("cgcollect", "--cc", compiler, "--", *words)
    documents.check_text(case, own_lines(result))
    graphs_of = outputs(case)
    if case.build.has("cgcollect") and result.status > 2:
        case.find(f"exit status {result.status} as a compiler", result)
    if result.status == 0 and "out.o.mcg" not in graphs_of:
        case.find("no graph beside the object", result)


def check_database(case, files):
    case.write("compile_commands.json", sources.database(case.random, files, case.directory))
    before = other_files(case)
    first, one = collect(case, "-q", "-p", ".", "-j", "1")
    case.expect_same("files besides graphs", before, other_files(case), first)
    second, several = collect(case, "-q", "-p", ".", "-j", "4")
    case.expect_same("four files at a time", (first.status, sorted(one)), (second.status, sorted(several)), second)
    for name in sorted(one):
        case.expect_same(name, one[name], several.get(name), second)
    written = [case.write(f"graph{i}.mcg", one[name]) for i, name in enumerate(sorted(one))]
    if written:
        merged = case.run("cgmerge", "-q", *written, "-o", "whole.mcg")
        case.expect_same("exit status of cgmerge", 0, merged.status, merged)
        asked = case.run("cgquery", "dead", "--json", "whole.mcg")
        documents.check_json(case, asked)


def case(case):
    if not case.build.has("cgcollect"):
        raise campaign.Skip("there is no cgcollect")
    files = []
    for i in range(1 + case.random.randrange(3)):
        language = case.random.choice(["c", "cc"])
        files.append(case.write(f"s{i}.{language}", sources.source(case.random, language)))
    try_options(case, files)
    try_wrapper(case, case.random.choice(files))
    check_database(case, files)
