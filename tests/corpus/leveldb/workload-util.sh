# The tool that dumps log, table and manifest files; a database that is damaged.
rm -rf udb udb2; $RUN bin/leveldb_workload udb
$RUN bin/leveldbutil dump udb/*.log udb/*.ldb udb/MANIFEST-*
for f in udb/*.ldb; do head -c 500 $f >$f.cut; mv $f.cut $f; break; done
echo broken >udb/CURRENT; $RUN bin/leveldb_workload udb; $RUN bin/leveldbutil dump udb/CURRENT nosuch; $RUN bin/leveldbutil
