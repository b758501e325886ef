/*
 * Slots hold numbers plus one, so that zero is free. The table doubles when three quarters are
 * used.
 */
#include "base/table.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS 256u

bool cg_table_has_room(const struct cg_table *table)
{
    return table->slots && table->used < table->mask / 4 * 3;
}

bool cg_table_larger(struct cg_table *out, const struct cg_table *table)
{
    uint32_t size = table->slots ? (table->mask + 1) * 2 : FIRST_SLOTS;
    uint32_t *slots = size ? calloc(size, sizeof *slots) : NULL;
    *out = (struct cg_table){slots, size - 1, table->used};
    if (slots) {
        cg_prefer_large_pages(slots, size * sizeof *slots);
    }
    return slots != NULL;
}

void cg_table_place(struct cg_table *table, uint32_t hash, uint32_t number)
{
    uint32_t at = hash & table->mask;
    while (table->slots[at]) {
        at = (at + 1) & table->mask;
    }
    table->slots[at] = number + 1;
}

bool cg_table_reserve(struct cg_table *table, cg_table_hash *hash, const void *owner)
{
    struct cg_table larger;
    if (cg_table_has_room(table)) {
        return true;
    }
    if (!cg_table_larger(&larger, table)) {
        return false;
    }
    for (uint32_t i = 0; i < table->used; i++) {
        cg_table_place(&larger, hash(owner, i), i);
    }
    free(table->slots);
    *table = larger;
    return true;
}

void cg_table_clear(struct cg_table *table)
{
    table->used = 0;
    if (table->slots) {
        memset(table->slots, 0, ((size_t)table->mask + 1) * sizeof *table->slots);
    }
}

void cg_table_free(struct cg_table *table)
{
    free(table->slots);
    *table = (struct cg_table){0};
}
