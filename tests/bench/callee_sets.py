#!/usr/bin/env python3
"""What graphs would save if calls shared their callees: callee_sets.py GRAPH...

A linked graph has an edge for each function that a call through a pointer, or a virtual call, may reach. If
several calls reach the same functions, a file could have these once, and calls that refer to them. Prints of
each graph: its size, which share of that are edges found by linking, which share edges all of whose calls have a
set of callees that another call has too, and what is left of that share when such sets and references to them
are written (9 bytes a function, 30 a call).
"""
import collections
import json
import sys


def found_edges(nodes):
    """Of each edge that is no direct call: caller and callee, bytes in the file, sites."""
    for caller, node in nodes.items():
        for callee, edge in node.get("callees", {}).items():
            if "DIRECT" not in edge.get("callType", "DIRECT").split("|"):
                length = len(json.dumps(edge, separators=(",", ":"))) + len(callee) + 4
                sites = {(caller, *map(site.get, ("file", "line", "column"))) for site in edge.get("callSites", [])}
                yield callee, length, sites


def measure(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    edges = list(found_edges(json.loads(text)["_CG"]["nodes"]))
    callees = collections.defaultdict(set)
    for callee, _, sites in edges:
        for site in sites:
            callees[site].add(callee)
    calls = collections.Counter(frozenset(those) for those in callees.values() if len(those) > 1)
    shared = {those: count for those, count in calls.items() if count > 1}
    common = {site for site, those in callees.items() if frozenset(those) in shared}
    gone = sum(length for _, length, sites in edges if sites and sites <= common)
    cost = sum(9 * len(those) + 30 * count for those, count in shared.items())
    percent = 100 / len(text)
    print(f"{path}: {len(text) / 1e6:.1f} MB, found {sum(length for _, length, _ in edges) * percent:.1f} %, "
          f"shared {gone * percent:.1f} %, saved {(gone - cost) * percent:.1f} %")


if len(sys.argv) < 2:
    sys.exit(__doc__)
for argument in sys.argv[1:]:
    measure(argument)
