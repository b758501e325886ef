/* packages: popt; libraries: libpopt.so.0 */
#include <popt.h>
