#!/usr/bin/env python3
"""What linking costs where n calls may each call n functions:

    tests/bench/crowd.py BUILD_DIR [SIZE...]

For calls through one pointer, callbacks of qsort through one pointer, virtual calls, and calls through
pointers of their own that are copied in a ring, or each to the next (a chain), and for each size (default: 1000 2000 4000): processor time, memory as multiple of the input, and whether the edges
were within --max-edges, for the default and for 100,000. Then the exponents that fit the last two
sizes without edges: solving is linear, only edges that are written are not.
"""
import math
import os
import subprocess
import sys
import tempfile

C_POINTER = """struct s {{ void *(*call)(void *, int *); }} s;
{functions}
int main(int argc, char **argv) {{
{main}
return 0; }}
"""


def pointer(n):
    functions = "\n".join(f"void *f{i}(void *a, int *b) {{ (void)b; return a; }}\n"
                          f"void *c{i}(void *a, int *b) {{ return s.call(a, b); }}" for i in range(n))
    main = "\n".join(f"if (argc == {i}) s.call = f{i}; c{i}(argv, &argc);" for i in range(n))
    return "c", C_POINTER.format(functions=functions, main=main)


def callback(n):
    functions = "\n".join(f"int f{i}(const void *a, const void *b) {{ return a < b; }}\n"
                          f"void c{i}(int *a) {{ qsort(a, 5, sizeof *a, order); }}" for i in range(n))
    main = "\n".join(f"if (argc == {i}) order = f{i}; c{i}(&argc);" for i in range(n))
    return "c", ("#include <stdlib.h>\nstatic int (*order)(const void *, const void *);\n" + functions +
                 "\nint main(int argc, char **argv) { (void)argv;\n" + main + "\nreturn 0; }\n")


def virtual(n):
    classes = "\n".join(f"struct D{i} : B {{ void *m(void *a) override; }};\n"
                        f"void *D{i}::m(void *a) {{ x = {i}; return a; }}\n"
                        f"void *c{i}(B *b, void *a) {{ return b->m(a); }}" for i in range(n))
    main = "\n".join(f"if (argc == {i}) all[1] = new D{i}; c{i}(all[argc], argv);" for i in range(n))
    return "cc", ("struct B { virtual void *m(void *a); int x; };\nvoid *B::m(void *a) { return a; }\n"
                  "B *all[5];\n" + classes + "\nint main(int argc, char **argv) {\n" + main +
                  "\nreturn 0; }\n")


def copied(n, copies):
    functions = "\n".join(f"fn *p{i};\nvoid *f{i}(void *a, int *b) {{ (void)b; return a; }}\n"
                          f"void *c{i}(void *a, int *b) {{ return p{i}(a, b); }}" for i in range(n))
    main = "\n".join(f"if (argc == {i}) p{i} = f{i}; c{i}(argv, &argc);" for i in range(n))
    return "c", (f"typedef void *fn(void *, int *);\n{functions}\nint main(int argc, char **argv) {{\n{main}\n"
                 + "\n".join(copies) + "\nreturn 0; }\n")


def ring(n):
    return copied(n, [f"p{(i + 1) % n} = p{i};" for i in range(n)])


def chain(n):
    return copied(n, [f"p{i + 1} = p{i};" for i in range(n - 1)])


def link(build, graph, edges):
    """Processor time and most memory."""
    words = [os.path.join(build, "bin/cgmerge"), "-q", "-o", graph + ".linked", graph]
    process = subprocess.Popen(words + ([f"--max-edges={edges}"] if edges else []), stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{' '.join(words)} failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def exponent(sizes, values):
    if len(sizes) < 2:
        return ""
    return f"{math.log(values[-1] / values[-2]) / math.log(sizes[-1] / sizes[-2]):.2f}"


def measure(build, kind, sizes, directory):
    times, memory = [], []
    for n in sizes:
        language, text = kind(n)
        source = os.path.join(directory, f"{kind.__name__}{n}.{language}")
        with open(source, "w", encoding="utf-8") as out:
            out.write(text)
        subprocess.run([os.path.join(build, "bin/cgcollect"), "-q", source], check=True, cwd=directory)
        graph = source + ".mcg"
        length = os.path.getsize(graph)
        for edges in (None, 100000):
            seconds, most = link(build, graph, edges)
            written = os.path.getsize(graph + ".linked")
            print(f"{kind.__name__:9}{n:6}: {length / 1e6:6.1f} MB, {edges or 'default':>7} edges: "
                  f"{seconds:6.2f} s, {most / length:5.1f} x input, {written / length:6.1f} x written",
                  flush=True)
        times.append(seconds)
        memory.append(most)
    print(f"{kind.__name__:9} without edges: time ~ n^{exponent(sizes, times)}, "
          f"memory ~ n^{exponent(sizes, memory)}")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    build = os.path.abspath(sys.argv[1])
    sizes = [int(size) for size in sys.argv[2:]] or [1000, 2000, 4000]
    with tempfile.TemporaryDirectory() as directory:
        for kind in (pointer, callback, virtual, ring, chain):
            measure(build, kind, sizes, directory)


main()
