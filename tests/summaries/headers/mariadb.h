/* packages: libmariadb; libraries: libmariadb.so.3 */
#include <mysql.h>
