#!/bin/sh
# A large C program to measure with: fetch Redis 7 with the libraries it brings (hiredis, linenoise,
# Lua, hdr_histogram) from Debian, build it plainly with clang, leave compile_commands.json,
# bin/{redis-server,redis-cli,redis-benchmark} and workload.sh. Needs network, bear, make,
# python3 and clang-19.
#
#     fetch.sh DIR      result: DIR/redis
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/redis/bin"
cd "$1/redis"
"$here/../source_package.sh" redis .

# The last options win: the libraries' makefiles ask for -O2 and -O3.
printf '#!/bin/sh\nexec clang-19 "$@" -O0 -gdwarf-4\n' >plain-cc
chmod +x plain-cc
(cd src/deps && make -s distclean >/dev/null 2>&1) || true
(cd src/src && make -s clean >/dev/null 2>&1) || true
bear --output compile_commands.json -- make -C src MALLOC=libc USE_SYSTEMD=no \
    CC="$PWD/plain-cc" OPTIMIZATION=-O0 redis-server redis-cli redis-benchmark \
    >build.log 2>&1
# The interpreter and compiler of Lua are in no program here.
python3 "$here/../compiled.py" compile_commands.json /lua.c /luac.c /print.c
cp src/src/redis-server src/src/redis-cli src/src/redis-benchmark bin/
cp "$here/workload.sh" .
