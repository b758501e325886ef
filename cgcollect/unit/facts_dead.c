/*
 * Removes facts about locals that hold nothing, or that nobody reads.
 */
#include "unit/facts_reduce.h"

/** A set of slots, and those whose facts are still to be visited. */
struct marking {
    struct reduction *r;
    const struct fact *fact; /**< being visited */
    bool *marked;
    GArray *todo; /**< of uint32_t, dense slots */
};

static void marking_new(struct marking *m, struct reduction *r)
{
    *m = (struct marking){.r = r, .marked = g_new0(bool, r->count + 1)};
    m->todo = g_array_new(FALSE, FALSE, sizeof(uint32_t));
}

static void marking_free(struct marking *m)
{
    g_free(m->marked);
    g_array_free(m->todo, TRUE);
}

static void mark_operand(struct marking *m, fact_slot operand)
{
    uint32_t slot = OPERAND_SLOT(operand);
    if (is_mere(m->r, operand) && !m->marked[slot]) {
        m->marked[slot] = true;
        g_array_append_val(m->todo, slot);
    }
}

static uint32_t take_marked(struct marking *m)
{
    uint32_t slot = g_array_index(m->todo, uint32_t, m->todo->len - 1);
    g_array_set_size(m->todo, m->todo->len - 1);
    return slot;
}

/** Visit facts with one of their operands marked. `over` chooses what is marked next. */
static void spread_marks(struct marking *m, fact_key *from, fact_key *over)
{
    struct fact_index index = fact_index_new(m->r, from);
    while (m->todo->len > 0) {
        uint32_t slot = take_marked(m);
        for (guint i = index.begin[slot]; i < index.begin[slot + 1]; i++) {
            fact_slot next = over(m->r, reduction_fact(m->r, index.facts[i]));
            if (next != FACT_NONE) {
                mark_operand(m, next);
            }
        }
    }
    fact_index_free(&index);
}

/** Keep only the facts that pass. */
static void filter(struct marking *m, bool (*keeps)(struct marking *m, struct fact *fact))
{
    guint kept = 0;
    for (guint i = 0; i < m->r->list->len; i++) {
        struct fact fact = *reduction_fact(m->r, i);
        if (keeps(m, &fact)) {
            *reduction_fact(m->r, kept++) = fact;
        }
    }
    g_array_set_size(m->r->list, kept);
}

/* What nothing reads */

static void mark_read(fact_slot *operand, void *data)
{
    struct marking *m = data;
    if (fact_role(m->fact, operand) != ROLE_DEFINES) {
        mark_operand(m, *operand);
    }
}

static bool is_read(struct marking *m, struct fact *fact)
{
    fact_slot *given = fact_calls(fact) ? &fact->operand : &fact->to;
    bool unread = is_mere(m->r, *given) && fact_role(fact, given) == ROLE_DEFINES &&
                  !m->marked[OPERAND_SLOT(*given)];
    if (unread && given == &fact->operand) {
        *given = FACT_NONE;
        return true;
    }
    return !unread;
}

static void drop_unread(struct reduction *r)
{
    struct marking m;
    marking_new(&m, r);
    for (guint i = 0; i < r->list->len; i++) {
        m.fact = reduction_fact(r, i);
        if (!fact_moves(m.fact) || !is_mere(r, m.fact->to)) {
            fact_operands(r->facts, reduction_fact(r, i), mark_read, &m);
        }
    }
    spread_marks(&m, fact_moved_to, fact_moved_from);
    filter(&m, is_read);
    marking_free(&m);
}

/* What holds nothing */

static void mark_given(fact_slot *operand, void *data)
{
    struct marking *m = data;
    if (fact_role(m->fact, operand) == ROLE_DEFINES) {
        mark_operand(m, *operand);
    }
}

static bool is_empty(const struct marking *m, fact_slot operand)
{
    return is_mere(m->r, operand) && !m->marked[OPERAND_SLOT(operand)];
}

static void empty_argument(fact_slot *operand, void *data)
{
    struct marking *m = data;
    if (fact_role(m->fact, operand) == ROLE_VALUE && is_empty(m, *operand)) {
        *operand = FACT_NONE;
    }
}

static bool says_something(struct marking *m, struct fact *fact)
{
    switch (fact->kind) {
    case FACT_COPY:
    case FACT_CAST:
    case FACT_OVERLAY:
    case FACT_INSIDES:
    case FACT_LOAD:
        return !is_empty(m, fact->operand);
    case FACT_STORE:
    case FACT_COPY_BYTES:
        return !is_empty(m, fact->to) && !is_empty(m, fact->operand);
    case FACT_TYPED:
        return !is_empty(m, fact->to);
    case FACT_FIELD: /* the type of memory: nothing points at a mere local */
        return !is_mere(m->r, fact->to);
    default:
        m->fact = fact;
        fact_operands(m->r->facts, fact, empty_argument, m);
        return true;
    }
}

static void drop_empty(struct reduction *r)
{
    struct marking m;
    marking_new(&m, r);
    for (guint i = 0; i < r->list->len; i++) {
        m.fact = reduction_fact(r, i);
        if (!fact_moves(m.fact) || !is_mere(r, m.fact->operand)) {
            fact_operands(r->facts, reduction_fact(r, i), mark_given, &m);
        }
    }
    spread_marks(&m, fact_moved_from, fact_moved_to);
    filter(&m, says_something);
    marking_free(&m);
}

void reduction_drop_dead(struct reduction *r)
{
    drop_empty(r);
    drop_unread(r);
}
