/*
 * Finds a kind among those that a unit is collected for.
 */
#include "metadata/common/kind.h"

#include <string.h>

bool collected_kinds_have(const struct collected_kind *const *some, const char *key)
{
    size_t i = 0;
    while (some[i] && strcmp(some[i]->key, key) != 0) {
        i++;
    }
    return some[i] != NULL;
}
