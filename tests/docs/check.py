#!/usr/bin/env python3
"""The documents say what is so: check.py PROJECT TOOLS [--update] [PAGE...]

Runs the commands of all console blocks of README.md and docs, and compares what they print
(see consoles.py). Commands run in a copy of examples/notes with its graph; a page that says
<!-- run in examples/NAME, needs PROGRAM... --> uses another, and is left out where a program it needs
is not there. <!-- needs PROGRAM... --> before a block does the same for that block. --update writes
what commands say now into the pages: read it before it is committed.

Blocks of other languages are not run. They must not have a prompt, and the options they give the tools
must be there. Links between pages, and names of pages in sources, must lead somewhere.
"""
import pathlib
import re
import shutil
import sys
import tempfile

import consoles

HEAD = re.compile(r"<!-- run in examples/(\S+?)(?:, needs ([^>]*))? -->")
USE = re.compile(r"(?<![\w./-])(cgcollect|cgmerge|cgvalidate|cgrecord|cgquery)((?:[^\S\n]|\\\n)[^\n|;&#)`]*)")
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
failed = False


def fail(page, text):
    global failed
    failed = True
    print(f"{page}: {text}")


def pages(project):
    return [project / "README.md", *sorted((project / "docs").rglob("*.md"))]


class Examples:
    """Copies of the examples, each with its graph, which is made once."""

    def __init__(self, project, tools, scratch):
        self.project, self.tools, self.scratch, self.made = project, tools, scratch, {}

    def shell(self, name):
        """@return a shell in a fresh copy of an example"""
        if name not in self.made:
            directory = self.scratch / f"made{len(self.made)}"
            shutil.copytree(self.project / "examples" / name, directory)
            if (directory / "graph.sh").exists():
                consoles.Shell(directory, [self.tools]).run("./graph.sh")
            self.made[name] = directory
        directory = pathlib.Path(tempfile.mkdtemp(dir=self.scratch)) / pathlib.Path(name).name
        shutil.copytree(self.made[name], directory)
        return consoles.Shell(directory, [self.tools])


class Options:
    """The long options of tools and verbs."""

    def __init__(self, shell):
        self.shell, self.known = shell, {}

    def of(self, command):
        if command not in self.known:
            text = self.shell.run(command + " --help")
            self.known[command] = set(re.findall(r"(--[a-z][a-z-]*)", text))
        return self.known[command]

    def unknown(self, text):
        """@return (command, option) of each option in a text that its tool does not have"""
        for use in USE.finditer(text):
            words = use[2].replace("\\\n", " ").split()
            command = use[1]
            if command == "cgquery" and words and re.fullmatch(r"[a-z]+", words[0]):
                command += " " + words[0]
            for word in words:
                if word == "--":
                    break
                option = re.match(r"--[a-z][a-z-]*", word)
                if option and option[0] not in self.of(command):
                    yield command, option[0]


def check_text(path, page, options):
    for language, content in consoles.blocks(page):
        if language != "console" and re.search(r"^\$ ", content, re.M):
            fail(path, f"a block with a prompt is no console block:\n{content}")
        for command, option in options.unknown(content):
            fail(path, f"{command} has no option {option}")
    text = consoles.BLOCK.sub("", page)
    if "```" in text:
        fail(path, "an indented block, which the site does not show as one")
    for target in LINK.findall(text):
        if not (path.parent / target).exists():
            fail(path, f"link to {target}, which is not there")


def check_page(path, examples, update):
    page = path.read_text(encoding="utf-8")
    head = HEAD.search(page)
    shell = examples.shell(head[1] if head else "notes")
    check_text(path, page, Options(shell))
    if head and not all(map(shell.has, (head[2] or "").split())):
        return
    now = consoles.rerun(page, shell, lambda command, said, shown: update or fail(
        path, f"{command} says\n{said}and not\n{shown}"))
    if update and now != page:
        path.write_text(now, encoding="utf-8")


def check_sources(project):
    """Comments name pages by their path."""
    for folder in ("libcg", "metadata", "cli", "cgcollect", "cgmerge", "cgquery", "cgrecord", "cgvalidate"):
        for path in (project / folder).rglob("*.[ch]"):
            for page in re.findall(r"\bdocs/[\w/-]+\.md\b", path.read_text(encoding="utf-8")):
                if not (project / page).exists():
                    fail(path, f"names {page}, which is not there")


def main():
    words = [word for word in sys.argv[1:] if word != "--update"]
    project, tools = (pathlib.Path(word).resolve() for word in words[:2])
    if not (tools / "cgcollect").exists():
        sys.exit(77)
    chosen = [pathlib.Path(word).resolve() for word in words[2:]] or pages(project)
    check_sources(project)
    with tempfile.TemporaryDirectory() as scratch:
        examples = Examples(project, tools, pathlib.Path(scratch))
        for path in chosen:
            check_page(path, examples, "--update" in sys.argv)
    sys.exit(failed)


main()
