/*
 * For each such code there is a slot for each type of places, which holds the functions that go
 * there.
 */
#include "resolve/kept_functions.h"

#include "base/error.h"
#include "base/memory.h"
#include "points_to/bindings.h"
#include "points_to/signatures.h"
#include "points_to/unknown_values.h"
#include "resolve/untyped_memory.h"

int kept_add(struct program *program, uint32_t places, uint32_t values, struct cg_error *error)
{
    if (!cg_grow(&program->kept, &program->kept_capacity, (size_t)program->kept_count + 1,
                 sizeof *program->kept)) {
        return cg_fail_memory(error);
    }
    program->kept[program->kept_count++] = (struct kept){places, values, {0}, {0}};
    return CG_OK;
}

/* Whether a slot is a parameter of which all files that declare its function say that it points to
 * data, or to what has no type: untyped memory holds much, and little of it is meant. */
static bool points_to_data(const struct program *program, uint32_t slot)
{
    uint32_t function, parameter;
    if (!bindings_find_parameter(&function, &parameter, program, slot)) {
        return false;
    }
    const struct cg_value *signature = &program->functions[function].signature;
    struct cg_value type = signature_part(signature, parameter + 1);
    bool known = !signature_is_lowered(signature) && type.length > 0 && type.text[0] != '?';
    return known && !(type.length > 1 && type.text[0] == 'P' &&
                      (type.text[1] == 'F' || type.text[1] == '?'));
}

int kept_prepare(struct program *program, struct cg_error *error)
{
    int status = CG_OK;
    for (uint32_t i = 0; i < program->kept_count && !status; i++) {
        struct kept kept = program->kept[i];
        if (!points_to_data(program, kept.of_values)) {
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
static int keep(struct program *program, uint32_t slot, uint32_t type, uint32_t object,
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
        status = keep(program, *out, type, program->kept[kept].values.items[i], error);
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

int kept_place(struct program *program, uint32_t kept, uint32_t object, struct cg_error *error)
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

int kept_value(struct program *program, uint32_t kept, uint32_t object, struct cg_error *error)
{
    struct cg_value type;
    if (!type_of_value(&type, program, object)) {
        return CG_OK;
    }
    bool ok = number_add(&program->kept[kept].values, object);
    int status = ok ? CG_OK : cg_fail_memory(error);
    for (size_t i = 0; i < program->kept[kept].types.count && !status; i += 2) {
        const uint32_t *of_type = &program->kept[kept].types.items[i];
        status = keep(program, of_type[1], of_type[0], object, error);
    }
    return status;
}
