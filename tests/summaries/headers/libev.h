/* packages: ; libraries: libev.so.4 */
#include <ev.h>
