/* Newest cell by path, with a hash table that is made only when locations come out of order. */
#include "profile/cells.h"

#include "base/hash.h"
#include "base/memory.h"

#include <stdlib.h>

static uint32_t hash_cell(const void *user, uint32_t cell)
{
    const struct builder *b = user;
    return cg_hash_bytes(b->profile->strings.seed, &b->cells[cell], sizeof *b->cells);
}

static bool is_cell(const void *user, uint32_t cell, const void *wanted)
{
    const struct builder *b = user;
    const struct builder_cell_key *key = wanted;
    return b->cells[cell].path == key->path && b->cells[cell].location == key->location;
}

static uint32_t *slot_of(struct builder *b, struct builder_cell_key key)
{
    uint32_t hash = cg_hash_bytes(b->profile->strings.seed, &key, sizeof key);
    return cg_table_slot(&b->cell_table, hash, is_cell, b, &key);
}

static bool tabulate(struct builder *b, uint32_t cell)
{
    if (!cg_table_reserve(&b->cell_table, hash_cell, b)) {
        return false;
    }
    *slot_of(b, b->cells[cell]) = cell + 1;
    b->cell_table.used++;
    return true;
}

static bool start_table(struct builder *b)
{
    b->mixed = true;
    for (uint32_t cell = 0; cell < b->cell_count; cell++) {
        if (!tabulate(b, cell)) {
            return false;
        }
    }
    return cg_table_reserve(&b->cell_table, hash_cell, b);
}

static uint32_t new_cell(struct builder *b, struct builder_cell_key key)
{
    if (b->cell_count >= UINT32_MAX / 4 ||
        !cg_grow(&b->cells, &b->cell_capacity, (size_t)b->cell_count + 1, sizeof *b->cells)) {
        return BUILDER_NONE;
    }
    b->cells[b->cell_count] = key;
    b->last_location = key.location;
    if (b->mixed && !tabulate(b, b->cell_count)) {
        return BUILDER_NONE;
    }
    return b->cell_count++;
}

static bool reserve_newest(struct builder *b, cg_call_context path)
{
    if (path < b->newest_count) {
        return true;
    }
    if (!cg_grow(&b->newest, &b->newest_capacity, (size_t)path + 1, sizeof *b->newest)) {
        return false;
    }
    memset(b->newest + b->newest_count, 0,
           (b->newest_capacity - b->newest_count) * sizeof *b->newest);
    b->newest_count = b->newest_capacity;
    return true;
}

uint32_t cells_find(struct builder *b, cg_call_context path, uint32_t location)
{
    const struct builder_cell_key key = {path, location};
    if (!reserve_newest(b, path)) {
        return BUILDER_NONE;
    }
    uint32_t newest = b->newest[path];
    if (newest && b->cells[newest - 1].location == location) {
        return newest - 1;
    }
    if (!b->mixed && location < b->last_location && !start_table(b)) {
        return BUILDER_NONE;
    }
    uint32_t there = b->mixed ? *slot_of(b, key) : 0;
    uint32_t cell = there ? there - 1 : new_cell(b, key);
    b->newest[path] = cell == BUILDER_NONE ? 0 : cell + 1;
    return cell;
}

void cells_free(struct builder *b)
{
    free(b->cells);
    free(b->newest);
    cg_table_free(&b->cell_table);
}
