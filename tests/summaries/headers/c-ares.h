/* packages: libcares; libraries: libcares.so.2 */
#include <sys/select.h>
#include <netdb.h>
#include <ares.h>
