#!/usr/bin/env python3
"""Collecting what changed gives the same graphs as collecting everything.

    run_incremental.py BIN_DIR [SEED]

Makes a project, edits it at random, and after each edit compares the graphs and the linked graph with
those of a fresh run, byte by byte. Edits: sources, headers, includes, flags, files that come and go,
headers that move, times that change without content, graphs that are lost or damaged.
"""
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROUNDS = 12
# A file that was written in the same tick of the kernel's clock in which a run begins counts as changed meanwhile.
TICK = 0.02


class Project:
    """Sources a0.c ... and headers h0.h ..., each of which includes some headers of higher number."""

    def __init__(self, root, chance):
        self.root, self.chance = root, chance
        self.headers = {f'h{i}.h': self.header(i) for i in range(6)}
        self.sources = {f'a{i}.c': self.source(i) for i in range(8)}
        self.sources['b.cc'] = self.source(8)
        self.flags = {name: '' for name in self.sources}
        (root / 'sub').mkdir()

    def header(self, i):
        includes = ''.join(f'#include "h{k}.h"\n' for k in range(i + 1, 6) if self.chance.random() < 0.4)
        return (f'#pragma once\n{includes}static inline int in_h{i}(int x)\n'
                f'{{\n    return x + {self.chance.randrange(9)};\n}}\n')

    def source(self, i):
        used = self.chance.sample(range(6), self.chance.randrange(1, 4))
        includes = ''.join(f'#include "h{k}.h"\n' for k in used)
        calls = ' + '.join(f'in_h{k}({self.chance.randrange(9)})' for k in used)
        return (f'{includes}#ifdef EXTRA\nint extra(void);\n#else\n#define extra() 0\n#endif\n'
                f'int f{i}(int (*call)(int))\n{{\n    return {calls} + call(1) + extra();\n}}\n')

    def write(self):
        for name, text in {**self.headers, **self.sources}.items():
            path = self.root / name
            if not path.exists() or path.read_text() != text:
                path.write_text(text)
        entries = [{'directory': str(self.root), 'file': name,
                    'command': f'cc {self.flags[name]} -Isub -I. -c {name}'} for name in sorted(self.sources)]
        (self.root / 'compile_commands.json').write_text(json.dumps(entries))


def edit(project, out):
    """Change something. @return what, for the message of a failure"""
    chance, root = project.chance, project.root
    kinds = ['source', 'header', 'flag', 'touch', 'lost', 'damaged', 'add', 'remove', 'nothing', 'back',
             'move', 'broken']
    kind = chance.choice(kinds)
    name = chance.choice(sorted(project.sources))
    header = chance.choice(sorted(project.headers))
    if kind == 'source':
        project.sources[name] = project.source(int('8' if name == 'b.cc' else name[1:-2]))
    elif kind == 'header':
        project.headers[header] = project.header(int(header[1]))
    elif kind == 'flag':
        project.flags[name] = chance.choice(['', '-DEXTRA', '-O2', '-Wall'])
    elif kind == 'touch':
        for path in root.glob('*.[ch]'):
            os.utime(path)
    elif kind == 'lost':
        (out / f'{name}.mcg').unlink(missing_ok=True)
    elif kind == 'damaged':
        (out / f'{name}.mcg').write_text('{}')
    elif kind == 'add':
        new = f'a{len(project.sources) + chance.randrange(90)}.c'
        project.sources[new] = project.source(int(new[1:-2]))
        project.flags[new] = ''
    elif kind == 'remove' and len(project.sources) > 4:
        del project.sources[name]
        (root / name).unlink()
    elif kind == 'back':  # another content at an older time
        text = project.headers[header] = project.header(int(header[1]))
        (root / header).write_text(text)
        os.utime(root / header, (1, 1))
    elif kind == 'move':
        text = (root / header).read_text()
        (root / header).rename(root / 'sub' / header)
        (root / header).write_text(text)
    elif kind == 'broken':
        project.sources[name] += 'int broken(void) { return missing; }\n'
    project.write()
    return f'{kind} {name} {header}'


class Checker:
    def __init__(self, bin_dir):
        self.bin, self.failures = pathlib.Path(bin_dir).resolve(), 0

    def fail(self, text):
        print(text)
        self.failures += 1

    def collect(self, root, out, *options, text=None):
        """What a run says. @param text of a database on a pipe, which root is then"""
        time.sleep(TICK)
        done = subprocess.run([self.bin / 'cgcollect', '-v', '-p', root, '--output-dir', out, *options],
                              input=text or b'', capture_output=True)
        if done.returncode not in (0, 1):
            self.fail(f'cgcollect: exit status {done.returncode}: {done.stderr}')
        return done.stderr.decode()

    def merge(self, out):
        done = subprocess.run([self.bin / 'cgmerge', '-q', out, '-o', '-'], stdin=subprocess.DEVNULL,
                              capture_output=True)
        return done.stdout

    def compare(self, root, out, what):
        """The graphs below `out` are those of a fresh run."""
        with tempfile.TemporaryDirectory() as fresh:
            self.collect(root, fresh)
            graphs = [{path.name: path.read_bytes() for path in pathlib.Path(where).rglob('*.mcg')}
                      for where in (out, fresh)]
            if graphs[0] != graphs[1]:
                names = sorted(name for name in {*graphs[0], *graphs[1]}
                               if graphs[0].get(name) != graphs[1].get(name))
                self.fail(f'after {what}: {", ".join(names)} differ from a fresh run')
            elif self.merge(out) != self.merge(fresh):
                self.fail(f'after {what}: the linked graph differs from that of a fresh run')

    def expect(self, root, out, what, names):
        """Collects these files and no others."""
        said = self.collect(root, out)
        found = sorted(re.findall(r'^(\S+): (?:complete|partial)', said, re.MULTILINE))
        if found != sorted(names):
            self.fail(f'after {what}: collects {found}, expected {sorted(names)}: {said}')


def settle(root):
    """Age the files, so that their times tell that they have not changed."""
    for path in root.rglob('*'):
        if path.is_file():
            os.utime(path, (1, 1))


def precompiled(checker, root, out, entry, database):
    """What clang has precompiled is an input; a header in it is none until that is made again."""
    clang = shutil.which('clang-19')
    if not clang:
        return
    for ways in (['-include-pch', 'own.h.pch'], ['-Xclang', '-include-pch', '-Xclang', 'own.h.pch'], ['-include', 'own.h']):
        for number in '12':
            (root / 'own.h').write_text('int own%s(void);\n' % number)
            subprocess.run([clang, '-x', 'c-header', 'own.h', '-o', 'own.h.pch'], cwd=root, check=True)
            entry['command'] = ' '.join([clang, '-Isub', *ways, '-c', 's4.c'])
            database()
            checker.expect(root, out, '%s %s' % (ways, number), ['s4.c'])
            checker.expect(root, out, 'nothing with %s' % ways, [])


def known_edits(checker, work):
    """What is collected after each of some edits."""
    root, out = work / 'known', work / 'known-mcg'
    (root / 'sub').mkdir(parents=True)
    (root / 'all.h').write_text('int all(void);\n')
    (root / 'some.h').write_text('int some(void);\n')
    for i in range(6):
        more = '#include "some.h"\n' if i < 2 else ''
        (root / f's{i}.c').write_text(f'#include "all.h"\n{more}int s{i}(void) {{ return all(); }}\n')
    entries = [{'directory': str(root), 'file': f's{i}.c', 'command': f'cc -Isub -c s{i}.c'} for i in range(6)]

    def database():
        (root / 'compile_commands.json').write_text(json.dumps(entries))
    database()
    everything = [f's{i}.c' for i in range(6)]
    checker.expect(root, out, 'the first run', everything)
    checker.expect(root, out, 'nothing', [])
    settle(root)
    checker.expect(root, out, 'other times', [])
    (root / 'some.h').write_text('int some(int);\n')
    checker.expect(root, out, 'a change of some.h', ['s0.c', 's1.c'])
    (root / 'all.h').write_text('int all(void); \n')
    checker.expect(root, out, 'a change of all.h', everything)
    entries[3]['command'] = 'cc -Isub -DX -c s3.c'
    database()
    checker.expect(root, out, 'another flag', ['s3.c'])
    entries[3]['command'] = 'cc -Isub -DX -MD -o s3.o -Wl,-O1 -c s3.c'
    database()
    checker.expect(root, out, 'flags that do not matter', [])
    checker.expect(root, out, 'nothing after all', [])
    # Clang reads a header that gcc has precompiled, and nothing else, from its source.
    (root / 'pre.h').write_text('int pre(void);\n')
    (root / 'pre.h.gch').write_bytes(b'gpch of gcc')
    entries[4]['command'] = 'gcc -Isub -include pre.h -c s4.c'
    database()
    checker.expect(root, out, 'a precompiled header', ['s4.c'])
    checker.expect(root, out, 'nothing with a precompiled header', [])
    (root / 'pre.h').write_text('int pre(int);\n')
    checker.expect(root, out, 'a change of the precompiled header', ['s4.c'])
    precompiled(checker, root, out, entries[4], database)
    # A selected file leaves what is known of the others as it is: s1.c is still to be collected.
    (root / 'some.h').write_text('int some(long);\n')
    checker.collect(root, out, 's0.c')
    checker.expect(root, out, 'collecting s0.c alone', ['s1.c'])
    (root / 's2.c').write_text('int f(void) { return nothing; }\n')
    checker.expect(root, out, 'an error', ['s2.c'])
    checker.expect(root, out, 'an error that stays', ['s2.c'])
    (out / '.cgcollect').write_text('cgcollect record 1\nfile x\ngraph s0.c.mcg\nkey\ninputs 0-9999999999\n')
    checker.expect(root, out, 'a damaged record', everything)
    entries.pop()
    database()
    checker.expect(root, out, 'a file that is gone', ['s2.c'])
    if (out / 's5.c.mcg').exists():
        checker.fail('the graph of a file that is gone is left')


def changed_while_read(checker, work):
    """A file that changes while it is collected is collected again."""
    root, out = work / 'racing', work / 'racing-mcg'
    root.mkdir()
    slow = ''.join(f'int s{i}(int x) {{ return x * {i} + g(); }}\n' for i in range(20000))
    (root / 'a.c').write_text(f'#include "a.h"\n{slow}')
    (root / 'a.h').write_text('int g(void);\n')
    (root / 'compile_commands.json').write_text(
        json.dumps([{'directory': str(root), 'file': 'a.c', 'command': 'cc -c a.c'}]))
    command = [checker.bin / 'cgcollect', '-q', '-p', root, '--output-dir', out]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    while not (out / '.cgcollect').exists() and process.poll() is None:  # it lists what it collects
        time.sleep(0.01)
    time.sleep(0.2)
    (root / 'a.h').write_text('int  g(void);\n')
    process.wait()
    checker.expect(root, out, 'a change while a.c was read', ['a.c'])


def graphs_below(out):
    return sorted(str(path.relative_to(out)) for path in out.rglob('*.mcg'))


class Shared:
    """An output directory of several databases. Each compiles main.c of its own, and files that others
    compile as well."""

    def __init__(self, checker, work):
        self.checker, self.root, self.out = checker, work / 'shared', work / 'shared-mcg'
        self.root.mkdir()
        (self.root / 'common.c').write_text('int common(void) { return ONE; }\n')

    def database(self, name, files):
        here = self.root / name
        here.mkdir(exist_ok=True)
        (here / 'main.c').write_text(f'int {name}(void);\nint main(void) {{ return {name}(); }}\n')
        entries = [{'directory': str(here), 'file': file, 'command': f'cc -DONE={len(name)} -c {file}'}
                   for file in files]
        (here / 'compile_commands.json').write_text(json.dumps(entries))
        return here

    def entries(self, database):
        return (database / 'compile_commands.json').read_bytes()

    def copy(self, name, database, part=slice(None)):
        """Another database that has some of the same commands."""
        here = self.root / name
        here.mkdir(exist_ok=True)
        (here / 'compile_commands.json').write_text(json.dumps(json.loads(self.entries(database))[part]))
        return here

    def expect(self, what, database, collected, graphs, *options, text=None):
        said = self.checker.collect(database, self.out, *options, text=text)
        found = re.findall(r'^(\S+): (?:complete|partial)', said, re.MULTILINE)
        if sorted(found) != sorted(collected):
            self.checker.fail(f'shared directory, {what}: collects {found}, expected {collected}: {said}')
        if graphs_below(self.out) != graphs:
            self.checker.fail(f'shared directory, {what}: {graphs_below(self.out)}, expected {graphs}')


def shared_directory(checker, work):
    """A run removes or overwrites no graph of another database, unless that database is gone."""
    shared = Shared(checker, work)
    one, two = shared.database('one', ['main.c', '../common.c']), shared.database('other', ['main.c', 'main.c'])
    first = ['common.c.mcg', 'one/main.c.mcg']
    shared.expect('the first database', one, ['one/main.c', 'common.c'], first)
    shared.expect('the second', two, ['main.c'], sorted([*first, 'main.c.mcg']))
    shared.expect('the first again', one, [], sorted([*first, 'main.c.mcg']))
    shared.expect('the second again', two, [], sorted([*first, 'main.c.mcg']))
    # Its files have the names that those of the second had.
    shared.database('one', ['main.c'])
    both = ['main.c.2.mcg', 'main.c.mcg']
    shared.expect('the first without a file', one, ['main.c'], both)
    shared.expect('the first without a file again', one, [], both)
    shared.expect('the second beside it', two, [], both)
    callees = [set(re.findall(r'"functionName": *"(\w+)"', path.read_text())) for path in sorted(shared.out.glob('main*.mcg'))]
    if callees != [{'main', 'one'}, {'main', 'other'}]:
        checker.fail(f'shared directory: the graphs are of {callees}')
    if '1 graph of other databases kept' not in terminal_summary(checker, two, shared.out):
        checker.fail('shared directory: nothing says that another database is in it')
    # Through a link, a database is the same.
    (shared.root / 'link').symlink_to(one)
    shared.expect('the first through a link', shared.root / 'link', [], both)
    one.rename(shared.root / 'moved')
    (shared.root / 'link').unlink()
    shared.expect('the second alone', two, [], ['main.c.mcg'])


def shared_graphs(checker, work):
    """Databases that have a command in common, with its object, have one graph of it."""
    shared = Shared(checker, work)
    one = shared.database('one', ['main.c', '../common.c', 'main.c'])
    first = ['common.c.mcg', 'one/main.c.mcg']
    files, pipe = ['one/main.c', 'common.c'], '/dev/stdin'
    shared.expect('a database', one, files, first)
    two = shared.copy('copy', one)
    shared.expect('a copy', two, [], first)
    shared.expect('the same from a pipe', pipe, [], first, text=shared.entries(one))
    # The names of files begin where its files have their common directory.
    part = shared.copy('part', one, slice(1))
    shared.expect('a part from a pipe', pipe, ['main.c'], first, text=shared.entries(part))
    shared.expect('the whole again', one, ['one/main.c'], first)
    # A graph is there as long as a database has it.
    shared.copy('copy', one, slice(1))
    shared.expect('a copy without a file', two, ['main.c'], first)
    shared.database('one', ['main.c'])
    shared.expect('the first without it, too', one, [], first[1:])
    shared.expect('another file from a pipe', pipe, ['common.c'], sorted(['common.c.mcg', *first[1:]]),
                  text=json.dumps([{'directory': str(shared.root), 'file': 'common.c', 'command': 'cc -DONE=1 -c common.c'}]).encode())
    shared.expect('nothing but the first from a pipe', pipe, [], first[1:], text=shared.entries(one))
    # Another object of the same source is another compile.
    (two / 'compile_commands.json').write_bytes(shared.entries(one).replace(b'-c main.c', b'-c main.c -o other.o'))
    shared.expect('another object', two, ['main.c'], ['main.c.mcg', 'one/main.c.mcg'])
    shared.expect('another object again', two, [], ['main.c.mcg', 'one/main.c.mcg'])


def terminal_summary(checker, root, out):
    """What a run says that ends with a file that cannot be collected whole, or on a terminal."""
    here, there = os.openpty()
    subprocess.run([checker.bin / 'cgcollect', '-p', root, '--output-dir', out], stdin=subprocess.DEVNULL,
                   stdout=subprocess.DEVNULL, stderr=there, check=False)
    os.close(there)
    said = os.read(here, 4096).decode()
    os.close(here)
    return said


def names_of_lines(checker, work):
    """The record is of lines: what a database names cannot add some, so that a graph that was not made by
    cgcollect is removed."""
    root, out = work / 'lines', work / 'lines-mcg'
    for directory in (root, out):
        directory.mkdir()
    for name in ('a.c', 'b\ngraph kept.c', 'c.c'):
        (root / name).write_text('int f(void) { return 0; }\n')
    (out / 'kept.mcg').write_text('{}')
    (out / 'kept.c.mcg').write_text('{}')
    entries = [{'directory': str(root), 'file': name, 'arguments': ['cc', '-c', name, *more]} for name, more in
               (('a.c', ['-o', 'a\ngraph kept.mcg']), ('b\ngraph kept.c', []), ('c.c', []))]
    for some in (entries, entries[2:]):
        (root / 'compile_commands.json').write_text(json.dumps(some))
        checker.collect(root, out)
    if graphs_below(out) != ['c.c.mcg', 'kept.c.mcg', 'kept.mcg']:
        checker.fail(f'names of several lines: {graphs_below(out)} are left')


def main():
    checker = Checker(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        known_edits(checker, work)
        changed_while_read(checker, work)
        shared_directory(checker, work)
        (work / 'again').mkdir()
        shared_graphs(checker, work / 'again')
        names_of_lines(checker, work)
        (work / 'random').mkdir()
        out = work / 'random-mcg'
        project = Project(work / 'random', random.Random(seed))
        project.write()
        checker.collect(project.root, out)
        history = []
        for _ in range(ROUNDS):
            history.append(edit(project, out))
            checker.collect(project.root, out)
            checker.compare(project.root, out, f'seed {seed}: {", then ".join(history[-3:])}')
    print(f'{ROUNDS} random edits, {checker.failures} failures')
    return checker.failures > 0


if __name__ == '__main__':
    sys.exit(main())
