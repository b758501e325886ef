#!/usr/bin/env python3
"""Holds the verdicts of the page against those of the library, for random pairs of functions.

    pairs.py CGQUERY REACH_PAIRS COUNT GRAPH...

Exits with 1 if an answer differs, with 77 if there is no browser.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

import chrome

EVIDENCE = 20
SCRIPT = """(pairs => pairs.map(([from, to]) => {
    const verdict = callgraph.verdict(from, to);
    return verdict ? verdict.answer[0] : '?';
}).join(''))(%s)"""


def functions(cgquery, graph):
    """(name, file, label in the page) of all functions."""
    lines = subprocess.run([cgquery, "export", "-f", "jsonl", graph], check=True,
                           capture_output=True, text=True).stdout.splitlines()
    nodes = [entry for entry in map(json.loads, lines) if entry["type"] == "node"]
    count = {}
    for node in nodes:
        count[node["name"]] = count.get(node["name"], 0) + 1
    seen = set()
    for node in nodes:
        key = (node["name"], node["file"])
        if key not in seen:
            seen.add(key)
            label = node["name"] if count[node["name"]] == 1 else f"{node['name']}|{node['file'] or ''}"
            yield node["name"], node["file"] or "", label


def of_library(reach_pairs, graph, pairs):
    lines = "".join(f"{a[0]}\t{a[1]}\t{b[0]}\t{b[1]}\n" for a, b in pairs)
    return subprocess.run([reach_pairs, graph, "-"], input=lines, check=True, capture_output=True,
                          text=True).stdout.replace("\n", "")


def evidence_of(cgquery, graph, a, b):
    """What `cgquery reach` says besides the answer, as the page says it; None: names it refuses."""
    names = [f"{file or '?'}:{name}" for name, file, _ in (a, b)]
    run = subprocess.run([cgquery, "reach", "--json", graph, "--", *names], capture_output=True, text=True)
    if run.returncode == 2:
        return None
    found = json.loads(run.stdout)
    if not len(found["from"]["functions"]) == len(found["to"]["functions"]) == 1:
        return None
    functions = {key: sorted({entry["function"]["name"] for entry in found[key]})
                 for key in ("unresolved", "callbacks")}
    functions.update({key: sorted(entry["name"] for entry in found[key]) for key in ("unrecorded",)})
    functions["named"] = sorted(entry.get("function", entry)["name"] for entry in found["named"])
    return {"answer": found["answer"], "reached": found["reached"], "beyond": found["beyond"],
            "length": len(found["path"]) if found["answer"] == "yes" else None, **functions}


def compare_evidence(cgquery, page, graph, pairs):
    """Number of pairs whose evidence is compared, and of those where it differs."""
    wrong = compared = 0
    for a, b in pairs:
        expected = evidence_of(cgquery, graph, a, b)
        shown = page.run(f"callgraph.verdict({json.dumps(a[2])}, {json.dumps(b[2])})")
        compared += expected is not None
        if expected is not None and shown != expected:
            wrong += 1
            print(f"{graph}: {a[2]} to {b[2]}: the page says {shown}, cgquery {expected}")
    return compared, wrong


def compare(cgquery, reach_pairs, browser, graph, count):
    """Number of pairs that differ."""
    known = list(functions(cgquery, graph))
    draw = random.Random(1)
    pairs = [(draw.choice(known), draw.choice(known)) for _ in range(count)]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "graph.html")
        subprocess.run([cgquery, "export", "-q", "-o", path, graph], check=True)
        page = browser.open(path)
        page.wait("document.documentElement && document.documentElement.dataset.ready")
        shown = page.run(SCRIPT % json.dumps([(a[2], b[2]) for a, b in pairs]))
        compared, evidence = compare_evidence(cgquery, page, graph, pairs[:EVIDENCE])
    expected = of_library(reach_pairs, graph, pairs)
    wrong = [i for i in range(count) if shown[i:i + 1] != expected[i:i + 1]]
    for i in wrong[:5]:
        print(f"{graph}: {pairs[i][0][2]} to {pairs[i][1][2]}: "
              f"the page says {shown[i:i + 1]}, the library {expected[i:i + 1]}")
    counts = ", ".join(f"{expected.count(x)} {word}" for x, word in
                       (("y", "yes"), ("n", "no"), ("u", "unknown")))
    print(f"{graph}: {count} pairs ({counts}), {len(wrong)} differ; "
          f"evidence of {compared} pairs, {evidence} differ")
    return len(wrong) + evidence


def main(cgquery, reach_pairs, count, *graphs):
    if not chrome.find():
        print("no chromium")
        return 77
    with chrome.Chrome() as browser:
        wrong = sum(compare(cgquery, reach_pairs, browser, graph, int(count)) for graph in graphs)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
