/* packages: guile-3.0; libraries: libguile-3.0.so.1 */
#include <libguile.h>
