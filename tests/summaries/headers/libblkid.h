/* packages: blkid; libraries: libblkid.so.1 */
#include <blkid.h>
