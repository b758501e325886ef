/*
 * What declarations of C say of machine code is applied once all facts are read. For each slot of
 * functions that are stored there is a slot for each type of places, which holds those that go
 * there.
 */
#include "memory/machine_code.h"

#include "base/error.h"
#include "base/memory.h"
#include "memory/untyped_memory.h"
#include "points_to/bindings.h"
#include "points_to/signatures.h"
#include "points_to/unknown_values.h"
#include "strings/digits.h"

#include <string.h>

/** Parameters of which types are looked at. */
#define MOST_PARTS 16

int machine_stores(struct program *program, cg_node owner, uint32_t places, uint32_t values,
                   struct cg_error *error)
{
    if (!cg_grow(&program->kept, &program->kept_capacity, (size_t)program->kept_count + 1,
                 sizeof *program->kept)) {
        return cg_fail_memory(error);
    }
    program->kept[program->kept_count++] = (struct kept){owner, places, values, {0}, {0}};
    return CG_OK;
}

int machine_gets(struct program *program, uint32_t to, uint32_t parameter, struct cg_error *error)
{
    bool ok = number_add(&program->got, to) && number_add(&program->got, parameter);
    return ok ? CG_OK : cg_fail_memory(error);
}

int machine_returns(struct program *program, uint32_t function, uint32_t from,
                    struct cg_error *error)
{
    bool ok = number_add(&program->returned, function) && number_add(&program->returned, from);
    return ok ? CG_OK : cg_fail_memory(error);
}

/* How a parameter is declared. */
enum declared {
    AS_ANYTHING, /**< it is no parameter, or files do not say, or disagree */
    AS_NOTHING,  /**< no file declares the function: such code alone calls it */
    AS_FUNCTION,
    AS_POINTER, /**< to a record, to another pointer, or to what has no type */
    AS_DATA,    /**< a pointer to characters or numbers, or none */
};

static bool is_pointer_to_data(struct cg_value type)
{
    bool qualified = type.length > 1 && type.text[1] == 'K';
    char pointed = type.length > 1u + qualified ? type.text[1 + qualified] : '\0';
    return pointed >= 'a' && pointed <= 'y' && pointed != 'v';
}

static enum declared how_declared(const struct program *program, uint32_t slot)
{
    uint32_t function, parameter;
    if (!bindings_find_parameter(&function, &parameter, program, slot)) {
        return AS_ANYTHING;
    }
    const struct cg_value *signature = &program->functions[function].signature;
    struct cg_value type = signature_part(signature, parameter + 1);
    if (!signature->length) {
        return AS_NOTHING;
    }
    uint32_t fixed;
    bool variadic, known = signature_parameters(signature, &fixed, &variadic);
    if (known && parameter >= fixed && !variadic && !signature_is_lowered(signature)) {
        return AS_DATA; /* the function has fewer */
    }
    if (signature_is_lowered(signature) || !type.length || type.text[0] == '?') {
        return AS_ANYTHING;
    }
    bool pointer = type.text[0] == 'P' && type.length > 1;
    if (pointer && (type.text[1] == 'F' || type.text[1] == '?')) {
        return AS_FUNCTION;
    }
    return pointer && !is_pointer_to_data(type) ? AS_POINTER : AS_DATA;
}

static int prepare_got(struct program *program, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < program->got.count && !status; i += 2) {
        uint32_t to = program->got.items[i], parameter = program->got.items[i + 1];
        status = how_declared(program, parameter) == AS_DATA
                     ? CG_OK
                     : solver_copy(program->solver, to, parameter, error);
    }
    return status;
}

static int prepare_returned(struct program *program, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < program->returned.count && !status; i += 2) {
        const struct function *function = &program->functions[program->returned.items[i]];
        struct cg_value type = signature_part(&function->signature, 0);
        bool none = !function->signature.length || /* other such code knows what it made */
                    (!signature_is_lowered(&function->signature) && type.length == 1 &&
                     type.text[0] != '?');
        status = none ? CG_OK
                      : solver_copy(program->solver, function->result,
                                    program->returned.items[i + 1], error);
    }
    return status;
}

/* The record that a type points at, through any number of pointers. @return false: none */
static bool record_of_type(struct cg_value *name, struct cg_value type)
{
    size_t at = 0, digits;
    uint64_t length;
    while (at < type.length && (type.text[at] == 'P' || type.text[at] == 'K')) {
        at++;
    }
    digits = cg_take_digits(&length, NULL, type.text + at, type.length - at, UINT32_MAX);
    *name = (struct cg_value){type.text + at + digits, length};
    return at > 0 && digits > 0 && length > 0 && at + digits + length <= type.length;
}

/* What such code stores may be in the records that its result and parameters lead to by their
 * types: facts of C follow no pointers to records. */
static int places_of_types(struct program *program, const struct kept *kept, struct cg_error *error)
{
    uint32_t function = kept->owner == CG_NONE ? NUMBER_NONE : program->nodes[kept->owner];
    int status = CG_OK;
    if (function == NUMBER_NONE || signature_is_lowered(&program->functions[function].signature)) {
        return CG_OK;
    }
    for (uint32_t part = 0; part <= MOST_PARTS && !status; part++) {
        struct cg_value name, type = signature_part(&program->functions[function].signature, part);
        uint32_t record;
        if (type.length && record_of_type(&name, type)) {
            status = program_record(&record, program, name.text, name.length, error);
            status = status ? status : memory_reach_record(program, kept->of_places, record, error);
        }
    }
    return status;
}

/* Untyped memory holds many functions, of which few are meant: only parameters that are declared so
 * hold some. What such code passes to other such code it could store itself. */
int machine_prepare(struct program *program, struct cg_error *error)
{
    int status = prepare_got(program, error);
    status = status ? status : prepare_returned(program, error);
    for (uint32_t i = 0; i < program->kept_count && !status; i++) {
        struct kept kept = program->kept[i];
        enum declared declared = how_declared(program, kept.of_values);
        bool made = declared == AS_ANYTHING;
        status = made ? places_of_types(program, &kept, error) : CG_OK;
        if (!status && (made || declared == AS_FUNCTION)) {
            status = program_watch(program, kept.of_places, WATCH_KEPT_PLACE, i, error);
            status = status ? status
                            : program_watch(program, kept.of_values, WATCH_KEPT_VALUE, i, error);
        }
    }
    return status;
}

/* The type under which a value is a function. @return false if it is none */
static bool type_of_value(struct cg_value *out, const struct program *program, uint32_t object)
{
    uint32_t function = program_callee(program, object);
    if (program->slot_kinds.items[object] == SLOT_UNKNOWN) {
        *out = unknown_of(program, object)->type;
        return out->length != 1; /* data */
    }
    if (function == NUMBER_NONE) {
        return false;
    }
    bool cast = program->slot_kinds.items[object] == SLOT_CAST;
    *out = cast ? program->casts[program->slot_index.items[object]].type
                : program->functions[function].signature;
    return true;
}

/* Add a value to the slot of a type. CG_NO_STRING: places of any type */
static int keep_value(struct program *program, uint32_t slot, uint32_t type, uint32_t object,
                      struct cg_error *error)
{
    struct cg_value own;
    bool function = type_of_value(&own, program, object);
    bool fits = function && (type == CG_NO_STRING || own.length == 0);
    if (function && !fits) {
        struct cg_value declared = {cg_pool_string(&program->texts, type),
                                    cg_pool_length(&program->texts, type)};
        fits = signatures_fit(&declared, &own);
    }
    return fits ? solver_address(program->solver, slot, object, error) : CG_OK;
}

static int add_type(uint32_t *out, struct program *program, uint32_t kept, uint32_t type,
                    struct cg_error *error)
{
    int status = slot_new(out, program, SLOT_DATA, 0, error);
    struct number_list *types = &program->kept[kept].types;
    bool ok = status || (number_add(types, type) && number_add(types, *out));
    status = ok ? status : cg_fail_memory(error);
    for (size_t i = 0; i < program->kept[kept].values.count && !status; i++) {
        status = keep_value(program, *out, type, program->kept[kept].values.items[i], error);
    }
    return status;
}

/* The slot of a type. */
static int slot_of_type(uint32_t *out, struct program *program, uint32_t kept, uint32_t type,
                        struct cg_error *error)
{
    const struct number_list *types = &program->kept[kept].types;
    for (size_t i = 0; i < types->count; i += 2) {
        if (types->items[i] == type) {
            *out = types->items[i + 1];
            return CG_OK;
        }
    }
    return add_type(out, program, kept, type, error);
}

int machine_place(struct program *program, uint32_t kept, uint32_t object, struct cg_error *error)
{
    struct cg_value declared;
    uint32_t type = CG_NO_STRING, slot;
    if (slot_is_value(program->slot_kinds.items[object]) ||
        memory_content(program, object) == HOLDS_DATA) {
        return CG_OK;
    }
    int status = memory_function_type(&declared, program, object)
                     ? program_intern(&type, program, declared.text, declared.length, error)
                     : CG_OK;
    status = status ? status : slot_of_type(&slot, program, kept, type, error);
    return status ? status : solver_copy(program->solver, object, slot, error);
}

int machine_value(struct program *program, uint32_t kept, uint32_t object, struct cg_error *error)
{
    struct cg_value type;
    if (!type_of_value(&type, program, object)) {
        return CG_OK;
    }
    bool ok = number_add(&program->kept[kept].values, object);
    int status = ok ? CG_OK : cg_fail_memory(error);
    for (size_t i = 0; i < program->kept[kept].types.count && !status; i += 2) {
        const uint32_t *of_type = &program->kept[kept].types.items[i];
        status = keep_value(program, of_type[1], of_type[0], object, error);
    }
    return status;
}
