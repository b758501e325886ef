/* packages: cairo cairo-ft cairo-pdf cairo-svg cairo-xlib; libraries: libcairo.so.2 */
#include <cairo.h>
#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <cairo-ps.h>
#include <cairo-script.h>
#include <cairo-svg.h>
#include <cairo-tee.h>
#include <cairo-xlib.h>
