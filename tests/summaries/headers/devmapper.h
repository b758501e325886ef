/* packages: devmapper; libraries: libdevmapper.so.1.02.1 */
#include <sys/types.h>
#include <libdevmapper.h>
