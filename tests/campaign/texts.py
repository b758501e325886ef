"""Random texts that the tools read besides graphs: sets, rules, patches, bounds, annotations."""

import json

from graphs import HOSTILE, KINDS, small, text

PROPERTIES = ["entry", "defined", "declared", "virtual", "internal", "weak", "system", "addressTaken", "unresolved"]
KEYS = [*KINDS, "stackSize.bytes", "profile.visits", "profile.time.inclusive", "inlineInfo.markedInline",
        "numOperations.numberOfIntOps", "visits", "nothing", "", "a.b.c", "callers", "callees"]


def quoted(name):
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def leaf(random, names):
    if random.random() < 0.06:
        return random.choice([quoted(text(random)), text(random), "$missing", "@", "/(a|b/", "/\\/", "", "[", "is(x)"])
    return random.choice([
        lambda: quoted(random.choice(names)), lambda: quoted(random.choice(names)), lambda: "*", lambda: "f*", lambda: f"is({random.choice(PROPERTIES)})",
        lambda: f"file({random.choice(['a.c', '*.c', text(random)])})",
        lambda: f"dir({random.choice(['src', 'src/net', '/', text(random)])})",
        lambda: f"has({random.choice(KEYS)})",
        lambda: f"[{random.choice(KEYS)} {random.choice(['>', '<', '==', '!=', '>=', '<=', '~', '='])} "
                f"{random.choice(['0', '2', '5%', '1 KiB', '2k', '3ms', '/a/', '-1', '1e400', '99999999999999999999'])}]",
        lambda: f"[inclusive({random.choice(KEYS)}) > {small(random)}]",
        lambda: f"[{random.choice(KEYS)}]", lambda: random.choice(["/f/", "/^f[0-9]+$/", "/(a|b)/", "/x{999}/"]),
        lambda: random.choice(["$hot", "@list.txt"])])()


def set_of(random, names, depth=0):
    if depth > 3 or random.random() < 0.35:
        return leaf(random, names)
    if random.random() < 0.01:
        return random.choice(["(" * 600, "!" * 5000, "reaches("]) + leaf(random, names)
    inner = set_of(random, names, depth + 1)
    other = set_of(random, names, depth + 1)
    return random.choice([
        lambda: f"{inner} | {other}", lambda: f"{inner} & {other}", lambda: f"{inner} - {other}", lambda: f"!{inner}",
        lambda: f"({inner})", lambda: f"reaches({inner})", lambda: f"reachedFrom({inner})",
        lambda: f"onPath({inner}, {other})", lambda: f"callers({inner}, {random.choice([0, 1, 2, 3, 2**31])})",
        lambda: f"callees({inner})", lambda: f"overrides({inner})", lambda: f"overriddenBy({inner})",
        lambda: f"roots({inner})", lambda: f"leaves({inner})", lambda: f"recursive({inner})"])()


def definitions(random, names):
    lines = [f"hot = {set_of(random, names)}", "# a comment", f"cold = !$hot ; warm = {leaf(random, names)}",
             f"{text(random)} = {leaf(random, names)}"]
    return "\n".join(random.sample(lines, random.randrange(1, len(lines) + 1))) + "\n"


def rules(random, names):
    def some():
        return set_of(random, names, 2)
    lines = []
    for _ in range(1 + random.randrange(5)):
        rule = random.choice([
            lambda: f"deny {some()} -> {some()}", lambda: f"deny {some()} => {some()}",
            lambda: f"deny {some()} -> {some()} except {some()}", lambda: f"only {some()} => {some()}",
            lambda: f"layers {some()} > {some()} > {some()}", lambda: f"strict layers {some()} > {some()}",
            lambda: f"acyclic {some()}, {some()}", lambda: f"named layers {some()} > {some()}",
            lambda: f"x = {some()}", lambda: text(random)])()
        if random.random() < 0.3:
            rule = f"rule {random.choice(['r', 'a-b', text(random)])}: {rule}"
        if random.random() < 0.2:
            rule += f" : {quoted(text(random))}"
        lines.append(rule)
    return "\n".join(lines) + "\n"


def patch(random, files):
    out = []
    for file in random.sample(files, min(len(files), 1 + random.randrange(3))):
        name = file.replace("\n", "\\n")
        first = 1 + small(random)
        out += [f"diff --git a/{name} b/{name}", f"--- a/{name}", f"+++ b/{name}",
                f"@@ -{first},2 +{first},{random.choice([2, 3, 0])} @@ {text(random)}", "-old", "+new", " same"]
        if random.random() < 0.5:
            out.append("+more")
    return "\n".join(out) + "\n"


def bounds(random, names):
    lines = []
    for _ in range(1 + random.randrange(5)):
        some = set_of(random, names, 3)
        lines.append(random.choice([
            f"frame {some} {small(random)}", f"library {small(random)}", f"recursion {some} {small(random)}",
            f"calls a.c:{1 + small(random)} {some}", f"calls {random.choice(names)} {some}", f"resolved a.c:2",
            f"resolved {some}", f"overhead {small(random)}", "redzone 128", text(random), "# comment",
            f"recursion * {2**63}"]))
    return "\n".join(lines) + "\n"


def annotations(random, names):
    """Content and the ending of its name."""
    choice = random.randrange(3)
    if choice == 0:
        return "".join(json.dumps({"function": random.choice([*names, text(random)]), **(
            {"file": "a.c"} if random.random() < 0.3 else {}), "meta": {random.choice(KEYS): small(random)}}) + "\n"
                       for _ in range(1 + random.randrange(4))), ".jsonl"
    if choice == 1:
        rows = "".join('"' + random.choice(names).replace('"', '""') + f'",{small(random)}\n' for _ in range(3))
        return "function,weight\n" + rows, ".csv"
    return "".join(f"a.c:{1 + small(random)}:1:{random.choice(names)}\t{small(random)}\tstatic\n" for _ in range(3)), ".su"


def operand_of_summary(random):
    return random.choice(["0", "1", "2...", "result", "new", '*0', "*result", "-", 'unknown "dlsym"', "&gx", "fS+8",
                          '"gx y"', "u", "*1", "99999999999", "\"", "unknown"])


def summary(random):
    a, b = operand_of_summary(random), operand_of_summary(random)
    return random.choice([f"{a} = {b}", f"call {a}({b}, {a})", f"escape {a}", f"{a} = call {b}({a})", f"recalls {a}",
                          f"virtual _ZTS1A {small(random)} ({a})", f"{a} = virtual _ZTS1A 2 ({b})", f"{a} {b}", a])


def summaries(random, names):
    """What library functions do, as --summaries reads it."""
    lines = []
    for _ in range(1 + random.randrange(5)):
        heads = " ".join(random.choice([random.choice(names), "f*", "*", "memcpy", text(random)])
                         for _ in range(1 + random.randrange(2)))
        lines.append(heads + ": " + "; ".join(summary(random) for _ in range(random.randrange(4))))
    return "\n".join(lines) + "\n"


def object_map(random, files):
    """Hashes of objects, and the notes about their graphs."""
    return "".join(f"{random.randrange(16**40):040x} {random.choice([*files, text(random), '/dev/zero'])}\n"
                   for _ in range(random.randrange(5)))


def word(random):
    return random.choice(HOSTILE)
