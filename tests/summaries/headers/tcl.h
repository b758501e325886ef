/* packages: tcl; libraries: libtcl8.6.so */
#include <tcl.h>
