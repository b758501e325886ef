/* packages: libnfnetlink; libraries: libnfnetlink.so.0 */
#include <sys/types.h>
#include <libnfnetlink/libnfnetlink.h>
