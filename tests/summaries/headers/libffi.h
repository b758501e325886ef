/* packages: libffi; libraries: libffi.so.8 */
#include <ffi.h>
