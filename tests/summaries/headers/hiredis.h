/* packages: hiredis; libraries: libhiredis.so.0.14 */
#include <hiredis/hiredis.h>
#include <hiredis/async.h>
