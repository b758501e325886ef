#!/bin/sh
# A large C program to measure with: fetch Redis 7 with the libraries it brings (hiredis, linenoise,
# Lua, hdr_histogram) from Debian, build it plainly with clang, leave compile_commands.json,
# bin/{redis-server,redis-cli,redis-benchmark} and workload.sh. Needs network, bear, make,
# python3, clang-19 and deb-src entries.
#
#     fetch.sh DIR      result: DIR/redis
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/redis/src" "$1/redis/bin" "$1/redis/dl"
cd "$1/redis"
ls dl/redis_*.orig.tar.gz >/dev/null 2>&1 ||
    (cd dl && apt-get source -q --download-only redis)
tar xf dl/redis_*.orig.tar.gz -C src --strip-components=1

# The last options win: the libraries' makefiles ask for -O2 and -O3.
printf '#!/bin/sh\nexec clang-19 "$@" -O0 -gdwarf-4\n' >plain-cc
chmod +x plain-cc
(cd src/deps && make -s distclean >/dev/null 2>&1) || true
(cd src/src && make -s clean >/dev/null 2>&1) || true
bear --output compile_commands.json -- make -C src -j2 MALLOC=libc USE_SYSTEMD=no \
    CC="$PWD/plain-cc" OPTIMIZATION=-O0 redis-server redis-cli redis-benchmark \
    >build.log 2>&1
# bear sees the compiler proper as well; the interpreter and compiler of Lua are in no program here.
python3 - <<'END'
import json
entries = [e for e in json.load(open('compile_commands.json'))
           if '-cc1' not in e['arguments'] and '-c' in e['arguments']
           and not e['file'].endswith(('/lua.c', '/luac.c', '/print.c'))]
json.dump(entries, open('compile_commands.json', 'w'), indent=1)
END
cp src/src/redis-server src/src/redis-cli src/src/redis-benchmark bin/
cp "$here/workload.sh" .
echo "redis: $(grep -c '"file"' compile_commands.json) translation units"
