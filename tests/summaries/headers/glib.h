/* packages: glib-2.0 gobject-2.0; libraries: libglib-2.0.so.0 libgobject-2.0.so.0 */
#include <glib.h>
#include <glib-object.h>
#include <glib/gstdio.h>
#include <glib/gprintf.h>
#include <glib-unix.h>
