/* packages: libnghttp2; libraries: libnghttp2.so.14 */
#include <nghttp2/nghttp2.h>
