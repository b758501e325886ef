/* packages: mount; libraries: libmount.so.1 */
#include <stdio.h>
#include <libmount.h>
