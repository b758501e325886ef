#!/usr/bin/env python3
"""Check the rooms of the project and their floors: floors.py PROJECT_DIR [BUILD_DIR] [--collect] [--picture]

tests/floors/*.rules define for `cgquery check` which folder may use which. This checks the includes
by them: a set that is one folder, NAME = file(FOLDER/*), is a room; `layers` has the order, `deny` what
must not be used at all. Every folder with C files below those that a rules file names must be a room.
With BUILD_DIR the symbols that its objects use are checked as well, and the calls, by the same rules,
in a graph of what the tour (docs/tour.sh) collected there. --collect collects the rest, too.

No file may have the name of one in another folder that holds something else. Each .c file opens with a comment
that says what it does; it is not its header's, which is for those who use it. No function has more than six
parameters, and no folder of the product more C files than MOST_FILES. With BUILD_DIR, no function or
variable may be known to other files that none of them uses, tests included, and that no public header declares.

--picture writes the include graph of the rooms as text; docs/architecture.md must have that of the library.
"""
import argparse
import ctypes
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.M)
SET = re.compile(r"^(\w+) = (.*)$", re.M)
LAYERS = re.compile(r"layers (.*)$", re.M)
DENY = re.compile(r"deny \$(\w+) => \$(\w+)")


class Rules:
    """Rooms and floors of one rules file."""

    def __init__(self, path):
        self.path = path
        text = path.read_text()
        sets = dict(SET.findall(text))
        self.folders = {name: re.match(r"file\(([^*)]+)", value).group(1).rstrip("/")
                        for name, value in sets.items() if value.startswith("file(")}
        order = [name.strip(" $") for name in LAYERS.search(text).group(1).split(">")]
        self.floors = [[name] if name in self.folders else re.findall(r"\w+", sets[name])
                       for name in reversed(order)]
        self.level = {name: i for i, floor in enumerate(self.floors) for name in floor}
        self.denied = set(DENY.findall(text))
        # A file alone is the room of the top folder it is in.
        self.room_of = {str(pathlib.PurePath(folder).parent) if folder.endswith(".c") else folder: name
                        for name, folder in self.folders.items()}
        shortest = min(self.room_of, key=len)
        self.root = shortest if all(f.startswith(shortest) for f in self.room_of) \
            else str(pathlib.PurePath(shortest).parent)

    def room(self, file):
        return self.room_of.get(str(file.parent))

    def breaches(self, found):
        """What is wrong with uses of one room by another: {(room, other): what shows it}."""
        for (room, other), at in sorted(found.items()):
            if (room, other) in self.denied or (room in self.level and other in self.level and
                                                self.level[other] >= self.level[room]):
                yield f"{at}: {room} may not use {other}"


def used_files(file, root):
    """Files below root that a file includes: (spelling, file)."""
    for name in INCLUDE.findall(file.read_text()):
        for start in (root, file.parent):
            used = start / name
            if used.is_file():
                yield name, used
                break


def edges(rules, project):
    """Uses of one room by another, each with the first include that shows it, and what is wrong."""
    found, wrong = {}, []
    root = project / rules.root
    for file in sorted(root.rglob("*.[ch]")):
        short = file.relative_to(project)
        room = rules.room(short)
        if not room:
            wrong.append(f"{rules.path.name}: no room for {short}")
            continue
        for name, used in used_files(file, root):
            other = rules.room(used.relative_to(project))
            if other and other != room:
                found.setdefault((room, other), f"{short}: includes {name}")
    return found, wrong


def check_includes(rules, project):
    found, wrong = edges(rules, project)
    for room, folder in rules.folders.items():
        if not (project / folder).exists():
            wrong.append(f"{rules.path.name}: there is no {folder}")
        if room not in rules.level:
            wrong.append(f"{rules.path.name}: {room} is in no layer")
    return wrong + list(rules.breaches(found))


def symbols(rules, build):
    """Of each object of the build: its source, and the symbols that it defines and that it uses."""
    objects = sorted((build / rules.root.split("/")[0]).rglob("*.c.o"))
    if not objects:
        return
    listed = subprocess.run(["nm", "-g", "--format=posix", "-A", *objects], text=True, check=True,
                            stdout=subprocess.PIPE).stdout
    found = {str(path): (set(), set()) for path in objects}
    for path, name, kind in re.findall(r"^(.*): (\S+) (\w)\b", listed, re.M):
        found[path][kind in "Uvw"].add(name)
    for path, names in found.items():
        source = pathlib.Path(re.sub(r"CMakeFiles/[^/]*\.dir/|\.o$", "", path)).relative_to(build)
        yield source, *names


def check_symbols(rules, project, build):
    """The same of what objects use of each other: declarations by hand, and headers of other rooms."""
    known = [each for each in symbols(rules, build) if (project / each[0]).is_file() and rules.room(each[0])]
    if not known:
        return []  # not built
    missing = {file.relative_to(project) for file in (project / rules.root).rglob("*.c")} - \
        {source for source, _, _ in known}
    if missing:
        return [f"{rules.path.name}: {build} has no object of {min(missing)}"]
    # The recorder stands in for functions of libc: who calls these means libc's.
    libc = ctypes.CDLL(None)
    room_of = {name: rules.room(source) for source, defined, _ in known for name in defined
               if not hasattr(libc, name)}
    found = {}
    for source, _, used in known:
        for name in sorted(used & room_of.keys()):
            if room_of[name] != rules.room(source):
                found.setdefault((rules.room(source), room_of[name]), f"{source}: uses {name}")
    return list(rules.breaches(found))


# Names that every tool has, and a format that is read in one folder and written in another.
EVERYWHERE = {"main.c", "options.c", "run.c", "tau.c"}
PRODUCT = ("cgcollect", "cgmerge", "cgquery", "cgrecord", "cgvalidate", "cli", "libcg", "metadata")


def topic(file):
    """What a file belongs to that may share its name: a public header and the inside of what it declares, a
    verb and what answers it, a kind of metadata and what collects it."""
    if file.parent in (pathlib.PurePath("libcg/include/libcg"), pathlib.PurePath("libcg/src") / file.stem):
        return "libcg"
    for folder, owner in (("cgquery/verbs", "verb"), ("cgcollect/metadata", "kind"), ("metadata", "kind")):
        if file.is_relative_to(folder):
            return owner
    return str(file.parent)


def check_names(project):
    places = {}
    for folder in PRODUCT:
        for file in (project / folder).rglob("*.[ch]"):
            places.setdefault(file.name, []).append(file.relative_to(project))
    wrong = []
    for name, files in sorted(places.items()):
        topics = {topic(file) for file in files}
        if any(each.startswith("libcg") for each in topics):
            topics.discard("verb")
        if len(topics) > 1 and name not in EVERYWHERE:
            wrong.append(f"several folders have a {name}: " + ", ".join(map(str, sorted(files))))
    return wrong


OPENING = re.compile(r"/\*(.*?)\*/", re.S)


def opening(file):
    """The words of the comment that a file begins with, None if there is no such file or comment."""
    found = OPENING.match(file.read_text()) if file.is_file() else None
    return re.sub(r"[\s*]+", " ", found[1]).strip() if found else None


def check_openings(project):
    wrong = []
    for folder in PRODUCT:
        for file in sorted((project / folder).rglob("*.c")):
            says = opening(file)
            if not says:
                wrong.append(f"{file.relative_to(project)} does not open with what it does")
            elif says == opening(file.with_suffix(".h")):
                wrong.append(f"{file.relative_to(project)} opens with what its header says")
    return wrong


# Types that others give: callbacks of libdw, and what stands in for posix_spawn. An error has a place.
MANY_PARAMETERS = {"find_nothing", "find_debug_file", "spawn", "cg_fail_at", "fill_error"}
MOST_PARAMETERS = 6
FUNCTION = re.compile(r"^[a-zA-Z][\w \*]*?\b(\w+)\(((?:[^(){};]|\([^()]*\))*)\)\s*(?:[{;]|G_GNUC)", re.M)


def parameter_count(text):
    while "(" in text:
        text = re.sub(r"\([^()]*\)", "", text)
    return text.count(",") + 1


def check_parameters(project):
    wrong = []
    for folder in PRODUCT:
        for file in sorted((project / folder).rglob("*.[ch]")):
            code = re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.S)
            wrong += [f"{file.relative_to(project)}: {name} has more than {MOST_PARAMETERS} parameters"
                      for name, parameters in FUNCTION.findall(code)
                      if name not in MANY_PARAMETERS and parameter_count(parameters) > MOST_PARAMETERS]
    return wrong


# A folder is seen at a glance: about twenty files, and some more where they are one thing.
MOST_FILES = 24
PUBLIC = "libcg/include/libcg"


def check_folders(project):
    folders = {}
    for folder in PRODUCT:
        for file in (project / folder).rglob("*.[ch]"):
            folders[file.parent] = folders.get(file.parent, 0) + 1
    return [f"{folder.relative_to(project)} has {count} files" for folder, count in sorted(folders.items())
            if count > MOST_FILES and folder != project / PUBLIC]


def check_shared(project, build):
    """Functions and variables that only their own file uses: they should be static."""
    objects = sorted(build.rglob("*.c.o"))
    if not all(any(path.is_relative_to(build / user / "CMakeFiles") for path in objects)
               for user in ("tests", "cgcollect")):
        return []  # not built: what only these use would be missed
    listed = subprocess.run(["nm", "-g", "--format=posix", "-A", *objects], text=True, check=True,
                            stdout=subprocess.PIPE).stdout
    found = re.findall(r"^(.*): (\S+) (\w)\b", listed, re.M)
    used = {name for _, name, kind in found if kind in "Uvw"}
    public = "".join(path.read_text() for path in (project / "libcg/include").rglob("*.h"))
    used.update(re.findall(r"\b(cg_\w+)\s*\(", public))
    used.add("main")
    libc = ctypes.CDLL(None)  # the recorder stands in for functions of it, and of the compiler's library (_*)
    sources = {}
    for path, name, kind in found:
        source = re.sub(r"CMakeFiles/[^/]*\.dir/|\.o$", "", str(pathlib.Path(path).relative_to(build)))
        if source.startswith(tuple(f"{folder}/" for folder in PRODUCT)) and (project / source).is_file() and \
                kind in "TDBR" and name not in used and name[0] != "_" and not hasattr(libc, name):
            sources[name] = source
    return [f"{source}: nothing else uses {name}, which should be static" for name, source in
            sorted(sources.items())]


def run(*command):
    result = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return result.returncode, result.stdout


def check_calls(all_rules, project, build, collect):
    """What `cgquery check` says of the project's own graph."""
    tools = build / "bin"
    collected = build / "tour/files"
    with tempfile.TemporaryDirectory() as work:
        graphs = pathlib.Path(work) / "files"
        if collected.is_dir():
            shutil.copytree(collected, graphs)
        sources = {rules: sorted((project / rules.root).rglob("*.c")) for rules in all_rules}
        if collect:
            status, text = run(tools / "cgcollect", "-p", build, "--root", project, "--output-dir", graphs,
                               *sum(sources.values(), []))
            if status:
                return [text]
        linked = {rules: [graphs / f"{file.relative_to(project)}.mcg" for file in files]
                  for rules, files in sources.items()}
        there = {rules: list(filter(pathlib.Path.is_file, linked[rules])) for rules in all_rules}
        for rules in all_rules:
            print(f"{rules.path.name}: calls are checked in {len(there[rules])} of {len(sources[rules])} files")
        return [text for text in (check_graph(rules, tools, there[rules], pathlib.Path(work))
                                  for rules in all_rules if there[rules]) if text]


def check_graph(rules, tools, graphs, work):
    """One program at a time: two may have functions of one name."""
    graph = work / "project.mcg"
    status, text = run(tools / "cgmerge", *graphs, "-o", graph)
    if status:
        return text
    status, text = run(tools / "cgquery", "check", graph, rules.path)
    return "" if status in (0, 3) else text


def picture(rules, project):
    """Rooms from the top down, each with those it uses that no other it uses leads to."""
    found, _ = edges(rules, project)
    uses = {room: {b for a, b in found if a == room} for room in rules.level}

    def reach(room):
        result = set()
        for other in uses[room]:
            result |= {other} | reach(other)
        return result

    for floor in reversed(rules.floors):
        for room in floor:
            below = {b for b in uses[room] if not any(b in reach(c) for c in uses[room] if c != b)}
            name = rules.folders[room].removeprefix(rules.root + "/")
            used = " ".join(sorted(rules.folders[b].removeprefix(rules.root + "/") for b in below))
            yield f"    {name:20} {used}".rstrip() + "\n"


def check_picture(rules, project):
    page = project / "docs/architecture.md"
    if rules.root == "libcg/src" and page.exists() and "".join(picture(rules, project)) not in page.read_text():
        return ["docs/architecture.md: the picture of the rooms is not that of floors.py . --picture"]
    return []


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("project", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path, nargs="?")
    parser.add_argument("--collect", action="store_true")
    parser.add_argument("--picture", action="store_true")
    options = parser.parse_args()
    project = options.project.resolve()
    all_rules = [Rules(path) for path in sorted((project / "tests/floors").glob("*.rules"))]
    wrong = check_names(project) + check_openings(project) + check_parameters(project) + check_folders(project)
    for rules in all_rules:
        if options.picture:
            print(rules.root, "".join(picture(rules, project)), sep="\n\n")
        wrong += check_includes(rules, project) + check_picture(rules, project)
    if options.build and not wrong:
        build = options.build.resolve()
        wrong += sum((check_symbols(rules, project, build) for rules in all_rules), [])
        wrong += check_shared(project, build)
        wrong += check_calls(all_rules, project, build, options.collect)
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
