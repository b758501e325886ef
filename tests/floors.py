#!/usr/bin/env python3
"""Which folder may use which: floors.py PROJECT_DIR [--graph GRAPH CGQUERY] [--list]

tests/floors/*.order list folders from the ground up, `#` begins a comment, the first line names the
folder they are in. A folder may use those on lines above its own; folders on one line may not use
each other. All folders with C files must be listed. What a folder uses are the includes of its
files and, given a graph of the project, the calls from its functions, which `cgquery check` holds
against rules made of the same list.

--list prints the edges of the include graph, for docs/architecture.md's picture.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.M)


def read_order(path):
    lines = [line.split("#")[0].split() for line in path.read_text().splitlines()]
    lines = [line for line in lines if line]
    return lines[0][0], lines[1:]


def folder_of(file, root):
    parent = file.parent.relative_to(root).as_posix()
    return "top" if parent == "." else parent


def find(name, file, root):
    """The file of the room that an include means, or None when it is none of it."""
    for start in (file.parent, root, root.parent):
        candidate = (start / name).resolve()
        if candidate.is_file() and root in candidate.parents:
            return candidate
    return None


def include_edges(root):
    edges = {}
    for file in sorted(root.rglob("*.[ch]")):
        for name in INCLUDE.findall(file.read_text()):
            used = find(name, file, root)
            if used:
                edge = folder_of(file, root), folder_of(used, root)
                edges.setdefault(edge, (file, name))
    return {edge: at for edge, at in edges.items() if edge[0] != edge[1]}


def check_folders(place, floors, root):
    listed = [folder for floor in floors for folder in floor]
    there = {folder_of(file, root) for file in root.rglob("*.[ch]")}
    wrong = [f"{place}: {folder} is listed twice" for folder in set(listed)
             if listed.count(folder) > 1]
    wrong += [f"{place}: the folder {folder} is not listed" for folder in sorted(there - set(listed))]
    wrong += [f"{place}: there is no folder {folder}" for folder in sorted(set(listed) - there)]
    return wrong


def check_includes(place, floors, root):
    level = {folder: i for i, floor in enumerate(floors) for folder in floor}
    return [f"{file.relative_to(root.parent)}: includes {name}: {place} has {edge[1]} above {edge[0]}"
            if level[edge[1]] > level[edge[0]] else
            f"{file.relative_to(root.parent)}: includes {name}: {place} has them on one floor"
            for edge, (file, name) in sorted(include_edges(root).items())
            if level[edge[1]] >= level[edge[0]]]


def set_of(place, folder):
    """The functions of a folder, but not of those in it, as a set of libcg/select.h."""
    prefix = place if folder == "top" else f"{place}/{folder}"
    return f'(file("{prefix}/*") - file("{prefix}/*/*"))'


def rules(place, floors):
    text = []
    for i, floor in enumerate(floors):
        above = [folder for other in floors[i:] for folder in other]
        for folder in floor:
            others = " | ".join(set_of(place, name) for name in above if name != folder)
            if others:
                text.append(f"forbid-call {folder.replace('/', '-')}: {set_of(place, folder)} -> {others}\n")
    return "".join(text)


def check_calls(place, floors, graph, cgquery):
    with tempfile.NamedTemporaryFile("w", suffix=".rules") as file:
        file.write(rules(place, floors))
        file.flush()
        run = subprocess.run([cgquery, "check", graph, "--rules", file.name], text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return [] if run.returncode == 0 else [run.stdout]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("project")
    parser.add_argument("--graph", nargs=2, metavar=("GRAPH", "CGQUERY"))
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    project = pathlib.Path(options.project).resolve()
    wrong = []
    for path in sorted((project / "tests/floors").glob("*.order")):
        place, floors = read_order(path)
        root = project / place
        if options.list:
            for use, used in sorted(include_edges(root)):
                print(f"{place}: {use} -> {used}")
            continue
        found = check_folders(place, floors, root)
        found = found or check_includes(place, floors, root)
        if options.graph and not found:
            found = check_calls(place, floors, *options.graph)
        wrong += found
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
