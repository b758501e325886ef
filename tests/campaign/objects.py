"""Random ELF files and archives, as compilers and linkers make them, and with what may be wrong in them."""

import hashlib
import struct
import zlib

import graphs

MAGIC = b"\x7fELF"
SYMTAB, STRTAB, RELA, DYNAMIC, NOTE, NOBITS, DYNSYM = 2, 3, 4, 6, 7, 8, 11
VERNEED, VERSYM = 0x6ffffffe, 0x6fffffff
ALLOC, EXECUTE, COMPRESSED = 2, 4, 0x800
NEEDED, STRTAB_AT, RUNPATH = 1, 5, 29
OBJECT, PROGRAM, LIBRARY = 1, 2, 3
CODE_AT = 0x1000
FUNCTION_BYTES = 16


class Section:
    def __init__(self, name, kind, content, flags=0, link="", entry=0, address=0):
        self.name, self.kind, self.content, self.flags = name, kind, content, flags
        self.link, self.entry, self.address = link, entry, address


class Elf:
    """An ELF file. Any of its numbers may be wrong; odd is the part of those that are."""

    def __init__(self, random, kind, odd, wide=True, big=False):
        self.random, self.kind, self.odd, self.wide, self.big = random, kind, odd, wide, big
        self.sections = [Section("", 0, b"")]

    def numbers(self, layout, *values):
        """Numbers as the file has them: H, I of their size, W of a word."""
        layout = layout.replace("W", "Q" if self.wide else "I")
        wrong = [self.wrong(value) if self.random.random() < self.odd else value for value in values]
        bits = {"B": 8, "H": 16, "I": 32, "Q": 64}
        return struct.pack((">" if self.big else "<") + layout,
                           *(value % (1 << bits[size]) for size, value in zip(layout, wrong)))

    def wrong(self, value):
        random = self.random
        return random.choice([0, 1, value - 1, value + 1, value ^ 1 << random.randrange(32), 2 * value + 1, 0xff00, 0xffff,
                              (1 << 31) - 1, 1 << 31, (1 << 32) - 1, (1 << 63) - 1, (1 << 64) - 1, (1 << 64) - 8,
                              random.randrange(1 << 12)])

    def strings(self, name, texts):
        """Add a string table; return where each text is."""
        content, places = b"\0", {}
        for text in texts:
            places[text] = len(content)
            content += text.encode("utf-8", "surrogatepass") + b"\0"
        if self.random.random() < self.odd:
            content = self.random.choice([b"", content[1:], content.rstrip(b"\0"), content.replace(b"\0", b"x"), content[:-1] + b"\xff"])
        self.sections.append(Section(name, STRTAB, content))
        return places

    def symbols(self, name, kind, table, names):
        """Functions of 16 bytes, one after the other; some are of other files."""
        places = self.strings(table, names)
        entries = [self.symbol(0, 0, 0, 0, 0)]
        for i, text in enumerate(names):
            binding = self.random.choice([1, 1, 1, 0, 2])
            defined = self.random.random() < 0.7
            entries.append(self.symbol(places[text], binding << 4 | self.random.choice([2, 2, 2, 0, 4]), 1 if defined else 0,
                                       CODE_AT + FUNCTION_BYTES * i if defined else 0, FUNCTION_BYTES))
        self.sections.append(Section(name, kind, b"".join(entries), link=table, entry=24 if self.wide else 16))

    def symbol(self, name, info, section, value, size):
        if self.wide:
            return self.numbers("IBBHQQ", name, info, 0, section, value, size)
        return self.numbers("IIIBBH", name, value, size, info, 0, section)

    def code(self, count):
        """Functions that call each other (E8 of x86)."""
        out = b""
        for i in range(count):
            distance = FUNCTION_BYTES * (self.random.randrange(count) - i) - 5
            out += b"\xe8" + struct.pack("<i", distance) + b"\x90" * 10 + b"\xc3"
        self.sections.insert(1, Section(".text", 1, out, ALLOC | EXECUTE, address=CODE_AT))

    def dynamic(self, needed, directories):
        places = self.strings(".dynstr", needed + directories)
        entries = [(NEEDED, places[text]) for text in needed] + [(RUNPATH, places[text]) for text in directories]
        content = b"".join(self.numbers("WW", *entry) for entry in [*entries, (STRTAB_AT, 0), (0, 0)])
        self.sections.append(Section(".dynamic", DYNAMIC, content, ALLOC, ".dynstr", 16 if self.wide else 8))

    def versions(self, count):
        self.sections.append(Section(".gnu.version", VERSYM, b"".join(
            self.numbers("H", self.random.randrange(4)) for _ in range(count + 1)), link=".dynsym", entry=2))
        need = self.numbers("HHIII", 1, 1, 1, 16, 0) + self.numbers("IHHII", 0x9691a75, 0, 2, 1, 0)
        self.sections.append(Section(".gnu.version_r", VERNEED, need, link=".dynstr"))

    def compressed(self, name, content):
        """A section that is smaller in the file than it says."""
        packed = zlib.compress(content)
        head = (self.numbers("IIQQ", 1, 0, len(content), 1) if self.wide else self.numbers("III", 1, len(content), 1))
        self.sections.append(Section(name, 1, head + packed, COMPRESSED))

    def relocations(self, count):
        """Of the code."""
        content = b"".join(self.numbers("WWW", FUNCTION_BYTES * i + 1, (i + 1) << (32 if self.wide else 8) | 2, 0)
                           for i in range(count))
        self.sections.append(Section(".rela.text", RELA, content, link=".symtab", entry=24 if self.wide else 12))

    def note(self):
        self.sections.append(Section(".note.gnu.build-id", NOTE, self.numbers("III", 4, 20, 3) + b"GNU\0" + bytes(range(20)), ALLOC))

    def bytes(self):
        places = self.strings(".shstrtab", [section.name for section in self.sections] + [".shstrtab"])
        head_size, entry = (64, 64) if self.wide else (52, 40)
        body, headers = b"", b""
        numbers = {section.name: i for i, section in enumerate(self.sections)}
        for section in self.sections:
            body += b"\0" * (-len(body) % 8)
            headers += self.numbers("IIWWWWIIWW", places[section.name] if section.name else 0, section.kind, section.flags,
                                    section.address, head_size + len(body), len(section.content), numbers[section.link], 1, 1,
                                    section.entry)
            body += b"" if section.kind == NOBITS else section.content
        body += b"\0" * (-len(body) % 8)
        identity = MAGIC + self.numbers("BBBB", 2 if self.wide else 1, 2 if self.big else 1, 1, 0) + b"\0" * 8
        machine = {(True, False): 62, (False, False): 3}.get((self.wide, self.big), 21)
        head = identity + self.numbers("HHIWWWIHHHHHH", self.kind, machine, 1, CODE_AT, 0, head_size + len(body), 0, head_size, 0,
                                       0, entry, len(self.sections), len(self.sections) - 1)
        return head + body + headers


def note_of_graph(name, content):
    return f"graph {hashlib.sha256(content).hexdigest()} {name}"


def object_map(case, files, carried):
    """Graphs of objects, as cgcollect --object-map writes them."""
    lines = []
    for file in files:
        with open(case.path(file), "rb") as opened:
            digest = hashlib.sha256(opened.read()).hexdigest()
        lines.append(f"{digest} {note_of_graph(*case.random.choice(carried))}\n")
    return "".join(lines)


def some_notes(random, carried):
    """What cgcollect would have noted: graphs, by name, and more."""
    notes = [note_of_graph(name, content) for name, content in carried]
    others = ["known names", "name f1", "wrap f2", "lost gone.c", "library in/libx.so", f"symbols {random.randrange(1 << 64):016x}",
              "graph 12 in/0.mcg", "graph " + "0" * 64 + " in/0.mcg", graphs.text(random), "", "wrap ", "library /dev/zero"]
    return notes + random.sample(others, random.choice([0, 0, 1, 3]))


def elf(random, kind, carried, names, odd, plain=False):
    """A file that carries graphs, pairs of name and content. plain: it has nothing that could keep it from being read."""
    made = Elf(random, kind, odd, wide=random.random() < 0.8, big=random.random() < 0.15)
    notes = [note_of_graph(*graph) for graph in carried] if plain else some_notes(random, carried)
    made.sections.append(Section(".libcg", 1, b"".join(note.encode("utf-8", "surrogatepass") + b"\0" for note in notes)))
    made.symbols(".symtab", SYMTAB, ".strtab", names)
    if kind != OBJECT:
        made.symbols(".dynsym", DYNSYM, ".dynsymstr", names[:4])
        directories = [] if plain else [random.choice(["$ORIGIN", "${ORIGIN}/..:.:in", ":" * 50, graphs.text(random), "/nowhere"])]
        made.dynamic([] if plain else random.sample(["libx.so", "in/prog", "prog", "libc.so.6", graphs.text(random, "no")], 2), directories)
        made.versions(len(names))
    else:
        made.relocations(len(names))
    if random.random() < 0.3:
        made.note()
        made.compressed(".debug_info", bytes(random.randrange(4) for _ in range(500)))
    if not plain and random.random() < 0.3:
        made.sections.append(Section("metacg", 1, b"\0".join(content for _, content in carried) + b"\0"))
    if not plain and random.random() < 0.1:
        made.sections.append(Section(random.choice([".gnu.lto_.x", ".bss", ".libcg"]), random.choice([1, NOBITS]), b"x" * 30))
    made.code(len(names))
    return made.bytes()


CROWDS = ["symbols", "libraries", "directories"]


def crowd(random, kind, what):
    """A file of a megabyte whose strings overlap, so that all of them together have gigabytes."""
    made = Elf(random, kind, 0)
    long = ("lib/:" if what == "directories" else "names") * 60000
    place = made.strings(".strtab", [long])[long]
    count = 30000
    places = [place + i * (len(long) // count) for i in range(count)]
    if what == "symbols":
        content = b"".join(made.symbol(at, 0x12, 1, CODE_AT + i, 1) for i, at in enumerate(places))
        made.sections += [Section(".symtab", SYMTAB, content, link=".strtab", entry=24)]
    else:
        tag = NEEDED if what == "libraries" else RUNPATH
        content = b"".join(made.numbers("WW", tag, at) for at in places + [place + len(long) - 9])
        made.sections.append(Section(".dynamic", DYNAMIC, content + made.numbers("WW", NEEDED, place + len(long) - 9), ALLOC,
                                     ".strtab", 16))
    made.sections.append(Section(".libcg", 1, b"lost x.c\0"))
    made.code(4)
    return made.bytes()


def user(random, carried, needed, directories):
    """A program that exports functions and needs libraries."""
    made = Elf(random, PROGRAM, 0)
    made.sections.append(Section(".libcg", 1, b"".join(note_of_graph(*graph).encode() + b"\0" for graph in carried)))
    made.symbols(".symtab", SYMTAB, ".strtab", ["f1", "f2", "main"])
    made.symbols(".dynsym", DYNSYM, ".dynsymstr", ["f1", "f2", "f3", "f4"])
    made.dynamic(needed, directories)
    made.code(3)
    return made.bytes()


def relocated(random, count, length):
    """A library with so many relocations of one symbol, whose name is so long."""
    made = Elf(random, LIBRARY, 0)
    place = made.strings(".dynstr", ["n" * length])["n" * length]
    made.sections.append(Section(".dynsym", DYNSYM, made.symbol(0, 0, 0, 0, 0) + made.symbol(place, 0x12, 0, 0, 0), link=".dynstr",
                                 entry=24))
    made.sections.append(Section(".rela.dyn", RELA, made.numbers("WWW", 0, 1 << 32 | 6, 0) * count, link=".dynsym", entry=24))
    made.code(1)
    return made.bytes()


def noted(random, note, symbols=0):
    """An object with a note, and so many symbols of one name."""
    made = Elf(random, OBJECT, 0)
    made.sections.append(Section(".libcg", 1, note.encode() + b"\0"))
    place = made.strings(".strtab", ["f1"])["f1"]
    made.sections.append(Section(".symtab", SYMTAB, made.symbol(place, 0x12, 1, CODE_AT, 1) * (symbols + 1), link=".strtab", entry=24))
    made.code(1)
    return made.bytes()


def archive(random, members, odd, thin=False):
    """An archive of members, pairs of name and content; odd as of Elf."""
    def field(text, width):
        if random.random() < odd:
            text = random.choice(["", "-1", "9" * width, text + "1", "x", "0", "/0", "//", "/9999999999"])
        return text.encode("utf-8", "replace")[:width].ljust(width)

    def head(name, size):
        return (field(name, 16) + field("0", 12) + field("0", 6) + field("0", 6) + field("644", 8) + field(str(size), 10)
                + (b"x\n" if random.random() < odd else b"`\n"))
    out = b"!<thin>\n" if thin else b"!<arch>\n"
    if random.random() < 0.7:
        table = struct.pack(">II", random.choice([1, 1, 1 << 30]), len(out)) + b"f1\0"
        out += head("/", len(table)) + table + b"\n" * (len(table) % 2)
    names, places = b"", []
    for name, _ in members:
        places.append(len(names))
        names += name.encode("utf-8", "surrogatepass") + b"/\n"
    out += head("//", len(names)) + names + b"\n" * (len(names) % 2)
    for (name, content), place in zip(members, places):
        out += head(f"/{place}" if thin or len(name) > 15 or random.random() < 0.3 else name + "/", len(content))
        out += b"" if thin else content + b"\n" * (len(content) % 2)
    return out


def monitored(random, wide=True, big=False, odd=0.0):
    """A gmon.out of a program of elf()."""
    made = Elf(random, PROGRAM, odd, wide, big)
    place = lambda: CODE_AT + FUNCTION_BYTES * random.randrange(8) + random.choice([0, 5, 5, 5, random.randrange(16)])
    out = b"gmon" + made.numbers("I", 1) + b"\0" * 12
    for _ in range(random.randrange(8)):
        out += b"\1" + made.numbers("WWI", place(), place(), random.randrange(5))
    counts = b"".join(made.numbers("H", random.randrange(3)) for _ in range(16))
    out += b"\0" + made.numbers("WWII", CODE_AT, CODE_AT + 128, 16, 100) + b"seconds".ljust(15, b"\0") + b"s" + counts
    return out
