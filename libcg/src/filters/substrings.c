/*
 * Sorted texts are narrowed character by character at each place of the text: a binary search that
 * shares its beginning.
 */
#include "filters/substrings.h"

#include "base/compare.h"

#include <stdlib.h>
#include <string.h>

void substrings_sort(const char **texts, size_t count)
{
    if (count) {
        qsort(texts, count, sizeof *texts, compare_texts);
    }
}

/* The first text from `low` on whose character at `depth` is at least c. All up to `high` have one
 * prefix of that length. */
static size_t first_from(const char *const *texts, size_t low, size_t high, size_t depth,
                         unsigned c)
{
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((unsigned char)texts[middle][depth] < c) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Leaves those whose character at `depth` is c. The first and the last of sorted texts save most
 * searches: all lie between them, and within a prefix that all have the two agree. */
static void narrow(const char *const *texts, size_t *low, size_t *high, size_t depth, unsigned c)
{
    unsigned least = (unsigned char)texts[*low][depth];
    unsigned greatest = (unsigned char)texts[*high - 1][depth];
    if (c < least || c > greatest) {
        *high = *low;
    } else if (least < greatest) {
        *low = first_from(texts, *low, *high, depth, c);
        *high = first_from(texts, *low, *high, depth, c + 1);
    }
}

/* What to do with those that occur: note them, list them, or nothing but stop. */
struct hits {
    bool *hit;
    struct substrings_found *found;
};

static void note_hit(const struct hits *hits, size_t place)
{
    struct substrings_found *found = hits->found;
    if (hits->hit) {
        hits->hit[place] = true;
    }
    if (found && !found->seen[place]) {
        found->seen[place] = true;
        found->places[found->count++] = place;
    }
}

/* Those that a text begins with: one more character leaves fewer of them. */
static bool find_at(const char *const *texts, size_t count, const char *at, const struct hits *hits)
{
    size_t low = 0, high = count;
    bool any = false, all = hits->hit || hits->found;
    for (size_t depth = 0; low < high; depth++) {
        while (low < high && texts[low][depth] == '\0') {
            any = any || depth > 0;
            if (depth > 0) {
                note_hit(hits, low);
            }
            low++;
        }
        if (low == high || at[depth] == '\0' || (any && !all)) {
            break;
        }
        narrow(texts, &low, &high, depth, (unsigned char)at[depth]);
    }
    return any;
}

bool substrings_find(const char *const *texts, size_t count, const char *in, bool *hit)
{
    const struct hits hits = {.hit = hit};
    bool any = false;
    for (; *in && !(any && !hit); in++) {
        any = find_at(texts, count, in, &hits) || any;
    }
    return any;
}

void substrings_list(struct substrings_found *found, const char *const *texts, size_t count,
                     const char *in)
{
    const struct hits hits = {.found = found};
    found->count = 0;
    for (; *in; in++) {
        find_at(texts, count, in, &hits);
    }
    for (size_t i = 0; i < found->count; i++) {
        found->seen[found->places[i]] = false;
    }
}
