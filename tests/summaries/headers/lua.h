/* packages: lua5.4; libraries: liblua5.4.so.0 */
#include <lauxlib.h>
#include <lualib.h>
