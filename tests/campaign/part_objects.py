"""ELF files and archives with what may be wrong in them, wherever cgmerge, cgquery and cgvalidate read some: as what
carries graphs, what a build links, what a program exports, and what wrote a gmon.out."""

import json
import os
import threading
import time

import builds
import documents
import graphs
import objects

SHORT = 2


def write_graphs(case, names):
    """Graphs in files: their names and content."""
    out = []
    for i in range(1 + case.random.randrange(2)):
        content = graphs.random_graph(case.random, hostile=False, linked=False, odd=0).bytes(case.random)
        out.append((case.write(f"in/{i}.mcg", content), content))
    return out


def write_objects(case, carried, names):
    """Objects, an archive of each kind, a program and a library; what they are called."""
    random = case.random
    odd = random.choice([0, 0.003, 0.01, 0.05, 0.3])

    def made(kind):
        if random.random() < 0.02:
            return objects.crowd(random, kind, random.choice(objects.CROWDS))
        content = objects.elf(random, kind, random.sample(carried, random.randrange(len(carried) + 1)), names, odd)
        return graphs.damaged(random, content) if random.random() < 0.1 else content
    files = {"in/a.o": made(objects.OBJECT), "in/a long name of an object.o": made(objects.OBJECT)}
    members = [(os.path.basename(name), content) for name, content in files.items()]
    members.append(("c.o", random.choice([b"BC\xc0\xde" + bytes(40), b"", b"no object", made(objects.LIBRARY)])))
    files["in/libx.a"] = objects.archive(random, members, odd)
    files["in/thin.a"] = objects.archive(random, members + [("/dev/zero", b""), ("thin.a", b"")], odd, thin=True)
    files["in/nested.a"] = objects.archive(random, [("libx.a", files["in/libx.a"])], odd)
    files["in/prog"], files["in/libx.so"] = made(objects.PROGRAM), made(objects.LIBRARY)
    for name, content in files.items():
        case.write(name, content)
    return list(files)


def merge(case, *words):
    result = case.run("cgmerge", *words, "-o", "whole.mcg")
    documents.check_text(case, result)
    if result.status == 0:
        with open(case.path("whole.mcg"), encoding="utf-8") as file:
            json.load(file)
        os.remove(case.path("whole.mcg"))
    return result


def try_carriers(case, files, carried):
    random = case.random
    others = [[], [], ["-r"], ["-v"], [f"--exports-of={random.choice(files)}"], ["--object-map=map.txt"], ["--assume=no-foreign-code"]]
    for file in files:
        merge(case, file, *random.choice(others))
    merge(case, *random.sample(files, 3), carried[0][0])


def try_embedding(case, file):
    """A file that cannot be changed stays as it is."""
    with open(case.path(file), "rb") as opened:
        before = opened.read()
    result = case.run("cgmerge", "-q", "in/0.mcg", f"--embed={file}")
    with open(case.path(file), "rb") as opened:
        after = opened.read()
    if result.status == 2:
        case.expect_same("a file that was not changed", before, after, result)
    documents.check_text(case, result)


def try_questions(case, file):
    for words in (["stats", file], ["dead", "--json", file]):
        documents.check_text(case, case.run("cgquery", *words))


def try_profile(case):
    random = case.random
    with open(case.path("in/prog"), "rb") as program:
        head = program.read(6).ljust(6)
    case.write("gmon.out", objects.monitored(random, head[4] == 2, head[5] == 2, random.choice([0, 0, 0.05])))
    for words in (["in/0.mcg"], ["--dump=edges"]):
        documents.check_text(case, case.run("cgvalidate", "--binary=in/prog", *words, "gmon.out"))


def try_build(case, names, carried):
    """What a build links, with objects that have symbols."""
    builds.write(case)
    for name in ("a.o", "out/c.o", "lib/libx.a", "prog"):
        case.write("build/" + name, objects.elf(case.random, objects.OBJECT, [], names, case.random.choice([0, 0.02])))
    documents.check_text(case, case.run("cgmerge", "-p", "build", "build/mcg"))
    documents.check_text(case, case.run("cgmerge", "-p", "build", "build/mcg", "--program=prog", "-o", "of-build.mcg"))


def check_plain(case, carried, names):
    """What nothing is wrong with carries its graphs."""
    random = case.random
    expected = merge(case, "-q", *(name for name, _ in carried)).status
    for kind in (objects.OBJECT, objects.PROGRAM, objects.LIBRARY):
        case.write("plain", objects.elf(random, kind, carried, names, 0, plain=True))
        case.write("plain.a", objects.archive(random, [("plain.o", objects.elf(random, objects.OBJECT, carried, names, 0, plain=True))], 0))
        for file in ("plain", "plain.a"):
            result = merge(case, "-q", file)
            case.expect_same("exit status of cgmerge", expected, result.status, result)


def check_crowds(case):
    """What would take far more memory than its size is refused."""
    case.write("gmon.out", objects.monitored(case.random))
    for what in objects.CROWDS:
        for kind in (objects.OBJECT, objects.PROGRAM):
            file = case.write("crowd", objects.crowd(case.random, kind, what))
            result = case.run("cgmerge", file, "in/0.mcg", "-o", "whole.mcg")
            case.expect_same("why it is refused", b"crowd: error: damaged: its sections or names overlap\n", result.stderr, result)
    file = case.write("crowd", objects.crowd(case.random, objects.PROGRAM, "symbols"))
    result = case.run("cgvalidate", f"--binary={file}", "in/0.mcg", "gmon.out")
    case.expect_same("why it is refused", b"crowd: error: its symbols and their names are far larger than the file\n",
                     result.stderr, result)
    file = case.write("thin.a", objects.archive(case.random, [("names" * 1000, b"")], 0, thin=True))
    result = case.run("cgmerge", file, "in/0.mcg", "-o", "whole.mcg")
    case.expect_same("why it is refused", b"thin.a: error: a damaged thin archive\n", result.stderr, result)


def check_products(case, carried):
    """What names many things many times takes no time for each of all pairs."""
    random = case.random
    case.write("in/libcrowd.so", objects.relocated(random, 100000, 1000000))
    case.write("in/user", objects.user(random, carried, ["libcrowd.so"], ["$ORIGIN"]))
    merge(case, "-q", "in/user")
    for i in range(3000):
        os.makedirs(case.path(f"places/{i}"))
    case.write("in/user", objects.user(random, carried, [f"no{i}.so" for i in range(30000)], [f"places/{i}" for i in range(3000)]))
    merge(case, "-q", "in/user")
    deep = "/".join(["in", *["d" * 200] * 15])
    case.write(f"{deep}/user", objects.user(random, carried, ["no.so"], ["$ORIGIN" * 50000 + str(i) for i in range(20)]))
    merge(case, "-q", f"{deep}/user")
    case.write("in/large.o", objects.noted(random, "lost x.c", 100000))
    case.write("in/often.a", objects.archive(random, [("large.o", b"")] * 20000, 0, thin=True))
    merge(case, "-q", "in/often.a")
    case.write("in/large", bytes(30000000))
    case.write("in/hashes.o", objects.noted(random, "\0".join(f"graph {i:064x} in/large" for i in range(5000))))
    merge(case, "-q", "in/hashes.o")
    case.write("in/path.o", objects.noted(random, f"graph {'0' * 64} /{'a/' * 500000}"))
    merge(case, "-q", "in/path.o")


def check_changing(case):
    """A graph that another process makes shorter while it is read."""
    path = case.path(case.write("in/changing.mcg", b""))
    case.write("in/changing.o", objects.noted(case.random, f"graph {'0' * 64} in/changing.mcg"))
    os.truncate(path, 1 << 30)
    ended = threading.Event()

    def change():
        while not ended.wait(0.2):
            os.truncate(path, 0)
            time.sleep(0.01)
            os.truncate(path, 1 << 30)
    changing = threading.Thread(target=change)
    changing.start()
    case.run("cgmerge", "-q", "in/changing.o", "-o", "whole.mcg")
    ended.set()
    changing.join()
    os.remove(path)


def case(case):
    names = [graphs.text(case.random, "f") if case.random.random() < 0.1 else f"f{i}" for i in range(8)] + ["main"]
    carried = write_graphs(case, names)
    files = write_objects(case, carried, names)
    case.write("map.txt", objects.object_map(case, files, carried))
    if case.number == 0:
        check_crowds(case)
        check_products(case, carried)
        check_changing(case)
    check_plain(case, carried, names)
    try_carriers(case, files, carried)
    try_embedding(case, case.random.choice(files))
    try_questions(case, case.random.choice(["in/prog", "in/libx.so", "in/a.o"]))
    try_profile(case)
    try_build(case, names, carried)
