#!/usr/bin/env python3
"""Removes calls that ran from a graph, and prints cgvalidate's verdicts on them.

    cut.py BIN_DIR GRAPH PROFILE...

A tenth of the calls the graph has and the profiles show, at most 150, drawn the same way each time.
Prints how many were taken out, and how many of them got each verdict; the rest is not checked (calls
compilers make by themselves).
"""
import collections
import json
import os
import random
import subprocess
import sys
import tempfile


def calls(tool, graph, profiles):
    done = subprocess.run([tool, graph, "--json", "--strict", *profiles], stdout=subprocess.PIPE)
    return json.loads(done.stdout)["calls"]


def pair(call):
    return call["caller"]["name"], call["callee"]["name"]


def cut(graph, pairs):
    """Takes pairs of names out of a graph. Returns those that it had."""
    nodes = graph["_CG"]["nodes"]
    by_name = collections.defaultdict(list)
    for number, node in nodes.items():
        by_name[node["functionName"]].append(number)
    gone = set()
    for caller, callee in pairs:
        for a in by_name[caller]:
            for b in by_name[callee]:
                if nodes[a]["callees"].pop(b, None) is not None:
                    gone.add((caller, callee))
    return gone


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    tool, path, profiles = os.path.join(sys.argv[1], "cgvalidate"), sys.argv[2], sys.argv[3:]
    present = [pair(c) for c in calls(tool, path, profiles) if c["verdict"] == "present"]
    random.seed(1)
    drawn = random.sample(present, min(len(present) // 10 + 1, 150, len(present)))
    with open(path) as file:
        graph = json.load(file)
    gone = cut(graph, drawn)
    with tempfile.NamedTemporaryFile("w", suffix=".mcg") as file:
        json.dump(graph, file)
        file.flush()
        found = collections.Counter(
            c["verdict"] for c in calls(tool, file.name, profiles) if pair(c) in gone)
    print(len(gone), "taken out:", ", ".join(f"{n} {v}" for v, n in sorted(found.items())))


main()
