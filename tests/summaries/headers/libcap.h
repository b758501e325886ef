/* packages: libcap; libraries: libcap.so.2 */
#include <sys/types.h>
#include <sys/capability.h>
