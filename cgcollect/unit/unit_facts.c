/*
 * Stores the pointer facts of a unit: slots, facts and the arguments of calls. ast/facts/ and
 * ir/facts/ add to it; the kind `pointerFacts` reads from it.
 */
#include "unit/facts_store.h"

#include <string.h>

struct facts *facts_new(struct unit *unit)
{
    struct facts *facts = g_new0(struct facts, 1);
    facts->unit = unit;
    facts->slots = g_array_new(FALSE, FALSE, sizeof(struct slot));
    facts->facts = g_array_new(FALSE, FALSE, sizeof(struct fact));
    facts->calls = g_array_new(FALSE, FALSE, sizeof(struct fact_call));
    facts->arguments = g_array_new(FALSE, FALSE, sizeof(fact_slot));
    facts->read = g_byte_array_new();
    facts->mask = 63;
    facts->table = g_new0(uint32_t, facts->mask + 1);
    return facts;
}

void facts_free(struct facts *facts)
{
    if (facts) {
        g_array_free(facts->slots, TRUE);
        g_array_free(facts->facts, TRUE);
        g_array_free(facts->calls, TRUE);
        g_array_free(facts->arguments, TRUE);
        g_byte_array_free(facts->read, TRUE);
        g_free(facts->table);
        g_free(facts);
    }
}

/** Names of records need not be UTF-8, but graph files must be. */
static const char *keep_text(const struct facts *facts, const char *text)
{
    if (!text || g_utf8_validate(text, -1, NULL)) {
        return text ? unit_string(facts->unit, text) : NULL;
    }
    char *plain = g_strescape(text, NULL);
    const char *kept = unit_string(facts->unit, plain);
    g_free(plain);
    return kept;
}

/* Slots */

static uint32_t hash_slot(const struct slot *slot)
{
    uint64_t hash = (uint64_t)slot->kind * 0x9e3779b97f4a7c15u;
    const uint64_t parts[] = {slot->function, slot->number, (uintptr_t)slot->name,
                              (uintptr_t)slot->origin};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        hash = (hash ^ parts[i]) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    return (uint32_t)hash;
}

static bool same_slot(const struct slot *a, const struct slot *b)
{
    return a->kind == b->kind && a->function == b->function && a->number == b->number &&
           a->name == b->name && a->origin == b->origin;
}

/** The table position of a slot, or where it belongs. */
static uint32_t *place_of(const struct facts *facts, const struct slot *slot)
{
    uint32_t at = hash_slot(slot) & facts->mask;
    while (facts->table[at] && !same_slot(facts_slot_at(facts, facts->table[at] - 1), slot)) {
        at = (at + 1) & facts->mask;
    }
    return &facts->table[at];
}

/** Enter all slots except locals into an empty table with enough room. */
static void fill_table(struct facts *facts)
{
    for (uint32_t i = 0; i < facts->slots->len; i++) {
        if (facts_slot_at(facts, i)->kind != SLOT_LOCAL) {
            *place_of(facts, facts_slot_at(facts, i)) = i + 1;
        }
    }
}

static fact_slot add_slot(struct facts *facts, const struct slot *slot)
{
    g_assert(facts->slots->len < FACT_NONE / 2);
    g_array_append_val(facts->slots, *slot);
    return (facts->slots->len - 1) << 1;
}

static fact_slot intern(struct facts *facts, const struct slot *slot)
{
    uint32_t *place = place_of(facts, slot);
    if (*place) {
        return (*place - 1) << 1;
    }
    fact_slot added = add_slot(facts, slot);
    *place = OPERAND_SLOT(added) + 1;
    if (++facts->interned > facts->mask / 2) {
        facts->mask = facts->mask * 2 + 1;
        g_free(facts->table);
        facts->table = g_new0(uint32_t, (size_t)facts->mask + 1);
        fill_table(facts);
    }
    return added;
}

fact_slot facts_local(struct facts *facts, unit_id owner)
{
    struct slot slot = {.kind = SLOT_LOCAL, .function = owner};
    return add_slot(facts, &slot);
}

fact_slot facts_global(struct facts *facts, const char *name, const char *origin)
{
    struct slot slot = {.kind = SLOT_GLOBAL,
                        .function = UNIT_NONE,
                        .name = keep_text(facts, name),
                        .origin = keep_text(facts, origin)};
    return intern(facts, &slot);
}

fact_slot facts_field(struct facts *facts, const char *record, uint64_t offset)
{
    struct slot slot = {.kind = SLOT_FIELD,
                        .function = UNIT_NONE,
                        .number = offset,
                        .name = keep_text(facts, record)};
    return intern(facts, &slot);
}

static fact_slot of_function(struct facts *facts, enum slot_kind kind, unit_id function,
                             unsigned number)
{
    struct slot slot = {.kind = kind, .function = function, .number = number};
    return intern(facts, &slot);
}

fact_slot facts_parameter(struct facts *facts, unit_id function, unsigned index)
{
    return of_function(facts, SLOT_PARAMETER, function, index);
}

fact_slot facts_result(struct facts *facts, unit_id function)
{
    return of_function(facts, SLOT_RESULT, function, 0);
}

fact_slot facts_variadic(struct facts *facts, unit_id function)
{
    return of_function(facts, SLOT_VARIADIC, function, 0);
}

fact_slot facts_function(struct facts *facts, unit_id function)
{
    return of_function(facts, SLOT_FUNCTION, function, 0);
}

fact_slot facts_member(struct facts *facts, uint64_t entry)
{
    struct slot slot = {.kind = SLOT_MEMBER, .function = UNIT_NONE, .number = entry};
    return intern(facts, &slot);
}

fact_slot facts_table(struct facts *facts, const char *name)
{
    struct slot slot = {.kind = SLOT_TABLE, .function = UNIT_NONE, .name = keep_text(facts, name)};
    return intern(facts, &slot);
}

fact_slot facts_integers(struct facts *facts)
{
    return of_function(facts, SLOT_INTEGERS, UNIT_NONE, 0);
}

fact_slot facts_bytes(struct facts *facts)
{
    return of_function(facts, SLOT_BYTES, UNIT_NONE, 0);
}

fact_slot facts_half_words(struct facts *facts)
{
    return of_function(facts, SLOT_BYTES, UNIT_NONE, 1);
}

void facts_settle_half_words(struct facts *facts, bool copied)
{
    fact_slot halves = facts_half_words(facts), bytes = facts_bytes(facts);
    guint kept = 0;
    struct fact *all = (struct fact *)facts->facts->data;
    for (guint i = 0; i < facts->facts->len; i++) {
        struct fact fact = all[i];
        bool is = fact.to == halves || fact.operand == halves;
        fact.to = fact.to == halves ? bytes : fact.to;
        fact.operand = fact.operand == halves ? bytes : fact.operand;
        if (!is || copied) {
            all[kept++] = fact;
        }
    }
    g_array_set_size(facts->facts, kept);
}

fact_slot facts_outside(struct facts *facts)
{
    return of_function(facts, SLOT_OUTSIDE, UNIT_NONE, 0);
}

fact_slot facts_address_of(struct facts *facts, fact_slot slot)
{
    (void)facts;
    g_assert(slot == FACT_NONE || !OPERAND_IS_ADDRESS(slot));
    return slot == FACT_NONE ? FACT_NONE : slot | 1u;
}

/* Facts */

void fact_operands(const struct facts *facts, struct fact *fact, fact_operand_visit *visit,
                   void *data)
{
    if (fact->to != FACT_NONE) {
        visit(&fact->to, data);
    }
    if (fact->operand != FACT_NONE) {
        visit(&fact->operand, data);
    }
    if (!fact_calls(fact)) {
        return;
    }
    const struct fact_call *call = &g_array_index(facts->calls, struct fact_call, fact->call);
    for (uint32_t i = 0; i < call->count; i++) {
        fact_slot *argument = &g_array_index(facts->arguments, fact_slot, call->first_argument + i);
        if (*argument != FACT_NONE) {
            visit(argument, data);
        }
    }
}

/** Checks the requirements of unit_facts.h: a mistake must not become a weaker fact. */
struct check {
    const struct facts *facts;
    const struct fact *fact;
};

static void check_operand(fact_slot *operand, void *data)
{
    const struct check *check = data;
    g_assert(OPERAND_SLOT(*operand) < check->facts->slots->len);
    const struct slot *slot = facts_slot_at(check->facts, OPERAND_SLOT(*operand));
    bool called = check->fact->kind == FACT_CALL_BY_NAME && operand == &check->fact->to;
    g_assert(slot->kind != SLOT_LOCAL || slot->function == check->fact->owner);
    bool pointed = slot->kind == SLOT_FUNCTION || slot->kind == SLOT_MEMBER;
    g_assert(!pointed || called || OPERAND_IS_ADDRESS(*operand));
}

static void add_fact(struct facts *facts, struct fact *fact)
{
    struct check check = {facts, fact};
    fact_operands(facts, fact, check_operand, &check);
    g_array_append_vals(facts->facts, fact, 1);
}

static bool is_function(const struct facts *facts, fact_slot operand)
{
    enum slot_kind kind = facts_slot_at(facts, OPERAND_SLOT(operand))->kind;
    return kind == SLOT_FUNCTION || kind == SLOT_MEMBER;
}

void facts_copy(struct facts *facts, unit_id owner, fact_slot to, fact_slot operand)
{
    if (to != FACT_NONE && operand != FACT_NONE && to != operand) {
        g_assert(!OPERAND_IS_ADDRESS(to));
        struct fact fact = {.owner = owner, .kind = FACT_COPY, .to = to, .operand = operand};
        add_fact(facts, &fact);
    }
}

/** The slot of a fact's result from an operand. */
static fact_slot convert(struct facts *facts, struct fact *fact)
{
    if (fact->operand == FACT_NONE) {
        return FACT_NONE;
    }
    fact->to = facts_local(facts, fact->owner);
    add_fact(facts, fact);
    return fact->to;
}

static fact_slot retype(struct facts *facts, unit_id owner, enum fact_kind kind, fact_slot operand,
                        const char *from, const char *to)
{
    struct fact fact = {.owner = owner,
                        .kind = kind,
                        .operand = operand,
                        .text = keep_text(facts, from),
                        .inner = keep_text(facts, to)};
    return convert(facts, &fact);
}

fact_slot facts_cast(struct facts *facts, unit_id owner, fact_slot operand, const char *from,
                     const char *to)
{
    return retype(facts, owner, FACT_CAST, operand, from, to);
}

fact_slot facts_overlay(struct facts *facts, unit_id owner, fact_slot operand, const char *from,
                        const char *to)
{
    return retype(facts, owner, FACT_OVERLAY, operand, from, to);
}

fact_slot facts_insides(struct facts *facts, unit_id owner, fact_slot operand, const char *cell)
{
    struct fact fact = {
        .owner = owner, .kind = FACT_INSIDES, .operand = operand, .text = keep_text(facts, cell)};
    return convert(facts, &fact);
}

fact_slot facts_further(struct facts *facts, unit_id owner, fact_slot operand, uint64_t bytes)
{
    char cell[24];
    g_snprintf(cell, sizeof cell, "+%" G_GUINT64_FORMAT, (guint64)bytes);
    return facts_insides(facts, owner, operand, cell);
}

fact_slot facts_headed(struct facts *facts, unit_id owner, fact_slot operand, fact_slot field,
                       bool behind)
{
    const struct slot *slot = facts_slot_at(facts, OPERAND_SLOT(field));
    char *address = g_strdup_printf("&f%s+%" G_GUINT64_FORMAT, slot->name, (guint64)slot->number);
    struct fact fact = {.owner = owner,
                        .kind = FACT_INSIDES,
                        .operand = operand,
                        .text = keep_text(facts, address),
                        .inner = behind ? keep_text(facts, FACTS_BEHIND) : NULL};
    g_free(address);
    return convert(facts, &fact);
}

/** @return the number of a place to decide by when joining */
static uint32_t add_place(struct facts *facts, struct unit_place place)
{
    struct fact_call at = {.place = place};
    g_array_append_val(facts->calls, at);
    return facts->calls->len - 1;
}

fact_slot facts_sum(struct facts *facts, unit_id owner, fact_slot operand, struct unit_place place)
{
    struct fact fact = {.owner = owner,
                        .kind = FACT_INSIDES,
                        .operand = operand,
                        .text = keep_text(facts, ""),
                        .call = add_place(facts, place)};
    return convert(facts, &fact);
}

void facts_load(struct facts *facts, unit_id owner, fact_slot to, fact_slot from, const char *cell)
{
    if (to == FACT_NONE || from == FACT_NONE) {
        return;
    }
    if (!OPERAND_IS_ADDRESS(from)) {
        struct fact fact = {.owner = owner,
                            .kind = FACT_LOAD,
                            .to = to,
                            .operand = from,
                            .text = keep_text(facts, cell)};
        add_fact(facts, &fact);
    } else if (!is_function(facts, from)) {
        facts_copy(facts, owner, to, from & ~1u);
    }
}

void facts_store(struct facts *facts, unit_id owner, fact_slot to, fact_slot operand,
                 const char *cell)
{
    if (to == FACT_NONE || operand == FACT_NONE) {
        return;
    }
    if (!OPERAND_IS_ADDRESS(to)) {
        struct fact fact = {.owner = owner,
                            .kind = FACT_STORE,
                            .to = to,
                            .operand = operand,
                            .text = keep_text(facts, cell)};
        add_fact(facts, &fact);
    } else if (!is_function(facts, to)) {
        facts_copy(facts, owner, to & ~1u, operand);
    }
}

static void add_byte_copy(struct facts *facts, struct fact copy)
{
    if (copy.to != FACT_NONE && copy.operand != FACT_NONE) {
        copy.kind = FACT_COPY_BYTES;
        add_fact(facts, &copy);
    }
}

void facts_copy_bytes(struct facts *facts, unit_id owner, fact_slot to, fact_slot from, bool typed)
{
    if (to != from) {
        add_byte_copy(facts, (struct fact){.owner = owner,
                                           .to = to,
                                           .operand = from,
                                           .text = keep_text(facts, typed ? "records" : "")});
    }
}

void facts_may_copy_bytes(struct facts *facts, unit_id owner, fact_slot to, fact_slot from,
                          struct unit_place place)
{
    if (to != from) {
        add_byte_copy(facts, (struct fact){.owner = owner,
                                           .to = to,
                                           .operand = from,
                                           .text = FACTS_MAYBE,
                                           .call = add_place(facts, place)});
    }
}

void facts_copy_among(struct facts *facts, unit_id owner, fact_slot pointers)
{
    add_byte_copy(facts, (struct fact){.owner = owner,
                                       .to = pointers,
                                       .operand = pointers,
                                       .text = keep_text(facts, "records")});
}

static void add_call(struct facts *facts, struct fact *fact, const struct fact_handing *handing,
                     uint32_t slot)
{
    struct fact_call call = {handing->place, slot, facts->arguments->len, handing->count};
    fact->owner = handing->owner;
    fact->operand = handing->result;
    g_assert(fact->operand == FACT_NONE || !OPERAND_IS_ADDRESS(fact->operand));
    fact->call = facts->calls->len;
    if (handing->count > 0) {
        g_array_append_vals(facts->arguments, handing->arguments, handing->count);
    }
    g_array_append_val(facts->calls, call);
    add_fact(facts, fact);
}

void facts_call(struct facts *facts, const struct fact_handing *handing, fact_slot pointer,
                const char *signature, const char *member)
{
    if (pointer == FACT_NONE) {
        return;
    }
    if (OPERAND_IS_ADDRESS(pointer)) {
        fact_slot local = facts_local(facts, handing->owner);
        facts_copy(facts, handing->owner, local, pointer);
        pointer = local;
    }
    struct fact fact = {.kind = FACT_CALL,
                        .to = pointer,
                        .text = keep_text(facts, signature),
                        .inner = keep_text(facts, member)};
    add_call(facts, &fact, handing, 0);
}

bool facts_moves_bytes(const char *callee)
{
    static const char *const names[] = {"getc",     "getc_unlocked",
                                        "fgetc",    "fgetc_unlocked",
                                        "getchar",  "getchar_unlocked",
                                        "getw",     "_IO_getc",
                                        "getwc",    "getwc_unlocked",
                                        "fgetwc",   "fgetwc_unlocked",
                                        "getwchar", "getwchar_unlocked",
                                        "putc",     "putc_unlocked",
                                        "fputc",    "fputc_unlocked",
                                        "putchar",  "putchar_unlocked",
                                        "putw",     "_IO_putc",
                                        "putwc",    "putwc_unlocked",
                                        "fputwc",   "fputwc_unlocked",
                                        "putwchar", "putwchar_unlocked",
                                        "ungetc",   "ungetwc"};
    bool moves = false;
    for (size_t i = 0; i < G_N_ELEMENTS(names) && !moves; i++) {
        moves = strcmp(callee, names[i]) == 0;
    }
    return moves;
}

void facts_call_by_name(struct facts *facts, const struct fact_handing *handing, unit_id callee)
{
    struct fact fact = {.kind = FACT_CALL_BY_NAME, .to = facts_function(facts, callee)};
    add_call(facts, &fact, handing, 0);
}

void facts_call_virtual(struct facts *facts, const struct fact_handing *handing,
                        const char *receiver, uint32_t slot)
{
    struct fact fact = {.kind = FACT_CALL_VIRTUAL,
                        .to = FACT_NONE,
                        .text = keep_text(facts, receiver ? receiver : "")};
    add_call(facts, &fact, handing, slot);
}

void facts_signature(struct facts *facts, unit_id function, const char *signature)
{
    struct fact fact = {.owner = function,
                        .kind = FACT_SIGNATURE,
                        .to = FACT_NONE,
                        .operand = FACT_NONE,
                        .text = keep_text(facts, signature)};
    add_fact(facts, &fact);
}

void facts_declared_signature(struct facts *facts, unit_id function, const char *signature)
{
    struct fact fact = {.owner = UNIT_NONE,
                        .kind = FACT_SIGNATURE,
                        .to = facts_address_of(facts, facts_function(facts, function)),
                        .operand = FACT_NONE,
                        .text = keep_text(facts, signature)};
    add_fact(facts, &fact);
}

void facts_bound(struct facts *facts, unit_id function, const char *entry)
{
    struct fact fact = {.owner = UNIT_NONE,
                        .kind = FACT_BOUND,
                        .to = facts_address_of(facts, facts_function(facts, function)),
                        .operand = FACT_NONE,
                        .text = keep_text(facts, entry)};
    add_fact(facts, &fact);
}

void facts_typed(struct facts *facts, unit_id owner, fact_slot slot, const char *record)
{
    if (slot != FACT_NONE && !OPERAND_IS_ADDRESS(slot)) {
        struct fact fact = {.owner = owner,
                            .kind = FACT_TYPED,
                            .to = slot,
                            .operand = FACT_NONE,
                            .text = keep_text(facts, record)};
        add_fact(facts, &fact);
    }
}

void facts_used_as(struct facts *facts, unit_id owner, fact_slot pointer, const char *record)
{
    if (pointer != FACT_NONE) {
        struct fact fact = {.owner = owner,
                            .kind = FACT_TYPED,
                            .to = pointer,
                            .operand = FACT_NONE,
                            .text = keep_text(facts, record),
                            .inner = keep_text(facts, "object")};
        add_fact(facts, &fact);
    }
}

void facts_cell_type(struct facts *facts, unit_id owner, fact_slot slot, const char *cell,
                     bool array)
{
    struct fact fact = {.owner = owner,
                        .kind = FACT_FIELD,
                        .to = slot,
                        .operand = FACT_NONE,
                        .text = keep_text(facts, cell),
                        .inner = array ? keep_text(facts, "array") : NULL};
    add_fact(facts, &fact);
}

/* A fact of two texts and no slot. @param number FACT_NONE: none */
static void add_texts(struct facts *facts, enum fact_kind kind, const char *text, const char *inner,
                      uint32_t number)
{
    struct fact fact = {.owner = UNIT_NONE,
                        .kind = kind,
                        .to = FACT_NONE,
                        .operand = FACT_NONE,
                        .call = number,
                        .text = keep_text(facts, text),
                        .inner = keep_text(facts, inner)};
    add_fact(facts, &fact);
}

void facts_nested(struct facts *facts, const char *record, const char *inner, uint32_t offset)
{
    add_texts(facts, FACT_NESTED, record, inner, offset);
}

void facts_forget_types(struct facts *facts)
{
    for (guint i = 0; i < facts->facts->len; i++) {
        struct fact *fact = &g_array_index(facts->facts, struct fact, i);
        bool typed = fact->kind == FACT_SIGNATURE || fact->kind == FACT_CALL;
        const char *end = typed && fact->text[0] == '~' ? strchr(fact->text, ')') : NULL;
        if (end && end[1]) {
            char *lowered = g_strndup(fact->text, (gsize)(end + 1 - fact->text));
            fact->text = keep_text(facts, lowered);
            g_free(lowered);
        }
    }
}

void facts_converts(struct facts *facts, const char *from, const char *to)
{
    add_texts(facts, FACT_CONVERTS, from, to, FACT_NONE);
}

void facts_defined(struct facts *facts, fact_slot slot)
{
    struct fact fact = {.owner = UNIT_NONE, .kind = FACT_DEFINED, .to = slot, .operand = FACT_NONE};
    g_assert(slot != FACT_NONE && !OPERAND_IS_ADDRESS(slot));
    add_fact(facts, &fact);
}

void facts_used(struct facts *facts, fact_slot slot)
{
    struct fact fact = {.owner = UNIT_NONE, .kind = FACT_USED, .to = slot, .operand = FACT_NONE};
    g_assert(slot != FACT_NONE && !OPERAND_IS_ADDRESS(slot));
    add_fact(facts, &fact);
}

void facts_visible(struct facts *facts, const char *record, bool system)
{
    add_texts(facts, FACT_RECORD, record, system ? "system" : "header", FACT_NONE);
}

void facts_library_templates(struct facts *facts)
{
    add_texts(facts, FACT_RECORD, "std::", "library", FACT_NONE);
}

void facts_hidden(struct facts *facts, unit_id function)
{
    unit_function_at(facts->unit, function)->hidden = true;
    struct fact fact = {
        .owner = function, .kind = FACT_HIDDEN, .to = FACT_NONE, .operand = FACT_NONE};
    add_fact(facts, &fact);
}

void facts_hidden_variable(struct facts *facts, fact_slot slot)
{
    struct fact fact = {.owner = UNIT_NONE, .kind = FACT_HIDDEN, .to = slot, .operand = FACT_NONE};
    g_assert(slot != FACT_NONE && !OPERAND_IS_ADDRESS(slot));
    add_fact(facts, &fact);
}

void facts_referenced(struct facts *facts, const char *symbol)
{
    struct fact fact = {.owner = UNIT_NONE,
                        .kind = FACT_REFERENCED,
                        .to = FACT_NONE,
                        .operand = FACT_NONE,
                        .text = keep_text(facts, symbol)};
    add_fact(facts, &fact);
}

void facts_symbol(struct facts *facts, unit_id owner, fact_slot slot, const char *symbol)
{
    struct fact fact = {.owner = owner,
                        .kind = FACT_SYMBOL,
                        .to = slot,
                        .operand = FACT_NONE,
                        .text = keep_text(facts, symbol)};
    g_assert(slot != FACT_NONE && !OPERAND_IS_ADDRESS(slot));
    add_fact(facts, &fact);
}

void facts_got(struct facts *facts, unit_id owner, fact_slot to, fact_slot parameter)
{
    struct fact fact = {.owner = owner, .kind = FACT_GOT, .to = to, .operand = parameter};
    add_fact(facts, &fact);
}

void facts_returned(struct facts *facts, unit_id owner, fact_slot from)
{
    facts_got(facts, owner, facts_result(facts, owner), from);
}

void facts_runtime(struct facts *facts, unit_id function, const char *name)
{
    struct fact fact = {.owner = function,
                        .kind = FACT_RUNTIME,
                        .to = FACT_NONE,
                        .operand = FACT_NONE,
                        .text = keep_text(facts, name)};
    add_fact(facts, &fact);
}

void facts_by_address(struct facts *facts, unit_id function)
{
    struct fact fact = {
        .owner = function, .kind = FACT_BY_ADDRESS, .to = FACT_NONE, .operand = FACT_NONE};
    add_fact(facts, &fact);
}

void facts_unknown(struct facts *facts, unit_id owner, fact_slot slot, const char *reason)
{
    if (slot != FACT_NONE) {
        g_assert(!OPERAND_IS_ADDRESS(slot));
        struct fact fact = {.owner = owner,
                            .kind = FACT_UNKNOWN,
                            .to = slot,
                            .operand = FACT_NONE,
                            .text = keep_text(facts, reason)};
        add_fact(facts, &fact);
    }
}

/* Owners */

void facts_read(struct facts *facts, unit_id owner)
{
    if (owner == UNIT_NONE) {
        facts->read_outside = true;
        return;
    }
    guint before = facts->read->len;
    if (owner >= before) {
        g_byte_array_set_size(facts->read, owner + 1);
        memset(facts->read->data + before, 0, owner + 1 - before);
    }
    facts->read->data[owner] = 1;
}

static bool is_read(const struct facts *facts, unit_id owner)
{
    return owner < facts->read->len && facts->read->data[owner] &&
           unit_function_at(facts->unit, owner)->defined;
}

/* Removed functions */

struct mentions {
    const struct facts *facts;
    unit_id owner;
    facts_mention *mention;
    void *data;
};

static void visit_mention(fact_slot *operand, void *data)
{
    const struct mentions *m = data;
    const struct slot *slot = facts_slot_at(m->facts, OPERAND_SLOT(*operand));
    if (slot->kind != SLOT_LOCAL && slot->function != UNIT_NONE) {
        m->mention(m->owner, slot->function, m->data);
    }
}

static void visit_fact_mentions(const struct facts *facts, struct fact *fact,
                                facts_mention *mention, void *data)
{
    struct mentions mentions = {facts, fact->owner, mention, data};
    fact_operands(facts, fact, visit_mention, &mentions);
}

void facts_visit_mentions(const struct facts *facts, facts_mention *mention, void *data)
{
    for (guint i = 0; i < facts->facts->len; i++) {
        visit_fact_mentions(facts, &g_array_index(facts->facts, struct fact, i), mention, data);
    }
}

struct going {
    const unit_id *numbers;
    bool goes;
};

static void note_gone(unit_id owner, unit_id function, void *data)
{
    struct going *going = data;
    (void)owner;
    going->goes = going->goes || going->numbers[function] == UNIT_NONE;
}

static unit_id new_number(const unit_id *numbers, unit_id id)
{
    return id == UNIT_NONE ? UNIT_NONE : numbers[id];
}

static void renumber_facts(struct facts *facts, const unit_id *numbers)
{
    guint kept = 0;
    struct fact *all = (struct fact *)facts->facts->data;
    for (guint i = 0; i < facts->facts->len; i++) {
        struct going going = {numbers, false};
        unit_id owner = new_number(numbers, all[i].owner);
        visit_fact_mentions(facts, &all[i], note_gone, &going);
        if (!going.goes && (owner != UNIT_NONE || all[i].owner == UNIT_NONE)) {
            all[kept] = all[i];
            all[kept++].owner = owner;
        }
    }
    g_array_set_size(facts->facts, kept);
}

/** New numbers are never larger than the old ones, and keep the order. */
static void renumber_read(struct facts *facts, const unit_id *numbers)
{
    guint length = 0;
    for (unit_id i = 0; i < facts->read->len; i++) {
        if (numbers[i] != UNIT_NONE) {
            facts->read->data[numbers[i]] = facts->read->data[i];
            length = numbers[i] + 1;
        }
    }
    g_byte_array_set_size(facts->read, length);
}

void facts_renumber(struct facts *facts, const unit_id *numbers)
{
    renumber_facts(facts, numbers);
    renumber_read(facts, numbers);
    for (uint32_t i = 0; i < facts->slots->len; i++) {
        struct slot *slot = facts_slot_at(facts, i);
        slot->function = new_number(numbers, slot->function);
    }
    memset(facts->table, 0, ((size_t)facts->mask + 1) * sizeof *facts->table);
    fill_table(facts);
}

/** Facts by owner, in the order they were added; UNIT_NONE is last. @return where the facts of each
 *  owner begin, and the end; release with g_free. */
static guint *group_by_owner(const struct facts *facts, struct fact *sorted)
{
    guint owners = facts->unit->functions->len + 1;
    guint *begin = g_new0(guint, owners + 2);
    for (guint i = 0; i < facts->facts->len; i++) {
        begin[MIN(g_array_index(facts->facts, struct fact, i).owner, owners - 1) + 2]++;
    }
    for (guint o = 2; o <= owners + 1; o++) {
        begin[o] += begin[o - 1];
    }
    for (guint i = 0; i < facts->facts->len; i++) {
        const struct fact *fact = &g_array_index(facts->facts, struct fact, i);
        sorted[begin[MIN(fact->owner, owners - 1) + 1]++] = *fact;
    }
    return begin;
}

static int visit_owner(const struct facts *facts, unit_id owner, const struct fact *begin,
                       guint count, facts_visit *visit, void *data)
{
    GArray *list = g_array_sized_new(FALSE, FALSE, sizeof(struct fact), count);
    g_array_append_vals(list, begin, count);
    facts_reduce(facts, list);
    GString *text = facts_text(facts, list);
    int status = visit(owner, text->str, text->len, data);
    g_string_free(text, TRUE);
    g_array_free(list, TRUE);
    return status;
}

int facts_visit_all(struct facts *facts, facts_visit *visit, void *data)
{
    struct fact *sorted = g_new(struct fact, facts->facts->len + 1);
    guint *begin = group_by_owner(facts, sorted);
    guint functions = facts->unit->functions->len;
    int status = 0;
    for (guint o = 0; o <= functions && !status; o++) {
        guint count = begin[o + 1] - begin[o];
        bool outside = o == functions;
        if (outside ? facts->read_outside || count > 0 : is_read(facts, o)) {
            unit_id owner = outside ? UNIT_NONE : o;
            status = visit_owner(facts, owner, sorted + begin[o], count, visit, data);
        }
    }
    g_free(begin);
    g_free(sorted);
    return status;
}
