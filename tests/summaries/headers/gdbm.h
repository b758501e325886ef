/* packages: ; libraries: libgdbm.so.6 */
#include <gdbm.h>
