"""Slow, obvious answers about small graphs.

A program has functions 0..n-1, the calls that are known, and calls that it may have besides: of code that
was not collected, and unresolved ones. A completion takes some of these as real. No must hold in every
completion; unknown, in some but not all."""

OUTSIDE, POINTERS, NAMES, ANYTHING = "outside", "pointers", "names", "anything"
# Code that was not collected, and what of it calls functions of these two kinds.
CONFINED, AT_EXIT = "confined", "at exit"
# Unknown values that are code of others, or came from it.
KNOWN_SOURCES = {"code not collected", "library result", "incompatible type", "dlsym"}


def reached(edges, starts):
    seen, left = set(starts), list(starts)
    while left:
        for callee in edges.get(left.pop(), ()):
            if callee not in seen:
                seen.add(callee)
                left.append(callee)
    return seen


def distances(edges, starts):
    found, now, depth = {}, set(starts), 0
    while now:
        found.update((node, depth) for node in now)
        now = {c for node in now for c in edges.get(node, ())} - set(found)
        depth += 1
    return found


def backwards(edges):
    out = {}
    for caller, callees in edges.items():
        for callee in callees:
            out.setdefault(callee, set()).add(caller)
    return out


def simple_paths(edges, start, end):
    """All paths without a function twice, as lists of functions."""
    out, left = [], [[start]]
    while left:
        path = left.pop()
        if path[-1] == end:
            out.append(path)
            continue
        left += [path + [c] for c in edges.get(path[-1], ()) if c not in path]
    return out


def cycles(edges, nodes):
    """Components of functions that may call themselves."""
    ahead = {n: reached(edges, edges.get(n, ())) for n in nodes}
    return {frozenset(m for m in nodes if m in ahead[n] and n in ahead[m]) for n in nodes if n in ahead[n]}


def dominators(edges, entries, node):
    """Functions without which the entries do not lead to a function."""
    def without(gone):
        left = {a: [c for c in callees if c != gone] for a, callees in edges.items() if a != gone}
        return reached(left, [e for e in entries if e != gone])
    every = reached(edges, entries)
    return {n for n in every if n != node and node not in without(n)} if node in every else None


def nearest_common(edges, nodes, targets):
    """Functions that lead to all targets, but to no other such function outside of their own cycle."""
    ahead = {n: reached(edges, [n]) for n in nodes}
    common = {n for n in nodes if all(t in ahead[n] for t in targets)}
    return {n for n in common if not any(m in ahead[n] and n not in ahead[m] for m in common - {n})}


class Program:
    """What decides which call may have which callee; nodes as in version 4."""

    def __init__(self, graph):
        self.nodes = list(range(len(graph.nodes)))
        self.meta = [node["meta"] for node in graph.nodes]
        self.has_body = [node["hasBody"] for node in graph.nodes]
        self.edges = {i: {c for c, meta in node["callees"].items() if meta.get("callKinds") != ["candidate"]}
                      for i, node in enumerate(graph.nodes)}
        self.handed = {c for node in graph.nodes for c, meta in node["callees"].items()
                       if "callback" in meta.get("callKinds", [])}
        self.linked = graph.meta.get("linked")
        self.records = any("unresolvedCalls" in meta for meta in self.meta)

    def has_address(self, node):
        if not self.linked:
            return bool(self.meta[node].get("addressTaken"))
        escapes = self.meta[node].get("escapes")
        return escapes is True or (escapes is None and node in self.handed)

    def keeper(self, node):
        """The code that calls a function whose address it has."""
        confined, at_exit = (self.linked and self.meta[node].get(key) is True for key in ("confined", "atExit"))
        return CONFINED if confined else AT_EXIT if at_exit else OUTSIDE

    def spares(self, node, starts, key):
        about_such = any(not self.has_body[start] for start in starts)
        return self.linked and self.meta[node].get(key) is True and not about_such

    def is_mistyped(self, node):
        return self.linked and self.meta[node].get("mistyped") is True

    def leads_out(self, node, starts):
        """Whether a function is code that was not collected and calls more than its arguments."""
        about_such = any(not self.has_body[start] for start in starts)
        only_arguments = self.linked and self.meta[node].get("callsOnlyArguments") is True
        return not self.has_body[node] and not (only_arguments and not about_such)

    def may_name(self, node, starts):
        of_system = self.meta[node].get("fileProperties", {"systemInclude": True})["systemInclude"]
        of_library = self.meta[node].get("callsOnlyArguments") is False
        return self.records and self.leads_out(node, starts) and not of_system and not of_library

    def extents(self, node):
        """What the unresolved calls of a function may call."""
        if "unresolvedCalls" not in self.meta[node]:
            return {ANYTHING} if self.records and self.has_body[node] else set()
        out = set()
        for call in self.meta[node]["unresolvedCalls"]:
            words = set(filter(None, call.get("unknown", "").split(", ")))
            by_pointer = self.linked and call["reason"] in ("pointer", "virtual", "callback")
            if not by_pointer or not words or words - KNOWN_SOURCES:
                out.add(ANYTHING)
            else:
                out.add(NAMES if "dlsym" in words else POINTERS)
        return out

    def possible_edges(self, starts):
        """All calls that a completion may add, OUTSIDE, CONFINED, AT_EXIT, POINTERS (unresolved calls), NAMES
        and ANYTHING being code of those powers."""
        out = []
        for node in self.nodes:
            out += [(node, extent) for extent in self.extents(node)]
            if self.leads_out(node, starts):
                out += [(node, OUTSIDE)] + [(node, kind) for kind, key in ((CONFINED, "runtime"), (AT_EXIT, "exitless"))
                                            if not self.spares(node, starts, key)]
            if self.may_name(node, starts):
                out += [(node, NAMES)] + ([(OUTSIDE, NAMES)] if self.linked else [])
            if self.has_address(node):
                out.append((self.keeper(node), node))
            if self.is_mistyped(node):
                out.append((POINTERS, node))
            if self.meta[node].get("linkage") != "internal":
                out.append((NAMES, node))
            out.append((ANYTHING, node))
        if self.linked and self.linked["world"] == "open" and self.records:
            out.append((OUTSIDE, NAMES))
        return out + [(NAMES, POINTERS)] + [(POINTERS, kind) for kind in (OUTSIDE, CONFINED, AT_EXIT)]

    def completed(self, added):
        edges = {node: set(callees) for node, callees in self.edges.items()}
        for caller, callee in added:
            edges.setdefault(caller, set()).add(callee)
        return edges

    def completion(self, random, starts):
        """The calls of one of the programs that the graph may mean."""
        part = random.choice([0.1, 0.5, 0.9])
        return self.completed([edge for edge in self.possible_edges(starts) if random.random() < part])

    def answer(self, starts, targets):
        """The exit status of reach: yes, no or unknown."""
        if reached(self.edges, starts) & set(targets):
            return 0
        return 3 if reached(self.completed(self.possible_edges(starts)), starts) & set(targets) else 1
