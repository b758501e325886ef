/* packages: apr-1; libraries: libapr-1.so.0 */
#include <apr_dso.h>
