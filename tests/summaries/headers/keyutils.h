/* packages: libkeyutils; libraries: libkeyutils.so.1 */
#include <keyutils.h>
