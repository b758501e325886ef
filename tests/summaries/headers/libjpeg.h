/* packages: libjpeg; libraries: libjpeg.so.62 */
#include <stdio.h>
#include <jpeglib.h>
