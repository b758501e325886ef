# The shell's own commands, write-ahead log, backup, dump and recovery.
rm -f s.db s.db-wal s.db-shm s2.db s3.db; printf 'a,b\n1,"x, y"\n2,z\n' >s.csv
cat >s.cmd <<'END'
.bail off
.echo off
pragma journal_mode = wal;
.import --csv s.csv t
.headers on
.mode column
select * from t;
.mode box
select * from t;
.mode json
select * from t;
.mode insert
select * from t;
.mode html
select * from t;
.mode markdown
select * from t;
.mode quote
select * from t;
.mode line
select * from t;
.mode tcl
select * from t;
.mode csv
.mode table
select * from t;
.mode list
.separator |
.width 5 5
.nullvalue NULL
.tables
.schema --indent
.indexes
.databases
.dbinfo
.stats on
select count(*) from t;
.stats off
.timer on
select 1;
.timer off
.explain on
explain select * from t;
.eqp on
select * from t where a = 1;
.eqp off
.dump
.fullschema
.sha3sum
.backup s2.db
.restore s2.db
.clone s3.db
.save s3.db
.parameter init
.parameter set :x 5
select :x;
.parameter list
.limit
.lint fkey-indexes
.log off
.once s.out
select * from t;
.output s.out
select 2;
.output
.print hello
.prompt a b
.read s.csv
.recover
.scanstats on
.selftest --init
.shell true
.show
.testctrl
.trace s.out
select 3;
.trace off
.progress 10 --once
select sum(value) from generate_series(1, 100);
.vfslist
.vfsinfo
.vfsname
.filectrl
.changes on
update t set b = 'q';
.expert
select * from t where b = 'q';
.auth on
select * from t;
.auth off
.archive --list
.load /no/such
.cd .
.nonsense
.help
pragma wal_checkpoint(truncate);
select edit(1) from nosuch;
select sha3('x'), decimal_add('1', '2'), regexp('a+', 'caat'), ieee754(1.5), base64(x'00'), uint('1'), readfile('s.csv') is not null, writefile('s.out', 'x'), lsmode(33188);
select name from fsdir('.') limit 1; select * from zipfile('/no/such'); select * from completion('sel');
create table big(a primary key, b); insert into big select value, hex(randomblob(200)) from generate_series(1, 500); delete from big where a % 2; pragma incremental_vacuum; vacuum into 's4.db';
.quit
END
rm -f s4.db
$RUN bin/sqlite3 s.db <s.cmd
$RUN bin/sqlite3 -json -readonly s.db 'select * from t; insert into t values(1, 2)'
$RUN bin/sqlite3 -csv -header -nullvalue x s.db 'select * from t'
echo 'select 1;' | $RUN bin/sqlite3 -interactive -batch -echo s.db
$RUN bin/sqlite3 -A -c -f s.sqlar s.csv; $RUN bin/sqlite3 -A -t -v -f s.sqlar; $RUN bin/sqlite3 -deserialize s.db .tables; $RUN bin/sqlite3 -append s.app 'create table a(b)'; $RUN bin/sqlite3 -help; $RUN bin/sqlite3 -nope
