/* packages: gtk4; libraries: libgtk-4.so.1 libgtk-3.so.0 */
#include <gtk/gtk.h>
