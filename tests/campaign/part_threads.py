"""One frozen graph and eight threads, and cgmerge with eight readers, under ThreadSanitizer.

The library and cgmerge are built once more for it, in BUILD/campaign-threads."""

import functools
import os
import subprocess

import campaign
import graphs

# Building takes longer than a short run may.
SHORT = 0
FLAGS = "-g -O1 -fsanitize=thread -D_GNU_SOURCE"


def done(*command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode:
        raise campaign.Skip(f"{' '.join(command[:4])} failed: {result.stdout.decode(errors='replace')[-300:]}")


@functools.lru_cache(maxsize=1)
def program(build_path):
    """Build the library and threads.c for ThreadSanitizer."""
    place = os.path.join(build_path, "campaign-threads")
    done("cmake", "-S", campaign.PROJECT, "-B", place, "-DCG_COLLECT=OFF", f"-DCMAKE_C_FLAGS={FLAGS}",
         "-DCMAKE_BUILD_TYPE=Debug")
    done("cmake", "--build", place, "-j2", "--target", "cg", "cgmerge")
    out = os.path.join(place, "bin/threads")
    done("cc", *FLAGS.split(), "-std=c17", "-pthread", os.path.join(campaign.HERE, "threads.c"), "-o", out,
         f"-I{campaign.PROJECT}/libcg/include", f"-L{place}/lib", f"-Wl,-rpath,{place}/lib", "-lcg", "-ljansson")
    return place


def large_graph(case):
    """Enough functions for all threads to be busy at once."""
    nodes = []
    for i in range(300):
        meta = {"unresolvedCalls": [graphs.unresolved_call(case.random)] if case.random.random() < 0.1 else [],
                "numStatements": graphs.small(case.random), "loopDepth": 1}
        callees = {case.random.randrange(300): {"callType": "DIRECT"} for _ in range(4)}
        nodes.append({"functionName": f"f{i}", "origin": f"{i % 7}.c", "hasBody": case.random.random() < 0.9,
                      "meta": meta, "callees": callees})
    return graphs.Graph(nodes, {}, {})


def case(case):
    tsan = campaign.Build(program(case.build.path))
    case.write("large.mcg", large_graph(case).bytes(case.random))
    case.build = tsan
    case.run("threads", "large.mcg", TSAN_OPTIONS="exitcode=66")
    parts = [case.write(f"part{i}.mcg", large_graph(case).bytes(case.random)) for i in range(20)]
    case.run("cgmerge", "-q", "-j", "8", "-o", "whole.mcg", *parts, TSAN_OPTIONS="exitcode=66")
