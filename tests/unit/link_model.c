/* Random programs as pointer facts, and their graphs. */
#include "link_model.h"

#include <libcg/merge.h>

#include <libcg/site.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const model_reasons[REASONS] = {
    CG_UNKNOWN_NOT_COLLECTED, CG_UNKNOWN_LIBRARY, CG_UNKNOWN_DLSYM,    CG_UNKNOWN_INTEGER,
    CG_UNKNOWN_ASSEMBLY,      CG_UNKNOWN_TYPE,    CG_UNKNOWN_NO_FACTS,
};

const struct model_type model_types[TYPES] = {
    {.text = "FvE", .sorts = "v", .parameters = "", .result = KIND_BYTES},
    {.text = "FvPvE",
     .sorts = "vP",
     .parameters = "i",
     .result = KIND_BYTES,
     .given = {KIND_UNTYPED}},
    {.text = "FvP1SE",
     .sorts = "vP",
     .parameters = "i",
     .result = KIND_BYTES,
     .given = {KIND_BYTES}},
    {.text = "FPvPvPvE",
     .sorts = "PPP",
     .parameters = "ii",
     .result = KIND_UNTYPED,
     .given = {KIND_UNTYPED, KIND_UNTYPED}},
    {.text = "FiPKczE",
     .sorts = "iP",
     .parameters = "i",
     .variadic = true,
     .result = KIND_BYTES,
     .given = {KIND_BYTES}},
    {.text = "FvdE", .sorts = "vd", .parameters = "f", .result = KIND_BYTES, .given = {KIND_BYTES}},
    {.text = "Fv1S_8_E",
     .sorts = "vS",
     .parameters = "s",
     .result = KIND_BYTES,
     .given = {KIND_ANY}},
    {.text = "FvPFi?EE",
     .sorts = "v?",
     .parameters = "i",
     .vague = true,
     .result = KIND_BYTES,
     .given = {KIND_FUNCTION + 11}},
    {.text = "FvPFiPvzEdE",
     .sorts = "vPd",
     .parameters = "if",
     .result = KIND_BYTES,
     .given = {KIND_FUNCTION + 12, KIND_BYTES}},
    {.text = "FPFvPvEPvE",
     .sorts = "PP",
     .parameters = "i",
     .result = KIND_FUNCTION + 1,
     .given = {KIND_UNTYPED}},
    {.text = "FPPvPFvP1SEPVPvE",
     .sorts = "PPP",
     .parameters = "ii",
     .result = KIND_DATA,
     .given = {KIND_FUNCTION + 2, KIND_DATA}},
    {.text = "Fi?E",
     .sorts = "i?",
     .parameters = "s",
     .vague = true,
     .result = KIND_BYTES,
     .given = {KIND_ANY}},
    {.text = "FiPvzE",
     .sorts = "iP",
     .parameters = "i",
     .variadic = true,
     .result = KIND_BYTES,
     .given = {KIND_UNTYPED}},
    {.text = "~v(p)", .parameters = "i", .lowered = true},
    {.text = "~v(p.)", .parameters = "i", .variadic = true, .lowered = true},
    {.text = "?"},
};

const struct model_cell model_cells[CELLS] = {
    {"", NO_TYPE, KIND_ANY},           {"Pv", NO_TYPE, KIND_UNTYPED},
    {"Pi", NO_TYPE, KIND_BYTES},       {"PFvPvE", 1, KIND_FUNCTION + 1},
    {"PFvP1SE", 2, KIND_FUNCTION + 2}, {"PFvPFi?EE", 7, KIND_FUNCTION + 7},
    {"P?", TYPE_OPEN, KIND_ANY},       {"PPv", NO_TYPE, KIND_DATA},
    {"PFvE", 0, KIND_FUNCTION},
};

/* The fifth is one no program can have, the last one of the system. */
static const char *const globals[GLOBALS] = {"ga", "gb", "gs|a.c", "gt|b.c", "gkept|", "genv"};
enum { KEPT = SLOT_GLOBAL + 4, ENVIRONMENT = SLOT_GLOBAL + 5 };

#define ARG(n) {.kind = ARGUMENT, .index = n}
#define AT_ARG(n) {.kind = ARGUMENT, .index = n, .deref = true}
#define AT_RESULT {.kind = RESULT, .deref = true}
#define IN(s) {.kind = SLOT, .index = s}
#define FIELD(r, f) (SLOT_FIELD + (int)(r) * FIELDS + (f))

const struct library_function library_functions[] = {
    {"lib_call",
     "call 0(1); call 2(-, 1)",
     {{.kind = CALL, .target = ARG(0), .count = 1, .arguments = {ARG(1)}},
      {.kind = CALL, .target = ARG(2), .count = 2, .arguments = {{NOTHING}, ARG(1)}}}},
    {"lib_sort",
     "result = call 1(*0, 0); immediate",
     {{.kind = CALL,
       .target = ARG(1),
       .result = {RESULT},
       .count = 2,
       .arguments = {AT_ARG(0), ARG(0)}}}},
    {"lib_copy",
     "*0 = *1; result = 0",
     {{.kind = ASSIGN, .target = AT_ARG(0), .source = AT_ARG(1)},
      {.kind = ASSIGN, .target = {RESULT}, .source = ARG(0)}}},
    {"lib_new",
     "result = new; *result = *0",
     {{.kind = ASSIGN, .target = {RESULT}, .source = {NEW}},
      {.kind = ASSIGN, .target = AT_RESULT, .source = AT_ARG(0)}}},
    {"lib_alloc",
     "*0 = new; result = new",
     {{.kind = ASSIGN, .target = AT_ARG(0), .source = {NEW}},
      {.kind = ASSIGN, .target = {RESULT}, .source = {NEW}}}},
    {"lib_keep",
     "result = \"gkept|\"; \"gkept|\" = 0",
     {{.kind = ASSIGN, .target = {RESULT}, .source = IN(KEPT)},
      {.kind = ASSIGN, .target = IN(KEPT), .source = ARG(0)}}},
    {"lib_escape",
     "escape 0; escape *1",
     {{.kind = ESCAPE, .target = ARG(0)}, {.kind = ESCAPE, .target = AT_ARG(1)}}},
    {"lib_unknown",
     "result = unknown \"library result\"; *0 = unknown \"dlsym\"",
     {{.kind = ASSIGN, .target = {RESULT}, .source = {UNKNOWN, .index = 1}},
      {.kind = ASSIGN, .target = AT_ARG(0), .source = {UNKNOWN, .index = 2}}}},
    {"lib_rest",
     "*0 = 1...; call 0(2...); *1... = 0; escape 3...",
     {{.kind = ASSIGN, .target = AT_ARG(0), .source = {REST, .index = 1}},
      {.kind = CALL, .target = ARG(0), .count = 1, .arguments = {{REST, .index = 2}}},
      {.kind = ASSIGN, .target = {REST, .deref = true, .index = 1}, .source = ARG(0)},
      {.kind = ESCAPE, .target = {REST, .index = 3}}}},
    {"lib_field",
     "fR+16 = 0; result = fS+8; call *0(&fS+0); call fS+16(0)",
     {{.kind = ASSIGN, .target = IN(FIELD(0, 2)), .source = ARG(0)},
      {.kind = ASSIGN, .target = {RESULT}, .source = IN(FIELD(1, 1))},
      {.kind = CALL,
       .target = AT_ARG(0),
       .count = 1,
       .arguments = {{SLOT, .index = FIELD(1, 0), .address = true}}},
      {.kind = CALL, .target = IN(FIELD(1, 2)), .count = 1, .arguments = {ARG(0)}}}},
    {"lib_env",
     "result = genv; *1 = \"gkept|\"",
     {{.kind = ASSIGN, .target = {RESULT}, .source = IN(ENVIRONMENT)},
      {.kind = ASSIGN, .target = AT_ARG(1), .source = IN(KEPT)}}},
    {"lib_again",
     "immediate; result = call 0(0, 1)",
     {{.kind = CALL,
       .target = ARG(0),
       .result = {RESULT},
       .count = 2,
       .arguments = {ARG(0), ARG(1)}}}},
    {"lib_hook",
     "call \"gkept|\"(\"gkept|\", 1...); confined",
     {{.kind = CALL, .target = IN(KEPT), .count = 2, .arguments = {IN(KEPT), {REST, .index = 1}}}}},
    {"lib_give",
     "call 0(unknown \"library result\", 1); \"gkept|\" = unknown \"integer\"; at_exit",
     {{.kind = CALL, .target = ARG(0), .count = 2, .arguments = {{UNKNOWN, .index = 1}, ARG(1)}},
      {.kind = ASSIGN, .target = IN(KEPT), .source = {UNKNOWN, .index = 3}}}},
    {"lib_nothing", "", {{NO_EFFECT}}},
    {"pvalloc", "result = new", {{.kind = ASSIGN, .target = {RESULT}, .source = {NEW}}}},
    {"realloc",
     "result = 0; result = new; *result = *0",
     {{.kind = ASSIGN, .target = {RESULT}, .source = ARG(0)},
      {.kind = ASSIGN, .target = {RESULT}, .source = {NEW}},
      {.kind = ASSIGN, .target = AT_RESULT, .source = AT_ARG(0)}}},
};
const int library_function_count = sizeof library_functions / sizeof *library_functions;

/* Drawing */

static void name_function(struct model_function *f, int number)
{
    bool internal = f->linkage == CG_LINKAGE_INTERNAL;
    const char *library = f->library >= 0 ? library_functions[f->library].name : NULL;
    if (library) {
        snprintf(f->name, sizeof f->name, "%s", library);
    } else if (internal && (number == 3 || number == 4)) { /* two of one name */
        snprintf(f->name, sizeof f->name, "s");
    } else {
        snprintf(f->name, sizeof f->name, "f%d", number);
    }
    f->origin = number % 2 ? "a.c" : "b.c";
    snprintf(f->text, sizeof f->text, internal ? "%s|%s" : "%s", f->name, f->origin);
}

static enum state random_state(struct random *random, bool unread, bool own)
{
    if (unread && chance(random, 30)) {
        return UNREAD;
    }
    if (own && chance(random, 25)) {
        return OWN;
    }
    return chance(random, 75) ? READ : chance(random, 60) ? SYSTEM : NOT_TOLD;
}

static void random_function(struct program_model *model, int number, struct random *random,
                            const bool *worlds)
{
    struct model_function *f = &model->functions[number];
    f->library = -1;
    f->state = number == 1 ? READ : random_state(random, worlds[0], worlds[1]);
    if (number == ABSENT_FUNCTION && chance(random, 60)) {
        f->state = ABSENT;
    }
    bool body = f->state == READ || f->state == UNREAD;
    if (number >= FIRST_LIBRARY) {
        f->library = (int)draw(random, (uint32_t)library_function_count - ALLOCATORS);
        for (int i = FIRST_LIBRARY; i < number; i++) {
            f->library = model->functions[i].library == f->library ? -1 : f->library;
        }
        if (!(body && chance(random, 8))) { /* the program may have its own of that name */
            f->state = chance(random, 80) ? SYSTEM : worlds[1] ? OWN : NOT_TOLD;
            body = false;
        }
    }
    f->linkage = body && chance(random, 50)   ? CG_LINKAGE_INTERNAL
                 : body && chance(random, 20) ? CG_LINKAGE_WEAK
                                              : CG_LINKAGE_EXTERNAL;
    name_function(f, number);
    if (number == 0 && chance(random, 65)) {
        f->linkage = CG_LINKAGE_EXTERNAL;
        strcpy(f->name, "main");
        strcpy(f->text, "main");
    }
    f->taken = chance(random, 30);
    f->hidden = chance(random, 30);
    for (int i = 0; i < FUNCTIONS; i++) {
        f->calls[i] = body && chance(random, 8);
    }
    for (int line = 1; line <= PLACES; line++) {
        f->open[line] = chance(random, 4);
    }
}

static bool has_body(const struct program_model *model, int function)
{
    return model->functions[function].state == READ || model->functions[function].state == UNREAD;
}

static int random_of_function(const struct program_model *model, struct random *random)
{
    int f = (int)draw(random, FUNCTIONS);
    if (!has_body(model, f)) {
        return SLOT_GLOBAL;
    }
    switch (draw(random, 6)) {
    case 0:
        return SLOT_RESULT + f;
    case 1:
        return SLOT_VARIADIC + f;
    default:
        return SLOT_PARAMETER + f * PARAMETERS + (int)draw(random, PARAMETERS);
    }
}

static int random_slot(const struct program_model *model, int owner, struct random *random)
{
    uint32_t which = draw(random, 100);
    if (which < 35 && owner >= 0) {
        return SLOT_LOCAL + owner * LOCALS + (int)draw(random, LOCALS);
    }
    if (which < 55) {
        return random_of_function(model, random);
    }
    if (which < 70) {
        static const int named[] = {0, 1, 2, 3, 5};
        return SLOT_GLOBAL + named[draw(random, 5)];
    }
    return which < 94   ? SLOT_FIELD + (int)draw(random, RECORDS * FIELDS)
           : which < 97 ? SLOT_INTEGERS + (int)draw(random, 2)
                        : SLOT_OUTSIDE;
}

static struct operand random_operand(const struct program_model *model, int owner,
                                     struct random *random)
{
    struct operand operand = {random_slot(model, owner, random), chance(random, 30)};
    if (chance(random, 25)) {
        operand = (struct operand){SLOT_FUNCTION + (int)draw(random, FUNCTIONS), true};
    }
    bool no_object = operand.slot >= SLOT_INTEGERS && operand.slot <= SLOT_OUTSIDE;
    operand.address &= !no_object;
    return operand;
}

/* Mostly where something is, which is what library functions work on. */
static struct operand random_argument(const struct program_model *model, int owner,
                                      struct random *random)
{
    struct operand operand = random_operand(model, owner, random);
    if (chance(random, 20)) {
        return (struct operand){NO_SLOT, false};
    }
    if (chance(random, 25)) {
        return (struct operand){FIELD(draw(random, RECORDS), 0), true};
    }
    bool is_place = operand.slot >= SLOT_LOCAL && operand.slot < SLOT_INTEGERS;
    operand.address |= is_place && chance(random, 30);
    return operand;
}

/* One of those in the list of types; in a program of sources none of the IR. */
static int random_type(const struct program_model *model, struct random *random)
{
    int type = (int)draw(random, TYPES);
    while (model->sources && model_types[type].lowered) {
        type = (int)draw(random, TYPES);
    }
    return type;
}

static void random_call(struct fact *fact, const struct program_model *model, struct random *random)
{
    fact->line = 1 + (int)draw(random, PLACES);
    fact->type = random_type(model, random);
    fact->function = chance(random, 70)
                         ? FIRST_LIBRARY + (int)draw(random, FUNCTIONS - FIRST_LIBRARY)
                         : (int)draw(random, FUNCTIONS);
    fact->from = random_operand(model, fact->owner, random);
    fact->to = (struct operand){NO_SLOT, false};
    if (chance(random, 60)) {
        fact->to.slot = random_slot(model, fact->owner, random);
    }
    fact->count = (int)draw(random, MOST_ARGUMENTS + 1);
    for (int i = 0; i < fact->count; i++) {
        fact->arguments[i] = random_argument(model, fact->owner, random);
    }
}

static char random_word(struct random *random)
{
    static const char words[] =
        "cccccccccccccccclllllllsssssssskkkkkkkkkdddddddddzzzzzzzzzvvveeeeyyyyynnfffffxgor";
    return words[draw(random, sizeof words - 1)];
}

/* The type that the first fact of it gives a function. */
static int told_type(const struct program_model *model, int function)
{
    for (int i = 0; i < model->count; i++) {
        const struct fact *fact = &model->facts[i];
        int of = fact->function < 0 ? fact->owner : fact->function;
        if (fact->word == 't' && of == function) {
            return fact->type;
        }
    }
    return NO_TYPE;
}

/* Types of conversions and of the memory that is accessed. */
static void random_conversion(struct fact *fact, const struct program_model *model,
                              struct random *random)
{
    bool may_lack = fact->word == 'l' || fact->word == 's';
    fact->type = chance(random, 30) ? NO_TYPE : random_type(model, random);
    fact->before = chance(random, 40) ? NO_TYPE : random_type(model, random);
    fact->cell = may_lack && chance(random, 50) ? NO_CELL : (int)draw(random, CELLS);
    bool converts = fact->word == 'z' || fact->word == 'v';
    if (converts && chance(random, 60)) { /* a function that is named, from its type to another */
        int function = (int)draw(random, FUNCTIONS);
        fact->from = (struct operand){SLOT_FUNCTION + function, true};
        fact->before = chance(random, 80) ? told_type(model, function) : fact->before;
    }
}

/* A converted function is called under its new type, perhaps through an untyped pointer. */
static void call_converted(struct program_model *model, struct fact *converted,
                           struct random *random)
{
    struct fact *call = &model->facts[model->count++];
    *call = (struct fact){.word = 'k', .owner = converted->owner};
    random_call(call, model, random);
    call->from = converted->to;
    call->type = converted->type;
    if (chance(random, 50)) {
        struct fact *second = &model->facts[model->count++];
        *second = *converted;
        second->from = converted->to;
        second->before = converted->type = NO_TYPE;
        second->to.slot = random_slot(model, converted->owner, random);
        call->from = second->to;
    }
}

static struct fact *add_fact(struct program_model *model, char word, int owner, struct operand to,
                             struct operand from)
{
    struct fact *fact = &model->facts[model->count++];
    *fact = (struct fact){.word = word, .owner = owner, .to = to, .from = from};
    return fact;
}

/* The content of some memory is called, mostly as functions of a type. */
static void call_what_is_in(struct program_model *model, struct operand slot, int owner, int type,
                            struct random *random)
{
    struct fact *call = add_fact(model, 'k', owner, slot, slot);
    random_call(call, model, random);
    call->from = slot;
    call->type = type != NO_TYPE && chance(random, 70) ? type : call->type;
}

/* Memory filled by a call or a caller: its content, or its target, is converted and called. */
static void call_given(struct program_model *model, int slot, int owner, struct random *random)
{
    struct operand to = {random_slot(model, owner, random), false};
    struct fact *way = add_fact(model, "czzvllle"[draw(random, 8)], owner, to, to);
    random_conversion(way, model, random);
    way->from = (struct operand){slot, false};
    way->cell = way->cell == NO_CELL && chance(random, 60) ? (int)draw(random, CELLS) : way->cell;
    bool converts = way->word == 'z' || way->word == 'v';
    bool reads = way->word == 'l' && way->cell != NO_CELL;
    int type = converts ? way->type : reads ? model_cells[way->cell].type : NO_TYPE;
    call_what_is_in(model, to, owner, type, random);
}

static int random_function_cell(struct random *random)
{
    return CELL_FUNCTION + (int)draw(random, FUNCTION_CELLS);
}

/* A field of functions is read through memory that is used as its record, as functions of perhaps
 * another type. */
static void call_field_read(struct program_model *model, int owner, struct random *random)
{
    int record = (int)draw(random, RECORDS);
    struct operand field = {FIELD(record, (int)draw(random, FIELDS)), false};
    struct operand pointer = {SLOT_LOCAL + owner * LOCALS, false};
    struct operand to = {SLOT_LOCAL + owner * LOCALS + 1, false};
    add_fact(model, 'f', owner, field, field)->cell = random_function_cell(random);
    add_fact(model, 'y', owner, field, pointer)->record = record;
    add_fact(model, 'c', owner, pointer, (struct operand){SLOT_GLOBAL + 2, true});
    if (chance(random, 50)) {
        add_fact(model, 'x', owner, field, field)->number = (int)draw(random, REASONS);
    } else {
        int parameter = SLOT_PARAMETER + owner * PARAMETERS;
        add_fact(model, 'c', owner, field, (struct operand){parameter, false});
    }
    struct fact *load = add_fact(model, 'l', owner, to, pointer);
    load->cell = random_function_cell(random);
    call_what_is_in(model, to, owner, model_cells[load->cell].type, random);
}

static void random_fact(struct program_model *model, const int *owners, int owner_count,
                        struct random *random)
{
    struct fact *fact = &model->facts[model->count++];
    fact->word = random_word(random);
    fact->owner =
        owner_count && chance(random, 90) ? owners[draw(random, (uint32_t)owner_count)] : -1;
    if (fact->owner < 0 && fact->word == 'k') {
        fact->word = 'c';
    }
    if (fact->word == 'k' || fact->word == 'd') {
        random_call(fact, model, random);
        if (fact->owner >= 0 && fact->to.slot != NO_SLOT && chance(random, 30)) {
            call_given(model, fact->to.slot, fact->owner, random);
        }
        return;
    }
    if (fact->owner >= 0 && chance(random, 5)) {
        int owner = fact->owner;
        int parameter = SLOT_PARAMETER + owner * PARAMETERS + (int)draw(random, PARAMETERS);
        model->count--;
        if (chance(random, 70)) {
            call_given(model, parameter, owner, random);
        } else {
            call_field_read(model, owner, random);
        }
        return;
    }
    fact->to = (struct operand){random_slot(model, fact->owner, random), false};
    fact->from = random_operand(model, fact->owner, random);
    fact->record = (int)draw(random, RECORDS);
    fact->inner = (int)draw(random, RECORDS);
    random_conversion(fact, model, random);
    fact->number = fact->word == 'r' ? 1 + (int)draw(random, 2) : (int)draw(random, REASONS);
    bool converts = fact->word == 'z' || fact->word == 'v';
    if (converts && fact->type != NO_TYPE && fact->owner >= 0 && chance(random, 50)) {
        call_converted(model, fact, random);
    } else if (fact->word == 'f') {
        bool variable = fact->to.slot < SLOT_FIELD && chance(random, 40);
        fact->to.slot = variable ? fact->to.slot : SLOT_FIELD + (int)draw(random, RECORDS * FIELDS);
        fact->number = fact->to.slot < SLOT_FIELD && chance(random, 50);
    } else if (fact->word == 'g') {
        fact->to.slot = SLOT_GLOBAL + (int)draw(random, 2);
    } else if (fact->word == 'o') {
        static const int external[] = {0, 1, 5};
        fact->to.slot = SLOT_GLOBAL + external[draw(random, 3)];
    }
}

static void add_type(struct program_model *model, int owner, int function, int type)
{
    model->facts[model->count++] =
        (struct fact){.word = 't', .owner = owner, .function = function, .type = type};
}

/* Definitions have a type, and so do files that name a function. */
static void random_types(struct program_model *model, struct random *random)
{
    for (int f = 0; f < FUNCTIONS; f++) {
        int type = random_type(model, random);
        bool read = model->functions[f].state == READ;
        if (read) {
            add_type(model, f, -1, type);
        }
        if (chance(random, read ? 15 : 60)) {
            bool differs = chance(random, 20);
            add_type(model, -1, f, differs ? random_type(model, random) : type);
        }
    }
}

void program_random(struct program_model *model, struct random *random)
{
    int owners[FUNCTIONS], owner_count = 0;
    bool worlds[2] = {chance(random, 15), chance(random, 15)};
    *model = (struct program_model){.loads = chance(random, 10),
                                    .sources = chance(random, 60),
                                    .twins = {-1, -1},
                                    .allocates = true};
    model->promised = (chance(random, 20) ? CG_PROMISE_TYPED_CALLS : 0) |
                      (chance(random, 20) ? CG_PROMISE_LIBRARY_DATA : 0);
    model->world = chance(random, 70)   ? CG_WORLD_AUTO
                   : chance(random, 80) ? CG_WORLD_CLOSED
                                        : CG_WORLD_OPEN;
    for (int f = 0; f < FUNCTIONS; f++) {
        random_function(model, f, random, worlds);
        if (model->functions[f].state == READ && (!owner_count || chance(random, 60))) {
            owners[owner_count++] = f;
        }
    }
    if (chance(random, 85)) {
        random_types(model, random);
    }
    int end = model->count + 4 + (int)draw(random, 48);
    while (model->count < end) {
        random_fact(model, owners, owner_count, random);
    }
}

/* Twins */

static bool may_be_twin(const struct program_model *model, int f, const char *origin)
{
    const struct model_function *function = &model->functions[f];
    return function->state == READ && function->library < 0 &&
           strcmp(function->origin, origin) == 0 && function->linkage == CG_LINKAGE_EXTERNAL &&
           strcmp(function->name, "main") != 0;
}

static int find_twin(const struct program_model *model, const char *origin, struct random *random)
{
    int first = (int)draw(random, FUNCTIONS), found = -1;
    for (int i = 0; i < FUNCTIONS && found < 0; i++) {
        int f = (first + i) % FUNCTIONS;
        found = may_be_twin(model, f, origin) ? f : -1;
    }
    return found;
}

static bool is_of(const struct operand *operand, int f)
{
    int slot = operand->slot;
    return slot == SLOT_FUNCTION + f || slot == SLOT_RESULT + f || slot == SLOT_VARIADIC + f ||
           (slot >= SLOT_PARAMETER && slot < SLOT_RESULT &&
            (slot - SLOT_PARAMETER) / PARAMETERS == f);
}

static bool mentions(const struct fact *fact, int f)
{
    bool by_name = (fact->word == 'd' || fact->word == 't') && fact->function == f;
    bool found = by_name || is_of(&fact->to, f) || is_of(&fact->from, f);
    for (int i = 0; i < fact->count; i++) {
        found = found || is_of(&fact->arguments[i], f);
    }
    return found;
}

/* Whether a fact is in the file of a twin, if it mentions that. */
static bool is_at_home(const struct program_model *model, const struct fact *fact, int twin)
{
    if (!mentions(fact, twin)) {
        return true;
    }
    const struct model_function *owner = fact->owner < 0 ? NULL : &model->functions[fact->owner];
    return owner && owner->linkage != CG_LINKAGE_WEAK &&
           strcmp(owner->origin, model->functions[twin].origin) == 0;
}

bool program_twin(struct program_model *model, struct random *random)
{
    int one = find_twin(model, "a.c", random), two = find_twin(model, "b.c", random);
    int kept = 0;
    if (one < 0 || two < 0) {
        return false;
    }
    for (int i = 0; i < model->count; i++) {
        const struct fact *fact = &model->facts[i];
        if (is_at_home(model, fact, one) && is_at_home(model, fact, two)) {
            model->facts[kept++] = *fact;
        }
    }
    model->count = kept;
    model->twins[0] = one;
    model->twins[1] = two;
    return true;
}

/* A call that allocates, of a library or another function, whose memory is returned; perhaps more.
 */
static void add_allocator(struct program_model *model, int owner, struct random *random)
{
    struct operand own[] = {{SLOT_LOCAL + owner * LOCALS, false},
                            {SLOT_RESULT + owner, false},
                            {SLOT_PARAMETER + owner * PARAMETERS, false}};
    struct fact *call = add_fact(model, 'd', owner, own[draw(random, 2)], own[0]);
    struct operand to = call->to;
    random_call(call, model, random);
    call->to = to;
    call->from.slot = NO_SLOT;
    for (int i = 0; i < call->count; i++) {
        call->arguments[i] = chance(random, 70) ? own[2] : call->arguments[i];
    }
    for (int f = 0; f < FUNCTIONS && chance(random, 90); f++) {
        bool makes = model->functions[f].library >= library_function_count - ALLOCATORS;
        call->function = makes ? f : call->function;
    }
    add_fact(model, 'c', owner, own[1], own[0]);
    for (unsigned i = 0; i < 3 && chance(random, 30); i++) {
        static const int places[] = {0, 1, 2, 0, 1};
        const struct operand *what = &own[places[draw(random, 5)]];
        struct fact *fact =
            add_fact(model, "ccceslx"[draw(random, 7)], owner, *what, own[places[draw(random, 5)]]);
        fact->cell = fact->word == 'e' ? (int)draw(random, CELLS) : NO_CELL;
        fact->to = chance(random, 30) ? random_operand(model, owner, random) : fact->to;
        fact->to.address = false;
        fact->from = chance(random, 20) ? random_operand(model, owner, random) : fact->from;
    }
}

/* Remove what a function does. */
static void empty_body(struct program_model *model, int owner)
{
    int kept = 0;
    for (int i = 0; i < model->count; i++) {
        if (model->facts[i].owner != owner || model->facts[i].word == 't') {
            model->facts[kept++] = model->facts[i];
        }
    }
    model->count = kept;
}

static void call_allocator(struct program_model *model, int owner, int function,
                           struct random *random)
{
    struct operand to = {random_slot(model, owner, random), false};
    struct fact *call = add_fact(model, 'd', owner, to, to);
    random_call(call, model, random);
    call->to = to;
    call->function = function;
    call_given(model, to.slot, owner, random);
    struct fact *store = add_fact(model, 's', owner, to, to);
    store->from = (struct operand){SLOT_FUNCTION + (int)draw(random, FUNCTIONS), true};
    store->cell = (int)draw(random, CELLS);
}

bool program_allocate(struct program_model *model, struct random *random)
{
    int makes = FIRST_LIBRARY + (int)draw(random, FUNCTIONS - FIRST_LIBRARY), allocators = 0;
    struct model_function *library = &model->functions[makes];
    if (has_body(model, makes) || library->library < 0 || model->count > MOST_FACTS / 2) {
        return false;
    }
    library->library = library_function_count - 1 - (int)draw(random, ALLOCATORS);
    name_function(library, makes);
    for (int f = 1; f < FIRST_LIBRARY && allocators < 2; f++) {
        if (model->functions[f].state == READ && chance(random, 70)) {
            empty_body(model, f);
            add_allocator(model, f, random);
            allocators++;
            for (int owner = 0; owner < FIRST_LIBRARY; owner++) {
                if (owner != f && model->functions[owner].state == READ && chance(random, 60)) {
                    call_allocator(model, owner, f, random);
                }
            }
        }
    }
    return allocators > 0;
}

/* The function whose name a function has. */
static const struct model_function *named(const struct program_model *model, int f)
{
    return &model->functions[f == model->twins[1] ? model->twins[0] : f];
}

/* Writing */

struct writer {
    char bytes[16384];
    size_t length;
};

static void put(struct writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct writer *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    w->length +=
        (size_t)vsnprintf(w->bytes + w->length, sizeof w->bytes - w->length, format, arguments);
    va_end(arguments);
    if (w->length >= sizeof w->bytes) {
        ck_abort_msg("facts too long");
    }
}

static void put_slot(struct writer *w, const struct program_model *model, int slot)
{
    if (slot < SLOT_CAST) {
        put(w, "F%s", named(model, slot)->text);
    } else if (slot < SLOT_RESULT) {
        int i = slot - SLOT_PARAMETER;
        put(w, "p%s#%d", named(model, i / PARAMETERS)->text, i % PARAMETERS);
    } else if (slot < SLOT_VARIADIC) {
        put(w, "r%s", named(model, slot - SLOT_RESULT)->text);
    } else if (slot < SLOT_LOCAL) {
        put(w, "v%s", named(model, slot - SLOT_VARIADIC)->text);
    } else if (slot < SLOT_GLOBAL) {
        put(w, "l%d", (slot - SLOT_LOCAL) % LOCALS);
    } else if (slot < SLOT_FIELD) {
        put(w, "%s", globals[slot - SLOT_GLOBAL]);
    } else if (slot < SLOT_INTEGERS) {
        int i = slot - SLOT_FIELD;
        put(w, "f%c+%d", "RST"[i / FIELDS], i % FIELDS * 8);
    } else {
        put(w, "%c", "ibu"[slot - SLOT_INTEGERS]);
    }
}

static void put_operand(struct writer *w, const struct program_model *model,
                        const struct operand *operand)
{
    put(w, ",\"%s", operand->slot != NO_SLOT && operand->address ? "&" : "");
    if (operand->slot != NO_SLOT) {
        put_slot(w, model, operand->slot);
    }
    put(w, "\"");
}

static void put_call(struct writer *w, const struct program_model *model, const struct fact *fact)
{
    put(w, ",\"a.c\",%d,1", fact->line);
    if (fact->word == 'd') {
        put(w, ",\"F%s\"", named(model, fact->function)->text);
    } else {
        put_operand(w, model, &fact->from);
        put(w, ",\"%s\"", model_types[fact->type].text);
    }
    put_operand(w, model, &fact->to);
    put(w, ",[");
    for (int i = 0; i < fact->count; i++) {
        struct writer argument = {.length = 0};
        put_operand(&argument, model, &fact->arguments[i]);
        put(w, "%s", argument.bytes + (i == 0));
    }
    put(w, "]");
}

static void put_type(struct writer *w, int type)
{
    put(w, ",\"%s\"", type == NO_TYPE ? "" : model_types[type].text);
}

static void put_fact(struct writer *w, const struct program_model *model, const struct fact *fact)
{
    put(w, "%s[\"%c\"", w->length > 1 ? "," : "", fact->word);
    switch (fact->word) {
    case 'k':
    case 'd':
        put_call(w, model, fact);
        break;
    case 't':
        put_type(w, fact->type);
        if (fact->function >= 0) {
            put(w, ",\"&F%s\"", named(model, fact->function)->text);
        } else if (fact->owner >= 0 && model->functions[fact->owner].hidden) {
            put(w, ",\"hidden\"");
        }
        break;
    case 'z':
    case 'v':
        put_operand(w, model, &fact->to);
        put_operand(w, model, &fact->from);
        put_type(w, fact->before);
        put_type(w, fact->type);
        break;
    case 'f':
        put_operand(w, model, &fact->to);
        put(w, ",\"%s\"%s", model_cells[fact->cell].text, fact->number ? ",\"array\"" : "");
        break;
    case 'l':
    case 's':
    case 'e':
        put_operand(w, model, &fact->to);
        put_operand(w, model, &fact->from);
        if (fact->cell != NO_CELL) {
            put(w, ",\"%s\"", model_cells[fact->cell].text);
        }
        break;
    case 'y':
        put_operand(w, model, &fact->from);
        put(w, ",\"%c\"", "RST"[fact->record]);
        break;
    case 'n':
        put(w, ",\"%c\",\"%c\"", "RST"[fact->record], "RST"[fact->inner]);
        break;
    case 'x':
        put_operand(w, model, &fact->to);
        put(w, ",\"%s\"", model_reasons[fact->number]);
        break;
    case 'g':
    case 'o':
        put_operand(w, model, &fact->to);
        break;
    case 'r':
        put(w, ",\"%c\",\"%s\"", "RST"[fact->record], fact -> number == 2 ? "system" : "header");
        break;
    default:
        put_operand(w, model, &fact->to);
        put_operand(w, model, &fact->from);
    }
    put(w, "]");
}

static void shuffle(int *numbers, int count, struct random *random)
{
    for (int i = 0; i < count; i++) {
        numbers[i] = i;
    }
    for (int i = count - 1; i > 0; i--) {
        int j = (int)draw(random, (uint32_t)i + 1), kept = numbers[i];
        numbers[i] = numbers[j];
        numbers[j] = kept;
    }
}

/* Other tools lay out JSON as they like: white space between all parts. */
static void space_out(struct writer *w)
{
    struct writer spaced = {.length = 0};
    bool quoted = false;
    for (size_t i = 0; i < w->length; i++) {
        quoted = quoted != (w->bytes[i] == '"');
        put(&spaced, quoted ? "%c" : "%c ", w->bytes[i]);
    }
    *w = spaced;
}

static void set_facts(struct cg_graph *graph, enum cg_place place, uint32_t node,
                      const struct program_model *model, int owner, struct random *random)
{
    struct writer w = {.length = 0};
    int order[MOST_FACTS];
    shuffle(order, model->count, random);
    put(&w, "[");
    for (int i = 0; i < model->count; i++) {
        if (model->facts[order[i]].owner == owner) {
            put_fact(&w, model, &model->facts[order[i]]);
        }
    }
    if (owner >= 0 && model->functions[owner].hidden) {
        put(&w, "%s[\"h\",\"exports\"]", w.length > 1 ? "," : "");
    }
    if (owner < 0 && !model->sources) {
        put(&w, "%s[\"t\",\"~v()\",\"&Fof_the_ir\"]", w.length > 1 ? "," : "");
    }
    put(&w, "]");
    if ((model->count + owner) % 4 == 0) {
        space_out(&w);
    }
    set(graph, place, node, CG_KEY_POINTER_FACTS, w.bytes);
}

static void set_unresolved_calls(struct cg_graph *graph, cg_node node,
                                 const struct program_model *model, int owner)
{
    bool open[PLACES + 1];
    struct writer w = {.length = 0};
    memcpy(open, model->functions[owner].open, sizeof open);
    for (int i = 0; i < model->count; i++) {
        if (model->facts[i].word == 'k' && model->facts[i].owner == owner) {
            open[model->facts[i].line] = true;
        }
    }
    for (int line = 1; line <= PLACES; line++) {
        if (open[line]) {
            put(&w, "%s{\"file\":\"a.c\",\"line\":%d,\"column\":1,\"reason\":\"pointer\"}",
                w.length ? "," : "[", line);
        }
    }
    if (w.length) {
        put(&w, "]");
        set(graph, CG_ON_NODE, node, CG_KEY_UNRESOLVED_CALLS, w.bytes);
    }
}

static cg_node add_function(struct cg_graph *graph, const struct program_model *model, int f,
                            struct random *random)
{
    const struct model_function *function = &model->functions[f];
    bool told = function->state != NOT_TOLD;
    cg_node node = add_node(graph, named(model, f)->name, told ? function->origin : NULL,
                            has_body(model, f), function->linkage);
    if (function->state == READ) {
        set_facts(graph, CG_ON_NODE, node, model, f, random);
    }
    if (has_body(model, f)) {
        set_unresolved_calls(graph, node, model, f);
    }
    if (told) {
        bool system = function->state == SYSTEM;
        set(graph, CG_ON_NODE, node, "fileProperties",
            system ? "{\"systemInclude\":true}" : "{\"systemInclude\":false}");
    }
    if (function->taken) {
        set(graph, CG_ON_NODE, node, CG_KEY_ADDRESS_TAKEN,
            "[{\"file\":\"a.c\",\"line\":90,\"column\":1}]");
    }
    return node;
}

struct cg_graph *program_graph(const struct program_model *model, struct random *random)
{
    struct cg_graph *graph = new_graph();
    int order[FUNCTIONS];
    cg_node nodes[FUNCTIONS];
    shuffle(order, FUNCTIONS, random);
    for (int i = 0; i < FUNCTIONS; i++) {
        bool there = model->functions[order[i]].state != ABSENT;
        nodes[order[i]] = there ? add_function(graph, model, order[i], random) : CG_NONE;
    }
    for (int i = 0; i < FUNCTIONS; i++) {
        for (int j = 0; j < FUNCTIONS; j++) {
            if (model->functions[i].calls[j] && nodes[i] != CG_NONE && nodes[j] != CG_NONE) {
                add_edge(graph, nodes[i], nodes[j], CG_EDGE_DIRECT);
            }
        }
    }
    if (model->loads) {
        cg_node node = add_node(graph, "dlopen", "dlfcn.h", false, CG_LINKAGE_EXTERNAL);
        set(graph, CG_ON_NODE, node, "fileProperties", "{\"systemInclude\":true}");
    }
    set_facts(graph, CG_ON_GRAPH, 0, model, -1, random);
    set(graph, CG_ON_GRAPH, 0, CG_KEY_SOURCES, "{\"a.c\":[\"1\"],\"b.c\":[\"1\"]}");
    return graph;
}
