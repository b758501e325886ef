"""Laws of merging: order, nesting, versions, threads and locales change no byte; what was linked can be
linked again; answers do not depend on the order of functions in the file."""

import functools
import json
import subprocess

import graphs
import texts

SHORT = 3


@functools.lru_cache(maxsize=1)
def locales():
    names = subprocess.run(["locale", "-a"], stdout=subprocess.PIPE).stdout.decode().split()
    return [name for name in names if name.lower().startswith(("c.utf", "tr_tr", "de_de", "en_us"))]


# Kinds of the strategy "definition": the order of graphs decides where a definition has none (docs/metadata.md).
OF_DEFINITIONS = ("sourceRange", "parameters", "resultType", "madeBy")


def parts_of(case):
    """Graphs that share functions, as of the files of one program."""
    random = case.random
    names = ["main", *[f"f{i}" for i in range(8)], *random.sample(graphs.HOSTILE, 4)]
    out = []
    for i in range(2 + random.randrange(4)):
        graph = graphs.random_graph(random, 8, hostile=False, linked=False, odd=0)
        chosen = random.sample(sorted(set(names)), len(graph.nodes))
        for name, node in zip(chosen, graph.nodes):
            node["functionName"] = name
            if node["hasBody"]:
                node["meta"].update((key, graphs.KINDS[key](random, [name], ["0"])) for key in OF_DEFINITIONS)
                if random.random() < 0.6:
                    graphs.add_facts(random, node, chosen)
            if node["meta"].get("linkage") == "internal":
                node["origin"] = f"part{i}.c"
        out.append(graph)
    return out


def merged(case, *arguments, **environment):
    """The bytes of a merge, or that it failed."""
    result = case.run("cgmerge", "--quiet", *arguments, "-o", "-", **environment)
    return result, result.stdout if result.status == 0 else None


def tree(case, files, level=0):
    """One file that merges all, by a random tree of partial merges."""
    if len(files) == 1:
        return files[0]
    middle = 1 + case.random.randrange(len(files) - 1)
    halves = [tree(case, files[:middle], level * 2 + 1), tree(case, files[middle:], level * 2 + 2)]
    result, content = merged(case, "-r", *halves)
    return case.write(f"tree{level}.mcg", content) if content is not None else None


def shuffle_of(case, files):
    return case.random.sample(files, len(files))


def check_same(case, what, expected, arguments, **environment):
    result, content = merged(case, *arguments, **environment)
    case.expect_same(what, expected, content, result)


def check_merge(case, files, strategies):
    first, expected = merged(case, "-r", *strategies, *files)
    if expected is None:
        return None
    check_same(case, "another order", expected, ["-r", *strategies, *shuffle_of(case, files)])
    check_same(case, "files given twice", expected, ["-r", *strategies, *files, files[0]])
    jobs = case.random.randrange(1, 9)
    check_same(case, f"{jobs} jobs", expected, ["-r", *strategies, "-j", str(jobs), *files])
    for locale in locales():
        check_same(case, locale, expected, ["-r", *strategies, *files], LC_ALL=locale)
    nested = tree(case, shuffle_of(case, files))
    if nested and not strategies:
        check_same(case, "nested merges", expected, ["-r", nested])
    case.write("whole.mcg", expected)
    check_same(case, "the merged graph alone", expected, ["-r", *strategies, "whole.mcg"])
    check_same(case, "merged with itself", expected, ["-r", *strategies, "whole.mcg", "whole.mcg"])
    check_same(case, "merged with a part", expected, ["-r", *strategies, files[0], "whole.mcg"])
    return nested


def check_versions(case):
    """Version 2 keeps all that version 4 says."""
    result, old = merged(case, "-r", "--mcg-version=2", "whole.mcg")
    if old is None:
        return
    case.write("old.mcg", old)
    with open(case.path("whole.mcg"), "rb") as file:
        check_same(case, "through version 2", file.read(), ["-r", "old.mcg"])


def check_link(case, files, nested):
    first, expected = merged(case, *files)
    if expected is None:
        return
    check_same(case, "linked in another order", expected, shuffle_of(case, files))
    check_same(case, "linked by 3 jobs", expected, ["-j3", *files])
    if nested:
        check_same(case, "linked after nested merges", expected, [nested])
    case.write("linked.mcg", expected)
    check_same(case, "linked again", expected, ["linked.mcg"])
    result, unlinked = merged(case, "-r", "linked.mcg")
    if unlinked is not None:
        case.write("unlinked.mcg", unlinked)
        check_same(case, "unlinked and linked", expected, ["unlinked.mcg"])


def reordered(case, content):
    """The same graph, its functions in another order with other numbers."""
    file = json.loads(content)
    nodes = file["_CG"]["nodes"]
    if any("context" in meta for node in nodes.values() for meta in node["callees"].values()):
        return None
    ids = list(nodes)
    new = dict(zip(ids, (f"n{i}" for i in case.random.sample(range(len(ids)), len(ids)))))
    for node in nodes.values():
        node["callees"] = {new[i]: meta for i, meta in node["callees"].items()}
        for members in node["meta"].get("overrideMD", {}).values():
            members[:] = [new[i] for i in members]
    file["_CG"]["nodes"] = {new[i]: nodes[i] for i in case.random.sample(ids, len(ids))}
    if "entryFunction" in (file["_CG"]["meta"] or {}):
        file["_CG"]["meta"]["entryFunction"] = new[file["_CG"]["meta"]["entryFunction"]]
    return json.dumps(file)


def check_order_of_functions(case):
    with open(case.path("whole.mcg"), "rb") as file:
        content = reordered(case, file.read())
    if content is None:
        return
    case.write("other.mcg", content)
    names = [node["functionName"] for node in json.loads(content)["_CG"]["nodes"].values()]
    name, other = case.random.choice(names), case.random.choice(names)
    question = case.random.choice([
        ["reach", None, "--", name, other], ["path", "--all", None, "--", name, other], ["why", None, "--", name, other],
        ["cycles", None], ["dead", None], ["dominators", None], ["stats", None], ["export", None],
        ["select", None, texts.set_of(case.random, names, 2)], ["top", None, "numStatements"], ["roots", None],
        ["stack", None], ["common", None, "--", name, other], ["callers", "--depth=3", None, "--", name]])

    def ask(graph):
        words = [word if word is not None else graph for word in question]
        if "--" in words:
            words.remove("--")
            words.insert(words.index(graph), "--")
        result = case.run("cgquery", *words)
        return result, (result.status, result.stdout.replace(graph.encode(), b"GRAPH"))
    first, expected = ask("whole.mcg")
    result, answer = ask("other.mcg")
    case.expect_same("functions in another order", expected, answer, result)


def case(case):
    parts = parts_of(case)
    files = [case.write(f"in{i}.mcg", part.bytes(case.random)) for i, part in enumerate(parts)]
    strategies = []
    if case.random.random() < 0.3:
        strategies = [f"--strategy={case.random.choice(['numStatements', 'unknownKind', 'loopDepth', 'evidence'])}="
                      + case.random.choice(["max", "min", "union", "greatest", "and", "or"])]
    nested = check_merge(case, files, strategies)
    if nested is None:
        return
    check_versions(case)
    check_order_of_functions(case)
    if not strategies:
        check_link(case, files, nested)
