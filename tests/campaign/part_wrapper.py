"""cgcollect as the compiler of make -j8: the graphs are those that make -j1 gets."""

import glob
import os
import shutil
import subprocess

import campaign
import sources

SHORT = 1
MAKEFILE = """OBJECTS = $(patsubst %.c,%.o,$(wildcard *.c)) $(patsubst %.cc,%.o,$(wildcard *.cc))
all: $(OBJECTS)
%.o: %.c
\t$(CC) -w -c $< -o $@
%.o: %.cc
\t$(CXX) -w -c $< -o $@
"""


def graphs_of_make(case, jobs):
    """The graphs by name, made by so many jobs; what make left is removed."""
    case.inputs += 1
    done = subprocess.run(["make", "-k", f"-j{jobs}", "CC=cgcollect --cc gcc --", "CXX=cgcollect --cc g++ --"],
                          cwd=case.directory, env=case.build.environment(), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=10 * campaign.SECONDS_LIMIT)
    out = {}
    for path in glob.glob(case.path("*.mcg")):
        with open(path, "rb") as file:
            out[os.path.basename(path)] = file.read()
    for path in glob.glob(case.path("*.o*")):
        os.remove(path)
    return out, done.stdout.decode(errors="replace")


def case(case):
    if not case.build.has("cgcollect") or not shutil.which("make"):
        raise campaign.Skip("there is no cgcollect, or no make")
    case.write("Makefile", MAKEFILE)
    names = []
    for i in range(6):
        language = case.random.choice(["c", "c", "cc"])
        names.append(case.write(f"s{i}.{language}", sources.program(case.random, language)))
    one, _ = graphs_of_make(case, 1)
    many, said = graphs_of_make(case, 8)
    expected = sorted(os.path.splitext(name)[0] + ".o.mcg" for name in names)
    case.expect_same("graphs", expected, sorted(one))
    if sorted(one) != sorted(many):
        case.find(f"make -j8 has other graphs: {sorted(many)}: {said[-400:]}")
    for name in sorted(set(one) & set(many)):
        case.expect_same(name, one[name], many[name])
