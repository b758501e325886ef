/* packages: uuid; libraries: libuuid.so.1 */
#include <uuid.h>
