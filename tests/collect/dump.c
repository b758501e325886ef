/*
 * Print a graph one fact a line, sorted, for the tests of cgcollect.
 *
 *     dump [--evidence | --classes | --facts | --metadata=KEYS] GRAPH.mcg
 *
 * Lines: `define NAME LINKAGE ORIGIN STATEMENTS`, `declare NAME LINKAGE ORIGIN`,
 * `name NAME OTHERNAME`, `CALLER -> CALLEE KINDS SITES`, `open CALLER SITE REASON TYPE`,
 * `address NAME SITE`, `outlined NAME SITE`, `override DERIVED BASE`, `virtual NAME`. What is
 * unknown is "-". Unresolved calls of known receivers end in ` receiver=NAME slot=NUMBER`. With
 * --evidence, edges that have some end in it: ` [ast,ir]`. With --classes, elements of metadata
 * `classes` and unresolved calls alone: `installs NODE TABLE`, `table NODE NAME`, and of it
 * `NAME TYPE ENTRIES`, `NAME ENTRY FUNCTION`. With --facts only pointer facts: `NAME FACT`, `NAME`
 * where a function has none, `NAME unread` where nobody read it; NAME is "-" for what holds outside
 * functions. With --metadata, values of these kinds, separated by commas: `NAME KEY VALUE`, with
 * `CALLER -> CALLEE` or `graph` for NAME on edges and the graph.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libcg/facts.h>
#include <libcg/file.h>
#include <libcg/json.h>
#include <libcg/link.h>
#include <libcg/metadata.h>
#include <libcg/site.h>

#include "../dump.h"

static void print_site(const struct cg_site *site)
{
    printf(" %s:%u:%u", or_dash(site->file), site->line, site->column);
    if (site->kind && strcmp(site->kind, "direct") != 0) {
        printf("(%s)", site->kind);
    }
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

static void print_node(const struct cg_graph *graph, cg_node node)
{
    bool defined = cg_node_has_body(graph, node);
    const char *linkage = cg_linkage_name(cg_node_linkage(graph, node));
    const char *origin = cg_node_origin(graph, node);
    const char *statements = cg_metadata_get(graph, CG_ON_NODE, node, "numStatements");
    const char *name = cg_node_name(graph, node);
    printf("%s %s %s %s", defined ? "define" : "declare", name, or_dash(linkage), or_dash(origin));
    printf(defined ? " %s\n" : "\n", or_dash(statements));
    if (cg_node_is_virtual(graph, node)) {
        printf("virtual %s\n", name);
    }
    if (defined && !cg_metadata_has(graph, CG_ON_NODE, node, CG_KEY_UNRESOLVED_CALLS)) {
        printf("unsaid %s\n", name);
    }
}

static void print_names(const struct cg_graph *graph, cg_node node)
{
    const char *const *names;
    uint32_t count = cg_node_other_names(graph, node, &names);
    for (uint32_t i = 0; i < count; i++) {
        printf("name %s %s\n", cg_node_name(graph, node), names[i]);
    }
}

static void print_open(const struct cg_graph *graph, cg_node node)
{
    struct cg_site_list *list = sites(graph, node, CG_KEY_UNRESOLVED_CALLS);
    for (size_t i = 0; i < cg_site_list_count(list); i++) {
        const struct cg_site *site = cg_site_list_at(list, i);
        printf("open %s", cg_node_name(graph, node));
        print_site(site);
        printf(" %s %s", or_dash(site->reason), or_dash(site->type));
        if (site->receiver) {
            printf(" receiver=%s slot=%u", site->receiver, site->slot);
        }
        printf("\n");
    }
    cg_site_list_free(list);
}

static void print_places(const struct cg_graph *graph, cg_node node, const char *key,
                         const char *word)
{
    struct cg_site_list *list = sites(graph, node, key);
    for (size_t i = 0; i < cg_site_list_count(list); i++) {
        printf("%s %s", word, cg_node_name(graph, node));
        print_site(cg_site_list_at(list, i));
        printf("\n");
    }
    cg_site_list_free(list);
}

static void print_evidence(const struct cg_graph *graph, cg_edge edge)
{
    const char *word;
    size_t i = 0;
    for (; (word = cg_word_at(graph, CG_ON_EDGE, edge, CG_KEY_EVIDENCE, i)); i++) {
        printf("%s%s", i ? "," : " [", word);
    }
    printf(i ? "]" : "");
}

static void print_edge(const struct cg_graph *graph, cg_edge edge, bool with_evidence)
{
    printf("%s -> %s", cg_node_name(graph, cg_edge_caller(graph, edge)),
           cg_node_name(graph, cg_edge_callee(graph, edge)));
    for (unsigned kind = 1; kind <= CG_EDGE_ALL_KINDS; kind <<= 1) {
        if (cg_edge_kinds(graph, edge) & kind) {
            printf(" %s", cg_edge_kind_name(kind));
        }
    }
    struct cg_site_list *list = sites(graph, edge, CG_KEY_CALL_SITES);
    for (size_t i = 0; i < cg_site_list_count(list); i++) {
        print_site(cg_site_list_at(list, i));
    }
    cg_site_list_free(list);
    if (with_evidence) {
        print_evidence(graph, edge);
    }
    printf("\n");
}

static void print_table(const char *owner, const json_t *table)
{
    const char *name = json_string_value(json_array_get(table, 1));
    const json_t *points = json_array_get(table, 2);
    const json_t *entries = json_array_get(table, 3);
    const char *system = json_is_true(json_array_get(table, 4)) ? " system" : "";
    const char *under = json_string_value(json_array_get(table, 5));
    printf("table %s %s%s%s%s\n", owner, name, system, under ? " under " : "", under ? under : "");
    for (size_t i = 0; i < json_array_size(points); i++) {
        const json_t *point = json_array_get(points, i);
        printf("%s %s", name, json_string_value(json_array_get(point, 0)));
        for (size_t k = 1; k < json_array_size(point); k++) {
            printf(" %d", (int)json_integer_value(json_array_get(point, k)));
        }
        printf("\n");
    }
    for (size_t i = 0; i < json_array_size(entries); i++) {
        const char *function = json_string_value(json_array_get(entries, i));
        printf("%s %02zu %s\n", name, i, or_dash(function));
    }
}

static void print_classes(const struct cg_graph *graph, enum cg_place place, cg_node node)
{
    json_t *elements;
    struct cg_error error;
    const char *owner = place == CG_ON_NODE ? cg_node_name(graph, node) : "-";
    if (cg_metadata_json(&elements, graph, place, node, CG_KEY_CLASSES, &error)) {
        die(&error);
    }
    for (size_t i = 0; i < json_array_size(elements); i++) {
        const json_t *element = json_array_get(elements, i);
        const char *word = json_string_value(json_array_get(element, 0));
        if (strcmp(word, "table") == 0) {
            print_table(owner, element);
        } else {
            printf("%s %s %s\n", word, owner, json_string_value(json_array_get(element, 1)));
        }
    }
    json_decref(elements);
}

static void print_all_classes(const struct cg_graph *graph)
{
    print_classes(graph, CG_ON_GRAPH, 0);
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        print_classes(graph, CG_ON_NODE, node);
        print_open(graph, node);
    }
}

static void print_facts(const struct cg_graph *graph, unsigned on, uint32_t number,
                        const char *name)
{
    json_t *facts;
    struct cg_error error;
    if (cg_metadata_json(&facts, graph, on, number, CG_KEY_POINTER_FACTS, &error)) {
        die(&error);
    }
    if (!facts) {
        printf("%s unread\n", name);
    } else if (json_array_size(facts) == 0) {
        printf("%s\n", name);
    }
    for (size_t i = 0; i < json_array_size(facts); i++) {
        char *text = json_dumps(json_array_get(facts, i), JSON_COMPACT);
        printf("%s %s\n", name, or_dash(text));
        free(text);
    }
    json_decref(facts);
}

static void print_all_facts(const struct cg_graph *graph)
{
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        if (cg_node_has_body(graph, node)) {
            print_facts(graph, CG_ON_NODE, node, cg_node_name(graph, node));
        }
    }
    print_facts(graph, CG_ON_GRAPH, 0, "-");
}

static void print_all(const struct cg_graph *graph, bool with_evidence)
{
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        print_node(graph, node);
        print_names(graph, node);
        print_open(graph, node);
        print_places(graph, node, CG_KEY_ADDRESS_TAKEN, "address");
        print_places(graph, node, CG_KEY_OUTLINED, "outlined");
    }
    for (cg_edge edge = 0; edge < cg_graph_edge_count(graph); edge++) {
        print_edge(graph, edge, with_evidence);
    }
    for (uint32_t i = 0; i < cg_graph_override_count(graph); i++) {
        cg_node derived;
        cg_node base;
        cg_graph_override_at(graph, i, &derived, &base);
        printf("override %s %s\n", cg_node_name(graph, derived), cg_node_name(graph, base));
    }
}

/** Print the values that nodes and edges have of some kinds; `keys` are separated by commas. */
static void print_values(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                         const char *keys, const char *name)
{
    struct cg_metadata_walk walk = {0};
    while (cg_metadata_next(&walk, graph, place, number)) {
        size_t length = strlen(walk.key);
        for (const char *at = keys; *at; at += strcspn(at, ","), at += *at == ',') {
            if (strcspn(at, ",") == length && strncmp(at, walk.key, length) == 0) {
                const struct cg_value value = cg_metadata_walk_value(&walk, graph);
                printf("%s %s %.*s\n", name, walk.key, (int)value.length, value.text);
            }
        }
    }
}

static void print_all_values(const struct cg_graph *graph, const char *keys)
{
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        print_values(graph, CG_ON_NODE, node, keys, cg_node_name(graph, node));
    }
    for (cg_edge edge = 0; edge < cg_graph_edge_count(graph); edge++) {
        char name[512];
        snprintf(name, sizeof name, "%s -> %s", cg_node_name(graph, cg_edge_caller(graph, edge)),
                 cg_node_name(graph, cg_edge_callee(graph, edge)));
        print_values(graph, CG_ON_EDGE, edge, keys, name);
    }
    print_values(graph, CG_ON_GRAPH, 0, keys, "graph");
}

int main(int argc, char **argv)
{
    struct cg_graph *graph;
    struct cg_error error;
    bool with_evidence = argc == 3 && strcmp(argv[1], "--evidence") == 0;
    bool classes = argc == 3 && strcmp(argv[1], "--classes") == 0;
    bool facts = argc == 3 && strcmp(argv[1], "--facts") == 0;
    bool values = argc == 3 && strncmp(argv[1], "--metadata=", strlen("--metadata=")) == 0;
    if (argc != 2 && !with_evidence && !classes && !facts && !values) {
        fprintf(stderr, "usage: dump [--evidence | --classes | --facts | --metadata=KEYS] "
                        "GRAPH.mcg\n");
        return 2;
    }
    if (cg_read_file(&graph, argv[argc - 1], NULL, &error) || cg_graph_freeze(graph, &error)) {
        die(&error);
    }
    if (classes) {
        print_all_classes(graph);
    } else if (values) {
        print_all_values(graph, strchr(argv[1], '=') + 1);
    } else if (facts) {
        print_all_facts(graph);
    } else {
        print_all(graph, with_evidence);
    }
    cg_graph_free(graph);
    return 0;
}
