/* packages: libseccomp; libraries: libseccomp.so.2 */
#include <seccomp.h>
