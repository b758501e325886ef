#!/usr/bin/env python3
"""Recording by XRay: xray.py BIN_DIR [PROGRAM...]

The programs of programs/ are compiled with clang's -fxray-instrument instead of hooks. What their
comments say (see run.py) must hold without optimisation, and with it where nothing is inlined: there
most calls at the end of a function are jumps. Then choosing, as choose.py does it.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

import choose
import cubex
import run

COMPILERS = {".c": ["clang-19", "clang"], ".cc": ["clang++-19", "clang++"]}
FLAGS = ["-g", "-fxray-instrument", "-fxray-instruction-threshold=1"]
# Facts of programs that XRay is not for: functions of libraries, or of GCC.
LEFT_OUT = {"static", "library", "hooks", "compilers"}
EARLY = {"early"}  # has functions that run before XRay's runtime begins
COMPUTED = {"calls", "self", "virtuals"}  # clang does some of its calls when it optimises
failed = False


def fail(text):
    global failed
    failed = True
    print("FAILED", text)


def find_compiler(suffix, work):
    """One that has XRay's runtime."""
    empty = work / f"empty{suffix}"
    empty.write_text("int main(void) { return 0; }\n" if suffix == ".c" else "int main() {}\n")
    for name in COMPILERS[suffix]:
        if shutil.which(name) and subprocess.run([name, *FLAGS, "-o", work / "empty", empty],
                                                 capture_output=True).returncode == 0:
            return name
    return None


def record(tools, work, program, *options, status=0):
    profile = work / "run.cubex"
    profile.unlink(missing_ok=True)
    done = subprocess.run([tools / "cgrecord", "--rate", "0", "-o", profile, *options, "--",
                           *program], capture_output=True, text=True, timeout=120, cwd=work)
    if done.returncode != status:
        fail(f"{program} {options}: exit {done.returncode}: {done.stderr}")
    return done


def check_programs(tools, work, compilers, chosen):
    count = 0
    for source in run.programs():
        case = run.Case(source)
        facts = {fact[0] for fact in case.facts if fact}
        if (chosen and source.stem not in chosen) or facts & LEFT_OUT or source.stem in EARLY:
            continue
        for level in (["-O0"], ["-O2", "-fno-inline"]):
            program, profile = work / "program", work / "run.cubex"
            if level != ["-O0"] and source.stem in COMPUTED:
                continue
            if not chosen and source.stem not in COMPUTED and not run.has_turn(source, level == ["-O0"]):
                continue
            made = subprocess.run([compilers[source.suffix], *FLAGS, *level,
                                   *case.words("flags"), "-o", program, source,
                                   *case.words("needs")], capture_output=True, text=True)
            if made.returncode:
                print(f"{source.name}: not for clang: {made.stderr.splitlines()[0]}")
                break
            wanted = int((case.words("status") or ["0"])[0])
            done = record(tools, work, [program, *case.words("arguments")], *case.words("options"),
                          status=wanted)
            count += 1
            if not profile.exists():
                fail(f"{source.name} {level}: no profile: {done.stderr}")
                continue
            for wrong in run.check(case, profile, level != ["-O0"], done.returncode, tools):
                fail(f"{source.name} {' '.join(level)}: {wrong}")
    print(f"{count} programs recorded by XRay")
    if not chosen and count < 15:
        fail("too few programs")


def check_choices(tools, work, compiler):
    program = work / "calls"
    for level in ("-O0", "-O2"):
        subprocess.run([compiler, *FLAGS, level, "-fno-inline", "-pthread", "-o", program,
                        run.HERE / "chosen" / "calls.c"], check=True)
        choose.check_trees_of(
            lambda *options: (record(tools, work, [program], "--recursion", "0", *options),
                              cubex.counts(work / "run.cubex"))[1], work, f"XRay {level}")
    subprocess.run([compiler, *FLAGS, "-O0", "-o", work / "paused",
                    run.HERE / "chosen" / "paused.c"], check=True)
    choose.check_paused(tools, work)


def check_switched(tools, work, compiler):
    """The program changes its filter and pauses: what is patched changes while it runs."""
    program, names, control = work / "switched", work / "names", work / "switch"
    subprocess.run([compiler, *FLAGS, "-O0", "-pthread", "-o", program,
                    run.HERE / "chosen" / "switched.c"], check=True)
    names.write_text("main\nouter\na\n")
    done = record(tools, work, [program, names, control], "--filter", names, "--control", control)
    if done.stdout:
        fail(f"switched: {done.stdout}")
    # Calls of outer that run when it is left out stay on the path until they end. Then b alone, in
    # four times work; then work and a, with a pause; in another thread as well.
    recursive = ("main", "outer", "outer")
    wanted = {("main",): 1, ("main", "outer"): 1, recursive: 2, (*recursive, "b"): 6,
              ("main", "outer", "b"): 3, ("main", "b"): 3, ("main", "work"): 2,
              ("main", "work", "a"): 12, ("work",): 1, ("work", "a"): 6}
    found = cubex.counts(work / "run.cubex")
    for path in wanted.keys() | found.keys():
        if found[path] != wanted.get(path, 0):
            fail(f"switched: {path} {found[path]} times, not {wanted.get(path, 0)}")


def check_stripped(tools, work, compiler):
    program = work / "stripped"
    source = run.HERE / "chosen" / "paused.c"
    subprocess.run([compiler, *FLAGS, "-s", "-o", program, source], check=True)
    done = record(tools, work, [program, work / "x"], status=2)
    if "is stripped" not in done.stderr:
        fail(f"stripped: {done.stderr}")


def check_modes(tools, work, compiler):
    """A program is said to have what it has, whatever the mode."""
    program = work / "modes"
    subprocess.run([compiler, *FLAGS, "-o", program, run.HERE / "chosen" / "paused.c"], check=True)
    done = subprocess.run([tools / "cgrecord", "-o", work / "run.cubex", "--mode", "hooks", "--filter",
                           "/dev/null", "--", program, work / "x"], capture_output=True, text=True)
    if "modes has no hooks itself" not in done.stderr:
        fail(f"modes: {done.stderr}")


def check_library(tools, work, compiler):
    """What is not recorded is said: places in a library."""
    (work / "library.c").write_text("int twice(int n) { return 2 * n; }\n")
    (work / "main.c").write_text("int twice(int n);\nint main(void) { return twice(0); }\n")
    subprocess.run([compiler, *FLAGS, "-fPIC", "-shared", "-o", work / "libtwice.so",
                    work / "library.c"], check=True)
    subprocess.run([compiler, *FLAGS, "-o", work / "main", work / "main.c", f"-L{work}", "-ltwice",
                    f"-Wl,-rpath,{work}"], check=True)
    done = record(tools, work, [work / "main"])
    named = [line for line in done.stderr.splitlines() if "executables alone" in line]
    if len(named) != 1 or "libtwice.so has places" not in named[0]:
        fail(f"library: {done.stderr}")


def main():
    tools, chosen = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        compilers = {suffix: find_compiler(suffix, work) for suffix in COMPILERS}
        if None in compilers.values():
            print("no clang here has XRay's runtime")
            return 77
        check_programs(tools, work, compilers, chosen)
        if not chosen:
            check_choices(tools, work, compilers[".c"])
            check_switched(tools, work, compilers[".c"])
            check_stripped(tools, work, compilers[".c"])
            check_library(tools, work, compilers[".c"])
            check_modes(tools, work, compilers[".c"])
    return int(failed or choose.failed)


if __name__ == "__main__":
    sys.exit(main())
