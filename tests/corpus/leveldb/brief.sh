# The workload (record_formats.sh makes it write less), and the tool. The test of the C interface is
# not here: what it calls depends on how fast its threads are.
$RUN bin/leveldb_workload db
$RUN bin/leveldbutil dump db2/CURRENT
$RUN bin/leveldbutil dump db/*.ldb
$RUN bin/leveldbutil dump db/MANIFEST-*
