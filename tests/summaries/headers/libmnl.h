/* packages: libmnl; libraries: libmnl.so.0 */
#include <libmnl/libmnl.h>
