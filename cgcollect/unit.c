#include "unit.h"

struct unit *unit_new(void)
{
    struct unit *unit = g_new0(struct unit, 1);
    unit->functions = g_array_new(FALSE, FALSE, sizeof(struct unit_function));
    unit->calls = g_array_new(FALSE, FALSE, sizeof(struct unit_call));
    unit->opens = g_array_new(FALSE, FALSE, sizeof(struct unit_open));
    unit->addresses = g_array_new(FALSE, FALSE, sizeof(struct unit_address));
    unit->overrides = g_array_new(FALSE, FALSE, sizeof(struct unit_override));
    unit->by_name = g_hash_table_new(g_str_hash, g_str_equal);
    unit->strings = g_string_chunk_new(1 << 16);
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
    g_hash_table_destroy(unit->by_name);
    g_string_chunk_free(unit->strings);
    g_free(unit);
}

const char *unit_string(struct unit *unit, const char *text)
{
    return g_string_chunk_insert_const(unit->strings, text);
}

unit_id unit_function_named(struct unit *unit, const char *name)
{
    void *found;
    if (g_hash_table_lookup_extended(unit->by_name, name, NULL, &found)) {
        return GPOINTER_TO_UINT(found);
    }
    unit_id id = unit->functions->len;
    struct unit_function function = {.name = unit_string(unit, name), .statements = -1};
    g_array_append_val(unit->functions, function);
    g_hash_table_insert(unit->by_name, (char *)function.name, GUINT_TO_POINTER(id));
    return id;
}

struct unit_function *unit_function_at(const struct unit *unit, unit_id function)
{
    return &g_array_index(unit->functions, struct unit_function, function);
}

void unit_add_call(struct unit *unit, unit_id caller, unit_id callee, unsigned kind,
                   struct unit_place place)
{
    struct unit_call call = {caller, callee, kind, place};
    g_array_append_val(unit->calls, call);
}

void unit_add_open(struct unit *unit, unit_id caller, const char *type, const char *reason,
                   struct unit_place place)
{
    struct unit_open open = {caller, type ? unit_string(unit, type) : NULL, reason, place};
    g_array_append_val(unit->opens, open);
}

void unit_add_address(struct unit *unit, unit_id function, struct unit_place place)
{
    struct unit_address address = {function, place};
    g_array_append_val(unit->addresses, address);
}

void unit_add_override(struct unit *unit, unit_id derived, unit_id base)
{
    struct unit_override pair = {derived, base};
    unit_function_at(unit, derived)->is_virtual = true;
    unit_function_at(unit, base)->is_virtual = true;
    g_array_append_val(unit->overrides, pair);
}
