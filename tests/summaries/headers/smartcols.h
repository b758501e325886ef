/* packages: smartcols; libraries: libsmartcols.so.1 */
#include <libsmartcols.h>
