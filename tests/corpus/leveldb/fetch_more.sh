#!/bin/sh
# Two more programs of LevelDB's own, beside what DIR/leveldb has: its tool and its test of the C
# interface. Needs clang-19 and python3.
#
#     fetch_more.sh DIR      adds DIR/leveldb/bin/{leveldbutil,c_test} and their entries to
#                            compile_commands.json
set -eu
cd "$1/leveldb"
flags="-DLEVELDB_PLATFORM_POSIX=1 -Isrc -Isrc/include -Icm/include"
objects=$(ls obj/*.o | grep -v -e workload -e leveldbutil -e c_test)
clang++-19 -gdwarf-4 -O0 -std=c++11 $flags -c src/db/leveldbutil.cc -o obj/src_db_leveldbutil.cc.o
clang++-19 $objects obj/src_db_leveldbutil.cc.o -o bin/leveldbutil -lpthread
clang-19 -gdwarf-4 -O0 $flags -c src/db/c_test.c -o obj/src_db_c_test.c.o
clang++-19 $objects obj/src_db_c_test.c.o -o bin/c_test -lpthread
python3 - "$PWD" $flags <<'END'
import json, sys
directory, flags = sys.argv[1], sys.argv[2:]
entries = [e for e in json.load(open('compile_commands.json'))
           if not e['file'].endswith(('leveldbutil.cc', 'c_test.c'))]
for source, compiler in (('src/db/leveldbutil.cc', ['/usr/bin/clang++-19', '-std=c++11']),
                         ('src/db/c_test.c', ['/usr/bin/clang-19'])):
    output = 'obj/' + source.replace('/', '_') + '.o'
    entries.append({'directory': directory, 'file': source, 'arguments': [
        *compiler, '-gdwarf-4', '-O0', *flags, '-c', source, '-o', output]})
with open('compile_commands.json', 'w') as out:
    out.write('[\n' + ',\n'.join(json.dumps(e) for e in entries) + '\n]\n')
END
