/* packages: ; libraries: libltdl.so.7 */
#include <ltdl.h>
