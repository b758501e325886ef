#!/usr/bin/env python3
"""Build a program of the corpus again, with other flags, in a directory of its own.

    rebuild.py PROGRAM_DIR OUT_DIR [--source OLD=NEW]... [-- FLAG...]

Compiles what PROGRAM_DIR/compile_commands.json lists, each with FLAG... at the end, and links every
object that has a main with all that have none: OUT_DIR/bin/NAME. With -pg among the flags these run
without writing anything, and OUT_DIR/bin-gprof/NAME, of the same objects, writes gmon.out. NEW is
compiled in the place of OLD, which is an absolute path. Needs nm.
"""
import argparse
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

# What the corpus calls the executable, where the file with main has another name.
NAMES = {'shell': 'sqlite3', 'main': 'jq', 'workload': 'leveldb_workload'}
LIBRARIES = ['-Wl,-E', '-lm', '-ldl', '-lpthread']


def compile_command(entry, replaced, flags, objects):
    """The command that compiles an entry into `objects`, and the object."""
    def whole(path):
        return os.path.normpath(os.path.join(entry['directory'], path))

    source = whole(entry['file'])
    output = os.path.join(objects, source.strip('/').replace('/', '_') + '.o')
    arguments = list(entry['arguments'])
    arguments[arguments.index('-o') + 1] = output
    if source in replaced:
        arguments = [replaced[source] if whole(word) == source else word for word in arguments]
        arguments.append('-I' + os.path.dirname(source))
    return arguments + flags, output


def has_main(path):
    symbols = subprocess.run(['nm', '--defined-only', path], check=True, capture_output=True, text=True)
    return any(line.endswith(' T main') for line in symbols.stdout.splitlines())


def compiler(entries):
    """What links: the compiler of C++ if any entry is."""
    command = entries[0]['arguments'][0]
    plus = any(entry['file'].endswith(('.cc', '.cpp')) for entry in entries)
    return command.replace('clang', 'clang++') if plus and '++' not in command else command


def program_name(path):
    stem = os.path.basename(path).rsplit('_', 1)[-1].split('.')[0]
    return 'c_test' if path.endswith('c_test.c.o') else NAMES.get(stem, stem)


def link(objects, out, command, flags, libraries=LIBRARIES):
    """Link a program for each object that has a main."""
    programs = [path for path in objects if has_main(path)]
    if not programs:
        sys.exit('no object has a main')
    common = [path for path in objects if path not in programs]
    plain = [flag for flag in flags if flag != '-pg']
    for directory, extra in (('bin', plain), ('bin-gprof', [*plain, '-pg'])):
        if directory != 'bin' and '-pg' not in flags:
            continue
        os.makedirs(os.path.join(out, directory), exist_ok=True)
        for path in programs:
            target = os.path.join(out, directory, program_name(path))
            subprocess.run([*command, *common, path, '-o', target, *extra, *libraries], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('program')
    parser.add_argument('out')
    parser.add_argument('--source', action='append', default=[])
    words = sys.argv[1:]
    split = words.index('--') if '--' in words else len(words)
    options = parser.parse_args(words[:split])
    flags = words[split + 1:]
    replaced = dict(pair.split('=', 1) for pair in options.source)
    out = os.path.abspath(options.out)
    os.makedirs(os.path.join(out, 'obj'), exist_ok=True)
    with open(os.path.join(options.program, 'compile_commands.json'), encoding='utf-8') as file:
        entries = json.load(file)

    def build(entry):
        command, output = compile_command(entry, replaced, flags, os.path.join(out, 'obj'))
        subprocess.run(command, cwd=entry['directory'], check=True, stderr=subprocess.DEVNULL)
        return output

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = sorted(set(pool.map(build, entries)))
    link(objects, out, [compiler(entries)], flags)


if __name__ == '__main__':
    main()
