#!/usr/bin/env python3
"""Build taglib's own sources plainly (-gdwarf-4 -O0, one object each), libtag.a, the workload, and compile_commands.json.
Relative paths, directory = this one, like get.sh. Sources and include paths from cmake's own database (cm/)."""
import json, os, shlex, subprocess, sys
from concurrent.futures import ThreadPoolExecutor
out = os.path.dirname(os.path.realpath(__file__)); os.chdir(out)
cxx = '/usr/bin/clang++-19'; rel = lambda p: os.path.relpath(p, out)
db = []
def entry(src, flags):
    o = 'obj/' + src.replace('/', '_') + '.o'
    db.append({'directory': out, 'file': src, 'arguments': [cxx, '-gdwarf-4', '-O0', *flags, '-c', src, '-o', o]}); return o
most = []
for e in json.load(open('cm/compile_commands.json')):
    a = shlex.split(e['command'])
    flags = [('-I' + rel(x[2:]) if x.startswith('-I') else x) for x in a if x.startswith(('-I', '-D', '-std='))]
    entry(rel(e['file']), flags)
    most = max(most, flags, key=len)
entry('src/workload.cc', most)
def run(e):
    o = e['arguments'][-1]
    if 'workload' in o or not os.path.exists(o): subprocess.run(e['arguments'], cwd=out, check=True)
with ThreadPoolExecutor(2) as p: list(p.map(run, db))
lib = [e['arguments'][-1] for e in db[:-1]]
assert len(set(lib)) == len(lib)
if os.path.exists('bin/libtag.a'): os.remove('bin/libtag.a')
subprocess.run(['ar', 'rcs', 'bin/libtag.a', *lib], check=True)
subprocess.run([cxx, db[-1]['arguments'][-1], 'bin/libtag.a', '-lz', '-o', 'bin/taglib_workload'], check=True)
json.dump(db, open('compile_commands.json', 'w'), indent=0)
print(len(db), 'translation units')
