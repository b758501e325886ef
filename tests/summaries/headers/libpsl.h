/* packages: libpsl; libraries: libpsl.so.5 */
#include <libpsl.h>
