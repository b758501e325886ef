#!/usr/bin/env python3
"""A reader of .cubex that knows nothing of libcg: cubex.py FILE...

Prints, sorted, one line a call path that has calls: the path from the outermost function, and the
sum of its visits. With --locations also a line for each location. Written from the description of
the format, with the tar, XML and zlib modules of Python alone.
"""
import collections
import struct
import sys
import tarfile
import xml.etree.ElementTree as xml


class Cubex:
    def __init__(self, path):
        with tarfile.open(path) as tar:
            self.members = {m.name: tar.extractfile(m).read() for m in tar.getmembers()}
        self.root = xml.fromstring(self.members["anchor.xml"])
        program = self.root.find("program")
        self.regions = {r.get("id"): r for r in program.findall("region")}
        self.cnodes = []  # depth first
        self.paths = {}
        self.children = collections.defaultdict(list)
        self.roots = program.findall("cnode")
        for node in self.roots:
            self.walk(node)
        self.locations = sorted(self.root.iter("location"), key=lambda l: int(l.get("Id")))
        self.metrics = {m.findtext("uniq_name"): m for m in self.root.iter("metric")}

    def walk(self, top):
        stack = [(top, ())]
        while stack:
            node, above = stack.pop()
            path = above + (self.name(node.get("calleeId")),)
            self.cnodes.append(node)
            self.paths[node] = path
            self.children[node] = node.findall("cnode")
            stack.extend((child, path) for child in reversed(self.children[node]))

    def name(self, region):
        found = self.regions[region]
        return found.findtext("mangled_name") or found.findtext("name")

    def order(self, kind):
        """Call paths in the order that a metric of a kind numbers its rows by."""
        if kind == "EXCLUSIVE":
            return self.cnodes
        if kind in ("SIMPLE", "POSTDERIVED"):  # the latter has values in files of libcg alone
            return sorted(self.cnodes, key=lambda node: int(node.get("id")))
        wide = []
        for node in self.cnodes:
            if node in self.roots:
                wide.append(node)
            wide.extend(self.children[node])
        return wide

    def rows(self, metric):
        """Values of a metric: a list by location for each call path that has any."""
        element = self.metrics[metric]
        index = self.members[element.get("id") + ".index"]
        data = self.members[element.get("id") + ".data"]
        assert index[:11] == b"CUBEX.INDEX" and data[:10] == b"CUBEX.DATA", "heads"
        assert struct.unpack("<IHB", index[11:18]) == (1, 0, 1), "byte order, version, sparse"
        count, = struct.unpack("<I", index[18:22])
        keys = struct.unpack(f"<{count}I", index[22:])
        assert list(keys) == sorted(set(keys)), "keys ascend"
        code = {"UINT64": "Q", "INT64": "q"}.get(element.findtext("dtype"), "d")
        width = len(self.locations)
        values = struct.unpack(f"<{count * width}{code}", data[10:])
        order = self.order(element.get("type"))
        return {order[key]: values[i * width:(i + 1) * width] for i, key in enumerate(keys)}


def counts(path):
    """Visits by path."""
    cube = Cubex(path)
    out = collections.Counter()
    for node, values in cube.rows("visits").items():
        out[cube.paths[node]] += sum(values)
    return out


def edges(path):
    """Calls by caller and callee; None called what is outermost or called by what is not recorded."""
    out = collections.Counter()
    for names, visits in counts(path).items():
        caller = names[-2] if len(names) > 1 and not names[-2].startswith("[") else None
        out[caller, names[-1]] += visits
    return out


def main():
    locations = "--locations" in sys.argv
    for path in [word for word in sys.argv[1:] if word != "--locations"]:
        for names, visits in sorted(counts(path).items()):
            print(f"{';'.join(names)} {visits}")
        if locations:
            cube = Cubex(path)
            for group in cube.root.iter("locationgroup"):
                for location in group.findall("location"):
                    print(f"location {group.findtext('name')}: {location.findtext('name')}")


if __name__ == "__main__":
    main()
