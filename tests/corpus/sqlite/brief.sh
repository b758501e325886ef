# The statements of the long workload on fewer rows, in memory.
sed -e 's/i < 500/i < 60/' -e '/^.import/d' "$PROGRAM/workload.sql" >brief.sql
$RUN bin/sqlite3 :memory: <brief.sql
$RUN bin/sqlite3 brief.db 'CREATE TABLE t(a); INSERT INTO t VALUES(1),(2); SELECT sum(a) FROM t'
