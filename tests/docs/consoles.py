"""Pages of the documentation as blocks, and the commands in them.

A block that begins with ```console holds commands behind "$ ", each with what it prints. Of what a
page shows, times may differ, and a line "..." matches any number of lines.
"""
import os
import re
import shutil
import subprocess

BLOCK = re.compile(r"(?:^<!-- needs (?P<programs>[^>]*) -->\n)?"
                   r"^```(?P<language>\w*)\n(?P<content>.*?)^```$", re.S | re.M)
TIME = re.compile(r"\b[\d.]+(?= m?s\b| million\b)")


def blocks(page):
    """@return (language, content) of each block of a page"""
    for block in BLOCK.finditer(page):
        yield block["language"], block["content"]


def commands(session):
    """@return (command, what it prints) of each command of a console block"""
    for step in re.split(r"^\$ ", session, flags=re.M)[1:]:
        command, _, shown = step.partition("\n")
        while command.endswith("\\"):
            line, _, shown = shown.partition("\n")
            command += "\n" + line
        yield command, shown


def fits(said, shown):
    """Whether a command said what the page shows, blanks and empty lines at the end aside."""
    parts = [re.escape(part) for part in re.split(r"^\.\.\.\n", plain(shown), flags=re.M)]
    return re.fullmatch(r"(?:.*\n)*".join(parts), plain(said)) is not None


def plain(text):
    text = re.sub(r" +$", "", TIME.sub("N", text), flags=re.M)
    return text.rstrip("\n") + "\n"


class Shell:
    """Runs commands in a directory, with these directories first in the path."""

    def __init__(self, directory, path):
        self.directory = directory
        self.environment = {"PATH": ":".join([*map(str, path), os.environ["PATH"]]), "LC_ALL": "C",
                            "TERM": "dumb", "HOME": os.environ.get("HOME", "/")}
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
            if name in os.environ:
                self.environment[name] = os.environ[name]

    def has(self, program):
        return shutil.which(program, path=self.environment["PATH"]) is not None

    def run(self, command):
        done = subprocess.run(["sh", "-c", command], cwd=self.directory, env=self.environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=120, check=False)
        return done.stdout.decode(errors="replace")


def rerun(page, shell, report):
    """Run the commands of a page.

    @param report called with a command, what it says and what the page shows, where these differ
    @return the page with what commands say now where they differ
    """
    def block_now(block):
        programs = (block["programs"] or "").split()
        if block["language"] != "console" or not all(map(shell.has, programs)):
            return block[0]
        now = []
        for command, shown in commands(block["content"]):
            said = shell.run(command)
            if fits(said, shown):
                said = shown
            else:
                report(command, said, shown)
            now.append(f"$ {command}\n{said}".rstrip("\n") + "\n")
        return block[0].replace(block["content"], "".join(now))

    return BLOCK.sub(block_now, page)
