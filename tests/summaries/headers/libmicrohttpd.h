/* packages: libmicrohttpd; libraries: libmicrohttpd.so.12 */
#include <microhttpd.h>
