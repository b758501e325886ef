#!/usr/bin/env python3
"""For each line of a header: which functions `cgquery impact header.h:LINE` says depend on it.

    run_headers.py BIN_DIR [--update]

Each directory of headers/ is a small project; its file `expected` has, for each line of lib.h that is
not blank, what is defined there and who depends on it. --update writes these files anew.
"""
import difflib
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent / 'headers'


def name(item):
    return item['function']['demangled']


def named(item):
    kind, text = item['kind'], item['name']
    return text if text.startswith(kind + ' ') else f'{kind} {text}'


def answer(bin_dir, graph, header, line):
    run = subprocess.run([bin_dir / 'cgquery', 'impact', '--json', '--no-params', graph, f'{header.name}:{line}'],
                         capture_output=True, text=True, check=False)
    if run.returncode > 1:
        return '  ' + run.stderr.strip()
    said = json.loads(run.stdout)
    parts = [('changed', [name(item) for item in said['changed']]),
             ('defines', [named(item) for item in said['definitions']]),
             ('used by', sorted(name(item) for item in said['dependents']))]
    return '\n'.join(f'  {word}: {", ".join(found)}' for word, found in parts if found) or '  nothing'


def project(bin_dir, directory):
    """The answers for all lines of a project's header."""
    sources = sorted(path for path in directory.iterdir() if path.suffix in ('.c', '.cc'))
    flags = ['-std=c++17'] if sources[0].suffix == '.cc' else ['-std=c11']
    header = directory / 'lib.h'
    with tempfile.TemporaryDirectory() as work:
        graphs = []
        for source in sources:
            graphs.append(f'{work}/{source.name}.mcg')
            subprocess.run([bin_dir / 'cgcollect', '-q', '-o', graphs[-1], source.name, '--', *flags], cwd=directory,
                           check=True)
        graph = f'{work}/all.mcg'
        subprocess.run([bin_dir / 'cgmerge', '-q', '-o', graph, *graphs], check=True)
        return [text for number, line in enumerate(header.read_text().splitlines(), 1) if line.strip()
                for text in [f'{number}: {line}', *answer(bin_dir, graph, header, number).splitlines()]]


def main():
    bin_dir = pathlib.Path(sys.argv[1]).resolve()
    failed = 0
    for directory in sorted(path for path in HERE.iterdir() if path.is_dir()):
        found, file = project(bin_dir, directory), directory / 'expected'
        if '--update' in sys.argv:
            file.write_text('\n'.join(found) + '\n')
        expected = file.read_text().splitlines()
        difference = list(difflib.unified_diff(expected, found, f'{directory.name}/expected', 'found', lineterm=''))
        print('\n'.join(difference))
        failed += bool(difference)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
