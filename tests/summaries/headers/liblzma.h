/* packages: liblzma; libraries: liblzma.so.5 */
#include <lzma.h>
