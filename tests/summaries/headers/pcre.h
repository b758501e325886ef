/* packages: libpcre libpcre16 libpcre32; libraries: libpcre.so.3 libpcre16.so.3 libpcre32.so.3 libpcreposix.so.3 */
#include <pcre.h>
