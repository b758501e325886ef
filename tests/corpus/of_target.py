#!/usr/bin/env python3
"""Keep what CMake compiles for some targets.

    of_target.py DATABASE OUTPUT TARGET...

The database of a CMake build has all targets; a program to measure is one of them and what is linked
into it. A source that several targets compile is kept once.
"""
import json
import re
import sys


def main():
    if len(sys.argv) < 4 or sys.argv[1] in ('-h', '--help'):
        sys.exit(__doc__)
    source, output, targets = sys.argv[1], sys.argv[2], set(sys.argv[3:])
    with open(source, encoding='utf-8') as file:
        entries = json.load(file)
    of_file = {entry['file']: entry for entry in reversed(entries)
               if targets & set(re.findall(r'CMakeFiles/([^/ ]+)\.dir/', entry['command']))}
    wanted = [entry for entry in entries if of_file.get(entry['file']) is entry]
    if not wanted:
        sys.exit(f'{source}: nothing is compiled for {", ".join(sorted(targets))}')
    with open(output, 'w', encoding='utf-8') as file:
        json.dump(wanted, file, indent=1)
    print(f'{output}: {len(wanted)} translation units')


main()
