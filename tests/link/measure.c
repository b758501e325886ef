/*
 * Count what linking made of a program, for measure.sh.
 *
 *     measure PART.mcg WHOLE.mcg [--sites]
 *
 * PART is the program merged with its pointer facts (cgmerge -r), WHOLE the same linked. Prints, a
 * line each:
 *
 *     pointer SITES CLOSED TARGETS MOST   calls through pointers; callees over all and of one
 *     virtual SITES CLOSED TARGETS MOST   calls through virtual tables
 *     types SITES TARGETS MOST            were each call through a pointer given all functions of
 *                                         its signature whose address is taken
 *     facts COUNT BYTES                   pointer facts of PART
 *     unknown COUNT WORDS                 of the calls that are open
 *
 * and with --sites `site TARGETS STATE KIND PLACE CALLER` for each call.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libcg/file.h>
#include <libcg/link.h>
#include <libcg/metadata.h>
#include <libcg/site.h>

/** A call of a function: what an edge and an open or closed call have in common. */
struct call {
    cg_node caller;
    uint32_t line;
    uint32_t column;
    bool is_virtual;
    char *file;
};

struct calls {
    struct call *items;
    size_t count;
    size_t capacity;
};

struct tally {
    unsigned long sites;
    unsigned long closed;
    unsigned long targets;
    unsigned long most;
};

static bool show_sites;

static void die(const struct cg_error *error)
{
    char text[1024];
    cg_error_format(text, sizeof text, error);
    fprintf(stderr, "measure: %s\n", text);
    exit(2);
}

static void *checked(void *memory)
{
    if (!memory) {
        fprintf(stderr, "measure: out of memory\n");
        exit(2);
    }
    return memory;
}

static struct cg_graph *read_graph(const char *path)
{
    struct cg_graph *graph;
    struct cg_error error;
    if (cg_read_file(&graph, path, NULL, &error)) {
        die(&error);
    }
    return graph;
}

static struct cg_site_list *sites(const struct cg_graph *graph, uint32_t number, const char *key)
{
    struct cg_site_list *list;
    struct cg_error error;
    if (cg_sites_read(&list, graph, number, key, &error)) {
        die(&error);
    }
    return list;
}

static int compare_calls(const void *a, const void *b)
{
    const struct call *x = a;
    const struct call *y = b;
    if (x->caller != y->caller) {
        return x->caller < y->caller ? -1 : 1;
    }
    if (x->line != y->line) {
        return x->line < y->line ? -1 : 1;
    }
    if (x->column != y->column) {
        return x->column < y->column ? -1 : 1;
    }
    if (x->is_virtual != y->is_virtual) {
        return x->is_virtual ? 1 : -1;
    }
    return strcmp(x->file, y->file);
}

static bool is_word(const char *text, const char *word)
{
    return text && strcmp(text, word) == 0;
}

static void add_call(struct calls *calls, cg_node caller, const struct cg_site *site)
{
    if (calls->count == calls->capacity) {
        calls->capacity = calls->capacity ? 2 * calls->capacity : 1024;
        calls->items = checked(realloc(calls->items, calls->capacity * sizeof *calls->items));
    }
    calls->items[calls->count++] = (struct call){
        .caller = caller,
        .line = site->line,
        .column = site->column,
        .is_virtual = is_word(site->kind, "virtual"),
        .file = checked(strdup(site->file ? site->file : "-")),
    };
}

/** The calls through pointers and tables that edges stand for, one for each callee, sorted. */
static struct calls read_edges(const struct cg_graph *graph)
{
    struct calls calls = {NULL, 0, 0};
    for (cg_edge edge = 0; edge < cg_graph_edge_count(graph); edge++) {
        struct cg_site_list *list = sites(graph, edge, CG_KEY_CALL_SITES);
        for (size_t i = 0; i < cg_site_list_count(list); i++) {
            const struct cg_site *site = cg_site_list_at(list, i);
            if (is_word(site->kind, "virtual") || is_word(site->kind, "pointer")) {
                add_call(&calls, cg_edge_caller(graph, edge), site);
            }
        }
        cg_site_list_free(list);
    }
    if (calls.count) {
        qsort(calls.items, calls.count, sizeof *calls.items, compare_calls);
    }
    return calls;
}

static void free_calls(struct calls *calls)
{
    for (size_t i = 0; i < calls->count; i++) {
        free(calls->items[i].file);
    }
    free(calls->items);
}

static unsigned long count_targets(const struct calls *calls, const struct call *wanted)
{
    size_t low = 0;
    size_t high = calls->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_calls(&calls->items[middle], wanted) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    unsigned long count = 0;
    while (low + count < calls->count && compare_calls(&calls->items[low + count], wanted) == 0) {
        count++;
    }
    return count;
}

static void add_to(struct tally *tally, unsigned long targets, bool closed)
{
    tally->sites++;
    tally->closed += closed;
    tally->targets += targets;
    tally->most = targets > tally->most ? targets : tally->most;
}

static void tally_site(const struct cg_graph *graph, const struct calls *edges, cg_node node,
                       const struct cg_site *site, bool closed, struct tally tallies[2])
{
    bool is_virtual = is_word(site->reason, CG_OPEN_VIRTUAL);
    char *file = checked(strdup(site->file ? site->file : "-"));
    struct call wanted = {node, site->line, site->column, is_virtual, file};
    if (is_virtual || is_word(site->reason, CG_OPEN_POINTER)) {
        unsigned long targets = count_targets(edges, &wanted);
        add_to(&tallies[is_virtual], targets, closed);
        if (show_sites) {
            printf("site %lu %s %s %s:%u:%u %s\n", targets, closed ? "closed" : "open",
                   site->reason, file, site->line, site->column, cg_node_name(graph, node));
        }
        if (!closed) {
            printf("unknown 1 %s\n", site->unknown ? site->unknown : "-");
        }
    }
    free(file);
}

static void count_linked(const struct cg_graph *graph)
{
    struct tally tallies[2] = {{0, 0, 0, 0}, {0, 0, 0, 0}};
    struct calls edges = read_edges(graph);
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        for (int closed = 0; closed < 2; closed++) {
            struct cg_site_list *list =
                sites(graph, node, closed ? CG_KEY_CLOSED_CALLS : CG_KEY_OPEN_CALLS);
            for (size_t i = 0; i < cg_site_list_count(list); i++) {
                tally_site(graph, &edges, node, cg_site_list_at(list, i), closed, tallies);
            }
            cg_site_list_free(list);
        }
    }
    for (int i = 0; i < 2; i++) {
        printf("%s %lu %lu %lu %lu\n", i ? "virtual" : "pointer", tallies[i].sites,
               tallies[i].closed, tallies[i].targets, tallies[i].most);
    }
    free_calls(&edges);
}

/** Signatures, each once, with how many functions whose address is taken and how many calls have
 *  it. */
struct signature {
    char *text;
    unsigned long functions;
    unsigned long calls;
};

struct signatures {
    struct signature *items;
    size_t count;
};

static struct signature *find_signature(struct signatures *all, const char *text)
{
    for (size_t i = 0; i < all->count; i++) {
        if (strcmp(all->items[i].text, text) == 0) {
            return &all->items[i];
        }
    }
    all->items = checked(realloc(all->items, (all->count + 1) * sizeof *all->items));
    all->items[all->count] = (struct signature){checked(strdup(text)), 0, 0};
    return &all->items[all->count++];
}

/** Could a call of one signature be of a function of the other? */
static bool is_compatible(const char *call, const char *function)
{
    return strcmp(call, "?") == 0 || strcmp(function, "?") == 0 || strcmp(call, function) == 0;
}

static void count_fact(struct signatures *all, const json_t *fact, bool address_taken)
{
    const char *form = json_string_value(json_array_get(fact, 0));
    const char *text = json_string_value(json_array_get(fact, is_word(form, "t") ? 1 : 5));
    if (is_word(form, "t") && text) {
        find_signature(all, text)->functions += address_taken;
    } else if (is_word(form, "k") && text) {
        find_signature(all, text)->calls++;
    }
}

static unsigned long count_facts_at(struct signatures *all, const struct cg_graph *graph,
                                    enum cg_place place, cg_node node, unsigned long *bytes)
{
    json_t *facts;
    struct cg_error error;
    const char *text = cg_metadata_get(graph, place, node, CG_KEY_POINTER_FACTS);
    bool taken =
        place == CG_ON_NODE && cg_metadata_get(graph, place, node, CG_KEY_ADDRESS_TAKEN) != NULL;
    if (!text) {
        return 0;
    }
    *bytes += strlen(text);
    if (cg_metadata_json(&facts, graph, place, node, CG_KEY_POINTER_FACTS, &error)) {
        die(&error);
    }
    unsigned long count = json_array_size(facts);
    for (size_t i = 0; i < count; i++) {
        count_fact(all, json_array_get(facts, i), taken);
    }
    json_decref(facts);
    return count;
}

static void print_types(struct signatures *all)
{
    struct tally types = {0, 0, 0, 0};
    for (size_t i = 0; i < all->count; i++) {
        unsigned long targets = 0;
        for (size_t k = 0; k < all->count && all->items[i].calls; k++) {
            if (is_compatible(all->items[i].text, all->items[k].text)) {
                targets += all->items[k].functions;
            }
        }
        types.sites += all->items[i].calls;
        types.targets += all->items[i].calls * targets;
        types.most = targets > types.most ? targets : types.most;
    }
    printf("types %lu %lu %lu\n", types.sites, types.targets, types.most);
}

static void count_parts(const struct cg_graph *graph)
{
    struct signatures all = {NULL, 0};
    unsigned long bytes = 0;
    unsigned long facts = count_facts_at(&all, graph, CG_ON_GRAPH, 0, &bytes);
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        facts += count_facts_at(&all, graph, CG_ON_NODE, node, &bytes);
    }
    printf("facts %lu %lu\n", facts, bytes);
    print_types(&all);
    for (size_t i = 0; i < all.count; i++) {
        free(all.items[i].text);
    }
    free(all.items);
}

int main(int argc, char **argv)
{
    show_sites = argc == 4 && strcmp(argv[3], "--sites") == 0;
    if (argc != 3 && !show_sites) {
        fprintf(stderr, "usage: measure PART.mcg WHOLE.mcg [--sites]\n");
        return 2;
    }
    struct cg_graph *graph = read_graph(argv[1]);
    count_parts(graph);
    cg_graph_free(graph);
    graph = read_graph(argv[2]);
    count_linked(graph);
    cg_graph_free(graph);
    return 0;
}
