/* Making sets of elements and of other sets, and reading them. */
#include "solver/object_sets.h"

#include "base/error.h"
#include "base/memory.h"

static int make_scratch(struct sets *sets, size_t part_count, struct cg_error *error)
{
    return cg_grow(&sets->scratch, &sets->scratch_capacity, part_count, sizeof *sets->scratch)
               ? CG_OK
               : cg_fail_memory(error);
}

int sets_make(struct sets *sets, uint32_t *out, const uint32_t *elements, size_t count,
              struct cg_error *error)
{
    int status = make_scratch(sets, count, error);
    size_t part_count = 0;
    for (size_t i = 0; i < count && !status;) {
        struct sets_page page = {{0}};
        uint32_t base = elements[i] / SETS_PAGE_BITS;
        for (; i < count && elements[i] / SETS_PAGE_BITS == base; i++) {
            uint32_t bit = elements[i] % SETS_PAGE_BITS;
            page.words[bit / 64] |= (uint64_t)1 << bit % 64;
        }
        sets->scratch[part_count].base = base;
        status = sets_intern_page(sets, &sets->scratch[part_count++].page, &page, error);
    }
    return status ? status : sets_intern_scratch(sets, out, part_count, error);
}

/* The index of the part of a base, or where it would be, starting at or before that place. Searches
 * nearby first: successive searches often follow each other. */
static size_t find_part(const struct sets_part *parts, size_t from, size_t count, uint32_t base)
{
    size_t step = 1, low = from;
    while (low + step < count && parts[low + step].base <= base) {
        low += step;
        step *= 2;
    }
    size_t high = low + step < count ? low + step : count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (parts[middle].base < base) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool page_covers(const struct sets_page *page, const struct sets_page *other)
{
    uint64_t missing = 0;
    for (unsigned i = 0; i < SETS_PAGE_WORDS; i++) {
        missing |= other->words[i] & ~page->words[i];
    }
    return !missing;
}

static bool covers(const struct sets *sets, uint32_t left, uint32_t right)
{
    const struct sets_set *whole = &sets->sets[left], *some = &sets->sets[right];
    if (whole->count < some->count || whole->part_count < some->part_count) {
        return false;
    }
    const struct sets_part *parts = sets_parts(sets, left), *part = sets_parts(sets, right);
    const struct sets_part *end = part + some->part_count;
    for (size_t at = 0; part < end; part++) {
        at = find_part(parts, at, whole->part_count, part->base);
        if (at == whole->part_count || parts[at].base != part->base) {
            return false;
        }
        if (parts[at].page != part->page &&
            !page_covers(&sets->pages[parts[at].page], &sets->pages[part->page])) {
            return false;
        }
    }
    return true;
}

static int unite_pages(struct sets *sets, uint32_t *out, uint32_t left, uint32_t right,
                       struct cg_error *error)
{
    if (left == right) {
        *out = left;
        return CG_OK;
    }
    struct sets_page page = sets->pages[left];
    for (unsigned i = 0; i < SETS_PAGE_WORDS; i++) {
        page.words[i] |= sets->pages[right].words[i];
    }
    return sets_intern_page(sets, out, &page, error);
}

static int unite_parts(struct sets *sets, uint32_t left, uint32_t right, uint32_t *out,
                       struct cg_error *error)
{
    const struct sets_part *a = sets_parts(sets, left), *b = sets_parts(sets, right);
    const struct sets_part *a_end = a + sets->sets[left].part_count;
    const struct sets_part *b_end = b + sets->sets[right].part_count;
    size_t count = 0;
    int status = make_scratch(sets, (size_t)(a_end - a) + (size_t)(b_end - b), error);
    while (!status && (a < a_end || b < b_end)) {
        struct sets_part *to = &sets->scratch[count++];
        if (b == b_end || (a < a_end && a->base < b->base)) {
            *to = *a++;
        } else if (a == a_end || b->base < a->base) {
            *to = *b++;
        } else {
            to->base = a->base;
            status = unite_pages(sets, &to->page, a++->page, b++->page, error);
        }
    }
    return status ? status : sets_intern_scratch(sets, out, count, error);
}

/* Subtract a page from a part; add the rest to the scratch array unless it is empty. */
static int subtract_page(struct sets *sets, size_t *count, const struct sets_part *part,
                         uint32_t other, struct cg_error *error)
{
    struct sets_page page = sets->pages[part->page];
    uint64_t any = 0;
    for (unsigned i = 0; i < SETS_PAGE_WORDS; i++) {
        page.words[i] &= ~sets->pages[other].words[i];
        any |= page.words[i];
    }
    if (!any) {
        return CG_OK;
    }
    sets->scratch[*count].base = part->base;
    return sets_intern_page(sets, &sets->scratch[(*count)++].page, &page, error);
}

int sets_difference(struct sets *sets, uint32_t left, uint32_t right, uint32_t *out,
                    struct cg_error *error)
{
    if (right == SETS_EMPTY || left == right) {
        *out = left == right ? SETS_EMPTY : left;
        return CG_OK;
    }
    const struct sets_part *part = sets_parts(sets, left), *others = sets_parts(sets, right);
    const struct sets_part *end = part + sets->sets[left].part_count;
    size_t other_count = sets->sets[right].part_count, at = 0, count = 0;
    int status = make_scratch(sets, (size_t)(end - part), error);
    for (; part < end && !status; part++) {
        at = find_part(others, at, other_count, part->base);
        if (at == other_count || others[at].base != part->base) {
            sets->scratch[count++] = *part;
        } else if (others[at].page != part->page) {
            status = subtract_page(sets, &count, part, others[at].page, error);
        }
    }
    return status ? status : sets_intern_scratch(sets, out, count, error);
}

static int join_sets(struct sets *sets, struct sets_join *join, struct cg_error *error)
{
    if (covers(sets, join->left, join->right)) {
        join->both = join->left;
        join->fresh = SETS_EMPTY;
        return CG_OK;
    }
    int status = unite_parts(sets, join->left, join->right, &join->both, error);
    if (status) {
        return status;
    }
    uint32_t added = sets_size(sets, join->both) - sets_size(sets, join->left);
    if (added >= sets_size(sets, join->right) / 2) {
        join->fresh = join->right;
        return CG_OK;
    }
    return sets_difference(sets, join->right, join->left, &join->fresh, error);
}

static uint32_t join_hash(uint32_t left, uint32_t right)
{
    uint64_t hash = ((uint64_t)left << 32 | right) * 0x9e3779b97f4a7c15ull;
    return (uint32_t)(hash >> 40) ^ (uint32_t)(hash >> 16);
}

int sets_join(struct sets *sets, uint32_t left, uint32_t right, uint32_t *both, uint32_t *fresh,
              struct cg_error *error)
{
    if (right == SETS_EMPTY || left == right) {
        *both = left;
        *fresh = SETS_EMPTY;
        return CG_OK;
    }
    if (left == SETS_EMPTY) {
        *both = *fresh = right;
        return CG_OK;
    }
    uint32_t hash = join_hash(left, right);
    struct sets_join found = sets->joins[hash & sets->join_mask];
    if (found.left != left || found.right != right) {
        found = (struct sets_join){.left = left, .right = right};
        int status = join_sets(sets, &found, error);
        if (status) {
            return status;
        }
        sets->joins[hash & sets->join_mask] = found; /* the cache may have grown in between */
    }
    *both = found.both;
    *fresh = found.fresh;
    return CG_OK;
}

int sets_part_of(struct sets *sets, uint32_t set, uint32_t part, uint32_t *out,
                 struct cg_error *error)
{
    int status = make_scratch(sets, 1, error);
    if (status) {
        return status;
    }
    sets->scratch[0] = sets_parts(sets, set)[part];
    return sets_intern_scratch(sets, out, 1, error);
}

bool sets_holds(const struct sets *sets, uint32_t set, uint32_t element)
{
    const struct sets_part *parts = sets_parts(sets, set);
    size_t count = sets->sets[set].part_count;
    uint32_t bit = element % SETS_PAGE_BITS;
    size_t at = count ? find_part(parts, 0, count, element / SETS_PAGE_BITS) : 0;
    return at < count && parts[at].base == element / SETS_PAGE_BITS &&
           (sets->pages[parts[at].page].words[bit / 64] >> bit % 64 & 1);
}

void sets_list(const struct sets *sets, uint32_t set, uint32_t *elements)
{
    const struct sets_part *part = sets_parts(sets, set);
    const struct sets_part *end = part + sets->sets[set].part_count;
    for (; part < end; part++) {
        for (unsigned i = 0; i < SETS_PAGE_WORDS; i++) {
            uint64_t word = sets->pages[part->page].words[i];
            for (; word; word &= word - 1) {
                *elements++ =
                    part->base * SETS_PAGE_BITS + i * 64 + (uint32_t)__builtin_ctzll(word);
            }
        }
    }
}
