/* packages: ogg; libraries: libogg.so.0 */
#include <ogg/ogg.h>
