/*
 * Interns pairs of name and origin in a string pool, whose numbers are those of the functions here.
 */
#include "graph/origin_index.h"

#include "base/memory.h"

#include <stdlib.h>

bool origin_index_add(struct origin_index *index, uint32_t name, uint32_t origin, cg_node node)
{
    const uint32_t key[] = {name, origin};
    if (!index->keys.slots && !cg_pool_init(&index->keys)) {
        return false;
    }
    uint32_t count = index->keys.count;
    if (!cg_grow(&index->nodes, &index->capacity, (size_t)count + 1, sizeof *index->nodes)) {
        return false;
    }
    uint32_t number = cg_pool_intern(&index->keys, (const char *)key, sizeof key);
    if (number == count) {
        index->nodes[number] = node;
    }
    return number != CG_NO_STRING;
}

cg_node origin_index_find(const struct origin_index *index, uint32_t name, uint32_t origin)
{
    const uint32_t key[] = {name, origin};
    uint32_t number = index->keys.slots ? cg_pool_find(&index->keys, (const char *)key, sizeof key)
                                        : CG_NO_STRING;
    return number == CG_NO_STRING ? CG_NONE : index->nodes[number];
}

void origin_index_free(struct origin_index *index)
{
    cg_pool_free(&index->keys);
    free(index->nodes);
    *index = (struct origin_index){0};
}
