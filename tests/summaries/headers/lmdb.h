/* packages: lmdb; libraries: liblmdb.so.0 */
#include <lmdb.h>
