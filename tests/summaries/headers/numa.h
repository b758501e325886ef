/* packages: numa; libraries: libnuma.so.1 */
#include <numa.h>
#include <numaif.h>
