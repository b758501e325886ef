#!/usr/bin/env python3
"""cgquery refine on real programs: refine.py DIR BIN [PROGRAM...]

DIR/PROGRAM gets the sources of a Debian package (source_package.sh), the program as it is and with places
for XRay, its graph, what `cgquery refine` leaves, and row.json. Prints a row of a Markdown table for
each; refine.md explains the columns. --table prints the rows of what is in DIR without running anything.

What the loop compares is the number of instructions, counted by cachegrind: it is the same in each run,
whatever else the machine does. CPU time is then taken of the program as it is, with places that nothing
records, with the last selection and with all probes, in turn; --times says how often, 0: not at all.

Needs clang, XRay's runtime (libclang-rt-dev), valgrind, python3, and network for sources.
"""
import argparse
import json
import os
import pathlib
import resource
import shlex
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
BUDGET = 2  # percent: the goal of the median
FLAGS = ["-O2", "-gdwarf-4", "-w"]  # valgrind reads no newer debug information of clang
PLACES = ["-fxray-instrument", "-fxray-instruction-threshold=1"]

# kind: what is special; sources: globs below src; but: left out; prepare: run in src once;
# input: name -> (kind of inputs.py, size); run: shell words with P for the program
PROGRAMS = {
    "lua": dict(package="lua5.4", kind="interpreter, pointers", sources=["src/*.c"],
                but=["src/luac.c"], flags="-std=gnu99 -DLUA_COMPAT_5_3 -DLUA_USE_LINUX",
                libs="-lm -ldl -Wl,-E", input={"w.lua": ("lua", 20000)}, run="P w.lua"),
    "minigzip": dict(package="zlib", kind="compression", sources=["*.c", "test/minigzip.c"],
                     flags="-I. -D_LARGEFILE64_SOURCE=1 -DHAVE_UNISTD_H -DHAVE_STDARG_H",
                     input={"in": ("text", 3000000)}, run="P -6 <in"),
    "bzip2": dict(package="bzip2", kind="compression",
                  sources=["blocksort.c", "bzip2.c", "bzlib.c", "compress.c", "crctable.c",
                           "decompress.c", "huffman.c", "randtable.c"],
                  flags="-D_FILE_OFFSET_BITS=64", input={"in": ("text", 1000000)}, run="P -c in"),
    "brotli": dict(package="brotli", kind="compression", sources=["c/*/*.c"],
                   flags="-Ic/include -DOS_LINUX", libs="-lm",
                   input={"in": ("text", 1500000)}, run="P -q 6 -c in"),
    "mujs": dict(package="mujs", kind="interpreter, recursion, pointers", sources=["one.c", "main.c"],
                 flags="-std=c99", libs="-lm", input={"w.js": ("javascript", 6000)}, run="P w.js"),
    "phalanx": dict(package="phalanx", kind="recursive search", sources=["*.c"],
                    flags="-std=gnu89 -fcommon -DGNUFUN -D__NO_ECO__", input={},
                    run="P -x- -o- -b- -c+ -t1024 <moves",
                    files={"moves": "depth 8\ngo\ngo\ngo\nquit\n"}),
    "tinyxml2": dict(package="tinyxml2", kind="C++, recursion, pointers, virtual calls",
                     sources=["tinyxml2.cpp", "xmltest.cpp"], flags="-std=c++17",
                     input={"in": ("xml", 20000)}, run="P in"),
    "rapidjson": dict(package="rapidjson", kind="C++, templates",
                      sources=["example/prettyauto/prettyauto.cpp"], flags="-std=c++11 -Iinclude",
                      input={"in": ("json", 20000)}, run="P <in"),
    "hunspell": dict(package="hunspell", kind="C++, strings and containers",
                     sources=["src/hunspell/*.cxx", "src/tools/analyze.cxx"],
                     prepare="cp -n src/hunspell/hunvisapi.h.in src/hunspell/hunvisapi.h; touch config.h",
                     flags="-std=c++17 -Isrc/hunspell -I. -DHUNSPELL_STATIC",
                     input={"d.dic": ("dictionary", 8000), "words": ("misspelt", 40000)},
                     files={"d.aff": "SFX A Y 1\nSFX A 0 ed .\nSFX B Y 1\nSFX B 0 s .\n"},
                     run="P d.aff d.dic words"),
    "jsoncpp": dict(package="libjsoncpp", kind="C++, containers, virtual calls",
                    sources=["src/lib_json/*.cpp", "src/jsontestrunner/main.cpp"],
                    flags="-std=c++11 -Iinclude -DJSONCPP_NO_LOCALE_SUPPORT",
                    input={"in.json": ("json", 3000)}, run="P --json-writer StyledWriter in.json"),
}


class Program:
    def __init__(self, name, where, tools):
        self.name, self.tools = name, tools
        self.at = where / name
        self.recipe = PROGRAMS[name]
        self.source = self.at / "src"
        self.compiler = "clang++" if "C++" in self.recipe["kind"] else "clang"

    def shell(self, command, cwd=None, **more):
        return subprocess.run(["bash", "-c", command], cwd=cwd or self.at, check=True, text=True, **more)

    def files(self):
        def match(globs):
            return {p for pattern in globs for p in self.source.glob(pattern)}
        found = match(self.recipe["sources"]) - match(self.recipe.get("but", []))
        return sorted(str(p.relative_to(self.source)) for p in found)

    def flags(self):
        return shlex.split(self.recipe["flags"])

    def build(self, output, *more):
        if not (self.at / output).exists():
            subprocess.run([self.compiler, *FLAGS, *self.flags(), *more, *self.files(), "-o",
                            self.at / output, *shlex.split(self.recipe.get("libs", ""))],
                           cwd=self.source, check=True)

    def prepare(self):
        self.at.mkdir(parents=True, exist_ok=True)
        subprocess.run([HERE / "source_package.sh", self.recipe["package"], self.at], check=True)
        self.shell(self.recipe.get("prepare", "true"), cwd=self.source, stdout=subprocess.DEVNULL)
        self.build("bare")
        self.build("probes", *PLACES)
        for name, (kind, size) in self.recipe["input"].items():
            self.shell(f"python3 {HERE}/refine/inputs.py {kind} {size} >{name}")
        for name, text in self.recipe.get("files", {}).items():
            (self.at / name).write_text(text)

    def collect(self):
        graph = self.at / "whole.mcg"
        if graph.exists():
            return
        subprocess.run([self.tools / "cgcollect", "-q", "--root", ".", *self.files(), "--",
                        *self.flags()], cwd=self.source, check=True)
        units = [f"{pathlib.Path(file).name}.mcg" for file in self.files()]
        subprocess.run([self.tools / "cgmerge", "-q", *units, "-o", graph], cwd=self.source, check=True)

    def command(self, program):
        words = ["./" + program if word == "P" else word for word in self.recipe["run"].split()]
        return " ".join(words)

    def counted(self, program):
        """A command that says how many instructions it ran, as if each took a nanosecond."""
        return f"./counted {self.command(program)}"

    def refine(self):
        script = self.at / "counted"
        script.write_text("#!/bin/sh\n"
                          "valgrind --tool=cachegrind --cache-sim=no --smc-check=all "
                          "--cachegrind-out-file=/dev/null --log-file=said \"$@\"\n"
                          "sed -n 's/.* I *refs: *//p' said | tr -d , | "
                          "awk '{ print $1 / 1e9, $1 / 1e9 }' >\"$CG_TIME\"\n")
        script.chmod(0o755)
        record = f"{self.tools}/cgrecord --mode xray -o $CG_PROFILE"
        run = self.counted("probes")
        done = subprocess.run(
            [self.tools / "cgquery", "refine", "whole.mcg", "--budget", f"{BUDGET}%", "--into",
             "refined", "--repetitions", "1", "--json", "--for", "cgrecord", "--study",
             "--run", f"{record} --filter $CG_FILTER -- {run}",
             "--flavor", f"bare={self.counted('bare')}",
             "--flavor", f"full={record}.full -- {run}", "--", "sh", "-c", run],
            cwd=self.at, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"{self.name}: {done.stderr}")
        return json.loads(done.stdout)

    def compile_chosen(self, best):
        """The program with places in the chosen functions alone. @return instructions / 1e9"""
        subprocess.run([self.tools / "cgquery", "instrument", "whole.mcg", "-q", "-s", "statements",
                        "--threshold", "0", "--and", f"@refined/iteration-{best}/filter", "--for",
                        "xray", "-o", "chosen.xray"], cwd=self.at, check=True, capture_output=True)
        self.build("chosen", *PLACES, f"-fxray-attr-list={self.at}/chosen.xray")
        self.shell(f"CG_TIME=time {self.tools}/cgrecord -q --mode xray -o chosen.cubex -- "
                   f"{self.counted('chosen')}", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        seconds = float((self.at / "time").read_text().split()[1])
        (self.at / "time").unlink()
        return seconds

    def cpu(self, command):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.shell(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        own = self.at / "time"
        if own.exists():
            seconds = float(own.read_text().split()[1])
            own.unlink()
            return seconds
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def times(self, best, count):
        record = f"{self.tools}/cgrecord -q --mode xray --time time -o times.cubex"
        chosen = f"--filter refined/iteration-{best}/filter"
        ways = {"bare": self.command("bare"), "empty": self.command("probes"),
                "selected": f"{record} {chosen} -- {self.command('probes')}",
                "chosen": f"{record} -- {self.command('chosen')}",
                "full": f"{record} -- {self.command('probes')}"}
        taken = {way: [] for way in ways}
        for _ in range(count):
            for way, command in ways.items():
                taken[way].append(self.cpu(command))
        return taken

    def measure(self, count):
        self.prepare()
        self.collect()
        whole = self.refine()
        study = {flavor["flavor"]: statistics.median(flavor["times"]["cpuSeconds"])
                 for flavor in whole["study"]}
        study["chosen"] = self.compile_chosen(whole["best"])
        defined = subprocess.run([self.tools / "cgquery", "select", "whole.mcg", "is(defined)",
                                  "--format=names"], cwd=self.at, capture_output=True, text=True)
        row = {"name": self.name, "kind": self.recipe["kind"],
               "functions": len(defined.stdout.splitlines()), "instructions": study,
               "startup": whole["startupSeconds"], "best": whole["best"],
               "iterations": [{key: it[key] for key in ("overhead", "covered", "visits")} |
                              {"functions": len(it["functions"])} for it in whole["iterations"]],
               "cpu": self.times(whole["best"], count) if count else {}}
        (self.at / "row.json").write_text(json.dumps(row, indent=1))
        return row


def percent(share):
    return f"{100 * share:.1f}"


COLUMNS = ["program", "kind", "functions", "all probes", "iteration 0", "1", "2", "start-up", "covers",
           "places", "compiled", "CPU s", "places", "selected", "compiled", "all probes"]


def show(row):
    base = row["instructions"]["vanilla"]
    its = row["iterations"]
    cells = [row["name"], row["kind"], str(row["functions"]),
             percent(row["instructions"]["full"] / base - 1)]
    for i in range(3):
        it = its[min(i, len(its) - 1)]
        cells.append(f"{percent(it['overhead'])} ({it['functions']})" if i < len(its) else "as before")
    bare = row["instructions"]["bare"]
    cells += [percent(row["startup"] / base), percent(its[-1]["covered"] or 0),
              percent(base / bare - 1), percent(row["instructions"]["chosen"] / bare - 1)]
    if row["cpu"]:
        bare = min(row["cpu"]["bare"])
        cells += [f"{bare:.2f}"] + [percent(min(row["cpu"][way]) / bare - 1)
                                    for way in ("empty", "selected", "chosen", "full")]
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dir", type=pathlib.Path)
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("programs", nargs="*", metavar="PROGRAM")
    parser.add_argument("--times", type=int, default=9)
    parser.add_argument("--table", action="store_true")
    given = parser.parse_intermixed_args()
    rows = []
    print("| " + " | ".join(COLUMNS) + " |\n|" + " --- |" * len(COLUMNS))
    for name in given.programs or PROGRAMS:
        program = Program(name, given.dir.resolve(), given.bin.resolve())
        kept = program.at / "row.json"
        if not given.table:
            rows.append(program.measure(given.times))
        elif kept.exists():
            rows.append(json.loads(kept.read_text()))
        else:
            continue
        show(rows[-1])
    for way in ("chosen", "vanilla"):
        more = [row["instructions"][way] / row["instructions"]["bare"] - 1 for row in rows]
        print(f"{'compiled' if way == 'chosen' else 'places'}: median {percent(statistics.median(more))} %, "
              f"worst {percent(max(more))} %")
    for i in range(3):
        overheads = [row["iterations"][min(i, len(row["iterations"]) - 1)]["overhead"] for row in rows]
        print(f"iteration {i}: median {percent(statistics.median(overheads))} %, "
              f"worst {percent(max(overheads))} %")


if __name__ == "__main__":
    main()
