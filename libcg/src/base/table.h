/*
 * Finds items of an array by what is in them: a hash table of their numbers, with open addressing.
 * The array is the owner's, and so are hashing and comparing. For tables that are measured by
 * themselves (strings, calls, identities) see base/pool.h and graph/.
 */
#ifndef BASE_TABLE_H
#define BASE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Start with {0}. */
struct cg_table {
    uint32_t *slots; /**< number of an item + 1; 0: empty */
    uint32_t mask;   /**< number of slots - 1 */
    uint32_t used;
};

/** @return the hash of an item. */
typedef uint32_t cg_table_hash(const void *owner, uint32_t number);

/** @return whether an item is the one that is looked for. */
typedef bool cg_table_is(const void *owner, uint32_t number, const void *wanted);

/** Whether there is room for one more. */
bool cg_table_has_room(const struct cg_table *table);

/** Make an empty table of twice the size. @return false when memory is exhausted */
bool cg_table_larger(struct cg_table *out, const struct cg_table *table);

/** Enter an item that is not in the table; `used` stays. */
void cg_table_place(struct cg_table *table, uint32_t hash, uint32_t number);

/** Make room for one more in a table of the items 0 to `used` - 1. @return false when memory is
 *  exhausted. O(1) amortised. */
bool cg_table_reserve(struct cg_table *table, cg_table_hash *hash, const void *owner);

/** @return the slot of the item that is looked for, or the empty one where it belongs; NULL for a
 *          table without slots. O(1) expected. */
static inline uint32_t *cg_table_slot(const struct cg_table *table, uint32_t hash, cg_table_is *is,
                                      const void *owner, const void *wanted)
{
    if (!table->slots) {
        return NULL;
    }
    uint32_t at = hash & table->mask;
    while (table->slots[at] && !is(owner, table->slots[at] - 1, wanted)) {
        at = (at + 1) & table->mask;
    }
    return &table->slots[at];
}

/** Take all items out; the room stays. */
void cg_table_clear(struct cg_table *table);

/** Release. */
void cg_table_free(struct cg_table *table);

#endif
