"""Every verb and option of cgquery on random graphs, damaged ones and hostile names."""

import json
import os
import subprocess
import sys

import campaign
import commands
import documents
import graphs
import texts

SHORT = 3
COMMANDS = 10
# Prints the name of a temporary file, which differs each time.
DIFFERS = {"browse"}


def write_inputs(case, graph):
    """The files that command lines name; return the graph's and another's name."""
    random = case.random
    unique = len(set(graph.names)) == len(graph.names)
    content = graph.bytes(random, random.choice([4, 4, 2]) if unique else 4)
    whole = random.random() < 0.85
    case.write("a.mcg", content if whole else graphs.damaged(random, content))
    other = graphs.random_graph(random)
    case.write("b.mcg", other.bytes(random))
    case.write("some.rules", texts.rules(random, graph.names))
    case.write("sets.cg", texts.definitions(random, graph.names))
    case.write("list.txt", "\n".join(random.sample(graph.names, min(3, len(graph.names)))) + "\n# end\n")
    case.write("change.diff", texts.patch(random, [f for f in graphs.FILES if f]))
    case.write("bounds.txt", texts.bounds(random, graph.names))
    case.write("baseline.txt", "rule: a -> b\n")
    return whole


def is_plain_text(command):
    """Whether what a command prints is for people, or for them too."""
    machine = ("--format=", "--json", "--color=always")
    return command[1] != "export" and not any(word.startswith(machine) for word in command)


def try_command(case, command):
    options = command[:command.index("--")] if "--" in command else command
    stdin = case.random.choice([b"", b"", b"", b"{"])
    result = case.run("cgquery", *command, stdin=stdin)
    if "--json" in options and not any(word.startswith("--format=") for word in options):
        documents.check_json(case, result, options)
    elif is_plain_text(result.command):
        documents.check_text(case, result)
    if case.random.random() < 0.3 and command[0] not in DIFFERS:
        again = case.run("cgquery", *command, stdin=stdin)
        case.expect_same("the same again", (result.status, result.stdout), (again.status, again.stdout), result)


def check_names(case, graph):
    """Names come back as they were."""
    result = case.run("cgquery", "select", "--json", "a.mcg", "is(defined) | is(declared)")
    if result.status > 1:
        return
    document = documents.check_json(case, result)
    if document:
        case.expect_same("names of select", sorted(graph.names), sorted(f["name"] for f in document["functions"]), result)
    back = case.run("cgquery", "export", "--format=mcg", "a.mcg")
    if back.status == 0:
        nodes = json.loads(back.stdout)["_CG"]["nodes"].values()
        case.expect_same("names of export", sorted(graph.names), sorted(n["functionName"] for n in nodes), back)


def check_exports(case):
    """All formats say the same, read with other programs."""
    done = subprocess.run([sys.executable, os.path.join(campaign.PROJECT, "tests/export.py"), case.build.bin,
                           case.path("a.mcg")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=case.build.environment())
    case.inputs += 1
    if done.returncode:
        case.find("tests/export.py: " + done.stdout.decode(errors="replace")[-600:])


def case(case):
    graph = graphs.random_graph(case.random)
    whole = write_inputs(case, graph)
    for _ in range(COMMANDS):
        verb = case.random.choice(commands.verbs_of(case.build))
        command, _ = commands.command_of_verb(case, verb, graph, "a.mcg", "b.mcg")
        try_command(case, command)
    if whole:
        check_names(case, graph)
        if case.number % 4 == 0 and case.run("cgquery", "stats", "a.mcg").status != 2:
            check_exports(case)
