/* packages: libassuan; libraries: libassuan.so.0 */
#include <assuan.h>
