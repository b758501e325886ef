/* The store of sets and pages: interning. */
#include "solver/object_sets.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS 64u
#define MOST_JOINS (1u << 18)
#define FIRST_COLLECTION ((size_t)32 << 20)
#define NOBODY UINT32_MAX

bool sets_table_reset(struct sets_table *table, size_t entries)
{
    uint64_t slots = FIRST_SLOTS;
    while (slots * 3 / 4 <= entries) {
        slots *= 2;
    }
    if (slots > (uint64_t)1 << 31) {
        return false;
    }
    free(table->slots);
    *table = (struct sets_table){.slots = malloc(slots * sizeof *table->slots)};
    if (!table->slots) {
        return false;
    }
    cg_prefer_large_pages(table->slots, slots * sizeof *table->slots);
    memset(table->slots, 0xff, slots * sizeof *table->slots);
    table->mask = (uint32_t)(slots - 1);
    return true;
}

void sets_table_put(struct sets_table *table, uint32_t hash, uint32_t number)
{
    uint32_t at = hash & table->mask;
    while (table->slots[at].number != NOBODY) {
        at = (at + 1) & table->mask;
    }
    table->slots[at] = (struct sets_slot){hash, number};
    table->used++;
}

static bool make_room(struct sets_table *table)
{
    if ((uint64_t)table->used + 1 < ((uint64_t)table->mask + 1) * 3 / 4) {
        return true;
    }
    struct sets_table larger = {0};
    if (!sets_table_reset(&larger, (size_t)table->mask + 1)) {
        return false;
    }
    for (size_t i = 0; i <= table->mask; i++) {
        if (table->slots[i].number != NOBODY) {
            sets_table_put(&larger, table->slots[i].hash, table->slots[i].number);
        }
    }
    free(table->slots);
    *table = larger;
    return true;
}

/* The cache grows with the number of sets; its content is not worth moving. */
static bool grow_joins(struct sets *sets)
{
    uint32_t wanted = sets->set_table.mask + 1;
    wanted = wanted < MOST_JOINS ? wanted : MOST_JOINS;
    if (sets->joins && wanted <= sets->join_mask + 1) {
        return true;
    }
    struct sets_join *joins = calloc(wanted, sizeof *joins);
    if (!joins) {
        return false;
    }
    free(sets->joins);
    sets->joins = joins;
    sets->join_mask = wanted - 1;
    return true;
}

int sets_init(struct sets *sets, struct cg_error *error)
{
    *sets = (struct sets){.seed = cg_hash_seed(), .collect_at = FIRST_COLLECTION};
    if (!sets_table_reset(&sets->set_table, 0) || !sets_table_reset(&sets->page_table, 0) ||
        !cg_grow(&sets->parts, &sets->part_capacity, 1, sizeof *sets->parts)) {
        return cg_fail_memory(error);
    }
    uint32_t empty;
    return sets_intern_scratch(sets, &empty, 0, error);
}

void sets_free(struct sets *sets)
{
    free(sets->sets);
    free(sets->parts);
    free(sets->pages);
    free(sets->page_sizes);
    free(sets->set_table.slots);
    free(sets->page_table.slots);
    free(sets->joins);
    free(sets->scratch);
}

uint32_t sets_hash_page(const struct sets *sets, const struct sets_page *page)
{
    return cg_hash_bytes(sets->seed, page, sizeof *page);
}

uint32_t sets_hash_parts(const struct sets *sets, const struct sets_part *parts, size_t count)
{
    return count ? cg_hash_bytes(sets->seed, parts, count * sizeof *parts) : 0;
}

static uint16_t page_size(const struct sets_page *page)
{
    int size = 0;
    for (unsigned i = 0; i < SETS_PAGE_WORDS; i++) {
        size += __builtin_popcountll(page->words[i]);
    }
    return (uint16_t)size;
}

static int add_page(struct sets *sets, uint32_t *out, uint32_t hash, const struct sets_page *page,
                    struct cg_error *error)
{
    size_t needed = (size_t)sets->page_count + 1;
    if (needed >= NOBODY) {
        return cg_fail(error, CG_E_LIMIT, "too many sets of objects");
    }
    if (!make_room(&sets->page_table) ||
        !cg_grow(&sets->pages, &sets->page_capacity, needed, sizeof *page) ||
        !cg_grow(&sets->page_sizes, &sets->page_size_capacity, needed, sizeof *sets->page_sizes)) {
        return cg_fail_memory(error);
    }
    *out = sets->page_count++;
    sets->pages[*out] = *page;
    sets->page_sizes[*out] = page_size(page);
    sets_table_put(&sets->page_table, hash, *out);
    return CG_OK;
}

int sets_intern_page(struct sets *sets, uint32_t *out, const struct sets_page *page,
                     struct cg_error *error)
{
    const struct sets_table *table = &sets->page_table;
    uint32_t hash = sets_hash_page(sets, page);
    for (uint32_t at = hash & table->mask;; at = (at + 1) & table->mask) {
        const struct sets_slot *slot = &table->slots[at];
        if (slot->number == NOBODY) {
            return add_page(sets, out, hash, page, error);
        }
        if (slot->hash == hash && memcmp(&sets->pages[slot->number], page, sizeof *page) == 0) {
            *out = slot->number;
            return CG_OK;
        }
    }
}

static int add_set(struct sets *sets, uint32_t *out, uint32_t hash, size_t part_count,
                   struct cg_error *error)
{
    if (sets->set_count >= NOBODY - 1) {
        return cg_fail(error, CG_E_LIMIT, "too many sets of objects");
    }
    if (!make_room(&sets->set_table) || !grow_joins(sets) ||
        !cg_grow(&sets->sets, &sets->set_capacity, (size_t)sets->set_count + 1,
                 sizeof *sets->sets) ||
        !cg_grow(&sets->parts, &sets->part_capacity, sets->part_count + part_count,
                 sizeof *sets->parts)) {
        return cg_fail_memory(error);
    }
    struct sets_set set = {sets->part_count, (uint32_t)part_count, 0, SETS_NO_TAG};
    for (size_t i = 0; i < part_count; i++) {
        sets->parts[sets->part_count++] = sets->scratch[i];
        set.count += sets->page_sizes[sets->scratch[i].page];
    }
    *out = sets->set_count++;
    sets->sets[*out] = set;
    sets_table_put(&sets->set_table, hash, *out);
    return CG_OK;
}

static bool is_scratch(const struct sets *sets, uint32_t set, size_t part_count)
{
    return sets->sets[set].part_count == part_count &&
           (!part_count ||
            memcmp(sets_parts(sets, set), sets->scratch, part_count * sizeof *sets->scratch) == 0);
}

int sets_intern_scratch(struct sets *sets, uint32_t *out, size_t part_count, struct cg_error *error)
{
    const struct sets_table *table = &sets->set_table;
    uint32_t hash = sets_hash_parts(sets, sets->scratch, part_count);
    for (uint32_t at = hash & table->mask;; at = (at + 1) & table->mask) {
        const struct sets_slot *slot = &table->slots[at];
        if (slot->number == NOBODY) {
            return add_set(sets, out, hash, part_count, error);
        }
        if (slot->hash == hash && is_scratch(sets, slot->number, part_count)) {
            *out = slot->number;
            return CG_OK;
        }
    }
}
