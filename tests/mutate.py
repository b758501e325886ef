#!/usr/bin/env python3
"""Break the code and see whether a test fails.

    mutate.sh [--work DIRECTORY] [--minutes N] [--list] FOLDER[,FOLDER...] [COUNT] [SEED]

Makes COUNT (60) mutants of the C files in and below folders of the repository: programs with one
small change, chosen at random by SEED (1). What does not compile, or comes to the same machine code,
is none. Each is built, and the tests that concern its folder are run until a case fails, or a test takes
much more processor time than it does without a change, or nothing runs any more: the mutant is killed.
All mutants meet the most telling tests first; then those that are left meet the rest. What survives is
reported with its place and change.

All this happens in a copy of the tree, in a temporary directory or in DIRECTORY, which is kept with
what was built, how much time tests take, what became of each mutant and which tests it has passed: the
next run goes on from there, with all tests again after a change of tests/. --minutes ends the run early.
--list prints the changes and runs nothing. $CMAKE_BUILD_PARALLEL_LEVEL is how many compilers run at once.
Programs that linking is tested with are linked, but not run ($CG_LINK_CHECKS), and scripts with cases end
with the first that fails ($CG_FIRST_FAILURE).

Exit status: 0 all were killed, 1 some survived, 2 trouble.
"""
import argparse
import hashlib
import json
import os
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TREE = Path(__file__).resolve().parent.parent

# The tests of a folder, in stages: regular expressions of ctest. The longest prefix counts. Those of linking
# take a hundred seconds, most others ten.
COLLECTING, IR_CASES, LINKED = "^collect-cases-", "^collect-ir-cases", "^link-cases-[0-9]+$"
C_FACTS, IR_FACTS, METADATA = (f"^collect-cases-({groups})$" for groups in ("facts", "facts-ir|classes", "metadata"))
COMMANDS, PROGRAMS, WRAPPER, PLUGINS = ("^collect-commands$", "^collect-programs$", "^collect-wrapper$",
                                         "^collect-(plugins|fortran)$")
FACTS = "^unit-(facts|join-facts)$"
LINKING = ["^unit-(solver|object_sets|hierarchy|virtual|signatures|summaries)$",
           "^unit-(link|exhausted|merge|references|conflicts|kinds)$", LINKED, "^cli-",
           "^(summaries|crowds)$", "^oracles$"]
TESTS = {
    "": ["^unit-", "^cli-", "^invalid", "^fuzz-"],
    "cgcollect": [COLLECTING, COMMANDS, IR_CASES, "^collect-ir$", PLUGINS, WRAPPER, LINKED],
    "cgcollect/ast": [COLLECTING, COMMANDS, IR_CASES, PLUGINS, "^collect-uses$", LINKED],
    "cgcollect/ast/facts": [C_FACTS, COLLECTING, COMMANDS, LINKED],
    "cgcollect/ast/measure": [METADATA, COLLECTING, COMMANDS, "^collect-(uses|pmccabe)$"],
    "cgcollect/commands": [COMMANDS, PROGRAMS, WRAPPER, "^collect-headers$", "^collect-compilers$",
                           "^collect-incremental$", "^collect-ir$", "^collect-builds$", COLLECTING],
    "cgcollect/driver": [COMMANDS, PROGRAMS, WRAPPER, "^collect-(incremental|watch)$", "^collect-hostile$",
                         "^collect-builds$", COLLECTING],
    "cgcollect/ir": [IR_FACTS, IR_CASES, COLLECTING, "^collect-ir$", COMMANDS, LINKED],
    "cgcollect/join": [FACTS, IR_FACTS, COLLECTING, IR_CASES, "^collect-ir$", LINKED],
    "cgcollect/machine": ["^collect-cases-assembler$", COLLECTING, "^collect-machine$", "^fuzz-machine$", PROGRAMS,
                          LINKED],
    "cgcollect/metadata": [METADATA, COLLECTING, PLUGINS, IR_CASES, COMMANDS, "^collect-(uses|pmccabe)$"],
    "cgcollect/render": [COLLECTING, IR_CASES, COMMANDS, LINKED],
    "cgcollect/text": ["^unit-(mangled|lexical_paths)$", COLLECTING, IR_CASES, COMMANDS, "^collect-machine$", WRAPPER, LINKED],
    "cgcollect/unit": [FACTS, C_FACTS, IR_FACTS, COLLECTING, IR_CASES, LINKED],
    "cgquery": ["^unit-diff_lines$", "^cli-", "^(export|impact-git|docs|stack|schema)$"],
    "cgvalidate": ["^cli-", "^invalid-profiles$", "^validate-program$"],
    "libcg/src/profile": ["^unit-", "^cli-", "^invalid-profiles$", "^fuzz-profile"],
    "libcg/src/validate": ["^unit-validate", "^cli-", "^validate-program$"],
    **{"libcg/src/" + folder: LINKING for folder in
       ("link", "classes", "points_to", "resolve", "solver", "summaries", "unite", "kinds")},
}
NO_MUTANT = "none"
TELLING = 3  # so many stages come first
LIMIT_FACTOR, LIMIT_MORE = 4, 15  # processor seconds a stage may take: so many times what it takes, and more
MEASURED_LIMIT = 3600
HANGS = 120  # seconds without anything that runs
MEMORY, FILE_SIZE = 6 << 30, 1 << 30


# What can be changed

class Change:
    def __init__(self, path, text, begin, end, new, kind):
        self.path, self.begin, self.end, self.new, self.kind = path, begin, end, new, kind
        self.line = text.count("\n", 0, begin) + 1
        self.old = text[begin:end]

    def apply(self, text):
        lines = self.old.count("\n") - self.new.count("\n")  # of what follows, none moves
        return text[:self.begin] + self.new + "\n" * max(0, lines) + text[self.end:]

    def __str__(self):
        def flat(part):
            part = " ".join(part.split())
            return part if len(part) <= 100 else part[:97] + "..."
        return f"{self.path}:{self.line}: {self.kind}: {flat(self.old)}  =>  {flat(self.new) or 'nothing'}"


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def masked(text):
    """The text with blanks for comments, preprocessor lines and what is in literals."""
    text = re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'',
                  lambda m: blank(m) if m[0][0] == "/" else m[0][0] + "_" * (len(m[0]) - 2) + m[0][0],
                  text, flags=re.S)
    return re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", blank, text, flags=re.M)


def closing(code, at):
    """Behind the bracket that closes the one at a place."""
    depth = 0
    for i in range(at, len(code)):
        depth += (code[i] in "([{") - (code[i] in ")]}")
        if depth == 0:
            return i + 1
    return len(code)


def bodies(code):
    """Where the bodies of functions begin and end."""
    at = 0
    while (at := code.find("{", at)) >= 0:
        end = closing(code, at)
        if code[:at].rstrip().endswith(")"):
            yield at + 1, end - 1
        at = end


def operand_after(code, at, end):
    depth = 0
    for i in range(at, end):
        if depth == 0 and (code[i] in ")]};,?:" or code.startswith(("&&", "||"), i)):
            return i
        depth += (code[i] in "([{") - (code[i] in ")]}")
    return end


def operand_before(code, at, begin):
    depth = 0
    for i in range(at - 1, begin, -1):
        if depth == 0 and (code[i] in "([{;,?:" or code.startswith(("&&", "||"), i - 1) or
                           (code[i] == "=" and code[i - 1] not in "=!<>" and code[i + 1] != "=") or
                           code.startswith("return ", i - 6)):
            return i + 1
        depth += (code[i] in ")]}") - (code[i] in "([{")
    return begin


# Statements that others need to compile, and those that release memory, which sanitizers check.
NEVER_REMOVED = re.compile(r"(return|while|goto|case|default|else|struct|const|static)\b|"
                           r"\(void\)|\w*(free|unref|destroy|clear_pointer|discard|fini|dispose\w*)\(")
RELATIONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
LOGICAL = {"&&": "||", "||": "&&"}


def trimmed(code, begin, end):
    while begin < end and code[begin].isspace():
        begin += 1
    while end > begin and code[end - 1].isspace():
        end -= 1
    return begin, end


def expressions(code, text, begin, end):
    """What can be changed in expressions, as (begin, end, new text, kind)."""
    for m in re.compile(r"(?<=\s)(<=|>=|==|!=|<|>)(?=\s)").finditer(code, begin, end):
        yield m.start(), m.end(), RELATIONS[m[0]], "relation"
    for m in re.compile(r"(?<=\s)(&&|\|\|)(?=\s)").finditer(code, begin, end):
        yield m.start(), m.end(), LOGICAL[m[0]], "logic"
        left, _ = trimmed(code, operand_before(code, m.start(), begin), m.start())
        _, right = trimmed(code, m.end(), operand_after(code, m.end(), end))
        yield m.start(), right, "", "clause removed"
        yield left, m.end(), "", "clause removed"
    for m in re.compile(r"\b(?:if|while) (?=\()").finditer(code, begin, end):
        behind = closing(code, m.end())
        yield m.end(), behind, f"(!{text[m.end():behind]})", "negated"
    for m in re.compile(r"(?<=\s)\?(?=\s)").finditer(code, begin, end):
        left, right = trimmed(code, operand_before(code, m.start(), begin), m.start())
        yield left, right, f"!({text[left:right]})", "negated"
    for m in re.compile(r"(?<![\w.])\d+(?=[uUlL]*(?![\w.]))").finditer(code, begin, end):
        yield m.start(), m.end(), str(int(m[0]) + 1), "constant"
        if int(m[0]) > 0:
            yield m.start(), m.end(), str(int(m[0]) - 1), "constant"


def statements(code, text, begin, end):
    """Statements that can be removed, values that can be returned instead."""
    at = begin
    while at < end:
        i, depth = at, 0
        while i < end and (depth or code[i] not in ";{}"):
            depth += (code[i] in "([") - (code[i] in ")]")
            i += 1
        if i < end and code[i] == ";":
            first, last = trimmed(code, at, i)
            label = re.compile(r"(case [^?]*?|default|\w+):\s+").match(code, first, last)
            first = label.end() if label else first
            words = code[first:last]
            value = re.match(r"return\s+(.*)", words, re.S)
            if value:
                yield from returned(first + value.start(1), last, text)
            elif words and not NEVER_REMOVED.match(words):
                yield first, i + 1, ";", "statement removed"
        at = i + 1


def returned(begin, end, text):
    value = text[begin:end]
    if value in ("true", "false"):
        yield begin, end, "false" if value == "true" else "true", "return value"
    elif re.search(r"&&|\|\||[=!<>]=| [<>] |^!", value):
        yield begin, end, f"!({value})", "return value"
    elif value not in ("0", "NULL"):
        yield begin, end, "0", "return value"


def changes_of(path):
    text = (TREE / path).read_text()
    code = masked(text)
    found = set()
    for begin, end in bodies(code):
        for kind in (expressions, statements):
            found.update(kind(code, text, begin, end))
    return [Change(path, text, *change) for change in sorted(found)]


# A copy of the tree

def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, **more)


class Copy:
    def __init__(self, work):
        self.work, self.tree, self.build = work, work / "tree", work / "build"
        self.copy_files()
        self.environment = dict(os.environ, TMPDIR=str(work / "tmp"), CCACHE_BASEDIR=str(work),
                                CCACHE_NOHASHDIR="1", CG_FIRST_FAILURE="1",
                                CG_LINK_CHECKS=os.environ.get("CG_LINK_CHECKS", "expected order partial reach"))
        self.said = ""  # by the last test that failed

    def copy_files(self):
        listed = run("git", "-C", TREE, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        if listed.returncode:
            raise RuntimeError(listed.stderr.strip())
        names = [name for name in listed.stdout.split("\0") if name and os.path.lexists(TREE / name)]
        for name in names:
            to = self.tree / name
            to.parent.mkdir(parents=True, exist_ok=True)
            if (TREE / name).is_symlink():
                to.unlink(missing_ok=True)
                os.symlink(os.readlink(TREE / name), to)
            elif not to.exists() or to.read_bytes() != (TREE / name).read_bytes():
                shutil.copy(TREE / name, to)
        known = set(names)
        for path in list(self.tree.rglob("*")):
            if not path.is_dir() and str(path.relative_to(self.tree)) not in known:
                path.unlink()

    def configure(self):
        launcher = ["-DCMAKE_C_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        # Of no type that is known: links are to be fast.
        done = run("cmake", "-S", self.tree, "-B", self.build, *generator, "-DCMAKE_BUILD_TYPE=Mutant",
                   "-DCMAKE_C_FLAGS=-O1 -w", "-DCMAKE_LINK_DEPENDS_NO_SHARED=ON",
                   "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *launcher, env=self.environment)
        if done.returncode:
            raise RuntimeError(done.stderr)
        self.commands = {}
        for entry in json.loads((self.build / "compile_commands.json").read_text()):
            self.commands.setdefault(os.path.relpath(entry["file"], self.tree), entry)

    def make(self, *targets):
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count()))
        return run("cmake", "--build", self.build, "-j", jobs,
                   *sum((["--target", target] for target in targets), []), env=self.environment)

    def programs(self, stages):
        """The programs that tests run, as targets."""
        listed = run("ctest", "--test-dir", self.build, "--show-only=json-v1", "-R", "|".join(stages))
        words = {word for test in json.loads(listed.stdout)["tests"] for word in test["command"]}
        shared = {path.name for path in (self.build / "bin").iterdir()
                  if not path.name.startswith(("test_", "fuzz-", "replay-", "bench-"))}
        named = {Path(word).name for word in words if word.startswith(f"{self.build}/bin/")}
        return sorted(named | (shared if str(self.build / "bin") in words else set()))

    def assembly(self, path):
        """What the compiler makes of a file; None: an error."""
        entry = self.commands[path]
        words = [word for word in shlex.split(entry["command"]) if word != "-c" and "ccache" not in word]
        at = words.index("-o")
        done = run(*words[:at], *words[at + 2:], "-O2", "-S", "-o", "-", cwd=entry["directory"],
                   env=self.environment)
        return done.stdout if done.returncode == 0 else None

    def stage(self, expression, limit, end=float("inf")):
        """Run tests until one fails. @return its name, or None, and the processor time"""
        shutil.rmtree(self.work / "tmp", ignore_errors=True)
        (self.work / "tmp").mkdir()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with tempfile.TemporaryFile("w+", errors="replace") as output:
            process = subprocess.Popen(
                ["ctest", "--test-dir", self.build, "-R", expression, "--stop-on-failure", "--no-tests=error",
                 "--output-on-failure"],
                stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True,
                env=self.environment, start_new_session=True, preexec_fn=set_limits)
            try:
                problem = watch(process, limit, end)
            finally:
                if process.poll() is None:
                    end_session(process.pid)
                    process.wait()
            output.seek(0)
            text = output.read()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if problem:
            return f"{problem}: {expression}", seconds
        if process.returncode == 0:
            return None, seconds
        self.said, _, summary = text.rpartition("The following tests FAILED:")
        failed = re.search(r"^\s*\d+ - (\S+) \((?!Skipped|Not Run)(.*?)\)", summary, re.M)
        if failed and failed[2] == "Timeout":  # of the clock on the wall, which says nothing
            raise Undecided(f"{failed[1]} took too long, but only {seconds:.0f} s of processor time")
        return failed[1] if failed else "trouble: " + text[-300:], seconds


class Undecided(Exception):
    """Nobody can say whether a mutant is killed."""


def processes_of(session):
    """The processes of a session, as (id, state, ticks of processor time with children that ended)."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        if int(fields[3]) == session:
            yield int(path.parent.name), fields[0], sum(map(int, fields[11:15]))


def end_session(session):
    for process, _, _ in list(processes_of(session)):
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass


def watch(process, limit, end):
    """Wait for the leader of a session. The processor time decides: others may use the machine as well.
    @return what is wrong, or None"""
    most, moved = 0, time.monotonic()
    while True:
        try:
            process.wait(timeout=1)
            return None
        except subprocess.TimeoutExpired:
            pass
        now, found = time.monotonic(), list(processes_of(process.pid))
        ticks = sum(ticks for _, _, ticks in found)
        if ticks > most or any(state not in "SZ" for _, state, _ in found):
            most, moved = max(most, ticks), now
        if most > limit * os.sysconf("SC_CLK_TCK"):
            return "takes too long"
        if now - moved > HANGS:
            return "hangs"
        if now > end:
            raise TimeoutError


def set_limits():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def tests_of(path):
    prefixes = [prefix for prefix in TESTS if not prefix or path == prefix or path.startswith(prefix + "/")]
    return tuple(TESTS[max(prefixes, key=len)])


class Kept:
    """A table of strings in a file that is written with each new entry."""

    def __init__(self, path):
        self.path = path
        self.table = json.loads(path.read_text()) if path.exists() else {}

    def __setitem__(self, key, value):
        self.table[key] = value
        self.path.write_text(json.dumps(self.table, indent=0))


class Mutant:
    def __init__(self, change, text):
        self.change, self.text = change, text
        self.key = f"{hashlib.sha256(text.encode()).hexdigest()[:16]} {change.begin} {change}"
        self.stages = tests_of(change.path)


class Mutating:
    def __init__(self, copy, end):
        self.copy, self.end, self.plain, self.programs = copy, end, {}, {}
        self.limits, self.killers = Kept(copy.work / "limits.json"), Kept(copy.work / "killers.json")
        self.passed = Kept(copy.work / "passed.json")
        self.tests = self.hash_of_tests()

    def hash_of_tests(self):
        found = hashlib.sha256()
        for path in sorted((self.copy.tree / "tests").rglob("*")):
            if path.is_file() and path.name != "mutate.py":
                found.update(str(path).encode() + path.read_bytes())
        return found.hexdigest()[:16]

    def assembly_of(self, change, text):
        """What the compiler makes of a changed file, and of the file"""
        if change.path not in self.plain:
            self.plain[change.path] = self.copy.assembly(change.path)
        (self.copy.tree / change.path).write_text(change.apply(text))
        try:
            return self.copy.assembly(change.path), self.plain[change.path]
        finally:
            (self.copy.tree / change.path).write_text(text)

    def choose(self, changes, count):
        """@return the first changes that compile, and to something else"""
        chosen = []
        for change in changes:
            if len(chosen) == count or time.monotonic() > self.end:
                break
            text = (self.copy.tree / change.path).read_text()
            mutant = Mutant(change, text)
            if mutant.key not in self.killers.table:
                made, plain = self.assembly_of(change, text)
                self.killers[mutant.key] = NO_MUTANT if made in (None, plain) else None
            if self.killers.table[mutant.key] != NO_MUTANT:
                chosen.append(mutant)
        return chosen

    def measure(self, stages):
        """How much processor time tests take of what is not changed. Some have deadlines: on a busy machine
        one that fails is run again."""
        for stage in stages:
            if stage not in self.limits.table:
                failed, seconds = self.copy.stage(stage, MEASURED_LIMIT, self.end)
                if failed:
                    failed, seconds = self.copy.stage(stage, MEASURED_LIMIT, self.end)
                if failed:
                    raise RuntimeError(f"{failed} fails without any change\n{self.copy.said[-2000:]}")
                self.limits[stage] = LIMIT_FACTOR * seconds + LIMIT_MORE

    def kill(self, mutant, stages):
        """@return which test fails, None when none does"""
        if mutant.stages not in self.programs:
            self.programs[mutant.stages] = self.copy.programs(mutant.stages)
        path = self.copy.tree / mutant.change.path
        path.write_text(mutant.change.apply(mutant.text))
        try:
            if self.copy.make(*self.programs[mutant.stages]).returncode:
                return "build"
            for stage in stages:
                failed, _ = self.copy.stage(stage, self.limits.table[stage], self.end)
                if failed:
                    return failed
                self.passed[f"{self.tests} {stage} {mutant.key}"] = True
            return None
        finally:
            path.write_text(mutant.text)

    def meet(self, mutants, stages_of):
        """Run some stages of tests on those that are not killed."""
        left = [mutant for mutant in mutants if not self.killers.table[mutant.key]]
        for stage in dict.fromkeys(stage for mutant in left for stage in stages_of(mutant)):
            self.measure([stage])
        for mutant in left:
            stages = [stage for stage in stages_of(mutant)
                      if f"{self.tests} {stage} {mutant.key}" not in self.passed.table]
            if not stages:
                continue
            if time.monotonic() > self.end:
                raise TimeoutError
            begin = time.monotonic()
            try:
                killer = self.kill(mutant, stages)
            except Undecided as reason:
                print(f"undecided {mutant.change}  [{reason}]", flush=True)
                continue
            self.killers[mutant.key] = killer
            print(f"{mutants.index(mutant) + 1:3} {'killed' if killer else 'survives'} {mutant.change}  "
                  f"[{killer or ', '.join(stages)}, {time.monotonic() - begin:.0f} s]", flush=True)

    def run(self, changes, count):
        """@return the mutants that survive, and all"""
        mutants = self.choose(changes, count)
        made = self.copy.make()
        if made.returncode:
            raise RuntimeError(made.stderr[-2000:])
        try:
            self.meet(mutants, lambda mutant: mutant.stages[:TELLING])
            # Without the last mutant of before, which was not built again.
            self.copy.make()
            self.meet(mutants, lambda mutant: mutant.stages[TELLING:])
        except TimeoutError:
            print("the time is over", flush=True)
        return [mutant for mutant in mutants if not self.killers.table[mutant.key]], mutants


def arguments():
    parser = argparse.ArgumentParser(prog="mutate.sh", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, metavar="DIRECTORY")
    parser.add_argument("--minutes", type=float, metavar="N", default=float("inf"))
    parser.add_argument("--list", action="store_true")
    parser.add_argument("folders", metavar="FOLDER[,FOLDER...]")
    parser.add_argument("count", metavar="COUNT", nargs="?", type=int, default=60)
    parser.add_argument("seed", metavar="SEED", nargs="?", type=int, default=1)
    options = parser.parse_args()
    options.folders = [folder.rstrip("/") for folder in options.folders.split(",")]
    for folder in options.folders:
        if not folder or not (TREE / folder).is_dir():
            parser.error(f"there is no folder '{folder}' in {TREE}")
    if options.count < 1:
        parser.error("COUNT must be at least 1")
    return options


def chosen(options):
    paths = sorted({str(path.relative_to(TREE)) for folder in options.folders
                    for path in (TREE / folder).rglob("*.c")})
    changes = [change for path in paths for change in changes_of(path)]
    random.Random(options.seed).shuffle(changes)
    return changes


def mutate(options, changes, work):
    end = time.monotonic() + 60 * options.minutes
    copy = Copy(work)
    copy.configure()
    changes = [change for change in changes if change.path in copy.commands]
    mutating = Mutating(copy, end)
    survivors, mutants = mutating.run(changes, options.count)
    print(f"{len(mutants)} mutants, {len(mutants) - len(survivors)} killed, {len(survivors)} survive "
          f"({100 * len(survivors) / max(1, len(mutants)):.0f} %)")
    for mutant in survivors:
        open_stages = [stage for stage in mutant.stages
                       if f"{mutating.tests} {stage} {mutant.key}" not in mutating.passed.table]
        print(f"    {mutant.change}" + (f"  [not tried: {', '.join(open_stages)}]" if open_stages else ""))
    return 1 if survivors else 0


def main():
    options = arguments()
    changes = chosen(options)
    if options.list:
        print(*changes[:options.count], sep="\n")
        return 0
    if options.work:
        options.work.mkdir(parents=True, exist_ok=True)
        return mutate(options, changes, options.work.resolve())
    with tempfile.TemporaryDirectory(prefix="mutate") as work:
        return mutate(options, changes, Path(work))


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))  # which ends tests that run, too
    try:
        sys.exit(main())
    except (RuntimeError, OSError) as error:
        print(f"mutate.sh: {error}", file=sys.stderr)
        sys.exit(2)
