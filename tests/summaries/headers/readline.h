/* packages: readline; libraries: libreadline.so.8 libhistory.so.8 */
#include <stdio.h>
#include <readline/readline.h>
#include <readline/history.h>
#include <readline/tilde.h>
