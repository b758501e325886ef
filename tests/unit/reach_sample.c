#include "reach_sample.h"

#include <libcg/link.h>
#include <libcg/site.h>

static const char some_site[] = "[{\"column\":1,\"file\":\"a.c\",\"line\":1}]";

#define POINTER(unknown) "{\"reason\":\"pointer\",\"unknown\":\"" unknown "\"}"
const struct unresolved_call unresolved_calls[] = {
    {"[" POINTER("code not collected") "]", TO_OUTSIDE},
    {"[" POINTER("code not collected, library result") "]", TO_OUTSIDE},
    {"[" POINTER("library result") "," POINTER("code not collected") "]", TO_OUTSIDE},
    {"[{\"reason\":\"virtual\",\"unknown\":\"code not collected\"}]", TO_OUTSIDE},
    {"[{\"reason\":\"callback\",\"unknown\":\"code not collected\"}]", TO_OUTSIDE},
    {"[" POINTER("dlsym") "]", TO_NAMED},
    {"[" POINTER("library result") "," POINTER("library result, dlsym") "]", TO_NAMED},
    {"[" POINTER("dlsym, integer") "]", TO_ANYTHING},
    {"[" POINTER("dlsym") "," POINTER("no facts") "]", TO_ANYTHING},
    {"[" POINTER("library results") "]", TO_ANYTHING},
    {"[" POINTER("") "]", TO_ANYTHING},
    {"[{\"reason\":\"virtual\"}]", TO_ANYTHING},
    {"[{\"reason\":\"inline assembly\",\"unknown\":\"code not collected\"}]", TO_ANYTHING},
};
#define UNRESOLVED_CALLS (sizeof unresolved_calls / sizeof *unresolved_calls)

static void add_random_node(struct sample *sample, cg_node node, struct random *random,
                            bool records)
{
    /* Names run against the order of addition, so that one cannot pass for the other. */
    char name[] = {(char)('z' - node), '\0'};
    add_node(sample->graph, name, NULL, false, CG_LINKAGE_UNKNOWN);
    sample->has_body[node] = chance(random, 80);
    cg_node_set_has_body(sample->graph, node, sample->has_body[node]);
    if (records && sample->has_body[node] && chance(random, 92)) {
        bool open = chance(random, sample->linked ? 25 : 10);
        sample->open[node] = open ? 2 + (int)(draw(random, UNRESOLVED_CALLS)) : 1;
    }
    int open = sample->open[node];
    if (open) {
        set(sample->graph, CG_ON_NODE, node, CG_KEY_UNRESOLVED_CALLS,
            open > 1 ? unresolved_calls[open - 2].text : "[]");
    }
}

static void describe_random_node(struct sample *sample, cg_node node, struct random *random)
{
    sample->taken[node] = chance(random, 15);
    if (sample->taken[node]) {
        set(sample->graph, CG_ON_NODE, node, CG_KEY_ADDRESS_TAKEN, some_site);
    }
    sample->escapes[node] = chance(random, 12);
    sample->kept_in[node] = !sample->escapes[node] && chance(random, 30);
    if (sample->escapes[node] || sample->kept_in[node]) {
        set(sample->graph, CG_ON_NODE, node, CG_KEY_ESCAPES,
            sample->escapes[node] ? "true" : "false");
    }
    sample->mistyped[node] = chance(random, 12);
    if (sample->mistyped[node]) {
        set(sample->graph, CG_ON_NODE, node, CG_KEY_MISTYPED, "true");
    }
    sample->confined[node] = chance(random, 50);
    if (sample->confined[node]) {
        set(sample->graph, CG_ON_NODE, node, CG_KEY_CONFINED, "true");
    }
    sample->runtime[node] = chance(random, 50);
    if (sample->runtime[node]) {
        set(sample->graph, CG_ON_NODE, node, CG_KEY_RUNTIME, "true");
    }
    sample->at_exit[node] = !sample->confined[node] && chance(random, 50);
    if (sample->at_exit[node]) {
        set(sample->graph, CG_ON_NODE, node, CG_KEY_AT_EXIT, "true");
    }
    sample->exitless[node] = chance(random, 50);
    if (sample->exitless[node]) {
        set(sample->graph, CG_ON_NODE, node, CG_KEY_EXITLESS, "true");
    }
    sample->handed_only[node] = chance(random, 40);
    if (sample->handed_only[node]) {
        set(sample->graph, CG_ON_NODE, node, CG_KEY_CALLS_ONLY_ARGUMENTS, "true");
    }
    sample->internal[node] = chance(random, 60);
    if (sample->internal[node]) {
        cg_node_set_linkage(sample->graph, node, CG_LINKAGE_INTERNAL);
    }
    bool of_library = !sample->handed_only[node] && chance(random, 30);
    if (of_library) {
        set(sample->graph, CG_ON_NODE, node, CG_KEY_CALLS_ONLY_ARGUMENTS, "false");
    }
    if (chance(random, 20)) {
        sample->stranger[node] = !sample->has_body[node] && !of_library;
        ck_assert_int_eq(cg_node_set_origin(sample->graph, node, "x.h", NULL), CG_OK);
        set(sample->graph, CG_ON_NODE, node, "fileProperties", "{\"systemInclude\":false}");
    }
}

static void add_random_nodes(struct sample *sample, struct random *random, bool records)
{
    for (cg_node node = 0; node < sample->nodes; node++) {
        add_random_node(sample, node, random, records);
        describe_random_node(sample, node, random);
    }
}

static void link_randomly(struct sample *sample, struct random *random)
{
    sample->linked = chance(random, 60);
    sample->library = chance(random, 20);
    const char *text = sample->library ? "{\"virtual\":\"cha\",\"world\":\"open\"}"
                                       : "{\"virtual\":\"cha\",\"world\":\"closed\"}";
    if (sample->linked) {
        ck_assert_int_eq(cg_metadata_set(sample->graph, CG_ON_GRAPH, 0, CG_KEY_LINKED,
                                         &(struct cg_value){text, strlen(text)}, NULL),
                         CG_OK);
    }
}

static void add_random_edges(struct sample *sample, struct random *random)
{
    uint32_t density = 3 + draw(random, 25);
    for (cg_node a = 0; a < sample->nodes; a++) {
        for (cg_node b = 0; b < sample->nodes; b++) {
            bool edge = chance(random, density);
            bool guess = !edge && chance(random, 5);
            sample->distance[a][b] = a == b ? 0 : edge ? 1 : CG_NONE;
            if (edge) {
                bool callback = chance(random, 15);
                cg_graph_add_edge(NULL, sample->graph, a, b, callback ? CG_EDGE_CALLBACK : 0, NULL);
                sample->handed[b] |= callback && !sample->kept_in[b];
            } else if (guess) {
                cg_graph_add_edge(NULL, sample->graph, a, b, CG_EDGE_CANDIDATE, NULL);
            }
        }
    }
}

static void close_distances(struct sample *sample)
{
    for (cg_node via = 0; via < sample->nodes; via++) {
        for (cg_node a = 0; a < sample->nodes; a++) {
            for (cg_node b = 0; b < sample->nodes; b++) {
                uint64_t length = (uint64_t)sample->distance[a][via] + sample->distance[via][b];
                if (length < sample->distance[a][b]) {
                    sample->distance[a][b] = (uint32_t)length;
                }
            }
        }
    }
}

struct sample random_sample(uint64_t seed)
{
    struct sample sample = {0};
    struct random random = {seed * 77 + 5};
    sample.graph = new_graph();
    sample.nodes = 1 + draw(&random, MAX_NODES);
    link_randomly(&sample, &random);
    add_random_nodes(&sample, &random, chance(&random, 80));
    add_random_edges(&sample, &random);
    close_distances(&sample);
    for (cg_node node = 0; node < sample.nodes; node++) {
        if (chance(&random, 20)) {
            sample.from[sample.from_count++] = node;
        }
        if (chance(&random, 20)) {
            sample.to[sample.to_count++] = node;
        }
    }
    ck_assert_int_eq(cg_graph_freeze(sample.graph, NULL), CG_OK);
    return sample;
}
