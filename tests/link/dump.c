/*
 * Prints the results of linking programs, for the link cases.
 *
 * Each line of standard input is GRAPH OUTPUT PREFIX, to write a program's calls through pointers
 * and tables to OUTPUT, or GRAPH OUTPUT: what a run may do, for check_run.sh. One process prints
 * all: starting takes longer than printing.
 *
 * Of calls, a line each, with places below PREFIX, which is left out: `PLACE CALLER [virtual]
 * closed: TARGETS`, `PLACE CALLER [virtual] open (WORDS): TARGETS`, `PLACE CALLER callback LIBRARY:
 * TARGET`. A place is FILE:LINE, and FILE:LINE:COLUMN where several calls of a line are such; of
 * other files (system headers) HEADER, and only if something of the program is called from there.
 * Calls that are unresolved for another reason than a pointer or a table end in `open [REASON]`.
 * Internal functions that share a name are NAME@FILE. Methods without a body are no targets: the
 * pure ones cannot run. Functions of the program that uncollected code may call: `escapes NAME`,
 * and those that calls of an incompatible type may call: `mistyped NAME`.
 * Those that libraries but no runtime may call later: `confined NAME`.
 *
 * Of runs: `name NAME OTHERNAME`, `edge CALLER CALLEE`, `open CALLER`, `called-back CALLEE` and
 * `escapes NAME`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libcg/facts.h>
#include <libcg/file.h>
#include <libcg/link.h>
#include <libcg/metadata.h>
#include <libcg/site.h>

#include "../dump.h"

struct program {
    struct cg_graph *graph;
    struct cg_site_list **edge_sites; /**< of each edge */
    const char *prefix;
};

static struct cg_site_list *sites(const struct cg_graph *graph, uint32_t number, const char *key)
{
    struct cg_site_list *list;
    struct cg_error error;
    if (cg_sites_read(&list, graph, number, key, &error)) {
        die(&error);
    }
    return list;
}

/** The path below the prefix, NULL when it is not there. */
static const char *own_path(const struct program *p, const char *file)
{
    size_t length = strlen(p->prefix);
    return file && strncmp(file, p->prefix, length) == 0 ? file + length : NULL;
}

static bool same_line(const struct cg_site *a, const struct cg_site *b)
{
    return a->line == b->line && strcmp(or_dash(a->file), or_dash(b->file)) == 0;
}

static const char *const site_keys[] = {CG_KEY_RESOLVED_CALLS, CG_KEY_UNRESOLVED_CALLS};

/** How many calls of this line are through pointers or tables, in one function. */
static unsigned count_on_line(const struct program *p, cg_node node, const struct cg_site *site)
{
    unsigned count = 0;
    for (size_t k = 0; k < 2; k++) {
        struct cg_site_list *list = sites(p->graph, node, site_keys[k]);
        for (size_t i = 0; i < cg_site_list_count(list); i++) {
            count += same_line(cg_site_list_at(list, i), site);
        }
        cg_site_list_free(list);
    }
    return count;
}

static void print_name(const struct program *p, cg_node node)
{
    const char *name = cg_node_name(p->graph, node);
    bool shared =
        cg_graph_find(p->graph, name) != node || cg_graph_next_same_name(p->graph, node) != CG_NONE;
    const char *origin = cg_node_origin(p->graph, node);
    const char *own = own_path(p, origin);
    printf("%s", name);
    if (shared) {
        printf("@%s", own ? own : or_dash(origin));
    }
}

static void print_place(const struct program *p, const struct cg_site *site, bool with_column)
{
    const char *file = own_path(p, site->file);
    const char *slash = site->file ? strrchr(site->file, '/') : NULL;
    if (!file) {
        printf("%s ", slash ? slash + 1 : or_dash(site->file));
    } else if (with_column) {
        printf("%s:%u:%u ", file, site->line, site->column);
    } else {
        printf("%s:%u ", file, site->line);
    }
}

/** Reasons of unresolved calls are the kinds of edges, but that coroutines are resumed by pointers.
 */
static const char *kind_of(const struct cg_site *site)
{
    bool coroutine = site->reason && strcmp(site->reason, CG_OPEN_COROUTINE) == 0;
    return coroutine ? CG_OPEN_POINTER : or_dash(site->reason);
}

/** Is the call of an edge at `other` the one that was open at `site`? */
static bool is_call(const struct cg_site *site, const struct cg_site *other)
{
    return other->kind && strcmp(other->kind, kind_of(site)) == 0 && same_line(site, other) &&
           site->column == other->column;
}

static bool is_target(const struct program *p, cg_edge edge, const struct cg_site *site)
{
    cg_node callee = cg_edge_callee(p->graph, edge);
    const struct cg_site_list *list = p->edge_sites[edge];
    if (cg_node_is_virtual(p->graph, callee) && !cg_node_has_body(p->graph, callee)) {
        return false;
    }
    for (size_t i = 0; i < cg_site_list_count(list); i++) {
        if (is_call(site, cg_site_list_at(list, i))) {
            return true;
        }
    }
    return false;
}

struct targets {
    cg_node *nodes;
    size_t count;
    bool own; /**< one of them is defined below the prefix */
};

static const struct cg_graph *sorted_graph;

static int compare_nodes(const void *a, const void *b)
{
    cg_node x = *(const cg_node *)a;
    cg_node y = *(const cg_node *)b;
    int order = strcmp(cg_node_name(sorted_graph, x), cg_node_name(sorted_graph, y));
    return order ? order
                 : strcmp(or_dash(cg_node_origin(sorted_graph, x)),
                          or_dash(cg_node_origin(sorted_graph, y)));
}

static struct targets find_targets(const struct program *p, cg_node node,
                                   const struct cg_site *site)
{
    struct targets found = {NULL, 0, false};
    uint32_t edges = cg_graph_edge_count(p->graph);
    found.nodes = malloc((edges + 1) * sizeof *found.nodes);
    for (cg_edge edge = 0; edge < edges && found.nodes; edge++) {
        if (cg_edge_caller(p->graph, edge) == node && is_target(p, edge, site)) {
            cg_node callee = cg_edge_callee(p->graph, edge);
            found.nodes[found.count++] = callee;
            found.own |= own_path(p, cg_node_origin(p->graph, callee)) != NULL;
        }
    }
    sorted_graph = p->graph;
    qsort(found.nodes, found.count, sizeof *found.nodes, compare_nodes);
    return found;
}

static void print_call(const struct program *p, cg_node node, const struct cg_site *site, bool open)
{
    bool is_virtual = site->reason && strcmp(site->reason, CG_OPEN_VIRTUAL) == 0;
    bool is_pointer = strcmp(kind_of(site), CG_OPEN_POINTER) == 0;
    struct targets targets = find_targets(p, node, site);
    if (targets.own || own_path(p, site->file)) {
        print_place(p, site, count_on_line(p, node, site) > 1);
        print_name(p, node);
        if (!is_virtual && !is_pointer) {
            printf(" open [%s]", or_dash(site->reason));
        } else if (open) {
            printf("%s open (%s):", is_virtual ? " virtual" : "", or_dash(site->unknown));
        } else {
            printf("%s closed:", is_virtual ? " virtual" : "");
        }
        for (size_t i = 0; i < targets.count; i++) {
            printf(" ");
            print_name(p, targets.nodes[i]);
        }
        printf("\n");
    }
    free(targets.nodes);
}

static void print_calls(const struct program *p, cg_node node)
{
    for (size_t k = 0; k < 2; k++) {
        struct cg_site_list *list = sites(p->graph, node, site_keys[k]);
        for (size_t i = 0; i < cg_site_list_count(list); i++) {
            print_call(p, node, cg_site_list_at(list, i), k == 1);
        }
        cg_site_list_free(list);
    }
}

static void print_callbacks(const struct program *p, cg_edge edge)
{
    const struct cg_site_list *list = p->edge_sites[edge];
    for (size_t i = 0; i < cg_site_list_count(list); i++) {
        const struct cg_site *site = cg_site_list_at(list, i);
        if (site->through &&
            (own_path(p, site->file) ||
             own_path(p, cg_node_origin(p->graph, cg_edge_callee(p->graph, edge))))) {
            print_place(p, site, false);
            print_name(p, cg_edge_caller(p->graph, edge));
            printf(" callback %s: ", site->through);
            print_name(p, cg_edge_callee(p->graph, edge));
            printf("\n");
        }
    }
}

static bool escapes(const struct cg_graph *graph, cg_node node)
{
    return cg_node_truth(graph, node, CG_KEY_ESCAPES) == CG_TRUTH_TRUE;
}

static void print_truth(const struct program *p, cg_node node, const char *key)
{
    bool own = own_path(p, cg_node_origin(p->graph, node));
    if (own && cg_node_truth(p->graph, node, key) == CG_TRUTH_TRUE) {
        printf("%s ", key);
        print_name(p, node);
        printf("\n");
    }
}

static void print_program(const struct program *p)
{
    for (cg_node node = 0; node < cg_graph_node_count(p->graph); node++) {
        print_calls(p, node);
        print_truth(p, node, CG_KEY_ESCAPES);
        print_truth(p, node, CG_KEY_MISTYPED);
        print_truth(p, node, CG_KEY_CONFINED);
    }
    for (cg_edge edge = 0; edge < cg_graph_edge_count(p->graph); edge++) {
        print_callbacks(p, edge);
    }
}

static void print_run_node(const struct cg_graph *graph, cg_node node)
{
    const char *const *names;
    const char *name = cg_node_name(graph, node);
    uint32_t count = cg_node_other_names(graph, node, &names);
    for (uint32_t i = 0; i < count; i++) {
        printf("name %s %s\n", name, names[i]);
    }
    if (cg_site_count(graph, node, CG_KEY_UNRESOLVED_CALLS) > 0) {
        printf("open %s\n", name);
    }
    if (escapes(graph, node)) {
        printf("escapes %s\n", name);
    }
}

static void print_run(const struct cg_graph *graph)
{
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        print_run_node(graph, node);
    }
    for (cg_edge edge = 0; edge < cg_graph_edge_count(graph); edge++) {
        const char *callee = cg_node_name(graph, cg_edge_callee(graph, edge));
        printf("edge %s %s\n", cg_node_name(graph, cg_edge_caller(graph, edge)), callee);
        if (cg_edge_kinds(graph, edge) & CG_EDGE_CALLBACK) {
            printf("called-back %s\n", callee);
        }
    }
}

static void print_all(struct program *p)
{
    uint32_t edges = cg_graph_edge_count(p->graph);
    p->edge_sites = calloc(edges + 1, sizeof(struct cg_site_list *));
    if (!p->edge_sites) {
        exit(2);
    }
    for (cg_edge edge = 0; edge < edges; edge++) {
        p->edge_sites[edge] = sites(p->graph, edge, CG_KEY_CALL_SITES);
    }
    print_program(p);
    for (cg_edge edge = 0; edge < edges; edge++) {
        cg_site_list_free(p->edge_sites[edge]);
    }
    free(p->edge_sites);
}

static void dump(const char *path, const char *prefix)
{
    struct program p = {NULL, NULL, prefix};
    struct cg_error error;
    if (cg_read_file(&p.graph, path, NULL, &error) || cg_graph_freeze(p.graph, &error)) {
        die(&error);
    }
    if (prefix) {
        print_all(&p);
    } else {
        print_run(p.graph);
    }
    cg_graph_free(p.graph);
}

int main(void)
{
    char *line = NULL;
    size_t capacity = 0;
    while (getline(&line, &capacity, stdin) > 0) {
        const char *graph = strtok(line, " \n"), *output = strtok(NULL, " \n");
        if (!graph || !output || !freopen(output, "w", stdout)) {
            perror("dump");
            return 2;
        }
        dump(graph, strtok(NULL, " \n"));
    }
    free(line);
    return fclose(stdout) ? 2 : 0;
}
