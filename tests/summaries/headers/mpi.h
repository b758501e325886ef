/* packages: ompi-c; libraries: libmpi.so.40 */
#include <mpi.h>
