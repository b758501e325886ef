/* packages: libgcrypt; libraries: libgcrypt.so.20 libgpg-error.so.0 */
#include <gcrypt.h>
