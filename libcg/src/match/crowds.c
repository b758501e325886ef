/*
 * Keeps each file's path with its components reversed, and sorts functions by these, so that files
 * with one end are neighbours.
 */
#include "match/crowds.h"

#include "base/compare.h"
#include "base/memory.h"
#include "match/definition_places.h"
#include "match/file_path.h"

#include <stdlib.h>
#include <string.h>

/** How many times as many functions as the graph all crowds may have. */
enum { MOST_PER_NODE = 8 };

bool crowds_init(struct crowds *crowds)
{
    *crowds = (struct crowds){0};
    bool ok = cg_pool_init(&crowds->words);
    return cg_pool_init(&crowds->paths) && ok;
}

static void free_crowd(struct crowd *crowd)
{
    free(crowd->all.items);
    free(crowd->unknown.items);
    free(crowd->global.items);
    free(crowd->members);
}

void crowds_free(struct crowds *crowds)
{
    for (uint32_t i = 0; i < crowds->words.count; i++) {
        free_crowd(&crowds->all[i]);
    }
    cg_pool_free(&crowds->words);
    cg_pool_free(&crowds->paths);
    cg_text_free(&crowds->path);
    free(crowds->all);
    *crowds = (struct crowds){0};
}

struct crowd *crowds_find(struct crowds *crowds, const struct cg_text *words)
{
    uint32_t number = cg_pool_find(&crowds->words, words->bytes, words->length);
    return number == CG_NO_STRING ? NULL : &crowds->all[number];
}

/* Keeping one */

static int compare_members(const void *a, const void *b, void *user)
{
    const struct crowd_member *x = a, *y = b;
    const struct cg_pool *paths = user;
    uint32_t of_x = cg_pool_length(paths, x->path), of_y = cg_pool_length(paths, y->path);
    int order = x->path == y->path
                    ? 0
                    : memcmp(cg_pool_string(paths, x->path), cg_pool_string(paths, y->path),
                             of_x < of_y ? of_x : of_y);
    order = order ? order : (of_x > of_y) - (of_x < of_y);
    return order ? order : (x->node > y->node) - (x->node < y->node);
}

/** A function whose files are taken. */
struct taking {
    struct crowds *crowds;
    struct crowd *crowd;
    cg_node node;
    bool known;
};

static bool take_file(void *user, const struct cg_value *file)
{
    struct taking *taking = user;
    struct crowds *crowds = taking->crowds;
    struct crowd *crowd = taking->crowd;
    taking->known = true;
    cg_text_clear(&crowds->path);
    if (!path_reversed(&crowds->path, file)) {
        return !crowds->path.failed;
    }
    uint32_t path = crowds->path.failed
                        ? CG_NO_STRING
                        : cg_pool_intern(&crowds->paths, crowds->path.bytes, crowds->path.length);
    if (path == CG_NO_STRING ||
        !cg_grow(&crowd->members, &crowd->capacity, crowd->count + 1, sizeof *crowd->members)) {
        return false;
    }
    crowd->members[crowd->count++] = (struct crowd_member){path, taking->node};
    return true;
}

static bool add_node(struct crowd_nodes *nodes, cg_node node)
{
    bool ok = cg_grow(&nodes->items, &nodes->capacity, nodes->count + 1, sizeof *nodes->items);
    if (ok) {
        nodes->items[nodes->count++] = node;
    }
    return ok;
}

static bool take_node(struct crowds *crowds, struct crowd *crowd, const struct cg_graph *graph,
                      cg_node node)
{
    struct taking taking = {.crowds = crowds, .crowd = crowd, .node = node};
    bool internal = cg_node_linkage(graph, node) == CG_LINKAGE_INTERNAL;
    return places_files(graph, node, take_file, &taking) &&
           (taking.known || add_node(&crowd->unknown, node)) &&
           (internal || add_node(&crowd->global, node));
}

/* A function may be at several places of a file. */
static void drop_repeated(struct crowd *crowd)
{
    size_t kept = 0;
    for (size_t i = 0; i < crowd->count; i++) {
        const struct crowd_member member = crowd->members[i];
        bool same = kept && crowd->members[kept - 1].path == member.path &&
                    crowd->members[kept - 1].node == member.node;
        if (!same) {
            crowd->members[kept++] = member;
        }
    }
    crowd->count = kept;
}

static bool make_crowd(struct crowds *crowds, struct crowd *crowd, const struct cg_graph *graph,
                       const cg_node *nodes, size_t count)
{
    bool ok = true;
    for (size_t i = 0; i < count && ok; i++) {
        ok = add_node(&crowd->all, nodes[i]);
    }
    if (ok) {
        qsort(crowd->all.items, count, sizeof *nodes, compare_u32);
    }
    for (size_t i = 0; i < count && ok; i++) {
        ok = take_node(crowds, crowd, graph, crowd->all.items[i]);
    }
    if (ok && crowd->count) {
        qsort_r(crowd->members, crowd->count, sizeof *crowd->members, compare_members,
                &crowds->paths);
        drop_repeated(crowd);
    }
    return ok;
}

bool crowds_keep(struct crowds *crowds, struct crowd **out, const struct cg_text *words,
                 const struct cg_graph *graph, const cg_node *nodes, size_t count)
{
    uint32_t number = crowds->words.count;
    struct crowd crowd = {0};
    *out = NULL;
    if (crowds->kept + count > (size_t)MOST_PER_NODE * cg_graph_node_count(graph)) {
        return true;
    }
    if (!cg_grow(&crowds->all, &crowds->capacity, (size_t)number + 1, sizeof *crowds->all) ||
        !make_crowd(crowds, &crowd, graph, nodes, count) ||
        cg_pool_intern(&crowds->words, words->bytes, words->length) != number) {
        free_crowd(&crowd);
        return false;
    }
    crowds->kept += count;
    crowds->all[number] = crowd;
    *out = &crowds->all[number];
    return true;
}

/* Asking */

bool crowd_has(const struct crowd *crowd, cg_node node)
{
    return bsearch(&node, crowd->all.items, crowd->all.count, sizeof node, compare_u32);
}

/* How a path compares with a text; with `beginning`, only with as much of the path. */
static int compare_path(const struct cg_pool *paths, uint32_t path, const struct cg_value *text,
                        bool beginning)
{
    uint32_t length = cg_pool_length(paths, path);
    int order = memcmp(cg_pool_string(paths, path), text->text,
                       length < text->length ? length : text->length);
    bool longer = length > text->length && !beginning;
    return order ? order : length < text->length ? -1 : longer;
}

/* The number of members before the first whose path comes behind a text, or with it. */
static size_t bound(const struct crowds *crowds, const struct crowd *crowd,
                    const struct cg_value *text, int least, bool beginning)
{
    size_t low = 0, high = crowd->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare_path(&crowds->paths, crowd->members[middle].path, text, beginning);
        low = order < least ? middle + 1 : low;
        high = order < least ? high : middle;
    }
    return low;
}

/* Members whose path is the text, or begins with it. */
static void find_members(const struct crowds *crowds, struct crowd_best *out,
                         const struct crowd *crowd, const struct cg_value *text, bool beginning)
{
    size_t first = bound(crowds, crowd, text, 0, beginning);
    out->members = crowd->members + first;
    out->count = bound(crowds, crowd, text, 1, beginning) - first;
}

/* An absolute path agrees with itself alone, given as absolute or relative. */
static void find_absolute(const struct crowds *crowds, struct crowd_best *out,
                          const struct crowd *crowd, const struct cg_value *text)
{
    const struct cg_value relative = {text->text, text->length - 1};
    size_t first = bound(crowds, crowd, &relative, 0, false);
    out->members = crowd->members + first;
    out->count = bound(crowds, crowd, text, 1, false) - first;
}

/* Paths that are an end of the text, the longest first. */
static void find_ends(const struct crowds *crowds, struct crowd_best *out,
                      const struct crowd *crowd, const struct cg_value *text)
{
    struct cg_value end = *text;
    while (!out->count && --out->agreed > 0) {
        do {
            end.length--;
        } while (end.text[end.length - 1]);
        find_members(crowds, out, crowd, &end, false);
    }
}

bool crowds_best(struct crowds *crowds, struct crowd_best *out, const struct crowd *crowd,
                 const char *file)
{
    const struct cg_value path = {file, strlen(file)};
    *out = (struct crowd_best){0};
    cg_text_clear(&crowds->path);
    size_t components = path_reversed(&crowds->path, &path);
    if (crowds->path.failed) {
        return false;
    }
    struct cg_value text = {crowds->path.bytes, crowds->path.length};
    out->agreed = (int)components;
    bool absolute = components && *file == '/';
    if (absolute) {
        find_absolute(crowds, out, crowd, &text);
        text.length--;
    } else if (components) {
        find_members(crowds, out, crowd, &text, true);
    }
    if (components && !out->count) {
        find_ends(crowds, out, crowd, &text);
    }
    if (!out->count) {
        out->agreed = crowd->unknown.count ? 0 : -1;
    }
    return true;
}
