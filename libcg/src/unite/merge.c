/*
 * Merging graphs.
 *
 * Identity depends on a node only: (name, origin) for internal functions, (name) for all others.
 * That, and the fact that every combination is a maximum or a union, makes the result independent
 * of order and grouping. External definitions of one name in different files are told apart at the
 * end (namesakes.h).
 */
#include "unite/merge.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/text.h"
#include "graph/facts.h"
#include "graph/identity.h"
#include "kinds/merge_values.h"
#include "kinds/registry.h"
#include "unite/namesakes.h"

#include <stddef.h>
#include <stdlib.h>

/* How a node of `from` compares with its counterpart in `into`: as in struct cg_merge_input. */
struct sides {
    int8_t definer;
    bool a_defined;
    bool b_defined;
};

struct merge {
    struct cg_graph *into;
    const struct cg_graph *from;
    const struct cg_registry *registry;
    bool counts;             /**< some kind merges values even if they are equal */
    struct pending *pending; /**< for values of the graph itself, or NULL */
    struct cg_error *error;
    bool shared;         /**< values that other definitions of a name have are being merged */
    cg_node *nodes;      /**< by node of from */
    struct sides *sides; /**< by node of from */
    const struct namesakes *plan; /**< what becomes of nodes of `from`; NULL: nothing */
    bool *calls;                  /**< by node of from: whether it has edges */
    uint32_t *strings;            /**< by string of from: that of into */
    struct fact_move facts;
    struct cg_text scratch;
    struct cg_text texts[2]; /**< of facts being merged */
};

/* Strings are looked up in order of appearance, so those needed a little later can be
 * prefetched. */
#define AHEAD 12u
static void prefetch_strings(const struct merge *m, uint32_t string)
{
    const struct cg_pool *from = &m->from->pool;
    if (string + 2 * AHEAD < from->count) {
        cg_pool_prefetch(&m->into->pool, cg_pool_hash_of(from, string + 2 * AHEAD));
    }
    if (string + AHEAD < from->count) {
        cg_pool_prefetch_bytes(&m->into->pool, cg_pool_hash_of(from, string + AHEAD));
    }
}

/* The string of `into`, CG_NO_STRING when memory is exhausted. */
static uint32_t map_string(void *user, uint32_t s)
{
    struct merge *m = user;
    const struct cg_pool *from = &m->from->pool;
    if (m->strings[s] == CG_NO_STRING) {
        m->strings[s] = cg_pool_intern_hashed(&m->into->pool, cg_pool_hash_of(from, s),
                                              cg_pool_string(from, s), cg_pool_length(from, s));
    }
    return m->strings[s];
}

/* A graph uses all its strings, so all are mapped at once, except arrays, whose numbers are those
 * of `from`: they are moved when they are needed. */
static int map_strings(struct merge *m)
{
    const struct cg_pool *from = &m->from->pool;
    int status = CG_OK;
    for (uint32_t s = 0; s < from->count && !status; s++) {
        prefetch_strings(m, s);
        if (!fact_is_array(from, s) && map_string(m, s) == CG_NO_STRING) {
            status = cg_fail_memory(m->error);
        }
    }
    return status;
}

/* Metadata */

static struct cg_value value_of(const struct cg_graph *graph, uint32_t string)
{
    return (struct cg_value){graph_string(graph, string), cg_pool_length(&graph->pool, string)};
}

/* How values of a key of `into` are merged. */
static const struct cg_strategy *strategy_of(const struct merge *m, uint32_t key)
{
    return m->registry && !(key & ATTRIBUTE_OUTSIDE)
               ? cg_registry_strategy(m->registry, graph_string(m->into, key))
               : cg_strategy_find("greatest");
}

static void prefix_place(struct merge *m, enum cg_place place, uint32_t number)
{
    if (place == CG_ON_EDGE) {
        prefix_merge_error(m->error, cg_node_name(m->into, m->into->callers[number]),
                           cg_node_name(m->into, m->into->callees[number]));
    } else if (place == CG_ON_NODE) {
        prefix_merge_error(m->error, cg_node_name(m->into, number), NULL);
    }
}

/* Two values of `into` at one place. */
struct collision {
    enum cg_place place;
    uint32_t number;
    struct sides sides;
    uint32_t key;
    uint32_t a;
    uint32_t b;
};

/* The text of a value; that of a decoded one is in `text`. */
static struct cg_value text_of(const struct merge *m, enum fact_form form, uint32_t value,
                               struct cg_text *text)
{
    if (!fact_is_decoded(form)) {
        return value_of(m->into, value);
    }
    cg_text_clear(text);
    fact_encode(text, m->into, form, value);
    return (struct cg_value){text->bytes, text->failed ? 0 : text->length};
}

/* The merged value of two values of a kind, by their texts. */
static int combine_texts(uint32_t *out, struct merge *m, const struct collision *c,
                         const struct cg_strategy *strategy)
{
    enum fact_form form = fact_form(c->place, c->key);
    const struct cg_merge_input input = {.a = text_of(m, form, c->a, &m->texts[0]),
                                         .b = text_of(m, form, c->b, &m->texts[1]),
                                         .place = c->place,
                                         .a_defined = c->sides.a_defined,
                                         .b_defined = c->sides.b_defined,
                                         .definer = c->sides.definer};
    if (m->texts[0].failed || m->texts[1].failed) {
        return cg_fail_memory(m->error);
    }
    cg_text_clear(&m->scratch);
    const char *key = graph_string(m->into, c->key & ~ATTRIBUTE_OUTSIDE);
    int status = merge_values(&m->scratch, strategy, &input, key, m->error);
    if (status) {
        prefix_place(m, c->place, c->number);
        return status;
    }
    const struct cg_value united = {m->scratch.bytes, m->scratch.length};
    status = fact_decode(out, m->into, form, &united, m->error);
    if (status == CG_E_FORMAT) {
        prefix_merge_error(m->error, key, NULL);
        prefix_place(m, c->place, c->number);
    }
    return status;
}

static int combine(uint32_t *out, struct merge *m, const struct collision *c)
{
    const struct cg_pool *pool = &m->into->pool;
    const struct cg_strategy *strategy = strategy_of(m, c->key);
    enum fact_form form = fact_form(c->place, c->key);
    int status = CG_OK;
    if (c->a == c->b && !strategy->counts) {
        *out = c->a;
        return CG_OK;
    }
    if (fact_is_decoded(form) && strategy->merge == cg_merge_union) {
        *out = fact_unite(m->into, form, c->a, c->b);
        status = *out == CG_NO_STRING ? cg_fail_memory(m->error) : CG_OK;
    } else {
        status = combine_texts(out, m, c, strategy);
    }
    if (!status) {
        m->into->stale_bytes += (*out == c->a ? 0 : cg_pool_length(pool, c->a)) +
                                (*out == c->b ? 0 : cg_pool_length(pool, c->b));
    }
    return status;
}

/* An attribute in terms of the strings of `into`. */
static struct attribute incoming_attribute(struct merge *m, enum cg_place place, uint32_t attribute)
{
    const struct attribute *there = &m->from->attributes[attribute - 1];
    return (struct attribute){
        .key = m->strings[there->key & ~ATTRIBUTE_OUTSIDE] | (there->key & ATTRIBUTE_OUTSIDE),
        .value = fact_move(&m->facts, fact_form(place, there->key), there->value),
    };
}

/* Merge an existing value with a new one of the same key. */
static int meet(struct merge *m, uint32_t present, struct collision *collision)
{
    collision->key = m->into->attributes[present - 1].key;
    collision->a = m->into->attributes[present - 1].value;
    if (collision->a == collision->b && !m->counts) {
        return CG_OK;
    }
    uint32_t value;
    int status = combine(&value, m, collision);
    if (!status) {
        m->into->attributes[present - 1].value = value;
    }
    return status;
}

/* Whether a value that only one side has is lost: a kind of definitions has its value from the
 * definition that stands, or none. If the value of another one filled the gap, a third graph could
 * not know, and the order of the graphs would decide.
 * @param side that has the value: negative for `into`, positive for `from` */
static bool is_of_other_definition(const struct merge *m, enum cg_place place, uint32_t key,
                                   struct sides sides, int side)
{
    return place == CG_ON_NODE && sides.definer * side < 0 &&
           (sides.a_defined || sides.b_defined) &&
           strategy_of(m, key)->merge == cg_merge_definition;
}

/* Whether a value is one of another definition of a name, of which only what declarations say is
 * shared. */
static bool is_of_namesake(const struct merge *m, uint32_t key)
{
    return m->shared && ((key & ATTRIBUTE_OUTSIDE) == 0) &&
           (namesakes_key_of_body(graph_string(m->into, key)) ||
            strategy_of(m, key)->merge == cg_merge_definition);
}

/* Pass a value that only `into` has, or take it out. */
static void pass(struct merge *m, enum cg_place place, uint32_t number, struct sides sides,
                 uint32_t *before, uint32_t *present)
{
    const struct attribute passed = m->into->attributes[*present - 1];
    if (is_of_other_definition(m, place, passed.key, sides, -1)) {
        graph_remove_attribute(m->into, place, number, passed.key);
        m->into->stale_bytes += cg_pool_length(&m->into->pool, passed.value);
    } else {
        *before = *present;
    }
    *present = passed.next;
}

/* Both lists are in order of keys, so one pass is enough. */
static int merge_attributes(struct merge *m, enum cg_place place, uint32_t number,
                            uint32_t from_number, struct sides sides)
{
    int status = CG_OK;
    uint32_t before = 0, present = graph_first_attribute(m->into, place, number);
    for (uint32_t i = graph_first_attribute(m->from, place, from_number); i && !status;
         i = m->from->attributes[i - 1].next) {
        const struct attribute incoming = incoming_attribute(m, place, i);
        int order = 1;
        if (incoming.value == CG_NO_STRING) {
            return cg_fail_memory(m->error);
        }
        if (is_of_namesake(m, incoming.key)) {
            continue;
        }
        while (present && (order = graph_compare_keys(m->into, m->into->attributes[present - 1].key,
                                                      incoming.key)) < 0) {
            pass(m, place, number, sides, &before, &present);
        }
        if (present && order == 0) {
            struct collision collision = {
                .place = place, .number = number, .sides = sides, .b = incoming.value};
            status = meet(m, present, &collision);
            before = present;
            present = m->into->attributes[present - 1].next;
        } else if (!is_of_other_definition(m, place, incoming.key, sides, 1) &&
                   !graph_insert_attribute(m->into, place, number, &before, incoming.key,
                                           incoming.value)) {
            status = cg_fail_memory(m->error);
        }
    }
    while (present && !status) {
        pass(m, place, number, sides, &before, &present);
    }
    return status;
}

/* Their strings are among those of `into` by now, and not needed there. */
static int keep_pending(struct merge *m)
{
    int status = CG_OK;
    for (uint32_t i = m->from->graph_attributes; i && !status;
         i = m->from->attributes[i - 1].next) {
        const struct attribute *attribute = &m->from->attributes[i - 1];
        uint32_t outside = attribute->key & ATTRIBUTE_OUTSIDE;
        uint32_t key = m->strings[attribute->key & ~ATTRIBUTE_OUTSIDE];
        struct cg_value value = value_of(m->into, m->strings[attribute->value]);
        status = pending_add(m->pending, graph_string(m->into, key), outside != 0,
                             strategy_of(m, key | outside), &value, m->error);
        m->into->stale_bytes += value.length;
    }
    return status;
}

/* Nodes */

/* A strong definition beats a weak one, and so does a declaration: who names a function that is not
 * declared weak needs it. */
static int strength(uint8_t linkage)
{
    static const uint8_t of[] = {1, 3, 2, 4};
    return of[linkage];
}

/* The side that determines origin and linkage: negative for a, positive for b, 0 if they agree. */
static int compare_sides(const struct cg_graph *graph, const struct node *a, const struct node *b)
{
    int order = (int)b->has_body - (int)a->has_body;
    if (!order) {
        order = strength(b->linkage) - strength(a->linkage);
    }
    if (!order && a->origin != b->origin) {
        order = a->origin == CG_NO_STRING ? 1
                : b->origin == CG_NO_STRING
                    ? -1
                    : strcmp(graph_string(graph, a->origin), graph_string(graph, b->origin));
    }
    return order;
}

/* Compares a node of `into` with an incoming one, before they are merged. */
static struct sides compare_nodes(const struct cg_graph *graph, const struct node *present,
                                  const struct node *incoming)
{
    int order = compare_sides(graph, present, incoming);
    return (struct sides){.definer = (int8_t)((order > 0) - (order < 0)),
                          .a_defined = present->has_body,
                          .b_defined = incoming->has_body};
}

static void merge_node(struct node *present, const struct node *incoming, struct sides sides)
{
    if (sides.definer > 0) {
        present->origin = incoming->origin;
        present->linkage = incoming->linkage;
        present->has_body = incoming->has_body;
    }
    present->is_virtual |= incoming->is_virtual;
    present->calls |= incoming->calls;
}

/* A node of `from` in terms of the strings of `into`. */
static struct node incoming_node(const struct merge *m, cg_node node)
{
    struct node incoming = m->from->nodes[node];
    incoming.name = m->strings[incoming.name];
    incoming.origin = incoming.origin == CG_NO_STRING ? CG_NO_STRING : m->strings[incoming.origin];
    incoming.attributes = 0;
    incoming.calls = m->calls[node];
    return incoming;
}

/* The node of `into` that a node of `from` is, made if there is none. */
static cg_node find_node(struct merge *m, cg_node node, const struct node *incoming, bool *is_new)
{
    cg_node same = m->plan ? m->plan->same[node] : node;
    *is_new = false;
    return same == node ? identity_match(m->into, incoming, is_new) : m->nodes[same];
}

/* Whether a definition becomes one with another, or with what is more than a declaration. */
static bool are_mixed(const struct merge *m, cg_node node, const struct node *incoming,
                      const struct node *present)
{
    struct node there = *incoming; /* with its values */
    there.attributes = m->from->nodes[node].attributes;
    if (m->plan && m->plan->same[node] != node) {
        return true;
    }
    return identity_is_definite(incoming)
               ? namesakes_is_mixed(m->into, present)
               : identity_is_definite(present) && namesakes_is_mixed(m->from, &there);
}

/* What declarations say of the other definitions of a name. */
static int share_attributes(struct merge *m, cg_node match, cg_node node)
{
    int status = CG_OK;
    for (cg_node n = m->plan ? m->plan->other[node] : node; n != node && !status;
         n = m->plan->other[n]) {
        m->shared = true;
        status = merge_attributes(m, CG_ON_NODE, match, n, (struct sides){0});
        m->shared = false;
    }
    return status;
}

/* The counterpart in `into` of a node of `from`. */
static int match_node(struct merge *m, cg_node node)
{
    struct node incoming = incoming_node(m, node);
    incoming.linkage = (uint8_t)graph_inferred_linkage(m->from, node);
    bool is_new;
    cg_node match = find_node(m, node, &incoming, &is_new);
    if (match == CG_NONE) {
        return cg_fail(m->error, CG_E_MEMORY, "out of memory, or too many functions");
    }
    struct node *present = &m->into->nodes[match];
    bool mixed = are_mixed(m, node, &incoming, present);
    m->nodes[node] = match;
    m->sides[node] = compare_nodes(m->into, present, &incoming);
    if (!is_new) {
        merge_node(present, &incoming, m->sides[node]);
    }
    int status = merge_attributes(m, CG_ON_NODE, match, node, m->sides[node]);
    if (!status && mixed &&
        !graph_set_attribute(m->into, CG_ON_NODE, match, FACT_INTERPOSABLE, FACT_TRUE)) {
        status = cg_fail_memory(m->error);
    }
    return status ? status : share_attributes(m, match, node);
}

static int match_nodes(struct merge *m)
{
    int status = CG_OK;
    for (cg_node n = 0; n < m->from->node_count && !status; n++) {
        if (n + AHEAD < m->from->node_count) {
            struct node later = incoming_node(m, n + AHEAD);
            identity_prefetch(m->into, &later);
        }
        status = match_node(m, n);
    }
    return status;
}

/* Edges and the rest */

static int merge_edge(struct merge *m, cg_edge e, cg_node callee)
{
    cg_node caller = m->from->callers[e];
    cg_edge edge;
    int status = cg_graph_add_edge(&edge, m->into, m->nodes[caller], m->nodes[callee],
                                   m->from->kinds[e], m->error);
    return status ? status : merge_attributes(m, CG_ON_EDGE, edge, e, m->sides[caller]);
}

/* Each definition that the callee may be gets the edge. */
static int merge_planned_edge(struct merge *m, cg_edge e)
{
    cg_node callee = m->from->callees[e], n = callee;
    bool several = m->plan->other[callee] != callee;
    cg_node meant = several ? namesakes_meant(m->plan, m->from->callers[e], callee) : callee;
    if (meant != CG_NONE) {
        return merge_edge(m, e, meant);
    }
    int status;
    do {
        status = merge_edge(m, e, n);
        n = m->plan->other[n];
    } while (n != callee && !status);
    return status;
}

static int merge_edges(struct merge *m)
{
    int status = CG_OK;
    for (cg_edge e = 0; e < m->from->edge_count && !status; e++) {
        if (e + AHEAD < m->from->edge_count) {
            graph_prefetch_edge(m->into, m->nodes[m->from->callers[e + AHEAD]],
                                m->nodes[m->from->callees[e + AHEAD]]);
        }
        status = m->plan ? merge_planned_edge(m, e) : merge_edge(m, e, m->from->callees[e]);
    }
    return status;
}

static int merge_overrides(struct merge *m)
{
    int status = CG_OK;
    for (uint32_t i = 0; i < m->from->override_count && !status; i++) {
        const struct override_pair *pair = &m->from->overrides[i];
        status =
            cg_graph_add_override(m->into, m->nodes[pair->derived], m->nodes[pair->base], m->error);
    }
    return status;
}

/* Order of identities. Unlike origins of external functions, no later merge changes them. */
static int compare_identities(const struct cg_graph *graph, cg_node a, cg_node b)
{
    int order = strcmp(cg_node_name(graph, a), cg_node_name(graph, b));
    bool a_internal = graph->nodes[a].linkage == CG_LINKAGE_INTERNAL;
    bool b_internal = graph->nodes[b].linkage == CG_LINKAGE_INTERNAL;
    if (!order && !(a_internal && b_internal)) {
        return (int)a_internal - (int)b_internal;
    }
    const char *x = cg_node_origin(graph, a), *y = cg_node_origin(graph, b);
    return order ? order : strcmp(x ? x : "", y ? y : "");
}

/* Of two entry points, the one whose identity comes first wins. */
static void merge_entry(struct merge *m)
{
    if (m->from->entry == CG_NONE) {
        return;
    }
    cg_node entry = m->plan ? namesakes_least(m->plan, m->from->entry) : m->from->entry;
    cg_node theirs = m->nodes[entry], ours = m->into->entry;
    bool keep = ours != CG_NONE && compare_identities(m->into, ours, theirs) <= 0;
    m->into->entry = keep ? ours : theirs;
}

static int run(struct merge *m)
{
    size_t strings = m->from->pool.count, nodes = m->from->node_count;
    m->nodes = malloc((nodes + 1) * sizeof *m->nodes);
    m->sides = malloc((nodes + 1) * sizeof *m->sides);
    m->calls = calloc(nodes + 1, sizeof *m->calls);
    m->strings = malloc((strings + 1) * sizeof *m->strings);
    m->facts = (struct fact_move){&m->from->pool, &m->into->pool, map_string, m,
                                  .facts = malloc((strings + 1) * sizeof *m->facts.facts)};
    if (!m->nodes || !m->sides || !m->calls || !m->strings || !m->facts.facts) {
        return cg_fail_memory(m->error);
    }
    memset(m->strings, 0xff, strings * sizeof *m->strings);
    memset(m->facts.facts, 0xff, strings * sizeof *m->facts.facts);
    for (cg_edge e = 0; e < m->from->edge_count; e++) {
        m->calls[m->from->callers[e]] = true;
    }
    int status = map_strings(m);
    status = status ? status : match_nodes(m);
    status = status ? status : merge_edges(m);
    status = status ? status : merge_overrides(m);
    if (!status) {
        status = m->pending ? keep_pending(m)
                            : merge_attributes(m, CG_ON_GRAPH, 0, 0, (struct sides){0});
    }
    if (!status) {
        merge_entry(m);
        m->into->stale_bytes += m->from->stale_bytes;
    }
    return status;
}

static int merge_planned(struct cg_graph *into, const struct cg_graph *from,
                         const struct cg_registry *registry, const struct namesakes *plan,
                         struct pending *pending, struct cg_error *error)
{
    struct cg_error ignored;
    struct merge m = {.into = into,
                      .from = from,
                      .registry = registry,
                      .counts = registry && registry_counts(registry),
                      .plan = plan,
                      .pending = pending,
                      .error = error ? error : &ignored};
    int status = run(&m);
    if (!status && graph_is_stale(into) && !graph_compact(into)) {
        status = cg_fail_memory(error);
    }
    free(m.nodes);
    free(m.sides);
    free(m.calls);
    free(m.strings);
    free(m.facts.facts);
    free(m.facts.scratch);
    cg_text_free(&m.scratch);
    cg_text_free(&m.texts[0]);
    cg_text_free(&m.texts[1]);
    return status;
}

int merge_graph(struct cg_graph *into, const struct cg_graph *from,
                const struct cg_registry *registry, struct pending *pending, struct cg_error *error)
{
    if (into->frozen || into == from) {
        return cg_fail(error, CG_E_STATE, "the target of a merge is frozen, or its own source");
    }
    if (into->node_count && !into->identity_slots) {
        return cg_fail(error, CG_E_STATE, "the target of a merge was not made by merging");
    }
    return merge_planned(into, from, registry, NULL, pending, error);
}

/* Exchange the content of two graphs. */
static void exchange(struct cg_graph *a, struct cg_graph *b)
{
    struct cg_graph content = *a;
    *a = *b;
    *b = content;
}

int merge_finish(struct cg_graph *whole, const struct cg_merge_options *options,
                 struct cg_error *error)
{
    struct namesakes plan;
    struct cg_graph *told;
    if (!whole->has_namesakes) {
        return CG_OK;
    }
    int status = cg_graph_new(&told, error);
    if (status) {
        return status;
    }
    if (namesakes_plan(&plan, whole, options->registry, options->one_program)) {
        status = merge_planned(told, whole, options->registry, &plan, NULL, error);
        namesakes_free(&plan);
    } else {
        status = cg_fail_memory(error);
    }
    if (!status) {
        exchange(whole, told);
    }
    cg_graph_free(told);
    return status;
}

int merge_options(struct cg_merge_options *own, const struct cg_merge_options *given,
                  struct cg_error *error)
{
    static const size_t sizes[] = {offsetof(struct cg_merge_options, one_program), sizeof *own};
    *own = (struct cg_merge_options)CG_MERGE_OPTIONS_INIT;
    return options_take(own, given, "cg_merge_options", sizes, error);
}

int cg_graph_merge(struct cg_graph *into, const struct cg_graph *from,
                   const struct cg_merge_options *options, struct cg_error *error)
{
    struct cg_merge_options own;
    int status = merge_options(&own, options, error);
    status = status ? status : merge_graph(into, from, own.registry, NULL, error);
    return status ? status : merge_finish(into, &own, error);
}
