/* Finds where "#" and digits at the end of a name begin. */
#include "file/numbered.h"

size_t numbered_base(const char *name, size_t length)
{
    size_t at = length;
    while (at && name[at - 1] >= '0' && name[at - 1] <= '9') {
        at--;
    }
    return at > 1 && at < length && name[at - 1] == '#' ? at - 1 : 0;
}
