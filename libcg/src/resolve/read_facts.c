/*
 * A function for each kind of fact takes its elements apart and adds slots, constraints and calls
 * to the program. Fills virtual tables and binds named calls when all facts are read.
 */
#include "resolve/read_facts.h"

#include "base/error.h"
#include "facts/allocators.h"
#include "facts/fact_operands.h"
#include "facts/headed_records.h"
#include "facts/library_calls.h"
#include "memory/copied_records.h"
#include "memory/declared_types.h"
#include "memory/machine_code.h"
#include "memory/used_records.h"
#include "points_to/ambiguous_names.h"
#include "points_to/bindings.h"
#include "points_to/convertible_types.h"
#include "points_to/member_pointers.h"
#include "points_to/signatures.h"
#include "points_to/unknown_causes.h"
#include "resolve/bind_calls.h"
#include "resolve/cxx_runtime.h"
#include "resolve/many_callees.h"
#include "resolve/shared_calls.h"

#include <libcg/value.h>

#include <stdlib.h>
#include <string.h>

/* In place of the number of an entry: pointers to members are made of the function, and converted
 * to pointers to members of other types. */
#define BOUND_MEMBER "member"
#define BOUND_CONVERTED "converted"

/* In place of a type of functions: those of pointers to members. */
#define METHODS "M"

static int read_copy_of(struct reading *r, const struct fact *fact, size_t source,
                        struct cg_error *error)
{
    struct operand to, from;
    const struct cg_value *text = &fact->elements[source];
    int status = operand_read(&to, r, &fact->elements[1], error);
    status = status ? status : operand_read(&from, r, text, error);
    if (status) {
        return status;
    }
    /* What only system headers declare escapes where it is named: see external_seed. */
    bool variable = text->length > 2 && strncmp(text->text, "\"&g", 3) == 0;
    if (to.slot == r->program->outside && variable) {
        return number_add(&r->program->system, from.slot) ? CG_OK : cg_fail_memory(error);
    }
    status = bindings_copy(r->program, r->owner, to.slot, from.slot, from.address, error);
    if (status) {
        return status;
    }
    return from.address ? solver_address(r->program->solver, to.slot, from.slot, error)
                        : solver_copy(r->program->solver, to.slot, from.slot, error);
}

static int read_copy(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    return read_copy_of(r, fact, 2, error);
}

/* The text of a signature, valid for good: equal ones share one copy. */
/* What the source says of types in C++ counts if the program promises that calls keep to them: not
 * all that changes a type can be seen there, as values carry no conversions. */
static size_t known_length(const struct reading *r, const char *text, size_t length)
{
    const char *end = *text == '~' ? memchr(text, ')', length) : NULL;
    bool lowered = end && !(r->program->promised & CG_PROMISE_TYPED_CALLS);
    return lowered ? (size_t)(end + 1 - text) : length;
}

/* The number of the text of a type, as far as it counts. */
static int read_type_text(uint32_t *text, struct reading *r, const struct cg_value *string,
                          struct cg_error *error)
{
    int status = program_text(text, r->program, string, error);
    if (status) {
        return status;
    }
    const char *type = cg_pool_string(&r->program->texts, *text);
    size_t length = cg_pool_length(&r->program->texts, *text);
    size_t known = known_length(r, type, length);
    return known == length ? CG_OK : program_intern(text, r->program, type, known, error);
}

static int read_signature(struct cg_value *out, struct reading *r, const struct cg_value *string,
                          struct cg_error *error)
{
    uint32_t text;
    int status = read_type_text(&text, r, string, error);
    if (!status) {
        *out = program_text_at(r->program, text);
    }
    return status;
}

static int read_cast(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    uint32_t from;
    struct conversion conversion = {.named = fact->elements[2].length > 1 &&
                                             fact->elements[2].text[1] == '&',
                                    .overlay = fact->elements[0].text[1] == 'v'};
    int status = operand_value(&conversion.to, r, &fact->elements[1], error);
    status = status ? status : operand_value(&from, r, &fact->elements[2], error);
    status = status ? status : read_signature(&conversion.from, r, &fact->elements[3], error);
    status = status ? status : read_signature(&conversion.type, r, &fact->elements[4], error);
    status =
        status ? status : bindings_copy(r->program, r->owner, conversion.to, from, false, error);
    return status ? status : program_convert(r->program, from, &conversion, error);
}

static bool is_word(const struct cg_value *string, const char *word)
{
    return cg_value_is_string(string, word, strlen(word));
}

static int read_convertible(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    struct cg_value from, to;
    if (is_word(&fact->elements[1], METHODS) && is_word(&fact->elements[2], METHODS)) {
        r->program->any_member_cast = true;
        return CG_OK;
    }
    if (!(r->program->promised & CG_PROMISE_TYPED_CALLS)) {
        return CG_OK;
    }
    int status = read_signature(&from, r, &fact->elements[1], error);
    status = status ? status : read_signature(&to, r, &fact->elements[2], error);
    return status ? status : convertible_add(r->program, &from, &to, error);
}

/* An access to cells of a type through a pointer, both given by elements. */
/* In place of the type of a cell: all cells, each by its own type. */
static const struct cg_value all_cells = {"\"*\"", 3};

/* Those of the record itself, and of records in it. */
static const struct cg_value own_cells = {"\".\"", 3};

static int read_access(struct reading *r, const struct fact *fact, enum watch_kind kind,
                       size_t slot, size_t pointer, struct cg_error *error)
{
    struct access access;
    uint32_t through;
    int status = operand_value(&access.slot, r, &fact->elements[slot], error);
    status = status ? status : operand_value(&through, r, &fact->elements[pointer], error);
    status = status ? status : program_text(&access.cell, r->program, &fact->elements[3], error);
    return status ? status : program_access(r->program, through, kind, &access, error);
}

/** `"+BYTES"` in place of a type: the second part of a coroutine's frame. */
static int read_further(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    const struct cg_value *cell = &fact->elements[3];
    struct cg_value digits = {cell->text + 2, cell->length - 3};
    struct access access;
    uint32_t from;
    int status = operand_value(&access.slot, r, &fact->elements[1], error);
    status = status ? status : operand_value(&from, r, &fact->elements[2], error);
    status = status ? status : operand_number(&access.cell, &digits, error);
    status = status ? status : bindings_assign(r->program, r->owner, access.slot, error);
    if (!status && access.cell > r->program->further) {
        r->program->further = access.cell;
    }
    return status ? status : program_access(r->program, from, WATCH_FURTHER, &access, error);
}

static int read_insides(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    uint32_t to, from;
    const struct cg_value *cell = &fact->elements[3];
    if (headed_is_address(cell)) {
        return read_copy_of(r, fact, headed_is(r->program, cell) ? 2 : 3, error);
    }
    if (cell->length > 3 && cell->text[1] == '+') {
        return read_further(r, fact, error);
    }
    int status = operand_value(&to, r, &fact->elements[1], error);
    status = status ? status : operand_value(&from, r, &fact->elements[2], error);
    status = status ? status : bindings_copy(r->program, r->owner, to, from, false, error);
    if (!status && json_same(cell, &all_cells)) {
        return program_watch(r->program, from, WATCH_REACH, to, error);
    }
    if (!status && json_same(cell, &own_cells)) {
        return program_watch(r->program, from, WATCH_FIELDS, to, error);
    }
    return status ? status : read_access(r, fact, WATCH_INSIDES, 1, 2, error);
}

/* Memory behind a record. */
static int read_headed(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    bool behind = is_word(&fact->elements[4], "behind") && headed_is_address(&fact->elements[3]);
    return behind ? read_insides(r, fact, error) : fact_malformed(&fact->elements[4], error);
}

/* A place with several types, in unions or in records of one name, has any type. */
static int read_cell_type(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    uint32_t slot, cell, any;
    bool field = fact->elements[1].length > 1 && fact->elements[1].text[1] == 'f';
    int status = operand_value(&slot, r, &fact->elements[1], error);
    status = status ? status : program_text(&cell, r->program, &fact->elements[2], error);
    status = status ? status : program_intern(&any, r->program, "", 0, error);
    if (!status) {
        uint32_t *known = &r->program->cell_of.items[slot];
        if (field) {
            r->program->records[r->program->slot_index.items[slot]].typed = true;
        }
        uint32_t before = *known;
        bool differs = before != CG_NO_STRING && before != cell;
        *known = differs ? any : cell;
        status = field ? CG_OK : declared_cells_note(r->program, slot, cell, error);
        if (!status && field && differs && before != any) {
            status = library_calls_note(r->program, slot, before, error);
        }
        if (!status && field && (differs || cell == any)) {
            status = library_calls_note(r->program, slot, cell, error);
        }
    }
    return status;
}

/* The IR does not tell the type of the elements: CELL is empty. */
static int read_array(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    uint32_t slot;
    bool variable = fact->elements[1].length > 1 && fact->elements[1].text[1] != 'f';
    if (!variable || !is_word(&fact->elements[3], "array")) {
        return fact_malformed(&fact->elements[3], error);
    }
    int status = operand_value(&slot, r, &fact->elements[1], error);
    if (!status && !number_add(&r->program->arrays, slot)) {
        status = cg_fail_memory(error);
    }
    bool typed = fact->elements[2].length > 2;
    return status || !typed ? status : read_cell_type(r, fact, error);
}

static int read_defined(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    uint32_t slot;
    int status = operand_value(&slot, r, &fact->elements[1], error);
    bool ok = status || number_add(&r->program->defined, slot);
    return ok ? status : cg_fail_memory(error);
}

static int read_load(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    uint32_t to, from;
    int status = operand_value(&to, r, &fact->elements[1], error);
    status = status ? status : operand_value(&from, r, &fact->elements[2], error);
    status = status ? status : bindings_assign(r->program, r->owner, to, error);
    return status ? status : solver_load(r->program->solver, to, from, error);
}

static int read_typed_load(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    int status = read_load(r, fact, error);
    return status ? status : read_access(r, fact, WATCH_LOAD, 1, 2, error);
}

static int read_store(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    uint32_t to, from;
    int status = operand_value(&to, r, &fact->elements[1], error);
    status = status ? status : operand_value(&from, r, &fact->elements[2], error);
    return status ? status : solver_store(r->program->solver, to, from, error);
}

static int read_kept(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    uint32_t to, from;
    int status = operand_value(&to, r, &fact->elements[1], error);
    status = status ? status : operand_value(&from, r, &fact->elements[2], error);
    return status ? status : machine_stores(r->program, r->owner, to, from, error);
}

static int read_typed_store(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    if (json_same(&fact->elements[3], &all_cells)) {
        return read_kept(r, fact, error);
    }
    int status = read_store(r, fact, error);
    return status ? status : read_access(r, fact, WATCH_STORE, 2, 1, error);
}

static int read_block_copy(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    uint32_t to, from;
    int status = operand_value(&to, r, &fact->elements[1], error);
    status = status ? status : operand_value(&from, r, &fact->elements[2], error);
    return status ? status : records_copy(r->program, to, from, fact->count > 3, error);
}

static int read_arguments(struct call *call, struct reading *r, const struct cg_value *array,
                          struct cg_error *error)
{
    struct json_walk walk;
    struct cg_value value;
    struct number_list slots = {0};
    int status = json_walk_start(&walk, array, '[') ? CG_OK : fact_malformed(array, error);
    while (!status && json_walk_next(&walk, NULL, &value)) {
        uint32_t slot;
        status = operand_optional(&slot, r, &value, error);
        if (!status && !number_add(&slots, slot)) {
            status = cg_fail_memory(error);
        }
    }
    status = status ? status : program_add_arguments(call, r->program, &slots, error);
    free(slots.items);
    return status;
}

/* File, line and column from elements 1 to 3; result and arguments from two others. */
static int read_call(struct call *call, struct reading *r, const struct fact *fact, size_t result,
                     struct cg_error *error)
{
    call->owner = r->owner;
    call->through = NUMBER_NONE;
    call->memory = NUMBER_NONE;
    call->pointer = NUMBER_NONE;
    call->root = NUMBER_NONE;
    call->shared = NUMBER_NONE;
    int status = program_text(&call->file, r->program, &fact->elements[1], error);
    status = status ? status : operand_number(&call->line, &fact->elements[2], error);
    status = status ? status : operand_number(&call->column, &fact->elements[3], error);
    status = status ? status : operand_optional(&call->result, r, &fact->elements[result], error);
    if (!status && call->result != NUMBER_NONE) {
        status = bindings_assign(r->program, r->owner, call->result, error);
    }
    return status ? status : read_arguments(call, r, &fact->elements[result + 1], error);
}

static int add_virtual(struct program *program, uint32_t call, uint32_t receiver, uint32_t slot,
                       struct cg_error *error)
{
    bool ok = number_add(&program->virtuals, call) && number_add(&program->virtuals, receiver) &&
              number_add(&program->virtuals, slot);
    return ok ? CG_OK : cg_fail_memory(error);
}

static int add_pointer_call(uint32_t *number, struct reading *r, const struct fact *fact,
                            struct cg_error *error)
{
    struct call call = {.kind = CALL_POINTER};
    uint32_t pointer;
    int status = operand_value(&pointer, r, &fact->elements[4], error);
    status = status ? status : read_signature(&call.signature, r, &fact->elements[5], error);
    status = status ? status : read_call(&call, r, fact, 6, error);
    call.pointer = pointer;
    /* C has no virtual calls: what it calls in a table of C++, it reads by hand. */
    call.by_hand = !signature_is_lowered(&call.signature);
    return status ? status : program_add_call(number, r->program, &call, error);
}

static int read_pointer_call(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    uint32_t number;
    int status = add_pointer_call(&number, r, fact, error);
    bool ok = status || number_add(&r->program->pointers, number);
    return ok ? status : cg_fail_memory(error);
}

static int read_member_call(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    uint32_t number, receiver;
    int status = program_text(&receiver, r->program, &fact->elements[8], error);
    status = status ? status : add_pointer_call(&number, r, fact, error);
    status = status ? status
                    : program_watch(r->program, r->program->calls[number].pointer, WATCH_CALL,
                                    number, error);
    const char *found = status ? "" : cg_pool_string(&r->program->texts, receiver);
    if (strcmp(found, "*") == 0) {
        r->program->calls[number].by_hand = true;
        return CG_OK;
    }
    if (*found == '#') {
        return program_entry(&r->program->calls[number].bound, r->program, found + 1, error);
    }
    if (!status) { /* code that passes the pointer on does not show which virtual ones are called */
        r->program->calls[number].pointer = NUMBER_NONE;
    }
    return status ? status : add_virtual(r->program, number, receiver, 0, error);
}

/* The functions that an element means: `before` and a name. They are in `functions` until the next
 * are read. */
static int read_functions(struct reading *r, const struct cg_value *string, const char *before,
                          struct cg_error *error)
{
    uint32_t text;
    int status = program_text(&text, r->program, string, error);
    if (status) {
        return status;
    }
    const char *name = cg_pool_string(&r->program->texts, text);
    size_t length = cg_pool_length(&r->program->texts, text), address = strlen(before) - 1;
    if (length < address + 2 || strncmp(name, before, address + 1) != 0) {
        return fact_malformed(string, error);
    }
    r->functions.count = 0;
    return ambiguous_functions(&r->functions, r->program, r->owner, name + address,
                               length - address, error);
}

/* Functions that return what leads to pointers to functions. */
static int read_returning(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    int status = read_functions(r, &fact->elements[1], "r", error);
    for (size_t i = 0; i < r->functions.count && !status; i++) {
        r->program->functions[r->functions.items[i]].gives = true;
    }
    return status;
}

static int read_used(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    if (fact->elements[1].length > 1 && fact->elements[1].text[1] == 'r') {
        return read_returning(r, fact, error);
    }
    uint32_t slot;
    int status = operand_value(&slot, r, &fact->elements[1], error);
    bool ok = status || number_add(&r->program->used, slot);
    return ok ? status : cg_fail_memory(error);
}

/* Calls by name and through virtual tables are bound after all facts are read. */
static int read_named_call(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    struct call call = {.kind = CALL_NAMED};
    uint32_t number;
    int status = read_functions(r, &fact->elements[4], "F", error);
    status = status ? status : read_call(&call, r, fact, 5, error);
    status = status ? status : program_add_call(&number, r->program, &call, error);
    bool ok = true;
    for (size_t i = 0; i < r->functions.count && !status && ok; i++) {
        ok = number_add(&r->program->named, number) &&
             number_add(&r->program->named, r->functions.items[i]);
    }
    return ok ? status : cg_fail_memory(error);
}

static int read_virtual_call(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    struct call call = {.kind = CALL_VIRTUAL};
    uint32_t receiver, slot, number;
    int status = program_text(&receiver, r->program, &fact->elements[4], error);
    status = status ? status : operand_number(&slot, &fact->elements[5], error);
    status = status ? status : read_call(&call, r, fact, 6, error);
    status = status ? status : program_add_call(&number, r->program, &call, error);
    return status ? status : add_virtual(r->program, number, receiver, slot, error);
}

/* If files disagree (different declarations of a parameter), the type is unknown. */
static void join_type(struct cg_value *known, struct cg_value type)
{
    bool differs = known->text && known->text != type.text;
    *known = differs ? (struct cg_value){"?", 1} : type;
}

/* @param defined by the file that defines the function */
static int read_type(struct reading *r, const struct cg_value *string, uint32_t number,
                     bool defined, struct cg_error *error)
{
    uint32_t text;
    int status = read_type_text(&text, r, string, error);
    if (!status) {
        struct function *function = &r->program->functions[number];
        struct cg_value type = program_text_at(r->program, text);
        join_type(&function->signature, type);
        if (defined) {
            join_type(&function->defined_as, type);
        }
        status = declared_types_note(r->program, number, text, error);
    }
    return status;
}

static int read_own_type(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    uint32_t function;
    if (r->owner == CG_NONE) {
        return fact_malformed(&fact->elements[1], error);
    }
    int status = program_function_of(&function, r->program, r->owner, error);
    if (!status && fact->count == 2) {
        r->program->functions[function].visible = true;
    }
    return status ? status : read_type(r, &fact->elements[1], function, true, error);
}

static int read_declared_type(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    if (json_same(&fact->elements[2], &(struct cg_value){"\"hidden\"", 8})) {
        return read_own_type(r, fact, error);
    }
    int status = read_functions(r, &fact->elements[2], "&F", error);
    for (size_t i = 0; i < r->functions.count && !status; i++) {
        status = read_type(r, &fact->elements[1], r->functions.items[i], false, error);
    }
    return status;
}

/* With a fourth element SLOT points at a RECORD itself. */
static int read_typed(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    uint32_t slot, text, record;
    int status = operand_value(&slot, r, &fact->elements[1], error);
    status = status ? status : program_text(&text, r->program, &fact->elements[2], error);
    if (status) {
        return status;
    }
    status = program_record(&record, r->program, cg_pool_string(&r->program->texts, text),
                            cg_pool_length(&r->program->texts, text), error);
    if (!status && r->program->slot_kinds.items[slot] == SLOT_RECORD) {
        r->program->records[r->program->slot_index.items[slot]].leads = true;
    }
    bool ok = status || (number_add(&r->program->leads_to, slot) &&
                         number_add(&r->program->leads_to, record));
    status = ok ? status : cg_fail_memory(error);
    if (!status && fact->count > 3) {
        status = records_use(r->program, slot, record, error);
    } else if (!status && r->owner == CG_NONE && fact->elements[1].text[1] == 'g') {
        status = declared_records_note(r->program, slot, record, error);
    }
    return status ? status : program_watch(r->program, slot, WATCH_TYPED, record, error);
}

/* ["b", "&FFUNCTION", ENTRY] */
static int read_bound(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    uint32_t entry;
    int status = read_functions(r, &fact->elements[1], "&F", error);
    bool converted = is_word(&fact->elements[2], BOUND_CONVERTED);
    if (!status && (converted || is_word(&fact->elements[2], BOUND_MEMBER))) {
        return member_pointers_note(r->program, &r->functions, converted, error);
    }
    status = status ? status : program_text(&entry, r->program, &fact->elements[2], error);
    bool ok = true;
    for (size_t i = 0; i < r->functions.count && !status && ok; i++) {
        ok = number_add_new(&r->program->functions[r->functions.items[i]].bound, entry);
    }
    return ok ? status : cg_fail_memory(error);
}

static int read_by_address(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    (void)fact;
    (void)error;
    r->program->by_address = true;
    return CG_OK;
}

/* The record that an element names. */
static int read_record(uint32_t *out, struct reading *r, const struct cg_value *name,
                       struct cg_error *error)
{
    uint32_t text;
    int status = program_text(&text, r->program, name, error);
    return status ? status
                  : program_record(out, r->program, cg_pool_string(&r->program->texts, text),
                                   cg_pool_length(&r->program->texts, text), error);
}

static int read_nested(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    uint32_t outer, inner = NUMBER_NONE, offset = NUMBER_NONE;
    bool array = json_same(&fact->elements[2], &(struct cg_value){"\"\"", 2});
    int status = read_record(&outer, r, &fact->elements[1], error);
    status = status || array ? status : read_record(&inner, r, &fact->elements[2], error);
    status =
        status || fact->count < 4 ? status : operand_number(&offset, &fact->elements[3], error);
    if (status) {
        return status;
    }
    struct record *records = r->program->records;
    bool ok = array ? number_add(&records[outer].arrays, offset)
                    : number_add(&records[outer].inner, inner) &&
                          number_add(&records[outer].inner_at, offset) &&
                          number_add(&records[inner].outer, outer);
    return ok ? CG_OK : cg_fail_memory(error);
}

/* ["r", RECORD, WHERE], ["r", "std::", "library"] */
static int read_about_record(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    uint32_t text, number = NUMBER_NONE;
    int status = program_text(&text, r->program, &fact->elements[2], error);
    const char *where = status ? "" : cg_pool_string(&r->program->texts, text);
    bool library = strcmp(where, "library") == 0, system = strcmp(where, "system") == 0;
    r->program->templates |= library;
    status = status || library ? status : read_record(&number, r, &fact->elements[1], error);
    if (!status && !library) {
        struct record *record = &r->program->records[number];
        bool cxx = runtime_instantiates(cg_pool_string(&r->program->texts, record->name));
        enum visibility known = !system ? VISIBLE_TO_PROGRAM
                                : cxx   ? VISIBLE_TO_CXX
                                        : VISIBLE_TO_ALL;
        record->visibility = record->visibility > known ? record->visibility : known;
    }
    return status;
}

static int hide_owner(struct reading *r, struct cg_error *error)
{
    uint32_t function;
    if (r->owner == CG_NONE) {
        return CG_OK;
    }
    int status = program_function_of(&function, r->program, r->owner, error);
    if (!status) {
        r->program->functions[function].hidden = true;
    }
    return status;
}

/* Of the function it belongs to, or of a variable. */
static int read_hidden(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    uint32_t slot;
    if (json_same(&fact->elements[1], &(struct cg_value){"\"exports\"", 9})) {
        return hide_owner(r, error);
    }
    int status = operand_value(&slot, r, &fact->elements[1], error);
    bool ok = status || number_add(&r->program->hidden, slot);
    return ok ? status : cg_fail_memory(error);
}

static int read_referenced(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    uint32_t text;
    int status = program_text(&text, r->program, &fact->elements[1], error);
    bool ok = status || number_add(&r->program->referenced, text);
    return ok ? status : cg_fail_memory(error);
}

/* By an object without a graph, or by a shared library. */
static int read_linked(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    struct program *program = r->program;
    const struct {
        struct cg_value word;
        struct number_list *lists[2];
    } known[] = {{{"\"object\"", 8}, {&program->referenced, &program->linked}},
                 {{"\"library\"", 9}, {&program->by_libraries}},
                 {{"\"runtime\"", 9}, {&program->by_libraries, &program->by_runtimes}}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (json_same(&fact->elements[2], &known[i].word)) {
            uint32_t text;
            int status = program_text(&text, program, &fact->elements[1], error);
            bool ok = status || number_add(known[i].lists[0], text);
            ok = ok && (status || !known[i].lists[1] || number_add(known[i].lists[1], text));
            return ok ? status : cg_fail_memory(error);
        }
    }
    return fact_malformed(&fact->elements[2], error);
}

/* Linking knows whether it is a function or a variable. */
static int read_symbol(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    uint32_t slot, text;
    int status = operand_value(&slot, r, &fact->elements[1], error);
    status = status ? status : program_text(&text, r->program, &fact->elements[2], error);
    status = status ? status : bindings_assign(r->program, r->owner, slot, error);
    bool ok = status || (number_add(&r->program->addresses, slot) &&
                         number_add(&r->program->addresses, text));
    return ok ? status : cg_fail_memory(error);
}

static bool is_own_result(const struct reading *r, uint32_t slot)
{
    uint32_t function = r->owner == CG_NONE ? NUMBER_NONE : r->program->nodes[r->owner];
    return function != NUMBER_NONE && r->program->functions[function].result == slot;
}

/* The result of another function is a slot like any. */
static int read_got(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    uint32_t to, parameter;
    int status = operand_value(&to, r, &fact->elements[1], error);
    status = status ? status : operand_value(&parameter, r, &fact->elements[2], error);
    status = status ? status : bindings_assign(r->program, r->owner, to, error);
    if (!status && is_own_result(r, to)) {
        return machine_returns(r->program, r->program->nodes[r->owner], parameter, error);
    }
    return status ? status : machine_gets(r->program, to, parameter, error);
}

static int read_unknown(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    uint32_t slot, text, unknown;
    int status = operand_value(&slot, r, &fact->elements[1], error);
    status = status ? status : program_text(&text, r->program, &fact->elements[2], error);
    if (status) {
        return status;
    }
    const char *owner = r->owner == CG_NONE ? NULL : cg_node_name(r->program->graph, r->owner);
    status = causes_unknown(&unknown, r->program, cg_pool_string(&r->program->texts, text), owner,
                            error);
    status = status ? status : bindings_assign(r->program, r->owner, slot, error);
    return status ? status : solver_address(r->program->solver, slot, unknown, error);
}

static int read_runtime(struct reading *r, const struct fact *fact, struct cg_error *error)
{
    uint32_t name;
    int status = r->owner == CG_NONE ? fact_malformed(&fact->elements[1], error)
                                     : program_text(&name, r->program, &fact->elements[1], error);
    bool ok = status || (number_add(&r->program->runtime, r->owner) &&
                         number_add(&r->program->runtime, name));
    if (ok && !status) { /* also where no function has a name of C++ */
        const char *text = cg_pool_string(&r->program->texts, name);
        r->program->cplusplus |= strncmp(text, "__cxa_", strlen("__cxa_")) == 0;
    }
    return ok ? status : cg_fail_memory(error);
}

static const struct fact_reader {
    char word;
    size_t count; /**< elements */
    int (*read)(struct reading *r, const struct fact *fact, struct cg_error *error);
} readers[] = {
    {'c', 3, read_copy},          {'l', 3, read_load},         {'s', 3, read_store},
    {'k', 8, read_pointer_call},  {'d', 7, read_named_call},   {'w', 8, read_virtual_call},
    {'t', 2, read_own_type},      {'y', 3, read_typed},        {'n', 3, read_nested},
    {'t', 3, read_declared_type}, {'z', 5, read_cast},         {'v', 5, read_cast},
    {'u', 3, read_convertible},   {'e', 4, read_insides},      {'f', 3, read_cell_type},
    {'l', 4, read_typed_load},    {'s', 4, read_typed_store},  {'g', 2, read_defined},
    {'x', 3, read_unknown},       {'r', 3, read_about_record}, {'h', 2, read_hidden},
    {'o', 2, read_used},          {'k', 9, read_member_call},  {'i', 2, read_runtime},
    {'a', 2, read_by_address},    {'b', 3, read_bound},        {'n', 4, read_nested},
    {'m', 3, read_block_copy},    {'q', 2, read_referenced},   {'y', 4, read_typed},
    {'m', 4, read_block_copy},    {'q', 3, read_linked},       {'j', 3, read_symbol},
    {'p', 3, read_got},           {'f', 4, read_array},        {'e', 5, read_headed},
};

static int read_fact(struct reading *r, const struct cg_value *text, struct cg_error *error)
{
    struct json_walk walk;
    struct cg_value value;
    struct fact fact = {.count = 0};
    if (!json_walk_start(&walk, text, '[')) {
        return fact_malformed(text, error);
    }
    while (json_walk_next(&walk, NULL, &value)) {
        if (fact.count == MOST_ELEMENTS) {
            return fact_malformed(text, error);
        }
        fact.elements[fact.count++] = value;
    }
    const struct cg_value *word = &fact.elements[0];
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        if (fact.count == readers[i].count && word->length == 3 && word->text[0] == '"' &&
            word->text[1] == readers[i].word) {
            r->program->fact_count++;
            return readers[i].read(r, &fact, error);
        }
    }
    return fact_malformed(text, error);
}

/* The variables that files define have slots of their own, before any fact mentions one that no
 * file defines: that may be a function. */
static int read_variables(struct program *program, struct cg_error *error)
{
    const char *text = cg_metadata_get(program->graph, CG_ON_GRAPH, 0, CG_KEY_POINTER_FACTS);
    struct reading r = {.program = program, .owner = CG_NONE};
    struct cg_value whole = {text, text ? strlen(text) : 0}, fact, word, slot;
    struct json_walk walk, parts;
    int status = CG_OK;
    for (bool more = text && json_walk_start(&walk, &whole, '['); more && !status;) {
        more = json_walk_next(&walk, NULL, &fact);
        bool defines = more && json_walk_start(&parts, &fact, '[') &&
                       json_walk_next(&parts, NULL, &word) && word.length == 3 &&
                       (word.text[1] == 'g' || word.text[1] == 'h') &&
                       json_walk_next(&parts, NULL, &slot);
        uint32_t number;
        status = defines ? operand_value(&number, &r, &slot, error) : CG_OK;
    }
    program->variables_known = true;
    return status;
}

static int read_facts(struct program *program, enum cg_place place, cg_node owner,
                      struct cg_error *error)
{
    const char *text = cg_metadata_get(program->graph, place, owner, CG_KEY_POINTER_FACTS);
    if (!text) {
        return CG_OK;
    }
    struct reading r = {.program = program, .owner = place == CG_ON_NODE ? owner : CG_NONE};
    r.cplusplus =
        r.owner != CG_NONE && strncmp(cg_node_name(program->graph, r.owner), "_Z", 2) == 0;
    struct cg_value whole = {text, strlen(text)};
    struct json_walk walk;
    struct cg_value value;
    r.length = whole.length;
    int status = json_walk_start(&walk, &whole, '[') ? CG_OK : fact_malformed(&whole, error);
    while (!status && json_walk_next(&walk, NULL, &value)) {
        status = read_fact(&r, &value, error);
    }
    free(r.locals.items);
    free(r.functions.items);
    return status;
}

/** A virtual table being filled. */
struct filling {
    struct program *program;
    uint32_t table; /**< slot */
};

static int fill_entry(void *data, cg_node node, struct cg_error *error)
{
    const struct filling *filling = data;
    uint32_t function;
    uint32_t entry;
    int status = program_function_of(&function, filling->program, node, error);
    status = status ? status : slot_new(&entry, filling->program, SLOT_ENTRY, function, error);
    return status ? status : solver_address(filling->program->solver, filling->table, entry, error);
}

static int fill_tables(struct program *program, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < program->tables.count && !status; i += 2) {
        struct filling filling = {program, program->tables.items[i]};
        const char *name = cg_pool_string(&program->texts, program->tables.items[i + 1]);
        status = hierarchy_visit_table(program->hierarchy, name, fill_entry, &filling, error);
    }
    return status;
}

static int watch_pointers(struct program *program, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < program->pointers.count && !status; i++) {
        uint32_t number = program->pointers.items[i];
        const struct call *call = &program->calls[number];
        status = call->leader == number
                     ? program_watch(program, call->pointer, WATCH_CALL, number, error)
                     : CG_OK;
    }
    return status;
}

int facts_bind_calls(struct program *program, uint64_t most_edges, struct cg_error *error)
{
    int status = fill_tables(program, error);
    status = status ? status : shared_calls_find(program, error);
    callees_bound(program, most_edges);
    status = status ? status : watch_pointers(program, error);
    for (size_t i = 0; i < program->named.count && !status; i += 2) {
        status =
            call_function(program, program->named.items[i], program->named.items[i + 1], error);
    }
    for (size_t i = 0; i < program->virtuals.count && !status; i += 3) {
        const uint32_t *item = &program->virtuals.items[i];
        const char *receiver = cg_pool_string(&program->texts, item[1]);
        status = call_virtual(program, item[0], *receiver ? receiver : NULL, item[2], error);
    }
    return status;
}

/* A variable is hidden if no file defines one of its name that is not, as another program may. */
static int settle_variables(struct program *program, struct cg_error *error)
{
    struct number_list *hidden = &program->hidden, *defined = &program->defined;
    size_t kept = 0;
    bool ok = true;
    numbers_settle(defined, 1);
    numbers_settle(hidden, 1);
    for (size_t i = 0; i < hidden->count; i++) {
        if (!numbers_hold(defined, hidden->items[i])) {
            hidden->items[kept++] = hidden->items[i];
        }
    }
    hidden->count = kept;
    for (size_t i = 0; i < kept && ok; i++) {
        ok = number_add(defined, hidden->items[i]);
    }
    numbers_settle(defined, 1);
    return ok ? CG_OK : cg_fail_memory(error);
}

int facts_read_all(struct program *program, struct cg_error *error)
{
    int status = ambiguous_find(program, error);
    status = status ? status : read_variables(program, error);
    status = status ? status : headed_find(program, error);
    status = status ? status : allocators_find(program, error);
    status = status ? status : read_facts(program, CG_ON_GRAPH, 0, error);
    for (cg_node n = 0; n < cg_graph_node_count(program->graph) && !status; n++) {
        status = read_facts(program, CG_ON_NODE, n, error);
        if (status == CG_E_FORMAT && error) {
            char text[sizeof error->text];
            memcpy(text, error->text, sizeof text);
            cg_fail(error, status, "function '%.100s': %.380s", cg_node_name(program->graph, n),
                    text);
        }
    }
    library_calls_settle(program);
    numbers_settle(&program->leads_to, 2);
    numbers_settle(&program->arrays, 1);
    numbers_settle(&program->by_libraries, 1);
    numbers_settle(&program->by_runtimes, 1);
    status = status ? status : settle_variables(program, error);
    status = status ? status : member_pointers_settle(program, error);
    return status ? status : declared_types_settle(program, error);
}
