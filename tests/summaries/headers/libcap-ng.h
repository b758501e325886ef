/* packages: libcap-ng; libraries: libcap-ng.so.0 */
#include <cap-ng.h>
