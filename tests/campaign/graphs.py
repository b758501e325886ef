"""Random graphs, as .mcg files of version 4 and 2."""

import json

import facts

KINDS_OF_CALLS = ["direct", "virtual", "pointer", "implicit", "callback", "candidate"]
HOSTILE = [
    " ", "\t", "\n", "a\nb", "\r", "\x01", "\x1b[31mred", "\x1b]0;title\x07", "\x7f", "\u0085", "\u009b31m",
    "\u202eabc", "\u2028", "\ufeff", "\ufffe", "\U0001f600", "caf\u00e9", '"', "'", "a\"b'c", "\\", "\\n",
    "a|b", "a#0", "#", "#35;", "a;b", "a,b", "=1+1", "-o", "--json", "--", "*", "?", "[a-", "[]", "f*", "/a/",
    "/(/", "$x", "@f", "!f", "a & b", "a - b", "A | B", "(", ")", "f(int)", "f(int, char)", "is(entry)",
    "reaches(", "{", "}", "<&>", "]]>", "<!--", "%s%n", "${x}", "`id`", "end", "subgraph", "node", "null",
    "true", "0", "-1", "1e9", "../../x", "/dev/stdout", "a.c:1", "a.c:f", "?:f", "x:y:z", "::", "a::", "~A",
    "operator()", "operator<", "operator new[]", "main", "_start", "_Z", "_ZN", "_Z1f", "_Z1fv", "_Z1fi",
    "_ZN1A1fEv", "_ZN1AC1Ev", "_ZN1AD0Ev", "_ZZ1fvE1x", "_ZN1A1fEv.cold", "_ZThn8_N1A1fEv", "_ZTV1A",
    "_ZN12_GLOBAL__N_11fEv", "_Z1fIiEvT_", "_ZNSt6vectorIiSaIiEE9push_backERKi", "_RNvC1a1b",
    "_Z" + "N1A" * 60 + "1fE" + "v", "_Z1f" + "P" * 300 + "i", "f" * 5000, "\u00e9" * 2000, "a b", "a\tb",
]
REASONS = ["pointer", "virtual", "callback", "inline assembly", "coroutine", "parse error", "cleanup", "pragma",
           "implicit", "not emitted", "", "other"]
UNKNOWNS = ["code not collected", "library result", "dlsym", "integer", "no facts", "incompatible type",
            "code not collected, library result", "library result, dlsym", "inline assembly", ""]
FILES = ["a.c", "b.c", "src/a.c", "src/net/b.cc", "/usr/include/x.h", "dir/q\".c", "dir/new\nline.c", "\x1b[1m.c",
         "caf\u00e9.c", "", "a|b.c", "#.c", "..", None]


def text(random, *more):
    return random.choice([*HOSTILE, "", *more])


def number(random):
    return random.choice([0, 1, 2, 3, 7, random.randrange(100), -1, 2**31, 2**63 - 1, 2**63, 2**70, 1.5, -0.0,
                          1e300, 5e-324])


def small(random):
    return random.choice([0, 1, 2, 3, 5, 8, 40])


def any_value(random, depth=0):
    choice = random.randrange(9 if depth < 4 else 6)
    if choice < 6:
        return [small(random), True, None, number(random), text(random), False][choice]
    if choice == 6:
        return [any_value(random, depth + 1) for _ in range(random.randrange(4))]
    return {text(random, "calls", "a"): any_value(random, depth + 1) for _ in range(random.randrange(4))}


def site(random):
    out = {"file": random.choice([f for f in FILES if f is not None]), "line": 1 + small(random),
           "column": 1 + small(random)}
    if random.random() < 0.2:
        out["loops"] = small(random)
    return out


def sites(random, least=0):
    return [site(random) for _ in range(random.randrange(least, 3 + least))]


def unresolved_call(random):
    out = site(random)
    out["reason"] = random.choice(REASONS)
    if random.random() < 0.7:
        out["unknown"] = random.choice(UNKNOWNS)
    if random.random() < 0.5:
        out["type"] = random.choice(["void (int)", "FvvE", text(random)])
    if out["reason"] == "virtual" and random.random() < 0.7:
        out.update(receiver=random.choice(["1A", "1B", text(random)]), slot=small(random))
    return out


def metric(random):
    return {"exclusive": small(random), "inclusive": small(random), "unit": random.choice(["sec", "", "bytes"])}


# A value of each kind, in its shape. Random, the names of functions, and their numbers as texts.
KINDS = {
    "numStatements": lambda r, n, i: small(r),
    "fileProperties": lambda r, n, i: {"systemInclude": r.random() < 0.3},
    "inlineInfo": lambda r, n, i: {key: r.random() < 0.5 for key in (
        "isTemplate", "likelyInline", "markedAlwaysInline", "markedInline")},
    "codeStatistics": lambda r, n, i: {"numVars": small(r)},
    "numConditionalBranches": lambda r, n, i: small(r),
    "numOperations": lambda r, n, i: {key: small(r) for key in (
        "numberOfControlFlowOps", "numberOfFloatOps", "numberOfIntOps", "numberOfMemoryAccesses")},
    "loopDepth": lambda r, n, i: small(r),
    "loopCallDepth": lambda r, n, i: {r.choice(n): small(r) for _ in range(r.randrange(3))},
    "globalLoopDepth": lambda r, n, i: small(r),
    "mallocCollector": lambda r, n, i: [{"allocStmt": text(r), "global": text(r)}],
    "uniqueTypeMetaData": lambda r, n, i: small(r),
    "estimateCallCount": lambda r, n, i: {
        "calls": {r.choice(n): [[small(r), text(r)]]},
        "codeRegions": {text(r): {"functions": [r.choice(n)], "parent": "", "parentCalls": small(r)}}},
    "BaseProfileData": lambda r, n, i: {"inclusiveRtInSeconds": 1.5, "numCalls": small(r), "timeInSeconds": 0.5},
    "signature": lambda r, n, i: r.choice(["int (void)", "void (int *)", text(r)]),
    "parameters": lambda r, n, i: [{"name": text(r), "type": "int"} for _ in range(r.randrange(3))],
    "resultType": lambda r, n, i: r.choice(["int", text(r)]),
    "sourceRange": lambda r, n, i: {"begin": {"column": 1, "line": 1 + small(r)},
                                    "end": {"column": 2, "line": 20 + small(r)}},
    "stackSize": lambda r, n, i: {"bytes": r.choice([8, 64, 4096, 2**62]), "source": r.choice(["su", "ir", "ci"]),
                                  "kind": r.choice(["static", "dynamic", "bounded"])},
    "cyclomaticComplexity": lambda r, n, i: 1 + small(r),
    "attributes": lambda r, n, i: sorted({r.choice(["noreturn", "constructor", "used", "weak", text(r)])}),
    "recursion": lambda r, n, i: {"component": small(r), "size": 1 + small(r)},
    "definedIn": lambda r, n, i: sites(r),
    "madeBy": lambda r, n, i: {"file": "a.c", "line": 1 + small(r), "macro": text(r)},
    "resolvedCalls": lambda r, n, i: [dict(site(r), reason="pointer")],
    "unresolvedCalls": lambda r, n, i: [unresolved_call(r) for _ in range(r.choice([0, 0, 0, 1, 2]))],
    "outlined": lambda r, n, i: sites(r),
    "addressTaken": lambda r, n, i: sites(r, 1),
    "names": lambda r, n, i: sorted({"alias" + r.choice(n)}),
    "evidence": lambda r, n, i: ["ast", "ir"],
    "observed": lambda r, n, i: [{"source": text(r), "visits": small(r)}],
    "profile": lambda r, n, i: {"metrics": {r.choice(["time", text(r)]): metric(r)}, "visits": small(r)},
    "callsOnlyArguments": lambda r, n, i: r.random() < 0.5,
    "escapes": lambda r, n, i: r.random() < 0.5,
    "confined": lambda r, n, i: r.random() < 0.5,
    "runtime": lambda r, n, i: r.random() < 0.5,
    "atExit": lambda r, n, i: r.random() < 0.5,
    "exitless": lambda r, n, i: r.random() < 0.5,
    "mistyped": lambda r, n, i: r.random() < 0.5,
    "neverInstantiated": lambda r, n, i: True,
    "undescribed": lambda r, n, i: True,
    "interposable": lambda r, n, i: True,
    "noCode": lambda r, n, i: r.choice(["trivial", "builtin"]),
    "pureVirtual": lambda r, n, i: True,
    "pointerFacts": lambda r, n, i: facts.facts(r, n),
}
EDGE_KINDS = {
    "callSites": lambda r, n, i: [dict(site(r), **({"kind": r.choice(KINDS_OF_CALLS), "through": r.choice(n)}
                                                   if r.random() < 0.3 else {})) for _ in range(1 + r.randrange(2))],
    "context": lambda r, n, i: r.choice([
        {"parameters": [small(r)], "value": small(r)},
        {"arguments": [{"forwards": [0], "parameter": small(r), "values": [small(r)]}]}]),
    "evidence": lambda r, n, i: ["ast"],
    "observed": lambda r, n, i: [{"source": "run", "visits": small(r)}],
    "profile": lambda r, n, i: {"metrics": {"time": metric(r)}, "visits": small(r)},
}
GRAPH_KINDS = {
    "entryFunction": lambda r, n, i: r.choice(i),
    "linked": lambda r, n, i: {"assume": [], "foreignCode": r.random() < 0.5,
                               "virtual": r.choice(["rta", "cha"]), "world": r.choice(["closed", "open"])},
    "unresolvedCauses": lambda r, n, i: [{"cause": text(r), "only": 1, "reason": "integer", "sites": 2}],
    "part": lambda r, n, i: {"calls": 100, "functions": 50},
    "pointerFacts": lambda r, n, i: facts.facts(r, n),
}


class Graph:
    """Functions, each a dictionary as in version 4 whose callees are numbers of functions."""

    def __init__(self, nodes, meta, members):
        self.nodes, self.meta, self.members = nodes, meta, members

    @property
    def names(self):
        return [node["functionName"] for node in self.nodes]

    def version4(self):
        nodes = {str(i): dict(node, callees={str(c): meta for c, meta in node["callees"].items()})
                 for i, node in enumerate(self.nodes)}
        return {"_CG": {"meta": self.meta, "nodes": nodes}, **self.members,
                "_MetaCG": {"generator": {"name": "campaign", "sha": "", "version": "0.1"}, "version": "4.0"}}

    def version2(self):
        """Only of functions with different names."""
        names = self.names
        nodes = {}
        for node in self.nodes:
            meta = {k: v for k, v in node["meta"].items() if k not in ("linkage", "overrideMD")}
            if node["origin"] is not None:
                meta["fileProperties"] = {"origin": node["origin"], "systemInclude": False}
            callees = sorted(names[c] for c in node["callees"])
            nodes[node["functionName"]] = {"callees": callees, "callers": [], "doesOverride": False,
                                           "hasBody": node["hasBody"], "isVirtual": False, "meta": meta,
                                           "overriddenBy": [], "overrides": []}
        for name, node in nodes.items():
            for callee in node["callees"]:
                nodes[callee]["callers"].append(name)
        return {"_CG": nodes, "_MetaCG": {"generator": {"name": "campaign", "sha": "", "version": "0.1"},
                                          "version": "2.0"}}

    def bytes(self, random, version=4):
        """A file, written in one of the ways that JSON allows."""
        value = shuffled(random, self.version4() if version == 4 else self.version2())
        if version == 2:
            value = {"_MetaCG": value["_MetaCG"], **value}
        return json.dumps(value, ensure_ascii=random.random() < 0.5,
                          indent=random.choice([None, None, 1])).encode("utf-8", "surrogatepass")


def shuffled(random, value):
    """The same with the members of objects in another order."""
    if not isinstance(value, dict):
        return value
    keys = list(value)
    random.shuffle(keys)
    return {key: shuffled(random, value[key]) for key in keys}


def values(random, kinds, names, numbers, most, odd=0.0):
    """Values of some kinds; as many as odd says are not of the shape of their kind."""
    out = {}
    for key in random.sample(sorted(kinds), random.randrange(min(most, len(kinds)) + 1)):
        out[key] = any_value(random) if random.random() < odd else kinds[key](random, names, numbers)
    if random.random() < 0.1:
        out[text(random, "unknownKind")] = any_value(random)
    return out


def edge(random, names, numbers, odd):
    meta = values(random, EDGE_KINDS, names, numbers, 3, odd)
    kinds = random.sample(KINDS_OF_CALLS, random.choice([1, 1, 1, 2]))
    meta["callType"] = {"direct": "DIRECT", "virtual": "VIRTUAL"}.get(kinds[0], "INDIRECT")
    if len(kinds) > 1 or kinds[0] not in ("direct", "virtual", "pointer"):
        meta["callKinds"] = sorted(kinds)
    return meta


def override(random, nodes):
    methods = random.sample(range(len(nodes)), min(4, len(nodes)))
    for i in methods:
        nodes[i]["meta"]["overrideMD"] = {"overriddenBy": [], "overrides": []}
    for base, derived in zip(methods, methods[1:]):
        if random.random() < 0.6:
            nodes[derived]["meta"]["overrideMD"]["overrides"].append(str(base))
            nodes[base]["meta"]["overrideMD"]["overriddenBy"].append(str(derived))


def add_facts(random, node, names):
    """Facts of a body, and the calls that they are about."""
    made, calls = facts.body(random, names)
    node["meta"]["pointerFacts"] = made
    known = node["meta"].get("unresolvedCalls", [])
    node["meta"]["unresolvedCalls"] = (known if isinstance(known, list) else []) + calls


def random_graph(random, largest=14, hostile=True, linked=None, odd=None):
    """hostile: some graphs have odd names; linked: whether it is, None: either; odd: the part of values
    without the shape of their kind, None: few, in some graphs."""
    count = 1 + random.randrange(largest)
    odd = random.choice([0, 0, 0, 0, 0, 0, 0.05]) if odd is None else odd
    plain = ["main"] + [f"f{i}" for i in range(1, count)]
    names = random.sample(sorted(set(HOSTILE)), min(count, len(HOSTILE))) if hostile and random.random() < 0.7 \
        else plain
    names += plain[len(names):]
    if odd:
        names[-1] = random.choice(["", names[-1], names[0]])
    numbers = [str(i) for i in range(count)]
    density = random.choice([0.05, 0.15, 0.4])
    nodes = []
    for name in names:
        node = {"functionName": name, "origin": random.choice(FILES), "hasBody": random.random() < 0.8,
                "meta": values(random, KINDS, names, numbers, random.choice([2, 6, len(KINDS)]),
                               odd), "callees": {}}
        if random.random() < 0.8:
            node["meta"]["unresolvedCalls"] = KINDS["unresolvedCalls"](random, names, numbers)
        if random.random() < 0.5:
            node["meta"]["linkage"] = random.choice(["external", "internal", "weak"])
        for callee in range(count):
            if random.random() < density:
                node["callees"][callee] = edge(random, names, numbers, odd)
        if random.random() < 0.05:
            node[text(random, "beside") + "+"] = any_value(random)
        nodes.append(node)
    if random.random() < 0.4:
        override(random, nodes)
    meta = values(random, GRAPH_KINDS, names, numbers, 4, odd)
    if linked is not None:
        meta.pop("linked", None)
        if linked:
            meta["linked"] = GRAPH_KINDS["linked"](random, names, numbers)
    return Graph(nodes, meta, {"extra": any_value(random)} if random.random() < 0.1 else {})


def damaged(random, content):
    """A file that something happened to."""
    content = bytearray(content)
    for _ in range(1 + random.randrange(4)):
        at = random.randrange(len(content) + 1)
        choice = random.randrange(5)
        if choice == 0:
            del content[at:at + 1 + random.randrange(20)]
        elif choice == 1:
            content[at:at] = random.choice([b"\xff", b"\xed\xa0\x80", b"\\ud800", b"\x00", b"{", b"]", b'"', b",", b"1e999",
                                            b"null", b"-", b"\xc3"])
        elif choice == 2:
            del content[at:]
        elif choice == 3 and at < len(content):
            content[at] ^= 1 << random.randrange(8)
        else:
            other = random.randrange(len(content) + 1)
            content[at:at] = content[other:other + 40]
    return bytes(content)
