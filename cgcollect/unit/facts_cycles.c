/*
 * Finds locals that copy to each other in a cycle, and makes one slot of them.
 */
#include "unit/facts_reduce.h"

/*
 * R. Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972, with an explicit stack.
 */

struct frame {
    uint32_t slot;
    guint next; /**< in the index: the next copy to follow */
};

struct search {
    struct reduction *r;
    struct fact_index copies; /**< by what they read */
    uint32_t *order;          /**< by slot: its visit number, from 1; 0: not visited yet */
    uint32_t *low;            /**< by slot: the earliest visit number it leads back to; UINT32_MAX:
                                   settled */
    uint32_t visited;
    GArray *path;  /**< of struct frame */
    GArray *stack; /**< of uint32_t, slots not settled */
};

static fact_slot copied_from(const struct reduction *r, const struct fact *fact)
{
    return fact->kind == FACT_COPY ? fact_moved_from(r, fact) : FACT_NONE;
}

static void enter_slot(struct search *s, uint32_t slot)
{
    struct frame frame = {slot, s->copies.begin[slot]};
    s->order[slot] = s->low[slot] = ++s->visited;
    g_array_append_val(s->path, frame);
    g_array_append_val(s->stack, slot);
}

/** Whether a slot represents a cycle better than another: a slot that is no local, then the
 *  first. */
static bool is_better(const struct reduction *r, uint32_t a, uint32_t b)
{
    return r->mere[a] != r->mere[b] ? !r->mere[a] : a < b;
}

/** A component is complete: its slots are on the stack from `slot` on. */
static void settle_component(struct search *s, uint32_t slot)
{
    guint begin = s->stack->len;
    uint32_t best = slot;
    uint32_t member;
    do {
        member = g_array_index(s->stack, uint32_t, --begin);
        best = is_better(s->r, member, best) ? member : best;
        s->low[member] = UINT32_MAX;
    } while (member != slot);
    for (guint i = begin; i < s->stack->len; i++) {
        member = g_array_index(s->stack, uint32_t, i);
        if (s->r->mere[member]) {
            s->r->reads[member] = best << 1;
            s->r->defines[member] = best << 1;
        }
    }
    g_array_set_size(s->stack, begin);
}

static void leave_slot(struct search *s, uint32_t slot)
{
    uint32_t low = s->low[slot];
    g_array_set_size(s->path, s->path->len - 1);
    if (low == s->order[slot]) {
        settle_component(s, slot);
    } else {
        uint32_t parent = g_array_index(s->path, struct frame, s->path->len - 1).slot;
        s->low[parent] = MIN(s->low[parent], low);
    }
}

static void search_from(struct search *s, uint32_t root)
{
    enter_slot(s, root);
    while (s->path->len > 0) {
        struct frame *frame = &g_array_index(s->path, struct frame, s->path->len - 1);
        uint32_t slot = frame->slot;
        if (frame->next == s->copies.begin[slot + 1]) {
            leave_slot(s, slot);
            continue;
        }
        guint fact = s->copies.facts[frame->next++];
        uint32_t to = OPERAND_SLOT(reduction_fact(s->r, fact)->to);
        if (!s->order[to]) {
            enter_slot(s, to);
        } else if (s->low[to] != UINT32_MAX) {
            s->low[slot] = MIN(s->low[slot], s->order[to]);
        }
    }
}

void reduction_find_cycles(struct reduction *r)
{
    struct search s = {.r = r, .copies = fact_index_new(r, copied_from)};
    s.order = g_new0(uint32_t, r->count + 1);
    s.low = g_new0(uint32_t, r->count + 1);
    s.path = g_array_new(FALSE, FALSE, sizeof(struct frame));
    s.stack = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    for (uint32_t slot = 0; slot < r->count; slot++) {
        if (!s.order[slot]) {
            search_from(&s, slot);
        }
    }
    g_array_free(s.path, TRUE);
    g_array_free(s.stack, TRUE);
    g_free(s.order);
    g_free(s.low);
    fact_index_free(&s.copies);
}
