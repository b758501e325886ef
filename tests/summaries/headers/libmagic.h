/* packages: libmagic; libraries: libmagic.so.1 */
#include <magic.h>
