/* packages: libmpg123 libout123 libsyn123; libraries: libmpg123.so.0 libout123.so.0 libsyn123.so.0 */
#include <mpg123.h>
#include <out123.h>
#include <syn123.h>
