/*
 * Generates call graphs of a wanted size, as a whole or as many partial files.
 *
 *   generate whole FUNCTIONS EDGES VERSION FILE
 *   generate parts FUNCTIONS EDGES COUNT DIRECTORY
 *   generate facts SHARED OWN COUNT DIRECTORY
 *   generate stream FUNCTIONS CALLS LIVE FILE
 *   generate pieces FUNCTIONS CALLS COUNT DIRECTORY
 *   generate pointers FUNCTIONS CALLS COUNT DIRECTORY
 *
 * Names are as long as those of template-heavy C++. Parts are what cgcollect writes: each defines a
 * share of the functions with sites and metadata, and declares what it calls. `stream` writes a
 * graph that need not fit into memory: `main` leads to a chain of LIVE functions, and each function
 * calls CALLS others at random, those of the chain only others of the chain. `pieces` writes
 * partial graphs of which nothing is kept in memory either: each function calls CALLS others, two
 * of three in its own piece. In those of `pointers`, each tenth function also calls through a table
 * of its own piece or of the next, and all have pointer facts.
 */
#include <libcg/file.h>
#include <libcg/link.h>
#include <libcg/metadata.h>
#include <libcg/site.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 0x9e3779b97f4a7c15ull;

static uint32_t random_below(uint32_t bound)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state >> 32) * bound >> 32);
}

static void check(int status, const struct cg_error *error)
{
    if (status) {
        fprintf(stderr, "generate: %s\n", error->text);
        exit(2);
    }
}

static void make_name(char *name, size_t size, uint32_t number)
{
    snprintf(name, size,
             "_ZN7example7detail%uu11transformer%uINS_6policyILi%uESt6vectorISsSaISsEE"
             "E9operation%uERKNS_7requestE",
             number % 97, number % 1009, number % 7, number);
}

static cg_node add_function(struct cg_graph *graph, uint32_t number, bool defined)
{
    char name[256], origin[64], text[64];
    struct cg_error error;
    cg_node node;
    make_name(name, sizeof name, number);
    snprintf(origin, sizeof origin, "src/module%u/file%u.cpp", number / 5000, number / 50);
    check(cg_graph_add_node(&node, graph, name, &error), &error);
    check(cg_node_set_origin(graph, node, origin, &error), &error);
    cg_node_set_has_body(graph, node, defined);
    check(cg_metadata_set(graph, CG_ON_NODE, node, "fileProperties",
                          &(struct cg_value){"{\"systemInclude\":false}", 23}, &error),
          &error);
    if (defined) {
        int length = snprintf(text, sizeof text, "%u", number % 61);
        check(cg_metadata_set(graph, CG_ON_NODE, node, "numStatements",
                              &(struct cg_value){text, (size_t)length}, &error),
              &error);
    }
    return node;
}

static void whole(uint32_t functions, uint32_t edges, int version, const char *path)
{
    struct cg_graph *graph;
    struct cg_error error;
    struct cg_write_options options = {CG_WRITE_OPTIONS_VERSION, .mcg_version = version};
    check(cg_graph_new(&graph, &error), &error);
    for (uint32_t n = 0; n < functions; n++) {
        add_function(graph, n, true);
    }
    while (cg_graph_edge_count(graph) < edges) {
        check(cg_graph_add_edge(NULL, graph, random_below(functions), random_below(functions),
                                version == 4 ? CG_EDGE_DIRECT : 0, &error),
              &error);
    }
    check(cg_write_file(graph, path, &options, &error), &error);
    cg_graph_free(graph);
}

static cg_node node_of(struct cg_graph *graph, uint32_t number, bool defined)
{
    char name[256];
    make_name(name, sizeof name, number);
    cg_node node = cg_graph_find(graph, name);
    if (node == CG_NONE) {
        node = add_function(graph, number, defined);
        cg_node_set_linkage(graph, node, CG_LINKAGE_EXTERNAL);
        if (defined) {
            struct cg_error error;
            check(cg_sites_write(graph, node, CG_KEY_UNRESOLVED_CALLS, NULL, 0, &error), &error);
        }
    }
    return node;
}

static void add_call(struct cg_graph *graph, cg_node caller, cg_node callee, unsigned kinds)
{
    cg_edge edge;
    struct cg_error error;
    struct cg_site site = {.file = cg_node_origin(graph, caller),
                           .line = random_below(3000) + 1,
                           .column = random_below(60) + 1,
                           .kind = "direct"};
    check(cg_graph_add_edge(&edge, graph, caller, callee, kinds, &error), &error);
    check(cg_sites_write(graph, edge, CG_KEY_CALL_SITES, &site, 1, &error), &error);
}

/* An inline function of a header: the same in every file that includes it. */
static void add_inline(struct cg_graph *graph, uint32_t number)
{
    uint64_t outer = state;
    state = 0x2545f4914f6cdd1dull * (number + 1);
    cg_node node = node_of(graph, number, true);
    cg_node_set_linkage(graph, node, CG_LINKAGE_WEAK);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t target = number - number % 50 + random_below(50);
        cg_node callee = node_of(graph, target, true);
        cg_node_set_linkage(graph, callee, CG_LINKAGE_WEAK);
        add_call(graph, node, callee, CG_EDGE_DIRECT);
    }
    state = outer;
}

#define INLINE_FUNCTIONS 5000u /* in all headers */
#define INLINE_RUNS 2u         /* headers a file uses, of 50 functions each */

static void part(uint32_t functions, uint32_t edges, uint32_t count, uint32_t index,
                 const char *directory)
{
    struct cg_graph *graph;
    struct cg_error error;
    char path[4096];
    uint32_t share = functions / count, first = share * index;
    check(cg_graph_new(&graph, &error), &error);
    for (uint32_t n = first; n < first + share; n++) {
        node_of(graph, n, true);
    }
    for (uint32_t run = 0; run < INLINE_RUNS; run++) {
        uint32_t header = random_below(INLINE_FUNCTIONS / 50) * 50;
        for (uint32_t i = 0; i < 50; i++) {
            add_inline(graph, functions + header + i);
        }
    }
    for (uint32_t i = 0; i < edges / count; i++) {
        cg_node caller = node_of(graph, first + random_below(share), true);
        uint32_t target = random_below(3) ? first + random_below(share) : random_below(functions);
        bool own = target >= first && target < first + share;
        add_call(graph, caller, node_of(graph, target, own), CG_EDGE_DIRECT);
    }
    snprintf(path, sizeof path, "%s/part%05u.mcg", directory, index);
    check(cg_write_file(graph, path, NULL, &error), &error);
    cg_graph_free(graph);
}

/* A part with pointer facts of the graph: those of headers, which all have, and its own. */
static void part_with_facts(uint32_t shared, uint32_t own, uint32_t index, const char *directory)
{
    struct cg_graph *graph;
    struct cg_error error;
    char path[4096];
    size_t length = 1, size = ((size_t)shared + own) * 96 + 3;
    char *text = malloc(size);
    const char *separator = "";
    check(text && !cg_graph_new(&graph, &error) ? CG_OK : CG_E_MEMORY, &error);
    for (uint32_t i = 0; i < own; i++) {
        length +=
            (size_t)snprintf(text + length, size - length,
                             "%s[\"c\",\"gtable%04u|src/file%u.c\",\"&Fhandler%04u|src/file%u.c\"]",
                             separator, i, index, i, index);
        separator = ",";
    }
    for (uint32_t i = 0; i < shared; i++) {
        length +=
            (size_t)snprintf(text + length, size - length,
                             "%s[\"n\",\"ns::record%04u\",\"ns::inner%04u\"]", separator, i, i);
        separator = ",";
    }
    text[0] = '[';
    text[length++] = ']';
    check(cg_metadata_set(graph, CG_ON_GRAPH, 0, CG_KEY_POINTER_FACTS,
                          &(struct cg_value){text, length}, &error),
          &error);
    snprintf(path, sizeof path, "%s/facts%05u.mcg", directory, index);
    check(cg_write_file(graph, path, NULL, &error), &error);
    cg_graph_free(graph);
    free(text);
}

/* The next of the chain, and CALLS others in ascending order, each of another share of the
 * functions. */
static void stream_node(FILE *out, uint32_t node, uint32_t functions, uint32_t calls, uint32_t live)
{
    uint32_t among = node < live ? live : functions, share = among / (calls ? calls : 1);
    fprintf(out, "%s\n\"%" PRIu32 "\":{\"callees\":{", node ? "," : "", node);
    const char *before = "";
    bool chained = node + 1 >= live;
    for (uint32_t i = 0; i < calls && share; i++) {
        uint32_t callee = i * share + random_below(share);
        if (!chained && callee > node + 1) {
            fprintf(out, "%s\"%" PRIu32 "\":{}", before, node + 1);
            before = ",";
        }
        chained = chained || callee >= node + 1;
        fprintf(out, "%s\"%" PRIu32 "\":{}", before, callee);
        before = ",";
    }
    if (!chained) {
        fprintf(out, "%s\"%" PRIu32 "\":{}", before, node + 1);
    }
    fprintf(out,
            "},\"functionName\":\"%s%" PRIu32
            "\",\"hasBody\":true,\"meta\":{\"numStatements\":%" PRIu32
            ",\"unresolvedCalls\":[]},\"origin\":\"dir%" PRIu32 "/f%" PRIu32 ".c\"}",
            node ? "f" : "main", node, node % 7, node % 10, node / 1000);
}

static void stream(uint32_t functions, uint32_t calls, uint32_t live, const char *path)
{
    FILE *out = fopen(path, "w");
    if (!out) {
        perror(path);
        exit(2);
    }
    fprintf(out, "{\"_CG\":{\"meta\":{\"entryFunction\":\"0\"},\"nodes\":{");
    for (uint32_t node = 0; node < functions; node++) {
        stream_node(out, node, functions, calls, live);
    }
    fprintf(
        out,
        "}},\"_MetaCG\":{\"generator\":{\"name\":\"generate\",\"sha\":\"\",\"version\":\"1.0\"},"
        "\"version\":\"4.0\"}}\n");
    if (fclose(out) != 0) {
        perror(path);
        exit(2);
    }
}

/** A piece while it is written. */
struct piece {
    FILE *out;
    uint32_t functions, count, index; /* of all pieces; number of pieces; of this */
    uint32_t first, share;            /* functions that it defines */
    uint32_t *declared, declaring;    /* others that it calls, in the order of their numbers here */
    uint32_t *number;                 /* by function: one more than its place in DECLARED, or 0 */
    bool pointers;
};

#define TABLE_EVERY 10u

static uint32_t number_here(struct piece *piece, uint32_t function)
{
    if (function >= piece->first && function < piece->first + piece->share) {
        return function - piece->first;
    }
    if (piece->number[function] == 0) {
        piece->declared[piece->declaring] = function;
        piece->number[function] = ++piece->declaring;
    }
    return piece->share + piece->number[function] - 1;
}

static const char *name_here(char text[16], uint32_t function)
{
    snprintf(text, 16, function ? "f%" PRIu32 : "main", function);
    return text;
}

static void piece_calls(struct piece *piece, uint32_t calls)
{
    uint32_t outside = calls / 3, own = calls - outside;
    uint32_t others = piece->functions - piece->share;
    const char *before = "";
    for (uint32_t i = 0; i < own && own <= piece->share; i++) {
        uint32_t range = piece->share / own;
        fprintf(piece->out, "%s\"%" PRIu32 "\":{\"callType\":\"DIRECT\"}", before,
                i * range + random_below(range));
        before = ",";
    }
    for (uint32_t i = 0; i < outside && outside <= others; i++) {
        uint32_t range = others / outside;
        uint32_t function =
            (piece->first + piece->share + i * range + random_below(range)) % piece->functions;
        fprintf(piece->out, "%s\"%" PRIu32 "\":{\"callType\":\"DIRECT\"}", before,
                number_here(piece, function));
        before = ",";
    }
}

/* The facts of a function, and the call that is unresolved for them. */
static void piece_pointers(struct piece *piece, uint32_t function)
{
    if (function % TABLE_EVERY) {
        fprintf(piece->out, "\"pointerFacts\":[[\"t\",\"FvPvE\"]],\"unresolvedCalls\":[]");
        return;
    }
    uint32_t line = function - piece->first + 1,
             table = (piece->index + random_below(2)) % piece->count;
    fprintf(piece->out,
            "\"pointerFacts\":[[\"k\",\"f%" PRIu32 ".c\",%" PRIu32 ",5,\"gtable%" PRIu32 "_%" PRIu32
            "\",\"FvPvE\",\"\",[\"\"]],[\"t\",\"FvPvE\"]],\"unresolvedCalls\":[{\"column\":5,"
            "\"file\":\"f%" PRIu32 ".c\",\"line\":%" PRIu32
            ",\"reason\":\"pointer\",\"type\":\"void (void *)\"}]",
            piece->index, line, table, random_below(piece->share) / TABLE_EVERY, piece->index,
            line);
}

/* Ten functions are in each table. */
static void piece_tables(struct piece *piece)
{
    char name[16];
    fprintf(piece->out, "\"pointerFacts\":[");
    for (uint32_t i = 0; i < piece->share; i++) {
        fprintf(piece->out, "%s[\"c\",\"gtable%" PRIu32 "_%" PRIu32 "\",\"&F%s\"]", i ? "," : "",
                piece->index, i / TABLE_EVERY, name_here(name, piece->first + i));
        if (i % TABLE_EVERY == 0) {
            fprintf(piece->out, ",[\"g\",\"gtable%" PRIu32 "_%" PRIu32 "\"]", piece->index,
                    i / TABLE_EVERY);
        }
    }
    fprintf(piece->out, "]");
}

static void write_piece(struct piece *piece, uint32_t calls)
{
    char name[16];
    fprintf(piece->out, "{\"_CG\":{\"meta\":{");
    if (piece->pointers) {
        piece_tables(piece);
    }
    fprintf(piece->out, "},\"nodes\":{");
    for (uint32_t i = 0; i < piece->share; i++) {
        uint32_t function = piece->first + i;
        fprintf(piece->out, "%s\n\"%" PRIu32 "\":{\"callees\":{", i ? "," : "", i);
        piece_calls(piece, calls);
        fprintf(piece->out,
                "},\"functionName\":\"%s\",\"hasBody\":true,\"meta\":{\"linkage\":\"external\","
                "\"numStatements\":%" PRIu32 ",",
                name_here(name, function), function % 7);
        if (piece->pointers) {
            piece_pointers(piece, function);
        } else {
            fprintf(piece->out, "\"unresolvedCalls\":[]");
        }
        fprintf(piece->out, "},\"origin\":\"f%" PRIu32 ".c\"}", piece->index);
    }
    for (uint32_t i = 0; i < piece->declaring; i++) {
        fprintf(piece->out,
                ",\n\"%" PRIu32 "\":{\"callees\":{},\"functionName\":\"%s\",\"hasBody\":false,"
                "\"meta\":{\"linkage\":\"external\"},\"origin\":\"all.h\"}",
                piece->share + i, name_here(name, piece->declared[i]));
    }
    fprintf(
        piece->out,
        "}},\"_MetaCG\":{\"generator\":{\"name\":\"generate\",\"sha\":\"\",\"version\":\"1.0\"},"
        "\"version\":\"4.0\"}}\n");
}

static void pieces(uint32_t functions, uint32_t calls, uint32_t count, const char *directory,
                   bool pointers)
{
    struct piece piece = {
        .functions = functions, .count = count, .share = functions / count, .pointers = pointers};
    piece.number = calloc(functions, sizeof *piece.number);
    piece.declared = calloc(functions, sizeof *piece.declared);
    struct cg_error error = {.text = "out of memory"};
    check(piece.number && piece.declared ? CG_OK : CG_E_MEMORY, &error);
    for (; piece.index < count; piece.index++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/piece%05" PRIu32 ".mcg", directory, piece.index);
        piece.out = fopen(path, "w");
        piece.first = piece.share * piece.index;
        piece.declaring = 0;
        memset(piece.number, 0, functions * sizeof *piece.number);
        if (piece.out) {
            write_piece(&piece, calls);
        }
        if (!piece.out || fclose(piece.out) != 0) {
            perror(path);
            exit(2);
        }
    }
    free(piece.number);
    free(piece.declared);
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        fprintf(stderr, "usage: generate whole FUNCTIONS EDGES VERSION FILE\n"
                        "       generate parts FUNCTIONS EDGES COUNT DIRECTORY\n"
                        "       generate facts SHARED OWN COUNT DIRECTORY\n"
                        "       generate stream FUNCTIONS CALLS LIVE FILE\n"
                        "       generate pieces FUNCTIONS CALLS COUNT DIRECTORY\n"
                        "       generate pointers FUNCTIONS CALLS COUNT DIRECTORY\n");
        return 2;
    }
    uint32_t functions = (uint32_t)strtoul(argv[2], NULL, 10);
    uint32_t edges = (uint32_t)strtoul(argv[3], NULL, 10);
    uint32_t number = (uint32_t)strtoul(argv[4], NULL, 10);
    if (strcmp(argv[1], "whole") == 0) {
        whole(functions, edges, (int)number, argv[5]);
        return 0;
    }
    if (strcmp(argv[1], "stream") == 0) {
        stream(functions, edges, number, argv[5]);
        return 0;
    }
    if (strcmp(argv[1], "pieces") == 0 || strcmp(argv[1], "pointers") == 0) {
        pieces(functions, edges, number, argv[5], strcmp(argv[1], "pointers") == 0);
        return 0;
    }
    bool facts = strcmp(argv[1], "facts") == 0;
    for (uint32_t i = 0; i < number; i++) {
        if (facts) {
            part_with_facts(functions, edges, i, argv[5]);
        } else {
            part(functions, edges, number, i, argv[5]);
        }
    }
    return 0;
}
