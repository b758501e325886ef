$RUN bin/re2_test
