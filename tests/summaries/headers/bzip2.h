/* packages: ; libraries: libbz2.so.1.0 */
#include <bzlib.h>
