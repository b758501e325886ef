"""Random profiles in the formats that are text, and damaged ones of all formats."""

import glob
import json
import os

import campaign
import graphs
from graphs import small

CORPUS = os.path.join(campaign.PROJECT, "tests/fuzz/corpus")


def stacks(random, names):
    """Call stacks, outermost first, and how often each was seen."""
    some = random.sample(names, min(len(names), 5))
    return [([random.choice(some) for _ in range(1 + random.randrange(5))], 1 + small(random))
            for _ in range(1 + random.randrange(8))]


def folded(random, names):
    lines = [";".join(stack) + f" {count}" for stack, count in stacks(random, names)]
    if random.random() < 0.3:
        lines.insert(0, "# a comment")
    return "\n".join(lines) + "\n"


def callgrind(random, names):
    out = ["# callgrind format", "version: 1", "events: Ir"]
    for stack, count in stacks(random, names):
        out += ["fl=a.c", f"fn={stack[0]}", f"1 {small(random)}"]
        for caller, callee in zip(stack, stack[1:]):
            out += [f"fn={caller}", f"cfn={callee}", f"calls={count} 1", f"{1 + small(random)} {small(random)}"]
    return "\n".join(out) + "\n"


def chrome(random, names):
    events, now = [], 0
    for stack, _ in stacks(random, names):
        for phase, frames in (("B", stack), ("E", stack[::-1])):
            for name in frames:
                now += 1
                events.append({"ph": phase, "ts": now, "pid": 1, "tid": 1, "name": name})
    value = random.choice([{"traceEvents": events, "displayTimeUnit": "ns", "metadata": {}}, events])
    return json.dumps(value, ensure_ascii=random.random() < 0.5)


def perf(random, names):
    out = []
    for stack, count in stacks(random, names):
        out.append(f"prog {random.choice([1, 77])} 12.5: {count} cpu-clock: ")
        out += [f"\t{4096 + i:16x} {name}+0x{i:x} (/bin/prog)" for i, name in enumerate(stack[::-1])]
        out.append("")
    return "\n".join(out) + "\n"


WRITERS = {"folded": folded, "callgrind": callgrind, "chrome": chrome, "perf": perf}


def profile(random, names):
    """The content of a file."""
    if random.random() < 0.25:
        path = random.choice(sorted(glob.glob(os.path.join(CORPUS, "profile-*/*"))))
        with open(path, "rb") as file:
            content = file.read()
        return graphs.damaged(random, content) if random.random() < 0.7 else content
    content = WRITERS[random.choice(sorted(WRITERS))](random, names).encode()
    return graphs.damaged(random, content) if random.random() < 0.15 else content
