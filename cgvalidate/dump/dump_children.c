/* Sorts paths into the order in which they are shown. */
#include "dump/dump.h"

#include <stdlib.h>
#include <string.h>

/** The sort key of a path. */
struct sorted {
    cg_call_context path;
    uint32_t parent; /**< + 1; 0: a root */
    double cost;
    struct cg_call_context_info info;
};

static int compare_sites(const struct cg_call_context_info *a, const struct cg_call_context_info *b)
{
    int order = g_strcmp0(a->site_file, b->site_file);
    if (!order) {
        order = (a->site_line > b->site_line) - (a->site_line < b->site_line);
    }
    return order ? order : (a->flags > b->flags) - (a->flags < b->flags);
}

static int by_parent_and_cost(const void *left, const void *right, void *user)
{
    const struct sorted *a = left, *b = right;
    const struct cg_profile *profile = user;
    if (a->parent != b->parent) {
        return a->parent < b->parent ? -1 : 1;
    }
    if (a->cost != b->cost) {
        return a->cost > b->cost ? -1 : 1;
    }
    int order = strcmp(cg_profile_frame_name(profile, a->info.frame),
                       cg_profile_frame_name(profile, b->info.frame));
    order = order ? order : compare_sites(&a->info, &b->info);
    return order ? order : (a->path > b->path) - (a->path < b->path);
}

void children_sort(struct children *out, const struct dump *dump)
{
    const struct cg_profile *profile = dump->profile;
    uint32_t count = cg_profile_context_count(profile);
    struct sorted *sorted = g_new(struct sorted, (gsize)count + 1);
    for (cg_call_context path = 0; path < count; path++) {
        struct sorted *s = &sorted[path];
        cg_profile_context(profile, path, &s->info);
        s->path = path;
        s->parent = s->info.parent + 1; /* CG_NO_CONTEXT becomes 0 */
        s->cost =
            dump->metric == UINT32_MAX ? 0 : cg_profile_inclusive(profile, dump->metric, path);
        s->cost = s->cost == s->cost ? s->cost : 0; /* NaN has no place in an order */
    }
    qsort_r(sorted, count, sizeof *sorted, by_parent_and_cost, dump->profile);
    out->paths = g_new(cg_call_context, (gsize)count + 1);
    out->first = g_new0(uint32_t, (gsize)count + 2);
    for (uint32_t i = 0, next = 0; i <= count; i++) {
        uint32_t parent = i < count ? sorted[i].parent : count + 1;
        while (next <= parent) {
            out->first[next++] = i;
        }
        out->paths[i] = i < count ? sorted[i].path : CG_NO_CONTEXT;
    }
    g_free(sorted);
}

void children_clear(struct children *children)
{
    g_free(children->paths);
    g_free(children->first);
}

static void enter_children(struct walk *walk, uint32_t parent)
{
    g_array_append_val(walk->stack, walk->children->first[parent]);
    g_array_append_val(walk->ends, walk->children->first[parent + 1]);
}

void walk_start(struct walk *walk, const struct children *children)
{
    *walk = (struct walk){.children = children,
                          .stack = g_array_new(FALSE, FALSE, sizeof(uint32_t)),
                          .ends = g_array_new(FALSE, FALSE, sizeof(uint32_t)),
                          .path = CG_NO_CONTEXT};
}

bool walk_next(struct walk *walk)
{
    enter_children(walk, walk->path + 1);
    while (walk->stack->len > 0) {
        guint top = walk->stack->len - 1;
        uint32_t *next = &g_array_index(walk->stack, uint32_t, top);
        uint32_t end = g_array_index(walk->ends, uint32_t, top);
        if (*next < end) {
            walk->path = walk->children->paths[(*next)++];
            walk->depth = top;
            walk->last = *next == end;
            return true;
        }
        g_array_set_size(walk->stack, top);
        g_array_set_size(walk->ends, top);
    }
    g_array_free(walk->stack, TRUE);
    g_array_free(walk->ends, TRUE);
    return false;
}
