/* Pointer facts: how they are written, and that eliminating locals changes nothing that counts. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include <support.h>

#include "join/prune.h"
#include "unit/facts_store.h"

/* Text */

struct expected {
    const char *const *texts; /**< by visit */
    int visits;
};

static int compare_text(unit_id owner, const char *text, size_t length, void *data)
{
    struct expected *expected = data;
    (void)owner;
    ck_assert_uint_eq(strlen(text), length);
    ck_assert_str_eq(text, expected->texts[expected->visits++]);
    return 0;
}

static void check_texts(struct facts *facts, const char *const *texts, int count)
{
    struct expected expected = {texts, 0};
    ck_assert_int_eq(facts_visit_all(facts, compare_text, &expected), 0);
    ck_assert_int_eq(expected.visits, count);
}

static void check_text(struct facts *facts, const char *text)
{
    check_texts(facts, &text, 1);
}

/** A unit with functions f0, f1, ... that are defined; f1 is internal to a.c. */
static struct unit *new_unit(void)
{
    struct unit *unit = unit_new();
    unit->speaker = UNIT_AST;
    for (unit_id i = 0; i < 4; i++) {
        char name[8];
        g_snprintf(name, sizeof name, "f%u", i);
        unit_define(unit, unit_function_named(unit, name));
    }
    unit_function_at(unit, 1)->linkage = CG_LINKAGE_INTERNAL;
    unit_function_at(unit, 1)->origin = unit_string(unit, "a.c");
    return unit;
}

static const struct unit_place place = {"dir/a \"b\".c", 7, 3};

START_TEST(every_slot_and_fact_is_written_as_documented)
{
    struct unit *unit = new_unit();
    struct facts *facts = unit->facts;
    fact_slot g = facts_global(facts, "g", NULL);
    fact_slot s = facts_global(facts, "f1.s", "a.c");
    fact_slot field = facts_field(facts, "ns::S", 16);
    fact_slot l = facts_local(facts, 0);
    fact_slot arguments[] = {facts_address_of(facts, facts_function(facts, 1)), FACT_NONE, g};
    facts_read(facts, 0);
    facts_copy(facts, 0, g, s);
    facts_load(facts, 0, facts_parameter(facts, 1, 2), facts_result(facts, 1), "");
    facts_store(facts, 0, facts_variadic(facts, 0), facts_integers(facts), "");
    facts_copy(facts, 0, g, facts_cast(facts, 0, facts_outside(facts), "FvE", ""));
    facts_call(facts, &(struct fact_handing){0, place, l, arguments, 3}, field, "p(ip.)", NULL);
    facts_copy(facts, 0, g, facts_address_of(facts, l));
    facts_call_by_name(facts, &(struct fact_handing){0, place, FACT_NONE, NULL, 0}, 2);
    facts_call_virtual(facts, &(struct fact_handing){0, place, g, arguments, 1}, "_ZTS1A", 4);
    facts_call_virtual(facts, &(struct fact_handing){0, place, g, NULL, 0}, NULL, 0);
    facts_signature(facts, 0, "v()");
    facts_typed(facts, 0, field, "S");
    facts_unknown(facts, 0, g, "integer");
    facts_nested(facts, "R", "S", 8);
    static const char *const texts[] = {
        "[[\"c\",\"gg\",\"&l0\"],[\"c\",\"gg\",\"gf1.s|a.c\"],"
        "[\"d\",\"dir/a \\\"b\\\".c\",7,3,\"Ff2\",\"\",[]],"
        "[\"k\",\"dir/a "
        "\\\"b\\\".c\",7,3,\"fns::S+16\",\"p(ip.)\",\"l0\",[\"&Ff1|a.c\",\"\",\"gg\"]],"
        "[\"l\",\"pf1|a.c#2\",\"rf1|a.c\"],[\"s\",\"vf0\",\"i\"],[\"t\",\"v()\"],"
        "[\"w\",\"dir/a \\\"b\\\".c\",7,3,\"\",0,\"gg\",[]],"
        "[\"w\",\"dir/a \\\"b\\\".c\",7,3,\"_ZTS1A\",4,\"gg\",[\"&Ff1|a.c\"]],"
        "[\"x\",\"gg\",\"integer\"],[\"y\",\"fns::S+16\",\"S\"],[\"z\",\"gg\",\"u\",\"FvE\",\"\"]]",
        "[[\"n\",\"R\",\"S\",8]]"};
    check_texts(facts, texts, 2);
    unit_free(unit);
}
END_TEST

START_TEST(only_what_was_read_and_is_defined_is_visited)
{
    struct unit *unit = new_unit();
    facts_copy(unit->facts, 0, facts_global(unit->facts, "a", NULL),
               facts_global(unit->facts, "b", NULL));
    facts_read(unit->facts, 2);
    facts_read(unit->facts, 3);
    unit_function_at(unit, 3)->defined = 0;
    check_text(unit->facts, "[]");
    facts_read(unit->facts, UNIT_NONE);
    static const char *const texts[] = {"[]", "[]"};
    check_texts(unit->facts, texts, 2);
    unit_free(unit);
}
END_TEST

START_TEST(functions_that_go_take_their_facts_along)
{
    struct unit *unit = new_unit();
    struct facts *facts = unit->facts;
    fact_slot g = facts_global(facts, "g", NULL);
    fact_slot h = facts_global(facts, "h", NULL);
    facts_read(facts, 0);
    facts_read(facts, 2);
    facts_copy(facts, 0, g, h);
    facts_copy(facts, 2, h, facts_parameter(facts, 2, 0));
    facts_copy(facts, UNIT_NONE, g, facts_address_of(facts, facts_function(facts, 0)));
    facts_copy(facts, UNIT_NONE, g, facts_address_of(facts, facts_function(facts, 2)));
    static const unit_id numbers[] = {UNIT_NONE, 0, 1, UNIT_NONE};
    struct unit_function *all = (struct unit_function *)unit->functions->data;
    all[0] = all[1];
    all[1] = all[2];
    g_array_set_size(unit->functions, 2);
    facts_renumber(facts, numbers);
    ck_assert_uint_eq(facts_parameter(facts, 1, 0), facts_parameter(facts, 1, 0));
    facts_copy(facts, 1, h, facts_parameter(facts, 1, 0));
    static const char *const texts[] = {"[[\"c\",\"gh\",\"pf2#0\"]]", "[[\"c\",\"gg\",\"&Ff2\"]]"};
    check_texts(facts, texts, 2);
    unit_free(unit);
}
END_TEST

START_TEST(pruning_keeps_functions_that_facts_of_kept_ones_mention)
{
    struct unit *unit = new_unit();
    struct facts *facts = unit->facts;
    fact_slot g = facts_global(facts, "g", NULL);
    for (unit_id i = 0; i < 4; i++) {
        unit_function_at(unit, i)->in_system_header = i != 1;
        facts_read(facts, i);
    }
    unit_id declared = unit_function_named(unit, "declared");
    unit_id other = unit_function_named(unit, "other");
    facts_copy(facts, 1, g, facts_address_of(facts, facts_function(facts, 2)));
    facts_copy(facts, 2, g, facts_address_of(facts, facts_function(facts, declared)));
    facts_copy(facts, 3, g, facts_address_of(facts, facts_function(facts, other)));
    facts_copy(facts, UNIT_NONE, g, facts_address_of(facts, facts_function(facts, 3)));
    facts_copy(facts, UNIT_NONE, g, facts_address_of(facts, facts_function(facts, 1)));
    prune_unit(unit);
    ck_assert_uint_eq(unit->functions->len, 3);
    static const char *const texts[] = {"[[\"c\",\"gg\",\"&Ff2\"]]",
                                        "[[\"c\",\"gg\",\"&Fdeclared\"]]",
                                        "[[\"c\",\"gg\",\"&Ff1|a.c\"]]"};
    check_texts(facts, texts, 3);
    unit_free(unit);
}
END_TEST

/* Examples of elimination */

START_TEST(locals_between_slots_vanish)
{
    struct unit *unit = new_unit();
    struct facts *facts = unit->facts;
    fact_slot g = facts_global(facts, "g", NULL);
    fact_slot h = facts_global(facts, "h", NULL);
    fact_slot l[6];
    for (int i = 0; i < 6; i++) {
        l[i] = facts_local(facts, 0);
    }
    facts_read(facts, 0);
    facts_copy(facts, 0, l[0], g); /* a chain with a cycle in it */
    facts_copy(facts, 0, l[1], l[0]);
    facts_copy(facts, 0, l[2], l[1]);
    facts_copy(facts, 0, l[1], l[2]);
    facts_copy(facts, 0, h, l[2]);
    facts_copy(facts, 0, l[3], g); /* read by nobody */
    facts_copy(facts, 0, h, l[4]); /* given nothing */
    facts_copy(facts, 0, l[5], facts_address_of(facts, g));
    facts_store(facts, 0, l[5], facts_address_of(facts, facts_function(facts, 2)), "");
    check_text(facts, "[[\"c\",\"gg\",\"&Ff2\"],[\"c\",\"gh\",\"gg\"]]");
    unit_free(unit);
}
END_TEST

START_TEST(what_is_copied_from_nothing_to_nothing_or_to_itself_is_no_fact)
{
    struct unit *unit = new_unit();
    struct facts *facts = unit->facts;
    fact_slot g = facts_global(facts, "g", NULL);
    fact_slot h = facts_global(facts, "h", NULL);
    facts_read(facts, 0);
    facts_copy_bytes(facts, 0, g, FACT_NONE, false);
    facts_copy_bytes(facts, 0, FACT_NONE, g, false);
    facts_copy_bytes(facts, 0, FACT_NONE, FACT_NONE, false);
    facts_copy_bytes(facts, 0, g, g, false);
    facts_store(facts, 0, g, FACT_NONE, "");
    facts_load(facts, 0, FACT_NONE, g, "");
    check_text(facts, "[]");
    facts_copy_bytes(facts, 0, g, h, true);
    check_text(facts, "[[\"m\",\"gg\",\"gh\",\"records\"]]");
    unit_free(unit);
}
END_TEST

START_TEST(memory_of_the_function_is_a_local_when_nothing_keeps_its_address)
{
    struct unit *unit = new_unit();
    struct facts *facts = unit->facts;
    fact_slot memory = facts_local(facts, 0);
    fact_slot value = facts_local(facts, 0);
    fact_slot address = facts_local(facts, 0);
    facts_read(facts, 0);
    facts_copy(facts, 0, address, facts_address_of(facts, memory));
    facts_store(facts, 0, address, facts_parameter(facts, 0, 0), "");
    facts_load(facts, 0, value, address, "");
    facts_copy(facts, 0, facts_result(facts, 0), value);
    check_text(facts, "[[\"c\",\"rf0\",\"pf0#0\"]]");
    unit_free(unit);
}
END_TEST

START_TEST(only_memory_that_something_points_at_has_a_type)
{
    struct unit *unit = new_unit();
    struct facts *facts = unit->facts;
    fact_slot pointed = facts_local(facts, 0), other = facts_local(facts, 0);
    fact_slot field = facts_field(facts, "S", 8);
    facts_read(facts, 0);
    facts_cell_type(facts, 0, pointed, "Pv", true);
    facts_copy(facts, 0, facts_result(facts, 0), facts_address_of(facts, pointed));
    facts_cell_type(facts, 0, other, "Pv", true);
    facts_copy(facts, 0, other, field); /* the field is no array */
    facts_copy(facts, 0, facts_parameter(facts, 1, 0), other);
    check_text(facts, "[[\"c\",\"pf1|a.c#0\",\"fS+8\"],[\"c\",\"rf0\",\"&l0\"],"
                      "[\"f\",\"l0\",\"Pv\",\"array\"]]");
    unit_free(unit);
}
END_TEST

START_TEST(loads_through_one_pointer_stay_apart_when_they_are_of_different_cells)
{
    struct unit *unit = new_unit();
    struct facts *facts = unit->facts;
    fact_slot pointer = facts_parameter(facts, 0, 0);
    static const char *const cells[] = {"Pv", "PFvE", "PFvE"};
    facts_read(facts, 0);
    for (int i = 0; i < 3; i++) {
        const char name[] = {(char)('g' + i), 0};
        fact_slot loaded = facts_local(facts, 0);
        facts_load(facts, 0, loaded, pointer, cells[i]);
        facts_copy(facts, 0, facts_global(facts, name, NULL), loaded);
        facts_copy(facts, 0, facts_result(facts, 0), loaded);
    }
    check_text(facts, "[[\"l\",\"gg\",\"pf0#0\",\"Pv\"],[\"l\",\"gh\",\"pf0#0\",\"PFvE\"],"
                      "[\"l\",\"gi\",\"pf0#0\",\"PFvE\"],[\"l\",\"rf0\",\"pf0#0\",\"PFvE\"],"
                      "[\"l\",\"rf0\",\"pf0#0\",\"Pv\"]]");
    unit_free(unit);
}
END_TEST

START_TEST(numbers_of_locals_do_not_depend_on_the_order_of_adding)
{
    const char *text = "[[\"c\",\"gg\",\"&l0\"],[\"c\",\"gh\",\"&l1\"],[\"s\",\"l0\",\"gh\"],"
                       "[\"s\",\"l1\",\"gg\"]]";
    for (int order = 0; order < 2; order++) {
        struct unit *unit = new_unit();
        struct facts *facts = unit->facts;
        fact_slot globals[] = {facts_global(facts, "g", NULL), facts_global(facts, "h", NULL)};
        facts_read(facts, 0);
        for (int i = 0; i < 2; i++) {
            int one = i ^ order;
            fact_slot l = facts_local(facts, 0);
            facts_copy(facts, 0, globals[one], facts_address_of(facts, l));
            facts_store(facts, 0, l, globals[!one], "");
        }
        check_text(facts, text);
        unit_free(unit);
    }
}
END_TEST

/* Against a slow solver */

enum {
    LOCALS = 7,
    GLOBALS = 5,
    FUNCTIONS = 2,
    SLOTS = LOCALS + GLOBALS + FUNCTIONS,
    CALLS = 6,
    TOKENS = 3, /**< code that was not collected, two reasons */
    CASTS = 64, /**< more locals at most, which casts make */
    VALUES = SLOTS + TOKENS + CALLS,
    ARGUMENTS = 2,
};

/** Facts of one function, of all sorts, and what they let slots hold. */
struct program {
    struct unit *unit;
    fact_slot slots[SLOTS]; /**< numbers 0, 2, ...: locals, then globals, then functions */
    GArray *around;         /**< of struct fact: what other functions do; no locals */
    struct random random;
};

struct solution {
    bool holds[SLOTS + CASTS][VALUES];
    bool pointer[CALLS][VALUES];
    bool arguments[CALLS][ARGUMENTS][VALUES];
};

static fact_slot any_slot(struct program *p, unsigned first)
{
    return p->slots[first + draw(&p->random, LOCALS + GLOBALS - first)];
}

static fact_slot any_operand(struct program *p, unsigned first)
{
    if (draw(&p->random, 4)) {
        return any_slot(p, first);
    }
    return facts_address_of(p->unit->facts, p->slots[first + draw(&p->random, SLOTS - first)]);
}

static void add_random_call(struct program *p, unsigned number)
{
    struct unit_place where = {"a.c", number, 0};
    fact_slot arguments[ARGUMENTS];
    for (int i = 0; i < ARGUMENTS; i++) {
        arguments[i] = draw(&p->random, 5) ? any_operand(p, 0) : FACT_NONE;
    }
    fact_slot result = draw(&p->random, 3) ? any_slot(p, 0) : FACT_NONE;
    const struct fact_handing handing = {0, where, result, arguments, ARGUMENTS};
    switch (draw(&p->random, 3)) {
    case 0:
        facts_call(p->unit->facts, &handing, any_slot(p, 0), "?", NULL);
        break;
    case 1:
        facts_call_by_name(p->unit->facts, &handing, 2);
        break;
    default:
        facts_call_virtual(p->unit->facts, &handing, NULL, 0);
    }
}

/** @param first slots before that are not mentioned */
static void add_random_fact(struct program *p, unit_id owner, unsigned first)
{
    struct facts *facts = p->unit->facts;
    switch (draw(&p->random, 14)) {
    case 0:
    case 1:
        facts_load(facts, owner, any_slot(p, first), any_slot(p, first), "");
        break;
    case 2:
    case 3:
        facts_store(facts, owner, any_slot(p, first), any_operand(p, first), "");
        break;
    case 12:
    case 13:
        facts_copy(facts, owner, any_slot(p, first),
                   facts_cast(facts, owner, any_operand(p, first), "FvE", ""));
        break;
    case 4:
        facts_typed(facts, owner, any_slot(p, first), draw(&p->random, 2) ? "0" : "1");
        break;
    case 5:
        facts_unknown(facts, owner, any_slot(p, first), draw(&p->random, 2) ? "0" : "1");
        break;
    default:
        facts_copy(facts, owner, any_slot(p, first), any_operand(p, first));
    }
}

static struct program new_program(uint32_t seed)
{
    struct program p = {.unit = new_unit(), .random = {seed}};
    for (unsigned i = 0; i < LOCALS; i++) {
        p.slots[i] = facts_local(p.unit->facts, 0);
    }
    for (unsigned i = 0; i < GLOBALS; i++) {
        char name[] = {(char)('a' + i), 0};
        p.slots[LOCALS + i] = facts_global(p.unit->facts, name, NULL);
    }
    for (unsigned i = 0; i < FUNCTIONS; i++) {
        p.slots[LOCALS + GLOBALS + i] = facts_function(p.unit->facts, 2 + i);
    }
    unsigned size = 2 + draw(&p.random, 24);
    for (unsigned i = 0; i < size; i++) {
        add_random_fact(&p, 0, 0);
    }
    for (unsigned i = 0; i < CALLS; i++) {
        if (draw(&p.random, 3) == 0) {
            add_random_call(&p, i);
        }
    }
    return p;
}

/** Separate what the function does from what is around it. */
static GArray *facts_of(struct program *p)
{
    GArray *own = g_array_new(FALSE, FALSE, sizeof(struct fact));
    g_array_append_vals(own, p->unit->facts->facts->data, p->unit->facts->facts->len);
    g_array_set_size(p->unit->facts->facts, 0);
    unsigned size = draw(&p->random, 6);
    for (unsigned i = 0; i < size; i++) {
        add_random_fact(p, 1, LOCALS);
    }
    p->around = g_array_new(FALSE, FALSE, sizeof(struct fact));
    g_array_append_vals(p->around, p->unit->facts->facts->data, p->unit->facts->facts->len);
    return own;
}

static bool unite(bool *to, const bool *from)
{
    bool changed = false;
    for (int v = 0; v < VALUES; v++) {
        changed = changed || (from[v] && !to[v]);
        to[v] = to[v] || from[v];
    }
    return changed;
}

static void read_operand(bool *out, const struct solution *s, fact_slot operand)
{
    memset(out, 0, VALUES * sizeof *out);
    if (operand != FACT_NONE && OPERAND_IS_ADDRESS(operand)) {
        out[OPERAND_SLOT(operand)] = true;
    } else if (operand != FACT_NONE) {
        memcpy(out, s->holds[OPERAND_SLOT(operand)], VALUES * sizeof *out);
    }
}

static bool is_variable(int value)
{
    return value < LOCALS + GLOBALS;
}

/** What a call hands on; its result is the call itself and its first argument. */
static bool apply_call(const struct program *p, struct solution *s, const struct fact *fact)
{
    const struct fact_call *call =
        &g_array_index(p->unit->facts->calls, struct fact_call, fact->call);
    bool changed = false;
    for (uint32_t i = 0; i < call->count; i++) {
        bool values[VALUES];
        fact_slot argument =
            g_array_index(p->unit->facts->arguments, fact_slot, call->first_argument + i);
        read_operand(values, s, argument);
        changed |= unite(s->arguments[call->place.line][i], values);
    }
    if (fact->kind == FACT_CALL) {
        changed |= unite(s->pointer[call->place.line], s->holds[OPERAND_SLOT(fact->to)]);
    }
    if (fact->operand != FACT_NONE) {
        bool result[VALUES];
        memcpy(result, s->arguments[call->place.line][0], sizeof result);
        result[SLOTS + TOKENS + call->place.line] = true;
        changed |= unite(s->holds[OPERAND_SLOT(fact->operand)], result);
    }
    return changed;
}

static bool apply(const struct program *p, struct solution *s, const struct fact *fact)
{
    bool values[VALUES];
    bool changed = false;
    uint32_t to = OPERAND_SLOT(fact->to);
    switch (fact->kind) {
    case FACT_COPY:
        read_operand(values, s, fact->operand);
        return unite(s->holds[to], values);
    case FACT_CAST: /* here: each function is another afterwards, so that it is no copy */
        read_operand(values, s, fact->operand);
        memmove(values + LOCALS + GLOBALS + 1, values + LOCALS + GLOBALS, FUNCTIONS - 1);
        values[LOCALS + GLOBALS] = false;
        return unite(s->holds[to], values);
    case FACT_LOAD:
        for (int v = 0; is_variable(v); v++) {
            changed |= s->holds[OPERAND_SLOT(fact->operand)][v] && unite(s->holds[to], s->holds[v]);
        }
        return changed;
    case FACT_STORE:
        read_operand(values, s, fact->operand);
        for (int v = 0; is_variable(v); v++) {
            changed |= s->holds[to][v] && unite(s->holds[v], values);
        }
        return changed;
    case FACT_TYPED: /* records "0" and "1" have a field each: the last two globals */
        memset(values, 0, sizeof values);
        values[SLOTS] = true;
        return s->holds[to][SLOTS] &&
               unite(s->holds[LOCALS + GLOBALS - 1 - (fact->text[0] == '1')], values);
    case FACT_UNKNOWN:
        memset(values, 0, sizeof values);
        values[SLOTS + 1 + (fact->text[0] == '1')] = true;
        return unite(s->holds[to], values);
    default:
        return apply_call(p, s, fact);
    }
}

static bool apply_all(const struct program *p, struct solution *s, const GArray *facts)
{
    bool changed = false;
    for (guint i = 0; i < facts->len; i++) {
        changed |= apply(p, s, &g_array_index(facts, struct fact, i));
    }
    return changed;
}

static struct solution *solve(const struct program *p, const GArray *own)
{
    struct solution *s = g_new0(struct solution, 1);
    s->holds[LOCALS][SLOTS] = true; /* the first global may be given by code not collected */
    while (apply_all(p, s, own) | apply_all(p, s, p->around)) {
    }
    return s;
}

/** Whether something but a local can have the address of a local. */
static bool is_seen(const struct solution *s, int local)
{
    bool seen = false;
    for (int slot = LOCALS; slot < SLOTS; slot++) {
        seen = seen || s->holds[slot][local];
    }
    for (int c = 0; c < CALLS; c++) {
        seen = seen || s->pointer[c][local];
        for (int i = 0; i < ARGUMENTS; i++) {
            seen = seen || s->arguments[c][i][local];
        }
    }
    return seen;
}

static void compare(const struct solution *a, const struct solution *b, uint32_t seed)
{
    ck_assert_msg(memcmp(a->pointer, b->pointer, sizeof a->pointer) == 0, "seed %u", seed);
    ck_assert_msg(memcmp(a->arguments, b->arguments, sizeof a->arguments) == 0, "seed %u", seed);
    for (int slot = 0; slot < SLOTS; slot++) {
        if (slot >= LOCALS || is_seen(a, slot)) {
            ck_assert_msg(memcmp(a->holds[slot], b->holds[slot], sizeof a->holds[slot]) == 0,
                          "seed %u: slot %d", seed, slot);
        }
    }
}

START_TEST(elimination_changes_nothing_that_others_see)
{
    for (uint32_t seed = 1; seed <= 20000; seed++) {
        struct program p = new_program(seed);
        GArray *own = facts_of(&p);
        struct solution *before = solve(&p, own);
        guint size = own->len;
        facts_reduce(p.unit->facts, own);
        ck_assert_uint_le(own->len, size);
        struct solution *after = solve(&p, own);
        compare(before, after, seed);
        g_free(before);
        g_free(after);
        g_array_free(own, TRUE);
        g_array_free(p.around, TRUE);
        unit_free(p.unit);
    }
}
END_TEST

/** Long chains and wide fans must not take time by their square. */
START_TEST(long_functions_take_no_longer_than_their_length)
{
    struct unit *unit = new_unit();
    struct facts *facts = unit->facts;
    enum { LENGTH = 300000 };
    fact_slot at = facts_parameter(facts, 0, 0);
    fact_slot all = facts_local(facts, 0);
    facts_read(facts, 0);
    for (int i = 0; i < LENGTH; i++) {
        fact_slot next = facts_local(facts, 0);
        fact_slot loaded = facts_local(facts, 0);
        facts_copy(facts, 0, next, at);
        facts_load(facts, 0, loaded, next, "");
        facts_copy(facts, 0, all, loaded);
        facts_copy(facts, 0, all, next);
        at = next;
    }
    facts_copy(facts, 0, facts_result(facts, 0), at);
    facts_copy(facts, 0, facts_global(facts, "g", NULL), all);
    check_text(facts, "[[\"c\",\"gg\",\"pf0#0\"],[\"c\",\"rf0\",\"pf0#0\"],"
                      "[\"l\",\"gg\",\"pf0#0\"]]");
    unit_free(unit);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        every_slot_and_fact_is_written_as_documented,
        only_what_was_read_and_is_defined_is_visited,
        functions_that_go_take_their_facts_along,
        pruning_keeps_functions_that_facts_of_kept_ones_mention,
        locals_between_slots_vanish,
        what_is_copied_from_nothing_to_nothing_or_to_itself_is_no_fact,
        memory_of_the_function_is_a_local_when_nothing_keeps_its_address,
        only_memory_that_something_points_at_has_a_type,
        loads_through_one_pointer_stay_apart_when_they_are_of_different_cells,
        numbers_of_locals_do_not_depend_on_the_order_of_adding,
        elimination_changes_nothing_that_others_see,
        long_functions_take_no_longer_than_their_length,
        NULL,
    };
    return run_tests("facts", tests, 240);
}
