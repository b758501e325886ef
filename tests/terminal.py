#!/usr/bin/env python3
"""What only a terminal shows: terminal.py TOOLS

Runs the tools with a pseudo-terminal as standard output, standard error or both. Each tool sums up what
it did in one line at the end, which fits the terminal, and shows progress. Pipes get neither, nor does
--quiet, nor an answer for programs. Exits with 77 where there are no pseudo-terminals.
"""
import fcntl
import json
import os
import pathlib
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios

COLUMNS = 40
GRAPHS = pathlib.Path(__file__).resolve().parent / "cli" / "graphs"
PROFILES = GRAPHS.parent / "profiles"
ESCAPE = re.compile(r"\033\[[0-9;]*[A-Za-z]")
failed = False


def fail(text):
    global failed
    failed = True
    print(text)


class Terminal:
    """A pseudo-terminal, or a pipe."""

    def __init__(self, real):
        self.reader, self.writer = pty.openpty() if real else os.pipe()
        if real:
            fcntl.ioctl(self.writer, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))

    def close_writer(self):
        os.close(self.writer)


def read_all(readers):
    """@return what each of these has, until all writers are closed"""
    texts, left = {reader: b"" for reader in readers}, set(readers)
    while left:
        for reader in select.select(list(left), [], [])[0]:
            try:
                piece = os.read(reader, 65536)
            except OSError:  # the end of a pseudo-terminal
                piece = b""
            texts[reader] += piece
            if not piece:
                left.discard(reader)
                os.close(reader)
    return [texts[reader].decode().replace("\r\n", "\n") for reader in readers]


def run(command, out, err):
    """@return standard output and standard error. @param out whether it is a terminal"""
    ends = [Terminal(out), Terminal(err)]
    environment = {name: os.environ[name] for name in os.environ if name not in ("COLUMNS", "NO_COLOR")}
    environment["TERM"] = "xterm"
    process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL,
                               stdout=ends[0].writer, stderr=ends[1].writer, env=environment)
    for end in ends:
        end.close_writer()
    texts = read_all([end.reader for end in ends])
    process.wait()
    return texts


def last_lines(text, tool):
    """@return the line that sums up, with those it goes on in; [] if there is none"""
    lines = [ESCAPE.sub("", line.split("\r")[-1]) for line in text.split("\n")[:-1]]
    begins = [i for i, line in enumerate(lines)
              if line.startswith(tool + ": ") and not line.startswith(tool + ": note: ")]
    return lines[begins[-1]:] if begins else []


def check_shown(command, expected):
    tool = pathlib.Path(command[0]).name
    shown = last_lines(run(command, True, True)[1], tool)
    text = " ".join(line.strip() for line in shown)
    if not re.fullmatch(f"{tool}: {expected}", text):
        fail(f"{command[1:]}: the last line on a terminal is {text!r}, not {expected!r}")
    for line in shown:
        if len(line) > COLUMNS:
            fail(f"{command[1:]}: wider than the terminal: {line!r}")


def check_hidden(command, out, err, why):
    tool = pathlib.Path(command[0]).name
    shown = last_lines(run(command, out, err)[1], tool)
    if shown:
        fail(f"{command[1:]}: {why}, but there is {shown}")


def check_query(tools):
    graph, linked = GRAPHS / "impact.mcg", GRAPHS / "linked.mcg"
    verbs = [
        (["select", graph, "*"], r"\d+ of \d+ functions"),
        (["roots", graph], r"\d+ of \d+ functions"),
        (["leaves", graph], r"\d+ of \d+ functions"),
        (["show", graph, "main"], r"1 of \d+ functions"),
        (["top", graph, "callers"], r"\d+ of \d+ functions, \d+ in all"),
        (["cycles", graph], r"\d+ cycles? with \d+ of \d+ functions"),
        (["callers", linked, "first"], r"\d+ callers?; --transitive follows calls to the end"),
        (["callees", linked, "main", "-t"], r"\d+ callees?, directly or not"),
        (["callees", linked, "main", "-d", "2"], r"\d+ callees? up to 2 calls away"),
        (["common", linked, "first", "main"], r"\d+ nearest common callers?"),
        (["reach", linked, "main", "first"], r"\d+ of \d+ functions reached by known calls; .*"),
        (["why", linked, "main", "first"], r"\d+ of \d+ functions reached by known calls"),
        (["path", linked, "main", "first"], r"a shortest path of \d+ calls?; --all shows others"),
        (["path", linked, "main", "first", "-a"], r"the longest shown has \d+ calls?"),
        (["dominators", linked, "first"], r"\d+ of \d+ functions examined, \d+ entry points?"),
        (["postdominators", linked, "main"], r"\d+ of \d+ functions examined, \d+ exits?"),
        (["stack", GRAPHS / "stack.mcg"], r"\d+ of \d+ entry points? bounded"),
    ]
    cgquery = tools / "cgquery"
    for words, expected in verbs:
        check_shown([cgquery, *words], expected)
        check_hidden([cgquery, *words, "-q"], True, True, "--quiet is given")
        check_hidden([cgquery, *words], False, True, "the answer goes to a pipe")
        check_hidden([cgquery, *words], True, False, "standard error is a pipe")
        check_hidden([cgquery, *words, "--json"], True, True, "the answer is JSON")
    check_hidden([cgquery, "select", graph, "*", "--format=names"], True, True, "a list is printed")
    check_hidden([cgquery, "export", graph], True, True, "the answer is a drawing")


def check_files(tools, scratch):
    """Tools whose answer is a file: standard output may be anything."""
    commands = [
        ([tools / "cgquery", "export", GRAPHS / "impact.mcg", "-o", scratch / "x.dot"],
         r"\S+: \d+ functions"),
        ([tools / "cgmerge", GRAPHS / "plain.mcg", "-o", scratch / "x.mcg"],
         r"\S+: \d+ functions, \d+ calls? from 1 graph"),
        ([tools / "cgvalidate", GRAPHS / "program.mcg", PROFILES / "program.cg", "-o", scratch / "x.txt"],
         r"\S+: \d+ calls? (is|are) missing"),
    ]
    if (tools / "cgcollect").exists():
        source = scratch / "a.c"
        source.write_text("int main(void) { return 0; }\n")
        commands.append(([tools / "cgcollect", source, "-o", scratch / "a.mcg"],
                         r"1 of 1 file complete, 1 function, 0 calls, 0 unresolved, \d+\.\d s"))
    for command, expected in commands:
        check_shown(command, expected)
        check_hidden([*command, "-q"], True, True, "--quiet is given")
        check_hidden(command, True, False, "standard error is a pipe")
        if not last_lines(run(command, False, True)[1], command[0].name):
            fail(f"{command[1:]}: there is no summary where standard output is a pipe")
    progress = re.compile(r"\r\033\[K\[ {20}\] 0/1 merging \S")
    merge = commands[1][0]
    if not progress.search(run(merge, True, True)[1]):
        fail("cgmerge shows no progress on a terminal")
    if progress.search(run([*merge, "-q"], True, True)[1] + run(merge, True, False)[1]):
        fail("cgmerge shows progress with --quiet, or in a pipe")


def check_graphs(tools, scratch):
    """A graph is the same to a terminal and to a file, but for bytes that a terminal obeys."""
    evil = "f\u009b31m\x7f\u202e"
    graph = scratch / "evil.mcg"
    node = {"functionName": evil, "origin": "a.c", "hasBody": True, "callees": {}, "meta": {"own": {evil: [evil]}}}
    graph.write_text(json.dumps({"_CG": {"meta": {}, "nodes": {"0": node}},
                                 "_MetaCG": {"version": "4.0", "generator": {"name": "t", "sha": "", "version": ""}}},
                                ensure_ascii=False))
    for command in ([tools / "cgquery", "export", "-f", "mcg", graph], [tools / "cgquery", "export", "-f", "mcg2", graph],
                    [tools / "cgmerge", "-q", graph, "-o", "-"]):
        shown, piped = run(command, True, False)[0], run(command, False, False)[0]
        if re.search("[\x7f-\x9f\u202e]", shown):
            fail(f"{command[1:]}: a terminal gets {shown!r}")
        if evil not in piped or json.loads(shown) != json.loads(piped):
            fail(f"{command[1:]}: a terminal gets another graph: {shown!r}, not {piped!r}")


def main():
    tools = pathlib.Path(sys.argv[1]).resolve()
    try:
        os.close(os.openpty()[1])
    except OSError:
        sys.exit(77)
    scratch = pathlib.Path(tempfile.mkdtemp())
    try:
        check_query(tools)
        check_files(tools, scratch)
        check_graphs(tools, scratch)
    finally:
        shutil.rmtree(scratch)
    sys.exit(failed)


if __name__ == "__main__":
    main()
