#!/usr/bin/env python3
"""Build a program of the corpus again, with other flags or another compiler, in a directory of its own.

    rebuild.py PROGRAM_DIR OUT_DIR [--gcc] [--source OLD=NEW]... [-- FLAG...]

Compiles what PROGRAM_DIR/compile_commands.json lists, each with FLAG... at the end, and links every
object that has a main with all that have none: OUT_DIR/bin/NAME. With -pg among the flags these run
without writing anything, and OUT_DIR/bin-gprof/NAME, of the same objects, writes gmon.out. NEW is
compiled in the place of OLD, which is an absolute path. PROGRAM_DIR/libraries, if it is there, has
the libraries to link. With --gcc, gcc and g++ compile and link in the place of clang. Needs nm.
"""
import argparse
import json
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

# What the corpus calls the executable of a file with main, unless it has one already.
NAMES = {'workload': 'leveldb_workload', 'test': 're2_test'}


def compile_command(entry, replaced, flags, objects):
    """The command that compiles an entry into `objects`, and the object."""
    def whole(path):
        return os.path.normpath(os.path.join(entry['directory'], path))

    source = whole(entry['file'])
    output = os.path.join(objects, source.strip('/').replace('/', '_') + '.o')
    arguments = list(entry.get('arguments') or shlex.split(entry['command']))
    arguments[arguments.index('-o') + 1] = output
    if source in replaced:
        arguments = [replaced[source] if whole(word) == source else word for word in arguments]
        arguments.append('-I' + os.path.dirname(source))
    return arguments + flags, output


def with_gcc(command):
    """The same command of gcc or g++, which does not know the warnings of clang."""
    compiler = 'g++' if '++' in os.path.basename(command[0]) else 'gcc'
    return [compiler] + [word for word in command[1:] if not re.match(r'-W(?!l,|p,|a,)', word)]


def has_main(path):
    symbols = subprocess.run(['nm', '--defined-only', path], check=True, capture_output=True, text=True)
    return any(line.endswith(' T main') for line in symbols.stdout.splitlines())


def linker(entries, gcc):
    """What links: the compiler of C++ if any entry is."""
    commands = [entry.get('arguments') or shlex.split(entry['command']) for entry in entries]
    plus = any(entry['file'].endswith(('.cc', '.cpp', '.cxx')) for entry in entries)
    command = commands[0][0]
    if gcc:
        return 'g++' if plus else 'gcc'
    return command.replace('clang', 'clang++') if plus and '++' not in command else command


def executables(directory):
    """Names of what bin/ has that a linker wrote."""
    found = []
    for name in sorted(os.listdir(directory) if os.path.isdir(directory) else []):
        path = os.path.join(directory, name)
        if os.access(path, os.X_OK) and os.path.isfile(path):
            with open(path, 'rb') as file:
                found += [name] if file.read(4) == b'\x7fELF' else []
    return found


def program_names(programs, original):
    """Names of the executables of objects that have a main; `original` has those of the program."""
    known = executables(os.path.join(original, 'bin'))
    if len(programs) == len(known) == 1:
        return dict(zip(programs, known))
    names = {}
    for path in programs:
        stem = os.path.basename(path).rsplit('_', 1)[-1].split('.')[0]
        names[path] = 'c_test' if path.endswith('c_test.c.o') else NAMES.get(stem, stem)
    return names


def libraries(program):
    """What the program is linked with, beside what all are."""
    path = os.path.join(program, 'libraries')
    words = []
    if os.path.exists(path):
        with open(path, encoding='utf-8') as file:
            words = file.read().split()
    return [*words, '-lm', '-ldl', '-lpthread']


class Build:
    """A program, built in a directory of its own. `original` is where its libraries and executables
    are named, `printed` what linking printed for each executable."""

    def __init__(self, program, out, original=None, gcc=False):
        self.out, self.gcc, self.printed = out, gcc, []
        self.original = original or program
        with open(os.path.join(program, 'compile_commands.json'), encoding='utf-8') as file:
            self.entries = json.load(file)
        os.makedirs(os.path.join(out, 'obj'), exist_ok=True)

    def compile(self, flags=(), replaced=None):
        """Compile all; returns the objects."""
        def one(entry):
            command, output = compile_command(entry, replaced or {}, list(flags),
                                              os.path.join(self.out, 'obj'))
            run = subprocess.run(with_gcc(command) if self.gcc else command, cwd=entry['directory'],
                                 capture_output=True, text=True)
            if run.returncode:
                sys.exit(f'{entry["file"]} does not compile:\n{run.stderr}')
            return output

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return sorted(set(pool.map(one, self.entries)))

    def link(self, objects, directory='bin', flags=()):
        """Link a program for each object that has a main."""
        programs = [path for path in objects if has_main(path)]
        if not programs:
            sys.exit('no object has a main')
        common = [path for path in objects if path not in programs]
        os.makedirs(os.path.join(self.out, directory), exist_ok=True)
        for path, name in program_names(programs, self.original).items():
            target = os.path.join(self.out, directory, name)
            run = subprocess.run([linker(self.entries, self.gcc), *common, path, '-o', target, *flags,
                                  *libraries(self.original)], capture_output=True, text=True)
            if run.returncode:
                sys.exit(f'{target} does not link:\n{run.stderr}')
            self.printed.append(run.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('program')
    parser.add_argument('out')
    parser.add_argument('--gcc', action='store_true')
    parser.add_argument('--source', action='append', default=[])
    words = sys.argv[1:]
    split = words.index('--') if '--' in words else len(words)
    options = parser.parse_args(words[:split])
    flags = words[split + 1:]
    build = Build(options.program, os.path.abspath(options.out), gcc=options.gcc)
    objects = build.compile(flags, dict(pair.split('=', 1) for pair in options.source))
    plain = [flag for flag in flags if flag != '-pg']
    build.link(objects, 'bin', ['-Wl,-E', *plain])
    if '-pg' in flags:
        build.link(objects, 'bin-gprof', ['-Wl,-E', *plain, '-pg'])


if __name__ == '__main__':
    main()
