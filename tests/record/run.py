#!/usr/bin/env python3
"""Programs with odd control flow, recorded: run.py BIN_DIR [PROGRAM...]

Each program of programs/ is compiled with hooks by each compiler that is there, with -O0 and -O2,
and recorded. Where both GCC and clang compile it, only GCC does with -O0, and one of them with -O2, by turns
($CG_TURN), unless $CG_LONG_TESTS is set or PROGRAM names it. Its file begins with comments that hold what it does:

    // calls CALLER CALLEE N     the recorded calls of one function by another; - is nobody
    // total FUNCTION N          all its calls
    // path A;B;C N              a call path, with -O0
    // status N                  the exit status; -N: ended by signal N
    // options OPTION...         of cgrecord
    // again OPTION...           recorded once more, with these options
    // needs -lpthread ...       of the linker
    // flags FLAG...             of the compiler
    // hooks FLAG                in place of -finstrument-functions
    // compilers NAME            only with this compiler: gcc or clang
    // library NAME FLAG...      the same source is NAME.so as well, beside the program
    // static                    linked statically, with the recorder
    // callgrind                 callgrind.py compares it, too
    // locations N               processes and threads

Calls of functions that are not stated may be any. The answer is read by cubex.py, which knows nothing
of libcg, and by cgvalidate, and the two must agree.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import cubex

HERE = pathlib.Path(__file__).resolve().parent
COMPILERS = {".c": ["gcc", "clang-19", "clang"], ".cc": ["g++", "clang++-19", "clang++"]}


class Case:
    def __init__(self, source):
        self.source = source
        self.facts = [line[3:].split() for line in source.read_text().splitlines()
                      if line.startswith("// ")]

    def all(self, word):
        return [fact[1:] for fact in self.facts if fact[0] == word]

    def words(self, word):
        return [item for fact in self.all(word) for item in fact]


def programs():
    return sorted(p for p in (HERE / "programs").iterdir() if p.suffix in COMPILERS)


def compilers(case):
    """One of each kind."""
    found = [name for name in COMPILERS[case.source.suffix] if shutil.which(name)]
    kinds = {"clang" if "clang" in name else "gcc": name for name in reversed(found)}
    return [kinds[kind] for kind in sorted(kinds) if kind in (case.words("compilers") or kinds)]


def compile(case, compiler, level, tools, work):
    """Make the program, and its libraries. @return what the compiler says if it cannot"""
    hooks = case.words("hooks") or ["-finstrument-functions"]
    command = [compiler, level, "-g", *hooks, *case.words("flags"), case.source]
    jobs = [[*command, "-o", work / "program", *case.words("needs")]]
    if case.all("static"):
        jobs[0] += ["-static", f"-L{tools.parent}/lib", "-lcgrecord"]
    for name, *flags in case.all("library"):
        jobs.append([*command, *flags, "-fPIC", "-shared", "-o", work / f"{name}.so"])
    for job in jobs:
        done = subprocess.run(job, capture_output=True, text=True)
        if done.returncode:
            return done.stderr
    return None


def dumped_edges(tools, profile):
    text = subprocess.run([tools / "cgvalidate", "--dump=edges", "--mangled", profile], check=True,
                          capture_output=True, text=True).stdout
    found = {}
    for line in text.splitlines():
        match = re.match(r" *(\d+)  (.*) -> (.*?)(  \(through.*)?$", line)
        if match and not match.group(4):
            found[match.group(2), match.group(3)] = int(match.group(1))
    return found


def check(case, profile, optimised, status, tools):
    """What is wrong with a recording."""
    wrong = [] if case.all("calls") else ["it says nothing of its calls"]
    edges, paths = cubex.edges(profile), cubex.counts(profile)
    wanted = int((case.words("status") or ["0"])[0])
    if status != wanted:
        wrong.append(f"exit status {status}, not {wanted}")
    for caller, callee, count in case.all("calls"):
        found = edges[None if caller == "-" else caller, callee]
        if found != int(count):
            wrong.append(f"{caller} calls {callee} {found} times, not {count}")
    for function, count in case.all("total"):
        found = sum(n for (_, callee), n in edges.items() if callee == function)
        if found != int(count):
            wrong.append(f"{function} is called {found} times, not {count}")
    for path, count in case.all("path"):
        if not optimised and paths[tuple(path.split(";"))] != int(count):
            wrong.append(f"{path}: {paths[tuple(path.split(';'))]}, not {count}")
    for count in case.words("locations"):
        if len(cubex.Cubex(profile).locations) != int(count):
            wrong.append(f"{len(cubex.Cubex(profile).locations)} locations, not {count}")
    ours = dumped_edges(tools, profile)
    for (caller, callee), count in edges.items():
        if caller and count and ours.get((caller, callee), count) != count:
            wrong.append(f"cgvalidate shows {caller} -> {callee} {ours[caller, callee]} times, "
                         f"not {count}")
    return wrong


def record(case, options, optimised, tools, work):
    """What is wrong with the program, recorded with some options."""
    program, profile = work / "program", work / "run.cubex"
    profile.unlink(missing_ok=True)
    done = subprocess.run([tools / "cgrecord", "-o", profile, *options, "--", program,
                           *case.words("arguments")], capture_output=True, text=True, timeout=120,
                          cwd=work)
    bare = subprocess.run([program, *case.words("arguments")], capture_output=True, text=True,
                          timeout=120, cwd=work)
    wrong = []
    if (bare.returncode, bare.stdout) != (done.returncode, done.stdout):
        wrong.append(f"it behaves otherwise: {bare.returncode} {bare.stdout!r} "
                     f"and {done.returncode} {done.stdout!r}")
    if not profile.exists():
        return wrong + [f"no profile: {done.stderr}"]
    return wrong + check(case, profile, optimised, done.returncode, tools)


def run(case, compiler, level, tools, work):
    refusal = compile(case, compiler, level, tools, work)
    if refusal:
        return [f"does not compile: {refusal}"]
    wrong = record(case, case.words("options"), level != "-O0", tools, work)
    for options in case.all("again"):
        wrong += [f"{' '.join(options)}: {text}"
                  for text in record(case, options, level != "-O0", tools, work)]
    return wrong


def cases(sources, chosen):
    """The programs that are chosen, all if none is, with each compiler that is there."""
    for source in sources:
        if not chosen or source.stem in chosen:
            case = Case(source)
            for compiler in compilers(case):
                yield case, compiler


def has_turn(source, first):
    """Which of two ways to compile programs is a program's: by turns, both with $CG_LONG_TESTS."""
    number = sorted(source.parent.iterdir()).index(source) + int(os.environ.get("CG_TURN", "0"))
    return os.environ.get("CG_LONG_TESTS") or first == (number % 2 == 0)


def is_long(case, compiler, level, chosen):
    """Whether other compilers and levels say nearly as much of the program."""
    if chosen or os.environ.get("CG_LONG_TESTS") or len(compilers(case)) < 2:
        return False
    is_gcc = "clang" not in compiler
    return not is_gcc if level == "-O0" else not has_turn(case.source, is_gcc)


def report(what, wrong):
    """Print what is wrong. The result is whether anything is."""
    for text in wrong:
        print(f"FAILED {what}: {text}")
    return bool(wrong)


def main():
    tools, chosen = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    failed = []
    with tempfile.TemporaryDirectory() as work:
        for case, compiler in cases(programs(), chosen):
            for level in ("-O0", "-O2"):
                if is_long(case, compiler, level, chosen):
                    continue
                failed.append(report(f"{case.source.name} ({compiler} {level})",
                                     run(case, compiler, level, tools, pathlib.Path(work))))
    print(f"{len(failed)} programs recorded")
    return any(failed) if failed else 77


if __name__ == "__main__":
    sys.exit(main())
