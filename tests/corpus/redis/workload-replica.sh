# A replica that synchronises, blocking commands, transactions with watch, reloading of what was
# saved, sentinel.
PORT=${PORT:-17479}
REPLICA=$((PORT + 1))
SENTINEL=$((PORT + 2))
rm -rf data2 && mkdir -p data2/a data2/b data2/s
$RUN bin/redis-server --port $PORT --dir data2/a --save '1 1' --appendonly no \
    --notify-keyspace-events KEA --maxmemory-policy allkeys-lfu --io-threads 2 >data2/a/log 2>&1 &
first=$!
$RUN bin/redis-server --port $REPLICA --dir data2/b --save '' --replicaof "127.0.0.1 $PORT" \
    --repl-diskless-load swapdb >data2/b/log 2>&1 &
second=$!
cli="bin/redis-cli -p $PORT"
for i in $(seq 120); do $cli ping >/dev/null 2>&1 && break; sleep 0.5; done
for i in $(seq 120); do bin/redis-cli -p $REPLICA ping >/dev/null 2>&1 && break; sleep 0.5; done
echo "sentinel monitor main 127.0.0.1 $PORT 1" >data2/s/sentinel.conf
$RUN bin/redis-server data2/s/sentinel.conf --sentinel --port $SENTINEL >data2/s/log 2>&1 &
third=$!
(printf 'psubscribe __key*\n'; sleep 4) | $cli >/dev/null 2>&1 &
(printf 'blpop queue 5\nbzpopmin zq 5\nblmove q1 q2 left right 1\nxread block 2000 streams st $\n'; sleep 4) |
    $cli >/dev/null 2>&1 &
(printf 'client tracking on\nget x\n'; sleep 4) | $cli -3 >/dev/null 2>&1 &
sleep 1
printf 'rpush queue 1\nzadd zq 1 a\nxadd st * a b\nset x 1\nset x 2 px 10\nsadd s 1 2 3 9999999999\nhset h a 1\nlpush l %s\npfadd p 1 2\ndebug reload\nwait 1 500\nscript load "return 1"\nmemory purge\n' \
    "$(head -c 9000 /dev/zero | tr '\0' x)" | $cli >/dev/null 2>&1
$cli config set appendonly yes >/dev/null
$cli bgsave >/dev/null
sleep 2
bin/redis-cli -p $REPLICA info replication >/dev/null
bin/redis-cli -p $SENTINEL sentinel masters >/dev/null
bin/redis-cli -p $SENTINEL sentinel ckquorum main >/dev/null
$cli failover timeout 2000 >/dev/null 2>&1
sleep 2
bin/redis-cli -p $REPLICA replicaof no one >/dev/null
for port in $SENTINEL $REPLICA $PORT; do bin/redis-cli -p $port shutdown save >/dev/null 2>&1; done
wait $first $second $third
