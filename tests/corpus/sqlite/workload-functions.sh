# SQL functions, extensions, triggers, constraints, errors; in memory and in a file.
$RUN bin/sqlite3 :memory: <$RECIPE/functions.sql
rm -f f.db; $RUN bin/sqlite3 -cmd 'pragma page_size = 1024' f.db <$RECIPE/functions.sql
