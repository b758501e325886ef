/* Prints the tree of all dominators, or its largest part. */
#include "print/call_tree.h"
#include "print/component.h"
#include "verbs/dominators/dominators.h"

struct forest {
    const struct dominance *d;
    uint32_t *size; /* by node: functions it dominates, itself included */
    cg_node *order; /* functions to walk: largest size first, then canonical */
    size_t count;
    size_t shown;      /* of `order`: a function comes after its dominator */
    uint32_t *first;   /* by node, and one more for the roots: where its children start */
    cg_node *children; /* those shown, in the same order */
    uint32_t *hidden;  /* as `first`: children not shown */
    uint64_t *weight;  /* as `first`: functions that those dominate */
};

static gint by_size(gconstpointer a, gconstpointer b, gpointer user)
{
    const struct forest *f = user;
    cg_node left = *(const cg_node *)a;
    cg_node right = *(const cg_node *)b;
    if (f->size[left] != f->size[right]) {
        return f->size[left] > f->size[right] ? -1 : 1;
    }
    uint32_t left_rank = query_rank(f->d->query)[left];
    uint32_t right_rank = query_rank(f->d->query)[right];
    return (left_rank > right_rank) - (left_rank < right_rank);
}

/* The number of steps from a function to its root; each is computed once. */
static uint32_t *depths(const struct forest *f, uint32_t nodes, uint32_t *deepest)
{
    uint32_t *depth = g_new0(uint32_t, nodes + 1); /* 0: unknown; roots have 1 */
    GArray *way = g_array_new(FALSE, FALSE, sizeof(cg_node));
    *deepest = 0;
    for (cg_node start = 0; start < nodes; start++) {
        cg_node node = start;
        while (f->d->dominator[node] != CG_NONE && !depth[node] && f->d->dominator[node] != node) {
            g_array_append_val(way, node);
            node = f->d->dominator[node];
        }
        depth[node] = depth[node] ? depth[node] : 1;
        for (; way->len; g_array_set_size(way, way->len - 1)) {
            cg_node below = g_array_index(way, cg_node, way->len - 1);
            depth[below] = depth[f->d->dominator[below]] + 1;
        }
        *deepest = MAX(*deepest, depth[start]);
    }
    g_array_free(way, TRUE);
    return depth;
}

/* Add up sizes, deepest functions first. */
static void add_sizes(struct forest *f, uint32_t nodes)
{
    uint32_t deepest;
    uint32_t *depth = depths(f, nodes, &deepest);
    uint32_t *start = g_new0(uint32_t, deepest + 2);
    cg_node *by_depth = g_new(cg_node, nodes + 1);
    f->size = g_new0(uint32_t, nodes + 1);
    for (cg_node node = 0; node < nodes; node++) {
        start[depth[node]]++;
    }
    for (uint32_t i = 1; i <= deepest + 1; i++) {
        start[i] += start[i - 1];
    }
    for (cg_node node = nodes; node-- > 0;) {
        by_depth[--start[depth[node]]] = node;
    }
    for (uint32_t i = nodes; i-- > 0;) {
        cg_node node = by_depth[i];
        cg_node above = f->d->dominator[node];
        if (above != CG_NONE) {
            f->size[node]++;
            f->size[above] += above == node ? 0 : f->size[node];
        }
    }
    g_free(depth);
    g_free(start);
    g_free(by_depth);
}

/* The index of a function's parent: the parent of roots is no function. */
static uint32_t parent(const struct forest *f, cg_node node)
{
    cg_node above = f->d->dominator[node];
    return above == node ? cg_graph_node_count(f->d->query->graph) : above;
}

static void arrange(struct forest *f)
{
    const struct query *query = f->d->query;
    uint32_t nodes = cg_graph_node_count(query->graph);
    add_sizes(f, nodes);
    f->order = g_new(cg_node, nodes + 1);
    for (cg_node node = 0; node < nodes; node++) {
        if (f->d->dominator[node] != CG_NONE) {
            f->order[f->count++] = node;
        }
    }
    g_qsort_with_data(f->order, (gint)f->count, sizeof *f->order, by_size, f);
    f->shown = query_limit_count(query, f->count, query->options.json ? 0 : 50);
}

static void hang(struct forest *f)
{
    uint32_t nodes = cg_graph_node_count(f->d->query->graph);
    f->first = g_new0(uint32_t, nodes + 3);
    f->hidden = g_new0(uint32_t, nodes + 1);
    f->weight = g_new0(uint64_t, nodes + 1);
    f->children = g_new(cg_node, f->shown + 1);
    for (size_t i = 0; i < f->count; i++) {
        uint32_t above = parent(f, f->order[i]);
        if (i < f->shown) {
            f->first[above + 2]++;
        } else {
            f->hidden[above]++;
            f->weight[above] += f->size[f->order[i]];
        }
    }
    for (uint32_t i = 1; i < nodes + 3; i++) {
        f->first[i] += f->first[i - 1];
    }
    for (size_t i = 0; i < f->shown; i++) {
        f->children[f->first[parent(f, f->order[i]) + 1]++] = f->order[i];
    }
}

/* The next line: a function, or what is left out below one. */
struct step {
    uint32_t place;
    bool rest;
};

static void push_children(const struct forest *f, GArray *stack, uint32_t place)
{
    struct step rest = {place, true};
    if (f->hidden[place]) {
        g_array_append_val(stack, rest);
    }
    for (uint32_t i = f->first[place + 1]; i-- > f->first[place];) {
        struct step child = {f->children[i], false};
        g_array_append_val(stack, child);
    }
}

static void print_rest(uint32_t count, uint64_t all)
{
    printf("and %u more", count);
    if (all > count) {
        printf(", %" G_GUINT64_FORMAT " functions in all", all);
    }
    putchar('\n');
}

static void print_step(const struct forest *f, const struct step *step)
{
    struct query *query = f->d->query;
    if (step->rest) {
        print_rest(f->hidden[step->place], f->weight[step->place]);
        return;
    }
    char *place = query_place(query, step->place);
    printf("(%u) %s%s%s\n", f->size[step->place], query_name(query, step->place), place ? "  " : "",
           place ? place : "");
    g_free(place);
}

static void print_text(const struct forest *f)
{
    struct tree tree = {0};
    GArray *stack = g_array_new(FALSE, FALSE, sizeof(struct step));
    push_children(f, stack, cg_graph_node_count(f->d->query->graph));
    while (stack->len) {
        struct step step = g_array_index(stack, struct step, stack->len - 1);
        g_array_set_size(stack, stack->len - 1);
        tree_line(&tree);
        print_step(f, &step);
        if (!step.rest) {
            guint before = stack->len;
            push_children(f, stack, step.place);
            tree_open(&tree, stack->len - before);
        }
    }
    g_array_free(stack, TRUE);
    tree_clear(&tree);
    unknown_print(&f->d->unknown, "may make other chains");
}

static void print_json(const struct forest *f)
{
    struct query *query = f->d->query;
    struct json json = {.out = stdout};
    const GArray *ends = f->d->ends;
    json_begin(&json, query);
    json_functions(&json, f->d->direction == CG_CALLEES ? "entries" : "exits", query,
                   (struct cg_function_set){(const cg_node *)ends->data, ends->len});
    json_number(&json, "count", f->count);
    json_open(&json, "tree", '[');
    for (size_t i = 0; i < f->shown; i++) {
        cg_node node = f->order[i];
        cg_node above = f->d->dominator[node];
        json_open(&json, NULL, '{');
        json_function(&json, "function", query, node);
        if (above == node) {
            json_text(&json, "dominator", NULL);
        } else {
            json_function(&json, "dominator", query, above);
        }
        json_number(&json, "size", f->size[node]);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    unknown_json(&json, &f->d->unknown);
    json_end(&json);
}

void dominance_print_tree(const struct dominance *d)
{
    struct forest f = {.d = d};
    arrange(&f);
    if (d->query->options.json) {
        print_json(&f);
    } else {
        hang(&f);
        print_text(&f);
    }
    g_free(f.size);
    g_free(f.order);
    g_free(f.first);
    g_free(f.children);
    g_free(f.hidden);
    g_free(f.weight);
}
