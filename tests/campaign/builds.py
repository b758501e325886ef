"""Random descriptions of what a build links: build.ninja, link.txt, compilation databases."""

import json
import os

import graphs

PROGRAMS = ["prog", "libx.so", "lib/libx.a", "out/prog", "../prog"]
OBJECTS = ["a.o", "b.o", "out/c.o", "a b.o", "../d.o", "/dev/zero"]
OPTIONS = ["-lx", "-Llib", "-Wl,--wrap=malloc", "-Wl,--whole-archive", "-shared", "@in.rsp", "-Wl,-soname,x"]
ODD = ["@missing", "-o", "-l", "@", "$", "'", '"', "\\", "&&", "|", ";", "`id`", "$(id)", ">written", "--", "-Xlinker", "\u202e"]


def words(random):
    return [random.choice(random.choices([OBJECTS, OPTIONS, ["lib/libx.a"], ODD], [6, 3, 2, 0.5])[0])
            for _ in range(random.randrange(6))]


def command(random):
    if random.random() < 0.2:
        return " ".join(["ar qc lib/libx.a", *words(random)])
    program = random.choice(["cc", "c++", "gcc", "/usr/bin/ld", "ccache gcc", "cd x && cc", "touch written; cc"])
    return " ".join([program, "a.o", *words(random), "-o", random.choice(PROGRAMS)])


def variable(random, known):
    if known and random.random() < 0.6:
        return random.choice(["$" + known[-1], "${" + known[-1] + "}" * random.randrange(2), "$$", "$:", "$ "])
    return random.choice(["x", "", "-O2", graphs.text(random).replace("\n", "$\n")])


def ninja(random):
    lines, known = [], []
    for i in range(random.randrange(6)):
        lines.append(f"v{i} = " + " ".join(variable(random, known) for _ in range(random.randrange(3))))
        known.append(f"v{i}")
    lines += ["rule link", f"  command = {command(random)} $in -o $out"]
    for _ in range(random.randrange(5)):
        build = f"build {random.choice(PROGRAMS)}: link a.o {' '.join(words(random))} | {random.choice(OBJECTS)} || all"
        lines.append(build if random.random() < 0.6 else random.choice([
            f"include {random.choice(['other.ninja', 'build.ninja', 'fifo', '/dev/zero', '$v0'])}",
            f"subninja {random.choice(['other.ninja', 'build.ninja'])}", f"build all: phony {random.choice(PROGRAMS)}",
            f"  LINK_FLAGS = {' '.join(words(random))}", f"  LINK_LIBRARIES = {' '.join(words(random))}", "pool p",
            f"default {random.choice(PROGRAMS)}", "build a: ", "build : link", "rule", "\t", "$"]))
    return "\n".join(lines) + "\n"


def database(random):
    entries = []
    for _ in range(random.randrange(5)):
        entry = {"directory": random.choice([".", "build", "/", "/nowhere"]), "file": random.choice(OBJECTS)}
        entry.update({"command": command(random)} if random.random() < 0.6 else {"arguments": command(random).split()})
        if random.random() < 0.1:
            entry[random.choice(sorted(entry))] = graphs.any_value(random)
        entries.append(entry)
    return json.dumps(entries)


def record(random, directory):
    """What cgcollect notes beside the graphs that it writes."""
    lines = ["cgcollect record 1"]
    for name in ("a", "b", random.choice(["../../c", "/etc/passwd", "d"])):
        lines += [f"graph {name}.c.mcg", f"object {directory}/{name}.o", f"key {random.randrange(16**64):064x}",
                  f"stamp {random.randrange(9999)}:{random.randrange(2**63)}", "inputs 0"]
    return "\n".join(lines) + "\n"


def files(case):
    """All files of the build, and their sizes."""
    found = {}
    for place, _, names in os.walk(case.path("build")):
        for name in names:
            path = os.path.join(place, name)
            found[os.path.relpath(path, case.directory)] = os.lstat(path).st_size
    return found


def write(case):
    """Write a build; return its files."""
    random = case.random

    def put(name, text):
        content = text.encode("utf-8", "surrogatepass")
        case.write("build/" + name, graphs.damaged(random, content) if random.random() < 0.12 else content)
    for name, text in (("build.ninja", ninja), ("other.ninja", ninja), ("compile_commands.json", database),
                       ("CMakeFiles/prog.dir/link.txt", lambda r: command(r) + "\n" + command(r) + "\n")):
        if random.random() < 0.5:
            put(name, text(random))
    put("in.rsp", " ".join(words(random)))
    for name in ("a.o", "out/c.o", "lib/libx.a", "prog"):
        put(name, random.choice(["", "!<arch>\n", "!<thin>\n" + "x" * 60, "\x7fELF\x02\x01\x01" + "\0" * 80, "no object"]))
    put("mcg/.cgcollect", record(random, case.path("build")))
    for name in ("a.c", "b.c"):
        put(f"mcg/{name}.mcg", graphs.random_graph(random, odd=0).bytes(random).decode("utf-8", "surrogatepass"))
    os.mkfifo(case.path("build/fifo"))
    return files(case)
