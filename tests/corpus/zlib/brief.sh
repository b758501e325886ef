# Levels and strategies on two small files, reading back, and the example program.
seq 1 2000 >numbers
cat "$PROGRAM/src/zlib.h" "$PROGRAM/src/ChangeLog" >text
for level in 1 4 6 9; do
    $RUN bin/minigzip -$level numbers text
    $RUN bin/minigzip -d numbers.gz text.gz
done
for strategy in -h -f -r; do $RUN bin/minigzip $strategy -c text >text.gz; done
$RUN bin/minigzip -d <text.gz >/dev/null
head -c 3000 text.gz | $RUN bin/minigzip -d >/dev/null
$RUN bin/example example.gz
