#!/usr/bin/env python3
"""Compare a linked graph with recorded runs, call by call, by the line of the call.

    recall.py GRAPH PROGRAM_DIR [--bin BIN_DIR] [--pairs N] [--list VERDICT]...

PROGRAM_DIR has bin/ and callgrind.out.* of valgrind --tool=callgrind --demangle=no, made with debug
information; the graph was collected with --root PROGRAM_DIR. A recorded call is its caller, the file
and line of the call instruction, and its callee, both in binaries below bin/. Functions of one name
are distinguished by file. For each, the graph must have

    at line      the edge, with a site at that line
    unresolved   or no such site, but a call of the caller at that line that it says is open
    no line      or the edge, where the instruction has no line: the compiler made it
    inlined      or such an edge of a function that is inlined into the caller (always_inline)

and else, even if the edge has a site on another line, the call is MISSING: printed, and the exit
status is 1. What library code called must be the target of some callback, or escape:

    called back, escapes, header: of a system header, which the library has a copy of

With the tools of BIN_DIR (cgquery, reach-pairs), functions that ran must not be dead to `cgquery
dead`, and reachability must not be no for N pairs that ran: half of them main and a function, half
caller and callee (default 500).

--list prints the calls with a verdict. Needs nm.
"""
import argparse
import collections
import glob
import json
import os
import random
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import callgrind_reader  # noqa: E402
import linked_graph  # noqa: E402

VERDICTS = ('at line', 'unresolved', 'no line', 'inlined', 'MISSING')
BACK_VERDICTS = ('called back', 'escapes', 'header', 'MISSING')
# What the loader and the start of a program run, and functions of no source, also those that compilers
# make of operations (powers with an integer exponent).
START = {'(below main)', '_start', '_init', '_fini', 'deregister_tm_clones', 'register_tm_clones',
         '__do_global_dtors_aux', 'frame_dummy', '__libc_csu_init', '__libc_csu_fini', '__powidf2',
         '__powisf2'}
# Where code is that the program made itself, such as trampolines on the stack.
NO_OBJECT = '-'
LOADER = re.compile(r'call_init(\.|$)|_dl_init|_dl_fini|__libc_start|\(below main\)|_start$')


def is_nameless(name):
    return name.startswith(('0x', '???')) or name == '-'


class Runs:
    """The calls of recorded runs, among functions (name, file) of a program's own binaries."""

    def __init__(self, directory, paths):
        self.own_objects = {}
        self.directory = os.path.realpath(directory)
        self.calls = collections.Counter()  # (caller, file, line, callee)
        self.back = collections.Counter()   # (library function, callee)
        self.ran = set()
        self.nameless = 0
        for path in paths:
            self._read(path)

    def _is_own(self, name):
        if name not in self.own_objects:
            path = os.path.realpath(os.path.join(self.directory, name))
            self.own_objects[name] = path.startswith(os.path.join(self.directory, 'bin') + '/')
        return self.own_objects[name]

    def _function(self, name, file):
        return re.sub(r"'.*$", '', name), linked_graph.absolute(self.directory, file)

    def _read(self, path):
        reader = callgrind_reader.read(path)
        for key in reader.seen:
            if key[0] == 'self' and self._is_own(key[1]):
                self._add_function(self._function(key[3], key[2]))
        for (key, column), count in reader.calls.items():
            if column == 'visits' and self._is_own(key[4]):
                self._add_call(key[1:], count)

    def _add_function(self, function):
        if function[0] not in START and not is_nameless(function[0]):
            self.ran.add(function)

    def _add_call(self, key, count):
        ob, caller_file, caller, _, callee_file, callee, file, line = key
        caller = self._function(caller, caller_file)
        callee = self._function(callee, callee_file)
        if caller[0] in START or callee[0] in START:
            return
        of_program = self._is_own(ob) or ob == NO_OBJECT
        if is_nameless(callee[0]) or (is_nameless(caller[0]) and of_program):
            self.nameless += count
        elif not self._is_own(ob):
            self.back[caller[0], callee] += count
        else:
            place = linked_graph.absolute(self.directory, file)
            self.calls[caller, place, int(line), callee] += count


class Symbols:
    """Names that stand for one address of a binary: of aliases a profile shows one."""

    def __init__(self, directory):
        self.same = collections.defaultdict(set)
        for path in sorted(glob.glob(os.path.join(directory, 'bin', '*'))):
            self._read(path)

    def _read(self, path):
        with open(path, 'rb') as file:
            if file.read(4) != b'\x7fELF':
                return
        run = subprocess.run(['nm', '--defined-only', path], capture_output=True, text=True)
        at = collections.defaultdict(set)
        for line in run.stdout.splitlines():
            address, kind, name = line.split(' ', 2)
            if kind in 'tTwWiVv':
                at[address].add(name)
        for names in at.values():
            for name in names if len(names) > 1 else ():
                self.same[name] |= names

    def names(self, name):
        return self.same.get(name, {name})


class Recall:
    """Verdicts on what ran."""

    def __init__(self, graph, symbols):
        self.graph = graph
        self.symbols = symbols
        self.root = graph.root

    def node(self, function):
        """The graph's node of a recorded function."""
        name, file = function
        found = self.graph.find(name, file)
        for other in sorted(self.symbols.names(name)):
            found = found or self.graph.find(other, file)
        # LLVM numbers internal functions of one name when it optimises at link time.
        return found or self.graph.find(re.sub(r'\.\d+$', '', name), file)

    def same_function(self, node):
        """A node and those that stand for the same code."""
        names = [other for name in node.names for other in self.symbols.names(name)]
        return {node} | {other for name in names for other in self.graph.by_name.get(name, [])
                         if len(self.graph.by_name[name]) == 1}

    def verdict(self, caller, file, line, callee):
        start, end = self.node(caller), self.node(callee)
        if not start or not end:
            return 'MISSING'
        if start == end and caller != callee:
            return 'at line'  # variants of a destructor, which are one function
        ends = self.same_function(end)
        return self._among(self.same_function(start), file, line, ends)

    def _among(self, starts, file, line, ends):
        sites = [site for start in starts for end in ends for site in start.edges.get(end, ())]
        if any(site[1:3] == (file, line) for site in sites):
            return 'at line'
        if any((site.file, site.line) == (file, line) for start in starts for site in start.open):
            return 'unresolved'
        if sites and line == 0:
            return 'no line'
        return 'inlined' if self._is_inlined(starts, file, line, ends) else 'MISSING'

    def _is_inlined(self, starts, file, line, ends):
        """Does a function that is inlined into the caller, perhaps through others, call so?"""
        seen, todo = set(starts), list(starts)
        while todo:
            for callee in todo.pop().edges:
                if callee.always_inline and callee not in seen:
                    seen.add(callee)
                    todo.append(callee)
        inner = seen - set(starts)
        return bool(inner) and self._among_inner(inner, file, line, ends)

    def _among_inner(self, inner, file, line, ends):
        sites = [site for start in inner for end in ends for site in start.edges.get(end, ())]
        at_line = [(site[1], site[2]) for site in sites]
        at_line += [(site.file, site.line) for start in inner for site in start.open]
        return (file, line) in at_line

    def back_verdict(self, library, callee):
        node = self.node(callee)
        if not node:
            return 'MISSING'
        same = self.same_function(node)
        if same & self.graph.called_back:
            return 'called back'
        if any(function.escapes for function in same):
            return 'escapes'
        if node.of_system:
            return 'header'
        return 'called back' if is_started(library, node) else 'MISSING'


def is_started(library, node):
    """Does the start of the program run it?"""
    return node.name == 'main' or LOADER.match(library) is not None



def ask_dead(bin_dir, path, root):
    """Functions (name, file) that are dead."""
    run = subprocess.run([f'{bin_dir}/cgquery', 'dead', '--json', '--include', 'is(defined)', path],
                         capture_output=True)
    if run.returncode not in (0, 1, 3):  # 3: whether some are dead is unknown
        sys.exit(run.stderr.decode() or f'cgquery dead {path}: exit {run.returncode}')
    answer = json.loads(run.stdout)
    members = [member for cluster in answer['clusters'] for member in cluster['members']]
    return {(member['function']['name'],
             linked_graph.absolute(root, member['function']['file'])) for member in members}


def ask_reach(bin_dir, path, pairs, root):
    """Answers y, n or u for pairs of functions."""
    def origin(function):
        return linked_graph.relative(root, function.file)

    lines = ''.join(f'{a.name}\t{origin(a)}\t{b.name}\t{origin(b)}\n' for a, b in pairs)
    run = subprocess.run([f'{bin_dir}/reach-pairs', path, '-'], input=lines, capture_output=True,
                         text=True)
    if run.returncode:
        sys.exit(run.stderr)
    return run.stdout.split()


def ran_from_main(runs):
    """Functions that main called, directly or not, or that a library called for it: not those that
    run before main."""
    callees = collections.defaultdict(set)
    for caller, _, _, callee in runs.calls:
        callees[caller].add(callee)
    todo = [function for function in runs.ran if function[0] == 'main']
    todo += [callee for library, callee in runs.back if not LOADER.match(library)]
    seen = set(todo)
    while todo:
        for callee in callees[todo.pop()] - seen:
            seen.add(callee)
            todo.append(callee)
    return seen


def sample_pairs(recall, runs, count):
    """Pairs that ran, the same for the same runs."""
    rng = random.Random(1)
    nodes = [recall.node(function) for function in sorted(ran_from_main(runs), key=str)]
    starts = [node for node in nodes if node and node.name == 'main']
    ran_from = [(start, node) for start in starts for node in nodes if node and node != start]
    called = sorted({(caller, callee) for caller, _, _, callee in runs.calls}, key=str)
    called = [pair for pair in ((recall.node(a), recall.node(b)) for a, b in called) if all(pair)]
    return [pair for pairs in (ran_from, called)
            for pair in rng.sample(pairs, min(count // 2, len(pairs)))]


def say_call(recall, call, verdict):
    caller, file, line, callee = call
    root = recall.root
    notes = [f'; {name} of {linked_graph.relative(root, path)} is not in the graph'
             for name, path in (caller, callee) if not recall.node((name, path))]
    start, end = recall.node(caller), recall.node(callee)
    lines = sorted({site[2] for site in start.edges.get(end, ())}) if start and end else []
    if lines:
        notes.append('; the graph has line ' + ', '.join(map(str, lines)))
    print(f'{verdict}: {caller[0]} {linked_graph.relative(root, file)}:{line} -> {callee[0]} '
          f'({linked_graph.relative(root, callee[1])})' + ''.join(notes))


def judge(recall, runs, listed):
    """Verdicts counted, those of calls and those of callbacks; what is listed is printed."""
    counts = {name: 0 for name in VERDICTS}
    for call in sorted(runs.calls, key=str):
        verdict = recall.verdict(*call)
        counts[verdict] += 1
        if verdict in listed:
            say_call(recall, call, verdict)
    backs = {name: 0 for name in BACK_VERDICTS}
    for library, callee in sorted(runs.back, key=str):
        verdict = recall.back_verdict(library, callee)
        backs[verdict] += 1
        if verdict in listed:
            print(f'{verdict}: library function {library} -> {callee[0]}')
    return counts, backs


def refuted(recall, runs, bin_dir, path, count):
    """Functions that ran and are dead, pairs of which reachability says no; printed."""
    nodes = {recall.node(function) for function in runs.ran} - {None}
    names = {(node.name, node.file) for node in nodes}
    dead = sorted(names & ask_dead(bin_dir, path, recall.root), key=str)
    for name, file in dead:
        print(f'ran but dead: {name} {linked_graph.relative(recall.root, file)}')
    pairs = sample_pairs(recall, runs, count)
    answers = ask_reach(bin_dir, path, pairs, recall.root)
    no = [pair for pair, answer in zip(pairs, answers) if answer == 'n']
    for start, end in no:
        print(f'ran but reach says no: {start} -> {end}')
    return {'dead': len(dead), 'no': len(no), 'pairs': len(pairs)}


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('graph', metavar='GRAPH')
    parser.add_argument('program', metavar='PROGRAM_DIR')
    parser.add_argument('--bin', metavar='BIN_DIR', help='where cgquery and reach-pairs are')
    parser.add_argument('--pairs', metavar='N', type=int, default=500, help='how many pairs to ask')
    parser.add_argument('--list', metavar='VERDICT', action='append', default=[],
                        choices=sorted({*VERDICTS, *BACK_VERDICTS}), help='print such calls')
    return parser.parse_args()


def recorded(program):
    """The runs of a program; None when nothing is recorded."""
    paths = sorted(glob.glob(os.path.join(program, 'callgrind.out.*')))
    runs = Runs(program, paths)
    if paths and not runs.calls:
        sys.exit(f'{program}: nothing below bin/ called anything')
    return runs if paths else None


def hold(recall, runs, path, bin_dir=None, pairs=500, listed=()):
    """Judge all that ran, print what is wrong or listed and what comes of it; counts."""
    counts, backs = judge(recall, runs, {'MISSING', *listed})
    found = {'calls': sum(counts.values()), 'verdicts': counts, 'callbacks': backs,
             'nameless': runs.nameless}
    if bin_dir:
        found.update(refuted(recall, runs, bin_dir, path, pairs))
    print(f"{found['calls']} calls:", ', '.join(f'{n} {v}' for v, n in counts.items()))
    print(f'{sum(backs.values())} called by libraries:',
          ', '.join(f'{n} {v}' for v, n in backs.items()))
    if bin_dir:
        print(f"{found['dead']} dead ran; {found['no']} no of {found['pairs']} pairs that ran")
    found['wrong'] = (counts['MISSING'] + backs['MISSING'] + found.get('dead', 0)
                      + found.get('no', 0))
    return found


def main():
    options = parse_options()
    runs = recorded(options.program)
    if not runs:
        sys.exit(f'{options.program}: no callgrind.out.*; see record.sh')
    graph = linked_graph.Graph(options.graph, os.path.realpath(options.program))
    recall = Recall(graph, Symbols(options.program))
    found = hold(recall, runs, options.graph, options.bin, options.pairs, options.list)
    return 1 if found['wrong'] else 0


if __name__ == '__main__':
    sys.exit(main())
