/* packages: zlib; libraries: libz.so.1 */
#include <zlib.h>
