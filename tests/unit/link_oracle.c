/* What calls may call, the slow way: all that is told is done over and over until nothing changes.
 */
#include "link_model.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SLOTS = 2048, WORDS = MOST_SLOTS / 64, MOST_CALLS = 1024 };

/** Values, by bit. */
struct values {
    uint64_t words[WORDS];
};

/** A call. Those that calls of library functions make are found by what made them. */
struct call {
    char word; /**< `k`, `d`, or `b`: called back */
    int owner;
    int line;
    struct operand pointer;
    const char *signature;
    int result; /**< slot or NO_SLOT */
    int count;
    struct operand arguments[2 * MOST_ARGUMENTS];
    int parent, through, effect;
    bool nested;      /**< the library function was called by one */
    unsigned unknown; /**< mask of reasons */
    unsigned targets; /**< mask of functions */
    int memory;       /**< slot, or NO_SLOT: none yet */
};

struct oracle {
    const struct program_model *model;
    struct values *holds; /**< by slot */
    int slot_count;
    bool changed;
    struct call calls[MOST_CALLS];
    int call_count;
    bool mentioned[SLOT_DYNAMIC]; /**< by slot */
    const char *types[FUNCTIONS];
    bool nested[MOST_SLOTS][RECORDS]; /**< by record, or slot of memory */
    int visibility[RECORDS];
    bool has[RECORDS]; /**< code outside does */
    bool has_memory[MOST_SLOTS];
    bool defined[GLOBALS];
    bool used[GLOBALS]; /**< and its type leads to functions */
    bool unread, loads, strangers;
    bool integers; /**< code outside gets them */
};

static bool is_in(const struct values *values, int value)
{
    return values->words[value / 64] >> (value % 64) & 1;
}

static struct values only(int value)
{
    struct values values = {{0}};
    values.words[value / 64] |= (uint64_t)1 << (value % 64);
    return values;
}

static void unite(struct values *into, const struct values *more)
{
    for (int i = 0; i < WORDS; i++) {
        into->words[i] |= more->words[i];
    }
}

/** All values v of a set. */
#define EACH(v, set, o)                                                                            \
    for (int v = 0; v < (o)->slot_count; v++)                                                      \
        if (is_in(&(set), v))

static void grow(struct oracle *o, int slot, struct values more)
{
    for (int i = 0; i < WORDS; i++) {
        o->changed |= (more.words[i] & ~o->holds[slot].words[i]) != 0;
    }
    unite(&o->holds[slot], &more);
}

static void raise(struct oracle *o, bool *flag)
{
    o->changed |= !*flag;
    *flag = true;
}

static int new_slot(struct oracle *o)
{
    if (o->slot_count == MOST_SLOTS) {
        ck_abort_msg("too many slots");
    }
    return o->slot_count++;
}

static struct values value(const struct oracle *o, struct operand operand)
{
    if (operand.slot == NO_SLOT) {
        return (struct values){{0}};
    }
    return operand.address ? only(operand.slot) : o->holds[operand.slot];
}

/* What a value is */

static bool is_callable(int value)
{
    return value < SLOT_PARAMETER;
}

static bool is_unknown(int value)
{
    return value >= SLOT_UNKNOWN && value < SLOT_DYNAMIC;
}

/* Objects that are made while the oracle runs are memory. */
static bool is_memory(int value)
{
    return value >= SLOT_DYNAMIC;
}

/* @return the record whose address a value is, or -1 */
static int record_of(int value)
{
    bool field = value >= SLOT_FIELD && value < SLOT_INTEGERS;
    return field && (value - SLOT_FIELD) % FIELDS == 0 ? (value - SLOT_FIELD) / FIELDS : -1;
}

static struct values given(void)
{
    return only(SLOT_UNKNOWN);
}

static struct values loaded(const struct oracle *o, struct values pointers)
{
    struct values all = {{0}};
    EACH(p, pointers, o)
    {
        unite(&all, &o->holds[p]);
    }
    return all;
}

static void store(struct oracle *o, struct values pointers, struct values stored)
{
    EACH(p, pointers, o)
    {
        grow(o, is_unknown(p) ? SLOT_OUTSIDE : p, stored);
    }
}

/* Fields of a record and of those in it that facts speak of. */
static struct values all_fields(const struct oracle *o, int record)
{
    bool in[RECORDS] = {false};
    struct values fields = {{0}};
    in[record] = true;
    for (int round = 0; round < RECORDS; round++) {
        for (int r = 0; r < RECORDS * RECORDS; r++) {
            in[r % RECORDS] |= in[r / RECORDS] && o->nested[r / RECORDS][r % RECORDS];
        }
    }
    for (int f = 0; f < RECORDS * FIELDS; f++) {
        if (in[f / FIELDS] && o->mentioned[SLOT_FIELD + f]) {
            struct values field = only(SLOT_FIELD + f);
            unite(&fields, &field);
        }
    }
    return fields;
}

/* Code outside */

static void open_record(struct oracle *o, int record)
{
    int needed = o->unread ? 0 : o->strangers || o->loads ? 1 : 2;
    if (o->visibility[record] >= needed) {
        raise(o, &o->has[record]);
    }
}

static void call_from_outside(struct oracle *o, int f)
{
    for (int i = 0; i < PARAMETERS; i++) {
        grow(o, SLOT_PARAMETER + f * PARAMETERS + i, given());
    }
    grow(o, SLOT_VARIADIC + f, given());
    grow(o, SLOT_OUTSIDE, o->holds[SLOT_RESULT + f]);
}

static void use_outside(struct oracle *o, int object)
{
    if (is_callable(object)) {
        call_from_outside(o, object % FUNCTIONS);
    } else if (!is_unknown(object)) {
        grow(o, SLOT_OUTSIDE, o->holds[object]);
        grow(o, object, given());
        if (record_of(object) >= 0) {
            open_record(o, record_of(object));
        }
        if (is_memory(object)) {
            raise(o, &o->has_memory[object]);
        }
    }
}

static void open_nested(struct oracle *o, const bool *nested)
{
    for (int r = 0; r < RECORDS; r++) {
        if (nested[r]) {
            open_record(o, r);
        }
    }
}

static void outside(struct oracle *o)
{
    if (o->integers) {
        grow(o, SLOT_OUTSIDE, o->holds[SLOT_INTEGERS]);
        grow(o, SLOT_OUTSIDE, o->holds[SLOT_BYTES]);
    }
    EACH(object, o->holds[SLOT_OUTSIDE], o)
    {
        use_outside(o, object);
    }
    for (int r = 0; r < RECORDS; r++) {
        for (int f = 0; f < FIELDS && o->has[r]; f++) {
            int field = SLOT_FIELD + r * FIELDS + f;
            if (o->mentioned[field]) {
                grow(o, SLOT_OUTSIDE, only(field));
            }
        }
        if (o->has[r]) {
            open_nested(o, o->nested[r]);
        }
    }
    for (int m = SLOT_DYNAMIC; m < o->slot_count; m++) {
        if (o->has_memory[m]) {
            open_nested(o, o->nested[m]);
        }
    }
}

/* Calls */

static bool has_body(const struct oracle *o, int f)
{
    return o->model->functions[f].state == READ || o->model->functions[f].state == UNREAD;
}

/* The parameters of a signature, NULL when they are not told. */
static const char *parameters_of(const char *signature, size_t *count)
{
    const char *open = signature ? strchr(signature, '(') : NULL;
    if (!open || strchr(open, '?')) {
        return NULL;
    }
    *count = strcspn(open + 1, ".)");
    return open + 1;
}

static bool fits(const char *call, const char *function)
{
    size_t m = 0, n = 0;
    const char *a = parameters_of(call, &m), *b = parameters_of(function, &n);
    if (!a || !b || *call == '~' || *function == '~') {
        return true;
    }
    if (m != n || (a[m] == '.') != (b[n] == '.')) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i] && a[i] != 's' && b[i] != 's') {
            return false;
        }
    }
    return true;
}

static int parameter(const struct oracle *o, int f, int i)
{
    size_t fixed;
    int slot = SLOT_PARAMETER + f * PARAMETERS + i;
    if (i < PARAMETERS && o->mentioned[slot]) {
        return slot;
    }
    const char *parameters = parameters_of(o->types[f], &fixed);
    bool variadic = !parameters || (parameters[fixed] == '.' && (size_t)i >= fixed);
    return variadic ? SLOT_VARIADIC + f : NO_SLOT;
}

/* The call that a library function makes. Those it makes when another calls it are one for each
 * call of the program, as long as they have as many arguments. */
static struct call *made_by(struct oracle *o, int maker, int through, int effect, int count)
{
    bool nested = o->calls[maker].word == 'b';
    int parent = nested ? o->calls[maker].parent : maker;
    for (int i = 0; i < o->call_count; i++) {
        struct call *c = &o->calls[i];
        if (c->word == 'b' && c->parent == parent && c->nested == nested && c->through == through &&
            c->effect == effect && c->count == count) {
            return c;
        }
    }
    if (o->call_count == MOST_CALLS) {
        ck_abort_msg("too many calls");
    }
    struct call *c = &o->calls[o->call_count++];
    *c = (struct call){.word = 'b',
                       .owner = o->calls[parent].owner,
                       .line = o->calls[parent].line,
                       .pointer = {new_slot(o), false},
                       .result = new_slot(o),
                       .count = count,
                       .parent = parent,
                       .nested = nested,
                       .through = through,
                       .effect = effect,
                       .memory = NO_SLOT};
    for (int i = 0; i < count; i++) {
        c->arguments[i] = (struct operand){new_slot(o), false};
    }
    o->changed = true;
    return c;
}

static void hand_over(struct oracle *o, const struct call *c, int reason)
{
    o->changed |= !o->integers;
    o->integers = true;
    for (int i = 0; i < c->count; i++) {
        grow(o, SLOT_OUTSIDE, value(o, c->arguments[i]));
    }
    if (c->result != NO_SLOT) {
        grow(o, c->result, only(SLOT_UNKNOWN + reason));
    }
}

static void call_uncollected(struct oracle *o, int number, int f)
{
    hand_over(o, &o->calls[number], o->model->functions[f].state == SYSTEM);
    struct call *handed = made_by(o, number, f, -1, 0);
    for (int i = 0; i < o->calls[number].count; i++) {
        struct values argument = value(o, o->calls[number].arguments[i]);
        for (int v = 0; v < SLOT_PARAMETER; v++) {
            handed->targets |= is_in(&argument, v) ? 1u << v % FUNCTIONS : 0;
        }
    }
}

/* Whether one side counts parameters by declaration and the other as they are passed. */
static bool is_counted_otherwise(const struct oracle *o, const struct call *c, int f)
{
    size_t fixed;
    const char *own = c->owner < 0 ? "" : o->types[c->owner];
    const char *from = c->word == 'k' ? c->signature : own;
    const char *parameters = parameters_of(o->types[f], &fixed);
    if (!from || !*from || !parameters || (*from == '~') == (*o->types[f] == '~')) {
        return false;
    }
    return parameters[fixed] == '.' ? (size_t)c->count < fixed : (size_t)c->count != fixed;
}

static void pass(struct oracle *o, const struct call *c, int f)
{
    bool otherwise = is_counted_otherwise(o, c, f);
    for (int i = 0; i < c->count; i++) {
        int to = parameter(o, f, i);
        for (int k = 0; k < PARAMETERS && otherwise; k++) {
            if (o->mentioned[SLOT_PARAMETER + f * PARAMETERS + k]) {
                grow(o, SLOT_PARAMETER + f * PARAMETERS + k, value(o, c->arguments[i]));
            }
        }
        if (to != NO_SLOT) {
            grow(o, to, value(o, c->arguments[i]));
        }
    }
    if (c->result != NO_SLOT) {
        grow(o, c->result, o->holds[SLOT_RESULT + f]);
    }
}

/* Effects of library functions */

/* The i-th thing an operand stands for, without its star. @return false when there is none */
static bool base(struct operand *out, struct oracle *o, int number,
                 const struct effect_operand *operand, int i)
{
    struct call *c = &o->calls[number];
    int index = operand->index + i;
    *out = (struct operand){NO_SLOT, false};
    switch (operand->kind) {
    case ARGUMENT:
    case REST:
        if (index >= c->count || (i && operand->kind == ARGUMENT)) {
            return false;
        }
        *out = c->arguments[index];
        return true;
    case RESULT:
        out->slot = c->result;
        break;
    case NEW:
        c->memory = c->memory == NO_SLOT ? new_slot(o) : c->memory;
        *out = (struct operand){c->memory, true};
        break;
    case UNKNOWN:
        *out = (struct operand){SLOT_UNKNOWN + index, true};
        break;
    case SLOT:
        *out = (struct operand){index, operand->address};
        break;
    case NOTHING:
        break;
    }
    return i == 0;
}

/* All that an operand stands for holds. */
static struct values source(struct oracle *o, int number, const struct effect_operand *operand)
{
    struct values all = {{0}};
    struct operand one;
    for (int i = 0; base(&one, o, number, operand, i); i++) {
        struct values values = value(o, one);
        values = operand->deref ? loaded(o, values) : values;
        unite(&all, &values);
    }
    return all;
}

/* Records have no part in it: they hold what they hold wherever they are. */
static void copy_contents(struct oracle *o, struct values to, struct values from)
{
    struct values contents = {{0}};
    EACH(p, from, o)
    {
        if (!is_callable(p) && record_of(p) < 0) {
            unite(&contents, &o->holds[p]);
        }
    }
    EACH(p, to, o)
    {
        if (!is_callable(p) && record_of(p) < 0) {
            grow(o, is_unknown(p) ? SLOT_OUTSIDE : p, contents);
        }
    }
}

static void fill(struct oracle *o, struct values to, struct values with)
{
    EACH(p, to, o)
    {
        if (record_of(p) >= 0) {
            store(o, all_fields(o, record_of(p)), with);
        } else if (!is_callable(p) && !is_unknown(p)) {
            grow(o, p, with);
        }
    }
}

static void assign(struct oracle *o, int number, const struct effect *e)
{
    struct operand to, from;
    bool single = e->target.kind != REST && e->source.kind != REST;
    for (int i = 0; base(&to, o, number, &e->target, i); i++) {
        if (to.slot == NO_SLOT) {
            continue;
        }
        if (!e->target.deref) {
            grow(o, to.slot, source(o, number, &e->source));
        } else if (e->source.kind == UNKNOWN) {
            fill(o, value(o, to), source(o, number, &e->source));
        } else if (e->source.deref && single) {
            bool is_there = base(&from, o, number, &e->source, 0);
            copy_contents(o, value(o, to), is_there ? value(o, from) : (struct values){{0}});
        } else {
            store(o, value(o, to), source(o, number, &e->source));
        }
    }
}

/* What the arguments of such a call hold. @return how many there are */
static int called_with(struct values *values, struct oracle *o, int number, const struct effect *e)
{
    struct operand one;
    int count = 0;
    for (int a = 0; a < e->count; a++) {
        bool rest = e->arguments[a].kind == REST;
        for (int i = 0; base(&one, o, number, &e->arguments[a], i) || (i == 0 && !rest); i++) {
            values[count] = value(o, one);
            if (e->arguments[a].deref) {
                values[count] = loaded(o, values[count]);
            }
            count++;
            if (!rest) {
                break;
            }
        }
    }
    return count;
}

/* Arguments, result and what is called are in slots of their own. */
static void call_back(struct oracle *o, int number, int f, int effect)
{
    const struct effect *e = &library_functions[o->model->functions[f].library].effects[effect];
    struct values arguments[2 * MOST_ARGUMENTS];
    int count = called_with(arguments, o, number, e);
    struct call *c = made_by(o, number, f, effect, count);
    grow(o, c->pointer.slot, source(o, number, &e->target));
    for (int i = 0; i < count; i++) {
        grow(o, c->arguments[i].slot, arguments[i]);
    }
    if (e->result.kind == RESULT && o->calls[number].result != NO_SLOT) {
        grow(o, o->calls[number].result, o->holds[c->result]);
    }
}

static void apply_effects(struct oracle *o, int number, int f)
{
    const struct library_function *library = &library_functions[o->model->functions[f].library];
    for (int i = 0; i < 4; i++) {
        const struct effect *e = &library->effects[i];
        switch (e->kind) {
        case NO_EFFECT:
            break;
        case ASSIGN:
            assign(o, number, e);
            break;
        case CALL:
            call_back(o, number, f, i);
            break;
        case ESCAPE:
            grow(o, SLOT_OUTSIDE, source(o, number, &e->target));
            break;
        }
    }
}

static void call_function(struct oracle *o, int number, int f)
{
    const struct model_function *function = &o->model->functions[f];
    o->calls[number].targets |= 1u << f;
    if (function->state == READ) {
        pass(o, &o->calls[number], f);
    } else if (function->library >= 0 && !has_body(o, f)) {
        apply_effects(o, number, f);
    } else {
        call_uncollected(o, number, f);
    }
}

static void call_pointer(struct oracle *o, int number)
{
    struct values called = value(o, o->calls[number].pointer);
    EACH(v, called, o)
    {
        struct call *c = &o->calls[number];
        if (is_unknown(v)) {
            unsigned bit = 1u << (v - SLOT_UNKNOWN);
            o->changed |= !(c->unknown & bit);
            c->unknown |= bit;
            hand_over(o, c, v - SLOT_UNKNOWN);
        } else if (is_callable(v)) {
            int f = v % FUNCTIONS;
            bool ok = v >= SLOT_CAST || c->word == 'b' || fits(c->signature, o->types[f]);
            if (ok) {
                call_function(o, number, f);
            }
        }
    }
}

/* Facts */

static void apply_fact(struct oracle *o, const struct fact *fact)
{
    struct values from = value(o, fact->from);
    switch (fact->word) {
    case 'c':
        grow(o, fact->to.slot, from);
        break;
    case 'l':
        grow(o, fact->to.slot, loaded(o, from));
        break;
    case 's':
        store(o, value(o, fact->to), from);
        break;
    case 'z':
        EACH(v, from, o)
        {
            grow(o, fact->to.slot, only(v < SLOT_CAST ? v + SLOT_CAST : v));
        }
        break;
    case 'e':
        grow(o, fact->to.slot, from);
        EACH(v, from, o)
        {
            if (record_of(v) >= 0) {
                grow(o, fact->to.slot, all_fields(o, record_of(v)));
            }
        }
        break;
    case 'x':
        grow(o, fact->to.slot, only(SLOT_UNKNOWN + fact->number));
        break;
    case 'y':
        EACH(v, from, o)
        {
            if (is_unknown(v)) {
                open_record(o, fact->record);
            } else if (is_memory(v)) {
                raise(o, &o->nested[v][fact->record]);
            }
        }
        break;
    default:
        break;
    }
}

static void mention(struct oracle *o, struct operand operand)
{
    if (operand.slot != NO_SLOT) {
        o->mentioned[operand.slot] = true;
    }
}

static void mention_all(struct oracle *o, const struct fact *fact)
{
    bool typed = strchr("trn", fact->word) != NULL;
    if (!typed && fact->word != 'y') {
        mention(o, fact->to);
    }
    if (!typed && !strchr("xgd", fact->word)) {
        mention(o, fact->from);
    }
    for (int i = 0; i < fact->count; i++) {
        mention(o, fact->arguments[i]);
    }
}

static void read_fact(struct oracle *o, const struct fact *fact)
{
    const char **type = &o->types[fact->owner < 0 ? 0 : fact->owner];
    mention_all(o, fact);
    switch (fact->word) {
    case 't':
        *type = *type && strcmp(*type, fact->signature) ? "v(?)" : fact->signature;
        break;
    case 'n':
        o->nested[fact->record][fact->inner] = true;
        break;
    case 'r':
        if (o->visibility[fact->record] < fact->number) {
            o->visibility[fact->record] = fact->number;
        }
        break;
    case 'g':
        o->defined[fact->to.slot - SLOT_GLOBAL] = true;
        break;
    case 'o':
        o->used[fact->to.slot - SLOT_GLOBAL] = true;
        break;
    case 'k':
    case 'd':
        o->calls[o->call_count] = (struct call){.word = fact->word,
                                                .owner = fact->owner,
                                                .line = fact->line,
                                                .pointer = fact->from,
                                                .signature = fact->signature,
                                                .result = fact->to.slot,
                                                .count = fact->count,
                                                .through = fact->function,
                                                .memory = NO_SLOT};
        memcpy(o->calls[o->call_count++].arguments, fact->arguments, sizeof fact->arguments);
        break;
    default:
        break;
    }
}

/* What code outside knows from the start */

/* Whether a variable is given away where it is named, as those of system headers are. */
static bool is_of_system(const struct oracle *o, int global)
{
    for (int i = 0; i < o->model->count; i++) {
        const struct fact *fact = &o->model->facts[i];
        if (fact->word == 'c' && fact->to.slot == SLOT_OUTSIDE && fact->from.address &&
            fact->from.slot == SLOT_GLOBAL + global) {
            return true;
        }
    }
    return false;
}

static void find_world(struct oracle *o)
{
    const struct program_model *m = o->model;
    bool entry = strcmp(m->functions[0].name, "main") == 0 && has_body(o, 0);
    o->loads = m->loads;
    o->strangers = m->world == CG_WORLD_LIBRARY || (m->world == CG_WORLD_AUTO && !entry);
    for (int f = 0; f < FUNCTIONS; f++) {
        bool used = m->functions[f].taken;
        o->unread |= m->functions[f].state == UNREAD;
        for (int i = 0; i < FUNCTIONS; i++) {
            used |= m->functions[i].calls[f];
        }
        o->strangers |= used && m->functions[f].state == OWN && m->functions[f].library < 0;
    }
    /* Whoever defines a variable that leads to functions is code of the program, too. */
    for (int g = 0; g < GLOBALS; g++) {
        o->strangers |= o->used[g] && !o->defined[g] && !is_of_system(o, g);
    }
    o->strangers |= o->unread;
    o->integers = o->strangers || o->loads;
}

static bool is_named_outside(const struct oracle *o, int f)
{
    const struct model_function *function = &o->model->functions[f];
    bool hidden = function->hidden && function->state == READ;
    if (function->linkage != CG_LINKAGE_INTERNAL && (o->strangers || (o->loads && !hidden))) {
        return true;
    }
    for (int i = 0; i < FUNCTIONS; i++) {
        if (o->model->functions[i].state == UNREAD && o->model->functions[i].calls[f]) {
            return true;
        }
    }
    return o->unread && function->taken;
}

static void seed(struct oracle *o)
{
    bool named = o->strangers || o->loads;
    const bool shown[GLOBALS] = {
        named || !o->defined[0], named || !o->defined[1], o->unread, o->unread, o->unread, true};
    grow(o, SLOT_OUTSIDE, given());
    for (int i = 0; i < REASONS; i++) {
        grow(o, SLOT_UNKNOWN + i, given());
    }
    for (int g = 0; g < GLOBALS; g++) {
        if (shown[g]) {
            grow(o, SLOT_OUTSIDE, only(SLOT_GLOBAL + g));
        }
    }
    for (int f = 0; f < FUNCTIONS; f++) {
        if (has_body(o, f) && is_named_outside(o, f)) {
            grow(o, SLOT_OUTSIDE, only(SLOT_FUNCTION + f));
        }
    }
}

/* Bodies nobody has read, called by name. */
static void use_unread(struct oracle *o)
{
    for (int f = 0; f < FUNCTIONS; f++) {
        if (o->model->functions[f].state == UNREAD) {
            for (int i = 0; i < PARAMETERS; i++) {
                grow(o, SLOT_OUTSIDE, o->holds[SLOT_PARAMETER + f * PARAMETERS + i]);
            }
            grow(o, SLOT_OUTSIDE, o->holds[SLOT_VARIADIC + f]);
            grow(o, SLOT_RESULT + f, given());
        }
    }
}

static void solve(struct oracle *o)
{
    do {
        o->changed = false;
        for (int i = 0; i < o->model->count; i++) {
            apply_fact(o, &o->model->facts[i]);
        }
        for (int i = 0; i < o->call_count; i++) {
            if (o->calls[i].word == 'd') {
                call_function(o, i, o->calls[i].through);
            } else {
                call_pointer(o, i);
            }
        }
        use_unread(o);
        outside(o);
    } while (o->changed);
}

/* Telling */

static void words_of(char *buffer, size_t size, unsigned unknown)
{
    size_t length = 0;
    for (int i = 0; i < REASONS; i++) {
        if (unknown >> i & 1) {
            length += (size_t)snprintf(buffer + length, size - length, "%s%s", length ? ", " : "",
                                       model_reasons[i]);
        }
    }
}

static void tell_call(struct lines *lines, const struct oracle *o, const struct call *c)
{
    const struct model_function *functions = o->model->functions;
    char words[120];
    for (int f = 0; f < FUNCTIONS && c->word != 'd' && c->owner >= 0; f++) {
        if (c->targets >> f & 1 && c->word == 'k') {
            add_line(lines, "%s %d pointer %s", functions[c->owner].text, c->line,
                     functions[f].text);
        } else if (c->targets >> f & 1) {
            add_line(lines, "%s %d callback %s through %s", functions[c->owner].text, c->line,
                     functions[f].text, functions[c->through].name);
        }
    }
    if (c->word == 'b' && c->unknown && c->owner >= 0) {
        words_of(words, sizeof words, c->unknown);
        add_line(lines, "%s %d open through %s: %s", functions[c->owner].text, c->line,
                 functions[c->through].name, words);
    }
}

static void tell_place(struct lines *lines, const struct oracle *o, int f, int line)
{
    bool found = false;
    unsigned unknown = 0;
    char words[120] = CG_UNKNOWN_NO_FACTS;
    const struct model_function *function = &o->model->functions[f];
    for (int i = 0; i < o->call_count; i++) {
        const struct call *c = &o->calls[i];
        if (c->word == 'k' && c->owner == f && c->line == line) {
            found = true;
            unknown |= c->unknown;
        }
    }
    if (!found && !(function->open[line] && has_body(o, f))) {
        return;
    }
    if (unknown) {
        words_of(words, sizeof words, unknown);
    }
    if (found && !unknown) {
        add_line(lines, "%s %d closed", function->text, line);
    } else {
        add_line(lines, "%s %d open: %s", function->text, line, words);
    }
}

static bool is_in_graph(const struct oracle *o, int f)
{
    bool there = o->model->functions[f].state != ABSENT;
    for (int i = 0; i < o->call_count; i++) {
        const struct call *c = &o->calls[i];
        there |= c->word != 'd' && c->owner >= 0 && c->targets >> f & 1;
    }
    return there;
}

static void tell(struct lines *lines, const struct oracle *o)
{
    for (int i = 0; i < o->call_count; i++) {
        tell_call(lines, o, &o->calls[i]);
    }
    for (int f = 0; f < FUNCTIONS; f++) {
        const struct values *outside = &o->holds[SLOT_OUTSIDE];
        for (int line = 1; line <= PLACES; line++) {
            tell_place(lines, o, f, line);
        }
        if (is_in_graph(o, f) && (is_in(outside, f) || is_in(outside, SLOT_CAST + f))) {
            add_line(lines, "%s escapes", o->model->functions[f].text);
        }
    }
}

unsigned program_solve(struct lines *lines, const struct program_model *model)
{
    struct oracle *o = calloc(1, sizeof *o);
    o->model = model;
    o->slot_count = SLOT_DYNAMIC;
    o->holds = calloc(MOST_SLOTS, sizeof *o->holds);
    for (int i = 0; i < model->count; i++) {
        read_fact(o, &model->facts[i]);
    }
    for (int f = 0; f < RECORDS * FIELDS; f++) { /* so that summaries need not be looked at */
        o->mentioned[SLOT_FIELD + f] = true;
    }
    find_world(o);
    seed(o);
    solve(o);
    tell(lines, o);
    unsigned targets = 0;
    for (int i = 0; i < o->call_count; i++) {
        bool pointer = o->calls[i].word == 'k';
        targets += pointer ? (unsigned)__builtin_popcount(o->calls[i].targets) : 0;
    }
    free(o->holds);
    free(o);
    return targets;
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(a, b);
}

void add_line(struct lines *lines, const char *format, ...)
{
    char text[sizeof *lines->items];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length >= (int)sizeof text) {
        ck_abort_msg("line too long");
    }
    size_t at = 0;
    while (at < lines->count && compare_lines(lines->items[at], text) < 0) {
        at++;
    }
    if (at < lines->count && strcmp(lines->items[at], text) == 0) {
        return;
    }
    if (lines->count == lines->capacity) {
        lines->capacity = lines->capacity * 2 + 16;
        lines->items = realloc(lines->items, lines->capacity * sizeof *lines->items);
    }
    memmove(lines->items + at + 1, lines->items + at, (lines->count - at) * sizeof *lines->items);
    lines->count++;
    strcpy(lines->items[at], text);
}
