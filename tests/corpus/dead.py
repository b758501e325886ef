#!/usr/bin/env python3
"""Remove what is dead from a program of the corpus: it must still build, and do what it did.

    dead.py BIN_DIR PROGRAM [--keep DIR]

Copies $CG_CORPUS/PROGRAM, collects and links its graph with the tools of BIN_DIR, and takes every
function that `cgquery dead` lists out of the copy: the whole definition or, when its address is
taken where that still holds, all that its body does, so that it aborts; so always in C++. What the
compiler makes in C++ is left, and so is a template of which any instance is not dead. Prototypes stay. Both versions are built, run the workloads, and must print and write the same and exit alike, but for
what differs when the same version runs twice. The dead functions are also compared with those that
the linker drops (--gc-sections, a function a section), which is dead, unknown, or listed here. Prints
a row of a table. Skips (77) without the program.

Lua is built without dlopen, since whatever has a name may run with it, so that nothing is dead.
Needs python3, nm, and the compiler that compile_commands.json names.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import rebuild  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
FLAGS = {'lua': {'-DLUA_USE_LINUX': '-DLUA_USE_POSIX'}}
COPIED = ('src', 'mods', 'cm', 'compile_commands.json')
BUILT = '-built'
ABORTS = b'{ __builtin_trap(); }'
# What may differ from run to run: addresses, names of temporary files, how much memory is used.
VARIES = re.compile(rb'0x[0-9a-f]{6,}|lua_\w{6}')


def copy_program(source, target, flags):
    """Copy a program with its commands, those without the flags that are replaced."""
    shutil.copytree(source, target, symlinks=True,
                    ignore=lambda path, names: [n for n in names if n.endswith('.o') or path == source and not (
                        n.startswith('workload') or n in COPIED)])
    os.makedirs(os.path.join(target, 'obj'), exist_ok=True)
    path = os.path.join(target, 'compile_commands.json')
    with open(path, encoding='utf-8') as file:
        text = file.read().replace(source + '/', target + '/').replace(f'"{source}"', f'"{target}"')
    for old, new in flags.items():
        text = text.replace(old, new)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def make_graph(bin_dir, program, work):
    parts, graph = os.path.join(work, 'mcg'), os.path.join(work, 'whole.mcg')
    subprocess.run([f'{bin_dir}/cgcollect', '-p', program, '--root', program, '--output-dir', parts],
                   check=True)
    subprocess.run([f'{bin_dir}/cgmerge', parts, '-o', graph], check=True)
    with open(graph, encoding='utf-8') as file:
        nodes = json.load(file)['_CG']['nodes'].values()
    return graph, [node for node in nodes if node['hasBody']]


def ask_dead(bin_dir, graph):
    run = subprocess.run([f'{bin_dir}/cgquery', 'dead', '--include', 'is(defined)', '--json', graph],
                         capture_output=True)
    if run.returncode not in (0, 1):
        sys.exit(run.stderr.decode())
    answer = json.loads(run.stdout)
    dead = [member for cluster in answer['clusters'] for member in cluster['members']]
    return dead, answer['maybe']


# Cutting

def offset(text, place):
    """Where a line and column, from 1, are in a text."""
    start = 0
    for _ in range(place['line'] - 1):
        start = text.index(b'\n', start) + 1
    return start + place['column'] - 1


def blank(match):
    return re.sub(rb'[^\n]', b' ', match.group())


def body_start(text):
    """Where the body of a definition begins, beyond comments, literals and directives."""
    bare = re.sub(rb'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#[^\n]*', blank,
                  text, flags=re.S | re.M)
    return bare.find(b'{')


def is_balanced(text):
    """Whether directives that are opened in a text end in it."""
    depth = 0
    for word in re.findall(rb'^[ \t]*#[ \t]*(if|endif|el)', text, re.M):
        depth += {b'if': 1, b'endif': -1, b'el': 0}[word]
        if depth < 0 or (depth == 0 and word == b'el'):
            return False
    return depth == 0


def is_cplusplus(function):
    return function['function']['name'].startswith('_Z')


def place_of(node):
    """Where a definition is written; instances of a template share it."""
    where = node['meta'].get('sourceRange')
    return (node['origin'], where['begin']['line'], where['begin']['column']) if where else None


class Cuts:
    """Definitions to take out of the files of a program, but those that are at the places `kept`."""

    def __init__(self, program, kept):
        self.program = program
        self.kept = kept
        self.ranges = {}  # by file: (start, end, function)
        self.left = []    # functions that cannot be cut

    def add(self, function, node):
        path = os.path.join(self.program, node['origin'] or '')
        where = node['meta'].get('sourceRange')
        if (not where or not os.path.isfile(path) or len(function['definedIn']) != 1
                or place_of(node) in self.kept):
            self.left.append(function)
            return
        with open(path, 'rb') as file:
            text = file.read()
        start, end = offset(text, where['begin']), offset(text, where['end']) + 1
        whole = text[start:end]
        name = function['function']['name'].encode()
        if not whole.endswith(b'}') or not is_balanced(whole) or not (
                name in whole or is_cplusplus(function)):
            self.left.append(function)
            return
        ranges = self.ranges.setdefault(path, [])
        if not any(a <= start and end <= b for a, b, _ in ranges):  # an instance, or within another
            ranges[:] = [r for r in ranges if not (start <= r[0] and r[1] <= end)]
            ranges.append((start, end, function))

    def is_taken(self, function):
        """Whether its address is taken at a place that is not cut out; of C++, always, as virtual
        tables and declarations in classes refer to it."""
        if is_cplusplus(function):
            return True
        for place in function['addressTaken']:
            path = os.path.join(self.program, place['file'])
            with open(path, 'rb') as file:
                at = offset(file.read(), place)
            if not any(start <= at < end for start, end, _ in self.ranges.get(path, [])):
                return True
        return False

    def apply(self):
        """Cut. Returns how many were removed, and how many abort."""
        aborts = {id(f) for ranges in self.ranges.values() for _, _, f in ranges if self.is_taken(f)}
        count = 0
        for path, ranges in self.ranges.items():
            with open(path, 'rb') as file:
                text = file.read()
            for start, end, function in sorted(ranges, key=lambda r: r[0], reverse=True):
                lines, kept = text[start:end].count(b'\n'), b''  # places of the rest stay
                if id(function) in aborts:
                    kept = text[start:start + body_start(text[start:end])] + ABORTS
                kept += b'\n' * (lines - kept.count(b'\n'))
                text = text[:start] + kept + text[end:]
                count += 1
            with open(path, 'wb') as file:
                file.write(text)
        return count - len(aborts), len(aborts)


# Building and running

def build(program, out, original, flags=(), link_flags=()):
    """Build all programs of a directory. Returns what the linker printed."""
    made = rebuild.Build(program, out, original)
    made.link(made.compile(flags), flags=link_flags)
    return made.printed


def comparable(text, places):
    """A text less what may differ from run to run: where it ran, addresses, and the order of lines, as
    programs may print in parallel."""
    for place in places:
        text = text.replace(os.fsencode(place), b'')
    return b'\n'.join(sorted(VARIES.sub(b'', text).split(b'\n')))


def run_workloads(name, program, built, work):
    """What the workloads print and write when run with the programs in `built`, by what it is. What
    they read, their own programs included, is that of `program`."""
    places = [built.removesuffix(BUILT), work]  # __FILE__ is printed
    shutil.copytree(program, work, symlinks=True, ignore=lambda path, names: {'src'} & {*names})
    os.symlink(os.path.join(program, 'src'), os.path.join(work, 'src'))
    recipe = os.path.join(HERE, name)
    workloads = [os.path.join(work, 'workload.sh')]
    workloads += sorted(os.path.join(recipe, f) for f in os.listdir(recipe) if f.startswith('workload-'))
    workloads = [path for path in workloads if os.path.exists(path)]
    start = os.path.join(built, 'start')
    with open(start, 'w', encoding='utf-8') as file:
        file.write('#!/bin/bash\nexec -a "$1" "${0%/*}/$1" "${@:2}"\n')
    os.chmod(start, 0o755)
    seen = {}
    for workload in workloads:
        run = subprocess.run(['bash', workload], cwd=work, capture_output=True, timeout=300,
                             env={**os.environ, 'RUN': start, 'RECIPE': recipe, 'PROGRAM': work,
                                  'LC_ALL': 'C'})
        seen[f'exit of {os.path.basename(workload)}'] = run.returncode
        seen[f'output of {os.path.basename(workload)}'] = comparable(run.stdout + run.stderr, places)
    for directory, names, files in os.walk(work):
        names[:] = [n for n in names if n not in ('bin', 'src', 'cm', 'obj')]
        for path in (os.path.join(directory, file) for file in files):
            with open(path, 'rb') as file:
                seen[os.path.relpath(path, work)] = comparable(file.read(), places)
    return {key: seen[key] for key in seen if not os.path.exists(os.path.join(program, key))}


def dropped_by_linker(program, out, original):
    """Names of functions that the linker drops from every program they are in."""
    printed = build(program, out, original, ['-ffunction-sections'],
                    ['-Wl,--gc-sections', '-Wl,--print-gc-sections'])
    dropped = [set(re.findall(r"section '\.text\.(\S+)' in file '[^']*/obj/", text))
               for text in printed]
    return set.intersection(*dropped)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('bin')
    parser.add_argument('program')
    parser.add_argument('--keep')
    options = parser.parse_args()
    source = os.path.join(os.environ.get('CG_CORPUS', ''), options.program)
    if not os.environ.get('CG_CORPUS') or not os.path.isfile(f'{source}/compile_commands.json'):
        sys.exit(77)
    with tempfile.TemporaryDirectory() as temporary:
        prove(os.path.abspath(options.bin), options.program, os.path.abspath(source),
              os.path.abspath(options.keep or temporary))


def prove(bin_dir, name, source, work):
    old, new = os.path.join(work, 'old'), os.path.join(work, 'new')
    copy_program(source, old, FLAGS.get(name, {}))
    graph, nodes = make_graph(bin_dir, old, work)
    dead, maybe = ask_dead(bin_dir, graph)
    dropped = dropped_by_linker(old, os.path.join(work, 'gc'), source)
    copy_program(old, new, {})

    names = {f['function']['name'] for f in dead}
    cuts = Cuts(new, {place_of(n) for n in nodes if n['functionName'] not in names})
    by_place = {(n['functionName'], n['origin']): n for n in nodes}
    for function in dead:
        if os.path.isabs(function['function']['file'] or ''):
            continue  # of a system header
        cuts.add(function, by_place[function['function']['name'], function['function']['file']])
    removed, aborting = cuts.apply()
    for program in (old, new):
        build(program, program + BUILT, source)
    shutil.copytree(os.path.join(old + BUILT, 'bin'), os.path.join(old, 'bin'))
    first, again, cut = (run_workloads(name, old, built + BUILT, os.path.join(work, run))
                         for built, run in ((old, 'first'), (old, 'again'), (new, 'cut')))
    same = {key for key in {*first, *again} if first.get(key) == again.get(key)}
    different = sorted(key for key in same | (cut.keys() - first.keys())
                       if first.get(key) != cut.get(key))

    unknown = {f['function']['name'] for f in maybe}
    defined = {n['functionName'] for n in nodes}
    unexplained = sorted((dropped & defined) - names - unknown)
    print('| program | defined | live | dead | unknown | removed | abort | left | linker drops |'
          ' of them dead | unknown | neither | outputs compared | vary | different |')
    print('|', ' | '.join(map(str, [
        name, len(nodes), len(nodes) - len(dead) - len(maybe), len(dead), len(maybe), removed,
        aborting, len(cuts.left), len(dropped & defined), len(dropped & names),
        len(dropped & unknown), len(unexplained), len(same), len(first) - len(same), len(different)])), '|')
    for function in cuts.left:
        print('left:', function['function']['name'])
    for function in unexplained:
        print('dropped by the linker, but runs in the graph:', function)
    for key in different:
        print('different:', key)
    sys.exit(1 if different or not all(map(is_cplusplus, cuts.left)) else 0)


main()
