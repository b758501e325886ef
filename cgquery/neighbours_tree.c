#include "neighbours.h"

/* A function whose calls are being printed. */
struct frame {
    cg_edge *edges;
    size_t count;
    size_t next;
};

struct tree {
    const struct neighbours *neighbours;
    GArray *frames;
    bool *shown; /* by node: its calls have been printed or are being printed */
};

static void indent(const struct tree *tree)
{
    printf("%*s", (int)(2 * tree->frames->len), "");
}

static void print_open_children(const struct tree *tree, cg_node node)
{
    struct query *query = tree->neighbours->query;
    if (tree->neighbours->direction != CG_CALLEES) {
        return;
    }
    struct cg_site_list *sites = query_sites(query, node, CG_KEY_OPEN_CALLS);
    for (size_t i = 0; i < site_count(sites); i++) {
        indent(tree);
        print_open(cg_site_list_at(sites, i));
        putchar('\n');
    }
    cg_site_list_free(sites);
}

static void expand(struct tree *tree, cg_node node)
{
    struct frame frame = {0};
    frame.edges = neighbours_edges(tree->neighbours, node, &frame.count);
    tree->shown[node] = true;
    g_array_append_val(tree->frames, frame);
    print_open_children(tree, node);
}

static bool has_children(const struct tree *tree, cg_node node)
{
    const struct cg_graph *graph = tree->neighbours->query->graph;
    cg_edge first;
    const cg_edge *incoming;
    if (tree->neighbours->direction == CG_CALLERS) {
        return cg_node_in_edges(graph, node, &incoming) > 0;
    }
    return cg_node_out_edges(graph, node, &first) > 0 ||
           cg_metadata_get(graph, CG_ON_NODE, node, CG_KEY_OPEN_CALLS);
}

/*
 * A function's calls are printed where it is nearest to the root, so that cutting the tree at a
 * depth never hides what is within it.
 */
static void print_child(struct tree *tree, cg_edge edge)
{
    const struct neighbours *neighbours = tree->neighbours;
    cg_node node = neighbours_far_end(neighbours, edge);
    uint32_t depth = tree->frames->len;
    uint32_t nearest = neighbours->selected[node] ? 0 : neighbours->distance[node];
    indent(tree);
    printf("%s", query_name(neighbours->query, node));
    print_edge_details(neighbours->query, edge);
    bool elsewhere = tree->shown[node] || nearest < depth;
    puts(elsewhere && has_children(tree, node) ? " ^" : "");
    if (!elsewhere && depth < neighbours->limit) {
        expand(tree, node);
    }
}

static void print_root(struct tree *tree, cg_node root)
{
    puts(query_name(tree->neighbours->query, root));
    expand(tree, root);
    while (tree->frames->len > 0) {
        struct frame *frame = &g_array_index(tree->frames, struct frame, tree->frames->len - 1);
        if (frame->next < frame->count) {
            print_child(tree, frame->edges[frame->next++]);
            continue;
        }
        g_free(frame->edges);
        g_array_set_size(tree->frames, tree->frames->len - 1);
    }
}

void neighbours_print_tree(const struct neighbours *neighbours)
{
    struct tree tree = {
        .neighbours = neighbours,
        .frames = g_array_new(FALSE, FALSE, sizeof(struct frame)),
        .shown = g_new0(bool, cg_graph_node_count(neighbours->query->graph)),
    };
    for (size_t i = 0; i < neighbours->of->count; i++) {
        print_root(&tree, neighbours->of->nodes[i]);
    }
    g_array_free(tree.frames, TRUE);
    g_free(tree.shown);
}
