/* Merges the metadata of places that match: which value stands, or how two are combined. */
#include "base/error.h"
#include "graph/fact_sites.h"
#include "kinds/merge_values.h"
#include "unite/merging.h"
#include "unite/namesakes.h"

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

static int unite_values(uint32_t *out, struct merge *m, const struct collision *c)
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

/* An attribute in terms of the strings of `into`, which may be where it is. */
static struct attribute incoming_attribute(struct merge *m, enum cg_place place, uint32_t attribute)
{
    const struct attribute *there = &m->from->attributes[attribute - 1];
    if (m->from == m->into) {
        return *there;
    }
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
    int status = unite_values(&value, m, collision);
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
 * shared. @param key of `from` */
static bool is_of_namesake(const struct merge *m, uint32_t key)
{
    return m->shared && ((key & ATTRIBUTE_OUTSIDE) == 0) &&
           (namesakes_key_of_body(graph_string(m->from, key)) ||
            strategy_of(m, m->strings[key])->merge == cg_merge_definition);
}

/* A file that takes the address of a function which it defines means no other of the name. */
static void leave_out_own(struct merge *m, cg_node from, struct attribute *incoming)
{
    uint32_t origin = m->shared ? m->from->nodes[from].origin : CG_NO_STRING;
    if (incoming->key == FACT_ADDRESS_TAKEN && origin != CG_NO_STRING && m->plan->steady[origin]) {
        incoming->value = fact_sites_elsewhere(m->into, incoming->value, m->strings[origin]);
    }
}

static bool is_no_site(const struct merge *m, const struct attribute *incoming)
{
    return m->shared && incoming->key == FACT_ADDRESS_TAKEN &&
           fact_count(&m->into->pool, FACT_SITES, incoming->value) == 0;
}

/* Pass a value that only `into` has, or take it out. */
static void pass_value(struct merge *m, enum cg_place place, uint32_t number, struct sides sides,
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
int merge_attributes(struct merge *m, enum cg_place place, uint32_t number, uint32_t from_number,
                     struct sides sides)
{
    int status = CG_OK;
    uint32_t before = 0, present = graph_first_attribute(m->into, place, number);
    for (uint32_t i = graph_first_attribute(m->from, place, from_number); i && !status;
         i = m->from->attributes[i - 1].next) {
        if (is_of_namesake(m, m->from->attributes[i - 1].key)) {
            continue;
        }
        struct attribute incoming = incoming_attribute(m, place, i);
        int order = 1;
        if (incoming.value != CG_NO_STRING) {
            leave_out_own(m, from_number, &incoming);
        }
        if (incoming.value == CG_NO_STRING) {
            return cg_fail_memory(m->error);
        }
        if (is_no_site(m, &incoming)) {
            continue;
        }
        while (present && (order = graph_compare_keys(m->into, m->into->attributes[present - 1].key,
                                                      incoming.key)) < 0) {
            pass_value(m, place, number, sides, &before, &present);
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
        pass_value(m, place, number, sides, &before, &present);
    }
    return status;
}

/* Their strings are among those of `into` by now, and not needed there. */
int merge_keep_pending(struct merge *m)
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
