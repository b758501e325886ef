/* Memory without a type, and pointers into records: see untyped_memory.h. Used by apply_summary.c,
 * external_code.c and link.c while the constraints are solved. */
#include "memory/untyped_memory.h"

#include "base/error.h"
#include "base/memory.h"
#include "memory/memory_places.h"
#include "points_to/signatures.h"
#include "points_to/unknown_causes.h"

#include <stdlib.h>
#include <string.h>

/* Nested records */

static bool add_record(struct number_list *records, struct program *program, uint32_t record)
{
    return !record_is_new(program, record) || number_add(records, record);
}

/* Append the records in those of a list, or around them, and so on. */
static bool add_beyond(struct number_list *records, struct program *program, bool around)
{
    bool ok = true;
    for (size_t r = 0; r < records->count && ok; r++) {
        const struct record *record = &program->records[records->items[r]];
        const struct number_list *others = around ? &record->outer : &record->inner;
        for (size_t i = 0; i < others->count && ok; i++) {
            ok = add_record(records, program, others->items[i]);
        }
    }
    return ok;
}

/* List a record and those contained in it. @param around also those that contain it, and what these
 * contain */
static int list_records(struct number_list *records, struct program *program, uint32_t record,
                        bool around, struct cg_error *error)
{
    records_begin_list(program);
    bool ok = add_record(records, program, record) &&
              (!around || add_beyond(records, program, true)) &&
              add_beyond(records, program, false);
    return ok ? CG_OK : cg_fail_memory(error);
}

/** Processes a field. */
typedef int use_field(struct program *program, uint32_t field, uint32_t data,
                      struct cg_error *error);

static int use_fields(struct program *program, const struct number_list *records, use_field *use,
                      uint32_t data, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t r = 0; r < records->count && !status; r++) {
        const struct record *record = &program->records[records->items[r]];
        for (size_t i = 0; i < record->fields.count && !status; i++) {
            status = use(program, record->fields.items[i], data, error);
            record = &program->records[records->items[r]];
        }
    }
    return status;
}

/* Use the fields of a record and of those in it. */
static int use_record(struct program *program, uint32_t record, use_field *use, uint32_t data,
                      struct cg_error *error)
{
    struct number_list records = {0};
    int status = list_records(&records, program, record, false, error);
    status = status ? status : use_fields(program, &records, use, data, error);
    free(records.items);
    return status;
}

/* Types of cells */

static struct cg_value cell_text(const struct program *program, uint32_t cell)
{
    return cell == CG_NO_STRING ? (struct cg_value){"", 0}
                                : (struct cg_value){cg_pool_string(&program->texts, cell),
                                                    cg_pool_length(&program->texts, cell)};
}

static bool is_function(struct cg_value cell)
{
    return cell.length > 1 && cell.text[0] == 'P' && (cell.text[1] == 'F' || cell.text[1] == '?');
}

static bool is_void(struct cg_value cell)
{
    return cell.length == 2 && memcmp(cell.text, "Pv", 2) == 0;
}

/* The signature of functions that a cell points to. */
static struct cg_value pointed(struct cg_value cell)
{
    return (struct cg_value){cell.text + 1, cell.length - 1};
}

/* Whether two cells have one type, as far as is known: memory is accessed by the type with which it
 * was stored (C11 6.5). */
static bool same_cell(struct cg_value a, struct cg_value b)
{
    if (a.length == 0 || b.length == 0 || json_same(&a, &b)) {
        return true;
    }
    struct cg_value x = pointed(a), y = pointed(b);
    return is_function(a) && is_function(b) && signatures_fit(&x, &y);
}

/* The type of a field. In records with fields of known types all function pointers are known. */
static bool type_of_field(struct cg_value *out, const struct program *program, uint32_t field)
{
    uint32_t cell = program->cell_of.items[field];
    *out = cell_text(program, cell);
    return cell != CG_NO_STRING || !program->records[program->slot_index.items[field]].typed;
}

/* The content of memory is in its cells, which have types. In records, all pointers with tracked
 * values have types; for a variable the type is known where its address is taken. */
static struct cg_value type_of_object(const struct program *program, uint32_t object)
{
    static const struct cg_value data = {"i", 1};
    uint32_t cell = program->cell_of.items[object];
    enum slot_kind kind = program->slot_kinds.items[object];
    bool none = kind == SLOT_HEAP || (slot_is_field(program, object) && cell == CG_NO_STRING);
    return none ? data : cell_text(program, cell);
}

enum memory_content memory_content(const struct program *program, uint32_t object)
{
    struct cg_value type = type_of_object(program, object);
    bool untyped = slot_is_field(program, object) &&
                   !program->records[program->slot_index.items[object]].typed;
    if (untyped || is_function(type)) {
        return HOLDS_FUNCTIONS;
    }
    return type.length == 0 || is_void(type) ? HOLDS_ANY : HOLDS_DATA;
}

bool memory_function_type(struct cg_value *out, const struct program *program, uint32_t object)
{
    struct cg_value type = type_of_object(program, object);
    *out = is_function(type) ? pointed(type) : type;
    return is_function(type);
}

/* The address of a record is that of its first field. */
static bool is_first_of_unknown(const struct program *program, uint32_t object)
{
    return program->slot_kinds.items[object] == SLOT_RECORD &&
           !program->records[program->slot_index.items[object]].outside;
}

int memory_given(uint32_t *out, struct program *program, uint32_t object, struct cg_error *error)
{
    struct cg_value type = is_first_of_unknown(program, object) && program->typed
                               ? (struct cg_value){"i", 1}
                               : type_of_object(program, object);
    return causes_outside(out, program, &type, error);
}

/* Pointers into records */

/* Code that computes with offsets may use any pointer as an untyped one. */
static bool reaches(const struct program *program, uint32_t type, uint32_t field)
{
    struct cg_value access = cell_text(program, type), cell;
    bool known = type_of_field(&cell, program, field);
    return (known || !is_function(access)) &&
           (same_cell(access, cell) || (is_void(access) && is_function(cell)) ||
            (is_function(access) && is_void(cell)));
}

/* Whether an access is to functions of any type: C has no pointer to void for functions, so
 * programs read `void (*)(void)`, `int (*)(void)`, or what they like, and convert it. */
static bool reads_any(const struct program *program, struct cg_value access)
{
    struct cg_value type = pointed(access);
    uint32_t text = cg_pool_find(&program->texts, type.text, type.length);
    return (access.length == 4 && access.text[3] == 'E') ||
           (text != CG_NO_STRING && numbers_hold(&program->converted, text));
}

/* Whether functions of a type that are not named are converted to another type. */
static bool converts(const struct conversion *c)
{
    bool types = !c->named && !c->overlay && c->from.length && c->type.length;
    return types && (c->from.length != c->type.length ||
                     memcmp(c->from.text, c->type.text, c->from.length) != 0);
}

int memory_prepare(struct program *program, struct cg_error *error)
{
    int status = CG_OK;
    for (uint32_t i = 0; i < program->conversion_count && !status; i++) {
        const struct cg_value from = program->conversions[i].from;
        uint32_t text;
        if (converts(&program->conversions[i])) {
            status = program_intern(&text, program, from.text, from.length, error);
            bool ok = status || number_add(&program->converted, text);
            status = ok ? status : cg_fail_memory(error);
        }
    }
    numbers_settle(&program->converted, 1);
    return status;
}

/* A slot for what is read from a field as cells of another function type: all functions if it may
 * be any type; else those of the field with their types before the conversions that led there,
 * since they may be called with their own type. What is written as another type does not get into
 * the field. @param out NUMBER_NONE: not both are functions */
static int read_as(uint32_t *out, struct program *program, struct cg_value access, uint32_t field,
                   struct cg_error *error)
{
    *out = NUMBER_NONE;
    if (!is_function(access) || !is_function(cell_text(program, program->cell_of.items[field]))) {
        return CG_OK;
    }
    bool any = reads_any(program, access);
    uint32_t *slot = any ? &program->any_types.items[field] : &program->own_types.items[field];
    *out = *slot;
    if (*out != NUMBER_NONE) {
        return CG_OK;
    }
    int status = slot_new(out, program, SLOT_DATA, 0, error);
    if (status) {
        return status;
    }
    slot = any ? &program->any_types.items[field] : &program->own_types.items[field];
    *slot = *out;
    return any ? solver_copy(program->solver, *out, field, error)
               : program_watch(program, field, WATCH_OWN, *out, error);
}

/* Unknown values may have been converted, too, from an unknown type. A function of the field's type
 * does not have the type that is read: a call of it is unresolved all the same. */
static int own_unknown(struct program *program, uint32_t to, uint32_t object,
                       struct cg_error *error)
{
    const struct cg_value *type = &unknown_of(program, object)->type;
    struct cg_value bytes = UNKNOWN_BYTES;
    bool function = type->length > 1;
    if (type->length == 1) {
        return CG_OK; /* it was not a function */
    }
    int status = function ? unknown_as(&object, program, object, &bytes, error) : CG_OK;
    return status ? status : solver_address(program->solver, to, object, error);
}

int memory_own(struct program *program, uint32_t to, uint32_t object, struct cg_error *error)
{
    uint32_t function = program_callee(program, object);
    if (program->slot_kinds.items[object] == SLOT_UNKNOWN) {
        return own_unknown(program, to, object, error);
    }
    return program->slot_kinds.items[object] == SLOT_CAST
               ? solver_address(program->solver, to, program->functions[function].slot, error)
               : CG_OK;
}

static int reach_field(struct program *program, uint32_t field, uint32_t number,
                       struct cg_error *error)
{
    const struct access *insides = &program->accesses[number];
    struct cg_value access = cell_text(program, insides->cell);
    uint32_t own;
    if (!reaches(program, insides->cell, field)) {
        int status = read_as(&own, program, access, field, error);
        return status || own == NUMBER_NONE
                   ? status
                   : solver_address(program->solver, insides->slot, own, error);
    }
    return solver_address(program->solver, insides->slot, field, error);
}

int memory_further(struct program *program, uint32_t slot, uint32_t object, uint32_t bytes,
                   struct cg_error *error)
{
    return slot_is_field(program, object) /* a variable is one place */
               ? places_further(program, slot, object, bytes, error)
               : solver_address(program->solver, slot, object, error);
}

static int add_address(struct program *program, uint32_t field, uint32_t to, struct cg_error *error)
{
    return solver_address(program->solver, to, field, error);
}

/** The slot of the addresses of all fields of a record, and of those in it. @param around also of
 *  those around it */
static int fields_of(uint32_t *out, struct program *program, uint32_t record, bool around,
                     struct cg_error *error)
{
    struct record *of = &program->records[record];
    *out = around ? of->around : of->own;
    if (*out != NUMBER_NONE) {
        return CG_OK;
    }
    struct number_list records = {0};
    int status = slot_new(out, program, SLOT_DATA, 0, error);
    *(around ? &of->around : &of->own) = status ? NUMBER_NONE : *out;
    status = status ? status : list_records(&records, program, record, around, error);
    status = status ? status : use_fields(program, &records, add_address, *out, error);
    free(records.items);
    return status;
}

/** Add the addresses of all fields that a pointer to cells of a type may lead to. Those of any type
 *  are the same for all such pointers. */
static int reach_fields(struct program *program, uint32_t number, uint32_t record, bool around,
                        struct cg_error *error)
{
    const struct access insides = program->accesses[number];
    struct number_list records = {0};
    uint32_t all;
    if (cell_text(program, insides.cell).length == 0) {
        int status = fields_of(&all, program, record, around, error);
        return status ? status : solver_copy(program->solver, insides.slot, all, error);
    }
    int status = list_records(&records, program, record, around, error);
    status = status ? status : use_fields(program, &records, reach_field, number, error);
    free(records.items);
    return status;
}

/** Places where a pointer to a record becomes one to cells lead to cells of another record, too. */
static int reach_shared(struct program *program, uint32_t number, uint32_t record,
                        struct cg_error *error)
{
    int status =
        number_add(&program->records[record].insides, number) ? CG_OK : cg_fail_memory(error);
    for (size_t i = 0; i < program->records[record].shared.count && !status; i++) {
        uint32_t other = program->records[record].shared.items[i];
        status = reach_fields(program, number, other, false, error);
    }
    return status;
}

int memory_insides(struct program *program, uint32_t number, uint32_t object,
                   struct cg_error *error)
{
    int status = solver_address(program->solver, program->accesses[number].slot, object, error);
    bool whole = program->slot_kinds.items[object] == SLOT_RECORD;
    bool cell = program->typed && slot_is_field(program, object) &&
                !record_has_array(&program->records[program->slot_index.items[object]],
                                  program->offset_of.items[object]);
    if (status || !(whole || cell)) {
        return status;
    }
    uint32_t record = program->slot_index.items[object];
    status = reach_fields(program, number, record, whole, error);
    return status || !whole ? status : reach_shared(program, number, record, error);
}

int memory_share(bool *more, struct program *program, uint32_t record, uint32_t other,
                 struct cg_error *error)
{
    size_t known = program->records[record].shared.count;
    if (!number_add_new(&program->records[record].shared, other)) {
        return cg_fail_memory(error);
    }
    int status = CG_OK;
    bool fresh = program->records[record].shared.count > known;
    for (size_t i = 0; fresh && i < program->records[record].insides.count && !status; i++) {
        status =
            reach_fields(program, program->records[record].insides.items[i], other, false, error);
        *more = true;
    }
    return status;
}

/* What code goes on to */

int memory_record_fields(uint32_t *out, struct program *program, uint32_t record,
                         struct cg_error *error)
{
    return fields_of(out, program, record, false, error);
}

int memory_fields(struct program *program, uint32_t to, uint32_t object, struct cg_error *error)
{
    uint32_t own;
    uint32_t record = program->slot_index.items[object];
    int status = CG_OK;
    if (!slot_is_field(program, object)) {
        status = solver_address(program->solver, to, object, error);
        status = status ? status : memory_record(&record, program, object, error);
    }
    status = status || record == NUMBER_NONE ? status
                                             : memory_record_fields(&own, program, record, error);
    return status || record == NUMBER_NONE ? status : solver_copy(program->solver, to, own, error);
}

static int reach_of(uint32_t *out, bool *fresh, struct program *program, uint32_t record,
                    struct cg_error *error)
{
    *out = program->records[record].reach;
    *fresh = *out == NUMBER_NONE;
    int status = *fresh ? slot_new(out, program, SLOT_DATA, 0, error) : CG_OK;
    program->records[record].reach = status ? NUMBER_NONE : *out;
    return status;
}

/* What is reached from one record is reached from another, too. A new one is put on a list. */
static int reach_on(struct program *program, uint32_t from, uint32_t record,
                    struct number_list *fresh, struct cg_error *error)
{
    uint32_t reach;
    bool is_new;
    int status = reach_of(&reach, &is_new, program, record, error);
    status = status ? status : solver_copy(program->solver, from, reach, error);
    bool ok = status || !is_new || number_add(fresh, record);
    return ok ? status : cg_fail_memory(error);
}

static int reach_from_slot(struct program *program, uint32_t reach, uint32_t slot,
                           struct number_list *fresh, struct cg_error *error)
{
    const struct number_list *pairs = &program->leads_to;
    int status = CG_OK;
    for (size_t i = numbers_first(pairs, slot);
         i < pairs->count && pairs->items[i] == slot && !status; i += 2) {
        status = reach_on(program, reach, pairs->items[i + 1], fresh, error);
    }
    return status;
}

static int reach_from(struct program *program, uint32_t number, struct number_list *fresh,
                      struct cg_error *error)
{
    uint32_t reach = program->records[number].reach;
    int status = CG_OK;
    for (size_t i = 0; i < program->records[number].fields.count && !status; i++) {
        uint32_t field = program->records[number].fields.items[i];
        status = solver_address(program->solver, reach, field, error);
        status = status ? status : reach_from_slot(program, reach, field, fresh, error);
    }
    for (size_t i = 0; i < program->records[number].inner.count && !status; i++) {
        status = reach_on(program, reach, program->records[number].inner.items[i], fresh, error);
    }

    return status;
}

int memory_reach_record(struct program *program, uint32_t to, uint32_t record,
                        struct cg_error *error)
{
    struct number_list fresh = {0};
    int status = reach_on(program, to, record, &fresh, error);
    while (fresh.count && !status) {
        status = reach_from(program, fresh.items[--fresh.count], &fresh, error);
    }
    free(fresh.items);
    return status;
}

int memory_reach(struct program *program, uint32_t to, uint32_t object, struct cg_error *error)
{
    struct number_list fresh = {0};
    int status =
        slot_is_field(program, object) ? CG_OK : solver_address(program->solver, to, object, error);
    if (!status && slot_is_field(program, object)) {
        status = reach_on(program, to, program->slot_index.items[object], &fresh, error);
    } else if (!status) {
        status = reach_from_slot(program, to, object, &fresh, error);
    }
    while (fresh.count && !status) {
        status = reach_from(program, fresh.items[--fresh.count], &fresh, error);
    }
    free(fresh.items);
    return status;
}

static int fill_field(struct program *program, uint32_t field, uint32_t unknown,
                      struct cg_error *error)
{
    struct cg_value type = type_of_object(program, field);
    int status = unknown_type(&type, program, type, error);
    status = status ? status : unknown_as(&unknown, program, unknown, &type, error);
    return status ? status : solver_address(program->solver, field, unknown, error);
}

int memory_fill(struct program *program, uint32_t record, uint32_t unknown, struct cg_error *error)
{
    return use_record(program, record, fill_field, unknown, error);
}

static int read_table(struct program *program, uint32_t field, uint32_t table,
                      struct cg_error *error)
{
    return solver_copy(program->solver, field, table, error);
}

int memory_read_table(struct program *program, uint32_t record, uint32_t table,
                      struct cg_error *error)
{
    return use_record(program, record, read_table, table, error);
}

/* Memory */

static int new_memory(uint32_t *out, struct program *program, struct cg_error *error)
{
    int status = program_new_record(out, program, error);
    if (!status) {
        program->records[*out].visibility = VISIBLE_TO_ALL;
    }
    return status;
}

bool memory_record_has_content(const struct program *program, uint32_t record)
{
    return program->records[record].typed || program->records[record].inner.count > 0;
}

int memory_of(uint32_t *out, struct program *program, uint32_t call, struct cg_error *error)
{
    uint32_t memory = program->calls[call].memory;
    int status = CG_OK;
    if (memory == NUMBER_NONE) {
        uint32_t record;
        status = new_memory(&record, program, error);
        status = status ? status : slot_new(&memory, program, SLOT_HEAP, record, error);
        status = status ? status : places_allocated(program, memory, error);
        program->calls[call].memory = status ? NUMBER_NONE : memory;
    }
    return status ? status : slot_holding(out, program, memory, error);
}

int memory_record(uint32_t *out, struct program *program, uint32_t object, struct cg_error *error)
{
    switch (program->slot_kinds.items[object]) {
    case SLOT_HEAP:
        *out = program->slot_index.items[object];
        return CG_OK;
    case SLOT_DATA:
        *out = program->used_as.items[object];
        break;
    default:
        *out = NUMBER_NONE;
        return CG_OK;
    }
    int status = *out == NUMBER_NONE ? new_memory(out, program, error) : CG_OK;
    program->used_as.items[object] = status ? NUMBER_NONE : *out;
    return status;
}

uint32_t memory_used(const struct program *program, uint32_t object)
{
    return program->slot_kinds.items[object] == SLOT_HEAP ? program->slot_index.items[object]
                                                          : program->used_as.items[object];
}

/* Whether an access to functions may be meant for a pointer to anything that is alone in its
 * record: programs wrap a pointer so to read and write it anywhere, at any distance. */
static bool is_wrapped(const struct program *program, uint32_t field, struct cg_value access)
{
    const struct record *record = &program->records[program->slot_index.items[field]];
    return record->fields.count == 1 && record->inner.count == 0 && is_function(access) &&
           is_void(cell_text(program, program->cell_of.items[field]));
}

static int connect_field(struct program *program, uint32_t field, uint32_t number,
                         struct cg_error *error)
{
    const struct memory_cell cell = program->cells[number];
    struct cg_value type, access = cell_text(program, cell.type);
    if (!type_of_field(&type, program, field)) {
        return CG_OK;
    }
    if (!same_cell(access, type) && !is_wrapped(program, field, access)) {
        uint32_t own;
        int status = read_as(&own, program, access, field, error);
        return status || own == NUMBER_NONE ? status
                                            : solver_copy(program->solver, cell.read, own, error);
    }
    int status = solver_copy(program->solver, cell.read, field, error);
    return status ? status : solver_copy(program->solver, field, cell.written, error);
}

/* Uncollected code writes to cells. */
static int open_cell(struct program *program, uint32_t number, struct cg_error *error)
{
    uint32_t unknown;
    bool libraries = !program->headers && !program->unread;
    if (libraries && program->promised & CG_PROMISE_LIBRARY_DATA) {
        return CG_OK; /* they do not know the program's types */
    }
    struct cg_value type = cell_text(program, program->cells[number].type);
    int status = causes_outside(&unknown, program, &type, error);
    return status ? status
                  : solver_address(program->solver, program->cells[number].read, unknown, error);
}

int memory_open(struct program *program, uint32_t record, struct cg_error *error)
{
    int status = CG_OK;
    uint32_t cell = program->records[record].cells;
    for (; cell != NUMBER_NONE && !status; cell = program->cells[cell].next) {
        status = open_cell(program, cell, error);
    }
    return status;
}

/* The cells of a type in the memory of an object; NUMBER_NONE: it is not memory. */
static int cell_in(uint32_t *out, struct program *program, uint32_t object, uint32_t type,
                   struct cg_error *error)
{
    uint32_t memory, slots[2];
    int status = memory_record(&memory, program, object, error);
    *out = status || memory == NUMBER_NONE ? NUMBER_NONE : program->records[memory].cells;
    while (*out != NUMBER_NONE && program->cells[*out].type != type) {
        *out = program->cells[*out].next;
    }
    if (status || memory == NUMBER_NONE || *out != NUMBER_NONE) {
        return status;
    }
    for (size_t i = 0; i < 2 && !status; i++) {
        status = slot_new(&slots[i], program, SLOT_DATA, 0, error);
    }
    if (!status && !cg_grow(&program->cells, &program->cells_capacity,
                            (size_t)program->cell_count + 1, sizeof *program->cells)) {
        return cg_fail_memory(error);
    }
    if (status) {
        return status;
    }
    *out = program->cell_count++;
    struct record *record = &program->records[memory];
    program->cells[*out] = (struct memory_cell){type, slots[0], slots[1], record->cells};
    record->cells = *out;
    status = record->outside ? open_cell(program, *out, error) : CG_OK;
    for (size_t i = 0; i < program->records[memory].inner.count && !status; i++) {
        uint32_t used = program->records[memory].inner.items[i];
        status = use_record(program, used, connect_field, *out, error);
    }
    return status;
}

static bool is_bytes(const struct cg_value *type)
{
    return type->length == 1 && *type->text == *UNKNOWN_BYTES.text;
}

/* Unknown memory contains what is read from it. */
static int load_unknown(struct program *program, const struct access *access, uint32_t object,
                        struct cg_error *error)
{
    struct cg_value type = cell_text(program, access->cell);
    const struct cg_value *known = &unknown_of(program, object)->type;
    if (is_bytes(known) || known->length > 1) {
        return CG_OK; /* bytes contain what they point to, and functions point to nothing */
    }
    int status = unknown_type(&type, program, type, error);
    status = status ? status : unknown_inside(&object, program, object, &type, error);
    return status ? status : solver_address(program->solver, access->slot, object, error);
}

int memory_load(struct program *program, uint32_t number, uint32_t object, struct cg_error *error)
{
    const struct access access = program->accesses[number];
    uint32_t cell;
    if (program->slot_kinds.items[object] == SLOT_UNKNOWN) {
        return load_unknown(program, &access, object, error);
    }
    int status = cell_in(&cell, program, object, access.cell, error);
    return status || cell == NUMBER_NONE
               ? status
               : solver_copy(program->solver, access.slot, program->cells[cell].read, error);
}

int memory_store(struct program *program, uint32_t number, uint32_t object, struct cg_error *error)
{
    const struct access access = program->accesses[number];
    uint32_t cell;
    int status = cell_in(&cell, program, object, access.cell, error);
    return status || cell == NUMBER_NONE
               ? status
               : solver_copy(program->solver, program->cells[cell].written, access.slot, error);
}

int memory_table(struct program *program, uint32_t to, uint32_t object, struct cg_error *error)
{
    return program->slot_kinds.items[object] == SLOT_TABLE
               ? solver_address(program->solver, to, object, error)
               : CG_OK;
}

int memory_overlay(struct program *program, uint32_t object, uint32_t record,
                   struct cg_error *error)
{
    const struct record *as = &program->records[record];
    uint32_t begin = NUMBER_NONE;
    for (size_t i = 0; as->leads && program->tables.count && i < as->fields.count; i++) {
        uint32_t field = as->fields.items[i];
        begin = program->slot_kinds.items[field] == SLOT_RECORD ? field : begin;
    }
    return begin == NUMBER_NONE || begin == object
               ? CG_OK
               : program_watch(program, object, WATCH_TABLE, begin, error);
}

/* Code that does not distinguish records keeps values in the memory itself. */
static int share_field(struct program *program, uint32_t field, uint32_t object,
                       struct cg_error *error)
{
    int status = solver_copy(program->solver, field, object, error);
    return status ? status : solver_copy(program->solver, object, field, error);
}

/* What an array holds by its name is in fields of its type, and the other way around. The IR does
 * not tell the type. */
static int join_array(struct program *program, uint32_t object, struct cg_error *error)
{
    uint32_t number = NUMBER_NONE, type = program->cell_of.items[object];
    int status = type == CG_NO_STRING ? program_intern(&type, program, "", 0, error) : CG_OK;
    status = status ? status : cell_in(&number, program, object, type, error);
    if (status || number == NUMBER_NONE) {
        return status;
    }
    const struct memory_cell cell = program->cells[number];
    status = solver_copy(program->solver, cell.written, object, error);
    return status ? status : solver_copy(program->solver, object, cell.read, error);
}

static int share_begin(struct program *program, uint32_t field, uint32_t object,
                       struct cg_error *error)
{
    struct cg_value type;
    bool begin = program->offset_of.items[field] == 0 && type_of_field(&type, program, field) &&
                 same_cell(type_of_object(program, object), type);
    return begin ? share_field(program, field, object, error) : CG_OK;
}

/* A variable is used as a record. If it is no array, it is as large as a pointer: only what begins
 * the record can be in it. */
static int join_variable(struct program *program, uint32_t object, uint32_t record,
                         struct cg_error *error)
{
    if (numbers_hold(&program->arrays, object)) {
        return join_array(program, object, error);
    }
    bool known = program->slot_kinds.items[object] == SLOT_DATA &&
                 program->cell_of.items[object] != CG_NO_STRING;
    return known ? use_record(program, record, share_begin, object, error) : CG_OK;
}

/* Memory that is not told apart is used as hundreds of records, each at hundreds of places: its
 * list is sorted. */
static bool add_use(bool *fresh, struct number_list *used, uint32_t record)
{
    *fresh = !numbers_hold(used, record);
    if (!*fresh) {
        return true;
    }
    bool ok = number_add(used, record);
    for (size_t at = ok ? used->count - 1 : 0; at > 0 && used->items[at - 1] > record; at--) {
        used->items[at] = used->items[at - 1];
        used->items[at - 1] = record;
    }
    return ok;
}

int memory_used_as(struct program *program, uint32_t object, uint32_t record,
                   struct cg_error *error)
{
    bool fresh;
    uint32_t memory;
    int status = memory_record(&memory, program, object, error);
    if (status || memory == NUMBER_NONE) {
        return status;
    }
    if (!add_use(&fresh, &program->records[memory].inner, record)) {
        return cg_fail_memory(error);
    }
    program->use_count += fresh;
    status = fresh ? join_variable(program, object, record, error) : CG_OK;
    uint32_t cell = fresh ? program->records[memory].cells : NUMBER_NONE;
    for (; cell != NUMBER_NONE && !status; cell = program->cells[cell].next) {
        status = use_record(program, record, connect_field, cell, error);
    }
    uint32_t own = program->records[memory].own;
    status = status || !fresh || own == NUMBER_NONE
                 ? status
                 : use_record(program, record, add_address, own, error);
    status = status || !fresh ? status : places_used_as(program, object, memory, record, error);
    bool shared = fresh && program->by_address;
    return status || !shared ? status : use_record(program, record, share_field, object, error);
}
