/* packages: msgpack; libraries: libmsgpackc.so.2 */
#include <msgpack.h>
