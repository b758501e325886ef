/*
 * Library functions call the parameter or the field that their summary names by the type it is
 * declared with. Functions that the program kept under other types, or under none, reach such
 * places from memory that is not told apart; they are no callees there (docs/pointer-facts.md,
 * "Types filter"). A field of a union has several types, and each may be what the library calls.
 */
#include "facts/library_calls.h"

#include "base/error.h"
#include "points_to/convertible_types.h"
#include "points_to/signatures.h"

#include <string.h>

int library_calls_note(struct program *program, uint32_t field, uint32_t cell,
                       struct cg_error *error)
{
    bool ok = number_add(&program->field_types, field) && number_add(&program->field_types, cell);
    return ok ? CG_OK : cg_fail_memory(error);
}

void library_calls_settle(struct program *program)
{
    numbers_settle(&program->field_types, 2);
}

/* The type of the function that a cell points to, empty if it is not known to point to one. */
static struct cg_value type_of_cell(const struct program *program, uint32_t cell)
{
    const struct cg_value text = {cg_pool_string(&program->texts, cell),
                                  cg_pool_length(&program->texts, cell)};
    return signature_pointed_at(&text);
}

void library_calls_type(struct call *call, const struct program *program,
                        const struct summary_operand *target, uint32_t pointer, uint32_t function)
{
    call->signature = (struct cg_value){NULL, 0};
    call->field = NUMBER_NONE;
    if (target->deref || pointer == NUMBER_NONE) {
        return;
    }
    if (target->kind == SUMMARY_ARGUMENT) {
        struct cg_value part =
            signature_part(&program->functions[function].signature, target->index + 1);
        call->signature = signature_pointed_at(&part);
    } else if (target->kind == SUMMARY_SLOT && program->cell_of.items[pointer] != CG_NO_STRING) {
        call->signature = type_of_cell(program, program->cell_of.items[pointer]);
        call->field = pointer;
    }
}

static bool same_type(const struct cg_value *a, const struct cg_value *b)
{
    return json_same(a, b) || signatures_fit(a, b);
}

/* Whether a library that calls by a type may call a function.
 * @param cast how it was converted; NULL: it was not */
static bool is_called_by(const struct program *program, const struct cg_value *type,
                         const struct cast *cast, const struct cg_value *own)
{
    if (!own->length || same_type(type, own) || convertible_leads(program, own, type)) {
        return true;
    }
    bool converted = cast && cast->type.length && same_type(type, &cast->type);
    return converted && (cast->named || cast->overlay || signatures_have_one_shape(type, own));
}

/* Any function may be kept as one that takes and returns nothing: the library converts it back. */
static bool is_generic(const struct cg_value *type)
{
    return type->length == 3 && memcmp(type->text, "FvE", 3) == 0;
}

/* Whether one of the types of a field, of which some may be unknown, fits. */
static bool some_type_fits(const struct program *program, uint32_t field, const struct cast *cast,
                           const struct cg_value *own)
{
    const struct number_list *types = &program->field_types;
    size_t at = numbers_first(types, field);
    bool fits = at == types->count || types->items[at] != field; /* nothing is known */
    for (; at < types->count && types->items[at] == field && !fits; at += 2) {
        struct cg_value type = type_of_cell(program, types->items[at + 1]);
        fits = !type.length || is_generic(&type) || is_called_by(program, &type, cast, own);
    }
    return fits;
}

bool library_calls_fit(const struct program *program, const struct call *call, uint32_t function,
                       const struct cast *cast)
{
    const struct cg_value *own = &program->functions[function].signature;
    if (call->signature.length) {
        return is_generic(&call->signature) || is_called_by(program, &call->signature, cast, own);
    }
    return call->field == NUMBER_NONE || some_type_fits(program, call->field, cast, own);
}
