# Redis: a server under the profiler that redis-cli and redis-benchmark talk to, and both of them
# under it as well. Run with $RUN, $PORT optional.
PORT=${PORT:-17379}
rm -rf data && mkdir data
$RUN bin/redis-server --port $PORT --dir data --save '' --appendonly yes --daemonize no \
    --enable-debug-command yes --latency-monitor-threshold 1 --slowlog-log-slower-than 0 \
    >data/log 2>&1 &
server=$!
cli="bin/redis-cli -p $PORT"
for i in $(seq 120); do $cli ping >/dev/null 2>&1 && break; sleep 0.5; done
cat >data/commands <<'END'
set k v ex 100
get k
append k more
getrange k 0 2
setrange k 2 xx
incr n
incrbyfloat n 1.5
decrby m 4
mset a 1 b 2 c 3
mget a b c
setnx a 5
getset a 9
strlen a
bitcount a
setbit bits 7 1
bitop and bits2 bits a
bitfield bits incrby u5 4 1
bitpos bits 1
lpush list x y z
rpush list 1 2 3
lrange list 0 -1
linsert list before y w
lpos list y
lrem list 1 y
ltrim list 0 4
lmove list list2 left right
sort list alpha desc
rpoplpush list list2
sadd set 1 2 3 a
sadd set2 2 3 4
sinter set set2
sinterstore set3 set set2
sunion set set2
sdiff set set2
spop set3
srandmember set 2
smembers set
sscan set 0
zadd z 1 one 2 two 3 three
zadd z2 5 one 6 six
zincrby z 4 one
zrange z 0 -1 withscores
zrangebyscore z (1 +inf
zrangebylex z - +
zrank z two
zunionstore z3 2 z z2 weights 1 2
zinter 2 z z2
zpopmin z
zrandmember z 2
zremrangebyrank z 0 0
hset h f1 v1 f2 v2
hget h f1
hgetall h
hincrby h n 3
hscan h 0
hdel h f1
hrandfield h
geoadd geo 13.36 38.11 Palermo 15.08 37.50 Catania
geodist geo Palermo Catania km
geosearch geo fromlonlat 15 37 byradius 200 km asc
geohash geo Palermo
pfadd hll a b c d
pfadd hll2 d e
pfcount hll hll2
pfmerge hll3 hll hll2
xadd stream * f v
xadd stream * g w
xlen stream
xrange stream - +
xgroup create stream grp 0
xreadgroup group grp consumer count 1 streams stream >
xpending stream grp
xinfo stream stream full
xclaim stream grp other 0 0-1
xautoclaim stream grp other 0 0
xtrim stream maxlen 1
expire k 1000
pexpire a 50
ttl k
persist k
type z
object encoding list
object freq k
rename k k2
copy k2 k3
dump k2
keys *
scan 0 match k* count 5
randomkey
exists k2
touch k2
unlink k3
del n
eval "redis.call('set', KEYS[1], ARGV[1]); local t = cjson.encode({a=1,b={1,2}}); return redis.call('get', KEYS[1])" 1 lk lv
eval "return {cmsgpack.pack({1,2,{a=3}}), bit.band(7,3), struct.pack('>I', 5), redis.sha1hex('x')}" 0
eval "return redis.pcall('nosuch')" 0
eval "local t = {} for i=1,200 do t[i]=tostring(i) end table.sort(t) return table.concat(t, ','):rep(2):gsub('1', string.upper)" 0
script load "return 1"
script flush
function load "#!lua name=lib\nredis.register_function('fn', function(keys, args) return args[1] end)"
fcall fn 0 hello
function list
multi
incr n
exec
subscribe_not_there
publish chan msg
pubsub channels
client list
client id
client setname me
config get max*
config set maxmemory 100mb
config set hz 20
config resetstat
info all
memory usage z
memory doctor
memory stats
slowlog get 2
latency latest
latency doctor
debug object z
debug sleep 0.01
debug jmap
acl list
acl setuser bob on >pw ~k* +get
acl whoami
acl log
acl getuser bob
command count
command docs get
command getkeys mset a 1 b 2
object help
cluster info
wait 0 1
role
select 1
set other 1
move other 0
swapdb 0 1
select 0
dbsize
bgrewriteaof
lolwut
lolwut version 5
time
echo hi
reset
END
$cli <data/commands >data/out 2>&1
seq 1 300 | sed 's/.*/rpush big &/' | $cli >/dev/null
seq 1 300 | sed 's/.*/zadd bigz & m&/' | $cli >/dev/null
seq 1 600 | sed 's/.*/hset bigh f& v&/' | $cli >/dev/null
(printf 'subscribe ch\n'; sleep 2) | $cli >/dev/null 2>&1 &
sleep 1
$cli publish ch hello >/dev/null
$cli --pipe <data/commands >/dev/null 2>&1 || true
printf 'multi\nset a 1\nwatch a\nexec\ndiscard\nblpop none 1\nget "a\n' | $cli >/dev/null 2>&1
$RUN bin/redis-benchmark -p $PORT -n 200 -c 5 -q >/dev/null 2>&1
$RUN bin/redis-cli -p $PORT --bigkeys >/dev/null 2>&1
$RUN bin/redis-cli -p $PORT <data/commands >/dev/null 2>&1
$cli bgsave >/dev/null
sleep 2
$cli shutdown >/dev/null 2>&1
wait $server
