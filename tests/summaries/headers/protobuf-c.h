/* packages: libprotobuf-c; libraries: libprotobuf-c.so.1 */
#include <protobuf-c/protobuf-c.h>
