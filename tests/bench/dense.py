#!/usr/bin/env python3
"""A graph with many calls for its functions, each with a site, and how long questions take:

    tests/bench/dense.py BUILD_DIR [OTHER_BUILD_DIR...]

14,000 functions call 39 others each through pointers and have an unresolved and a resolved call. Each
question is asked seven times; the least processor time of each build counts, and its ratio to that of
`reach` from the same build.
"""
import json
import os
import random
import resource
import subprocess
import sys
import tempfile

FUNCTIONS = 14000
CALLEES = 39
QUESTIONS = {
    "reach": ["reach", "GRAPH", "main", "isolated"],
    "why": ["why", "GRAPH", "main", "isolated"],
    "stack": ["stack", "GRAPH"],
    "dead": ["dead", "GRAPH"],
    "stats": ["stats", "GRAPH"],
}


def node(number):
    file, line = f"src/f{number // 20}.c", 100 + number % 20 * 10
    call = {"file": file, "reason": "pointer", "type": "int (*)(void *)"}
    callees = {}
    for callee in random.sample(range(FUNCTIONS), CALLEES):
        at = {"column": 9, "line": line} if callee % 2 else {"column": 12, "line": line + 1}
        callees[str(callee)] = {"callSites": [{**at, "file": file, "kind": "pointer"}],
                                "callType": "INDIRECT", "evidence": ["link"]}
    meta = {"resolvedCalls": [{"column": 12, "line": line + 1, **call}], "escapes": number % 3 == 0,
            "evidence": ["ast"], "linkage": "external", "numStatements": 5,
            "unresolvedCalls": [{"column": 9, "line": line, "unknown": "code not collected", **call}],
            "stackSize": {"bytes": 48, "kind": "static", "source": "su"}}
    return {"callees": callees, "functionName": f"f{number}" if number else "main", "hasBody": True,
            "meta": meta, "origin": file}


def write(path):
    random.seed(1)
    nodes = {str(i): node(i) for i in range(FUNCTIONS)}
    nodes[str(FUNCTIONS)] = {"callees": {}, "functionName": "isolated", "hasBody": True,
                             "meta": {"evidence": ["ast"], "linkage": "internal", "unresolvedCalls": []},
                             "origin": "z.c"}
    meta = {"entryFunction": "0", "linked": {"virtual": "rta", "world": "closed"}}
    generator = {"name": "dense", "sha": "", "version": "1"}
    with open(path, "w", encoding="utf-8") as out:
        json.dump({"_CG": {"meta": meta, "nodes": nodes},
                   "_MetaCG": {"generator": generator, "version": "4.0"}}, out,
                  separators=(",", ":"), sort_keys=True)


def seconds(build, arguments):
    environment = dict(os.environ, LD_LIBRARY_PATH=os.path.join(build, "lib"))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([os.path.join(build, "bin/cgquery"), *arguments], env=environment,
                          stdout=subprocess.DEVNULL, check=False)
    if done.returncode == 2:
        sys.exit(f"{build}: cgquery {' '.join(arguments)} failed")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    with tempfile.NamedTemporaryFile(suffix=".mcg") as graph:
        write(graph.name)
        reach = {}
        for name, words in QUESTIONS.items():
            arguments = [graph.name if word == "GRAPH" else word for word in words]
            for build in sys.argv[1:]:
                least = min(seconds(build, arguments) for _ in range(7))
                reach.setdefault(build, least)
                print(f"{name}: {least:.2f} s, {least / reach[build]:.1f} x reach, {build}")


main()
