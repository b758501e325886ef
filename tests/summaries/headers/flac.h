/* packages: flac; libraries: libFLAC.so.12 */
#include <FLAC/all.h>
