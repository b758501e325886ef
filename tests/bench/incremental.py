#!/usr/bin/env python3
"""How long it takes to collect again what a header touches, and to link, in a project of many files.

    incremental.py BIN_DIR [FILES]

Generates C sources with headers of their own, one header that all include, and one that a hundredth of
them does. Prints seconds and how many files were collected: at first, again, after all files got another
time, and after the rare header changed; then those of linking.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

SHARE = 100  # one file in so many includes the rare header


def write_project(root, count):
    (root / 'common.h').write_text('#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n'
                                   'int common(int);\n')
    (root / 'rare.h').write_text('int rare(int);\n')
    for i in range(count):
        rare = '#include "rare.h"\n' if i % SHARE == 0 else ''
        (root / f'm{i}.h').write_text(f'int f{i}_0(int);\n')
        body = ''.join(f'int f{i}_{k}(int x)\n{{\n    return x > {k} ? common(x) + f{i}_{(k + 1) % 20}(x - 1) : '
                       f'f{(i * 7 + k) % count}_0(x);\n}}\n' for k in range(20))
        nexts = ''.join(f'int f{(i * 7 + k) % count}_0(int);\n' for k in range(20))
        main = f'int main(void) {{ return f{i}_0(1); }}\nint common(int x) {{ return x; }}\n' if i == 0 else ''
        (root / f'm{i}.c').write_text(
            f'#include "common.h"\n#include "m{i}.h"\n{rare}{nexts}int f{i}_1(int);\n'
            f'{"".join(f"int f{i}_{k}(int);" for k in range(20))}\n{body}'
            f'struct ops{i % 100} {{ int (*run)(int); }};\nstatic const struct ops{i % 100} ops{i} = {{f{i}_3}};\n'
            f'int call{i}(void) {{ return ops{i}.run({i}); }}\n{main}')
    entries = [{'directory': str(root), 'file': f'm{i}.c', 'command': f'cc -O2 -c m{i}.c'} for i in range(count)]
    (root / 'compile_commands.json').write_text(json.dumps(entries))


def measure(what, command):
    begin = time.monotonic()
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    seconds = time.monotonic() - begin
    collected = done.stderr.count(': complete')
    print(f'{what:40} {seconds:7.2f} s' + (f' {collected:6} files' if 'cgcollect' in str(command[0]) else ''),
          flush=True)


def main():
    bin_dir = pathlib.Path(sys.argv[1]).resolve()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        write_project(root, count)
        collect = [bin_dir / 'cgcollect', '-v', '-p', root]
        link = [bin_dir / 'cgmerge', '-q', root / 'mcg', '-o', root / 'whole.mcg']
        measure('first', collect)
        measure('again', collect)
        for path in root.glob('*.[ch]'):
            os.utime(path, (1, 1))
        measure('other times, same content', collect)
        measure('again', collect)
        measure('link', link)
        (root / 'rare.h').write_text('int rare(int, int);\n')
        measure(f'a header of one file in {SHARE} changed', collect)
        measure('link', link)


if __name__ == '__main__':
    main()
