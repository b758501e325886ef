/* packages: gmp; libraries: libgmp.so.10 */
#include <stdarg.h>
#include <stdio.h>
#include <gmp.h>
