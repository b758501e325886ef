#!/usr/bin/env python3
"""How often graphs have each kind of metadata, and how long it is: metadata.py DIRECTORY"""
import collections
import json
import os
import sys


def size(key, value):
    return len(json.dumps({key: value}, separators=(",", ":"), ensure_ascii=False).encode()) - 1


def main():
    count, total, files = collections.Counter(), collections.Counter(), 0
    for path, _, names in os.walk(sys.argv[1]):
        for name in names:
            if not name.endswith(".mcg"):
                continue
            with open(os.path.join(path, name), "rb") as file:
                text = file.read()
            files += len(text)
            graph = json.loads(text)["_CG"]
            places = [graph["meta"]]
            for node in graph["nodes"].values():
                places.append(node["meta"])
                places.extend(node["callees"].values())
            for meta in places:
                for key, value in meta.items():
                    count[key] += 1
                    total[key] += size(key, value)
    print(f"{'kind':24} {'values':>8} {'bytes':>10} {'share':>6}")
    for key in sorted(total):
        print(f"{key:24} {count[key]:8} {total[key]:10} {100 * total[key] / files:5.1f}%")
    print(f"{'files':24} {'':8} {files:10}")


main()
