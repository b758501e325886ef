/* packages: libuv; libraries: libuv.so.1 */
#include <uv.h>
