/*
 * Stores the record of a translation unit: adds functions, calls, places and the rest, each with
 * its source of evidence.
 */
#include "unit/unit.h"

#include <string.h>

#include "unit/unit_facts.h"
#include "unit/unit_uses.h"

struct unit *unit_new(void)
{
    struct unit *unit = g_new0(struct unit, 1);
    unit->functions = g_array_new(FALSE, FALSE, sizeof(struct unit_function));
    unit->calls = g_array_new(FALSE, FALSE, sizeof(struct unit_call));
    unit->opens = g_array_new(FALSE, FALSE, sizeof(struct unit_unresolved));
    unit->addresses = g_array_new(FALSE, FALSE, sizeof(struct unit_site));
    unit->overrides = g_array_new(FALSE, FALSE, sizeof(struct unit_override));
    unit->inherited = g_array_new(FALSE, FALSE, sizeof(struct unit_inherited));
    unit->references = g_array_new(FALSE, FALSE, sizeof(struct unit_reference));
    unit->names = g_array_new(FALSE, FALSE, sizeof(struct unit_name));
    unit->outlined = g_array_new(FALSE, FALSE, sizeof(struct unit_site));
    unit->deletes = g_array_new(FALSE, FALSE, sizeof(struct unit_delete));
    unit->bodies = g_array_new(FALSE, FALSE, sizeof(struct unit_body));
    unit->regions = g_array_new(FALSE, FALSE, sizeof(struct unit_region));
    unit->attributes = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    unit->tables = g_array_new(FALSE, FALSE, sizeof(struct unit_table));
    unit->address_points = g_array_new(FALSE, FALSE, sizeof(struct unit_address_point));
    unit->entries = g_array_new(FALSE, FALSE, sizeof(struct unit_entry));
    unit->vtable_refs = g_array_new(FALSE, FALSE, sizeof(struct unit_vtable_ref));
    unit->records = g_hash_table_new(g_str_hash, g_str_equal);
    unit->recasts = g_hash_table_new(g_str_hash, g_str_equal);
    unit->function_fields = g_array_new(FALSE, FALSE, sizeof(struct unit_field));
    unit->library_variables = g_hash_table_new(g_str_hash, g_str_equal);
    unit->library_classes = g_hash_table_new(g_str_hash, g_str_equal);
    unit->spellings = g_hash_table_new(g_direct_hash, g_direct_equal);
    unit->by_name = g_hash_table_new(g_str_hash, g_str_equal);
    unit->strings = g_string_chunk_new(1 << 16);
    unit->facts = facts_new(unit);
    return unit;
}

void unit_free(struct unit *unit)
{
    if (!unit) {
        return;
    }
    g_array_free(unit->functions, TRUE);
    g_array_free(unit->calls, TRUE);
    g_array_free(unit->opens, TRUE);
    g_array_free(unit->addresses, TRUE);
    g_array_free(unit->overrides, TRUE);
    g_array_free(unit->inherited, TRUE);
    g_array_free(unit->references, TRUE);
    g_array_free(unit->names, TRUE);
    g_array_free(unit->outlined, TRUE);
    g_array_free(unit->deletes, TRUE);
    g_array_free(unit->bodies, TRUE);
    g_array_free(unit->regions, TRUE);
    g_ptr_array_unref(unit->attributes);
    facts_free(unit->facts);
    uses_free(unit->uses);
    g_array_free(unit->tables, TRUE);
    g_array_free(unit->address_points, TRUE);
    g_array_free(unit->entries, TRUE);
    g_array_free(unit->vtable_refs, TRUE);
    cg_graph_free(unit->plugged);
    unit_forget_sum_lines(unit);
    if (unit->system_files) {
        g_hash_table_destroy(unit->system_files);
    }
    g_hash_table_destroy(unit->records);
    g_hash_table_destroy(unit->recasts);
    g_array_free(unit->function_fields, TRUE);
    g_hash_table_destroy(unit->library_variables);
    g_hash_table_destroy(unit->library_classes);
    g_hash_table_destroy(unit->spellings);
    g_hash_table_destroy(unit->by_name);
    g_string_chunk_free(unit->strings);
    g_free(unit);
}

const char *unit_string(struct unit *unit, const char *text)
{
    return g_string_chunk_insert_const(unit->strings, text);
}

unit_id unit_find(const struct unit *unit, const char *name)
{
    void *found;
    bool known = g_hash_table_lookup_extended(unit->by_name, name, NULL, &found);
    return known ? GPOINTER_TO_UINT(found) : UNIT_NONE;
}

unit_id unit_function_named(struct unit *unit, const char *name)
{
    unit_id id = unit_find(unit, name);
    if (id != UNIT_NONE) {
        unit_function_at(unit, id)->seen |= unit->speaker;
        return id;
    }
    id = unit->functions->len;
    struct unit_function function = {
        .name = unit_string(unit, name), .seen = unit->speaker, .body = UNIT_NO_BODY};
    g_array_append_val(unit->functions, function);
    g_hash_table_insert(unit->by_name, (char *)function.name, GUINT_TO_POINTER(id));
    return id;
}

struct unit_function *unit_function_at(const struct unit *unit, unit_id function)
{
    return &g_array_index(unit->functions, struct unit_function, function);
}

unit_id unit_initialiser(struct unit *unit, const char *file, const char *origin)
{
    char *base = g_path_get_basename(file);
    for (char *c = base; *c; c++) {
        *c = g_ascii_isalnum(*c) || *c == '_' || *c == '.' ? *c : '_';
    }
    char *name = g_strconcat(UNIT_INITIALISER, base, NULL);
    unit_id id = unit_function_named(unit, name);
    struct unit_function *function = unit_function_at(unit, id);
    function->linkage = CG_LINKAGE_INTERNAL;
    function->origin = unit_string(unit, origin);
    unit_define(unit, id);
    g_free(name);
    g_free(base);
    return id;
}

bool unit_is_initialiser(const struct unit_function *function)
{
    return strncmp(function->name, UNIT_INITIALISER, strlen(UNIT_INITIALISER)) == 0;
}

struct unit_call *unit_add_call(struct unit *unit, unit_id caller, unit_id callee, unsigned kind,
                                struct unit_place place)
{
    struct unit_call call = {caller, callee, kind, unit->speaker, place, false};
    g_array_append_val(unit->calls, call);
    return &g_array_index(unit->calls, struct unit_call, unit->calls->len - 1);
}

void unit_define(struct unit *unit, unit_id function)
{
    unit_function_at(unit, function)->defined |= unit->speaker;
}

struct unit_unresolved *unit_add_open(struct unit *unit, unit_id caller, const char *type,
                                      const char *reason, struct unit_place place)
{
    struct unit_unresolved open = {
        .caller = caller,
        .type = type ? unit_string(unit, type) : NULL,
        .reason = reason,
        .place = place,
        .evidence = unit->speaker,
    };
    g_array_append_val(unit->opens, open);
    return &g_array_index(unit->opens, struct unit_unresolved, unit->opens->len - 1);
}

void unit_add_address(struct unit *unit, unit_id function, struct unit_place place)
{
    struct unit_site address = {function, place, unit->speaker};
    g_array_append_val(unit->addresses, address);
}

void unit_add_reference(struct unit *unit, unit_id from, unit_id to)
{
    struct unit_reference reference = {from, to};
    g_array_append_val(unit->references, reference);
}

void unit_add_name(struct unit *unit, unit_id function, const char *name)
{
    struct unit_name other = {function, unit_string(unit, name)};
    g_array_append_val(unit->names, other);
}

static char *line_name(const char *file, unsigned line, enum unit_sum sum)
{
    return g_strdup_printf("%u%s:%u", (unsigned)sum, file, line);
}

void unit_start_sum_lines(struct unit *unit)
{
    unit->sum_lines =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
}

void unit_forget_sum_lines(struct unit *unit)
{
    if (unit->sum_lines) {
        g_hash_table_destroy(unit->sum_lines);
        unit->sum_lines = NULL;
    }
}

/** A part of a line, both ends included. */
struct columns {
    unsigned begin;
    unsigned end;
};

static void add_columns(struct unit *unit, char *line, struct columns part)
{
    GArray *parts = g_hash_table_lookup(unit->sum_lines, line);
    if (parts) {
        g_free(line);
    } else {
        parts = g_array_new(FALSE, FALSE, sizeof part);
        g_hash_table_insert(unit->sum_lines, line, parts);
    }
    g_array_append_val(parts, part);
}

void unit_add_sum_lines(struct unit *unit, struct unit_place begin, struct unit_place end,
                        enum unit_sum sum)
{
    if (!begin.file || !end.file) {
        unit_forget_sum_lines(unit);
    }
    for (unsigned line = begin.line; unit->sum_lines && line <= end.line; line++) {
        bool ends = line == end.line && end.column > 0;
        struct columns part = {.begin = line == begin.line ? begin.column : 0,
                               .end = ends ? end.column : UINT_MAX};
        add_columns(unit, line_name(begin.file, line, sum), part);
    }
}

static bool has_line(const struct unit *unit, struct unit_place place, enum unit_sum sum)
{
    char *name = line_name(place.file, place.line, sum);
    const GArray *parts = g_hash_table_lookup(unit->sum_lines, name);
    bool has = parts && place.column == 0;
    for (guint i = 0; parts && i < parts->len && !has; i++) {
        const struct columns *part = &g_array_index(parts, struct columns, i);
        has = part->begin <= place.column && place.column <= part->end;
    }
    g_free(name);
    return has;
}

/* Whether a line has it; true if unknown. */
static bool may_have_line(const struct unit *unit, struct unit_place place, enum unit_sum sum)
{
    return !unit->sum_lines || !place.file || has_line(unit, place, sum);
}

bool unit_has_byte_copy(const struct unit *unit, struct unit_place place)
{
    return may_have_line(unit, place, UNIT_COPY_OF_BYTES);
}

bool unit_has_other_line(const struct unit *unit, struct unit_place place)
{
    return may_have_line(unit, place, UNIT_SUM_OF_OTHER);
}

bool unit_has_sum_line(const struct unit *unit, struct unit_place place)
{
    bool has = unit_has_other_line(unit, place);
    for (enum unit_sum sum = 0; sum < UNIT_SUMS && !has; sum++) {
        has = (sum != UNIT_SUM_OF_BYTES || unit->reads_bytes) && has_line(unit, place, sum);
    }
    return has;
}

void unit_add_delete(struct unit *unit, const struct unit_delete *deleted)
{
    g_array_append_vals(unit->deletes, deleted, 1);
}

void unit_add_outlined(struct unit *unit, unit_id function, struct unit_place place)
{
    struct unit_site region = {function, place, unit->speaker};
    g_array_append_val(unit->outlined, region);
}

void unit_add_override(struct unit *unit, unit_id derived, unit_id base)
{
    struct unit_override pair = {derived, base};
    unit_function_at(unit, derived)->is_virtual = true;
    unit_function_at(unit, base)->is_virtual = true;
    g_array_append_val(unit->overrides, pair);
}

void unit_add_fault(struct unit *unit, const char *text)
{
    unit->first_fault = unit->first_fault ? unit->first_fault : unit_string(unit, text);
    unit->faults++;
}

void unit_add_record(struct unit *unit, const char *name, bool in_header)
{
    bool known = g_hash_table_lookup(unit->records, name) != NULL;
    g_hash_table_insert(unit->records, (char *)unit_string(unit, name),
                        GINT_TO_POINTER(known || in_header));
}

void unit_add_recast(struct unit *unit, const char *from, const char *to)
{
    char *pair = g_strdup_printf("%s\n%s", from, to);
    g_hash_table_add(unit->recasts, (char *)unit_string(unit, pair));
    g_free(pair);
}

void unit_add_function_field(struct unit *unit, const char *record, uint64_t offset,
                             const char *cell)
{
    struct unit_field field = {unit_string(unit, record), offset, unit_string(unit, cell)};
    g_array_append_val(unit->function_fields, field);
}

void unit_add_library_variable(struct unit *unit, const char *name)
{
    g_hash_table_add(unit->library_variables, (char *)unit_string(unit, name));
}

void unit_add_library_class(struct unit *unit, const char *name)
{
    g_hash_table_add(unit->library_classes, (char *)unit_string(unit, name));
}

void unit_add_inherited(struct unit *unit, unit_id method, const char *base)
{
    struct unit_inherited inherited = {method, unit_string(unit, base)};
    g_array_append_val(unit->inherited, inherited);
}

void unit_add_attribute(struct unit *unit, struct unit_declared *declared, const char *text)
{
    if (!declared->attributes) {
        declared->attributes = g_ptr_array_new();
        g_ptr_array_add(unit->attributes, declared->attributes);
    }
    GPtrArray *all = declared->attributes;
    guint at = 0;
    while (at < all->len && strcmp(g_ptr_array_index(all, at), text) < 0) {
        at++;
    }
    if (at == all->len || strcmp(g_ptr_array_index(all, at), text) != 0) {
        g_ptr_array_insert(all, (gint)at, (char *)unit_string(unit, text));
    }
}

const struct unit_body *unit_body_of(const struct unit *unit, unit_id function)
{
    uint32_t body = unit_function_at(unit, function)->body;
    return body == UNIT_NO_BODY ? NULL : &g_array_index(unit->bodies, struct unit_body, body);
}

const struct unit_declared *unit_declared_of(const struct unit *unit, unit_id function)
{
    const struct unit_declared *own = &unit_function_at(unit, function)->declared;
    const struct unit_body *body = unit_body_of(unit, function);
    bool made = !own->has_inline_info && body && body->declared.has_inline_info;
    return made ? &body->declared : own;
}
