#!/usr/bin/env python3
"""Make many partial graphs of a few: multiply.py COUNT FROM_DIRECTORY TO_DIRECTORY

Copies the .mcg files below FROM_DIRECTORY until there are COUNT. In each round of copies the
program's own functions and files (those whose paths are relative) have names of their own, so that
merging finds as many functions as in a program of that size; what comes from system headers stays
the same in all, as it does in real programs.
"""
import json
import os
import re
import sys


def parts(directory):
    for path, _, names in sorted(os.walk(directory)):
        for name in sorted(names):
            if name.endswith(".mcg"):
                yield os.path.join(path, name)


def own_names(nodes):
    names, files = set(), set()
    for node in nodes.values():
        origin = node["origin"]
        if origin and not origin.startswith("/"):
            files.add(json.dumps(origin, ensure_ascii=False))
            names.add(json.dumps(node["functionName"], ensure_ascii=False))
    return names, files


STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


def renamed(text, names, files, tag):
    def change(match):
        string = match.group(0)
        if string in names:
            return string[:-1] + tag + '"'
        return '"' + tag + string[1:] if string in files else string

    body, header = text.rsplit('"_MetaCG":', 1)  # whose keys a function may be called as
    return STRING.sub(change, body) + '"_MetaCG":' + header


def main():
    count, source, target = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    os.makedirs(target, exist_ok=True)
    texts = [open(path, encoding="utf-8").read() for path in parts(source)]
    own = [own_names(json.loads(text)["_CG"]["nodes"]) for text in texts]
    for i in range(count):
        k, turn = i % len(texts), i // len(texts)
        text = renamed(texts[k], *own[k], f"_{turn}_") if turn else texts[k]
        with open(os.path.join(target, f"part{i:05}.mcg"), "w", encoding="utf-8") as out:
            out.write(text)


main()
