/* packages: libgif; libraries: libgif.so.7 */
#include <gif_lib.h>
