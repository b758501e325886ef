/* Unknown values of each type: see unknown_values.h. Used by unknown_causes.c, which makes causes,
 * and where such values arise or are converted. */
#include "points_to/unknown_values.h"

#include "base/error.h"
#include "base/memory.h"

#include <string.h>

static bool is_type(const struct cg_value *a, const struct cg_value *b)
{
    return a->length == b->length && (a->length < 2 || a->text == b->text) &&
           (a->length != 1 || *a->text == *b->text);
}

static uint32_t find_unknown(const struct program *program, uint32_t cause,
                             const struct cg_value *type)
{
    uint32_t number = program->causes[cause].unknowns;
    while (number != NUMBER_NONE && !is_type(&program->unknowns[number].type, type)) {
        number = program->unknowns[number].next;
    }
    return number;
}

/* A store through an unknown address goes to what uncollected code has. */
static int add_unknown(uint32_t *out, struct program *program, uint32_t cause,
                       const struct cg_value *type, struct cg_error *error)
{
    if (!cg_grow(&program->unknowns, &program->unknowns_capacity,
                 (size_t)program->unknown_count + 1, sizeof *program->unknowns)) {
        return cg_fail_memory(error);
    }
    int status = slot_new(out, program, SLOT_UNKNOWN, program->unknown_count, error);
    if (!status) {
        program->unknowns[program->unknown_count] =
            (struct unknown){cause, *out, program->causes[cause].unknowns, *type};
        program->causes[cause].unknowns = program->unknown_count++;
        solver_redirect_stores(program->solver, *out, program->outside);
    }
    return status;
}

/* Memory that such values point to holds data; untyped_memory.c adds the rest depending on the
 * reader. */
static int add_with_contents(uint32_t *out, struct program *program, uint32_t cause,
                             const struct cg_value *type, struct cg_error *error)
{
    struct cg_value held = program->typed ? UNKNOWN_BYTES : UNKNOWN_ANY;
    uint32_t inside = program->causes[cause].inside, contents;
    int status = add_unknown(out, program, cause, type, error);
    bool itself = inside == cause && is_type(type, &held);
    if (status || itself) {
        return status ? status : solver_address(program->solver, *out, *out, error);
    }
    status = unknown_object(&contents, program, inside, &held, error);
    return status ? status : solver_address(program->solver, *out, contents, error);
}

int unknown_object(uint32_t *out, struct program *program, uint32_t cause,
                   const struct cg_value *type, struct cg_error *error)
{
    static const struct cg_value any = UNKNOWN_ANY;
    type = program->typed ? type : &any;
    uint32_t known = find_unknown(program, cause, type);
    if (known != NUMBER_NONE) {
        *out = program->unknowns[known].slot;
        return CG_OK;
    }
    return add_with_contents(out, program, cause, type, error);
}

const struct unknown *unknown_of(const struct program *program, uint32_t object)
{
    return &program->unknowns[program->slot_index.items[object]];
}

int unknown_as(uint32_t *out, struct program *program, uint32_t object, const struct cg_value *type,
               struct cg_error *error)
{
    return unknown_object(out, program, unknown_of(program, object)->cause, type, error);
}

int unknown_inside(uint32_t *out, struct program *program, uint32_t object,
                   const struct cg_value *type, struct cg_error *error)
{
    uint32_t cause = unknown_of(program, object)->cause;
    return unknown_object(out, program, program->causes[cause].inside, type, error);
}

static size_t qualifiers(const struct cg_value *type, size_t from)
{
    while (from < type->length && (type->text[from] == 'K' || type->text[from] == 'V')) {
        from++;
    }
    return from;
}

/* Pointers to pointers may point to functions, and untyped pointers to anything. For integers the
 * facts show conversions. */
static struct cg_value type_of_pointer(const struct program *program, struct cg_value pointed)
{
    size_t inner = qualifiers(&pointed, 1);
    switch (*pointed.text) {
    case 'v':
        return program->promised & CG_PROMISE_LIBRARY_DATA ? UNKNOWN_BYTES : UNKNOWN_UNTYPED;
    case 'P':
        return inner < pointed.length && strchr("PvF?", pointed.text[inner]) ? UNKNOWN_DATA
                                                                             : UNKNOWN_BYTES;
    case '?':
        return UNKNOWN_ANY;
    default:
        return UNKNOWN_BYTES;
    }
}

int unknown_type(struct cg_value *out, struct program *program, struct cg_value type,
                 struct cg_error *error)
{
    size_t at = qualifiers(&type, 0);
    *out = UNKNOWN_ANY;
    if (at == type.length || strchr("?u0123456789", type.text[at])) {
        return CG_OK; /* unknown, or a record, which may hold a function */
    }
    size_t pointed = type.text[at] == 'P' ? qualifiers(&type, at + 1) : type.length;
    if (pointed == type.length) {
        *out = UNKNOWN_BYTES;
        return CG_OK;
    }
    type = (struct cg_value){type.text + pointed, type.length - pointed};
    if (*type.text != 'F') {
        *out = type_of_pointer(program, type);
        return CG_OK;
    }
    uint32_t text;
    int status = program_intern(&text, program, type.text, type.length, error);
    if (!status) {
        *out = (struct cg_value){cg_pool_string(&program->texts, text), type.length};
    }
    return status;
}
