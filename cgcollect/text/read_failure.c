/* The words of clang's messages that tell that a file was not read. */
#include "text/read_failure.h"

#include <glib.h>
#include <string.h>

bool text_is_read_failure(const char *message)
{
    static const char *const parts[] = {
        "cannot open file '", "error opening file '",     "error opening '",
        "error reading '",    "unable to read PCH file ", "' modified since it was first processed",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        if (strstr(message, parts[i])) {
            return true;
        }
    }
    return false;
}
