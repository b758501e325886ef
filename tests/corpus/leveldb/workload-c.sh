# The C interface: comparator, filter policy and environment written in C.
export TEST_TMPDIR=$PWD/ctmp; rm -rf ctmp; mkdir ctmp
$RUN bin/c_test
