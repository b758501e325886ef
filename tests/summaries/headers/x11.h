/* packages: x11; libraries: libX11.so.6 */
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/Xresource.h>
#include <X11/XKBlib.h>
#include <X11/ImUtil.h>
#include <X11/Xlocale.h>
#include <X11/cursorfont.h>
