"""What the parts of the campaign share: running tools under limits, and keeping what fails."""

import os
import random
import resource
import shlex
import shutil
import signal
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
PROJECT = os.path.dirname(os.path.dirname(HERE))
SECONDS_LIMIT = 60
MEMORY_LIMIT = 2 << 30
# What each tool may end with.
STATUSES = {"cgquery": {0, 1, 2, 3}, "cgmerge": {0, 2}, "cgvalidate": {0, 1, 2}, "cgcollect": {0, 1, 2}}


class Skip(Exception):
    """A part cannot run here; the text says why."""


class Result:
    """How a tool ended."""

    def __init__(self, command, status, stdout, stderr):
        self.command, self.status, self.stdout, self.stderr = command, status, stdout, stderr

    @property
    def text(self):
        return self.stdout.decode("utf-8", "replace")


class Build:
    """The build directory whose tools are tested."""

    def __init__(self, path):
        self.path = os.path.abspath(path)
        self.bin = os.path.join(self.path, "bin")
        cache = os.path.join(self.path, "CMakeCache.txt")
        text = ""
        if os.path.exists(cache):
            with open(cache, encoding="utf-8", errors="replace") as file:
                text = file.read()
        # The shadow memory of a sanitizer is larger than any limit.
        self.memory_limit = None if "-fsanitize=" in text else MEMORY_LIMIT

    def has(self, tool):
        return os.access(os.path.join(self.bin, tool), os.X_OK)

    def environment(self, **changes):
        environment = {key: value for key, value in os.environ.items()
                       if not key.startswith(("CG_", "LC_")) and key not in ("LANG", "LANGUAGE")}
        environment.update(LC_ALL="C", PATH=self.bin + os.pathsep + os.environ["PATH"])
        environment.update(changes)
        return environment


def no_files(directory, names):
    """Pipes and the like, which cannot be copied."""
    paths = ((name, os.path.join(directory, name)) for name in names)
    return [name for name, path in paths if not os.path.isdir(path) and not os.path.isfile(path)]


class Case:
    """One input of a part: a directory of its own, its random numbers, what was wrong with it."""

    def __init__(self, build, part, seed, number, directory):
        self.build, self.part, self.number, self.directory = build, part, number, directory
        self.random = random.Random(f"{seed}/{part}/{number}")
        self.inputs = 0
        self.faults = 0
        self.findings = []

    def path(self, name):
        return os.path.join(self.directory, name)

    def write(self, name, content):
        """Write an input of the case; return its name."""
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
        return name

    def find(self, text, result=None):
        """Note that something is wrong; the command is kept with the input."""
        self.findings.append((text, result.command if result else None))

    def limit(self):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if self.build.memory_limit:
            resource.setrlimit(resource.RLIMIT_AS, (self.build.memory_limit,) * 2)

    def run(self, tool, *arguments, stdin=b"", **environment):
        """Run a tool in the directory of the case; what no input may cause is a finding."""
        command = [tool, *arguments]
        self.inputs += 1
        try:
            done = subprocess.run([os.path.join(self.build.bin, tool), *arguments], input=stdin,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.directory,
                                  env=self.build.environment(**environment), timeout=SECONDS_LIMIT,
                                  preexec_fn=self.limit)
        except subprocess.TimeoutExpired:
            result = Result(command, -signal.SIGKILL, b"", b"")
            self.find(f"took more than {SECONDS_LIMIT} s", result)
            return result
        result = Result(command, done.returncode, done.stdout, done.stderr)
        self.check_ending(tool, result)
        return result

    def check_ending(self, tool, result):
        if result.status < 0:
            self.find(f"ended by {signal.Signals(-result.status).name}", result)
        elif result.status not in STATUSES.get(tool, {0, 1, 2, 3}):
            self.find(f"exit status {result.status}: {result.stderr[-300:]!r}", result)
        elif result.status == 2 and b"error" not in result.stderr and b": not collected: " not in result.stderr:
            self.find(f"exit status 2 without a message: {result.stderr[-300:]!r}", result)

    def expect_same(self, what, expected, actual, result=None):
        if expected != actual:
            expected, actual = repr(expected), repr(actual)
            at = max(0, len(os.path.commonprefix([expected, actual])) - 60)
            self.find(f"{what}: expected {expected[at:at + 160]}, got {actual[at:at + 160]}", result)

    def keep(self, place, reproduce):
        """Keep the directory of a case that failed, with what reproduces it."""
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(self.directory, place, ignore=no_files)
        with open(os.path.join(place, "FINDINGS"), "w", encoding="utf-8", errors="replace") as file:
            file.write(f"# All of the case: {reproduce}\n")
            for text, command in self.findings:
                file.write(f"{text}\n")
                if command:
                    file.write(f"  cd {shlex.quote(place)} && PATH={shlex.quote(self.build.bin)}:$PATH "
                               f"{shlex.join(command)}\n")
