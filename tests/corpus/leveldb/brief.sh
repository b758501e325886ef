# The C interface, and the workload (record_formats.sh makes it write less).
export TEST_TMPDIR=$PWD/ctmp
mkdir ctmp
$RUN bin/c_test
$RUN bin/leveldb_workload db
$RUN bin/leveldbutil dump db2/CURRENT
