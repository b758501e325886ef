#include "model.h"

#include <libcg/merge.h>

#include <stdio.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* In byte order, as the choice between entry points goes by it. */
static const char *const names[] = {"_ZN1a1bEv", "helper", "main",
                                    "q\"\\\n\x01\xc3\xbc\xf0\x9f\x98\x80"};
static const char *const origins[] = {NULL, "a.c", "b.c", "src/\xc3\xbc \"x\".c"};
const char *const model_other_names[MODEL_OTHER_NAMES] = {
    "helper", "_ZN1a1bEv", "_ZN1AC2Ev", "_ZThn8_N1A1fEv", "\"\\\n\x01\xc3\xbc\xf0\x9f\x98\x80"};
/* Sorted as merging sorts them. */
static const char *const sites[] = {
    "{\"column\":1,\"file\":\"a.c\",\"line\":1}", "{\"column\":9,\"file\":\"a.c\",\"line\":1}",
    "{\"column\":2,\"file\":\"a.c\",\"line\":2}", "{\"column\":2,\"file\":\"a.c\",\"line\":10}",
    "{\"column\":1,\"file\":\"b.c\",\"line\":3}"};
/* null, then by length, then by bytes: the last wins. */
static const char *const unknowns[] = {"null", "0", "[]", "{}", "1E5", "[1 , 2]", "\"\\u00e9\""};

void model_random(struct model *model, struct random *random)
{
    memset(model, 0, sizeof *model);
    model->count = (int)draw(random, 8);
    for (int i = 0; i < model->count; i++) {
        model->nodes[i] = (struct model_node){
            .name = (int)draw(random, COUNT(names)),
            .origin = chance(random, 70) ? (int)draw(random, COUNT(origins)) : 0,
            .linkage = chance(random, 40) ? 0 : (int)draw(random, CG_LINKAGE_INTERNAL + 1),
            .has_body = chance(random, 60),
            .is_virtual = chance(random, 10),
            .statements = chance(random, 50) ? (int)draw(random, 12) : MODEL_ABSENT,
            .unresolved_calls =
                chance(random, 50) ? (int)draw(random, 1u << COUNT(sites)) : MODEL_ABSENT,
            .other_names = chance(random, 40) ? (int)draw(random, 1u << MODEL_OTHER_NAMES) : 0,
            .system_include = chance(random, 50) ? (int)draw(random, 2) : MODEL_ABSENT,
            .unknown = chance(random, 30) ? (int)draw(random, COUNT(unknowns)) : MODEL_ABSENT,
        };
    }
    for (int i = 0; i < model->count; i++) {
        for (int j = 0; j < model->count; j++) {
            model->edges[i][j] = (struct model_edge){
                .present = chance(random, 30),
                .kinds = chance(random, 30) ? 0 : draw(random, CG_EDGE_ALL_KINDS + 1),
                .sites = chance(random, 50) ? (int)draw(random, 1u << COUNT(sites)) : MODEL_ABSENT,
                .unknown = chance(random, 20) ? (int)draw(random, COUNT(unknowns)) : MODEL_ABSENT,
            };
            model->overrides[i][j] = chance(random, 8);
        }
    }
    model->entry = model->count && chance(random, 50) ? (int)draw(random, (uint32_t)model->count)
                                                      : MODEL_ABSENT;
    for (int i = 1; i < MODEL_ORIGINS; i++) {
        model->sources[i] = chance(random, 50) ? 1 << (int)chance(random, 5) : 0;
    }
    model->note = chance(random, 30) ? (int)draw(random, COUNT(unknowns)) : MODEL_ABSENT;
}

/* To a graph */

static void set_sources(struct cg_graph *graph, const struct model *model)
{
    static const char *const ways[] = {NULL, "[\"1\"]", "[\"2\"]", "[\"1\",\"2\"]"};
    static const char *const files[] = {NULL, "a.c", "b.c", "src/\xc3\xbc \\\"x\\\".c"};
    char text[512] = "{";
    for (int i = 1; i < MODEL_ORIGINS; i++) {
        size_t length = strlen(text);
        if (model->sources[i]) {
            snprintf(text + length, sizeof text - length, "%s\"%s\":%s", length > 1 ? "," : "",
                     files[i], ways[model->sources[i]]);
        }
    }
    if (text[1]) {
        set(graph, CG_ON_GRAPH, 0, CG_KEY_SOURCES, strcat(text, "}"));
    }
}

static void set_mask(struct cg_graph *graph, enum cg_place place, uint32_t number, const char *key,
                     int mask)
{
    char text[512] = "[";
    for (int i = 0; mask != MODEL_ABSENT && i < COUNT(sites); i++) {
        if (mask & 1 << i) {
            strcat(text, text[1] ? "," : "");
            strcat(text, sites[i]);
        }
    }
    if (mask != MODEL_ABSENT) {
        set(graph, place, number, key, strcat(text, "]"));
    }
}

static void set_one(struct cg_graph *graph, enum cg_place place, uint32_t number, const char *key,
                    int value, const char *const *texts)
{
    if (value != MODEL_ABSENT) {
        set(graph, place, number, key, texts[value]);
    }
}

static void set_node(struct cg_graph *graph, cg_node node, const struct model_node *model)
{
    static const char *const properties[] = {"{\"systemInclude\":false}",
                                             "{\"systemInclude\":true}"};
    char statements[16];
    snprintf(statements, sizeof statements, "%d", model->statements);
    const char *const text = statements;
    if (model->is_virtual) {
        cg_node_set_virtual(graph, node, true);
    }
    if (model->interposable) {
        set(graph, CG_ON_NODE, node, CG_KEY_INTERPOSABLE, "true");
    }
    set_one(graph, CG_ON_NODE, node, "numStatements", model->statements < 0 ? MODEL_ABSENT : 0,
            &text);
    set_mask(graph, CG_ON_NODE, node, "unresolvedCalls", model->unresolved_calls);
    set_one(graph, CG_ON_NODE, node, "fileProperties", model->system_include, properties);
    set_one(graph, CG_ON_NODE, node, "zz\xc3\xa9", model->unknown, unknowns);
}

static void shuffle(int *order, int count, struct random *random)
{
    for (int i = 0; i < count; i++) {
        int j = (int)draw(random, (uint32_t)i + 1);
        order[i] = order[j];
        order[j] = i;
    }
}

static void add_other_names(struct cg_graph *graph, cg_node node, int mask, struct random *random)
{
    int order[MODEL_OTHER_NAMES];
    shuffle(order, MODEL_OTHER_NAMES, random);
    for (int i = 0; i < MODEL_OTHER_NAMES; i++) {
        const char *name = model_other_names[order[i]];
        if (mask & 1 << order[i]) {
            ck_assert_int_eq(cg_node_add_name(graph, node, name, NULL), CG_OK);
        }
    }
}

static void set_edge(struct cg_graph *graph, cg_edge edge, const struct model_edge *model)
{
    set_one(graph, CG_ON_EDGE, edge, "b\"c", model->unknown, unknowns);
    set_mask(graph, CG_ON_EDGE, edge, "callSites", model->sites);
}

/* Nodes that cannot be distinguished stay in their order. */
static bool tied(const struct model_node *a, const struct model_node *b)
{
    return a->name == b->name && a->origin == b->origin && a->linkage == b->linkage &&
           a->has_body == b->has_body;
}

static void order_ties(const struct model *model, int *order)
{
    for (int i = 0; i < model->count; i++) {
        for (int j = i + 1; j < model->count; j++) {
            if (tied(&model->nodes[order[i]], &model->nodes[order[j]]) && order[i] > order[j]) {
                int other = order[i];
                order[i] = order[j];
                order[j] = other;
            }
        }
    }
}

struct cg_graph *model_graph(const struct model *model, struct random *random)
{
    struct cg_graph *graph = new_graph();
    int order[MODEL_NODES], inner[MODEL_NODES];
    cg_node nodes[MODEL_NODES];
    shuffle(order, model->count, random);
    order_ties(model, order);
    for (int i = 0; i < model->count; i++) {
        const struct model_node *node = &model->nodes[order[i]];
        nodes[order[i]] = add_node(graph, names[node->name], origins[node->origin], node->has_body,
                                   (enum cg_linkage)node->linkage);
        set_node(graph, nodes[order[i]], node);
        add_other_names(graph, nodes[order[i]], node->other_names, random);
    }
    shuffle(order, model->count, random);
    for (int i = 0; i < model->count; i++) {
        shuffle(inner, model->count, random);
        for (int j = 0; j < model->count; j++) {
            const struct model_edge *edge = &model->edges[order[i]][inner[j]];
            cg_node a = nodes[order[i]], b = nodes[inner[j]];
            if (edge->present) {
                set_edge(graph, add_edge(graph, a, b, edge->kinds), edge);
            }
            if (model->overrides[order[i]][inner[j]]) {
                ck_assert_int_eq(cg_graph_add_override(graph, a, b, NULL), CG_OK);
            }
        }
    }
    cg_graph_set_entry(graph, model->entry == MODEL_ABSENT ? CG_NONE : nodes[model->entry]);
    set_one(graph, CG_ON_GRAPH, 0, "note", model->note, unknowns);
    set_sources(graph, model);
    return graph;
}

/* Merging */

static int linkage_in(const struct model *model, int i)
{
    const struct model_node *node = &model->nodes[i];
    int unstated = 0;
    for (int j = 0; j < model->count; j++) {
        unstated += model->nodes[j].name == node->name && model->nodes[j].linkage == 0;
    }
    bool internal = !node->linkage && node->has_body && node->origin && unstated > 1;
    return internal ? CG_LINKAGE_INTERNAL : node->linkage;
}

static bool is_definite(const struct model_node *node)
{
    return node->linkage == CG_LINKAGE_EXTERNAL && node->has_body && node->origin;
}

/* What all models together say of a name, of functions that are not internal. */
struct said {
    int definitions; /**< mask of origins */
    bool one;        /**< they cannot be told apart */
    bool interposable;
};

static bool are_apart(const struct said *said)
{
    return !said->one && !said->interposable && (said->definitions & (said->definitions - 1));
}

static bool is_overriding(const struct model *model, int i)
{
    bool is = model->nodes[i].is_virtual;
    for (int j = 0; j < model->count; j++) {
        is |= model->overrides[i][j] || model->overrides[j][i];
    }
    return is;
}

static bool has_edges(const struct model *model, int i)
{
    bool has = false;
    for (int j = 0; j < model->count; j++) {
        has |= model->edges[i][j].present;
    }
    return has;
}

/* Whether a node has what only bodies have. */
static bool says_more(const struct model *model, int i)
{
    const struct model_node *node = &model->nodes[i];
    return node->statements != MODEL_ABSENT || node->unresolved_calls != MODEL_ABSENT ||
           has_edges(model, i);
}

static void hear(struct said *said, const struct model *model, int i, bool *more)
{
    struct model_node node = model->nodes[i];
    node.linkage = linkage_in(model, i);
    if (node.linkage == CG_LINKAGE_INTERNAL) {
        return;
    }
    said[node.name].one |= is_overriding(model, i);
    if (is_definite(&node)) {
        said[node.name].definitions |= 1 << node.origin;
    } else {
        more[node.name] |= node.has_body || says_more(model, i);
    }
}

static void hear_all(struct said *said, const struct model *models, int count)
{
    bool more[COUNT(names)] = {false};
    memset(said, 0, COUNT(names) * sizeof *said);
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < models[i].count; j++) {
            hear(said, &models[i], j, more);
        }
    }
    for (int i = 0; i < COUNT(names); i++) {
        bool several = said[i].definitions & (said[i].definitions - 1);
        said[i].interposable = (more[i] && said[i].definitions) || (said[i].one && several);
    }
}

static bool same_function(const struct model_node *a, const struct model_node *b, bool apart)
{
    bool a_internal = a->linkage == CG_LINKAGE_INTERNAL;
    bool b_internal = b->linkage == CG_LINKAGE_INTERNAL;
    return a->name == b->name && a_internal == b_internal &&
           (!(a_internal || apart) || a->origin == b->origin);
}

/* Everything that decides, as digits of one number: the larger wins. */
static int claim(const struct model_node *node)
{
    static const int strengths[] = {1, 3, 2, 4};
    int strength = strengths[node->linkage];
    int origin = node->origin ? COUNT(origins) - node->origin : 0;
    return node->has_body * 100 + strength * 10 + origin;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int either(int a, int b)
{
    return a == MODEL_ABSENT ? b : b == MODEL_ABSENT ? a : (a | b);
}

/* What declarations say. */
static void meet_declaration(struct model_node *into, const struct model_node *from)
{
    into->is_virtual |= from->is_virtual;
    into->other_names |= from->other_names;
    into->unknown = larger(into->unknown, from->unknown);
    bool both = into->system_include != MODEL_ABSENT && from->system_include != MODEL_ABSENT;
    into->system_include = both ? into->system_include && from->system_include
                                : larger(into->system_include, from->system_include);
}

static void meet_node(struct model_node *into, const struct model_node *from)
{
    bool wins = claim(from) > claim(into);
    into->origin = wins ? from->origin : into->origin;
    into->linkage = wins ? from->linkage : into->linkage;
    into->has_body = wins ? from->has_body : into->has_body;
    into->statements = larger(into->statements, from->statements);
    into->unresolved_calls = either(into->unresolved_calls, from->unresolved_calls);
    meet_declaration(into, from);
}

static int place(struct model *out, const struct model_node *node, bool apart)
{
    int i = 0;
    while (i < out->count && !same_function(&out->nodes[i], node, apart)) {
        i++;
    }
    if (i == out->count) {
        ck_assert_int_lt(out->count, MODEL_NODES);
        out->nodes[out->count++] = *node;
    } else {
        meet_node(&out->nodes[i], node);
    }
    return i;
}

static void meet_edge(struct model_edge *into, const struct model_edge *from)
{
    if (!from->present) {
        return;
    }
    if (!into->present) {
        *into = *from;
        return;
    }
    into->kinds |= from->kinds;
    into->sites = either(into->sites, from->sites);
    into->unknown = larger(into->unknown, from->unknown);
}

static bool entry_before(const struct model_node *a, const struct model_node *b)
{
    int x = a->linkage == CG_LINKAGE_INTERNAL ? 1 + a->origin : 0;
    int y = b->linkage == CG_LINKAGE_INTERNAL ? 1 + b->origin : 0;
    return a->name != b->name ? a->name < b->name : x != y ? x < y : a->origin < b->origin;
}

/* The nodes of the whole that a node of a part may be, as a mask. */
typedef uint64_t model_mask;

static model_mask place_part(struct model *out, const struct model *from, int i, bool apart)
{
    struct model_node node = from->nodes[i];
    node.linkage = linkage_in(from, i);
    bool internal = node.linkage == CG_LINKAGE_INTERNAL;
    if (!apart || internal || is_definite(&node)) {
        return (model_mask)1 << place(out, &node, apart);
    }
    model_mask all = 0;
    for (int j = 0; j < out->count; j++) {
        const struct model_node *other = &out->nodes[j];
        all |= (model_mask)(other->name == node.name && other->linkage != CG_LINKAGE_INTERNAL) << j;
    }
    return all;
}

/* Place those that are definitions first: the others may be any of these. */
static void place_all(struct model *out, const struct model *from, const struct said *said,
                      model_mask *at, bool definitions)
{
    for (int i = 0; i < from->count; i++) {
        struct model_node node = from->nodes[i];
        node.linkage = linkage_in(from, i);
        if (is_definite(&node) == definitions) {
            at[i] = place_part(out, from, i, are_apart(&said[node.name]));
        }
    }
}

static void share_declarations(struct model *out, const struct model *from, const struct said *said)
{
    for (int i = 0; i < from->count; i++) {
        struct model_node node = from->nodes[i];
        node.linkage = linkage_in(from, i);
        for (int j = 0; j < out->count && node.linkage != CG_LINKAGE_INTERNAL; j++) {
            struct model_node *other = &out->nodes[j];
            if (other->name == node.name && other->linkage != CG_LINKAGE_INTERNAL &&
                are_apart(&said[node.name])) {
                meet_declaration(other, &node);
            }
        }
    }
}

static bool is_of_one_file(const struct model *out, const struct model_node *node,
                           const struct said *said)
{
    int ways = out->sources[node->origin];
    if (!ways || (ways & (ways - 1))) {
        return false;
    }
    const struct said *of = &said[node->name];
    bool united = (of->definitions & (of->definitions - 1)) && !are_apart(of);
    return node->linkage == CG_LINKAGE_INTERNAL ? node->origin != 0
                                                : is_definite(node) && !united && !of->interposable;
}

/* The nodes that a caller of the whole means by others. */
static model_mask meant(const struct model *out, int caller, model_mask callees,
                        const struct said *said)
{
    const struct model_node *node = &out->nodes[caller];
    for (int i = 0; i < out->count; i++) {
        const struct model_node *other = &out->nodes[i];
        bool among = false;
        for (int j = 0; j < out->count; j++) {
            among |= (callees >> j & 1) && out->nodes[j].name == other->name &&
                     out->nodes[j].linkage != CG_LINKAGE_INTERNAL &&
                     other->linkage != CG_LINKAGE_INTERNAL;
        }
        if (!among || !are_apart(&said[other->name])) {
            continue;
        }
        callees |= (model_mask)1 << i;
    }
    for (int i = 0; i < out->count; i++) {
        const struct model_node *other = &out->nodes[i];
        if ((callees >> i & 1) && other->linkage != CG_LINKAGE_INTERNAL &&
            are_apart(&said[other->name]) && other->origin == node->origin &&
            is_of_one_file(out, node, said)) {
            return (model_mask)1 << i;
        }
    }
    return callees;
}

static void merge_edges(struct model *out, const struct model *from, const model_mask *at,
                        const struct said *said)
{
    for (int i = 0; i < from->count; i++) {
        for (int j = 0; j < from->count; j++) {
            for (int caller = 0; caller < out->count; caller++) {
                if (!(at[i] >> caller & 1)) {
                    continue;
                }
                model_mask callees = meant(out, caller, at[j], said);
                for (int callee = 0; callee < out->count; callee++) {
                    if (callees >> callee & 1) {
                        meet_edge(&out->edges[caller][callee], &from->edges[i][j]);
                    }
                    if (at[j] >> callee & 1) {
                        out->overrides[caller][callee] |= from->overrides[i][j];
                    }
                }
            }
        }
    }
}

static void merge_entry(struct model *out, model_mask entries)
{
    for (int i = 0; i < out->count; i++) {
        if ((entries >> i & 1) &&
            (out->entry == MODEL_ABSENT || entry_before(&out->nodes[i], &out->nodes[out->entry]))) {
            out->entry = i;
        }
    }
}

void model_merge(struct model *out, const struct model *models, int count)
{
    struct said said[COUNT(names)];
    static model_mask at[8][MODEL_NODES];
    memset(out, 0, sizeof *out);
    out->entry = out->note = MODEL_ABSENT;
    hear_all(said, models, count);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < MODEL_ORIGINS; k++) {
            out->sources[k] |= models[i].sources[k];
        }
        place_all(out, &models[i], said, at[i], true);
    }
    for (int i = 0; i < count; i++) {
        place_all(out, &models[i], said, at[i], false);
    }
    for (int i = 0; i < count; i++) {
        share_declarations(out, &models[i], said);
        merge_edges(out, &models[i], at[i], said);
        out->note = larger(out->note, models[i].note);
    }
    for (int i = 0; i < out->count; i++) {
        struct model_node *node = &out->nodes[i];
        node->interposable = node->linkage != CG_LINKAGE_INTERNAL && said[node->name].interposable;
    }
    for (int i = 0; i < count; i++) {
        model_mask entries = models[i].entry == MODEL_ABSENT ? 0 : at[i][models[i].entry];
        for (int j = 0; j < out->count; j++) {
            struct model_node *node = &out->nodes[j];
            bool apart = (entries >> j & 1) && are_apart(&said[node->name]) &&
                         node->linkage != CG_LINKAGE_INTERNAL;
            for (int k = 0; k < out->count && apart; k++) { /* any of them may be the entry */
                entries |= (model_mask)(out->nodes[k].name == node->name &&
                                        out->nodes[k].linkage != CG_LINKAGE_INTERNAL)
                           << k;
            }
        }
        merge_entry(out, entries);
    }
}
