/* packages: libpcre2-8; libraries: libpcre2-8.so.0 libpcre2-16.so.0 libpcre2-32.so.0 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
