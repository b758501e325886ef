/* packages: libopenjp2; libraries: libopenjp2.so.7 */
#include <openjpeg.h>
