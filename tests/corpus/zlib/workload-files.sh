# minigzip on files, of several sorts of data, all levels and strategies.
mkdir -p files
seq 1 20000 >files/numbers
head -c 200000 /dev/zero >files/zeros
cat bin/minigzip >files/binary
: >files/empty
for level in 1 2 3 4 6 7 8 9; do
    $RUN bin/minigzip -$level files/numbers files/zeros files/binary files/empty
    $RUN bin/minigzip -d files/numbers.gz files/zeros.gz files/binary.gz files/empty.gz
done
for strategy in -h -f -r -R; do $RUN bin/minigzip $strategy -c files/binary >files/out.gz; done
$RUN bin/minigzip -c -d files/out.gz >/dev/null
