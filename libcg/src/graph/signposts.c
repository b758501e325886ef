/* A sorted array of signposts, for the list that was used last. */
#include "graph/signposts.h"

#include "base/memory.h"

#include <string.h>

static bool are_of(const struct signposts *posts, enum cg_place place, uint32_t number)
{
    return posts->count && posts->place == place && posts->number == number;
}

size_t signposts_before(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                        uint32_t key)
{
    const struct signposts *posts = &graph->signposts;
    size_t low = 0, high = are_of(posts, place, number) ? posts->count : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint32_t there = graph->attributes[posts->items[middle] - 1].key;
        if (graph_compare_keys(graph, there, key) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

bool signposts_set(struct cg_graph *graph, enum cg_place place, uint32_t number, size_t *post,
                   uint32_t attribute)
{
    struct signposts *posts = &graph->signposts;
    if (!are_of(posts, place, number)) {
        posts->place = place;
        posts->number = number;
        posts->count = 0;
    }
    if (!cg_grow(&posts->items, &posts->capacity, posts->count + 1, sizeof *posts->items)) {
        return false;
    }
    memmove(&posts->items[*post + 1], &posts->items[*post],
            (posts->count - *post) * sizeof *posts->items);
    posts->items[(*post)++] = attribute;
    posts->count++;
    return true;
}
