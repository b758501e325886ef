#!/usr/bin/env python3
"""Keep in a compilation database that bear wrote what makes an object of a C or C++ file.

    compiled.py DATABASE [SUFFIX...]

bear sees the compiler proper (-cc1) and the steps that preprocess or link as well. Files whose path
ends in a SUFFIX go, too: they belong to other programs than the one that is measured.
"""
import json
import sys

SOURCES = ('.c', '.cc', '.cpp', '.cxx')


def is_wanted(entry, suffixes):
    arguments = entry['arguments']
    return ('-c' in arguments and '-cc1' not in arguments and entry['file'].endswith(SOURCES)
            and not (suffixes and entry['file'].endswith(suffixes)))


def main():
    if len(sys.argv) < 2 or sys.argv[1] in ('-h', '--help'):
        sys.exit(__doc__)
    path, suffixes = sys.argv[1], tuple(sys.argv[2:])
    with open(path, encoding='utf-8') as file:
        entries = [entry for entry in json.load(file) if is_wanted(entry, suffixes)]
    if not entries:
        sys.exit(f'{path}: nothing was compiled')
    with open(path, 'w', encoding='utf-8') as file:
        json.dump(entries, file, indent=1)
    print(f'{path}: {len(entries)} translation units')


main()
