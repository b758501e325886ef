/* packages: dbus-1; libraries: libdbus-1.so.3 */
#include <dbus/dbus.h>
