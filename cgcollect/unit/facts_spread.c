/*
 * Replaces a local by facts that connect its sources and targets, if that adds no facts.
 */
#include "unit/facts_reduce.h"

/** Facts that mention mere locals, by local; without those of calls. */
struct spreading {
    struct reduction *r;
    guint *begin; /**< by slot, into `facts` */
    guint *facts; /**< indexes of facts, for each operand that is the local */
    guint fact;   /**< while listing: the one being listed */
    bool filling;
};

static void list_operand(fact_slot *operand, void *data)
{
    struct spreading *s = data;
    if (is_mere(s->r, *operand)) {
        guint *at = &s->begin[OPERAND_SLOT(*operand) + 1];
        if (s->filling) {
            s->facts[at[0]++] = s->fact;
        } else {
            at[1]++;
        }
    }
}

static void list_all(struct spreading *s)
{
    for (s->fact = 0; s->fact < s->r->list->len; s->fact++) {
        struct fact *fact = reduction_fact(s->r, s->fact);
        if (!fact_calls(fact)) {
            fact_operands(s->r->facts, fact, list_operand, s);
        }
    }
}

static void make_lists(struct spreading *s)
{
    s->begin = g_new0(guint, s->r->count + 2);
    s->facts = g_new(guint, 2 * (size_t)s->r->list->len + 1);
    list_all(s);
    for (uint32_t slot = 2; slot <= s->r->count; slot++) {
        s->begin[slot] += s->begin[slot - 1];
    }
    s->filling = true;
    list_all(s);
}

static bool gives_to(const struct fact *fact, fact_slot local)
{
    return fact->to == local && fact_role(fact, &fact->to) == ROLE_DEFINES;
}

/** Whether one fact can express a fact that writes a local and one that reads it. */
static bool can_combine(const struct fact *given, const struct fact *read)
{
    return given->kind == FACT_COPY || read->kind == FACT_COPY;
}

/** The fact that combines one that writes a local and one that reads it. */
static struct fact combine_facts(const struct fact *given, const struct fact *read, fact_slot local)
{
    struct fact both = *read;
    if (given->kind != FACT_COPY) {
        both = *given;
        both.to = read->to;
    } else if (read->to == local) {
        both.to = given->operand;
    } else {
        both.operand = given->operand;
    }
    return both;
}

/** Facts about one local, those that write it first. */
struct around {
    struct fact *facts;
    guint given;
    guint count;
};

static bool can_go(const struct spreading *s, const struct around *around, uint32_t slot)
{
    size_t given = around->given;
    size_t read = around->count - around->given;
    bool all = given == s->r->defined[slot] && read == s->r->used[slot];
    if (!all || given == 0 || read == 0 || given * read > given + read) {
        return false;
    }
    for (guint i = 0; i < around->given; i++) {
        for (guint k = around->given; k < around->count; k++) {
            const struct fact *fact = &around->facts[k];
            if (!can_combine(&around->facts[i], fact) || fact->to == fact->operand ||
                gives_to(fact, slot << 1)) {
                return false;
            }
        }
    }
    return true;
}

/** Mark the listed facts of a local as replaced: rewriting drops them. The locals at their other
 *  ends, whose facts have changed, wait for the next round. */
static void remove_facts(struct spreading *s, uint32_t slot)
{
    for (guint i = s->begin[slot]; i < s->begin[slot + 1]; i++) {
        struct fact *fact = reduction_fact(s->r, s->facts[i]);
        *fact = (struct fact){
            .owner = fact->owner, .kind = FACT_COPY, .to = FACT_NONE, .operand = FACT_NONE};
    }
}

static void put_together(struct spreading *s, const struct around *around, uint32_t slot)
{
    remove_facts(s, slot);
    for (guint i = 0; i < around->given; i++) {
        for (guint k = around->given; k < around->count; k++) {
            struct fact both = combine_facts(&around->facts[i], &around->facts[k], slot << 1);
            g_array_append_val(s->r->list, both);
        }
    }
}

/** Sort the facts around a local.
 *  @param all room for them */
static struct around facts_around(const struct spreading *s, uint32_t slot, struct fact *all)
{
    struct around around = {all, 0, 0};
    for (int reads = 0; reads < 2; reads++) {
        for (guint i = s->begin[slot]; i < s->begin[slot + 1]; i++) {
            const struct fact *fact = reduction_fact(s->r, s->facts[i]);
            if (gives_to(fact, slot << 1) == !reads) {
                all[around.count++] = *fact;
            }
        }
        around.given = reads ? around.given : around.count;
    }
    return around;
}

bool reduction_spread(struct reduction *r)
{
    struct spreading s = {.r = r};
    make_lists(&s);
    bool any = false;
    struct fact *room = g_new(struct fact, 2 * (size_t)r->list->len + 1);
    for (uint32_t slot = 0; slot < r->count; slot++) {
        if (r->mere[slot]) {
            struct around around = facts_around(&s, slot, room);
            if (can_go(&s, &around, slot)) {
                put_together(&s, &around, slot);
                any = true;
            }
        }
    }
    g_free(room);
    g_free(s.begin);
    g_free(s.facts);
    return any;
}
