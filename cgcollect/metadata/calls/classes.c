/*
 * Virtual tables, as docs/pointer-facts.md describes them. What concerns a function is attached to
 * its node, and a table to the node of the first function in it. So files with the same header
 * attach equal texts to equal nodes, which merge at no cost.
 */

#include "metadata/calls/call_kinds.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include <libcg/link.h>

/** One element of the set attached to a function, or to the graph (UNIT_NONE). */
struct element {
    unit_id owner;
    char *text;
};

static void add_element(GArray *elements, unit_id owner, json_t *value)
{
    struct element element = {owner, json_dumps(value, JSON_COMPACT)};
    g_array_append_val(elements, element);
    json_decref(value);
}

/** The name of a function in facts. */
static json_t *function_name(const struct unit_function *function)
{
    bool internal = function->linkage == CG_LINKAGE_INTERNAL;
    const char *origin = internal && function->origin ? function->origin : "";
    return internal ? json_sprintf("%s|%s", function->name, origin) : json_string(function->name);
}

static json_t *entry_json(const struct unit *unit, const struct unit_entry *entry)
{
    if (entry->function != UNIT_NONE) {
        return function_name(unit_function_at(unit, entry->function));
    }
    return entry->name ? json_string(entry->name) : json_null();
}

static int by_type_and_entry(const void *a, const void *b)
{
    const struct unit_address_point *x = a;
    const struct unit_address_point *y = b;
    int order = strcmp(x->type, y->type);
    return order ? order : (x->entry > y->entry) - (x->entry < y->entry);
}

/** Types with the entries that are their address points. */
static json_t *points_json(const struct unit *unit, const struct unit_table *table)
{
    json_t *points = json_array();
    json_t *last = NULL;
    const struct unit_address_point *all =
        &g_array_index(unit->address_points, struct unit_address_point, table->address_points);
    struct unit_address_point *sorted =
        g_new(struct unit_address_point, table->address_point_count + 1);
    if (table->address_point_count > 0) {
        memcpy(sorted, all, table->address_point_count * sizeof *all);
        qsort(sorted, table->address_point_count, sizeof *sorted, by_type_and_entry);
    }
    for (guint i = 0; i < table->address_point_count; i++) {
        if (i == 0 || strcmp(sorted[i - 1].type, sorted[i].type) != 0) {
            last = json_pack("[s]", sorted[i].type);
            json_array_append_new(points, last);
        }
        json_array_append_new(last, json_integer(sorted[i].entry));
    }
    g_free(sorted);
    return points;
}

/** If all functions of a table were removed, so was everything that uses the table. */
static void add_table(GArray *elements, const struct unit *unit, const struct unit_table *table)
{
    unit_id owner = UNIT_NONE;
    bool left_out = false;
    json_t *entries = json_array();
    for (guint i = 0; i < table->entry_count; i++) {
        const struct unit_entry *entry =
            &g_array_index(unit->entries, struct unit_entry, table->entries + i);
        owner = owner == UNIT_NONE ? entry->function : owner;
        left_out = left_out || entry->name;
        json_array_append_new(entries, entry_json(unit, entry));
    }
    if (owner == UNIT_NONE && left_out) {
        json_decref(entries);
        return;
    }
    json_t *value = json_pack("[ssoob]", "table", table->name, points_json(unit, table), entries,
                              (int)table->is_system);
    if (table->under) {
        json_array_append_new(value, json_string(table->under));
    }
    add_element(elements, owner, value);
}

static int by_owner_and_text(const void *a, const void *b)
{
    const struct element *x = a;
    const struct element *y = b;
    int order = (x->owner > y->owner) - (x->owner < y->owner);
    return order ? order : strcmp(x->text, y->text);
}

/** Write the elements of one owner: a sorted run of them. */
static int write_run(const struct rendering *r, const struct element *run, guint count,
                     struct cg_error *error)
{
    GString *text = g_string_new("[");
    for (guint i = 0; i < count; i++) {
        if (i == 0 || strcmp(run[i - 1].text, run[i].text) != 0) {
            g_string_append(text, i ? "," : "");
            g_string_append(text, run[i].text);
        }
    }
    g_string_append_c(text, ']');
    bool on_graph = run->owner == UNIT_NONE;
    int status = cg_metadata_set(r->graph, on_graph ? CG_ON_GRAPH : CG_ON_NODE,
                                 on_graph ? 0 : r->nodes[run->owner], CG_KEY_CLASSES,
                                 &(struct cg_value){text->str, text->len}, error);
    g_string_free(text, TRUE);
    return status;
}

static GArray *all_elements(const struct unit *unit)
{
    GArray *elements = g_array_new(FALSE, FALSE, sizeof(struct element));
    for (guint i = 0; i < unit->tables->len; i++) {
        add_table(elements, unit, &g_array_index(unit->tables, struct unit_table, i));
    }
    for (guint i = 0; i < unit->vtable_refs->len; i++) {
        const struct unit_vtable_ref *in =
            &g_array_index(unit->vtable_refs, struct unit_vtable_ref, i);
        add_element(elements, in->function, json_pack("[ss]", "installs", in->table));
    }
    for (guint i = 0; i < unit->address_points->len; i++) {
        const struct unit_address_point *point =
            &g_array_index(unit->address_points, struct unit_address_point, i);
        if (point->of_program) {
            add_element(elements, UNIT_NONE, json_pack("[ss]", "program", point->type));
        }
    }
    for (guint i = 0; i < unit->opens->len; i++) {
        const struct unit_unresolved *open = &g_array_index(unit->opens, struct unit_unresolved, i);
        if (open->of_system) {
            add_element(elements, open->caller, json_pack("[ss]", "system", open->receiver));
        }
    }
    if (elements->len > 1) {
        qsort(elements->data, elements->len, sizeof(struct element), by_owner_and_text);
    }
    return elements;
}

static int write_classes(const struct rendering *r, struct cg_error *error)
{
    GArray *elements = all_elements(r->unit);
    const struct element *all = (const struct element *)elements->data;
    int status = CG_OK;
    for (guint i = 0, next; i < elements->len && !status; i = next) {
        for (next = i + 1; next < elements->len && all[next].owner == all[i].owner; next++) {
        }
        status = write_run(r, &all[i], next - i, error);
    }
    for (guint i = 0; i < elements->len; i++) {
        free(all[i].text);
    }
    g_array_free(elements, TRUE);
    return status;
}

const struct collected_kind kind_classes = {
    .key = CG_KEY_CLASSES,
    .description = "virtual tables, for linking: their entries and the functions that use them",
    .places = CG_ON_GRAPH | CG_ON_NODE,
    .always = true,
    .write = write_classes,
};
