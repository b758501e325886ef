/*
 * Stores the virtual tables of a unit, marks those of system classes, and follows when functions
 * are renumbered.
 */
#include "unit/unit_vtables.h"

#include <cli.h>

#include <stdlib.h>
#include <string.h>

void unit_add_table(struct unit *unit, const char *name)
{
    struct unit_table table = {
        .name = unit_string(unit, name),
        .address_points = unit->address_points->len,
        .entries = unit->entries->len,
    };
    g_array_append_val(unit->tables, table);
}

static struct unit_table *last_table(struct unit *unit)
{
    return &g_array_index(unit->tables, struct unit_table, unit->tables->len - 1);
}

void unit_add_address_point(struct unit *unit, const char *type, uint32_t entry)
{
    struct unit_address_point point = {unit_string(unit, type), entry, false};
    g_array_append_val(unit->address_points, point);
    last_table(unit)->address_point_count++;
}

void unit_add_table_entry(struct unit *unit, unit_id function, const char *name)
{
    struct unit_entry entry = {function, name ? unit_string(unit, name) : NULL};
    g_array_append_val(unit->entries, entry);
    last_table(unit)->entry_count++;
}

void unit_set_table_under(struct unit *unit, const char *type)
{
    last_table(unit)->under = unit_string(unit, type);
}

void unit_add_vtable_ref(struct unit *unit, unit_id function, const char *table)
{
    struct unit_vtable_ref ref = {function, unit_string(unit, table)};
    g_array_append_val(unit->vtable_refs, ref);
}

/* System classes */

/** Whether the language reserves the name of a class for its implementation: std, which mangling
 *  abbreviates, and namespaces of the runtime. */
static bool is_reserved(const char *class)
{
    return class[0] == 'S' || g_str_has_prefix(class, "NS") ||
           g_str_has_prefix(class, "N9__gnu_cxx") || g_str_has_prefix(class, "N10__cxxabiv1");
}

/** Names of the functions that some property holds of, sorted. */
static GPtrArray *names_of(const struct unit *unit, bool (*holds)(const struct unit_function *))
{
    GPtrArray *names = g_ptr_array_new();
    for (unit_id i = 0; i < unit->functions->len; i++) {
        const struct unit_function *function = unit_function_at(unit, i);
        if (holds(function)) {
            g_ptr_array_add(names, (char *)function->name);
        }
    }
    g_ptr_array_sort(names, cli_compare_texts);
    return names;
}

static bool is_of_program(const struct unit_function *function)
{
    return !function->in_system_header && function->seen & UNIT_AST;
}

/** A virtual function whose body is elsewhere, and the table of its class with it. */
static bool is_elsewhere(const struct unit_function *function)
{
    return function->is_virtual && !function->is_pure && !function->defined && !function->defaulted;
}

static bool any_begins(const GPtrArray *names, const char *prefix)
{
    guint low = 0;
    guint high = names->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        bool before = strcmp(names->pdata[middle], prefix) < 0;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low < names->len && g_str_has_prefix(names->pdata[low], prefix);
}

char *unit_class_scope(const char *class)
{
    bool nested = class[0] == 'N' && g_str_has_suffix(class, "E");
    return nested ? g_strndup(class + 1, strlen(class) - 2) : g_strdup(class);
}

/** Whether a mangled class ("1A", "N2ns1AE") has members among some functions: theirs are
 *  "_ZN1A...", "_ZNK1A...". */
static bool has_members(const char *class, const GPtrArray *names)
{
    char *plain = unit_class_scope(class);
    char *member = g_strconcat("_ZN", plain, NULL);
    char *constant = g_strconcat("_ZNK", plain, NULL);
    bool has = any_begins(names, member) || any_begins(names, constant);
    g_free(member);
    g_free(constant);
    g_free(plain);
    return has;
}

/** Whether a system header defines a mangled class, the template it is an instance of, or a class
 *  that it lies in. Follows the identifiers that the name begins with. */
static bool is_library_class(const struct unit *unit, const char *class)
{
    GString *scope = g_string_new(NULL);
    const char *at = class + (*class == 'N');
    bool found = false;
    while (g_ascii_isdigit(*at) && !found) {
        char *name;
        guint64 length = g_ascii_strtoull(at, &name, 10);
        if (length > strlen(name)) {
            break;
        }
        g_string_append(scope, scope->len ? "::" : "");
        g_string_append_len(scope, name, (gssize)length);
        found = g_hash_table_contains(unit->library_classes, scope->str);
        at = name + length;
    }
    g_string_free(scope, TRUE);
    return found;
}

static bool is_system_class(const struct unit *unit, const char *class)
{
    return !strchr(class, '|') && (is_reserved(class) || is_library_class(unit, class));
}

/** The mangled classes that have tables here. @return release with g_hash_table_destroy */
static GHashTable *classes_with_tables(const struct unit *unit)
{
    GHashTable *classes = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < unit->tables->len; i++) {
        const char *name = g_array_index(unit->tables, struct unit_table, i).name;
        g_hash_table_add(classes, (char *)name + strlen(UNIT_VTABLE_PREFIX));
    }
    return classes;
}

/** Mark the classes without tables of their own here, as interfaces are, whose members the program
 *  declares. */
static void mark_program_classes(struct unit *unit)
{
    GPtrArray *names = names_of(unit, is_of_program);
    GPtrArray *elsewhere = names_of(unit, is_elsewhere);
    GHashTable *with_tables = classes_with_tables(unit);
    for (guint i = 0; i < unit->address_points->len; i++) {
        struct unit_address_point *point =
            &g_array_index(unit->address_points, struct unit_address_point, i);
        const char *class = point->type + strlen(UNIT_TYPE_NAME_PREFIX);
        point->of_program = !strchr(class, '|') && !is_reserved(class) &&
                            !g_hash_table_contains(with_tables, class) &&
                            has_members(class, names) && !has_members(class, elsewhere);
    }
    g_hash_table_destroy(with_tables);
    g_ptr_array_free(elsewhere, TRUE);
    g_ptr_array_free(names, TRUE);
}

void unit_mark_system_tables(struct unit *unit)
{
    for (guint i = 0; i < unit->tables->len; i++) {
        struct unit_table *table = &g_array_index(unit->tables, struct unit_table, i);
        table->is_system = is_system_class(unit, table->name + strlen(UNIT_VTABLE_PREFIX));
        if (table->under && is_system_class(unit, table->under + strlen(UNIT_TYPE_NAME_PREFIX))) {
            table->under = NULL;
        }
    }
    for (guint i = 0; i < unit->opens->len; i++) {
        struct unit_unresolved *open = &g_array_index(unit->opens, struct unit_unresolved, i);
        open->of_system = open->receiver &&
                          g_str_has_prefix(open->receiver, UNIT_TYPE_NAME_PREFIX) &&
                          is_system_class(unit, open->receiver + strlen(UNIT_TYPE_NAME_PREFIX));
    }
    mark_program_classes(unit);
}

/* Removed functions */

void unit_renumber_tables(struct unit *unit, const unit_id *numbers)
{
    for (guint i = 0; i < unit->entries->len; i++) {
        struct unit_entry *entry = &g_array_index(unit->entries, struct unit_entry, i);
        if (entry->function != UNIT_NONE) {
            entry->function = numbers[entry->function];
        }
    }
    struct unit_vtable_ref *refs = (struct unit_vtable_ref *)unit->vtable_refs->data;
    guint kept = 0;
    for (guint i = 0; i < unit->vtable_refs->len; i++) {
        struct unit_vtable_ref ref = refs[i];
        bool data = ref.function == UNIT_NONE;
        ref.function = data ? UNIT_NONE : numbers[ref.function];
        if (data || ref.function != UNIT_NONE) {
            refs[kept++] = ref;
        }
    }
    g_array_set_size(unit->vtable_refs, kept);
}
