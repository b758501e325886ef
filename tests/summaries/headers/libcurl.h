/* packages: libcurl; libraries: libcurl.so.4 */
#include <curl/curl.h>
