#!/usr/bin/env python3
"""Break the code and see whether a test fails.

    mutate.sh [--work DIRECTORY] [--minutes N] [--list] FOLDER[,FOLDER...] [COUNT] [SEED]

Makes COUNT (60) mutants of the C files in and below folders of the repository: programs with one
small change, chosen at random by SEED (1). What does not compile, or comes to the same machine code,
is none. Each is built, and the tests that concern its folder are run, the most telling first, until a
case fails or a test takes much longer than it does without a change: the mutant is killed. What survives
is reported with its place and change.

All this happens in a copy of the tree, in a temporary directory or in DIRECTORY, which is kept with
what was built, how long tests take and what became of each mutant: the next run goes on from there, and
tries survivors again. --minutes ends the run early. --list prints the changes and runs nothing.
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

# The tests of a folder, in stages: regular expressions of ctest. The longest prefix counts.
COLLECTING, IR_CASES, LINKED = "^collect-cases-", "^collect-ir-cases", "^link-cases-[0-9]+$"
C_FACTS, IR_FACTS, METADATA = (f"^collect-cases-({groups})$" for groups in ("facts", "facts-ir|classes", "metadata"))
COMMANDS, WRAPPER, PLUGINS = "^collect-commands$", "^collect-wrapper$", "^collect-(plugins|fortran)$"
FACTS = "^unit-(facts|join-facts)$"
LINKING = ["^unit-(solver|object_sets|hierarchy|virtual|signatures|summaries)$",
           "^unit-(link|merge|references|conflicts|kinds)$", LINKED, "^cli-",
           "^(summaries|crowds)$", "^oracles$"]
TESTS = {
    "": ["^unit-", "^cli-", "^invalid", "^fuzz-"],
    "cgcollect": [COLLECTING, IR_CASES, COMMANDS, "^collect-ir$", PLUGINS, LINKED, WRAPPER],
    "cgcollect/ast": [COLLECTING, LINKED, IR_CASES, COMMANDS, PLUGINS, "^collect-uses$"],
    "cgcollect/ast/facts": [C_FACTS, COLLECTING, LINKED, COMMANDS],
    "cgcollect/ast/measure": [METADATA, COLLECTING, COMMANDS, "^collect-(uses|pmccabe)$"],
    "cgcollect/commands": [COMMANDS, WRAPPER, "^collect-headers$", "^collect-compilers$", "^collect-incremental$",
                           "^collect-ir$", "^collect-builds$", COLLECTING],
    "cgcollect/driver": [COMMANDS, WRAPPER, "^collect-(incremental|watch)$", "^collect-hostile$", "^collect-builds$",
                         COLLECTING],
    "cgcollect/ir": [IR_FACTS, IR_CASES, COLLECTING, "^collect-ir$", LINKED, COMMANDS],
    "cgcollect/join": [FACTS, IR_FACTS, COLLECTING, IR_CASES, LINKED, "^collect-ir$"],
    "cgcollect/machine": ["^collect-cases-assembler$", COLLECTING, "^collect-machine$", "^fuzz-machine$", LINKED, "^collect-programs$"],
    "cgcollect/metadata": [METADATA, COLLECTING, PLUGINS, IR_CASES, COMMANDS, "^collect-(uses|pmccabe)$"],
    "cgcollect/render": [COLLECTING, IR_CASES, LINKED, COMMANDS],
    "cgcollect/text": ["^unit-mangled$", COLLECTING, IR_CASES, COMMANDS, "^collect-machine$", WRAPPER, LINKED],
    "cgcollect/unit": [FACTS, C_FACTS, IR_FACTS, COLLECTING, IR_CASES, LINKED],
    "cgquery": ["^unit-diff_lines$", "^cli-", "^(export|impact-git|docs|stack|schema)$"],
    "cgvalidate": ["^cli-", "^invalid-profiles$", "^validate-program$"],
    "libcg/src/profile": ["^unit-", "^cli-", "^invalid-profiles$", "^fuzz-profile"],
    "libcg/src/validate": ["^unit-validate", "^cli-", "^validate-program$"],
    **{"libcg/src/" + folder: LINKING for folder in
       ("link", "classes", "points_to", "resolve", "solver", "summaries", "unite", "kinds")},
}
NO_MUTANT = "none"
LIMIT_FACTOR, LIMIT_MORE = 4, 15  # seconds a stage may take: so many times what it takes, and more
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
        return run("cmake", "--build", self.build, "-j", str(os.cpu_count()),
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

    def stage(self, expression, limit):
        """Run tests until one fails. @return its name, or None"""
        shutil.rmtree(self.work / "tmp", ignore_errors=True)
        (self.work / "tmp").mkdir()
        process = subprocess.Popen(
            ["ctest", "--test-dir", self.build, "-R", expression, "--stop-on-failure", "--no-tests=error"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True,
            env=self.environment, start_new_session=True, preexec_fn=set_limits)
        try:
            output, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return "takes too long: " + expression
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        failed = re.search(r"^\s*\d+ - (\S+) \((?!Skipped|Not Run)", output, re.M)
        if process.returncode == 0:
            return None
        return failed[1] if failed else "trouble: " + output[-300:]


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


class Mutating:
    def __init__(self, copy, end):
        self.copy, self.end, self.plain, self.programs = copy, end, {}, {}
        self.limits, self.killers = Kept(copy.work / "limits.json"), Kept(copy.work / "killers.json")

    def measure(self, stages):
        """How long tests take of what is not changed."""
        for stage in stages:
            if stage not in self.limits.table:
                begin = time.monotonic()
                failed = self.copy.stage(stage, 3600)
                if failed:
                    raise RuntimeError(f"{failed} fails without any change")
                self.limits[stage] = LIMIT_FACTOR * (time.monotonic() - begin) + LIMIT_MORE

    def is_mutant(self, change, text):
        """Whether a change compiles, and to something else; it is then in the copy."""
        if change.path not in self.plain:
            self.plain[change.path] = self.copy.assembly(change.path)
        (self.copy.tree / change.path).write_text(change.apply(text))
        return self.copy.assembly(change.path) not in (None, self.plain[change.path])

    def left(self):
        """Seconds until the run is to end."""
        return max(0, self.end - time.monotonic())

    def kill(self, path):
        """@return which test fails, None when none does"""
        if not self.left():
            raise TimeoutError
        stages = tests_of(path)
        if stages not in self.programs:
            self.programs[stages] = self.copy.programs(stages)
        made = self.copy.make(*self.programs[stages])
        if made.returncode:
            return "build"
        for stage in stages:
            failed = self.copy.stage(stage, min(self.limits.table[stage], self.left()))
            if failed and not self.left():
                raise TimeoutError
            if failed:
                return failed
        return None

    def outcome(self, change, text):
        """@return what kills a change, None when nothing does, NO_MUTANT when it is none"""
        try:
            if not self.is_mutant(change, text):
                return NO_MUTANT
            return self.kill(change.path)
        finally:
            (self.copy.tree / change.path).write_text(text)

    def run(self, changes, count):
        """@return the changes that survive, and how many there were"""
        survivors, number = [], 0
        for change in changes:
            if number == count:
                break
            text = (self.copy.tree / change.path).read_text()
            key = f"{hashlib.sha256(text.encode()).hexdigest()[:16]} {change.begin} {change}"
            begin = time.monotonic()
            killer = self.killers.table.get(key)
            if not killer:
                try:
                    killer = self.outcome(change, text)
                except TimeoutError:
                    print("the time is over", flush=True)
                    break
                self.killers[key] = killer
            if killer == NO_MUTANT:
                continue
            number += 1
            if not killer:
                survivors.append(change)
            print(f"{number:3} {'killed' if killer else 'SURVIVES'} {change}  "
                  f"[{killer or 'no test'}, {time.monotonic() - begin:.0f} s]", flush=True)
        return survivors, number


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
    made = copy.make()
    if made.returncode:
        raise RuntimeError(made.stderr[-2000:])
    mutating = Mutating(copy, end)
    changes = [change for change in changes if change.path in copy.commands]
    for path in dict.fromkeys(change.path for change in changes[:2 * options.count]):  # some are no mutants
        mutating.measure(tests_of(path))
    survivors, count = mutating.run(changes, options.count)
    print(f"{count} mutants, {count - len(survivors)} killed, {len(survivors)} survive "
          f"({100 * len(survivors) / max(1, count):.0f} %)")
    for change in survivors:
        print(f"    {change}")
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
