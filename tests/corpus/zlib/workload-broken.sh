# What is not a gzip file, what is cut off, what is stored.
mkdir -p files
cat bin/example | $RUN bin/minigzip -9 >files/whole.gz
head -c 5000 files/whole.gz >files/cut.gz
(head -c 300 files/whole.gz; head -c 3000 /dev/zero) >files/bad.gz
(cat files/whole.gz; cat files/whole.gz) >files/two.gz
for f in cut bad two; do $RUN bin/minigzip -d <files/$f.gz >/dev/null; done
$RUN bin/minigzip -d <compile_commands.json >/dev/null
$RUN bin/minigzip -d files/none.gz
$RUN bin/minigzip -c -d files/whole.gz files/two.gz >/dev/null
$RUN bin/example files/ex.gz
