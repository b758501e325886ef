/*
 * Sorts the ranges of definitions by base name of the file and by begin. A search finds those that
 * may contain a point, and compares their paths.
 */
#include "match/definition_places.h"

#include "base/memory.h"
#include "graph/graph.h"
#include "graph/graph_facts.h"
#include "match/file_path.h"
#include "json/json_walk.h"

#include <libcg/kinds.h>
#include <libcg/value.h>

#include <stdlib.h>
#include <string.h>

static int compare_points(struct places_point a, struct places_point b)
{
    if (a.line != b.line) {
        return a.line < b.line ? -1 : 1;
    }
    return (a.column > b.column) - (a.column < b.column);
}

/* A point without a column is its whole line. */
static bool contains(const struct places_range *range, struct places_point point)
{
    struct places_point last = {point.line, point.column ? point.column : UINT32_MAX};
    return compare_points(range->begin, last) <= 0 && compare_points(point, range->end) <= 0;
}

/* Reading the kinds */

static uint32_t place_member(const struct cg_value *object, const char *key)
{
    struct cg_value value;
    int64_t result;
    bool fits = json_member(&value, object, key) && cg_value_integer(&result, &value) &&
                result >= 0 && result <= UINT32_MAX;
    return fits ? (uint32_t)result : 0;
}

static struct places_point point_of(const struct cg_value *object)
{
    return (struct places_point){place_member(object, "line"), place_member(object, "column")};
}

static struct cg_value value_of(const struct cg_graph *graph, cg_node node, const char *key)
{
    const char *text = cg_metadata_get(graph, CG_ON_NODE, node, key);
    return (struct cg_value){text ? text : "", text ? strlen(text) : 0};
}

/** A walk over the definitions of a function. Start with {0}. */
struct walk {
    bool started;
    size_t next; /**< in `definedIn` */
};

/* The next place in `definedIn`. */
static bool next_place(struct walk *walk, struct places_range *out, const struct cg_graph *graph)
{
    uint32_t value = graph_get_attribute(graph, CG_ON_NODE, out->node, FACT_DEFINED_IN);
    size_t count = value == CG_NO_STRING ? 0 : fact_count(&graph->pool, FACT_SITES, value);
    while (walk->next < count) {
        const struct fact_site stored = fact_site_at(&graph->pool, value, walk->next++);
        const struct cg_site site = fact_site_show(&graph->pool, &stored);
        if (site.file && *site.file) {
            out->file = (struct cg_value){site.file, strlen(site.file)};
            out->begin = out->end = (struct places_point){site.line, site.column};
            out->end.column = out->end.column ? out->end.column : UINT32_MAX;
            return true;
        }
    }
    return false;
}

/* The range in the file the function comes from, then the other places. */
static bool next_range(struct walk *walk, struct places_range *out, const struct cg_graph *graph,
                       cg_node node)
{
    struct cg_value value, begin, end;
    const char *origin = cg_node_origin(graph, node);
    *out = (struct places_range){.node = node};
    if (!walk->started) {
        walk->started = true;
        value = value_of(graph, node, CG_KEY_SOURCE_RANGE);
        if (origin && json_member(&begin, &value, "begin") && json_member(&end, &value, "end")) {
            out->file = (struct cg_value){origin, strlen(origin)};
            out->begin = point_of(&begin);
            out->end = point_of(&end);
            return true;
        }
    }
    return next_place(walk, out, graph);
}

/* The index */

static uint32_t intern_base(struct cg_pool *pool, const struct cg_value *file, bool add)
{
    const struct cg_value last = path_last(file);
    return add ? cg_pool_intern(pool, last.text, last.length)
               : cg_pool_find(pool, last.text, last.length);
}

static bool add_ranges(struct places *places, const struct cg_graph *graph, cg_node node)
{
    struct walk walk = {0};
    struct places_range range;
    while (next_range(&walk, &range, graph, node)) {
        range.base = intern_base(&places->bases, &range.file, true);
        if (range.base == CG_NO_STRING || !cg_grow(&places->ranges, &places->capacity,
                                                   places->count + 1, sizeof *places->ranges)) {
            return false;
        }
        places->ranges[places->count++] = range;
    }
    return true;
}

static int compare_ranges(const void *a, const void *b)
{
    const struct places_range *x = a, *y = b;
    if (x->base != y->base) {
        return x->base < y->base ? -1 : 1;
    }
    int order = compare_points(x->begin, y->begin);
    return order ? order : (x->node > y->node) - (x->node < y->node);
}

bool places_build(struct places *places, const struct cg_graph *graph)
{
    bool ok = places->built || cg_pool_init(&places->bases);
    uint32_t count = places->built ? 0 : cg_graph_node_count(graph);
    for (cg_node n = 0; n < count && ok; n++) {
        ok = add_ranges(places, graph, n);
    }
    if (ok && !places->built && places->count) {
        qsort(places->ranges, places->count, sizeof *places->ranges, compare_ranges);
    }
    for (size_t i = 0; i < places->count && !places->built; i++) {
        struct places_range *range = &places->ranges[i];
        bool first = !i || range[-1].base != range->base;
        bool further = first || compare_points(range[-1].reach, range->end) < 0;
        range->reach = further ? range->end : range[-1].reach;
    }
    places->built = ok;
    if (!ok) {
        places_free(places);
    }
    return ok;
}

/* The number of ranges before the first that begins after a point of a base. */
static size_t upper_bound(const struct places *places, uint32_t base, struct places_point point)
{
    struct places_point last = {point.line, point.column ? point.column : UINT32_MAX};
    size_t low = 0, high = places->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct places_range *range = &places->ranges[middle];
        bool before =
            range->base != base ? range->base < base : compare_points(range->begin, last) <= 0;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

/* Whether two ranges begin at the same place, as precisely as the point is known. */
static bool begins_with(const struct places_range *a, const struct places_range *b,
                        struct places_point point)
{
    return a->begin.line == b->begin.line && (!point.column || a->begin.column == b->begin.column);
}

size_t places_find(const struct places *places, const char *file, struct places_point point,
                   enum places_wanted wanted, size_t after)
{
    const struct cg_value path = {file, strlen(file)};
    uint32_t base = intern_base((struct cg_pool *)&places->bases, &path, false);
    size_t i = after ? after - 1 : base == CG_NO_STRING ? 0 : upper_bound(places, base, point);
    const struct places_range *innermost =
        after && wanted == PLACES_INNERMOST ? &places->ranges[after - 1] : NULL;
    for (size_t tries = 0; i > 0 && tries < PLACES_LIMIT; tries++, i--) {
        const struct places_range *range = &places->ranges[i - 1];
        if (range->base != base || compare_points(range->reach, point) < 0 ||
            (innermost && !begins_with(range, innermost, point))) {
            break;
        }
        if (contains(range, point) && path_agree(&range->file, &path)) {
            return i;
        }
    }
    return 0;
}

bool places_contain(const struct cg_graph *graph, cg_node node, const char *file,
                    struct places_point point)
{
    const struct cg_value path = {file, strlen(file)};
    struct walk walk = {0};
    struct places_range range;
    while (next_range(&walk, &range, graph, node)) {
        if (contains(&range, point) && path_agree(&range.file, &path)) {
            return true;
        }
    }
    return false;
}

bool places_head(const struct cg_graph *graph, cg_node node, const char *file, uint32_t line)
{
    const struct cg_value path = {file, strlen(file)};
    struct walk walk = {0};
    struct places_range range;
    while (next_range(&walk, &range, graph, node)) {
        bool head = line >= range.begin.line && line - range.begin.line < 2;
        if (head && range.end.line - range.begin.line > 1 && path_agree(&range.file, &path)) {
            return true;
        }
    }
    return false;
}

bool places_named(const struct cg_graph *graph, cg_node node, const char *file,
                  struct places_point point)
{
    const struct cg_value path = {file, strlen(file)};
    struct walk walk = {0};
    struct places_range range;
    bool inside = false;
    while (next_range(&walk, &range, graph, node)) {
        bool here = path_agree(&range.file, &path) > 0;
        bool behind = range.begin.line == point.line && range.begin.column > point.column;
        if (here && (compare_points(range.begin, point) == 0 || (inside && behind))) {
            return true;
        }
        inside |= here && contains(&range, point);
    }
    return false;
}

bool places_files(const struct cg_graph *graph, cg_node node,
                  bool (*file)(void *user, const struct cg_value *file), void *user)
{
    const char *origin = cg_node_origin(graph, node);
    const struct cg_value own = {origin ? origin : "", origin ? strlen(origin) : 0};
    struct walk walk = {0};
    struct places_range range;
    bool ok = !origin || file(user, &own);
    while (ok && next_range(&walk, &range, graph, node)) {
        ok = file(user, &range.file);
    }
    return ok;
}

/** How well the files of a function match one. */
struct agreement {
    const struct cg_value *path;
    size_t best;
    bool known;
};

static bool agree(void *user, const struct cg_value *file)
{
    struct agreement *agreement = user;
    size_t agreed = path_agree(file, agreement->path);
    agreement->best = agreed > agreement->best ? agreed : agreement->best;
    agreement->known = true;
    return true;
}

int places_agree(const struct cg_graph *graph, cg_node node, const char *file)
{
    const struct cg_value path = {file, strlen(file)};
    struct agreement agreement = {.path = &path};
    places_files(graph, node, agree, &agreement);
    return agreement.best ? (int)agreement.best : agreement.known ? -1 : 0;
}

void places_free(struct places *places)
{
    cg_pool_free(&places->bases);
    free(places->ranges);
    *places = (struct places){0};
}
