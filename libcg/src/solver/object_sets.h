/*
 * Interned sets of numbers: each distinct set is stored once and has a number, so that sets compare
 * by number and equal sets share memory (M. Barbar, Y. Sui, "Hash Consed Points-To Sets", SAS
 * 2021). Results of unions are cached, so that adding one set to thousands costs one union.
 *
 * A set is an array of parts in ascending order: the number of a block of 512 elements, and a page
 * of 512 bits. Pages are interned as well, wherever they occur: large sets that differ little share
 * nearly all, and a set of scattered elements takes 8 bytes for each.
 *
 * Sets are immutable. Unused ones are freed when their owner, who must name all it holds, starts a
 * collection.
 */
#ifndef SOLVER_OBJECT_SETS_H
#define SOLVER_OBJECT_SETS_H

#include <libcg/common.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SETS_EMPTY 0u /**< the empty set always exists */
#define SETS_NO_TAG UINT32_MAX

#define SETS_PAGE_WORDS 8u
#define SETS_PAGE_BITS (SETS_PAGE_WORDS * 64u)

struct sets_page {
    uint64_t words[SETS_PAGE_WORDS];
};

struct sets_part {
    uint32_t base; /**< elements from base * SETS_PAGE_BITS on */
    uint32_t page;
};

struct sets_set {
    size_t start; /**< of its parts */
    uint32_t part_count;
    uint32_t count; /**< of elements */
    uint32_t tag;   /**< the owner's; a set with a tag is kept */
};

/** Open addressing, linear probing. */
struct sets_table {
    struct sets_slot {
        uint32_t hash;
        uint32_t number; /**< UINT32_MAX: an empty slot */
    } *slots;
    uint32_t mask;
    uint32_t used;
};

/** A result of sets_join. */
struct sets_join {
    uint32_t left;
    uint32_t right;
    uint32_t both;
    uint32_t fresh;
};

struct sets {
    struct sets_set *sets;
    size_t set_capacity;
    uint32_t set_count;
    struct sets_part *parts;
    size_t part_capacity;
    size_t part_count;
    struct sets_page *pages;
    size_t page_capacity;
    uint16_t *page_sizes; /**< elements of each page */
    size_t page_size_capacity;
    uint32_t page_count;
    struct sets_table set_table;
    struct sets_table page_table;
    struct sets_join *joins; /**< a cache: later results replace earlier ones */
    uint32_t join_mask;
    struct sets_part *scratch; /**< the set being made */
    size_t scratch_capacity;
    uint64_t seed;
    size_t collect_at; /**< size in bytes at which to collect */
};

/* Functions that make sets return CG_OK, CG_E_MEMORY or CG_E_LIMIT. */

/** Set up a store with the empty set; release with sets_free, also after failure. */
int sets_init(struct sets *sets, struct cg_error *error);

void sets_free(struct sets *sets);

/** The set of some elements, in ascending order without duplicates. */
int sets_make(struct sets *sets, uint32_t *out, const uint32_t *elements, size_t count,
              struct cg_error *error);

/** The union of two sets, and its news for readers of `left`: at least the elements of `right` that
 *  are not in `left`, at most all of `right`. If most of `right` is new, the news is `right`
 *  itself, since reusing an interned set is cheaper than making one. */
int sets_join(struct sets *sets, uint32_t left, uint32_t right, uint32_t *both, uint32_t *fresh,
              struct cg_error *error);

/** The elements of one set that are not in another. */
int sets_difference(struct sets *sets, uint32_t left, uint32_t right, uint32_t *out,
                    struct cg_error *error);

/** One of the parts of a set as a set of its own. */
int sets_part_of(struct sets *sets, uint32_t set, uint32_t part, uint32_t *out,
                 struct cg_error *error);

bool sets_holds(const struct sets *sets, uint32_t set, uint32_t element);

/** Write the elements in ascending order; there must be room for sets_size. */
void sets_list(const struct sets *sets, uint32_t set, uint32_t *elements);

static inline uint32_t sets_size(const struct sets *sets, uint32_t set)
{
    return sets->sets[set].count;
}

/** @return whether enough was made since the last collection for another to pay. */
bool sets_want_collecting(const struct sets *sets);

/** Processes a set of the owner. @return the set that replaces it */
typedef uint32_t sets_visit(struct sets *sets, void *context, uint32_t set);
/** Visit all sets of the owner. */
typedef void sets_visit_all(void *owner, struct sets *sets, sets_visit *visit, void *context);

/** Free the sets that are neither visited nor tagged. All numbers of sets change. */
int sets_collect(struct sets *sets, sets_visit_all *all, void *owner, struct cg_error *error);

/* Shared by the files of the store. */

/** The page with these bits, at least one of which is set. */
int sets_intern_page(struct sets *sets, uint32_t *out, const struct sets_page *page,
                     struct cg_error *error);

/** The set of the first parts of the scratch array. */
int sets_intern_scratch(struct sets *sets, uint32_t *out, size_t part_count,
                        struct cg_error *error);

/** Empty a table, with room for some entries. @return false when memory is exhausted */
bool sets_table_reset(struct sets_table *table, size_t entries);

/** Insert a new entry; there must be room. */
void sets_table_put(struct sets_table *table, uint32_t hash, uint32_t number);

uint32_t sets_hash_page(const struct sets *sets, const struct sets_page *page);
uint32_t sets_hash_parts(const struct sets *sets, const struct sets_part *parts, size_t count);

static inline const struct sets_part *sets_parts(const struct sets *sets, uint32_t set)
{
    return sets->parts + sets->sets[set].start;
}

#endif
