#!/usr/bin/env python3
"""cgcollect --watch collects what is saved, however it is saved, and ends when it is interrupted.

    run_watch.py BIN_DIR
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PATIENCE = 60


class Watched:
    def __init__(self, bin_dir, root):
        self.root, self.failures = root, 0
        (root / 'all.h').write_text('int all(void);\n')
        (root / 'a.c').write_text('#include "all.h"\nint a(void) { return all(); }\n')
        (root / 'b.c').write_text('int b(void) { return 1; }\n')
        self.database(['a.c', 'b.c'])
        self.bin = pathlib.Path(bin_dir).resolve()
        then = f'"{self.bin}/cgmerge" -q mcg -o whole.mcg && echo >>rounds'
        self.process = subprocess.Popen(
            [self.bin / 'cgcollect', '-v', '-p', '.', '--watch', '--then', then], cwd=root,
            stdin=subprocess.DEVNULL, stderr=open(root / 'said', 'w'))

    def database(self, files):
        entries = [{'directory': str(self.root), 'file': name, 'command': f'cc -c {name}'} for name in files]
        (self.root / 'compile_commands.json').write_text(json.dumps(entries))

    def collected(self):
        """How often each file was collected so far."""
        lines = (self.root / 'said').read_text().splitlines()
        names = [line.split(':')[0] for line in lines if ': complete' in line]
        return {name: names.count(name) for name in set(names)}

    def expect(self, what, expected, whole):
        """After some time, files were collected at least so often, and the linked graph has a text. A file
        that is saved while it is collected is collected once more."""
        until = time.monotonic() + PATIENCE
        graph = self.root / 'whole.mcg'
        while time.monotonic() < until:
            found = self.collected()
            enough = all(found.get(name, 0) >= count for name, count in expected.items())
            if enough and graph.exists() and whole in graph.read_text():
                return
            time.sleep(0.05)
        self.fail(f'{what}: collected {self.collected()}, expected {expected} and {whole}')

    def fail(self, text):
        print(f'{text}\n{(self.root / "said").read_text()}')
        self.failures += 1


def interrupt_then(bin_dir, root):
    """A signal that comes while the command of --then runs ends watching as well. @return failures"""
    (root / 'a.c').write_text('int a(void) { return 1; }\n')
    entry = {'directory': str(root), 'file': 'a.c', 'command': 'cc -c a.c'}
    (root / 'compile_commands.json').write_text(json.dumps([entry]))
    process = subprocess.Popen([pathlib.Path(bin_dir).resolve() / 'cgcollect', '-q', '-p', '.', '--watch',
                                '--then', 'touch begun; sleep 1; touch ended'], cwd=root,
                               stdin=subprocess.DEVNULL)
    until = time.monotonic() + PATIENCE
    while not (root / 'begun').exists() and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    try:
        status = process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        status = 'nothing'
    if status != 0 or not (root / 'ended').exists():
        print(f'interrupted while --then runs: ends with {status}')
    return status != 0 or not (root / 'ended').exists()


def main():
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        w = Watched(sys.argv[1], root)
        w.expect('the first round', {'a.c': 1, 'b.c': 1}, '"a"')
        (root / 'b.c').write_text('int c(void) { return 2; }\n')
        w.expect('a source is written', {'a.c': 1, 'b.c': 2}, '"c"')
        (root / 'new').write_text('int all(void);\nint more(void);\nstatic inline int d(void) { return more(); }\n')
        os.replace(root / 'new', root / 'all.h')
        w.expect('a header is replaced', {'a.c': 2, 'b.c': 2}, '"d"')
        time.sleep(2)  # for the end of --then
        rounds, before = (root / 'rounds').read_text(), w.collected()
        os.utime(root / 'all.h')
        (root / 'all.h').write_text((root / 'all.h').read_text())
        (root / 'other.txt').write_text('nothing')
        time.sleep(1)
        if w.collected() != before:
            w.fail('the same content is collected')
        if (root / 'rounds').read_text() != rounds:
            w.fail('--then runs when nothing has changed')
        (root / 'e.c').write_text('int e(void) { return 2; }\n')
        w.database(['a.c', 'b.c', 'e.c'])
        w.expect('the database is written', {'a.c': 2, 'b.c': 2, 'e.c': 1}, '"e"')
        (root / 'compile_commands.json').write_text('[{')
        time.sleep(0.5)
        w.database(['a.c', 'e.c'])
        until = time.monotonic() + PATIENCE
        while (root / 'mcg/b.c.mcg').exists() and time.monotonic() < until:
            time.sleep(0.05)
        if (root / 'mcg/b.c.mcg').exists():
            w.fail('a file that is gone from the database keeps its graph')
        (root / 'sub').mkdir()
        (root / 'sub/f.c').write_text('int f(void) { return 3; }\n')
        w.database(['a.c', 'e.c', 'sub/f.c'])
        w.expect('a directory is there', {'sub/f.c': 1}, '"f"')
        time.sleep(1)
        (root / 'sub').rename(root / 'old')  # as a checkout of another branch does
        (root / 'next').mkdir()
        (root / 'next/f.c').write_text('int g(void) { return 3; }\n')
        (root / 'next').rename(root / 'sub')
        w.expect('a directory is replaced', {'sub/f.c': 2}, '"g"')
        time.sleep(1)
        (root / 'sub/f.c').write_text('int h(void) { return 3; }\n')
        w.expect('a source in the new directory is written', {'sub/f.c': 3}, '"h"')
        shutil.rmtree(root / 'sub')
        time.sleep(1)
        (root / 'sub').mkdir()
        (root / 'sub/f.c').write_text('int i(void) { return 3; }\n')
        w.expect('a directory is made again', {'sub/f.c': 4}, '"i"')
        w.process.send_signal(signal.SIGINT)
        try:
            status = w.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            w.process.kill()
            status = 'nothing'
        if status != 0:
            w.fail(f'ends with {status} when interrupted')
    with tempfile.TemporaryDirectory() as directory:
        w.failures += interrupt_then(sys.argv[1], pathlib.Path(directory).resolve())
    print(f'{w.failures} failures')
    return w.failures > 0


if __name__ == '__main__':
    sys.exit(main())
