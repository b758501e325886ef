/* packages: ; libraries: libdb.so */
#include <db.h>
