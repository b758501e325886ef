/* packages: ; libraries: libleveldb.so.1d */
#include <leveldb/c.h>
