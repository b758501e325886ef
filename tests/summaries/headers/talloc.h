/* packages: talloc; libraries: libtalloc.so.2 */
#include <stdlib.h>
#include <talloc.h>
