#!/usr/bin/env python3
"""Compare answers of the library with slow ones computed from the file by the definitions in
libcg/query.h: reach_pairs.py REACH_PAIRS GRAPH COUNT [SEED]

REACH_PAIRS is the program of reach_pairs.c. All pairs of COUNT functions drawn are asked. The graph
is one that cgmerge linked, with version 4 or without links."""
import json
import subprocess
import sys

# How code that was not collected finds what it calls: bits, and what includes others.
NONE, LASTING, AT_EXIT, CONFINED, BY_ADDRESS, BY_POINTER, BY_NAME = 0, 1, 2, 4, 7, 15, 31


class Function:
    def __init__(self, node):
        meta = node["meta"]
        self.name = node["functionName"]
        self.origin = node["origin"] or ""
        self.has_body = node["hasBody"]
        self.internal = meta.get("linkage") == "internal"
        self.says = "unresolvedCalls" in meta
        self.open = meta.get("unresolvedCalls", [])
        self.taken = bool(meta.get("addressTaken"))
        self.escapes = meta.get("escapes")
        self.confined = meta.get("confined") is True
        self.runtime = meta.get("runtime") is True
        self.at_exit = meta.get("atExit") is True
        self.exitless = meta.get("exitless") is True
        self.mistyped = meta.get("mistyped") is True
        self.calls_only_arguments = meta.get("callsOnlyArguments")
        self.observed = "observed" in meta
        system = meta.get("fileProperties", {}).get("systemInclude")
        self.of_program = self.calls_only_arguments is not False and (
            system is False or (system is None and self.observed))
        self.virtual = "overrideMD" in meta or meta.get("isVirtual", False)
        self.callees = [i for i, e in node["callees"].items() if kinds(e) != ["candidate"]]


def kinds(edge):
    types = {"DIRECT": "direct", "INDIRECT": "pointer", "VIRTUAL": "virtual"}
    return edge.get("callKinds", [types.get(edge.get("callType"))])


class Graph:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            whole = json.load(file)["_CG"]
        linked = whole["meta"].get("linked")
        self.linked = linked is not None
        self.library = self.linked and linked.get("world") != "closed"
        self.no_foreign = self.linked and linked.get("foreignCode") is False
        self.foreign = self.linked and linked.get("foreignVariables") is True
        self.nodes = {i: Function(n) for i, n in whole["nodes"].items()}
        self.called_back = set()
        self.callers = {}
        self.contexts = {}
        self.parameters = set()
        for caller, node in whole["nodes"].items():
            for callee, edge in node["callees"].items():
                self.callers.setdefault(callee, []).append(kinds(edge))
                if "callback" in kinds(edge):
                    self.called_back.add(callee)
                self.add_context(caller, callee, edge)
        self.records = any(f.says for f in self.nodes.values())

    def add_context(self, caller, callee, edge):
        context = (edge or {}).get("context", {})
        member, fits = (("value", {"pointer", "callback", "candidate"}) if "value" in context
                        else ("arguments", {"direct"}))
        if member in context and set(kinds(edge)) <= fits:
            self.contexts[caller, callee] = context
            self.parameters |= set(context.get("parameters", []))

    def walk(self, starts, in_context=True):
        """What is reached: functions, each with all that is known of what it was handed, as a set
        of (parameter, value), whose value None is anything."""
        anything = frozenset([None])
        seen = {(start, anything) for start in starts}
        todo = list(seen)
        while todo:
            node, held = todo.pop()
            for callee in self.nodes[node].callees:
                context = self.contexts.get((node, callee), {}) if in_context else {}
                if not self.may_call(context, held):
                    continue
                state = (callee, self.handed(context, held))
                if state not in seen:
                    seen.add(state)
                    todo.append(state)
        return {node for node, held in seen}

    @staticmethod
    def may_call(context, held):
        """Whether a function that was handed that may make a call."""
        return "value" not in context or None in held or any(
            (p, v) in held for p in context["parameters"] for v in (None, context["value"]))

    def handed(self, context, held):
        """What a call hands over: all there may be, together. None: all of it is anything."""
        if "arguments" not in context:
            return frozenset([None])
        told = {a["parameter"]: a for a in context["arguments"]}
        over = {(p, None) for p in self.parameters - set(told)}
        for parameter, argument in told.items():
            over |= {(parameter, v) for v in argument["values"]}
            for source in argument["forwards"]:
                over |= {(parameter, None)} if None in held else {
                    (parameter, v) for p, v in held if p == source}
        return frozenset(over)

    def only_virtual(self, node):
        """Named as the static target of virtual calls alone."""
        calls = self.callers.get(node, [])
        return (self.linked and calls and all(k == ["virtual"] for k in calls)
                and not self.nodes[node].taken)

    def leads_out(self, node, starts_outside):
        f = self.nodes[node]
        if f.has_body:
            return False
        if starts_outside or not self.linked:
            return True
        virtual = self.only_virtual(node) and f.calls_only_arguments is not False
        return f.calls_only_arguments is not True and not virtual

    def is_stranger(self, node, starts_outside):
        f = self.nodes[node]
        loads = f.name in ("dlopen", "dlmopen")
        return self.leads_out(node, starts_outside) and (f.of_program or loads)

    def extent(self, site):
        """Of an unresolved call: what code it may be of, None for anything."""
        words = (site.get("unknown") or "").split(", ")
        known = {word: BY_POINTER for word in (
            "code not collected", "library result", "incompatible type", "too many callees",
            "no value seen")}
        known["dlsym"] = BY_NAME
        if not self.linked or site.get("reason") not in ("pointer", "virtual", "callback"):
            return None
        return None if any(w not in known for w in words) else max(known[w] for w in words)

    def level_of(self, node, starts_outside, strangers):
        f = self.nodes[node]
        extents = [self.extent(site) for site in f.open]
        levels = [e for e in extents if e is not None]
        if self.leads_out(node, starts_outside):
            says = self.linked and not starts_outside
            levels.append(BY_ADDRESS & ~(CONFINED if says and f.runtime else 0)
                          & ~(AT_EXIT if says and f.exitless else 0))
        if self.is_stranger(node, starts_outside):
            levels.append(BY_NAME)
        level = NONE
        for one in levels:
            level |= one
        if level != NONE and self.linked and (self.library or strangers):
            level = BY_NAME
        return level, None in extents

    def gets_out(self, f, number):
        """Whether code that was not collected may call a function later."""
        return number in self.called_back if f.escapes is None else f.escapes

    def kept_as(self, f):
        return LASTING if not self.linked else CONFINED if f.confined else AT_EXIT if f.at_exit else LASTING

    def callable(self, level):
        if level == NONE:
            return set()
        by_address = {i for i, f in self.nodes.items()
                      if (self.gets_out(f, i) if self.linked else f.taken)
                      and level & self.kept_as(f)}
        if self.linked and level & BY_POINTER & ~BY_ADDRESS:
            by_address |= {i for i, f in self.nodes.items() if f.mistyped}
        by_name = {i for i, f in self.nodes.items() if not f.internal}
        return by_address | (by_name if level == BY_NAME else set())

    def answers(self, start):
        """What is reached for certain, what may be, and whether anything may be."""
        outside = not self.nodes[start].has_body
        strangers = self.foreign or any(self.is_stranger(i, outside) for i, f in self.nodes.items()
                        if not self.no_foreign or f.observed)
        certain = self.walk([start])
        level, extra, seen = NONE, set(), certain
        while True:
            most, anything = NONE, False
            for node in seen:
                at, any_at = self.level_of(node, outside, strangers)
                silent = self.nodes[node].has_body and not self.nodes[node].says and self.records
                most, anything = most | at, anything or any_at or silent
            if most == level:
                return certain, self.walk(extra), anything
            level, extra = most, self.callable(most)
            seen = self.walk({start} | extra)


def main():
    program, path, count = sys.argv[1:4]
    seed = sys.argv[4] if len(sys.argv) > 4 else "1"
    out = subprocess.run([program, path, count, seed], check=True, capture_output=True, text=True)
    lines = out.stdout.splitlines()
    drawn = [tuple(line.split("\t")) for line in lines[:len(lines) // 2]]
    graph = Graph(path)
    ids = {(f.name, f.origin): i for i, f in graph.nodes.items()}
    wrong, told = 0, {"y": 0, "n": 0, "u": 0}
    for start, letters in zip(drawn, lines[len(lines) // 2:]):
        certain, perhaps, anything = graph.answers(ids[start])
        indexed = graph.walk([ids[start]], in_context=False)
        for end, letter in zip(drawn, letters):
            node = ids[end]
            right = ("y" if node in certain else "u" if anything or node in perhaps else "n")
            right = right.upper() if node in indexed else right
            told[letter.lower()] += 1
            if letter != right:
                wrong += 1
                if wrong <= 10:
                    print(f"{start[0]} -> {end[0]}: {letter}, not {right}")
    pairs = sum(told.values())
    print(f"{path}: {pairs} pairs of {len(drawn)} functions: {told['y']} yes, {told['n']} no, "
          f"{told['u']} unknown; {wrong} not as worked out slowly")
    return 1 if wrong or not pairs else 0


sys.exit(main())
