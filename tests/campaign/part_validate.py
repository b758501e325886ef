"""cgvalidate with random profiles of all formats, damaged ones and hostile names."""

import json

import commands
import documents
import graphs
import profiles

SHORT = 3
COMMANDS = 6


def inputs(case):
    graph = graphs.random_graph(case.random, odd=0)
    case.write("a.mcg", graph.bytes(case.random))
    names = [name for name in graph.names if name] + [graphs.text(case.random, "missing")]
    files = [case.write(f"p{i}", profiles.profile(case.random, names)) for i in range(1 + case.random.randrange(3))]
    case.write("list.txt", "\n".join(files) + "\n")
    case.write("baseline.txt", f"{names[0]} -> {names[-1]}\n")
    return graph, files


def try_command(case, graph, files):
    options = [option for option in commands.options_of(case.build, "cgvalidate", "--help") if option[0] != "binary"]
    words, written = commands.some_options(case, options, graph)
    dumps = any(word.startswith("--dump") for word in words)
    words += ([] if dumps else ["a.mcg"]) + files
    result = case.run("cgvalidate", *words)
    if "--json" in words and not dumps and "--list-metadata" not in words and "--list-formats" not in words:
        documents.check_json(case, result, words)
    elif not any(word.startswith(("--dump", "--color=always", "--json")) for word in words):
        documents.check_text(case, result)
    if case.random.random() < 0.3 and not written:
        again = case.run("cgvalidate", *words)
        case.expect_same("the same again", (result.status, result.stdout), (again.status, again.stdout), result)


def check_laws(case, files):
    """Profiles unite in any order; what is added to the graph is not missing then."""
    def answer(*words):
        result = case.run("cgvalidate", *words)
        return result, (result.status, result.stdout)
    first, expected = answer("--json", "a.mcg", *files)
    if first.status == 2:
        return
    documents.check_json(case, first)
    result, shuffled = answer("--json", "a.mcg", *case.random.sample(files, len(files)))
    case.expect_same("profiles in another order", strip(expected), strip(shuffled), result)
    patched = case.run("cgvalidate", "--patch=better.mcg", "a.mcg", *files)
    if patched.status != 2:
        case.run("cgquery", "stats", "better.mcg")
        after = case.run("cgvalidate", "--strict", "better.mcg", *files)
        if after.status != 0:
            case.find(f"calls are missing in the patched graph: {after.text[:300]}", after)
    dump = case.run("cgvalidate", "--dump=json", *files)
    if dump.status == 0:
        documents.check_json(case, dump)


def strip(answer):
    """What is said, in whatever order, without the call that is taken as an example."""
    status, content = answer
    return status, in_order(json.loads(content)) if content else None


def in_order(value):
    if isinstance(value, dict):
        return {key: in_order(member) for key, member in value.items()
                if key not in ("profile", "profiles", "path", "site")}
    if isinstance(value, list):
        return sorted(map(in_order, value), key=json.dumps)
    return value


def case(case):
    graph, files = inputs(case)
    for _ in range(COMMANDS):
        try_command(case, graph, files)
    check_laws(case, files)
