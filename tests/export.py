#!/usr/bin/env python3
"""Read the output of `cgquery export` with other programs: export.py BIN_DIR [GRAPH...]

Every format must have the contents of the exported .mcg, read with Python's own modules, and with
xmllint, networkx and Graphviz where they are installed. Without graphs: random ones with odd names
and metadata, and those of tests/cli/graphs.
"""
import csv
import glob
import io
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
STRUCTURE = {"linkage", "overrideMD", "callType", "callKinds", "entryFunction"}
KINDS = ["direct", "virtual", "pointer", "implicit", "callback", "candidate"]
failures = 0


def fail(text):
    global failures
    failures += 1
    print("FAILED", text[:2000])


def same(what, expected, actual):
    if expected != actual:
        fail(f"{what}: expected {expected!r}, got {actual!r}")


class Tool:
    """cgquery, and a graph or a part of it."""

    def __init__(self, binaries, graph, *options):
        self.command = [os.path.join(binaries, "cgquery"), "export", graph, *options]
        self.what = " ".join(self.command[2:])

    def run(self, *options):
        done = subprocess.run(self.command + list(options), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=120)
        if done.returncode:
            fail(f"{self.what} {options}: exit {done.returncode} {done.stderr.decode()}")
        return done.stdout

    def text(self, form):
        return self.run("--max-functions", "0", "--format", form).decode()


class Graph:
    """What a .mcg of version 4 has, nodes and calls in order."""

    def __init__(self, text):
        file = json.loads(text)
        self.meta = file["_CG"]["meta"]
        self.members = {k: v for k, v in file.items() if k not in ("_CG", "_MetaCG")}
        nodes = file["_CG"]["nodes"]
        self.ids = sorted(nodes)
        number = {node: i for i, node in enumerate(self.ids)}
        self.nodes = [nodes[node] for node in self.ids]
        self.calls = [(number[caller], callee_number, nodes[caller]["callees"][callee])
                      for caller in self.ids
                      for callee_number, callee in sorted((number[c], c)
                                                          for c in nodes[caller]["callees"])]
        self.overrides = sorted(
            (number[node], number[base]) for node in self.ids
            for base in nodes[node]["meta"].get("overrideMD", {}).get("overrides", []))
        entry = self.meta.get("entryFunction")
        self.entry = None if entry is None else number[entry]


def plain(meta):
    return {key: value for key, value in meta.items() if key not in STRUCTURE}


def kinds_of(meta):
    """The kinds of a call, of which the file has one word and, where that is not all, a list."""
    if "callKinds" in meta:
        return sorted(meta["callKinds"], key=KINDS.index)
    return {"DIRECT": ["direct"], "VIRTUAL": ["virtual"],
            "INDIRECT": ["pointer"]}.get(meta.get("callType"), [])


def leaves(value, path, out, depth=0):
    if isinstance(value, (bool, int, float)):
        out[path] = value
    elif isinstance(value, dict) and depth < 4:
        for key, member in value.items():
            leaves(member, f"{path}.{key}", out, depth + 1)


def leaves_of(meta):
    out = {}
    for key, value in plain(meta).items():
        if key != "loopCallDepth":
            leaves(value, key, out)
    return out


def check_jsonl(tool, graph):
    lines = [json.loads(line) for line in tool.text("jsonl").split("\n")[:-1]]
    head = lines[0]
    same("jsonl graph", ("graph", 1, len(graph.nodes), len(graph.calls), graph.entry),
         (head["type"], head["version"], head["nodes"], head["edges"], head["entry"]))
    same("jsonl graph metadata", plain(graph.meta), head["metadata"])
    same("jsonl members", graph.members, head.get("members", {}))
    nodes = [line for line in lines if line["type"] == "node"]
    same("jsonl ids", list(range(len(graph.nodes))), [node["id"] for node in nodes])
    for node, line in zip(graph.nodes, nodes):
        same("jsonl node", (node["functionName"], node["origin"], node["hasBody"],
                            node["meta"].get("linkage"), plain(node["meta"])),
             (line["name"], line["file"], line["defined"], line["linkage"], line["metadata"]))
        same("jsonl virtual", "overrideMD" in node["meta"], line["virtual"])
        same("jsonl node members",
             {key: value for key, value in node.items()
              if key not in ("callees", "functionName", "hasBody", "meta", "origin")},
             line.get("members", {}))
    edges = [line for line in lines if line["type"] == "edge"]
    same("jsonl calls", [(a, b, kinds_of(meta), plain(meta)) for a, b, meta in graph.calls],
         [(e["caller"], e["callee"], e["kinds"], e["metadata"]) for e in edges])
    same("jsonl overrides", graph.overrides,
         [(line["derived"], line["base"]) for line in lines if line["type"] == "override"])


def cell(value):
    return json.loads(value) if value else None


def is_control(character):
    code = ord(character)
    return (code < 0x20 or 0x7f <= code <= 0x9f or code in (0x61c, 0x200e, 0x200f, 0xfeff) or
            0x2028 <= code <= 0x202e or 0x2066 <= code <= 0x2069)


def escaped(character):
    short = {"\n": "\\n", "\t": "\\t"}.get(character, f"\\u{ord(character):04x}")
    return short if is_control(character) else character


def csv_text(text):
    """Escapes as in text, and an apostrophe before what a spreadsheet takes for a formula."""
    formula = text.lstrip(" ")[:1] in tuple("=+-@\t\r\uff1d\uff0b\uff0d\uff20")
    return ("'" if formula else "") + "".join(map(escaped, text))


def check_table(form, tool, places, first_column):
    """Columns of metadata are all numbers and truth values there are."""
    rows = list(csv.reader(io.StringIO(tool.text(form), newline=""), strict=True))
    columns = rows[0][first_column:]
    paths = sorted({path for meta in places for path in leaves_of(meta)}, key=str.encode)
    same(f"{form} columns", [csv_text(path) for path in paths], columns)
    same(f"{form} rows", len(places), len(rows) - 1)
    for meta, row in zip(places, rows[1:]):
        expected = leaves_of(meta)
        same(f"{form} row", [expected.get(path) for path in paths],
             [cell(value) for value in row[first_column:]])
    return rows[1:]


def check_csv(tool, graph, directory):
    rows = check_table("csv-nodes", tool, [node["meta"] for node in graph.nodes], 14)
    for i, (node, row) in enumerate(zip(graph.nodes, rows)):
        same("csv node", (str(i), csv_text(node["functionName"]), csv_text(node["origin"] or ""),
                          node["meta"].get("linkage", ""), str(node["hasBody"]).lower(),
                          str(i == graph.entry).lower(),
                          str(len(node["meta"].get("unresolvedCalls", [])))),
             (row[0], row[1], row[3], row[6], row[7], row[9], row[12]))
    rows = check_table("csv-edges", tool, [meta for _, _, meta in graph.calls], 11)
    for (caller, callee, meta), row in zip(graph.calls, rows):
        same("csv call", [str(caller), str(callee), csv_text(graph.nodes[caller]["functionName"]),
                          csv_text(graph.nodes[callee]["functionName"]), " ".join(kinds_of(meta)),
                          str(len(meta.get("callSites", [])))], row[1:6] + [row[7]])
    tool.run("-o", os.path.join(directory, "t.csv"))
    for table in ("nodes", "edges"):
        with open(os.path.join(directory, f"t.{table}.csv"), encoding="utf-8", newline="") as file:
            same(f"csv {table}", tool.text(f"csv-{table}"), file.read())


def xml_text(text):
    """As names stand in XML, which has no room for some characters."""
    return "".join(f"\\u{ord(c):04x}" if c not in "\t\n\r" and (is_control(c) or c in "\ufffe\uffff")
                   else c for c in text)


def check_graphml(tool, graph, directory):
    text = tool.text("graphml")
    space = "{http://graphml.graphdrawing.org/xmlns}"
    root = ElementTree.fromstring(text)
    names = {key.get("id"): (key.get("attr.name"), key.get("attr.type"))
             for key in root.findall(f"{space}key")}
    read = {"string": lambda value: value or "", "boolean": lambda value: {"true": True,
                                                                         "false": False}[value],
            "int": int, "long": int, "double": float}

    def data(element):
        return {names[d.get("key")][0]: read[names[d.get("key")][1]](d.text)
                for d in element.findall(f"{space}data")}

    top = root.find(f"{space}graph")
    same("graphml graph", plain(graph.meta), json.loads(data(top)["metadata"]))
    nodes = top.findall(f"{space}node")
    same("graphml ids", [f"n{i}" for i in range(len(graph.nodes))], [n.get("id") for n in nodes])
    for node, element in zip(graph.nodes, nodes):
        found = data(element)
        same("graphml node", (xml_text(node["functionName"]), node["hasBody"]),
             (found["name"], found["defined"]))
        same("graphml metadata", json.loads(xml_text(json.dumps(plain(node["meta"])))),
             json.loads(found["metadata"]))
        for path, value in leaves_of(node["meta"]).items():
            if not isinstance(found[xml_text(path)], str):
                same("graphml column", value, found[xml_text(path)])
    same("graphml calls", [(f"n{a}", f"n{b}", " ".join(kinds_of(meta)))
                           for a, b, meta in graph.calls],
         [(e.get("source"), e.get("target"), data(e)["kinds"])
          for e in top.findall(f"{space}edge")])
    if shutil.which("xmllint"):
        path = os.path.join(directory, "t.graphml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        same("xmllint", 0, subprocess.run(["xmllint", "--noout", path]).returncode)
        try:
            import networkx
        except ImportError:
            return
        found = networkx.read_graphml(path)
        same("networkx", (len(graph.nodes), len(graph.calls)),
             (found.number_of_nodes(), found.number_of_edges()))


def documented_queries():
    with open(os.path.join(HERE, "../docs/export.md"), encoding="utf-8") as file:
        return re.findall(r"^```sql\n(.*?)^```", file.read(), re.M | re.S)


def check_sqlite(tool, graph, directory):
    path = os.path.join(directory, "t.sqlite")
    for _ in range(2): # over what is there
        tool.run("-o", path)
    with sqlite3.connect(path) as db:
        same("integrity", [("ok",)], db.execute("PRAGMA integrity_check").fetchall())
        same("foreign keys", [], db.execute("PRAGMA foreign_key_check").fetchall())
        same("functions", [(i, n["functionName"], n["origin"], n["meta"].get("linkage"),
                            int(n["hasBody"])) for i, n in enumerate(graph.nodes)],
             db.execute("SELECT id, name, file, linkage, is_defined FROM functions").fetchall())
        same("calls", [(i, a, b, " ".join(kinds_of(meta)))
                       for i, (a, b, meta) in enumerate(graph.calls)],
             db.execute("SELECT id, caller, callee, kinds FROM calls ORDER BY id").fetchall())
        same("sites", sum(len(meta.get("callSites", [])) for _, _, meta in graph.calls),
             db.execute("SELECT count(*) FROM sites").fetchone()[0])
        same("unresolved calls", sum(len(n["meta"].get("unresolvedCalls", [])) for n in graph.nodes),
             db.execute("SELECT count(*) FROM unresolved_calls").fetchone()[0])
        same("overrides", graph.overrides,
             db.execute("SELECT derived, base FROM overrides ORDER BY 1, 2").fetchall())
        metadata = {}
        for place, number, key, value in db.execute("SELECT * FROM metadata"):
            metadata.setdefault((place, number), {})[key] = json.loads(value)
        expected = {("function", i): plain(n["meta"]) for i, n in enumerate(graph.nodes)}
        expected.update({("call", i): plain(c[2]) for i, c in enumerate(graph.calls)})
        expected.update({("graph", 0): plain(graph.meta), ("file", 0): graph.members})
        expected.update({("function+", i): {k: v for k, v in n.items() if k not in
                         ("callees", "functionName", "hasBody", "meta", "origin")}
                         for i, n in enumerate(graph.nodes)})
        same("metadata", {key: value for key, value in expected.items() if value}, metadata)
        same("callers", len(graph.calls), db.execute("SELECT count(*) FROM callers").fetchone()[0])
        for query in documented_queries():
            db.execute(query).fetchall()
        reached = {row[0] for row in db.execute("SELECT id FROM functions WHERE is_entry")}
        following = True
        while following:
            following = {b for a, b, meta in graph.calls if a in reached and b not in reached
                         and kinds_of(meta) != ["candidate"]}
            reached |= following
        same("reached", reached, {row[0] for row in db.execute("SELECT id FROM reached")})
    db.close()


def number(value):
    """What is no number counts as none."""
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else 1


def check_folded(tool, graph):
    names = {}
    for i, node in enumerate(graph.nodes):
        names.setdefault(node["functionName"], []).append(i)
    calls = {(graph.nodes[a]["functionName"], graph.nodes[b]["functionName"])
             for a, b, meta in graph.calls if kinds_of(meta) != ["candidate"]}
    lines = tool.run("--format", "folded", "--mangled").decode().split("\n")[:-1]
    same("folded lines", len(graph.nodes), len(lines))
    widths = sorted(int(line.rsplit(" ", 1)[1]) for line in lines)
    same("folded widths", sorted(max(1, number(node["meta"].get("numStatements")))
                                 for node in graph.nodes), widths)
    if any(len(same_name) > 1 or re.search(r"[;\\\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]", name)
           for name, same_name in names.items()):
        return
    for line in lines:
        frames = line.rsplit(" ", 1)[0].split(";")
        frames = frames[1:] if frames[0] == "(not reached)" else frames
        for pair in zip(frames, frames[1:]):
            if pair not in calls:
                fail(f"folded: {pair} is no call")


def check_drawings(tool, graph, directory):
    drawing = tool.text("dot")
    open_count = sum(1 for node in graph.nodes if node["meta"].get("unresolvedCalls"))
    nodes = re.findall(r"^[no]\d+ \[label=", drawing, re.M)
    edges = re.findall(r"^n\d+ -> [no]\d+", drawing, re.M)
    same("dot", (len(graph.nodes) + open_count, len(graph.calls) + open_count),
         (len(nodes), len(edges)))
    mermaid = tool.text("mermaid")
    same("mermaid", (len(graph.nodes), open_count, len(graph.calls) + open_count),
         (len(re.findall(r"^ +n\d+\[\"", mermaid, re.M)),
          len(re.findall(r"^ +o\d+\(\(\"", mermaid, re.M)),
          len(re.findall(r"^ +n\d+ -\.?->? ?", mermaid, re.M))))
    if shutil.which("dot") and len(graph.nodes) <= 60:
        done = subprocess.run(["dot", "-Tsvg"], input=drawing.encode(), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=120)
        same("Graphviz", (0, b""), (done.returncode, done.stderr))
        svg = ElementTree.fromstring(done.stdout)
        drawn = [title.text for node in svg.findall(".//*[@class='node']")
                 for title in node.findall("{*}title")]
        same("svg", len(nodes), sum(1 for title in drawn if not title.startswith("k")))


def all_bytes(tool, directory):
    """What all formats give, in one."""
    forms = ["mcg", "mcg2", "jsonl", "graphml", "csv-nodes", "csv-edges", "dot", "mermaid",
             "folded"]
    out = [tool.run("--max-functions", "0", "--format", form) for form in forms]
    path = os.path.join(directory, "same.db")
    tool.run("-o", path)
    with open(path, "rb") as file:
        return out + [file.read()]


def check(binaries, path, directory, *options):
    before = failures
    tool = Tool(binaries, path, *options)
    graph = Graph(tool.text("mcg"))
    check_jsonl(tool, graph)
    check_csv(tool, graph, directory)
    check_graphml(tool, graph, directory)
    check_sqlite(tool, graph, directory)
    check_folded(tool, graph)
    check_drawings(tool, graph, directory)
    if failures > before:
        print("^ of", tool.what)


# Random graphs

NAMES = ["main", "a;b", "=1+1", 'quo"te', "tab\there", "\x01", "\ufffe", "<&>", "back\\slash", "x,y",
         "line\nbreak", "r\r", "\u202eabc", "caf\u00e9", "#35;", "`x`", "[x]", "]]>", "_ZN3Foo3barEi",
         "_ZN3Foo3barEPKc", "end", "%s", "a b", " ", "\U0001f600", "'", "\x7f", "-o", "{", "|", '"q"']
PLAIN = ["main"] + [f"f{i}" for i in range(20)]


def random_value(random_, depth=0):
    choice = random_.randrange(9 if depth < 6 else 6)
    if choice < 6:
        return [random_.randrange(100), True, None, 1.5, "text \u2028\r\n", 2**70][choice]
    if choice == 6:
        return [random_value(random_, depth + 1) for _ in range(random_.randrange(3))]
    return {random_.choice(["a", "b.c", 'd"', "e\\", "\u00e9", "\n"]): random_value(random_, depth + 1)
            for _ in range(random_.randrange(3))}


def random_sites(random_):
    return [{"file": random_.choice(["a.c", "b,\".c"]), "line": line, "column": 1}
            for line in range(1, 1 + random_.randrange(3))]


def random_meta(random_):
    meta = {}
    if random_.random() < 0.5:
        meta["unresolvedCalls"] = [dict(site, reason="pointer") for site in random_sites(random_)]
    if random_.random() < 0.5:
        meta["numStatements"] = random_.randrange(40)
    if random_.random() < 0.3:
        meta["loopCallDepth"] = {"main": 2}
    for key in ("x", "y z", "\u00e9,"):
        if random_.random() < 0.3:
            meta[key] = random_value(random_)
    return meta


def random_graph(random_, names):
    count = len(names)
    ids = [str(i) for i in range(count)]
    nodes = {}
    for i in ids:
        name = random_.choice(names) if random_.random() < 0.1 else names[int(i)]
        node = {"functionName": name, "hasBody": random_.random() < 0.8, "meta": random_meta(random_),
                "origin": random_.choice(["a.c", "dir/b.c", "dir/q\".c", None]), "callees": {}}
        if random_.random() < 0.5:
            # unique by origin, so that the order of functions does not depend on that of the file
            node["meta"]["linkage"] = random_.choice(["external", "internal", "weak"])
        if random_.random() < 0.2:
            node["beside"] = random_value(random_)
        for callee in ids:
            if random_.random() < 0.2:
                meta = {"callSites": random_sites(random_)} if random_.random() < 0.7 else {}
                meta["callType"] = random_.choice(["DIRECT", "VIRTUAL", "INDIRECT"])
                if random_.random() < 0.3:
                    meta["callKinds"] = random_.sample(KINDS, random_.randrange(1, 3))
                    meta["callType"] = "INDIRECT"
                if random_.random() < 0.3:
                    meta["weight"] = random_value(random_)
                node["callees"][callee] = meta
        nodes[i] = node
    meta = {"entryFunction": random_.choice(ids)} if random_.random() < 0.5 else {}
    meta["note"] = random_value(random_)
    return {"_CG": {"meta": meta, "nodes": nodes}, "extra": random_value(random_),
            "_MetaCG": {"generator": {"name": "t", "sha": "", "version": "1"}, "version": "4.0"}}


def shuffled(random_, value):
    if isinstance(value, dict):
        keys = list(value)
        random_.shuffle(keys)
        return {key: shuffled(random_, value[key]) if key not in ("x", "y z", "\u00e9,", "beside",
                                                                 "note", "extra", "weight",
                                                                 "unresolvedCalls", "callSites")
                else value[key] for key in keys}
    return value


def write(path, graph):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(graph, file)


def check_random(binaries, directory, rounds):
    random_ = random.Random(7)
    path = os.path.join(directory, "random.mcg")
    for number in range(rounds):
        few = random_.sample(random_.choice([NAMES, PLAIN]), random_.randrange(1, 20))
        graph = random_graph(random_, few if number else NAMES)
        write(path, graph)
        check(binaries, path, directory)
        check(binaries, path, directory, "--include", "file(a.c) | is(unresolved)")
        names = [node["functionName"] for node in graph["_CG"]["nodes"].values()]
        if len(set(names)) == len(names):
            once = all_bytes(Tool(binaries, path), directory)
            write(path, shuffled(random_, graph))
            if once != all_bytes(Tool(binaries, path), directory):
                fail(f"bytes depend on the order of the file: {json.dumps(graph)}")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    binaries, graphs = sys.argv[1], sys.argv[2:]
    with tempfile.TemporaryDirectory() as directory:
        if not graphs:
            check_random(binaries, directory, 6)
            graphs = [path for path in sorted(glob.glob(os.path.join(HERE, "cli/graphs/*.mcg")))]
        for path in graphs:
            check(binaries, path, directory)
    print(f"{failures} failures")
    sys.exit(1 if failures else 0)


main()
