/* Matches the functions of two graphs. */
#include "diff/sides.h"

#include <string.h>

/* The functions of one name: a slice of the canonical order. */
struct group {
    const struct side *side;
    uint32_t first;
    uint32_t end;
};

static void pair(const struct side *a, cg_node in_a, const struct side *b, cg_node in_b)
{
    a->other[in_a] = in_b;
    b->other[in_b] = in_a;
}

static bool is_internal(const struct side *side, cg_node node)
{
    return cg_node_linkage(side->graph, node) == CG_LINKAGE_INTERNAL;
}

/* As in canonical order, unknown files come first. */
static int compare_origins(const struct side *a, cg_node in_a, const struct side *b, cg_node in_b)
{
    const char *x = cg_node_origin(a->graph, in_a);
    const char *y = cg_node_origin(b->graph, in_b);
    return x && y ? strcmp(x, y) : (x != NULL) - (y != NULL);
}

/* Internal ones come last in canonical order. */
static int compare_places(const struct side *a, cg_node in_a, const struct side *b, cg_node in_b,
                          bool with_linkage)
{
    int order = compare_origins(a, in_a, b, in_b);
    return order || !with_linkage ? order : (int)is_internal(a, in_a) - (int)is_internal(b, in_b);
}

static void skip_matched(struct group *group)
{
    while (group->first < group->end &&
           group->side->other[group->side->order[group->first]] != CG_NONE) {
        group->first++;
    }
}

/* Both are sorted by place, so equal ones come at the same time. */
static void match_by_place(struct group a, struct group b, bool with_linkage)
{
    for (;;) {
        skip_matched(&a);
        skip_matched(&b);
        if (a.first == a.end || b.first == b.end) {
            return;
        }
        cg_node in_a = a.side->order[a.first];
        cg_node in_b = b.side->order[b.first];
        int order = compare_places(a.side, in_a, b.side, in_b, with_linkage);
        a.first += order <= 0;
        b.first += order >= 0;
        if (order == 0) {
            pair(a.side, in_a, b.side, in_b);
        }
    }
}

/* The only unmatched one, of those that are not internal unless `any_linkage`; or CG_NONE. */
static cg_node only_one(const struct group *group, bool any_linkage)
{
    cg_node found = CG_NONE;
    for (uint32_t i = group->first; i < group->end; i++) {
        cg_node node = group->side->order[i];
        if (group->side->other[node] == CG_NONE &&
            (any_linkage || !is_internal(group->side, node))) {
            if (found != CG_NONE) {
                return CG_NONE;
            }
            found = node;
        }
    }
    return found;
}

static void match_only_ones(const struct group *a, const struct group *b, bool any_linkage)
{
    cg_node in_a = only_one(a, any_linkage);
    cg_node in_b = only_one(b, any_linkage);
    if (in_a != CG_NONE && in_b != CG_NONE) {
        pair(a->side, in_a, b->side, in_b);
    }
}

static struct group group_at(const struct side *side, uint32_t first)
{
    struct group group = {side, first, first};
    while (group.end < side->nodes && strcmp(cg_node_name(side->graph, side->order[group.end]),
                                             cg_node_name(side->graph, side->order[first])) == 0) {
        group.end++;
    }
    return group;
}

static void match_by_name(struct side *a, struct side *b)
{
    uint32_t i = 0, k = 0;
    while (i < a->nodes && k < b->nodes) {
        int order =
            strcmp(cg_node_name(a->graph, a->order[i]), cg_node_name(b->graph, b->order[k]));
        if (order != 0) {
            i += order < 0;
            k += order > 0;
            continue;
        }
        struct group of_a = group_at(a, i);
        struct group of_b = group_at(b, k);
        match_by_place(of_a, of_b, true);
        match_by_place(of_a, of_b, false);
        match_only_ones(&of_a, &of_b, false);
        match_only_ones(&of_a, &of_b, true);
        i = of_a.end;
        k = of_b.end;
    }
}

/* Whether there is a function with this other name. Equal main names were matched before. */
static bool match_to_name(struct side *a, struct side *b, cg_node in_b, const char *name)
{
    cg_node n = cg_graph_find(a->graph, name);
    const char *main_name = cg_node_name(b->graph, in_b);
    if (n != CG_NONE && strcmp(name, main_name) == 0 &&
        strcmp(cg_node_name(a->graph, n), name) == 0) {
        return false; /* all that follow have that main name, too */
    }
    for (; n != CG_NONE; n = cg_graph_find_next(a->graph, name, n)) {
        bool internal = is_internal(a, n);
        if (a->other[n] == CG_NONE && internal == is_internal(b, in_b) &&
            strcmp(cg_node_name(a->graph, n), main_name) != 0 &&
            (!internal || compare_origins(a, n, b, in_b) == 0)) {
            pair(a, n, b, in_b);
            return true;
        }
    }
    return false;
}

static void match_by_other_names(struct side *a, struct side *b)
{
    for (uint32_t i = 0; i < b->nodes; i++) {
        cg_node node = b->order[i];
        const char *const *names;
        if (b->other[node] != CG_NONE || match_to_name(a, b, node, cg_node_name(b->graph, node))) {
            continue;
        }
        uint32_t count = cg_node_other_names(b->graph, node, &names);
        for (uint32_t k = 0; k < count && !match_to_name(a, b, node, names[k]); k++) {
        }
    }
}

void match_functions(struct side *old_side, struct side *new_side)
{
    match_by_name(old_side, new_side);
    match_by_other_names(old_side, new_side);
}
