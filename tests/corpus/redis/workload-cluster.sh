# A cluster of one node, loading of a saved file, lists and hashes past their compact encodings.
PORT=${PORT:-17579}
rm -rf data3 && mkdir data3
serve() {
    $RUN bin/redis-server --port $PORT --dir data3 --cluster-enabled yes --appendonly yes \
        --list-max-listpack-size 4 --hash-max-listpack-entries 2 --zset-max-listpack-entries 2 \
        --activedefrag no --lazyfree-lazy-user-del yes >>data3/log 2>&1 &
    server=$!
    for i in $(seq 120); do bin/redis-cli -p $PORT ping >/dev/null 2>&1 && break; sleep 0.5; done
}
serve
$RUN bin/redis-cli -p $PORT cluster addslotsrange 0 16383 >/dev/null
sleep 2
printf 'cluster info\ncluster nodes\ncluster slots\ncluster shards\ncluster keyslot a\nset a 1\nhset h a 1 b 2 c 3\nzadd z 1 a 2 b 3 c\nrpush l 1 2 3 4 5 6 7 8 9\nlinsert l before 5 x\nlset l 0 y\nlrem l 0 x\nsort l\nsadd s a b 1\nzunion 1 z\nzrangestore y{z} z 0 -1\nspublish c m\nasking\nreadonly\ncluster countkeysinslot 3\ncluster getkeysinslot 15495 2\nmget a b\ndel h\nflushall async\nrpush l 1\nxadd s1 * a 1\n' |
    $RUN bin/redis-cli -p $PORT -c >/dev/null 2>&1
bin/redis-cli -p $PORT --cluster check 127.0.0.1:$PORT >/dev/null 2>&1
bin/redis-cli -p $PORT shutdown save >/dev/null 2>&1
wait $server
serve
bin/redis-cli -p $PORT shutdown nosave >/dev/null 2>&1
wait $server
