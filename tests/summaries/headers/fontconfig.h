/* packages: fontconfig; libraries: libfontconfig.so.1 */
#include <fontconfig/fontconfig.h>
#include <fontconfig/fcfreetype.h>
