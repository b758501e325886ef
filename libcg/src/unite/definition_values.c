/* Merges the values of the definitions of one name: those that are one function, and what
 * declarations say of several.
 *
 * Both meet at nodes at the end of `into` that are dropped again. */
#include "unite/merging.h"

#include "base/error.h"
#include "unite/namesakes.h"

/* A node for values to meet. */
static int add_meeting(cg_node *out, struct merge *m, const struct node *incoming)
{
    *out = graph_new_node(m->into, CG_NO_STRING);
    if (*out == CG_NONE) {
        return cg_fail(m->error, CG_E_MEMORY, "out of memory, or too many functions");
    }
    m->into->nodes[*out] = *incoming; /* which no name leads to */
    return CG_OK;
}

/* Merge the values at a place of `into` with those of another one there. */
static int merge_within(struct merge *m, cg_node node, cg_node other, struct sides sides)
{
    const struct cg_graph *from = m->from;
    m->from = m->into;
    int status = merge_attributes(m, CG_ON_NODE, node, other, sides);
    m->from = from;
    return status;
}

/* Several definitions, which share what declarations say */

static int collect_shared(struct merge *m, cg_node place, cg_node first)
{
    cg_node n = first;
    int status;
    m->shared = true;
    do {
        status = merge_attributes(m, CG_ON_NODE, place, n, (struct sides){0});
        n = m->plan->other[n];
    } while (n != first && !status);
    m->shared = false;
    return status;
}

static int hand_out_shared(struct merge *m, cg_node place, cg_node first)
{
    cg_node n = first;
    int status;
    do {
        status = merge_within(m, m->nodes[n], place, (struct sides){0});
        n = m->plan->other[n];
    } while (n != first && !status);
    return status;
}

static int share(struct merge *m, cg_node first)
{
    const struct node incoming = merge_incoming(m, first);
    cg_node place;
    int status = add_meeting(&place, m, &incoming);
    if (!status) {
        status = collect_shared(m, place, first);
        status = status ? status : hand_out_shared(m, place, first);
        m->into->node_count--;
    }
    return status;
}

/* Definitions that become one function */

/* Merge the last two meetings. */
static int merge_last_two(struct merge *m)
{
    cg_node last = m->into->node_count - 1, into = last - 1;
    struct node *nodes = m->into->nodes;
    struct sides sides = merge_compare(m->into, &nodes[into], &nodes[last]);
    merge_node(&nodes[into], &nodes[last], sides);
    int status = merge_within(m, into, last, sides);
    m->into->node_count--;
    return status;
}

static bool depends_on_order(const struct merge *m, cg_node node)
{
    bool depends = false;
    for (uint32_t i = m->registry ? m->from->nodes[node].attributes : 0; i && !depends;
         i = m->from->attributes[i - 1].next) {
        uint32_t key = m->from->attributes[i - 1].key;
        depends = !(key & ATTRIBUTE_OUTSIDE) &&
                  cg_registry_strategy(m->registry, graph_string(m->from, key))->ordered;
    }
    return depends;
}

static int add_definition(struct merge *m, cg_node node)
{
    const struct node incoming = merge_incoming(m, node);
    cg_node place;
    int status = add_meeting(&place, m, &incoming);
    return status ? status : merge_attributes(m, CG_ON_NODE, place, node, (struct sides){0});
}

/* Values meet as in pending.h, so that each takes part in few unions. */
static int unite_definitions(struct merge *m, cg_node first)
{
    const cg_node made = m->into->node_count;
    bool ordered = false;
    uint32_t count = 0;
    int status = CG_OK;
    for (cg_node n = first; n != CG_NONE && !status; n = cg_graph_next_same_name(m->from, n)) {
        if (m->plan->same[n] != first) {
            continue;
        }
        status = add_definition(m, n);
        ordered = ordered || depends_on_order(m, n);
        for (uint32_t i = ++count;
             !status && m->into->node_count > made + 1 && (ordered || i % 2 == 0); i /= 2) {
            status = merge_last_two(m);
        }
    }
    while (!status && m->into->node_count > made + 1) {
        status = merge_last_two(m);
    }
    status = status ? status : merge_within(m, m->nodes[first], made, (struct sides){.definer = 1});
    m->into->node_count = made;
    return status;
}

int merge_names(struct merge *m)
{
    const struct namesakes *plan = m->plan;
    int status = CG_OK;
    for (cg_node n = 0; n < m->from->node_count && !status; n++) {
        if (plan->united[n] && plan->same[n] == n) {
            status = unite_definitions(m, n);
        } else if (plan->other[n] < n) { /* the last of a ring leads to its first */
            status = share(m, plan->other[n]);
        }
    }
    return status;
}
