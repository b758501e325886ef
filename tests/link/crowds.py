#!/usr/bin/env python3
"""Calls with very many callees: what linking takes, and what it still finds.

    crowds.py BIN_DIR

A ring: n calls through n pointers that are copied in a circle, so that each may call n functions. A chain:
pointer k holds k + 1 functions, and the last call passes a function that all the others call. Casts: n
functions of n types in one untyped pointer, each of which is called under all types.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

TYPE = "FPFvvEPFvvEE"  # void (*(void (*)(void)))(void)
PLAIN = "FvE"
CROWDED = "too many callees"
cgmerge = os.path.join(sys.argv[1], "cgmerge")
# What a sanitizer keeps of memory that was freed counts for it alone.
os.environ["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1"


def fail(what):
    sys.exit(f"crowds.py: {what}")


def function(name, facts, call=None, taken=True, body=True):
    meta = {"linkage": "external"}
    if body:
        meta.update(evidence=["ast"], pointerFacts=facts, unresolvedCalls=[])
    if taken:
        meta["addressTaken"] = [{"file": "a.c", "line": 1, "column": 1}]
    if call:
        meta["unresolvedCalls"] = [{"file": "a.c", "line": call, "column": 1, "reason": "pointer", "type": "f"}]
    return {"functionName": name, "hasBody": body, "origin": "a.c" if body else "", "callees": {}, "meta": meta}


def call(line, pointer, signature, result="", arguments=()):
    return ["k", "a.c", line, 1, pointer, signature, result, list(arguments)]


def ring(n):
    """Each of c0, c1, ... calls f0, f1, ..."""
    facts = [fact for k in range(n) for fact in (
        ["g", f"gp{k}"], ["f", f"gp{k}", f"P{PLAIN}"], ["c", f"gp{k}", f"&Ff{k}"], ["c", f"gp{k}", f"gp{(k + 1) % n}"])]
    nodes = [function(f"f{k}", [["t", PLAIN]]) for k in range(n)]
    nodes += [function(f"c{k}", [call(k + 1, f"gp{k}", PLAIN), ["t", PLAIN]], k + 1, False) for k in range(n)]
    return facts, nodes


def chain(n):
    """f0, f1, ... call what they get and return g. c0, c1, ... call f0 to f0, to f1, ... The last call passes h,
    its pointer also holds atexit, and it calls what it gets."""
    facts = [fact for k in range(n) for fact in (
        ["g", f"gp{k}"], ["f", f"gp{k}", f"P{TYPE}"], ["c", f"gp{k}", f"&Ff{k}"])]
    facts += [["c", f"gp{k + 1}", f"gp{k}"] for k in range(n - 1)] + [["c", f"gp{n - 1}", "&Fatexit"]]
    nodes = [function(f"f{k}", [["t", TYPE], call(n + k, f"pf{k}#0", PLAIN), ["c", f"rf{k}", "&Fg"]], n + k)
             for k in range(n)]
    for k in range(n - 1):
        nodes.append(function(f"c{k}", [call(k + 1, f"gp{k}", TYPE, "l1"), ["t", PLAIN]], k + 1, False))
    last = function(f"c{n - 1}", [call(n, f"gp{n - 1}", TYPE, "l1", ["l2"]), ["c", "l2", "&Fh"],
                                  call(9 * n, "l1", PLAIN), ["t", PLAIN]], n, False)
    last["meta"]["unresolvedCalls"].append({"file": "a.c", "line": 9 * n, "column": 1, "reason": "pointer", "type": "f"})
    nodes += [last, function("g", [["t", PLAIN]]), function("h", [["t", PLAIN]]),
              function("atexit", [["t", TYPE]], body=False)]
    return facts, nodes


def casts(n):
    """c0, c1, ... each convert what gp holds to the type of f0, f1, ... and call it."""
    types = [f"FvP{len(str(k)) + 1}s{k}E" for k in range(n)]
    facts = [["g", "gp"]] + [["z", "gp", f"&Ff{k}", types[k], ""] for k in range(n)]
    nodes = [function(f"f{k}", [["t", types[k]]]) for k in range(n)]
    nodes += [function(f"c{k}", [["z", "l1", "gp", "", types[k]], call(k + 1, "l1", types[k], "", [""]),
                                 ["t", PLAIN]], k + 1, False) for k in range(n)]
    return facts, nodes


def namesakes(n):
    """f in n files, each of which takes its address."""
    nodes = [function("f", [["t", PLAIN]]) for _ in range(n)]
    for k, node in enumerate(nodes):
        node["origin"] = f"{k}.c"
        node["meta"]["addressTaken"][0]["file"] = node["origin"]
        node["meta"]["definedIn"] = node["meta"]["addressTaken"]
    return [], nodes


def main_of(nodes):
    node = function("main", [["t", "FiE"]], taken=False)
    node["callees"] = {str(k): {"callType": "DIRECT", "callSites": [{"file": "a.c", "line": 1, "column": 1}]}
                       for k, other in enumerate(nodes) if other["functionName"][0] == "c"}
    return node


def write(path, facts, nodes, programs=1):
    """Each program has a main, in a file of its own."""
    nodes = nodes + [main_of(nodes)]
    nodes[len(nodes):] = [{**nodes[-1], "origin": f"{k}.c"} for k in range(1, programs)]
    sources = {node["origin"]: ["x"] for node in nodes if node["functionName"] == "main"}
    graph = {"_MetaCG": {"version": "4.0", "generator": {"name": "crowds", "sha": "", "version": "1"}},
             "_CG": {"meta": {"entryFunction": str(len(nodes) - 1), "pointerFacts": facts, "sources": sources},
                     "nodes": {str(k): node for k, node in enumerate(nodes)}}}
    with open(path, "w", encoding="utf-8") as out:
        json.dump(graph, out)


def link(path, options, most=None):
    """The linked graph as bytes, and the most memory that linking took."""
    out = path + ".linked"
    process = subprocess.Popen([cgmerge, "-q", "-o", out, *options, path], stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    if status:
        fail(f"cgmerge {path} ended with status {status}")
    if most and usage.ru_maxrss > most << 10:
        fail(f"{path}: {usage.ru_maxrss >> 10} MiB, more than {most}")
    with open(out, "rb") as linked:
        return linked.read()


def read(linked):
    """By function: the names of its callees, and why its calls are unresolved."""
    graph = json.loads(linked)["_CG"]["nodes"]
    callees = {node["functionName"]: {graph[k]["functionName"] for k in node["callees"]} for node in graph.values()}
    reasons = {node["functionName"]: [site["unknown"] for site in node["meta"].get("unresolvedCalls", [])]
               for node in graph.values()}
    escapes = {node["functionName"] for node in graph.values() if node["meta"].get("escapes")}
    return callees, reasons, escapes


def check_chain(linked, n):
    callees, reasons, escapes = read(linked)
    crowded = [k for k in range(n) if any(CROWDED in why for why in reasons[f"c{k}"])]
    if crowded != list(range(crowded[0], n)) or not 32 <= crowded[0] < n // 2:
        fail(f"in crowds are {crowded}")
    for k in range(crowded[0]):
        if callees[f"c{k}"] != {f"f{i}" for i in range(k + 1)} or reasons[f"c{k}"]:
            fail(f"c{k} calls {callees[f'c{k}']}, unresolved: {reasons[f'c{k}']}")
    for k in range(n):
        if callees[f"f{k}"] != {"h"} or f"f{k}" not in escapes:
            fail(f"f{k}, which gets h, calls {callees[f'f{k}']}; it escapes: {f'f{k}' in escapes}")
    if "g" not in callees[f"c{n - 1}"]:
        fail(f"the last call gets {callees[f'c{n - 1}']}, not g")
    if not {"atexit", "h"} <= escapes:
        fail("atexit in a crowd calls h, which does not escape")


def check_ring(linked, n):
    callees, reasons, escapes = read(linked)
    for k in range(n):
        if CROWDED not in str(reasons[f"c{k}"]) or f"f{k}" not in escapes or callees[f"c{k}"]:
            fail(f"c{k} of the ring has edges, or is not in a crowd")


def check_casts(linked, n):
    callees, _, _ = read(linked)
    if any(callees[f"c{k}"] != {f"f{i}" for i in range(n)} for k in range(n)):
        fail("calls of converted functions do not have all callees")


def check_namesakes(linked, n):
    (node,) = [node for node in json.loads(linked)["_CG"]["nodes"].values() if node["functionName"] == "f"]
    files = {site["file"] for site in node["meta"]["definedIn"]}
    if files != {f"{k}.c" for k in range(n)} or node["origin"] != "0.c":
        fail(f"the function of {n} files is said to be in {len(files)}, and of {node['origin']}")


def permuted(facts, nodes, seed):
    random.seed(seed)
    facts, nodes = facts[:], nodes[:]
    random.shuffle(facts)
    random.shuffle(nodes)
    return facts, nodes


def main():
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "a.mcg")
        # Before this program itself takes much, which counts. 64 million callees, each by itself, take twice as
        # much, and a sanitizer half of it.
        write(path, *chain(6000))
        link(path, ["--max-edges", "5000"], 250)
        write(path, *ring(8000))
        of_ring = link(path, [], 400)
        write(path, *ring(8000), programs=2)
        of_two = link(path, [], 400)
        write(path, *casts(500))
        of_casts = link(path, [], 400)
        write(path, *namesakes(8000))
        # United one by one, the places take n^2 bytes.
        of_namesakes = link(path, [], 300)
        check_ring(of_ring, 8000)
        check_ring(of_two, 8000)
        check_casts(of_casts, 500)
        check_namesakes(of_namesakes, 8000)
        write(path, *ring(100))
        callees, reasons, _ = read(link(path, []))
        if any(callees[f"c{k}"] != {f"f{i}" for i in range(100)} or reasons[f"c{k}"] for k in range(100)):
            fail("calls of a small ring do not have all callees")
        n = 600
        facts, nodes = chain(n)
        write(path, facts, nodes)
        linked = link(path, ["--max-edges", "5000"])
        check_chain(linked, n)
        for seed in range(3):
            write(path, *permuted(facts, nodes, seed))
            if link(path, ["--max-edges", "5000"]) != linked:
                fail(f"the order of facts and functions changes the result (seed {seed})")


main()
