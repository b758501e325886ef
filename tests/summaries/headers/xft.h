/* packages: xft; libraries: libXft.so.2 */
#include <X11/Xft/Xft.h>
