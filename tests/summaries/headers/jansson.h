/* packages: jansson; libraries: libjansson.so.4 */
#include <jansson.h>
