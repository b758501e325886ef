/* Finds where "#" and digits at the end of a name begin. */
#include "file/numbered.h"

#include "strings/digits.h"

size_t numbered_base(const char *name, size_t length)
{
    size_t at = length;
    while (at && cg_is_digit(name[at - 1])) {
        at--;
    }
    return at > 1 && at < length && name[at - 1] == '#' ? at - 1 : 0;
}
