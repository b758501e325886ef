"""Random C and C++ sources, and compilation databases."""

import functools
import json
import subprocess

import graphs


def expression(random, functions, depth=0):
    choice = random.randrange(7 if depth < 3 else 3)
    if choice < 2:
        return str(random.randrange(10))
    if choice == 2:
        return "x"
    inner = expression(random, functions, depth + 1)
    name = random.choice(functions)
    return [f"{name}({inner})", f"table[{inner} & 1]({inner})", f"(x ? {name} : {random.choice(functions)})({inner})",
            f"apply({name}, {inner})"][choice - 3]


def statement(random, functions):
    value = expression(random, functions)
    return random.choice([f"x += {value};", f"if ({value}) x = {value};", f"while (x < {value}) x++;",
                          f"hook = {random.choice(functions)};", f"return {value};", "{ int y = x; x = y; }",
                          f"for (int i = 0; i < x; i++) {{ x -= {value}; }}", ";"])


def program(random, language):
    functions = [f"f{i}" for i in range(1 + random.randrange(5))]
    out = ["typedef int fn(int);", "static fn *hook;", *(f"int {name}(int);" for name in functions),
           f"static fn *table[2] = {{{functions[0]}, {functions[-1]}}};",
           "static int apply(fn *p, int x) { return p ? p(x) : hook(x); }"]
    if language == "cc":
        out += ["struct A { virtual int m(int x); virtual ~A(); };",
                "struct B : A { int m(int x) override { return x; } };",
                "template <class T> int t(T x) { return (int)x; }",
                "namespace n { int g(A &a) { auto l = [&](int x) { return a.m(x); }; return l(t(2)); } }",
                "int A::m(int x) { B b; return x ? n::g(b) : t('a'); }", "A::~A() {}"]
    for name in functions:
        if random.random() < 0.85:
            qualifier = random.choice(["", "", "__attribute__((noinline)) ", "inline "])
            body = " ".join(statement(random, functions) for _ in range(random.randrange(5)))
            out.append(f"{qualifier}int {name}(int x) {{ {body} return x; }}")
    if random.random() < 0.3:
        out.append("int main(void) { return f0(1); }")
    return "\n".join(out) + "\n"


def source(random, language):
    content = program(random, language).encode()
    if random.random() < 0.25:
        content = graphs.damaged(random, content)
    if random.random() < 0.05:
        content = random.choice([b"", b"\x00" * 40, b"#include \"missing.h\"\n" + content, b"int f(" * 300,
                                 b"#error " + graphs.HOSTILE[7].encode() + b"\n" + content])
    return content


@functools.lru_cache(maxsize=None)
def clang_options():
    """All that clang's driver knows, and some behind -Xclang; those of GCC that write."""
    some = ["-load", "-plugin", "-ftime-trace", "-save-temps", "-MD", "-dependency-file", "-MJ", "--config", "-wrapper",
            "-fdump-tree-all", "-fplugin=", "-specs=", "-B", "-aux-info", "-fcallgraph-info", "-dumpdir", "@"]
    for clang in ("clang", "clang-19", "clang-16"):
        try:
            known = subprocess.run([clang, "--autocomplete=-"], stdout=subprocess.PIPE, check=True).stdout.decode()
        except (OSError, subprocess.CalledProcessError):
            continue
        return some + [line.split("\t")[0] for line in known.splitlines()]
    return some


def hostile_option(random):
    """An option that might write, load or run, with an operand in one of the ways that there are."""
    option, operand = random.choice(clang_options()), random.choice(["written", "./a.so", "sub/written", "native", "-"])
    words = random.choice([[option], [option, operand], [option + operand], [f"{option}={operand}"]])
    through = random.choice([None, None, "-Xclang", "-Xpreprocessor", "-Xassembler", "-mllvm", "-Wp,"])
    if through == "-Wp,":
        return ["-Wp," + ",".join(words)]
    return words if not through else [part for word in words for part in (through, word)]


def database(random, files, directory):
    entries = []
    for file in files:
        words = ["cc" if file.endswith(".c") else "c++", "-c", file, "-o", file + ".o",
                 *random.sample(["-O2", "-g", "-DX=1", "-Wall", "-std=nonsense", "-I.", "-x", "-include"],
                                random.choice([0, 0, 1, 2]))]
        for _ in range(random.choice([0, 0, 1, 3])):
            words += hostile_option(random)
        entry = {"directory": directory, "file": file}
        entry.update({"arguments": words} if random.random() < 0.5 else {"command": " ".join(words)})
        if random.random() < 0.1:
            entry[random.choice(["directory", "file", "arguments", "command", "output"])] = graphs.any_value(random)
        entries.append(entry)
    content = json.dumps(entries, indent=random.choice([None, 1])).encode("utf-8", "surrogatepass")
    return graphs.damaged(random, content) if random.random() < 0.15 else content
