"""Answers of cgquery about small random graphs, against slow and obvious ones (oracle.py)."""

import json

import graphs
import oracle

SHORT = 10
QUESTIONS = 6
COMPLETIONS = 20


def sample(random):
    """A graph of functions named f0, f1... with what decides which call may have which callee."""
    count = 2 + random.randrange(8)
    records, density = random.random() < 0.85, random.choice([0.08, 0.15, 0.3])
    nodes = []
    for i in range(count):
        meta = {}
        has_body = random.random() < 0.8
        if records and (has_body or random.random() < 0.1) and random.random() < 0.93:
            meta["unresolvedCalls"] = [call_of(random) for _ in range(random.choice([0, 0, 0, 0, 1, 2]))]
        describe(random, meta)
        nodes.append({"functionName": f"f{i}", "origin": "a.c", "hasBody": has_body, "meta": meta, "callees": {}})
    for node in nodes:
        for callee in range(count):
            if random.random() < density:
                kind = random.choice(["direct"] * 6 + ["callback", "candidate", "virtual", "pointer"])
                node["callees"][callee] = {"callType": "DIRECT"} if kind == "direct" else {
                    "callType": "INDIRECT", "callKinds": [kind]}
    meta = {}
    if random.random() < 0.6:
        meta["linked"] = {"virtual": "cha", "world": random.choice(["closed"] * 4 + ["open"])}
    if random.random() < 0.7:
        entry = random.randrange(count)
        nodes[entry]["hasBody"] = True
        meta["entryFunction"] = str(entry)
    return graphs.Graph(nodes, meta, {})


def call_of(random):
    return {"reason": random.choice(["pointer"] * 6 + ["virtual", "callback", "inline assembly"]),
            "unknown": random.choice(["code not collected"] * 3 + graphs.UNKNOWNS), "file": "a.c", "line": 1, "column": 1}


def describe(random, meta):
    if random.random() < 0.15:
        meta["addressTaken"] = [{"file": "a.c", "line": 1, "column": 1}]
    if random.random() < 0.3:
        meta["escapes"] = random.random() < 0.5
    if random.random() < 0.1:
        meta["mistyped"] = random.random() < 0.8
    if random.random() < 0.5:
        meta["confined"] = random.random() < 0.8
    if random.random() < 0.5:
        meta["runtime"] = random.random() < 0.8
    if random.random() < 0.5:
        meta["atExit"] = random.random() < 0.8
    if random.random() < 0.5:
        meta["exitless"] = random.random() < 0.8
    if random.random() < 0.5:
        meta["callsOnlyArguments"] = random.random() < 0.6
    if random.random() < 0.5:
        meta["linkage"] = "internal"
    if random.random() < 0.2:
        meta["fileProperties"] = {"systemInclude": random.random() < 0.5}


class Question:
    """One graph, and its program."""

    def __init__(self, case):
        self.case, self.random = case, case.random
        graph = sample(case.random)
        self.program = oracle.Program(graph)
        self.entry = graph.meta.get("entryFunction")
        case.write("a.mcg", graph.bytes(case.random))

    def one(self):
        return self.random.choice(self.program.nodes)

    def some(self):
        return sorted(self.random.sample(self.program.nodes, self.random.choice([1, 1, 1, 2])))

    def ask(self, verb, *words, options=()):
        """The result, and the document."""
        result = self.case.run("cgquery", verb, "--json", *options, "a.mcg", *words)
        if result.status not in (0, 1, 3):
            self.case.find(f"exit status {result.status}: {result.stderr[-200:]!r}", result)
            return result, None
        return result, json.loads(result.stdout)

    def entries(self):
        """Where the program begins."""
        if self.entry is not None:
            return [int(self.entry)]
        return [n for n in self.program.nodes if self.program.has_body[n]
                and self.program.meta[n].get("linkage") != "internal"]


def set_text(nodes):
    return " | ".join(f"f{n}" for n in nodes)


def number(function):
    return int(function["name"][1:])


def chain(calls):
    return [(number(call["caller"]), number(call["callee"])) for call in calls]


def check_chain(question, what, calls, starts, ends, length, result):
    path = chain(calls)
    fits = (len(path) == length and (not path or (path[0][0] in starts and path[-1][1] in ends))
            and all(a[1] == b[0] for a, b in zip(path, path[1:]))
            and all(b in question.program.edges[a] for a, b in path))
    if not fits:
        question.case.find(f"{what}: {path} is no chain of {length} calls from {starts} to {ends}", result)


def ask_reach(question):
    program, case = question.program, question.case
    starts, targets = question.some(), question.some()
    for verb in ("reach", "why"):
        result, document = question.ask(verb, set_text(starts), set_text(targets))
        if document is None:
            return
        case.expect_same(verb, program.answer(starts, targets), result.status, result)
        if result.status == 0:
            near = oracle.distances(program.edges, starts)
            check_chain(question, verb, document["path"], starts, targets,
                        min(near[t] for t in targets if t in near), result)
        if result.status == 1:
            for _ in range(COMPLETIONS):
                if oracle.reached(program.completion(case.random, starts), starts) & set(targets):
                    case.find("no, but a completion leads there", result)
                    break


def ask_path(question):
    program, case = question.program, question.case
    start, end = question.one(), question.one()
    expected = oracle.simple_paths(program.edges, start, end)
    if len(expected) > 500:
        return
    result, document = question.ask("path", f"f{start}", f"f{end}", options=["--all", "--max=100000"])
    if document is None:
        return
    found = [[start, *(b for _, b in chain(path["calls"]))] for path in document["paths"]]
    case.expect_same("all paths", sorted(expected), sorted(found), result)
    case.expect_same("shortest first", sorted(map(len, found)), list(map(len, found)), result)
    case.expect_same("exit status of path", program.answer([start], [end]), result.status, result)


def ask_neighbours(question):
    verb = question.random.choice(["callers", "callees"])
    edges = question.program.edges if verb == "callees" else oracle.backwards(question.program.edges)
    node = question.one()
    result, document = question.ask(verb, f"f{node}", options=["--transitive"])
    if document is None:
        return
    expected = {n: d for n, d in oracle.distances(edges, [node]).items() if n != node}
    found = {number(f["function"]): f["distance"] for f in document["functions"] if f["distance"]}
    found.pop(node, None)
    question.case.expect_same(verb, expected, found, result)


def ask_cycles(question):
    result, document = question.ask("cycles")
    if document is None:
        return
    found = {frozenset(number(f) for f in cycle["functions"]) for cycle in document["cycles"]}
    question.case.expect_same("cycles", oracle.cycles(question.program.edges, question.program.nodes), found, result)
    for cycle in document["cycles"]:
        calls = chain(cycle["cycle"])
        check_chain(question, "cycle", cycle["cycle"], [calls[-1][1]], [calls[0][0]], len(calls), result)


def ask_dominators(question):
    program = question.program
    node, entries = question.one(), question.some()
    result, document = question.ask("dominators", f"f{node}", options=[f"--entry={set_text(entries)}"])
    if document is None:
        return
    expected = oracle.dominators(program.edges, entries, node)
    answer = document["of"][0]
    question.case.expect_same("reached", expected is not None, answer["reached"], result)
    found = {number(f) for f in answer["through"]}
    question.case.expect_same("dominators", expected or set(), found - {node}, result)


def ask_common(question):
    targets = sorted(question.random.sample(question.program.nodes, 2))
    result, document = question.ask("common", *(f"f{t}" for t in targets))
    if document is None:
        return
    near = oracle.nearest_common(question.program.edges, question.program.nodes, targets)
    found = [{number(caller["function"]), *map(number, caller["cycle"])} for caller in document["callers"]]
    question.case.expect_same("common", near, set().union(*found), result)


def ask_dead(question):
    program, entries = question.program, question.entries()
    if not entries:
        return
    result, document = question.ask("dead")
    if document is None:
        return
    dead = {number(m["function"]) for cluster in document["clusters"] for m in cluster["members"]}
    maybe = {number(m["function"]) for m in document["maybe"]}
    for node in program.nodes:
        if not program.has_body[node] or program.meta[node].get("fileProperties", {}).get("systemInclude"):
            continue
        expected = {0: "runs", 1: "dead", 3: "unknown"}[program.answer(entries, [node])]
        found = "dead" if node in dead else "unknown" if node in maybe else "runs"
        question.case.expect_same(f"f{node}", expected, found, result)


def random_set(question, depth=0):
    """A set's text and functions."""
    random, edges, nodes = question.random, question.program.edges, set(question.program.nodes)
    if depth > 3 or random.random() < 0.3:
        node = question.one()
        return random.choice([
            (f"f{node}", {node}), ("*", nodes), ("is(defined)", {n for n in nodes if question.program.has_body[n]}),
            ("is(internal)", {n for n in nodes if question.program.meta[n].get("linkage") == "internal"}),
            (f"/f[0-{node}]$/", {n for n in nodes if n <= node})])
    text, some = random_set(question, depth + 1)
    other_text, other = random_set(question, depth + 1)
    back = oracle.backwards(edges)
    steps = random.randrange(1, 4)

    def around(ways):
        return {n for n, d in oracle.distances(ways, some).items() if 0 < d <= steps}
    inside = {a: edges[a] & some for a in some}
    return random.choice([
        (f"({text} | {other_text})", some | other), (f"({text} & {other_text})", some & other),
        (f"({text} - {other_text})", some - other), (f"!({text})", nodes - some),
        (f"reaches({text})", oracle.reached(back, some)), (f"reachedFrom({text})", oracle.reached(edges, some)),
        (f"onPath({text}, {other_text})", oracle.reached(edges, some) & oracle.reached(back, other)),
        (f"callers({text}, {steps})", around(back)), (f"callees({text}, {steps})", around(edges)),
        (f"roots({text})", {n for n in some if not any(n in inside[m] for m in some - {n})}),
        (f"leaves({text})", {n for n in some if not inside[n] - {n}}),
        (f"recursive({text})", set().union(*oracle.cycles(inside, some), set()))])


def ask_set(question):
    text, expected = random_set(question)
    result = question.case.run("cgquery", "select", "--json", "a.mcg", text)
    found = {number(f) for f in json.loads(result.stdout)["functions"]} if result.status == 0 else set()
    question.case.expect_same("set", expected, found, result)


def ask_rules(question):
    starts = question.some()
    targets = [t for t in question.some() if t not in starts]
    if not targets:
        return
    question.case.write("deny.rules", f"deny {set_text(starts)} -> {set_text(targets)}\n")
    result, _ = question.ask("check", "deny.rules")
    expected = {0: 1, 1: 0, 3: 3}[question.program.answer(starts, targets)]
    question.case.expect_same("deny", expected, result.status, result)


def case(case):
    question = Question(case)
    asks = [ask_reach, ask_path, ask_neighbours, ask_cycles, ask_dominators, ask_common, ask_dead, ask_set, ask_rules]
    for ask in case.random.sample(asks, QUESTIONS):
        ask(question)
