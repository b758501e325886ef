/* packages: ; libraries: libaio.so.1 */
#include <libaio.h>
