/*
 * Copies the members that the caller's version of the struct had over the defaults; refuses
 * versions that this library does not know.
 */
#include "base/versioned_options.h"

#include "base/error.h"

#include <string.h>

int options_take(void *own, const void *given, const char *type, const size_t *sizes,
                 struct cg_error *error)
{
    if (!given) {
        return CG_OK;
    }
    unsigned newest, version;
    memcpy(&newest, own, sizeof newest);
    memcpy(&version, given, sizeof version);
    if (version < 1 || version > newest) {
        return cg_fail(
            error, CG_E_ARGUMENT,
            "struct %s has version %u, this library knows 1 to %u: initialise the struct "
            "with its _INIT macro, or install a newer libcg",
            type, version, newest);
    }
    memcpy(own, given, sizes[version - 1]);
    memcpy(own, &newest, sizeof newest);
    return CG_OK;
}
