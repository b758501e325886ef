/* packages: libbrotlidec libbrotlienc; libraries: libbrotlidec.so.1 libbrotlienc.so.1 */
#include <brotli/decode.h>
#include <brotli/encode.h>
