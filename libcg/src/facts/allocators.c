/*
 * Finds functions that allocate from their own facts, without regard to order: see allocators.h.
 *
 * What a slot of a function may hold is: memory that was allocated in the call, some of the
 * function's arguments, anything else. It is computed for each function by itself. Where functions
 * call each other, they are computed again until nothing changes: at first each keeps what it gets
 * and returns anything, so the result does not depend on their order.
 */
#include "facts/allocators.h"

#include "base/error.h"
#include "base/memory.h"
#include "facts/headed_records.h"
#include "linked/declarers.h"
#include "points_to/ambiguous_names.h"
#include "strings/digits.h"
#include "json/json_walk.h"

#include <libcg/link.h>

#include <stdlib.h>
#include <string.h>

/** Facts of a function. Allocators are short, and most longer functions do more. */
#define MOST_FACTS 64u

/** Parameters are counted up to that number, in the bits of a number. */
#define MOST_PARAMETERS 32u

/** Elements of a fact that matters here. */
#define MOST_ELEMENTS 8u

#define ALL_PARAMETERS UINT32_MAX

/** What a slot may hold. */
struct holding {
    bool fresh;  /**< memory that was allocated in this call */
    bool behind; /**< such memory behind a record that the function writes at its begin */
    bool other;  /**< anything else */
    uint32_t
        arguments; /**< bit N: argument N; with `other`, perhaps only what is inside its object */
};

static const struct holding anything = {.other = true};

/** What a function does with pointers. */
struct conduct {
    struct holding returns;
    uint32_t keeps; /**< bit N: argument N may be kept, or its object be written; reading it is
                       neither */
    bool lowered;   /**< its parameters are counted as they are passed, as in facts of the IR */
};

/** Of a function of which nothing is known. */
static const struct conduct worst = {
    {.fresh = true, .other = true, .arguments = ALL_PARAMETERS}, ALL_PARAMETERS, false};

/** An operand of facts of one function. */
struct place {
    struct cg_value text;
    enum { PLACE_OWN, PLACE_RESULT, PLACE_PARAMETER, PLACE_OTHER } kind;
    uint32_t function; /**< of the result or the parameter */
    uint32_t parameter;
    struct holding holds;
};

/** A step of a function. */
struct step {
    enum {
        STEP_COPY,
        STEP_BEHIND, /**< of the record that `from` points at */
        STEP_INSIDE,
        STEP_ANYTHING,
        STEP_KEEP,
        STEP_USE, /**< as a record */
        STEP_CALL
    } kind;
    uint32_t to;        /**< place; of a call its result; NUMBER_NONE: none */
    uint32_t from;      /**< place; of a call the function */
    uint32_t arguments; /**< start in the body's `arguments` */
    uint32_t count;
};

/** The facts of a function, taken apart. */
struct body {
    uint32_t function;
    uint32_t result; /**< place */
    bool opaque;     /**< it has facts that are not understood here */
    bool variadic;   /**< it uses its variadic arguments, which are not told apart */
    bool lowered;
    uint32_t exposed; /**< bit N: the address of parameter N is taken */
    struct place *places;
    size_t places_capacity;
    uint32_t place_count;
    struct step *steps;
    size_t steps_capacity;
    uint32_t step_count;
    struct number_list arguments; /**< places */
    bool lost;                    /**< fresh memory is kept, or written */
    bool used;                    /**< it is used as a record */
    uint32_t keeps;
};

struct search {
    struct program *program;
    struct body *bodies;
    size_t capacity;
    size_t count;
    struct conduct *conducts; /**< by number of the function */
    uint32_t function_count;  /**< that have one */
    bool changed;
};

/* Taking facts apart */

/* The number behind the last # of the text of a parameter. */
static bool parameter_number(uint32_t *out, size_t *name_length, const struct cg_value *text)
{
    const char *mark = memrchr(text->text, '#', text->length);
    uint64_t number;
    if (!mark) {
        return false;
    }
    *name_length = (size_t)(mark - text->text) - 1;
    size_t digits = text->length - (size_t)(mark + 1 - text->text);
    bool read = cg_read_digits(&number, mark + 1, digits, MOST_PARAMETERS - 1);
    *out = read ? (uint32_t)number : 0;
    return read;
}

/* The kind of an operand without its quotes. */
static int classify(struct place *place, struct search *search, struct body *body,
                    struct cg_error *error)
{
    const struct cg_value *text = &place->text;
    size_t name = text->length - 1;
    bool parameter = *text->text == 'p' && parameter_number(&place->parameter, &name, text);
    place->kind = *text->text == 'l' ? PLACE_OWN : PLACE_OTHER;
    body->variadic = body->variadic || *text->text == 'v';
    bool plain = name && !memchr(text->text, '\\', text->length);
    if ((*text->text != 'r' && !parameter) || !plain ||
        ambiguous_is(search->program, text->text, text->length)) {
        return CG_OK;
    }
    int status = program_function(&place->function, search->program, text->text + 1, name, error);
    place->kind = place->function == body->function ? PLACE_OWN
                  : parameter                       ? PLACE_PARAMETER
                                                    : PLACE_RESULT;
    return status;
}

static int add_place(uint32_t *out, struct search *search, struct body *body,
                     const struct cg_value *text, struct cg_error *error)
{
    struct place place = {.text = *text};
    *out = NUMBER_NONE;
    for (uint32_t i = 0; i < body->place_count && *out == NUMBER_NONE; i++) {
        *out = json_same(&body->places[i].text, text) ? i : NUMBER_NONE;
    }
    if (*out != NUMBER_NONE) {
        return CG_OK;
    }
    int status = classify(&place, search, body, error);
    if (status || !cg_grow(&body->places, &body->places_capacity, (size_t)body->place_count + 1,
                           sizeof *body->places)) {
        return status ? status : cg_fail_memory(error);
    }
    *out = body->place_count++;
    body->places[*out] = place;
    return CG_OK;
}

/* The place of an operand. A slot whose address is taken may be read and written elsewhere.
 * @param out NUMBER_NONE: the element is no string, or empty */
static int find_place(uint32_t *out, struct search *search, struct body *body,
                      const struct cg_value *element, struct cg_error *error)
{
    struct cg_value text = {element->text + 1, element->length - 2};
    *out = NUMBER_NONE;
    if (element->length < 3 || *element->text != '"') {
        return CG_OK;
    }
    bool address = *text.text == '&' && text.length > 1;
    struct cg_value slot = {text.text + address, text.length - address};
    int status = add_place(out, search, body, &slot, error);
    if (!status && address) {
        struct place *place = &body->places[*out];
        bool own = place->kind == PLACE_OWN;
        body->opaque = body->opaque || (own && *slot.text == 'r');
        body->exposed |= own && *slot.text == 'p' ? 1u << place->parameter : 0;
        place->kind = PLACE_OTHER;
        status = add_place(out, search, body, &text, error);
    }
    return status;
}

static int add_step(struct body *body, struct step step, struct cg_error *error)
{
    if (!cg_grow(&body->steps, &body->steps_capacity, (size_t)body->step_count + 1,
                 sizeof *body->steps)) {
        return cg_fail_memory(error);
    }
    body->steps[body->step_count++] = step;
    return CG_OK;
}

/** A fact, as far as it is read here. */
struct elements {
    struct cg_value items[MOST_ELEMENTS + 1];
    size_t count;
};

static int add_flow(struct search *search, struct body *body, int kind, const struct cg_value *to,
                    const struct cg_value *from, struct cg_error *error)
{
    struct step step = {.kind = kind, .to = NUMBER_NONE, .from = NUMBER_NONE};
    int status = to ? find_place(&step.to, search, body, to, error) : CG_OK;
    status = status || !from ? status : find_place(&step.from, search, body, from, error);
    return status ? status : add_step(body, step, error);
}

/* What a slot holds is kept, or its object is written. */
static int add_keep(struct search *search, struct body *body, const struct cg_value *what,
                    struct cg_error *error)
{
    return add_flow(search, body, STEP_KEEP, NULL, what, error);
}

static int add_call(struct search *search, struct body *body, uint32_t function,
                    const struct cg_value *result, const struct cg_value *arguments,
                    struct cg_error *error)
{
    struct step step = {
        .kind = STEP_CALL, .from = function, .arguments = (uint32_t)body->arguments.count};
    struct json_walk walk;
    struct cg_value argument;
    int status = find_place(&step.to, search, body, result, error);
    for (bool more = json_walk_start(&walk, arguments, '['); more && !status;) {
        uint32_t place;
        more = json_walk_next(&walk, NULL, &argument);
        status = more ? find_place(&place, search, body, &argument, error) : CG_OK;
        bool ok = status || !more || number_add(&body->arguments, place);
        status = ok ? status : cg_fail_memory(error);
    }
    step.count = (uint32_t)body->arguments.count - step.arguments;
    return status ? status : add_step(body, step, error);
}

/* A call by name: of one function, as far as is known here. */
static int take_named_call(struct search *search, struct body *body, const struct elements *fact,
                           struct cg_error *error)
{
    struct cg_value name = {fact->items[4].text + 1, fact->items[4].length - 2};
    uint32_t function = NUMBER_NONE;
    bool one = fact->items[4].length > 3 && !memchr(name.text, '\\', name.length) &&
               !ambiguous_is(search->program, name.text, name.length);
    int status =
        one ? program_function(&function, search->program, name.text + 1, name.length - 1, error)
            : CG_OK;
    return status ? status
                  : add_call(search, body, function, &fact->items[5], &fact->items[6], error);
}

static int take_store(struct search *search, struct body *body, const struct elements *fact,
                      struct cg_error *error)
{
    int status = add_keep(search, body, &fact->items[1], error);
    return status ? status : add_keep(search, body, &fact->items[2], error);
}

/* What is read from memory may be anything, wherever it is. */
static int take_load(struct search *search, struct body *body, const struct elements *fact,
                     struct cg_error *error)
{
    uint32_t from;
    int status = find_place(&from, search, body, &fact->items[2], error);
    return status ? status : add_flow(search, body, STEP_ANYTHING, &fact->items[1], NULL, error);
}

/* What memory behind a record is, or the record itself: see headed_records.h. */
static int take_inside(struct search *search, struct body *body, const struct elements *fact,
                       struct cg_error *error)
{
    const struct cg_value *items = fact->items;
    if (fact->count < 4 || !headed_is_address(&items[3])) {
        return add_flow(search, body, STEP_INSIDE, &items[1], &items[2], error);
    }
    bool header = headed_is(search->program, &items[3]);
    int kind = header && fact->count > 4 ? STEP_BEHIND : STEP_COPY;
    return add_flow(search, body, kind, &items[1], &items[header ? 2 : 3], error);
}

/* Facts that say nothing of what this function does with a pointer. */
static bool is_silent(const struct elements *fact)
{
    char word = fact->items[0].text[1];
    return strchr("tibfnrghouq", word) || (word == 'y' && fact->count < 4);
}

/* Whether a fact is the type of the function itself, as the IR has it. */
static bool is_lowered(const struct elements *fact)
{
    bool other = fact->count == 3 && fact->items[2].length > 1 && fact->items[2].text[1] == '&';
    return fact->items[0].text[1] == 't' && fact->count > 1 && !other &&
           fact->items[1].length > 2 && fact->items[1].text[1] == '~';
}

static int take_fact(struct search *search, struct body *body, const struct elements *fact,
                     struct cg_error *error)
{
    const struct cg_value *items = fact->items;
    switch (fact->count < 3 || fact->count > MOST_ELEMENTS + 1 ? '\0' : items[0].text[1]) {
    case 'c':
    case 'z':
    case 'v':
        return add_flow(search, body, STEP_COPY, &items[1], &items[2], error);
    case 'e':
        return take_inside(search, body, fact, error);
    case 'l':
        return take_load(search, body, fact, error);
    case 'x':
    case 'j':
        return add_flow(search, body, STEP_ANYTHING, &items[1], NULL, error);
    case 's':
        return take_store(search, body, fact, error);
    case 'm':
        return add_keep(search, body, &items[1], error);
    case 'y':
        return add_flow(search, body, STEP_USE, NULL, &items[1], error);
    case 'd':
        body->opaque = fact->count != 7;
        return body->opaque ? CG_OK : take_named_call(search, body, fact, error);
    case 'k':
    case 'w':
        body->opaque = fact->count < 8;
        return body->opaque ? CG_OK
                            : add_call(search, body, NUMBER_NONE, &items[6], &items[7], error);
    default:
        body->opaque = true;
        return CG_OK;
    }
}

static int take_apart(struct search *search, struct body *body, const struct cg_value *facts,
                      struct cg_error *error)
{
    struct json_walk walk, parts;
    struct cg_value fact;
    int status = CG_OK;
    unsigned count = 0;
    for (bool more = json_walk_start(&walk, facts, '['); more && !status && !body->opaque;) {
        struct elements elements = {.count = 0};
        more = json_walk_next(&walk, NULL, &fact);
        if (!more || !json_walk_start(&parts, &fact, '[')) {
            continue;
        }
        while (elements.count <= MOST_ELEMENTS &&
               json_walk_next(&parts, NULL, &elements.items[elements.count])) {
            elements.count++;
        }
        bool word = elements.count && elements.items[0].length == 3;
        bool says = word && !is_silent(&elements);
        body->lowered = body->lowered || (word && is_lowered(&elements));
        count += says;
        body->opaque = body->opaque || count > MOST_FACTS;
        status = says ? take_fact(search, body, &elements, error) : CG_OK;
    }
    return status;
}

/* What a function holds */

static bool add_holding(struct holding *to, const struct holding *more)
{
    struct holding sum = {to->fresh || more->fresh, to->behind || more->behind,
                          to->other || more->other, to->arguments | more->arguments};
    bool changes = sum.fresh != to->fresh || sum.behind != to->behind || sum.other != to->other ||
                   sum.arguments != to->arguments;
    *to = sum;
    return changes;
}

static void keep(struct body *body, const struct holding *what)
{
    body->lost = body->lost || what->fresh || what->behind;
    body->keeps |= what->arguments;
}

/* Memory that is used as a record is not as it was allocated. But what is behind the record is. */
static void use(struct body *body, const struct holding *what)
{
    body->used = body->used || what->fresh;
    body->lost = body->lost || what->behind;
    body->keeps |= what->arguments;
}

/* What a function of the same file returns: facts pass to each of its parameters by itself. */
static struct holding returned_here(const struct search *search, const struct body *body,
                                    uint32_t function)
{
    const struct holding *returns = &search->conducts[function].returns;
    struct holding all = {.fresh = returns->fresh, .other = returns->other};
    for (uint32_t i = 0; i < body->place_count; i++) {
        const struct place *place = &body->places[i];
        if (place->kind == PLACE_PARAMETER && place->function == function &&
            returns->arguments >> place->parameter & 1) {
            add_holding(&all, &place->holds);
        }
    }
    return all;
}

static struct holding held(const struct search *search, const struct body *body, uint32_t number)
{
    const struct place *place = &body->places[number];
    switch (place->kind) {
    case PLACE_OWN:
    case PLACE_PARAMETER:
        return place->holds;
    case PLACE_RESULT:
        return returned_here(search, body, place->function);
    case PLACE_OTHER:
        break;
    }
    return anything;
}

/* What a call returns. @param passed the places of its arguments, by number */
static struct holding returned(const struct search *search, const struct holding *returns,
                               const struct body *body, const uint32_t *passed, uint32_t count)
{
    struct holding all = {.fresh = returns->fresh, .other = returns->other};
    for (uint32_t i = 0; i < count && i < MOST_PARAMETERS; i++) {
        if (returns->arguments >> i & 1 && passed[i] != NUMBER_NONE) {
            struct holding argument = held(search, body, passed[i]);
            add_holding(&all, &argument);
        }
    }
    return all;
}

static void copy_to_place(struct search *search, struct body *body, uint32_t to,
                          const struct holding *what)
{
    struct place *place = &body->places[to];
    bool passes = place->kind == PLACE_PARAMETER;
    if (place->kind == PLACE_OWN || passes) {
        bool changes = add_holding(&place->holds, what);
        search->changed = search->changed || changes;
    }
    bool kept = place->kind == PLACE_OTHER || place->kind == PLACE_RESULT ||
                (passes && search->conducts[place->function].keeps >> place->parameter & 1);
    if (kept) {
        keep(body, what);
    }
}

/* A summary of a library as the conduct of a function. */

static bool is_plain(const struct summary_operand *operand, int kind)
{
    return (int)operand->kind == kind && !operand->deref;
}

/* The bits of the arguments that an operand stands for. */
static uint32_t bit_of(const struct summary_operand *operand)
{
    bool one = operand->kind == SUMMARY_ARGUMENT && operand->index < MOST_PARAMETERS;
    bool some = operand->kind == SUMMARY_ARGUMENT || operand->kind == SUMMARY_VARIADIC;
    return one ? 1u << operand->index : some ? ALL_PARAMETERS : 0;
}

static void add_effect(struct conduct *conduct, const struct summary_effect *effect)
{
    const struct summary_operand *target = &effect->target, *source = &effect->source;
    if (effect->kind != SUMMARY_ASSIGN) { /* what is called may return to the caller */
        conduct->keeps = ALL_PARAMETERS;
        conduct->returns.other = true;
    } else if (is_plain(target, SUMMARY_RESULT) && is_plain(source, SUMMARY_NEW)) {
        conduct->returns.fresh = true;
    } else if (is_plain(target, SUMMARY_RESULT) && is_plain(source, SUMMARY_ARGUMENT)) {
        conduct->returns.arguments |= bit_of(source);
    } else if (target->kind == SUMMARY_RESULT && !target->deref) {
        conduct->returns.other = true;
    } else {
        bool kept = is_plain(source, SUMMARY_NEW) || is_plain(source, SUMMARY_RESULT);
        conduct->returns.other = conduct->returns.other || kept;
        conduct->keeps |= bit_of(target) | (source->deref ? 0 : bit_of(source));
    }
}

/* Whether an effect writes to the returned memory. A copy from an argument that may itself be the
 * result changes nothing. */
static bool fills(const struct conduct *conduct, const struct summary_effect *effect)
{
    const struct summary_operand *target = &effect->target, *source = &effect->source;
    bool result = effect->kind == SUMMARY_ASSIGN && target->kind == SUMMARY_RESULT && target->deref;
    return result && !(source->deref && bit_of(source) & conduct->returns.arguments);
}

/* @param allocates whether what it returns is memory that nothing else has: other libraries may
 * hand out the same memory again, or make objects there, and keep them */
static struct conduct conduct_of_summary(const struct summary *summary, bool allocates)
{
    struct conduct conduct = {.returns.other = !allocates};
    for (size_t i = 0; i < summary->count; i++) {
        add_effect(&conduct, &summary->effects[i]);
    }
    for (size_t i = 0; i < summary->count; i++) {
        conduct.returns.other = conduct.returns.other || fills(&conduct, &summary->effects[i]);
    }
    return conduct;
}

/* A function of a library's name that the program declares by itself may be another one. Nothing is
 * known of one whose parameters are counted in another way. */
static struct conduct conduct_of(const struct search *search, const struct body *body,
                                 uint32_t number)
{
    if (number == NUMBER_NONE) {
        return worst;
    }
    const struct function *function = &search->program->functions[number];
    const struct summary *summary = function->read ? NULL : function->summary;
    bool own = function->node != CG_NONE &&
               graph_declared(search->program->graph, function->node) == DECLARED_BY_PROGRAM;
    if (summary && !summary->unlisted && !own) {
        return conduct_of_summary(summary, program_is_allocator(function->text));
    }
    return search->conducts[number].lowered == body->lowered ? search->conducts[number] : worst;
}

static void call(struct search *search, struct body *body, const struct step *step)
{
    struct conduct conduct = conduct_of(search, body, step->from);
    const uint32_t *passed = step->count ? body->arguments.items + step->arguments : NULL;
    for (uint32_t i = 0; i < step->count; i++) {
        bool kept = i >= MOST_PARAMETERS || conduct.keeps >> i & 1;
        if (kept && passed[i] != NUMBER_NONE) {
            struct holding what = held(search, body, passed[i]);
            keep(body, &what);
        }
    }
    if (step->to != NUMBER_NONE) {
        struct holding what = returned(search, &conduct.returns, body, passed, step->count);
        copy_to_place(search, body, step->to, &what);
    }
}

static void do_step(struct search *search, struct body *body, const struct step *step)
{
    struct holding what = anything;
    if (step->kind == STEP_CALL) {
        call(search, body, step);
        return;
    }
    if (step->from != NUMBER_NONE) {
        what = held(search, body, step->from);
    }
    if (step->kind == STEP_KEEP) {
        keep(body, &what);
        return;
    }
    if (step->kind == STEP_USE) {
        use(body, &what);
        return;
    }
    if (step->kind == STEP_BEHIND) {
        what.behind = what.behind || what.fresh;
        what.fresh = false;
    }
    what.other = what.other || (step->kind == STEP_INSIDE && what.arguments);
    if (step->to != NUMBER_NONE) {
        copy_to_place(search, body, step->to, &what);
    }
}

/* Functions that call each other */

static bool same_conduct(const struct conduct *a, const struct conduct *b)
{
    return a->keeps == b->keeps && a->returns.fresh == b->returns.fresh &&
           a->returns.other == b->returns.other && a->returns.arguments == b->returns.arguments;
}

static void begin(struct body *body)
{
    body->lost = body->used = false;
    body->keeps = 0;
    for (uint32_t i = 0; i < body->place_count; i++) {
        struct place *place = &body->places[i];
        bool parameter = place->kind == PLACE_OWN && *place->text.text == 'p';
        place->holds = (struct holding){.arguments = parameter ? 1u << place->parameter : 0};
    }
}

/* @return whether what is known of the function changes */
static bool examine(struct search *search, struct body *body)
{
    begin(body);
    do {
        search->changed = false;
        for (uint32_t i = 0; i < body->step_count; i++) {
            do_step(search, body, &body->steps[i]);
        }
    } while (search->changed);
    struct conduct *known = &search->conducts[body->function];
    struct conduct now = {.keeps = body->variadic ? ALL_PARAMETERS : body->keeps | body->exposed,
                          .lowered = body->lowered};
    if (body->result != NUMBER_NONE) {
        now.returns = body->places[body->result].holds;
    }
    bool fresh = now.returns.fresh || now.returns.behind;
    now.returns.other =
        now.returns.other || (fresh && body->lost) || (now.returns.fresh && body->used);
    now.returns.fresh = fresh;
    now.returns.behind = false;
    bool changes = !same_conduct(known, &now);
    *known = now;
    return changes;
}

static int add_body(struct search *search, cg_node node, struct cg_error *error)
{
    struct program *program = search->program;
    const char *text = cg_metadata_get(program->graph, CG_ON_NODE, node, CG_KEY_POINTER_FACTS);
    struct cg_value facts = {text, text ? strlen(text) : 0};
    struct body body = {.opaque = false};
    if (!text) {
        return CG_OK;
    }
    int status = program_function_of(&body.function, program, node, error);
    const char *name = status ? "" : program->functions[body.function].text;
    if (status || ambiguous_is(program, name, strlen(name))) {
        return status;
    }
    status = take_apart(search, &body, &facts, error);
    body.result = NUMBER_NONE;
    for (uint32_t i = 0; i < body.place_count; i++) {
        bool result = body.places[i].kind == PLACE_OWN && *body.places[i].text.text == 'r';
        body.result = result ? i : body.result;
    }
    bool takes = !status && !body.opaque && body.step_count > 0;
    bool ok = status || !takes ||
              cg_grow(&search->bodies, &search->capacity, search->count + 1, sizeof body);
    if (takes && ok) {
        search->bodies[search->count++] = body;
        return CG_OK;
    }
    free(body.places);
    free(body.steps);
    free(body.arguments.items);
    return ok ? status : cg_fail_memory(error);
}

static void settle(struct search *search)
{
    for (uint32_t i = 0; i < search->function_count; i++) {
        search->conducts[i] = worst;
    }
    for (bool changes = true; changes;) {
        changes = false;
        for (size_t i = 0; i < search->count; i++) {
            bool change = examine(search, &search->bodies[i]);
            changes = changes || change;
        }
    }
    for (size_t i = 0; i < search->count; i++) {
        struct function *function = &search->program->functions[search->bodies[i].function];
        const struct holding *returns = &search->conducts[search->bodies[i].function].returns;
        function->allocates = returns->fresh && !returns->other;
        function->returns = returns->arguments;
    }
}

static void free_search(struct search *search)
{
    for (size_t i = 0; i < search->count; i++) {
        free(search->bodies[i].places);
        free(search->bodies[i].steps);
        free(search->bodies[i].arguments.items);
    }
    free(search->bodies);
    free(search->conducts);
}

int allocators_find(struct program *program, struct cg_error *error)
{
    struct search search = {.program = program};
    int status = CG_OK;
    for (cg_node n = 0; n < cg_graph_node_count(program->graph) && !status; n++) {
        status = add_body(&search, n, error);
    }
    search.function_count = program->function_count;
    search.conducts =
        status ? NULL : malloc((size_t)search.function_count * sizeof(struct conduct) + 1);
    if (!status && !search.conducts) {
        status = cg_fail_memory(error);
    }
    if (!status) {
        settle(&search);
    }
    free_search(&search);
    return status;
}
