/* packages: luajit; libraries: libluajit-5.1.so.2 */
#include <lauxlib.h>
#include <lualib.h>
