"""Random pointer facts (docs/pointer-facts.md)."""

SIGNATURES = ["FvvE", "FiiE", "FvPvE", "FiPKczE", "FvP1SE", "?", "?FvvE", "FvPFvvEE", "~v()", "~i(pi.)", "F?iE", ""]
CELLS = ["", "v", "c", "i", "r", "o", "Pv", "PFvvE", "FvvE", "Pr"]
RECORDS = ["S", "T", "ns::S<T*>", "@x", "@a.c:1:2"]
SORTS = ["integer", "inline assembly", "no facts"]


def field(random):
    return f"f{random.choice(RECORDS)}+{random.choice([0, 0, 8, 16, 4096])}"


def slot(random, names):
    name = random.choice(names)
    return random.choice([
        lambda: f"l{random.randrange(4)}", lambda: f"l{random.randrange(4)}", lambda: f"p{name}#{random.randrange(3)}",
        lambda: f"r{name}", lambda: f"v{name}", lambda: f"g{random.choice(['x', 'y', 'table|a.c', name])}",
        lambda: field(random), lambda: field(random), lambda: random.choice("iub")])()


def address(random, names):
    name = random.choice(names)
    return "&" + random.choice([f"F{name}", f"F{name}", f"F{name}", slot(random, names), "m16", "t_ZTV1A"])


def operand(random, names):
    return random.choice([slot, address])(random, names)


def arguments(random, names):
    return [random.choice([operand(random, names), ""]) for _ in range(random.randrange(4))]


def result(random, names):
    return random.choice(["", slot(random, names)])


def call(random, names, place):
    return ["k", *place, slot(random, names), random.choice(SIGNATURES), result(random, names), arguments(random, names)]


def virtual_call(random, names, place):
    return ["w", *place, random.choice(["1A", "1B", ""]), random.randrange(3), result(random, names),
            arguments(random, names)]


def other(random, names):
    """A fact that is about no call."""
    def s():
        return slot(random, names)

    def x():
        return operand(random, names)
    signature, cell, record = random.choice(SIGNATURES), random.choice(CELLS), random.choice(RECORDS)
    return random.choice([
        lambda: ["c", s(), x()], lambda: ["c", s(), x()], lambda: ["c", s(), address(random, names)],
        lambda: ["z", s(), x(), random.choice(SIGNATURES), signature],
        lambda: ["v", s(), x(), random.choice(SIGNATURES), signature],
        lambda: ["e", s(), x(), random.choice([".", "*", "+8", "+0", cell])],
        lambda: ["e", s(), x(), f"&{field(random)}"], lambda: ["e", s(), x(), f"&{field(random)}", "behind"],
        lambda: ["l", s(), s()], lambda: ["l", s(), s(), cell], lambda: ["s", s(), x()],
        lambda: ["s", s(), x(), random.choice(["*", cell])], lambda: ["m", x(), x()],
        lambda: ["m", x(), x(), "records"], lambda: ["f", field(random), cell], lambda: ["t", signature],
        lambda: ["t", signature, f"&F{random.choice(names)}"], lambda: ["y", s(), record],
        lambda: ["y", x(), record, "object"], lambda: ["n", record, random.choice(RECORDS), random.choice([0, 8])],
        lambda: ["n", record, random.choice(RECORDS)], lambda: ["n", record, "", 8], lambda: ["g", "gx"],
        lambda: ["o", "gy"], lambda: ["r", record, random.choice(["system", "header"])], lambda: ["h", "exports"],
        lambda: ["q", random.choice([*names, "*"])],
        lambda: ["q", random.choice(names), random.choice(["object", "library", "runtime"])],
        lambda: ["j", s(), random.choice(names)], lambda: ["p", s(), s()], lambda: ["h", "gx"],
        lambda: ["i", "__cxa_throw"], lambda: ["b", f"&F{random.choice(names)}", random.choice(["0", "3", "special"])],
        lambda: ["a", "address"], lambda: ["x", s(), random.choice(SORTS)],
        lambda: ["d", "a.c", 1 + random.randrange(9), 1, f"F{random.choice(names)}", result(random, names),
                 arguments(random, names)]])()


def facts(random, names):
    return [other(random, names) for _ in range(random.choice([0, 1, 3, 8]))]


def body(random, names):
    """The facts of a body, and the unresolved calls that they are about."""
    calls, out = [], facts(random, names)
    for line in random.sample(range(1, 30), random.choice([0, 0, 1, 3])):
        place = ["a.c", line, 1 + random.randrange(5)]
        call_is_virtual = random.random() < 0.2
        out.append((virtual_call if call_is_virtual else call)(random, names, place))
        site = {"file": place[0], "line": place[1], "column": place[2]}
        calls.append(dict(site, reason="virtual", receiver=out[-1][4], slot=out[-1][5]) if call_is_virtual
                     else dict(site, reason="pointer", type="void (void)"))
    return out, calls
