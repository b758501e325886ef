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
    expected = of_library(reach_pairs, graph, pairs)
    wrong = [i for i in range(count) if shown[i:i + 1] != expected[i:i + 1]]
    for i in wrong[:5]:
        print(f"{graph}: {pairs[i][0][2]} to {pairs[i][1][2]}: "
              f"the page says {shown[i:i + 1]}, the library {expected[i:i + 1]}")
    counts = ", ".join(f"{expected.count(x)} {word}" for x, word in
                       (("y", "yes"), ("n", "no"), ("u", "unknown")))
    print(f"{graph}: {count} pairs ({counts}), {len(wrong)} differ")
    return len(wrong)


def main(cgquery, reach_pairs, count, *graphs):
    if not chrome.find():
        print("no chromium")
        return 77
    with chrome.Chrome() as browser:
        wrong = sum(compare(cgquery, reach_pairs, browser, graph, int(count)) for graph in graphs)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
