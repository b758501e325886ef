/* packages: gmodule-2.0; libraries: libgmodule-2.0.so.0 */
#include <gmodule.h>
