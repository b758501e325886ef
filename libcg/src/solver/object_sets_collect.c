/* Freeing unused sets and pages: mark, then slide the rest down. */
#include "solver/object_sets.h"

#include "base/error.h"

#include <stdlib.h>
#include <string.h>

#define NOBODY UINT32_MAX

/* The new place of each set and page: NOBODY, or, once marked, its number. */
struct moves {
    uint32_t *sets;
    uint32_t *pages;
};

static size_t bytes_of(const struct sets *sets)
{
    return sets->part_count * sizeof *sets->parts + sets->set_count * sizeof *sets->sets +
           sets->page_count * (sizeof *sets->pages + sizeof *sets->page_sizes) +
           (sets->set_table.used + (size_t)sets->page_table.used) * sizeof(struct sets_slot);
}

bool sets_want_collecting(const struct sets *sets)
{
    return bytes_of(sets) >= sets->collect_at;
}

static uint32_t mark(struct sets *sets, void *context, uint32_t set)
{
    (void)sets;
    ((struct moves *)context)->sets[set] = 0;
    return set;
}

static uint32_t move_set(struct sets *sets, void *context, uint32_t set)
{
    (void)sets;
    return ((struct moves *)context)->sets[set];
}

static void mark_pages(const struct sets *sets, const struct moves *moves)
{
    for (uint32_t i = 0; i < sets->set_count; i++) {
        if (moves->sets[i] == NOBODY && sets->sets[i].tag == SETS_NO_TAG) {
            continue;
        }
        moves->sets[i] = 0;
        const struct sets_part *parts = sets_parts(sets, i);
        for (uint32_t k = 0; k < sets->sets[i].part_count; k++) {
            moves->pages[parts[k].page] = 0;
        }
    }
}

static void slide_pages(struct sets *sets, const struct moves *moves)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < sets->page_count; i++) {
        if (moves->pages[i] != NOBODY) {
            sets->pages[count] = sets->pages[i];
            sets->page_sizes[count] = sets->page_sizes[i];
            moves->pages[i] = count++;
        }
    }
    sets->page_count = count;
}

static void slide_parts(struct sets *sets, struct sets_set *set, const struct moves *moves)
{
    struct sets_part *to = sets->parts + sets->part_count;
    const struct sets_part *from = sets->parts + set->start;
    set->start = sets->part_count;
    sets->part_count += set->part_count;
    for (uint32_t i = 0; i < set->part_count; i++) {
        to[i] = (struct sets_part){from[i].base, moves->pages[from[i].page]};
    }
}

static void slide_sets(struct sets *sets, const struct moves *moves)
{
    uint32_t count = 0;
    sets->part_count = 0;
    for (uint32_t i = 0; i < sets->set_count; i++) {
        if (moves->sets[i] != NOBODY) {
            sets->sets[count] = sets->sets[i];
            slide_parts(sets, &sets->sets[count], moves);
            moves->sets[i] = count++;
        }
    }
    sets->set_count = count;
}

static bool fill_tables(struct sets *sets)
{
    if (!sets_table_reset(&sets->set_table, 2 * (size_t)sets->set_count) ||
        !sets_table_reset(&sets->page_table, 2 * (size_t)sets->page_count)) {
        return false;
    }
    for (uint32_t i = 0; i < sets->page_count; i++) {
        sets_table_put(&sets->page_table, sets_hash_page(sets, &sets->pages[i]), i);
    }
    for (uint32_t i = 0; i < sets->set_count; i++) {
        uint32_t hash = sets_hash_parts(sets, sets_parts(sets, i), sets->sets[i].part_count);
        sets_table_put(&sets->set_table, hash, i);
    }
    memset(sets->joins, 0, ((size_t)sets->join_mask + 1) * sizeof *sets->joins);
    return true;
}

int sets_collect(struct sets *sets, sets_visit_all *all, void *owner, struct cg_error *error)
{
    struct moves moves = {malloc(sets->set_count * sizeof *moves.sets),
                          malloc(((size_t)sets->page_count + 1) * sizeof *moves.pages)};
    bool fine = moves.sets && moves.pages;
    if (fine) {
        memset(moves.sets, 0xff, sets->set_count * sizeof *moves.sets);
        memset(moves.pages, 0xff, sets->page_count * sizeof *moves.pages);
        moves.sets[SETS_EMPTY] = 0;
        all(owner, sets, mark, &moves);
        mark_pages(sets, &moves);
        slide_pages(sets, &moves);
        slide_sets(sets, &moves);
        all(owner, sets, move_set, &moves);
        fine = fill_tables(sets);
        size_t left = bytes_of(sets);
        sets->collect_at = left > sets->collect_at / 2 ? 2 * left : sets->collect_at;
    }
    free(moves.sets);
    free(moves.pages);
    return fine ? CG_OK : cg_fail_memory(error);
}
