/* packages: liblz4; libraries: liblz4.so.1 */
#include <lz4.h>
#include <lz4frame.h>
#include <lz4frame_static.h>
#include <lz4hc.h>
