/* packages: expat; libraries: libexpat.so.1 */
#include <expat.h>
