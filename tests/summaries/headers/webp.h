/* packages: libwebp libwebpdemux libwebpmux; libraries: libwebp.so.7 libwebpdemux.so.2 libwebpmux.so.3 */
#include <webp/decode.h>
#include <webp/encode.h>
#include <webp/demux.h>
#include <webp/mux.h>
