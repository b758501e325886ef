/*
 * Eliminates the locals of one owner: runs the steps in facts_dead.c, facts_cycles.c and
 * facts_spread.c for a few rounds, and applies their results.
 */
#include "unit/facts_reduce.h"

#include <string.h>

/* Each round may enable the next; what is left after these rounds stays. */
#define ROUNDS 8

enum operand_role fact_role(const struct fact *fact, const fact_slot *operand)
{
    if (operand == &fact->to) {
        switch (fact->kind) {
        case FACT_STORE:
        case FACT_COPY_BYTES:
            return ROLE_POINTER;
        case FACT_CALL:
        case FACT_TYPED:
        case FACT_FIELD:
            return ROLE_LOOK;
        case FACT_CALL_BY_NAME:
            return ROLE_CALLEE;
        default:
            return ROLE_DEFINES;
        }
    }
    if (operand == &fact->operand) {
        switch (fact->kind) {
        case FACT_LOAD:
        case FACT_COPY_BYTES:
            return ROLE_POINTER;
        case FACT_COPY:
        case FACT_CAST:
        case FACT_OVERLAY:
        case FACT_INSIDES:
        case FACT_STORE:
        case FACT_GOT:
            return ROLE_VALUE;
        default:
            return ROLE_DEFINES;
        }
    }
    return ROLE_VALUE;
}

/* Indexes */

fact_slot fact_moved_to(const struct reduction *r, const struct fact *fact)
{
    (void)r;
    return fact_moves(fact) ? fact->to : FACT_NONE;
}

fact_slot fact_moved_from(const struct reduction *r, const struct fact *fact)
{
    (void)r;
    return fact_moves(fact) && !OPERAND_IS_ADDRESS(fact->operand) ? fact->operand : FACT_NONE;
}

struct fact_index fact_index_new(const struct reduction *r, fact_key *key)
{
    struct fact_index index = {g_new0(guint, r->count + 2), g_new(guint, r->list->len + 1)};
    for (guint i = 0; i < r->list->len; i++) {
        fact_slot slot = key(r, reduction_fact(r, i));
        index.begin[slot == FACT_NONE ? 0 : OPERAND_SLOT(slot) + 2]++;
    }
    index.begin[0] = 0;
    for (uint32_t s = 2; s <= r->count; s++) {
        index.begin[s] += index.begin[s - 1];
    }
    for (guint i = 0; i < r->list->len; i++) {
        fact_slot slot = key(r, reduction_fact(r, i));
        if (slot != FACT_NONE) {
            index.facts[index.begin[OPERAND_SLOT(slot) + 1]++] = i;
        }
    }
    return index;
}

void fact_index_free(struct fact_index *index)
{
    g_free(index->begin);
    g_free(index->facts);
}

/* Dense numbers */

static void make_dense(fact_slot *operand, void *data)
{
    struct reduction *r = data;
    struct slot *slot = facts_slot_at(r->facts, OPERAND_SLOT(*operand));
    if (!slot->dense) {
        uint32_t number = OPERAND_SLOT(*operand);
        g_array_append_val(r->slots, number);
        slot->dense = ++r->count;
    }
    *operand = (slot->dense - 1) << 1 | (*operand & 1u);
}

static void undo_dense(fact_slot *operand, void *data)
{
    const struct reduction *r = data;
    uint32_t slot = g_array_index(r->slots, uint32_t, OPERAND_SLOT(*operand));
    *operand = slot << 1 | (*operand & 1u);
}

static void visit_operands(struct reduction *r, fact_operand_visit *visit)
{
    for (guint i = 0; i < r->list->len; i++) {
        fact_operands(r->facts, reduction_fact(r, i), visit, r);
    }
}

static const struct slot *slot_of(const struct reduction *r, fact_slot operand)
{
    return facts_slot_at(r->facts, g_array_index(r->slots, uint32_t, OPERAND_SLOT(operand)));
}

static enum slot_kind kind_of(const struct reduction *r, fact_slot operand)
{
    return slot_of(r, operand)->kind;
}

/** Whether the memory at an address is another than the record that it is used as. */
static bool is_other(const struct reduction *r, fact_slot address, const char *record)
{
    const struct slot *slot = slot_of(r, address);
    bool memory = slot->kind == SLOT_LOCAL || slot->kind == SLOT_GLOBAL;
    return memory || (slot->kind == SLOT_FIELD && (slot->number > 0 || slot->name != record));
}

/* Plain facts: following a known address is only a copy. */

/** @return whether the fact has any content. */
static bool make_plain(const struct reduction *r, struct fact *fact)
{
    if (fact->kind == FACT_LOAD && OPERAND_IS_ADDRESS(fact->operand)) {
        fact->kind = FACT_COPY;
        fact->text = NULL;
        fact->operand &= ~1u;
        return fact->to != fact->operand && kind_of(r, fact->operand) != SLOT_FUNCTION;
    }
    if (fact->kind == FACT_STORE && OPERAND_IS_ADDRESS(fact->to)) {
        fact->kind = FACT_COPY;
        fact->text = NULL;
        fact->to &= ~1u;
        return fact->to != fact->operand && kind_of(r, fact->to) != SLOT_FUNCTION;
    }
    if (fact->kind == FACT_TYPED && OPERAND_IS_ADDRESS(fact->to)) {
        return fact->inner && is_other(r, fact->to, fact->text);
    }
    return fact->kind != FACT_COPY || fact->to != fact->operand;
}

static guint hash_fact(gconstpointer data)
{
    const struct fact *fact = data;
    uint64_t hash = (uint64_t)fact->kind << 32 | fact->to;
    hash = (hash * 0xff51afd7ed558ccdu) ^ fact->operand;
    hash = (hash * 0xff51afd7ed558ccdu) ^ (uintptr_t)fact->text;
    hash = (hash * 0xff51afd7ed558ccdu) ^ (uintptr_t)fact->inner;
    hash *= 0xff51afd7ed558ccdu;
    return (guint)(hash >> 32);
}

static gboolean same_fact(gconstpointer first, gconstpointer second)
{
    const struct fact *a = first;
    const struct fact *b = second;
    return a->kind == b->kind && a->to == b->to && a->operand == b->operand && a->text == b->text &&
           a->inner == b->inner;
}

static bool may_repeat(const struct fact *fact)
{
    return fact_moves(fact) || fact->kind == FACT_STORE || fact->kind == FACT_TYPED ||
           fact->kind == FACT_COPY_BYTES || fact->kind == FACT_UNKNOWN || fact->kind == FACT_SYMBOL;
}

/** Make facts plain and drop duplicates. facts_text does that for facts of calls. */
static void tidy(struct reduction *r)
{
    GHashTable *seen = g_hash_table_new(hash_fact, same_fact);
    guint kept = 0;
    for (guint i = 0; i < r->list->len; i++) {
        struct fact *fact = reduction_fact(r, kept);
        *fact = *reduction_fact(r, i);
        if (!make_plain(r, fact) || (may_repeat(fact) && g_hash_table_contains(seen, fact))) {
            continue;
        }
        if (may_repeat(fact)) {
            g_hash_table_add(seen, fact);
        }
        kept++;
    }
    g_array_set_size(r->list, kept);
    g_hash_table_destroy(seen);
}

/* Counting */

static void note_address(fact_slot *operand, void *data)
{
    struct reduction *r = data;
    if (OPERAND_IS_ADDRESS(*operand)) {
        r->mere[OPERAND_SLOT(*operand)] = false;
    }
}

struct counting {
    struct reduction *r;
    const struct fact *fact;
};

static void count_operand(fact_slot *operand, void *data)
{
    struct counting *c = data;
    if (is_mere(c->r, *operand)) {
        bool defines = fact_role(c->fact, operand) == ROLE_DEFINES;
        (defines ? c->r->defined : c->r->used)[OPERAND_SLOT(*operand)]++;
    }
}

static void count_uses_of_slots(struct reduction *r)
{
    for (uint32_t s = 0; s < r->count; s++) {
        r->mere[s] = kind_of(r, s << 1) == SLOT_LOCAL;
    }
    visit_operands(r, note_address);
    memset(r->defined, 0, r->count * sizeof *r->defined);
    memset(r->used, 0, r->count * sizeof *r->used);
    for (guint i = 0; i < r->list->len; i++) {
        struct counting counting = {r, reduction_fact(r, i)};
        fact_operands(r->facts, reduction_fact(r, i), count_operand, &counting);
    }
}

/* Replacements */

static void forget_names(struct reduction *r)
{
    for (uint32_t s = 0; s < r->count; s++) {
        r->reads[s] = s << 1;
        r->defines[s] = s << 1;
    }
}

/** The end of a chain of replacements, which is stored for every slot on the way; addresses and
 * slots that are no mere locals have none. Chains end: a cycle of locals that only get from each
 * other, or are only read by each other, is dead. */
static fact_slot end_of(fact_slot *names, fact_slot operand)
{
    fact_slot end = operand;
    while (!OPERAND_IS_ADDRESS(end) && names[OPERAND_SLOT(end)] != end) {
        end = names[OPERAND_SLOT(end)];
    }
    while (operand != end) {
        fact_slot next = names[OPERAND_SLOT(operand)];
        names[OPERAND_SLOT(operand)] = end;
        operand = next;
    }
    return end;
}

struct renaming {
    struct reduction *r;
    const struct fact *fact;
    bool changed;
};

static void rename_operand(fact_slot *operand, void *data)
{
    struct renaming *renaming = data;
    enum operand_role role = fact_role(renaming->fact, operand);
    fact_slot *names = role == ROLE_DEFINES ? renaming->r->defines : renaming->r->reads;
    fact_slot end = end_of(names, *operand);
    bool stays = OPERAND_IS_ADDRESS(end) && renaming->fact->kind == FACT_CALL && role == ROLE_LOOK;
    if (end != *operand && !stays) {
        *operand = end;
        renaming->changed = true;
    }
}

/** Apply the replacements and count the facts again. @return whether anything changed. */
static bool rewrite(struct reduction *r)
{
    bool changed = false;
    for (guint i = 0; i < r->list->len; i++) {
        struct renaming renaming = {r, reduction_fact(r, i), false};
        fact_operands(r->facts, reduction_fact(r, i), rename_operand, &renaming);
        changed = changed || renaming.changed;
    }
    forget_names(r);
    tidy(r);
    count_uses_of_slots(r);
    reduction_drop_dead(r);
    count_uses_of_slots(r);
    return changed;
}

/** A local with one source is that source; locals loaded through one pointer are one. */
static void name_by_sources(struct reduction *r)
{
    const struct fact **loaded = g_new0(const struct fact *, r->count + 1);
    for (guint i = 0; i < r->list->len; i++) {
        const struct fact *fact = reduction_fact(r, i);
        bool moves = fact->kind == FACT_COPY || fact->kind == FACT_LOAD;
        if (!moves || r->defined[OPERAND_SLOT(fact->to)] != 1) { /* which only mere ones are */
            continue;
        }
        const struct fact **first = &loaded[OPERAND_SLOT(fact->operand)];
        if (fact->kind == FACT_COPY) {
            r->reads[OPERAND_SLOT(fact->to)] = fact->operand;
        } else if (!*first) {
            *first = fact;
        } else if ((*first)->text == fact->text) {
            r->reads[OPERAND_SLOT(fact->to)] = (*first)->to;
        }
    }
    g_free((gpointer)loaded);
}

/** A local that is only copied to one slot is that slot. */
static void name_by_sinks(struct reduction *r)
{
    for (guint i = 0; i < r->list->len; i++) {
        const struct fact *fact = reduction_fact(r, i);
        if (fact->kind == FACT_COPY && is_mere(r, fact->operand) &&
            r->used[OPERAND_SLOT(fact->operand)] == 1) {
            r->defines[OPERAND_SLOT(fact->operand)] = fact->to;
        }
    }
}

static bool one_round(struct reduction *r)
{
    reduction_find_cycles(r);
    bool changed = rewrite(r);
    name_by_sources(r);
    changed |= rewrite(r);
    name_by_sinks(r);
    changed |= rewrite(r);
    if (reduction_spread(r)) {
        changed = true;
        rewrite(r);
    }
    return changed;
}

static void eliminate(struct reduction *r)
{
    r->mere = g_new(bool, r->count + 1);
    r->defined = g_new(uint32_t, r->count + 1);
    r->used = g_new(uint32_t, r->count + 1);
    r->reads = g_new(fact_slot, r->count + 1);
    r->defines = g_new(fact_slot, r->count + 1);
    forget_names(r);
    rewrite(r);
    for (int i = 0; i < ROUNDS && one_round(r); i++) {
    }
    g_free(r->mere);
    g_free(r->defined);
    g_free(r->used);
    g_free(r->reads);
    g_free(r->defines);
}

void facts_reduce(const struct facts *facts, GArray *list)
{
    struct reduction r = {.facts = facts, .list = list};
    r.slots = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    visit_operands(&r, make_dense);
    eliminate(&r);
    visit_operands(&r, undo_dense);
    for (uint32_t s = 0; s < r.count; s++) {
        facts_slot_at(facts, g_array_index(r.slots, uint32_t, s))->dense = 0;
    }
    g_array_free(r.slots, TRUE);
}
