/* packages: libtiff-4; libraries: libtiff.so.6 */
#include <tiffio.h>
