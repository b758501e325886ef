/* Maps the text of a slot to its number and kind. */
#include "points_to/solved_program.h"

#include "base/error.h"
#include "identity/identity.h"
#include "points_to/bindings.h"
#include "strings/digits.h"
#include "strings/text.h"

#include <stdlib.h>
#include <string.h>

/** Most parameters of a function. */
#define MOST_PARAMETERS 4096u

/** Most entries of a virtual table. */
#define MOST_ENTRIES (1u << 30)

bool slot_is_constant(enum slot_kind kind)
{
    return kind == SLOT_FUNCTION || kind == SLOT_CAST || kind == SLOT_MEMBER ||
           kind == SLOT_TABLE || kind == SLOT_ENTRY;
}

bool slot_is_value(enum slot_kind kind)
{
    return slot_is_constant(kind) || kind == SLOT_UNKNOWN;
}

bool slot_is_field(const struct program *program, uint32_t object)
{
    enum slot_kind kind = program->slot_kinds.items[object];
    return kind == SLOT_RECORD ||
           (kind == SLOT_DATA && program->slot_index.items[object] != NO_RECORD);
}

int slot_new(uint32_t *out, struct program *program, enum slot_kind kind, uint32_t index,
             struct cg_error *error)
{
    int status = solver_add_slots(program->solver, 1, out, error);
    if (status) {
        return status;
    }
    if (slot_is_constant(kind)) {
        solver_redirect_stores(program->solver, *out, program->constant);
    }
    if (slot_is_value(kind)) {
        solver_mark(program->solver, *out);
    }
    if (kind == SLOT_FUNCTION || kind == SLOT_CAST) {
        solver_mark_code(program->solver, *out);
    }
    bool ok = number_add(&program->slot_kinds, kind) && number_add(&program->slot_index, index) &&
              number_add(&program->cell_of, CG_NO_STRING) &&
              number_add(&program->used_as, NUMBER_NONE) && number_add(&program->offset_of, 0) &&
              number_add(&program->own_types, NUMBER_NONE) &&
              number_add(&program->any_types, NUMBER_NONE);
    return ok ? CG_OK : cg_fail_memory(error);
}

static int malformed(const char *text, size_t length, struct cg_error *error)
{
    return cg_fail(error, CG_E_FORMAT, "'%.*s' is not a slot of a pointer fact",
                   (int)(length < 200 ? length : 200), text);
}

/* The number after the last `mark`. @return the place of the mark, NULL if there is no number. */
static const char *split_number(uint64_t *number, const char *text, size_t length, char mark)
{
    const char *at = memrchr(text, mark, length);
    const char *end = text + length;
    bool is = at && cg_read_digits(number, at + 1, (size_t)(end - at) - 1, UINT64_MAX);
    return is ? at : NULL;
}

static int add_field(uint32_t *out, struct program *program, const char *text, size_t length,
                     struct cg_error *error)
{
    uint64_t offset;
    const char *plus = split_number(&offset, text, length, '+');
    if (!plus || plus == text + 1) {
        return malformed(text, length, error);
    }
    uint32_t record;
    size_t name_length = (size_t)(plus - text) - 1;
    int status = program_record(&record, program, text + 1, name_length, error);
    enum slot_kind kind = offset ? SLOT_DATA : SLOT_RECORD;
    status = status ? status : slot_new(out, program, kind, record, error);
    if (status) {
        return status;
    }
    program->offset_of.items[*out] = offset < NUMBER_NONE ? (uint32_t)offset : NUMBER_NONE;
    bool ok = number_add(&program->records[record].fields, *out);
    return ok ? CG_OK : cg_fail_memory(error);
}

static int add_parameter(uint32_t *out, struct program *program, const char *text, size_t length,
                         struct cg_error *error)
{
    uint64_t index;
    const char *hash = split_number(&index, text, length, '#');
    if (!hash || hash == text + 1 || index >= MOST_PARAMETERS) {
        return malformed(text, length, error);
    }
    uint32_t number;
    int status = program_function(&number, program, text + 1, (size_t)(hash - text) - 1, error);
    status = status ? status : slot_new(out, program, SLOT_DATA, 0, error);
    if (status) {
        return status;
    }
    struct number_list *parameters = &program->functions[number].parameters;
    while (parameters->count <= index) {
        if (!number_add(parameters, NUMBER_NONE)) {
            return cg_fail_memory(error);
        }
    }
    if (parameters->items[index] != NUMBER_NONE) { /* the same under another of its names */
        *out = parameters->items[index];
    }
    parameters->items[index] = *out;
    return bindings_parameter(program, *out, number, (uint32_t)index, error);
}

static int add_of_function(uint32_t *out, struct program *program, const char *text, size_t length,
                           struct cg_error *error)
{
    uint32_t number;
    int status = program_function(&number, program, text + 1, length - 1, error);
    if (status) {
        return status;
    }
    struct function *function = &program->functions[number];
    uint32_t *slot = text[0] == 'F'   ? &function->slot
                     : text[0] == 'r' ? &function->result
                                      : &function->variadic;
    if (*slot == NUMBER_NONE) {
        status = slot_new(slot, program, SLOT_DATA, 0, error);
    }
    *out = *slot;
    return status;
}

static int add_member(uint32_t *out, struct program *program, const char *text, size_t length,
                      struct cg_error *error)
{
    uint64_t entry;
    bool ok = split_number(&entry, text, length, 'm') == text && entry < MOST_ENTRIES;
    return ok ? slot_new(out, program, SLOT_MEMBER, (uint32_t)entry, error)
              : malformed(text, length, error);
}

static int add_table(uint32_t *out, struct program *program, const char *text, size_t length,
                     struct cg_error *error)
{
    uint32_t name;
    int status = program_intern(&name, program, text + 1, length - 1, error);
    status = status ? status : slot_new(out, program, SLOT_TABLE, 0, error);
    bool ok = status || (number_add(&program->tables, *out) && number_add(&program->tables, name));
    return ok ? status : cg_fail_memory(error);
}

static uint32_t special_slot(const struct program *program, char letter)
{
    switch (letter) {
    case 'i':
        return program->integers;
    case 'b':
        return program->bytes;
    case 'u':
        return program->outside;
    default:
        return NUMBER_NONE;
    }
}

static int add_slot(uint32_t *out, struct program *program, const char *text, size_t length,
                    struct cg_error *error)
{
    if (length == 1) {
        *out = special_slot(program, text[0]);
        return *out == NUMBER_NONE ? malformed(text, length, error) : CG_OK;
    }
    switch (length ? text[0] : '\0') {
    case 'g':
        return slot_new(out, program, SLOT_DATA, 0, error);
    case 'f':
        return add_field(out, program, text, length, error);
    case 'm':
        return add_member(out, program, text, length, error);
    case 't':
        return add_table(out, program, text, length, error);
    case 'p':
        return add_parameter(out, program, text, length, error);
    case 'r':
    case 'v':
    case 'F':
        return add_of_function(out, program, text, length, error);
    default:
        return malformed(text, length, error);
    }
}

int slot_named(uint32_t *out, struct program *program, const char *text, size_t length,
               struct cg_error *error)
{
    uint32_t string;
    int status = program_intern(&string, program, text, length, error);
    if (status) {
        return status;
    }
    *out = program->slot_of.items[string];
    if (*out == NUMBER_NONE) {
        /* The text stays valid while others are added. */
        status = add_slot(out, program, cg_pool_string(&program->texts, string), length, error);
        program->slot_of.items[string] = status ? NUMBER_NONE : *out;
    }
    return status;
}

uint32_t slot_known(const struct program *program, const char *text, size_t length)
{
    uint32_t string = cg_pool_find(&program->texts, text, length);
    bool known = string != CG_NO_STRING && string < program->slot_of.count;
    return known ? program->slot_of.items[string] : NUMBER_NONE;
}

bool slot_is_function(const struct program *program, const char *text, size_t length)
{
    if (*text != 'g' || !program->variables_known || memchr(text, '|', length) ||
        slot_known(program, text, length) != NUMBER_NONE) {
        return false;
    }
    char *name = strndup(text + 1, length - 1);
    bool is = false;
    cg_node node = name ? graph_find_symbol(program->graph, name) : CG_NONE;
    for (; node != CG_NONE && !is; node = graph_next_symbol(program->graph, name, node)) {
        is = cg_node_has_body(program->graph, node) &&
             cg_node_linkage(program->graph, node) != CG_LINKAGE_INTERNAL;
    }
    free(name);
    return is;
}

int slot_name_function(const char **text, size_t length, struct program *program,
                       struct cg_error *error)
{
    struct cg_text name = {0};
    uint32_t string = CG_NO_STRING;
    cg_text_add(&name, "F");
    cg_text_put(&name, *text + 1, length - 1);
    int status = name.failed ? cg_fail_memory(error)
                             : program_intern(&string, program, name.bytes, name.length, error);
    *text = status ? *text : cg_pool_string(&program->texts, string);
    cg_text_free(&name);
    return status;
}

/* The field of the record that C knows by the last part of a qualified name, NUMBER_NONE if there
 * is none, or C++ has another of that name outside of namespaces. C has no names with template
 * arguments. */
static uint32_t field_in_c(const struct program *program, const char *text, size_t length)
{
    const char *last = NULL;
    for (const char *p = text; (p = strstr(p, "::")); p += 2) {
        last = p + 2;
    }
    char name[256];
    size_t rest = last ? length - (size_t)(last - text) : 0;
    if (!last || rest + 1 >= sizeof name || memchr(text, '<', length)) {
        return NUMBER_NONE;
    }
    name[0] = 'f';
    memcpy(name + 1, last, rest);
    uint32_t string = cg_pool_find(&program->texts, name, rest + 1);
    uint32_t slot = string == CG_NO_STRING ? NUMBER_NONE : program->slot_of.items[string];
    bool other = slot != NUMBER_NONE && program->records[program->slot_index.items[slot]].cplusplus;
    return other ? NUMBER_NONE : slot;
}

/* The field of the same closure in files that do not call it and so do not know its name:
 * @class.anon:NAME{LAYOUT} is @class.anon{LAYOUT} there. NUMBER_NONE if there is none. */
static int field_of_nameless(uint32_t *out, const struct program *program, const char *text,
                             size_t length, struct cg_error *error)
{
    static const char nameless[] = "f@class.anon";
    const size_t begin = sizeof nameless - 1;
    const char *layout = strchr(text, '{');
    *out = NUMBER_NONE;
    if (strncmp(text, nameless, begin) != 0 || text[begin] != ':' || !layout) {
        return CG_OK;
    }
    char *other = malloc(length + 1);
    if (!other) {
        return cg_fail_memory(error);
    }
    size_t rest = length - (size_t)(layout - text);
    memcpy(other, nameless, begin);
    memcpy(other + begin, layout, rest);
    uint32_t string = cg_pool_find(&program->texts, other, begin + rest);
    free(other);
    *out = string == CG_NO_STRING ? NUMBER_NONE : program->slot_of.items[string];
    return CG_OK;
}

static int make_equal(struct program *program, uint32_t slot, uint32_t other,
                      struct cg_error *error)
{
    int status = CG_OK;
    if (other != NUMBER_NONE) {
        status = solver_copy(program->solver, slot, other, error);
        status = status ? status : solver_copy(program->solver, other, slot, error);
    }
    return status;
}

int slots_unite_names(struct program *program, struct cg_error *error)
{
    int status = CG_OK;
    for (uint32_t text = 0; text < program->slot_of.count && !status; text++) {
        uint32_t slot = program->slot_of.items[text];
        const char *name = cg_pool_string(&program->texts, text);
        size_t length = cg_pool_length(&program->texts, text);
        if (slot != NUMBER_NONE && name[0] == 'f') {
            uint32_t nameless;
            status = field_of_nameless(&nameless, program, name, length, error);
            status = status ? status : make_equal(program, slot, nameless, error);
            uint32_t in_c = field_in_c(program, name, length);
            status = status ? status : make_equal(program, slot, in_c, error);
        }
    }
    return status;
}

bool record_has_array(const struct record *record, uint32_t offset)
{
    bool is = offset == NUMBER_NONE;
    for (size_t i = 0; i < record->arrays.count && !is; i++) {
        is = record->arrays.items[i] == offset;
    }
    return is;
}

int slot_holding(uint32_t *out, struct program *program, uint32_t object, struct cg_error *error)
{
    int status = slot_new(out, program, SLOT_DATA, 0, error);
    return status ? status : solver_address(program->solver, *out, object, error);
}
