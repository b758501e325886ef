/* Prints all about functions for people. */
#include "verbs/show/show.h"

#include "kinds/cli_kinds.h"
#include <libcg/link.h>
#include <libcg/validate.h>

#include <string.h>

#define MOST_NEIGHBOURS 8 /* unless all are wanted */

/* A line: a word, then a value. */
static void print_head(const char *word)
{
    printf("  %s: ", word);
}

/* Values that are large and not for people. */
static bool is_for_linking(const char *key)
{
    return strcmp(key, CG_KEY_POINTER_FACTS) == 0 || strcmp(key, CG_KEY_CLASSES) == 0;
}

static void print_value(struct showing *showing, struct cg_metadata_walk *walk, enum cg_place place,
                        int indent)
{
    struct query *query = showing->query;
    const struct cg_value value = cli_walk_value(walk, query->graph);
    bool whole = query->options.verbose || query->options.kinds != NULL;
    char *fault = show_fault(query, walk->key, value.text, place);
    showing->anything = true;
    printf("%*s", indent, "");
    print_plain(walk->key);
    fputs(": ", stdout);
    if (fault) {
        print_colored(query, "31", "malformed");
        fputs(" (", stdout);
        print_plain(fault);
        fputs("): ", stdout);
        show_print_raw(value.text, whole);
    } else if (is_for_linking(walk->key) && !whole) {
        printf("%zu byte%s\n", value.length, cli_s(value.length));
    } else if (!cg_registry_find(query->kinds.registry, walk->key)) {
        show_print_raw(value.text, whole);
    } else if (strcmp(walk->key, CG_KEY_PROFILE) == 0) {
        show_print_profile(value.text, indent + 2, whole);
    } else {
        show_print_value(value.text, indent + 2, whole);
    }
    g_free(fault);
}

static void print_values(struct showing *showing, enum cg_place place, uint32_t number, int indent)
{
    struct cg_metadata_walk walk = {0};
    while (cg_metadata_next(&walk, showing->query->graph, place, number)) {
        if (show_wants(showing, walk.key)) {
            print_value(showing, &walk, place, indent);
        }
    }
}

static bool has_wanted(const struct showing *showing, enum cg_place place, uint32_t number)
{
    struct cg_metadata_walk walk = {0};
    bool found = false;
    while (!found && cg_metadata_next(&walk, showing->query->graph, place, number)) {
        found = show_wants(showing, walk.key);
    }
    cg_metadata_walk_end(&walk);
    return found;
}

/* Functions */

static void print_overrides(const struct showing *showing, cg_node node, const char *word,
                            bool overridden_by)
{
    GArray *methods = show_overrides(showing, node, overridden_by);
    for (guint i = 0; i < methods->len; i++) {
        print_head(word);
        puts(query_name(showing->query, g_array_index(methods, cg_node, i)));
    }
    g_array_unref(methods);
}

/* Callers or callees: how many, and the names of the first. */
static void print_neighbours(const struct showing *showing, cg_node node, const char *word,
                             bool callees)
{
    struct query *query = showing->query;
    cg_edge first;
    const cg_edge *edges;
    uint32_t all = callees ? cg_node_out_edges(query->graph, node, &first)
                           : cg_node_in_edges(query->graph, node, &edges);
    GArray *nodes = show_neighbours(query, node, callees);
    guint shown = query->options.verbose ? nodes->len : MIN(nodes->len, MOST_NEIGHBOURS);
    print_head(word);
    printf("%u", nodes->len);
    for (guint i = 0; i < shown; i++) {
        printf("%s%s", i ? ", " : " (", query_name(query, g_array_index(nodes, cg_node, i)));
    }
    if (shown < nodes->len) {
        printf(" and %u more", nodes->len - shown);
    }
    fputs(shown ? ")" : "", stdout);
    if (nodes->len < all) {
        printf(", and %u guessed", (unsigned)(all - nodes->len));
    }
    putchar('\n');
    g_array_unref(nodes);
}

static void print_distance(const struct showing *showing, cg_node node)
{
    uint32_t distance = showing->distance[node];
    const char *entry =
        showing->main == CG_NONE ? "an entry" : query_name(showing->query, showing->main);
    print_head("reached");
    if (distance == CG_NONE) {
        printf("by no known calls from %s\n", entry);
    } else if (distance == 0) {
        puts("it is an entry");
    } else {
        printf("by %u call%s from %s\n", (unsigned)distance, cli_s(distance), entry);
    }
}

static void print_what_it_is(const struct showing *showing, cg_node node)
{
    struct query *query = showing->query;
    const struct cg_graph *graph = query->graph;
    const char *name = cg_node_name(graph, node), *origin = cg_node_origin(graph, node);
    const char *linkage = cg_linkage_name(cg_node_linkage(graph, node));
    if (strcmp(name, query_demangled(query, node)) != 0) {
        print_head(query->options.mangled ? "demangled" : "linkage name");
        print_plain(query->options.mangled ? query_demangled(query, node) : name);
        putchar('\n');
    }
    print_head(cg_node_has_body(graph, node) ? "defined in" : "declared in");
    print_plain(origin ? origin : "an unknown file");
    putchar('\n');
    if (linkage) {
        print_head("linkage");
        puts(linkage);
    }
    if (cg_node_is_virtual(graph, node)) {
        puts("  virtual");
        print_overrides(showing, node, "overrides", false);
        print_overrides(showing, node, "overridden by", true);
    }
    print_neighbours(showing, node, "callers", false);
    print_neighbours(showing, node, "callees", true);
    print_distance(showing, node);
    if (cg_node_has_body(graph, node) &&
        !cg_metadata_has(graph, CG_ON_NODE, node, CG_KEY_UNRESOLVED_CALLS)) {
        puts("  unresolvedCalls: not recorded whether all its calls are known");
    }
}

static void print_edges(struct showing *showing, cg_node node)
{
    struct query *query = showing->query;
    cg_edge first;
    uint32_t count = cg_node_out_edges(query->graph, node, &first);
    for (cg_edge e = first; e < first + count; e++) {
        if (!query->options.kinds || has_wanted(showing, CG_ON_EDGE, e)) {
            fputs("  -> ", stdout);
            fputs(query_name(query, cg_edge_callee(query->graph, e)), stdout);
            print_kinds(query, e);
            putchar('\n');
            print_values(showing, CG_ON_EDGE, e, 4);
        }
    }
}

static bool has_anything(const struct showing *showing, cg_node node)
{
    const struct query *query = showing->query;
    bool has = !query->options.kinds || has_wanted(showing, CG_ON_NODE, node);
    cg_edge first;
    uint32_t count = cg_node_out_edges(query->graph, node, &first);
    for (cg_edge e = first; query->options.edges && !has && e < first + count; e++) {
        has = has_wanted(showing, CG_ON_EDGE, e);
    }
    return has;
}

static void print_function(struct showing *showing, cg_node node)
{
    struct query *query = showing->query;
    print_colored(query, "1", query_name(query, node));
    putchar('\n');
    if (!query->options.kinds) {
        print_what_it_is(showing, node);
        showing->anything = true;
    }
    print_values(showing, CG_ON_NODE, node, 2);
    if (query->options.edges) {
        print_edges(showing, node);
    }
}

void show_print_text(struct showing *showing)
{
    const struct query *query = showing->query;
    bool between = false;
    if (query->options.of_graph) {
        char *graph_name = cli_printable(query->graph_name);
        print_colored(query, "1", graph_name);
        g_free(graph_name);
        putchar('\n');
        print_values(showing, CG_ON_GRAPH, 0, 2);
        between = true;
    }
    for (guint i = 0; i < showing->nodes->len; i++) {
        cg_node node = g_array_index(showing->nodes, cg_node, i);
        if (has_anything(showing, node)) {
            if (between) {
                putchar('\n');
            }
            print_function(showing, node);
            between = true;
        }
    }
}

/* Lines */

/* Wrong values are printed on one line as they are; the fault is reported separately. */
static void print_line(struct showing *showing, const char *name, const char *callee,
                       enum cg_place place, uint32_t number)
{
    struct query *query = showing->query;
    const char *key = query->options.kinds[0];
    char *text = cg_metadata_text(query->graph, place, number, key);
    if (!text) {
        return;
    }
    char *line = show_one_line(text), *fault = show_fault(query, key, text, place);
    char *shown = cli_printable(name); /* those of the graph; those of functions are printable */
    showing->anything = true;
    if (callee) {
        printf("%s\t%s\t%s\n", shown, callee, line);
    } else {
        printf("%s\t%s\n", shown, line);
    }
    if (fault) {
        char *note = g_strdup_printf("%s of %s %s", key, shown, fault),
             *plain = cli_printable(note);
        cli_note("%s", plain);
        g_free(note);
        g_free(plain);
    }
    free(text);
    g_free(shown);
    g_free(line);
    g_free(fault);
}

void show_print_lines(struct showing *showing)
{
    struct query *query = showing->query;
    if (query->options.of_graph) {
        print_line(showing, query->graph_name, NULL, CG_ON_GRAPH, 0);
    }
    for (guint i = 0; i < showing->nodes->len; i++) {
        cg_edge first;
        cg_node node = g_array_index(showing->nodes, cg_node, i);
        uint32_t count = cg_node_out_edges(query->graph, node, &first);
        print_line(showing, query_name(query, node), NULL, CG_ON_NODE, node);
        for (cg_edge e = first; query->options.edges && e < first + count; e++) {
            print_line(showing, query_name(query, node),
                       query_name(query, cg_edge_callee(query->graph, e)), CG_ON_EDGE, e);
        }
    }
}
