/* The wrappers of a library that is linked statically: none. */
#include "runtime.h"

void cgr_wrappers_start(void)
{
}
