/* packages: mpfr; libraries: libmpfr.so.6 libmpc.so.3 */
#include <stdio.h>
#include <stdarg.h>
#include <stdint.h>
#include <mpfr.h>
#include <mpc.h>
