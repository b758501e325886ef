/* packages: libpq; libraries: libpq.so.5 */
#include <libpq-fe.h>
#include <libpq-events.h>
