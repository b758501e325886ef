/* Finds what calls may call the slow way: applies all facts until nothing changes. */
#include "link_model.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SLOTS = 3072, WORDS = MOST_SLOTS / 64, MOST_CALLS = 1024, MOST_HANDED = 64 };

/** Values, by bit. */
struct values {
    uint64_t words[WORDS];
};

/** When a library function calls what it gets; each includes those before. */
enum when { NOT_CALLED, AT_ONCE, LATER_BY_LIBRARIES, LATER_AT_EXIT, LATER };

/* At the latest: libraries may call at any time what else is called at exit. */
static enum when latest(enum when a, enum when b)
{
    bool apart = (a == LATER_BY_LIBRARIES && b == LATER_AT_EXIT) ||
                 (a == LATER_AT_EXIT && b == LATER_BY_LIBRARIES);
    return apart ? LATER : a > b ? a : b;
}

/** A call. Those that calls of library functions make are found by what made them. */
struct call {
    char word; /**< `k`, `d`, or `b`: called back */
    int owner;
    int line;
    struct operand pointer;
    int type;   /**< of `k` */
    int result; /**< slot or NO_SLOT */
    int count;
    struct operand arguments[2 * MOST_ARGUMENTS];
    int parent, through, effect;
    bool nested;      /**< the library function was called by one */
    enum when when;   /**< of `b`: at the latest */
    unsigned unknown; /**< mask of reasons */
    unsigned targets; /**< mask of functions */
    bool data;        /**< it may call unknown functions, but is no function itself */
    unsigned handed;  /**< mask of unknown library functions that receive its arguments */
    bool code;        /**< it calls data, which code outside has */
    int memory;       /**< slot, or NO_SLOT: none yet */
};

enum { MOST_CONVERSIONS = 4096 };

struct oracle {
    const struct program_model *model;
    struct values *holds; /**< by slot */
    int slot_count;
    bool changed;
    struct call calls[MOST_CALLS];
    int call_count;
    bool mentioned[SLOT_DYNAMIC]; /**< by slot */
    int types[FUNCTIONS];
    bool declared[FUNCTIONS][TYPES];           /**< some file gives it the type */
    int defined_as[FUNCTIONS];                 /**< what its definition says, or NO_TYPE */
    bool array[SLOT_DYNAMIC];                  /**< a variable that is one */
    bool declared_cells[SLOT_DYNAMIC][CELLS];  /**< likewise of variables */
    bool field_cells[SLOT_DYNAMIC][CELLS];     /**< and of fields */
    bool declared_records[GLOBALS][RECORDS];   /**< a file has a variable as such a record */
    struct fact conversions[MOST_CONVERSIONS]; /**< between what files declare */
    int conversion_count;
    bool misfit[FUNCTIONS];            /**< called under a type it cannot work under */
    bool kept[FUNCTIONS];              /**< a library has it, and calls it under such a type */
    bool nested[RECORDS][RECORDS];     /**< by record: those that are fields of it */
    bool inner[RECORDS][RECORDS];      /**< and those within them */
    bool used_as[MOST_SLOTS][RECORDS]; /**< by memory */
    int cells[SLOT_DYNAMIC];           /**< by slot */
    bool typed[RECORDS];               /**< facts give types of its fields */
    int visibility[RECORDS];
    bool has[RECORDS]; /**< code outside does */
    bool has_memory[MOST_SLOTS];
    int any[RECORDS * FIELDS]; /**< by field: slot of any_slot, 0 until there is one */
    int own[RECORDS * FIELDS]; /**< by field: slot of own_slot, 0 until there is one */
    bool defined[GLOBALS];
    bool used[GLOBALS]; /**< and its type leads to functions */
    bool unread, loads, uncollected_code;
    bool missing;          /**< code of the program is */
    bool integers;         /**< code outside gets them */
    bool sources;          /**< all types come from the source: unknown values have types, too */
    bool heap[MOST_SLOTS]; /**< by slot: memory that a call allocates */
    unsigned allocates[FUNCTIONS]; /**< model_allocators */
};

static bool is_in(const struct values *values, int value)
{
    return values->words[value / 64] >> (value % 64) & 1;
}

static bool is_empty(const struct values *values)
{
    static const struct values none;
    return memcmp(values, &none, sizeof none) == 0;
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

/** @return the first value of a set from one on, `end` if there is none below */
static int next_in(const struct values *values, int value, int end)
{
    while (value < end) {
        uint64_t rest = values->words[value / 64] >> (value % 64);
        if (rest) {
            value += __builtin_ctzll(rest);
            return value < end ? value : end;
        }
        value = (value / 64 + 1) * 64;
    }
    return end;
}

/** All values v of a set. */
#define EACH(v, set, o)                                                                            \
    for (int v = next_in(&(set), 0, (o)->slot_count); v < (o)->slot_count;                         \
         v = next_in(&(set), v + 1, (o)->slot_count))

static void grow(struct oracle *o, int slot, struct values more)
{
    if (slot == SLOT_UNSEEN) {
        return;
    }
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

/* @return the record whose address a value is, or -1 */
static int record_of(int value)
{
    bool field = value >= SLOT_FIELD && value < SLOT_INTEGERS;
    return field && (value - SLOT_FIELD) % FIELDS == 0 ? (value - SLOT_FIELD) / FIELDS : -1;
}

/* Variables, and objects that are made while the oracle runs, have no type of their own. */
static bool is_memory(int value)
{
    return !is_callable(value) && !is_unknown(value) && record_of(value) < 0 &&
           value != SLOT_UNSEEN;
}

/* Unknown values */

static bool is_promised(const struct oracle *o, unsigned promise)
{
    return (o->model->promised & promise) != 0;
}

/* Whether only system libraries are outside. */
static bool only_libraries(const struct oracle *o)
{
    return !o->uncollected_code && !o->loads;
}

static int kind_of(int value)
{
    return (value - SLOT_UNKNOWN) / REASONS;
}

static int reason_of(int value)
{
    return (value - SLOT_UNKNOWN) % REASONS;
}

static struct values unknown(const struct oracle *o, int reason, int kind)
{
    return only(SLOT_UNKNOWN + (o->sources ? kind : KIND_ANY) * REASONS + reason);
}

/* An unknown value whose kind the program declares. */
static struct values declared(const struct oracle *o, int reason, int kind)
{
    bool data = kind == KIND_UNTYPED && is_promised(o, CG_PROMISE_LIBRARY_DATA);
    return unknown(o, reason, data ? KIND_BYTES : kind);
}

static struct values given(const struct oracle *o, int kind)
{
    return declared(o, 0, kind);
}

static int kind_of_result(int type)
{
    return type == NO_TYPE ? KIND_ANY : model_types[type].result;
}

/* All facts about a field show whether it may hold a function; for a variable only one does. */
static int kind_at(const struct oracle *o, int slot)
{
    bool field = slot >= SLOT_FIELD && slot < SLOT_INTEGERS;
    int cell = slot < SLOT_DYNAMIC ? o->cells[slot] : NO_CELL;
    if (cell != NO_CELL) {
        return model_cells[cell].kind;
    }
    return field || o->heap[slot] ? KIND_BYTES : KIND_ANY;
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

/* Whether memory is used as a record that begins with a field that facts mention. */
static bool begins_as(const struct oracle *o, int memory, int record)
{
    return o->used_as[memory][record] && o->mentioned[SLOT_FIELD + record * FIELDS];
}

/* Code without types writes to memory what the records that it is used as begin with. */
static void store_begin(struct oracle *o, int memory, struct values stored)
{
    for (int r = 0; r < RECORDS && !o->sources; r++) {
        if (begins_as(o, memory, r)) {
            grow(o, SLOT_FIELD + r * FIELDS, stored);
        }
    }
}

static void store(struct oracle *o, struct values pointers, struct values stored)
{
    EACH(p, pointers, o)
    {
        if (!is_callable(p)) { /* nobody writes to functions */
            grow(o, is_unknown(p) ? SLOT_OUTSIDE : p, stored);
        }
        if (is_memory(p)) {
            store_begin(o, p, stored);
        }
    }
}

/* It reads from there, too. What else is in a variable is also in these records. */
static void share_begins(struct oracle *o)
{
    for (int p = 0; p < o->slot_count && !o->sources; p++) {
        for (int r = 0; r < RECORDS; r++) {
            if (begins_as(o, p, r)) {
                grow(o, p, o->holds[SLOT_FIELD + r * FIELDS]);
            }
        }
        if (!o->heap[p]) {
            store_begin(o, p, o->holds[p]);
        }
    }
}

/* Types of functions */

static bool is_told(int type)
{
    return type != NO_TYPE && model_types[type].parameters;
}

/* Whether as many parameters are passed in the same way; of those both have, if not all count. */
static bool same_parameters(int a, int b, bool all)
{
    const char *x = model_types[a].parameters, *y = model_types[b].parameters;
    for (; *x && *y; x++, y++) {
        if (*x != *y && *x != 's' && *y != 's') {
            return false;
        }
    }
    return !all || (!*x && !*y && model_types[a].variadic == model_types[b].variadic);
}

/* Whether nothing contradicts a call, because one side's type is unknown or only lowered. */
static bool is_beyond_doubt(int a, int b)
{
    return !is_told(a) || !is_told(b) || model_types[a].lowered || model_types[b].lowered;
}

/* Types are compatible if they are equal, where they are known completely. */
static bool is_compatible(int a, int b)
{
    bool vague = !is_beyond_doubt(a, b) && (model_types[a].vague || model_types[b].vague);
    return is_beyond_doubt(a, b) || a == b || (vague && same_parameters(a, b, true));
}

static bool passes_alike(int call, int function)
{
    return is_beyond_doubt(call, function) || same_parameters(call, function, true);
}

/* A function may receive more arguments than it takes, and variadic calls may pass it anything. */
static bool works_under(int call, int function)
{
    if (is_beyond_doubt(call, function)) {
        return true;
    }
    bool enough = model_types[call].variadic ||
                  strlen(model_types[call].parameters) >= strlen(model_types[function].parameters);
    return enough && same_parameters(call, function, false);
}

/* Whether a call passes all that a function takes, and no further arguments beside. */
static bool passes_enough(int call, int function)
{
    return passes_alike(call, function) ||
           (!model_types[function].variadic && works_under(call, function));
}

/* Whether a call passes and expects values of the sorts that a function takes and returns. */
static bool has_shape(int call, int function)
{
    if (is_beyond_doubt(call, function)) {
        return true;
    }
    const char *x = model_types[call].sorts, *y = model_types[function].sorts;
    bool same = *x == *y || *x == 'v' || *y == 'v';
    for (x++, y++; *x && *y; x++, y++) {
        same = same && (*x == *y || *x == '?' || *y == '?');
    }
    return same && same_parameters(call, function, true);
}

/* A function as a value */

enum manner { FOUND, NAMED, OVERLAID };

static int converted_value(int function, int type, enum manner manner)
{
    int number = (type == NO_TYPE ? TYPES : type) * 3 + (int)manner;
    return SLOT_CAST + number * FUNCTIONS + function;
}

static int function_of(int value)
{
    return value % FUNCTIONS;
}

static bool is_converted(int value)
{
    return value >= SLOT_CAST;
}

static enum manner manner_of(int value)
{
    return (enum manner)((value - SLOT_CAST) / FUNCTIONS % 3);
}

static bool works_converted(int value, int call, int function)
{
    switch (manner_of(value)) {
    case NAMED:
        return works_under(call, function);
    case OVERLAID:
        return passes_alike(call, function);
    default:
        return has_shape(call, function);
    }
}

/* The type a function is a value under. */
static int type_under(const struct oracle *o, int value)
{
    int type = (value - SLOT_CAST) / FUNCTIONS / 3;
    return !is_converted(value) ? o->types[value] : type == TYPES ? NO_TYPE : type;
}

/* Whether a conversion from a type applies to this value. Values may arrive in ways that types do
 * not show: one of another type than the conversion's source comes from elsewhere. */
static bool is_of(const struct oracle *o, int value, const struct fact *fact)
{
    int type = type_under(o, value);
    bool typeless = is_converted(value) && type == NO_TYPE;
    return typeless || (fact->before != NO_TYPE && is_compatible(fact->before, type));
}

static int convert(const struct oracle *o, int value, const struct fact *fact)
{
    int f = function_of(value), own = o->types[f];
    if (!is_of(o, value, fact)) {
        return value;
    }
    /* Two members of a union: who reads another than was written knows which it is. */
    if (fact->word == 'v' && fact->type != NO_TYPE && !passes_alike(fact->type, own)) {
        return value;
    }
    bool back = fact->type == own || own == NO_TYPE || model_types[own].lowered;
    bool overlaid = fact->word == 'v' && !is_converted(value);
    enum manner manner = fact->from.address ? NAMED : overlaid ? OVERLAID : FOUND;
    return back && fact->type != NO_TYPE ? f : converted_value(f, fact->type, manner);
}

/* Conversion of unknown values: pointers to data stay that, the others become functions or untyped
 * pointers. Functions of other types were never converted. */
static struct values convert_unknown(const struct oracle *o, int value, const struct fact *fact)
{
    int kind = kind_of(value), to = KIND_FUNCTION + fact->type;
    bool data = kind == KIND_DATA || kind == KIND_BYTES;
    bool other = kind >= KIND_FUNCTION &&
                 (fact->before == NO_TYPE || !is_compatible(fact->before, kind - KIND_FUNCTION));
    if (data || other) {
        return only(value);
    }
    if (fact->type == NO_TYPE) {
        to = kind == KIND_ANY ? KIND_ANY : KIND_UNTYPED;
    } else if (fact->type == TYPE_OPEN || model_types[fact->type].lowered) {
        to = KIND_ANY;
    }
    return unknown(o, reason_of(value), to);
}

/* Records */

/* Have those within those within a record be within it. */
static void close_nesting(struct oracle *o)
{
    memcpy(o->inner, o->nested, sizeof o->inner);
    for (int round = 0; round < RECORDS; round++) {
        for (int i = 0; i < RECORDS * RECORDS * RECORDS; i++) {
            int a = i / RECORDS / RECORDS, b = i / RECORDS % RECORDS, c = i % RECORDS;
            o->inner[a][c] |= o->inner[a][b] && o->inner[b][c];
        }
    }
}

/* Fields of some records and of those in them that facts speak of. */
static struct values fields_of(const struct oracle *o, const bool *records)
{
    struct values fields = {{0}};
    for (int f = 0; f < RECORDS * FIELDS; f++) {
        bool within = records[f / FIELDS];
        for (int r = 0; r < RECORDS; r++) {
            within |= records[r] && o->inner[r][f / FIELDS];
        }
        if (within && o->mentioned[SLOT_FIELD + f]) {
            struct values field = only(SLOT_FIELD + f);
            unite(&fields, &field);
        }
    }
    return fields;
}

static struct values all_fields(const struct oracle *o, int record)
{
    bool records[RECORDS] = {false};
    records[record] = true;
    return fields_of(o, records);
}

/* Fields of a record, of those around it, and of all that is in any of them. */
static struct values fields_around(const struct oracle *o, int record)
{
    bool records[RECORDS];
    for (int r = 0; r < RECORDS; r++) {
        records[r] = r == record || o->inner[r][record];
    }
    return fields_of(o, records);
}

/* Those of the record that a field is in. */
static struct values fields_beside(const struct oracle *o, int field)
{
    bool records[RECORDS] = {false};
    records[(field - SLOT_FIELD) / FIELDS] = true;
    return fields_of(o, records);
}

/* Cells */

static bool same_cell(int a, int b)
{
    int x = model_cells[a].type, y = model_cells[b].type;
    return a == b || a == CELL_ANY || b == CELL_ANY ||
           (x != NO_TYPE && y != NO_TYPE && is_compatible(x, y));
}

/* A field without facts is of any type, unless other fields have types: then it is no pointer to a
 * function. */
static bool is_accessed_as(const struct oracle *o, int field, int cell)
{
    int type = o->cells[field];
    bool told = type != NO_CELL || !o->typed[(field - SLOT_FIELD) / FIELDS];
    return told && same_cell(type == NO_CELL ? CELL_ANY : type, cell);
}

/* Whether a pointer to cells, computed with offsets, may be one to a field. */
static bool is_reached_as(const struct oracle *o, int field, int cell)
{
    int type = o->cells[field];
    bool function = model_cells[cell].type != NO_TYPE;
    if (type == NO_CELL) {
        return !function || !o->typed[(field - SLOT_FIELD) / FIELDS];
    }
    bool by_void =
        (cell == CELL_VOID && model_cells[type].type != NO_TYPE) || (function && type == CELL_VOID);
    return by_void || same_cell(type, cell);
}

/* The fields that an access to a type of cells through a pointer may be to, beside what it points
 * at. */
static struct values fields_accessed(const struct oracle *o, struct values pointers, int cell)
{
    struct values accessed = {{0}};
    EACH(p, pointers, o)
    {
        struct values fields = fields_of(o, o->used_as[p]);
        EACH(field, fields, o)
        {
            if (is_memory(p) && is_accessed_as(o, field, cell)) {
                struct values one = only(field);
                unite(&accessed, &one);
            }
        }
    }
    return accessed;
}

/* Code outside */

/* It has a record, and those in it: it need not know the whole to know these. */
static void open_record(struct oracle *o, int record)
{
    int needed = o->unread ? 0 : o->uncollected_code || o->loads ? 1 : 2;
    for (int r = 0; r < RECORDS; r++) {
        if ((r == record || o->inner[record][r]) && o->visibility[r] >= needed) {
            raise(o, &o->has[r]);
        }
    }
}

static void call_from_outside(struct oracle *o, int f)
{
    for (int i = 0; i < PARAMETERS; i++) {
        int kind = o->types[f] == NO_TYPE ? KIND_ANY : model_types[o->types[f]].given[i];
        grow(o, SLOT_PARAMETER + f * PARAMETERS + i, given(o, kind));
    }
    grow(o, SLOT_VARIADIC + f, given(o, KIND_ANY));
    grow(o, SLOT_OUTSIDE, o->holds[SLOT_RESULT + f]);
}

static void use_outside(struct oracle *o, int object)
{
    if (is_callable(object)) {
        call_from_outside(o, function_of(object));
    } else if (!is_unknown(object) && object != SLOT_UNSEEN) {
        int record = record_of(object);
        if (record >= 0) {
            open_record(o, record);
        }
        /* For a record that is unknown there, the first field is at the address. */
        bool blind = record >= 0 && !o->has[record];
        grow(o, SLOT_OUTSIDE, o->holds[object]);
        grow(o, object, given(o, blind ? KIND_BYTES : kind_at(o, object)));
        if (is_memory(object)) {
            raise(o, &o->has_memory[object]);
        }
    }
}

static void open_records(struct oracle *o, const bool *records)
{
    for (int r = 0; r < RECORDS; r++) {
        if (records[r]) {
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
            open_records(o, o->nested[r]);
        }
    }
    for (int m = 0; m < o->slot_count; m++) {
        if (o->has_memory[m]) {
            open_records(o, o->used_as[m]);
        }
    }
}

/* Calls */

static bool has_body(const struct oracle *o, int f)
{
    return o->model->functions[f].state == READ || o->model->functions[f].state == UNREAD;
}

static int parameter(const struct oracle *o, int f, int i)
{
    const struct model_type *type = is_told(o->types[f]) ? &model_types[o->types[f]] : NULL;
    int slot = SLOT_PARAMETER + f * PARAMETERS + i;
    if (i < PARAMETERS && o->mentioned[slot]) {
        return slot;
    }
    bool variadic = !type || (type->variadic && (size_t)i >= strlen(type->parameters));
    return variadic ? SLOT_VARIADIC + f : NO_SLOT;
}

/* A library function may call its arguments later, unless its summary excludes that. */
static enum when when_called(const struct oracle *o, int maker, int through, int effect)
{
    const struct model_function *function = &o->model->functions[through];
    const char *summary = effect >= 0 ? library_functions[function->library].text : "";
    enum when when = strstr(summary, "immediate")  ? AT_ONCE
                     : strstr(summary, "confined") ? LATER_BY_LIBRARIES
                     : strstr(summary, "at_exit")  ? LATER_AT_EXIT
                                                   : LATER;
    return latest(when, o->calls[maker].when);
}

/* Where the result of such a call goes: that of another library function's is its own. */
static int result_of_made(struct oracle *o, int maker, int through, int effect)
{
    const struct model_function *function = &o->model->functions[through];
    if (o->calls[maker].word == 'b') {
        return new_slot(o);
    }
    return effect >= 0 && library_functions[function->library].effects[effect].result.kind == RESULT
               ? o->calls[maker].result
               : NO_SLOT;
}

/* The call that a library function makes. Those it makes when another calls it are one for each
 * call of the program, as long as they have as many arguments. */
static struct call *made_by(struct oracle *o, int maker, int through, int effect, int count)
{
    bool nested = o->calls[maker].word == 'b';
    int parent = nested ? o->calls[maker].parent : maker;
    enum when when = when_called(o, maker, through, effect);
    for (int i = 0; i < o->call_count; i++) {
        struct call *c = &o->calls[i];
        if (c->word == 'b' && c->parent == parent && c->nested == nested && c->through == through &&
            c->effect == effect && c->count == count && c->when == when) {
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
                       .result = result_of_made(o, maker, through, effect),
                       .count = count,
                       .parent = parent,
                       .nested = nested,
                       .when = when,
                       .through = through,
                       .effect = effect,
                       .memory = NO_SLOT};
    for (int i = 0; i < count; i++) {
        c->arguments[i] = (struct operand){new_slot(o), false};
    }
    o->changed = true;
    return c;
}

/* @param result the unknown value that the call returns */
static void hand_over(struct oracle *o, const struct call *c, struct values result)
{
    if (!(only_libraries(o) && is_promised(o, CG_PROMISE_TYPED_CALLS))) {
        raise(o, &o->integers);
    }
    for (int i = 0; i < c->count; i++) {
        grow(o, SLOT_OUTSIDE, value(o, c->arguments[i]));
    }
    if (c->result != NO_SLOT) {
        grow(o, c->result, result);
    }
}

static void call_uncollected(struct oracle *o, int number, int f)
{
    o->calls[number].handed |= 1u << f;
    int reason = o->model->functions[f].state == SYSTEM;
    hand_over(o, &o->calls[number], declared(o, reason, kind_of_result(o->types[f])));
}

/* Whether one side counts parameters by declaration and the other as they are passed. */
static bool is_counted_otherwise(const struct oracle *o, const struct call *c, int f)
{
    int own = c->owner < 0 ? NO_TYPE : o->types[c->owner];
    int from = c->word == 'k' ? c->type : own;
    bool lowered = from != NO_TYPE && model_types[from].lowered;
    if ((from == NO_TYPE && c->word != 'd') || !is_told(o->types[f]) ||
        lowered == model_types[o->types[f]].lowered) {
        return false;
    }
    int fixed = (int)strlen(model_types[o->types[f]].parameters);
    return model_types[o->types[f]].variadic ? c->count < fixed : c->count != fixed;
}

static struct operand memory_of(struct oracle *o, struct call *c)
{
    c->memory = c->memory == NO_SLOT ? new_slot(o) : c->memory;
    o->heap[c->memory] = true;
    return (struct operand){c->memory, true};
}

/* @param otherwise the numbers of arguments say nothing */
static void receive_memory(struct oracle *o, struct call *c, int f, bool otherwise)
{
    unsigned returned = o->allocates[f] >> 1;
    grow(o, c->result, value(o, memory_of(o, c)));
    for (int i = 0; i < c->count; i++) {
        if (returned && (otherwise || returned >> i & 1)) {
            grow(o, c->result, value(o, c->arguments[i]));
        }
    }
}

static void pass(struct oracle *o, struct call *c, int f)
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
    if (c->result != NO_SLOT && o->allocates[f]) {
        receive_memory(o, c, f, otherwise);
    } else if (c->result != NO_SLOT) {
        grow(o, c->result, o->holds[SLOT_RESULT + f]);
    }
}

/* Effects of library functions */

/* The i-th thing an operand means, without its star. @return false when there is none */
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
        *out = memory_of(o, c);
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

/* Everything that an operand means. */
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

/* Whether facts say what is in a record and at its begin; else that is a block of bytes. */
static bool is_typed_record(const struct oracle *o, int object)
{
    int record = record_of(object);
    return record >= 0 && o->cells[object] != NO_CELL &&
           (o->typed[record] || memchr(o->nested[record], true, sizeof o->nested[record]));
}

/* Records have no part in it: they hold what they hold wherever they are. */
static void copy_contents(struct oracle *o, struct values to, struct values from)
{
    struct values contents = {{0}};
    EACH(p, from, o)
    {
        if (!is_callable(p) && !is_typed_record(o, p)) {
            unite(&contents, &o->holds[p]);
        }
    }
    EACH(p, to, o)
    {
        if (!is_callable(p) && !is_typed_record(o, p)) {
            grow(o, is_unknown(p) ? SLOT_OUTSIDE : p, contents);
        }
    }
}

static void fill(struct oracle *o, struct values to, int reason)
{
    EACH(p, to, o)
    {
        struct values fields = {{0}};
        if (record_of(p) >= 0) {
            fields = all_fields(o, record_of(p));
        } else if (!is_callable(p) && !is_unknown(p)) {
            grow(o, p, unknown(o, reason, KIND_ANY));
        }
        EACH(field, fields, o)
        {
            grow(o, field, declared(o, reason, kind_at(o, field)));
        }
    }
}

static void assign(struct oracle *o, int number, int f, const struct effect *e)
{
    struct operand to, from;
    bool single = e->target.kind != REST && e->source.kind != REST;
    for (int i = 0; base(&to, o, number, &e->target, i); i++) {
        if (to.slot == NO_SLOT) {
            continue;
        }
        if (e->target.kind == RESULT && !e->target.deref && e->source.kind == UNKNOWN) {
            grow(o, to.slot, declared(o, e->source.index, kind_of_result(o->types[f])));
        } else if (!e->target.deref) {
            grow(o, to.slot, source(o, number, &e->source));
        } else if (e->source.kind == UNKNOWN) {
            fill(o, value(o, to), e->source.index);
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
            if (e->arguments[a].kind == UNKNOWN) {
                values[count] = declared(o, e->arguments[a].index, KIND_UNTYPED);
            }
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

/* Arguments, result and callee are in slots of their own. */
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
    bool own = c->nested && e->result.kind == RESULT;
    if (own && o->calls[number].result != NO_SLOT) {
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
            assign(o, number, f, e);
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

/* A function that only the program declares may be in what is missing of it. */
static bool has_summary(const struct oracle *o, int f)
{
    const struct model_function *function = &o->model->functions[f];
    return function->library >= 0 && !has_body(o, f) && !(o->missing && function->state == OWN);
}

/* What follows from a call. */
static void run(struct oracle *o, int number, int f)
{
    const struct model_function *function = &o->model->functions[f];
    if (function->state == READ) {
        pass(o, &o->calls[number], f);
    } else if (has_summary(o, f)) {
        apply_effects(o, number, f);
    } else {
        call_uncollected(o, number, f);
    }
}

/* Whether a library that calls by a type may call a value. */
static bool library_calls_as(const struct oracle *o, int type, int value)
{
    int own = o->types[function_of(value)], under = type_under(o, value);
    if (type == NO_TYPE || type == 0 ||
        is_compatible(type, own)) { /* the first keeps any function */
        return true;
    }
    bool converted = is_converted(value) && under != NO_TYPE && is_compatible(type, under);
    return converted && (manner_of(value) != FOUND || has_shape(type, own));
}

/* Whether the declaration of what a library function calls allows a value. */
static bool library_calls(const struct oracle *o, const struct call *c, int value)
{
    const struct model_function *library = &o->model->functions[c->through];
    const struct effect_operand *target =
        &library_functions[library->library].effects[c->effect].target;
    int type = o->types[c->through];
    if (target->kind == ARGUMENT && !target->deref && type != NO_TYPE &&
        target->index < PARAMETERS) {
        int kind = model_types[type].given[target->index];
        return kind < KIND_FUNCTION || library_calls_as(o, kind - KIND_FUNCTION, value);
    }
    bool field = target->kind == SLOT && target->index < SLOT_INTEGERS && !target->address &&
                 target->index >= SLOT_FIELD;
    bool any = !field, known = false;
    for (int cell = 0; cell < CELLS && field; cell++) {
        bool has = o->field_cells[target->index][cell];
        int as = model_cells[cell].type;
        known |= has;
        any |= has && (as == NO_TYPE || as == TYPE_OPEN || library_calls_as(o, as, value));
    }
    return any || !known;
}

/* A function is called under the type that it is a value under, or its own where that is none. */
static void call_value(struct oracle *o, int number, int value)
{
    struct call *c = &o->calls[number];
    int f = function_of(value), type = type_under(o, value), own = o->types[f];
    bool own_type = is_compatible(c->type, own);
    bool may = type == NO_TYPE ? passes_enough(c->type, own) : is_compatible(c->type, type);
    if (c->word == 'k' && !own_type && !may) {
        return;
    }
    bool works = c->word != 'k' || own_type || works_converted(value, c->type, own);
    bool untyped = (c->word == 'k' && !own_type && type == NO_TYPE) ||
                   (c->word == 'b' && !library_calls(o, c, value));
    if ((untyped || !works) && is_promised(o, CG_PROMISE_TYPED_CALLS)) {
        return;
    }
    int under = is_converted(value) ? type : own;
    bool typed = c->word == 'b' && is_told(under) && model_types[under].text[0] == 'F';
    works = works && !untyped;
    if (untyped && !typed) {
        c->unknown |= 1u << REASON_TYPE;
        grow(o, SLOT_OUTSIDE, only(f));
        if (c->word == 'b') { /* what the library passes */
            run(o, number, f);
        }
        return;
    }
    if (works) {
        c->targets |= 1u << f;
    } else {
        c->unknown |= 1u << REASON_TYPE;
        o->kept[f] |= typed;
        o->misfit[f] |= !typed;
    }
    run(o, number, f);
}

/* The type under which a library calls what it is given, or finds in a variable; NO_TYPE: unknown.
 */
static int type_called(const struct oracle *o, const struct call *c)
{
    const struct model_function *through = &o->model->functions[c->through];
    const struct effect_operand *target =
        &library_functions[through->library].effects[c->effect].target;
    int type = o->types[c->through], kind = KIND_ANY;
    if (target->kind == ARGUMENT && !target->deref && is_told(type) && !model_types[type].lowered) {
        kind = target->index < PARAMETERS ? model_types[type].given[target->index] : KIND_ANY;
    }
    if (target->kind == SLOT && !target->deref && o->cells[target->index] != NO_CELL) {
        return model_cells[o->cells[target->index]].type;
    }
    return kind >= KIND_FUNCTION ? kind - KIND_FUNCTION : NO_TYPE;
}

/* An unknown function is called under its type only, like others. */
static void call_unknown(struct oracle *o, struct call *c, int value)
{
    int kind = kind_of(value), type = c->word == 'k' ? c->type : type_called(o, c);
    int result = kind_of_result(type);
    bool fits = kind == KIND_ANY || c->word != 'k' ||
                (kind >= KIND_FUNCTION && is_compatible(c->type, kind - KIND_FUNCTION));
    if (kind == KIND_UNTYPED || kind == KIND_DATA || kind == KIND_BYTES) {
        c->data |= !is_promised(o, CG_PROMISE_TYPED_CALLS);
    } else if (fits) {
        c->unknown |= 1u << reason_of(value);
        hand_over(o, c, declared(o, reason_of(value), result));
    }
}

static void call_pointer(struct oracle *o, int number)
{
    struct values called = value(o, o->calls[number].pointer);
    bool unseen = o->calls[number].unknown >> REASON_UNSEEN & 1;
    for (int f = 0; f < FUNCTIONS && unseen; f++) {
        if (o->calls[number].targets >> f & 1) {
            run(o, number, f);
        }
    }
    EACH(v, called, o)
    {
        struct call *c = &o->calls[number];
        if (is_unknown(v)) {
            call_unknown(o, c, v);
        } else if (is_callable(v)) {
            call_value(o, number, v);
        }
    }
}

/* Facts */

/* The slot of what is read from a field as functions of any type. */
static int any_slot(struct oracle *o, int field)
{
    int *any = &o->any[field - SLOT_FIELD];
    *any = *any ? *any : new_slot(o);
    grow(o, *any, o->holds[field]);
    return *any;
}

/* Whether what is read as functions of a type is converted to another somewhere. */
static bool is_converted_from(const struct oracle *o, int type)
{
    bool is = false;
    for (int i = 0; i < o->model->count && !is; i++) {
        const struct fact *fact = &o->model->facts[i];
        is = fact->word == 'z' && !fact->from.address && fact->before == type &&
             fact->type != NO_TYPE && fact->type != type;
    }
    return is;
}

/* The slot of the functions in a field that were converted, as what they were; NO_SLOT when access
 * and field are not of different types of functions. */
static int own_slot(struct oracle *o, int field, int cell)
{
    int type = o->cells[field], *own = &o->own[field - SLOT_FIELD];
    if (type == NO_CELL || model_cells[type].type == NO_TYPE || model_cells[cell].type == NO_TYPE ||
        same_cell(type, cell)) {
        return NO_SLOT;
    }
    if (cell == CELL_GENERIC || is_converted_from(o, model_cells[cell].type)) {
        return any_slot(o, field);
    }
    *own = *own ? *own : new_slot(o);
    struct values held = o->holds[field];
    EACH(v, held, o)
    {
        if (is_callable(v) && is_converted(v)) {
            grow(o, *own, only(function_of(v)));
        } else if (is_unknown(v) && kind_of(v) >= KIND_FUNCTION) {
            grow(o, *own, unknown(o, reason_of(v), KIND_BYTES));
        } else if (is_unknown(v) && kind_of(v) == KIND_ANY) {
            grow(o, *own, only(v));
        }
    }
    return *own;
}

/* What is read from memory as functions of another type than the stored one. */
static void load_own(struct oracle *o, int to, struct values pointers, int cell)
{
    EACH(p, pointers, o)
    {
        struct values fields = is_memory(p) ? fields_of(o, o->used_as[p]) : (struct values){{0}};
        EACH(field, fields, o)
        {
            int own = own_slot(o, field, cell);
            if (own != NO_SLOT) {
                grow(o, to, o->holds[own]);
            }
        }
    }
}

/* What code outside has written where cells are read: memory it has, and what it gave itself. */
static void load_given(struct oracle *o, int to, struct values pointers, int cell)
{
    bool no_memory = only_libraries(o) && is_promised(o, CG_PROMISE_LIBRARY_DATA);
    EACH(p, pointers, o)
    {
        bool leads = is_unknown(p) && kind_of(p) < KIND_BYTES;
        if (leads || (is_memory(p) && o->has_memory[p] && !no_memory)) {
            grow(o, to, given(o, model_cells[cell].kind));
        }
    }
}

static void load_cells(struct oracle *o, int to, struct values from, int cell)
{
    grow(o, to, loaded(o, fields_accessed(o, from, cell)));
    load_own(o, to, from, cell);
    load_given(o, to, from, cell);
}

/* A variable that is no array is as large as a pointer: it may be what a record begins with. */
static void share_begin(struct oracle *o, int variable)
{
    struct values fields = fields_of(o, o->used_as[variable]);
    EACH(field, fields, o)
    {
        if ((field - SLOT_FIELD) % FIELDS == 0 && is_accessed_as(o, field, o->cells[variable])) {
            grow(o, variable, o->holds[field]);
            grow(o, field, o->holds[variable]);
        }
    }
}

/* What a variable holds by its name is in the records that it is used as. */
static void join_variables(struct oracle *o)
{
    for (int v = 0; v < SLOT_DYNAMIC; v++) {
        bool used = memchr(o->used_as[v], true, sizeof o->used_as[v]) != NULL;
        int cell = o->cells[v];
        if (used && o->array[v]) {
            cell = cell == NO_CELL ? CELL_ANY : cell;
            load_cells(o, v, only(v), cell);
            store(o, fields_accessed(o, only(v), cell), o->holds[v]);
        } else if (used && cell != NO_CELL) {
            share_begin(o, v);
        }
    }
}

static void apply_fact(struct oracle *o, const struct fact *fact)
{
    struct values from = value(o, fact->from);
    switch (fact->word) {
    case 'c':
        grow(o, fact->to.slot, from);
        break;
    case 'l':
        grow(o, fact->to.slot, loaded(o, from));
        if (fact->cell != NO_CELL) {
            load_cells(o, fact->to.slot, from, fact->cell);
        }
        break;
    case 's':
        store(o, value(o, fact->to), from);
        if (fact->cell != NO_CELL) {
            store(o, fields_accessed(o, value(o, fact->to), fact->cell), from);
        }
        break;
    case 'z':
    case 'v':
        EACH(v, from, o)
        {
            if (v == SLOT_UNSEEN) {
                continue;
            }
            grow(o, fact->to.slot,
                 is_unknown(v) ? convert_unknown(o, v, fact)
                               : only(is_callable(v) ? convert(o, v, fact) : v));
        }
        break;
    case 'e':
        EACH(v, from, o)
        {
            if (v == SLOT_UNSEEN) {
                continue;
            }
            grow(o, fact->to.slot, only(v));
            struct values fields = {{0}};
            if (record_of(v) >= 0) {
                fields = fields_around(o, record_of(v));
            } else if (o->sources && v >= SLOT_FIELD && v < SLOT_INTEGERS) {
                fields = fields_beside(o, v);
            }
            EACH(field, fields, o)
            {
                if (is_reached_as(o, field, fact->cell)) {
                    grow(o, fact->to.slot, only(field));
                } else if (own_slot(o, field, fact->cell) != NO_SLOT) {
                    grow(o, fact->to.slot, only(own_slot(o, field, fact->cell)));
                }
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
                bool found = strcmp(model_reasons[reason_of(v)], CG_UNKNOWN_DLSYM) == 0;
                o->visibility[fact->record] = found ? 2 : o->visibility[fact->record];
                open_record(o, fact->record);
            } else if (is_memory(v)) {
                raise(o, &o->used_as[v][fact->record]);
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
    if (!strchr("trny", fact->word)) {
        mention(o, fact->to);
    }
    if (strchr("clszvevky", fact->word)) {
        mention(o, fact->from);
    }
    if (fact->function >= 0 && strchr("dt", fact->word)) {
        mention(o, (struct operand){SLOT_FUNCTION + fact->function, true});
    }
    for (int i = 0; i < fact->count; i++) {
        mention(o, fact->arguments[i]);
    }
}

static void mention_operand(struct oracle *o, const struct effect_operand *operand)
{
    if (operand->kind == SLOT) {
        o->mentioned[operand->index] = true;
    }
}

/* What summaries speak of counts, too, of library functions that facts speak of. */
static void mention_effects(struct oracle *o, int f)
{
    const struct model_function *function = &o->model->functions[f];
    bool library = has_summary(o, f) && o->mentioned[SLOT_FUNCTION + f];
    for (int i = 0; i < 4 && library; i++) {
        const struct effect *e = &library_functions[function->library].effects[i];
        mention_operand(o, &e->target);
        mention_operand(o, &e->source);
        for (int a = 0; a < e->count; a++) {
            mention_operand(o, &e->arguments[a]);
        }
    }
}

/* Facts that disagree leave a type open. */
static void join_type(int *known, int type)
{
    *known = *known == NO_TYPE || *known == type ? type : TYPE_OPEN;
}

static void read_type(struct oracle *o, const struct fact *fact)
{
    int f = fact->function < 0 ? fact->owner : fact->function;
    o->declared[f][fact->type] = true;
    join_type(&o->types[f], fact->type);
    if (fact->function < 0) {
        join_type(&o->defined_as[f], fact->type);
    }
}

/* What the definition says counts, unless files of the same language disagree. */
static void prefer_definition(struct oracle *o, int f)
{
    int type = o->defined_as[f];
    bool agrees = type != NO_TYPE && type != TYPE_OPEN;
    for (int other = 0; other < TYPES && agrees; other++) {
        agrees = other == type || !o->declared[f][other] ||
                 model_types[other].lowered != model_types[type].lowered;
    }
    o->types[f] = agrees ? type : o->types[f];
}

static void read_cell(struct oracle *o, const struct fact *fact)
{
    int slot = fact->to.slot, *cell = &o->cells[slot];
    if (fact->number) {
        o->array[slot] = true;
        if (fact->cell == CELL_ANY) {
            return;
        }
    }
    *cell = *cell == NO_CELL || *cell == fact->cell ? fact->cell : CELL_ANY;
    if (slot >= SLOT_FIELD && slot < SLOT_INTEGERS) {
        o->typed[(slot - SLOT_FIELD) / FIELDS] = true;
        o->field_cells[slot][fact->cell] = true;
    } else {
        o->declared_cells[slot][fact->cell] = true;
    }
}

/* Functions in a slot that one file takes for those of type a, another for those of type b. */
static void add_conversion(struct oracle *o, int slot, int a, int b)
{
    if (a == b || !o->mentioned[slot]) {
        return;
    }
    if (o->conversion_count == MOST_CONVERSIONS) {
        ck_abort_msg("too many conversions");
    }
    o->conversions[o->conversion_count++] = (struct fact){
        .word = 'z', .to = {slot, false}, .from = {slot, false}, .before = a, .type = b};
}

static void join_kinds(struct oracle *o, int slot, int a, int b)
{
    if (a >= KIND_FUNCTION && b >= KIND_FUNCTION) {
        add_conversion(o, slot, a - KIND_FUNCTION, b - KIND_FUNCTION);
    }
}

static void join_types(struct oracle *o, int f, const struct model_type *a,
                       const struct model_type *b)
{
    join_kinds(o, SLOT_RESULT + f, a->result, b->result);
    for (int i = 0; i < PARAMETERS; i++) {
        join_kinds(o, SLOT_PARAMETER + f * PARAMETERS + i, a->given[i], b->given[i]);
    }
}

static void join_declared(struct oracle *o)
{
    for (int a = 0; a < TYPES; a++) {
        for (int b = 0; b < TYPES; b++) {
            for (int f = 0; f < FUNCTIONS; f++) {
                if (o->declared[f][a] && o->declared[f][b]) {
                    join_types(o, f, &model_types[a], &model_types[b]);
                }
            }
        }
    }
    for (int a = CELL_FUNCTION; a < CELL_FUNCTION + FUNCTION_CELLS; a++) {
        for (int b = CELL_FUNCTION; b < CELL_FUNCTION + FUNCTION_CELLS; b++) {
            for (int slot = 0; slot < SLOT_DYNAMIC; slot++) {
                bool both = o->declared_cells[slot][a] && o->declared_cells[slot][b];
                if (both && model_cells[a].type != TYPE_OPEN && model_cells[b].type != TYPE_OPEN) {
                    add_conversion(o, slot, model_cells[a].type, model_cells[b].type);
                }
            }
        }
    }
}

static void read_call(struct oracle *o, const struct fact *fact)
{
    struct call *c = &o->calls[o->call_count++];
    *c = (struct call){.word = fact->word,
                       .owner = fact->owner,
                       .line = fact->line,
                       .pointer = fact->from,
                       .type = fact->type,
                       .result = fact->to.slot,
                       .count = fact->count,
                       .through = fact->function,
                       .memory = NO_SLOT};
    memcpy(c->arguments, fact->arguments, sizeof fact->arguments);
}

static void read_fact(struct oracle *o, const struct fact *fact)
{
    mention_all(o, fact);
    switch (fact->word) {
    case 't':
        read_type(o, fact);
        break;
    case 'f':
        read_cell(o, fact);
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
    case 'y':
        if (fact->owner < 0 && !fact->from.address && fact->from.slot >= SLOT_GLOBAL &&
            fact->from.slot < SLOT_FIELD) {
            o->declared_records[fact->from.slot - SLOT_GLOBAL][fact->record] = true;
        }
        break;
    case 'k':
    case 'd':
        read_call(o, fact);
        break;
    default:
        break;
    }
}

static void read_facts(struct oracle *o)
{
    for (int f = 0; f < FUNCTIONS; f++) {
        o->types[f] = o->defined_as[f] = NO_TYPE;
    }
    for (int slot = 0; slot < SLOT_DYNAMIC; slot++) {
        o->cells[slot] = NO_CELL;
    }
    for (int i = 0; i < o->model->count; i++) {
        read_fact(o, &o->model->facts[i]);
    }
    for (int f = 0; f < FUNCTIONS; f++) {
        prefer_definition(o, f);
    }
    join_declared(o);
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

static bool is_in_c(const struct oracle *o, int f)
{
    return !is_told(o->types[f]) || !model_types[o->types[f]].lowered;
}

static bool is_handed(const struct oracle *o, int f)
{
    bool handed = false;
    for (int i = 0; i < o->model->count; i++) {
        const struct fact *fact = &o->model->facts[i];
        for (int k = 0; fact->word == 'd' && fact->function == f && k < fact->count; k++) {
            handed |= fact->arguments[k].slot != NO_SLOT;
        }
    }
    return handed;
}

static bool is_referenced(const struct oracle *o, const bool *never, int f)
{
    const struct program_model *m = o->model;
    bool referenced = m->functions[f].taken || m->functions[f].linkage != CG_LINKAGE_INTERNAL ||
                      !has_body(o, f) || o->unread;
    for (int i = 0; i < FUNCTIONS; i++) {
        referenced |= m->functions[i].calls[f] && !never[i];
    }
    return referenced;
}

/* Which functions nothing refers to, but others of this sort. */
static void find_unreferenced(bool *never, const struct oracle *o)
{
    bool more = true;
    while (more) {
        more = false;
        for (int f = 0; f < FUNCTIONS; f++) {
            bool found = !never[f] && !is_referenced(o, never, f);
            never[f] |= found;
            more |= found;
        }
    }
}

/* Whether an undefined function may be code of the program: C++ files declare functions of C
 * libraries by hand, and pass them no pointers. */
static bool is_of_program(const struct oracle *o, int f)
{
    bool called = false, in_c = false, never[FUNCTIONS] = {false};
    find_unreferenced(never, o);
    for (int i = 0; i < FUNCTIONS; i++) {
        bool calls = o->model->functions[i].calls[f] && !never[i];
        called |= calls;
        in_c |= calls && is_in_c(o, i);
    }
    return o->model->functions[f].taken || (called && (in_c || is_handed(o, f)));
}

static void find_world(struct oracle *o)
{
    const struct program_model *m = o->model;
    bool entry = strcmp(m->functions[0].name, "main") == 0 && has_body(o, 0);
    o->loads = m->loads;
    o->uncollected_code = m->world == CG_WORLD_OPEN || (m->world == CG_WORLD_AUTO && !entry);
    for (int f = 0; f < FUNCTIONS; f++) {
        o->unread |= m->functions[f].state == UNREAD;
    }
    for (int f = 0; f < FUNCTIONS; f++) {
        o->missing |=
            is_of_program(o, f) && m->functions[f].state == OWN && m->functions[f].library < 0;
    }
    /* Whoever defines a variable that leads to functions is code of the program, too. */
    for (int g = 0; g < GLOBALS; g++) {
        o->missing |= o->used[g] && !o->defined[g] && !is_of_system(o, g);
    }
    o->missing |= o->unread;
    o->uncollected_code |= o->missing;
    o->integers = o->uncollected_code || o->loads;
}

static bool is_named_outside(const struct oracle *o, int f)
{
    const struct model_function *function = &o->model->functions[f];
    bool hidden = function->hidden && function->state == READ;
    if (function->linkage != CG_LINKAGE_INTERNAL &&
        (o->uncollected_code || (o->loads && !hidden))) {
        return true;
    }
    for (int i = 0; i < FUNCTIONS; i++) {
        if (o->model->functions[i].state == UNREAD && o->model->functions[i].calls[f]) {
            return true;
        }
    }
    return o->unread && function->taken;
}

static void show_record(struct oracle *o, int record);

/* Code outside knows the records that a slot is, or points at, unless it knows them anyway; those
 * in them; and those that their fields point at. */
static void show_records(struct oracle *o, int slot)
{
    for (int i = 0; i < o->model->count; i++) {
        const struct fact *fact = &o->model->facts[i];
        if (fact->word == 'y' && !fact->from.address && fact->from.slot == slot) {
            show_record(o, fact->record);
        }
    }
}

static void show_record(struct oracle *o, int record)
{
    if (o->visibility[record]) {
        return;
    }
    o->visibility[record] = 1;
    for (int r = 0; r < RECORDS; r++) {
        if (o->nested[record][r]) {
            show_record(o, r);
        }
    }
    for (int i = 0; i < FIELDS; i++) {
        show_records(o, SLOT_FIELD + record * FIELDS + i);
    }
}

static void seed(struct oracle *o)
{
    bool named = o->uncollected_code || o->loads;
    const bool shown[GLOBALS] = {
        named || !o->defined[0], named || !o->defined[1], o->unread, o->unread, o->unread, true};
    grow(o, SLOT_OUTSIDE, given(o, KIND_ANY));
    for (int i = SLOT_UNKNOWN; i < SLOT_DYNAMIC; i++) {
        grow(o, i, given(o, KIND_BYTES)); /* what cells hold is given where they are read */
    }
    for (int g = 0; g < GLOBALS; g++) {
        if (shown[g] && o->mentioned[SLOT_GLOBAL + g]) {
            grow(o, SLOT_OUTSIDE, only(SLOT_GLOBAL + g));
        }
        if (g < 2 && named && o->defined[g]) {
            show_records(o, SLOT_GLOBAL + g);
        }
    }
    for (int f = 0; f < FUNCTIONS; f++) {
        if (has_body(o, f) && is_named_outside(o, f)) {
            grow(o, SLOT_OUTSIDE, only(SLOT_FUNCTION + f));
        }
    }
}

/* Unread bodies, called by name. */
static void use_unread(struct oracle *o)
{
    for (int f = 0; f < FUNCTIONS; f++) {
        if (o->model->functions[f].state == UNREAD) {
            for (int i = 0; i < PARAMETERS; i++) {
                grow(o, SLOT_OUTSIDE, o->holds[SLOT_PARAMETER + f * PARAMETERS + i]);
            }
            grow(o, SLOT_OUTSIDE, o->holds[SLOT_VARIADIC + f]);
            grow(o, SLOT_RESULT + f, given(o, kind_of_result(o->types[f])));
        }
    }
}

static void call_data_outside(struct oracle *o, const struct call *c)
{
    hand_over(o, c, declared(o, REASON_TYPE, model_types[c->type].result));
    grow(o, SLOT_OUTSIDE, value(o, c->pointer));
}

/* A variable that files have as a record, and others as cells of which none is a pointer to one, is
 * both. */
static void join_records(struct oracle *o)
{
    for (int i = 0; i < GLOBALS * RECORDS; i++) {
        int slot = SLOT_GLOBAL + i / RECORDS;
        bool cells = false;
        for (int cell = 0; cell < CELLS; cell++) {
            cells |= o->declared_cells[slot][cell];
        }
        if (cells && o->declared_records[i / RECORDS][i % RECORDS]) {
            struct values fields = all_fields(o, i % RECORDS);
            grow(o, slot, loaded(o, fields));
            store(o, fields, o->holds[slot]);
        }
    }
}

static void solve(struct oracle *o)
{
    do {
        o->changed = false;
        for (int i = 0; i < o->conversion_count; i++) {
            apply_fact(o, &o->conversions[i]);
        }
        for (int i = 0; i < o->model->count; i++) {
            apply_fact(o, &o->model->facts[i]);
        }
        share_begins(o);
        join_variables(o);
        join_records(o);
        for (int i = 0; i < o->call_count; i++) {
            if (o->calls[i].word == 'd') {
                run(o, i, o->calls[i].through);
            } else {
                call_pointer(o, i);
            }
            if (o->calls[i].code) {
                call_data_outside(o, &o->calls[i]);
            }
        }
        use_unread(o);
        outside(o);
    } while (o->changed);
}

/* Whether a call leads to data. */
static bool calls_data(const struct oracle *o, const struct call *c)
{
    struct values called = value(o, c->pointer);
    bool data = false;
    for (int v = SLOT_PARAMETER; v < o->slot_count && c->word == 'k'; v++) {
        data |= is_in(&called, v) && !is_callable(v) && !is_unknown(v) && v != SLOT_UNSEEN;
    }
    return data;
}

/* Where data is called, functions that are kept as pointers to records are integers. */
static bool keep_handles(struct oracle *o)
{
    bool called = false, before = o->changed;
    for (int i = 0; i < o->call_count; i++) {
        called |= calls_data(o, &o->calls[i]);
    }
    o->changed = false;
    for (int i = 0; i < o->model->count && called; i++) {
        const struct fact *fact = &o->model->facts[i];
        struct values held = {{0}};
        if (fact->word == 'y') {
            held = value(o, fact->from);
        }
        EACH(v, held, o)
        {
            if (is_callable(v)) {
                grow(o, SLOT_INTEGERS, only(converted_value(function_of(v), NO_TYPE, FOUND)));
            }
        }
    }
    bool kept = o->changed;
    o->changed |= before;
    return kept;
}

/* Calls that lead to data alone call machine code there, which has the data. */
static bool call_code_in_data(struct oracle *o)
{
    bool kept = keep_handles(o), found = kept;
    for (int i = 0; i < o->call_count && !kept && !is_promised(o, CG_PROMISE_TYPED_CALLS); i++) {
        struct call *c = &o->calls[i];
        if (calls_data(o, c) && !c->unknown && !c->targets) {
            c->unknown |= 1u << REASON_TYPE;
            c->code = true;
            found = true;
        }
    }
    return found;
}

static void solve_with_data(struct oracle *o)
{
    do {
        solve(o);
    } while (call_code_in_data(o));
}

/* Mark what flows from fields for functions that hold none, and from fields of the program's
 * records that hold nothing, if their types are not known. */
static void mark_unseen(struct oracle *o)
{
    for (int slot = SLOT_FIELD; slot < SLOT_INTEGERS; slot++) {
        int cell = o->cells[slot];
        int record = (slot - SLOT_FIELD) / FIELDS;
        bool functions = o->typed[record] ? cell != NO_CELL && model_cells[cell].type != NO_TYPE
                                          : o->visibility[record] < 2;
        if (functions && is_empty(&o->holds[slot])) {
            grow(o, slot, only(SLOT_UNSEEN));
        }
    }
    solve(o);
}

/* Whether types of the IR, if both are, have the same parameters. */
static bool are_lowered_alike(int a, int b)
{
    bool lowered = is_told(a) && is_told(b) && model_types[a].lowered && model_types[b].lowered;
    return !lowered ||
           strcmp(strchr(model_types[a].text, '('), strchr(model_types[b].text, '(')) == 0;
}

/* Calls of what is marked, and of nothing else, call all functions of their type. */
static void call_unseen(struct oracle *o)
{
    const struct model_function *functions = o->model->functions;
    const struct values unseen = only(SLOT_UNSEEN);
    mark_unseen(o);
    for (int i = 0; i < o->call_count; i++) {
        struct call *c = &o->calls[i];
        struct values called = value(o, c->pointer);
        bool plain = c->word == 'k' && c->owner >= 0;
        bool alone = memcmp(&called, &unseen, sizeof unseen) == 0;
        for (int f = 0; f < FUNCTIONS && plain && alone; f++) {
            bool taken = functions[f].taken && functions[f].state != ABSENT;
            if (taken && is_compatible(c->type, o->types[f]) &&
                are_lowered_alike(c->type, o->types[f])) {
                c->unknown |= 1u << REASON_UNSEEN;
                c->targets |= 1u << f;
            }
        }
    }
}

/* Unknown library functions call their arguments. If those are many, the call is unresolved, with
 * the first of the functions by name. */
static void call_handed(struct oracle *o, int number)
{
    struct call c = o->calls[number];
    unsigned functions = 0;
    for (int i = 0; i < c.count; i++) {
        struct values argument = value(o, c.arguments[i]);
        for (int v = 0; v < SLOT_PARAMETER; v++) {
            functions |= is_in(&argument, v) ? 1u << function_of(v) : 0;
        }
    }
    bool open = __builtin_popcount(functions) * __builtin_popcount(c.handed) > MOST_HANDED;
    int first = -1;
    for (int f = 0; f < FUNCTIONS; f++) {
        const struct model_function *known = o->model->functions;
        if (c.handed >> f & 1 && !open && functions) {
            made_by(o, number, f, -1, 0)->targets |= functions;
        }
        bool less = first < 0 || strcmp(known[f].text, known[first].text) < 0;
        first = c.handed >> f & 1 && less ? f : first;
    }
    if (open) {
        bool system = o->model->functions[first].state == SYSTEM;
        made_by(o, number, first, -1, 0)->unknown |= 1u << system;
    }
}

static void call_what_is_handed(struct oracle *o)
{
    int count = o->call_count;
    for (int i = 0; i < count; i++) {
        call_handed(o, i);
    }
}

/* Calls that only values other than functions keep unresolved. */
static void call_data(struct oracle *o)
{
    for (int i = 0; i < o->call_count; i++) {
        struct call *c = &o->calls[i];
        if (c->data && !c->unknown) {
            c->unknown = 1u << REASON_TYPE;
        }
    }
}

/* Telling */

static void words_of(char *buffer, size_t size, unsigned unknown)
{
    size_t length = 0;
    for (int i = 0; i <= REASON_UNSEEN; i++) {
        if (unknown >> i & 1) {
            const char *reason = i == REASON_UNSEEN ? CG_UNKNOWN_UNSEEN : model_reasons[i];
            length += (size_t)snprintf(buffer + length, size - length, "%s%s", length ? ", " : "",
                                       reason);
        }
    }
}

static void tell_call(struct lines *lines, const struct oracle *o, const struct call *c)
{
    const struct model_function *functions = o->model->functions;
    char words[160];
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
    char words[160] = CG_UNKNOWN_NO_FACTS;
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

/* Whether uncollected code has a function, under any type, or it runs where none of its calls is
 * known. */
static bool escapes(const struct oracle *o, int f)
{
    bool has = o->kept[f];
    for (int v = f; v < SLOT_PARAMETER; v += FUNCTIONS) {
        has |= is_in(&o->holds[SLOT_OUTSIDE], v);
    }
    return has;
}

/* When those who call a function back do so, at the latest. */
static enum when when_called_back(const struct oracle *o, int f)
{
    enum when when = NOT_CALLED;
    for (int i = 0; i < o->call_count; i++) {
        const struct call *c = &o->calls[i];
        bool back = c->word == 'b' && c->targets >> f & 1;
        when = back ? latest(when, c->when) : when;
    }
    return o->unread ? LATER : when;
}

static void tell_escape(struct lines *lines, const struct oracle *o, int f)
{
    if (is_in_graph(o, f) && o->misfit[f] && !escapes(o, f)) {
        add_line(lines, "%s is mistyped", o->model->functions[f].text);
    }
    if (is_in_graph(o, f) && escapes(o, f)) {
        add_line(lines, "%s escapes", o->model->functions[f].text);
    } else if (is_in_graph(o, f) && when_called_back(o, f) == AT_ONCE) {
        add_line(lines, "%s is kept in", o->model->functions[f].text);
    } else if (is_in_graph(o, f) && when_called_back(o, f) == LATER_BY_LIBRARIES) {
        add_line(lines, "%s is confined", o->model->functions[f].text);
    } else if (is_in_graph(o, f) && when_called_back(o, f) == LATER_AT_EXIT) {
        add_line(lines, "%s is called at exit", o->model->functions[f].text);
    }
}

static void tell(struct lines *lines, const struct oracle *o)
{
    for (int i = 0; i < o->call_count; i++) {
        tell_call(lines, o, &o->calls[i]);
    }
    for (int f = 0; f < FUNCTIONS; f++) {
        for (int line = 1; line <= PLACES; line++) {
            tell_place(lines, o, f, line);
        }
        tell_escape(lines, o, f);
    }
}

bool program_is_typed(const struct program_model *model)
{
    bool told = false;
    for (int i = 0; i < model->count; i++) {
        told |= model->facts[i].word == 't';
    }
    return told && model->sources;
}

unsigned program_solve(struct lines *lines, const struct program_model *model)
{
    /* Not allocated for each program, which would take longer than most take to solve. */
    static struct oracle oracle;
    static struct values holds[MOST_SLOTS];
    struct oracle *o = &oracle;
    memset(holds, 0, (size_t)o->slot_count * sizeof *holds);
    *o = (struct oracle){.model = model,
                         .holds = holds,
                         .slot_count = SLOT_DYNAMIC,
                         .sources = program_is_typed(model)};
    if (model->allocates) {
        model_allocators(o->allocates, model);
    }
    read_facts(o);
    find_world(o);
    for (int f = 0; f < FUNCTIONS; f++) {
        mention_effects(o, f);
    }
    close_nesting(o);
    seed(o);
    solve_with_data(o);
    call_unseen(o);
    solve_with_data(o);
    call_what_is_handed(o);
    call_data(o);
    tell(lines, o);
    unsigned targets = 0;
    for (int i = 0; i < o->call_count; i++) {
        bool pointer = o->calls[i].word == 'k';
        targets += pointer ? (unsigned)__builtin_popcount(o->calls[i].targets) : 0;
    }
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
