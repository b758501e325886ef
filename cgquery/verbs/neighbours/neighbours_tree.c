/* Prints callers or callees as a tree. */
#include "print/call_tree.h"
#include "verbs/neighbours/neighbours.h"

/* A function whose calls are being printed. */
struct frame {
    cg_edge *edges;
    size_t count;
    size_t next;
};

struct walk {
    const struct neighbours *neighbours;
    struct tree tree;
    GArray *frames;
    bool *shown; /* by node: its calls have been printed or are being printed */
};

/* NULL if sites do not count. */
static struct cg_site_list *unresolved_calls(const struct walk *walk, cg_node node)
{
    return walk->neighbours->direction == CG_CALLEES
               ? query_sites(walk->neighbours->query, node, CG_KEY_UNRESOLVED_CALLS)
               : NULL;
}

static void open_function(struct walk *walk, cg_node node)
{
    struct frame frame = {0};
    struct cg_site_list *open = unresolved_calls(walk, node);
    frame.edges = neighbours_edges(walk->neighbours, node, &frame.count);
    walk->shown[node] = true;
    tree_open(&walk->tree, site_count(open) + frame.count);
    for (size_t i = 0; i < site_count(open); i++) {
        tree_line(&walk->tree);
        print_open(walk->neighbours->query, cg_site_list_at(open, i));
        putchar('\n');
    }
    cg_site_list_free(open);
    g_array_append_val(walk->frames, frame);
}

static bool has_children(const struct walk *walk, cg_node node)
{
    const struct cg_graph *graph = walk->neighbours->query->graph;
    cg_edge first;
    const cg_edge *incoming;
    if (walk->neighbours->direction == CG_CALLERS) {
        return cg_node_in_edges(graph, node, &incoming) > 0;
    }
    struct cg_site_list *open = unresolved_calls(walk, node);
    size_t count = site_count(open) + cg_node_out_edges(graph, node, &first);
    cg_site_list_free(open);
    return count > 0;
}

/* "(sites) name [kinds] first-site" */
static void print_call(const struct walk *walk, cg_node node, cg_edge edge)
{
    struct query *query = walk->neighbours->query;
    struct cg_site_list *sites = query_sites(query, edge, CG_KEY_CALL_SITES);
    size_t count = site_count(sites);
    char *number = count ? g_strdup_printf("%zu", count) : g_strdup("?");
    printf("(%s) %s", number, query_name(query, node));
    print_kinds(query, edge);
    if (count > 0) {
        char *place = site_place(cg_site_list_at(sites, 0));
        printf(" %s", place);
        g_free(place);
    }
    g_free(number);
    cg_site_list_free(sites);
}

/*
 * A function's calls are printed where it is nearest to the root, so that a limit on depth never
 * hides what is within it. Candidates are not followed.
 */
static void print_child(struct walk *walk, cg_edge edge)
{
    const struct neighbours *neighbours = walk->neighbours;
    cg_node node = neighbours_far_end(neighbours, edge);
    uint32_t depth = walk->frames->len;
    uint32_t nearest = neighbours->selected[node] ? 0 : neighbours->distance[node];
    bool guess = cg_edge_kinds(neighbours->query->graph, edge) == CG_EDGE_CANDIDATE;
    bool elsewhere = walk->shown[node] || nearest < (guess ? neighbours->limit : depth);
    tree_line(&walk->tree);
    print_call(walk, node, edge);
    puts(elsewhere && has_children(walk, node) ? " ^" : "");
    if (!elsewhere && !guess && depth < neighbours->limit) {
        open_function(walk, node);
    }
}

static void print_root(struct walk *walk, cg_node root)
{
    tree_line(&walk->tree);
    printf("(1) %s\n", query_name(walk->neighbours->query, root));
    open_function(walk, root);
    while (walk->frames->len > 0) {
        struct frame *frame = &g_array_index(walk->frames, struct frame, walk->frames->len - 1);
        if (frame->next < frame->count) {
            print_child(walk, frame->edges[frame->next++]);
            continue;
        }
        g_free(frame->edges);
        g_array_set_size(walk->frames, walk->frames->len - 1);
    }
}

void neighbours_print_tree(const struct neighbours *neighbours)
{
    struct walk walk = {
        .neighbours = neighbours,
        .frames = g_array_new(FALSE, FALSE, sizeof(struct frame)),
        .shown = g_new0(bool, cg_graph_node_count(neighbours->query->graph)),
    };
    for (size_t i = 0; i < neighbours->of->count; i++) {
        print_root(&walk, neighbours->of->nodes[i]);
    }
    tree_clear(&walk.tree);
    g_array_free(walk.frames, TRUE);
    g_free(walk.shown);
}
