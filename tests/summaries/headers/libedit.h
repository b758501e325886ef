/* packages: libedit; libraries: libedit.so.2 */
#include <histedit.h>
