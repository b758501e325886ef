/*
 * Converts functions between the types that files declare for one parameter or result. The linker
 * of the language joins such files by name alone (C11 6.2.7 leaves the behaviour undefined), and
 * their calls work where the types are passed alike.
 */
#include "memory/declared_types.h"

#include "base/error.h"
#include "memory/untyped_memory.h"
#include "memory/used_records.h"
#include "points_to/signatures.h"

static int note_type(struct number_list *list, uint32_t number, uint32_t type,
                     struct cg_error *error)
{
    return number_add(list, number) && number_add(list, type) ? CG_OK : cg_fail_memory(error);
}

int declared_types_note(struct program *program, uint32_t function, uint32_t type,
                        struct cg_error *error)
{
    return note_type(&program->declared_types, function, type, error);
}

int declared_cells_note(struct program *program, uint32_t slot, uint32_t cell,
                        struct cg_error *error)
{
    return note_type(&program->declared_cells, slot, cell, error);
}

int declared_records_note(struct program *program, uint32_t slot, uint32_t record,
                          struct cg_error *error)
{
    return note_type(&program->declared_as, slot, record, error);
}

/* Types are compared by address, so each is a text of the program. */
static int intern(struct cg_value *type, struct program *program, struct cg_error *error)
{
    uint32_t text;
    int status = program_intern(&text, program, type->text, type->length, error);
    if (!status) {
        *type = (struct cg_value){cg_pool_string(&program->texts, text), type->length};
    }
    return status;
}

static int convert(struct program *program, uint32_t slot, const struct cg_value *from,
                   const struct cg_value *to, struct cg_error *error)
{
    const struct conversion conversion = {.to = slot, .from = *from, .type = *to};
    return program_convert(program, slot, &conversion, error);
}

/* @param a, b two types of the pointers in a slot */
static int join_pointers(struct program *program, uint32_t slot, const struct cg_value *a,
                         const struct cg_value *b, struct cg_error *error)
{
    struct cg_value x = signature_pointed_at(a), y = signature_pointed_at(b);
    if (slot == NUMBER_NONE || !x.length || !y.length) {
        return CG_OK;
    }
    int status = intern(&x, program, error);
    status = status ? status : intern(&y, program, error);
    if (status || x.text == y.text) {
        return status;
    }
    status = convert(program, slot, &x, &y, error);
    return status ? status : convert(program, slot, &y, &x, error);
}

static int join_part(struct program *program, uint32_t slot, const struct cg_value *a,
                     const struct cg_value *b, uint32_t part, struct cg_error *error)
{
    struct cg_value x = signature_part(a, part), y = signature_part(b, part);
    return join_pointers(program, slot, &x, &y, error);
}

/* @param a, b two types of a function */
static int join_functions(struct program *program, uint32_t number, const struct cg_value *a,
                          const struct cg_value *b, struct cg_error *error)
{
    int status = records_pass(program, a, b, error);
    status =
        status ? status : join_part(program, program->functions[number].result, a, b, 0, error);
    for (uint32_t i = 0; i < program->functions[number].parameters.count && !status; i++) {
        uint32_t slot = program->functions[number].parameters.items[i];
        status = join_part(program, slot, a, b, i + 1, error);
    }
    return status;
}

typedef int joining(struct program *program, uint32_t number, const struct cg_value *a,
                    const struct cg_value *b, struct cg_error *error);

/** Types that are joined with each one. Files rarely give one function more than two; functions get
 *  from one of many to another by those between. */
#define MOST_JOINED 16u

/* Join the types of one function or variable. */
static int join_all(struct program *program, struct number_list *list, joining *join,
                    struct cg_error *error)
{
    numbers_settle(list, 2);
    int status = CG_OK;
    for (size_t i = 0; i < list->count && !status; i += 2) {
        struct cg_value type = program_text_at(program, list->items[i + 1]);
        size_t end =
            i + 2 * (MOST_JOINED + 1) < list->count ? i + 2 * (MOST_JOINED + 1) : list->count;
        for (size_t k = i + 2; k < end && list->items[k] == list->items[i] && !status; k += 2) {
            struct cg_value other = program_text_at(program, list->items[k + 1]);
            status = join(program, list->items[i], &type, &other, error);
        }
    }
    return status;
}

/** How files declare a variable. */
struct kinds {
    bool record_pointer; /**< as a pointer to a record */
    bool other;          /**< as another pointer, a number, or an array of these */
};

/* @param at where the cells of the variable begin in those of all */
static struct kinds kinds_of(const struct program *program, size_t at, uint32_t slot)
{
    const struct number_list *cells = &program->declared_cells;
    struct kinds kinds = {false, false};
    for (size_t i = at; i < cells->count && cells->items[i] == slot; i += 2) {
        struct cg_value cell = program_text_at(program, cells->items[i + 1]);
        bool record = cell.length > 0 && cell.text[cell.length - 1] == 'r';
        kinds.record_pointer = kinds.record_pointer || record;
        kinds.other = kinds.other || !record;
    }
    return kinds;
}

/* What a variable holds is in the fields of a record, and the other way around. */
static int join_record(struct program *program, uint32_t slot, uint32_t record,
                       struct cg_error *error)
{
    uint32_t fields;
    int status = memory_record_fields(&fields, program, record, error);
    status = status ? status : solver_load(program->solver, slot, fields, error);
    return status ? status : solver_store(program->solver, fields, slot, error);
}

static int join_kinds(struct program *program, struct kinds kinds, uint32_t slot, uint32_t record,
                      struct cg_error *error)
{
    if (!kinds.other) {
        return CG_OK;
    }
    return kinds.record_pointer ? records_use(program, slot, record, error)
                                : join_record(program, slot, record, error);
}

int declared_records_join(struct program *program, struct cg_error *error)
{
    const struct number_list *cells = &program->declared_cells;
    struct number_list *records = &program->declared_as;
    int status = CG_OK;
    size_t at = 0;
    numbers_settle(records, 2);
    for (size_t i = 0; i < records->count && !status; i += 2) {
        uint32_t slot = records->items[i], record = records->items[i + 1];
        while (at < cells->count && cells->items[at] < slot) {
            at += 2;
        }
        struct kinds kinds = kinds_of(program, at, slot);
        status = join_kinds(program, kinds, slot, record, error);
        if (!status && i + 2 < records->count && records->items[i + 2] == slot) {
            status = records_are_one(program, record, records->items[i + 3], error);
        }
    }
    return status;
}

/* Whether all types are the one of the definition, or of the other language.
 * @param types two numbers each, the first the function for those that count */
static bool agrees(const struct program *program, const uint32_t *types, size_t count)
{
    const struct function *function = &program->functions[types[0]];
    bool lowered = signature_is_lowered(&function->defined_as);
    bool agrees = true;
    for (size_t i = 0; i < count && types[i] == types[0] && agrees; i += 2) {
        struct cg_value type = program_text_at(program, types[i + 1]);
        agrees = type.text == function->defined_as.text || signature_is_lowered(&type) != lowered;
    }
    return agrees;
}

/* A function that C and C++ share has two types: one counts parameters as the source does, one as
 * they are passed. Its definition says which parameters its facts mean. */
static void prefer_definitions(struct program *program)
{
    const struct number_list *list = &program->declared_types;
    for (size_t i = 0; i < list->count; i += 2) {
        struct function *function = &program->functions[list->items[i]];
        bool first = i == 0 || list->items[i - 2] != list->items[i];
        if (first && function->defined_as.length &&
            agrees(program, list->items + i, list->count - i)) {
            function->signature = function->defined_as;
        }
    }
}

int declared_types_settle(struct program *program, struct cg_error *error)
{
    int status = join_all(program, &program->declared_types, join_functions, error);
    prefer_definitions(program);
    return status ? status : join_all(program, &program->declared_cells, join_pointers, error);
}
