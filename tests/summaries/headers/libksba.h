/* packages: ksba; libraries: libksba.so.8 */
#include <ksba.h>
