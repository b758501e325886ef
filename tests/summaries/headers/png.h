/* packages: libpng; libraries: libpng16.so.16 */
#include <png.h>
