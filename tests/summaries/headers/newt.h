/* packages: libnewt; libraries: libnewt.so.0.52 */
#include <newt.h>
