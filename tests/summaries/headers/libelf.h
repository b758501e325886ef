/* packages: libelf; libraries: libelf.so.1 */
#include <libelf.h>
#include <gelf.h>
#include <nlist.h>
