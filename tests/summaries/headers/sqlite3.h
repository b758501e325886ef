/* packages: sqlite3; libraries: libsqlite3.so.0 */
#include <sqlite3.h>
