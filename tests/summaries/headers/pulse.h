/* packages: libpulse libpulse-simple libpulse-mainloop-glib; libraries: libpulse.so.0 libpulse-simple.so.0 libpulse-mainloop-glib.so.0 */
#include <pulse/pulseaudio.h>
#include <pulse/simple.h>
#include <pulse/error.h>
#include <pulse/glib-mainloop.h>
