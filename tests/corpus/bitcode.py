#!/usr/bin/env python3
"""Compile what a compilation database lists once more, to bitcode, and list that in its place.

    bitcode.py DATABASE DIR      result: DIR/*.bc

For programs in languages that are collected from bitcode. Modules of Fortran are those of the build.
"""
import json
import os
import shlex
import subprocess
import sys


def compile_entry(entry, directory):
    """Compile an entry to bitcode. Returns the entry of that."""
    command = entry.get('arguments') or shlex.split(entry['command'])
    source = os.path.join(entry['directory'], entry['file'])
    output = os.path.join(directory, source.strip('/').replace('/', '_') + '.bc')
    command[command.index('-o') + 1] = output
    subprocess.run([*command, '-emit-llvm'], cwd=entry['directory'], check=True)
    return {'directory': directory, 'file': output,
            'arguments': ['clang', '-c', output, '-o', output + '.o']}


def main():
    if len(sys.argv) != 3 or sys.argv[1] in ('-h', '--help'):
        sys.exit(__doc__)
    database, directory = sys.argv[1], os.path.abspath(sys.argv[2])
    os.makedirs(directory, exist_ok=True)
    with open(database, encoding='utf-8') as file:
        entries = json.load(file)
    entries = [compile_entry(entry, directory) for entry in entries]
    with open(database, 'w', encoding='utf-8') as file:
        json.dump(entries, file, indent=1)
    print(f'{database}: {len(entries)} modules')


main()
