/*
 * Reads the elements of the metadata, of each function and of the graph, into arrays with names
 * interned and functions found by name or identity.
 */
#include "classes/hierarchy_tables.h"

#include "base/compare.h"
#include "base/error.h"
#include "base/memory.h"
#include "identity/identity.h"
#include "strings/digits.h"
#include "strings/text.h"
#include "json/json_walk.h"
#include "json/scanner.h"

#include <libcg/link.h>

#include <stdlib.h>

struct reading {
    struct class_tables *to;
    const struct cg_graph *graph;
    cg_node node;         /**< that the elements belong to; CG_NONE: the graph */
    struct cg_text text;  /**< a string without escapes */
    cg_node *locals;      /**< by string of the pool: the internal function it names */
    uint32_t local_count; /**< number of strings covered by `locals` */
    bool knows_locals;
    struct cg_error *error;
};

static int malformed(const struct reading *r)
{
    return cg_fail(r->error, CG_E_FORMAT, "\"" CG_KEY_CLASSES "\" is malformed");
}

/* Values */

/* Read a string into r->text. */
static int read_string(struct reading *r, const struct cg_value *value)
{
    cg_text_clear(&r->text);
    if (!json_is(value, '"')) {
        return malformed(r);
    }
    json_unescape(&r->text, value->text + 1, value->length - 2);
    if (r->text.failed) {
        return cg_fail_memory(r->error);
    }
    return r->text.length && memchr(r->text.bytes, '\0', r->text.length) ? malformed(r) : CG_OK;
}

static int intern(struct reading *r, uint32_t *out)
{
    *out = cg_pool_intern(&r->to->pool, r->text.length ? r->text.bytes : "", r->text.length);
    return *out == CG_NO_STRING ? cg_fail_memory(r->error) : CG_OK;
}

static int read_name(struct reading *r, const struct cg_value *value, uint32_t *out)
{
    int status = read_string(r, value);
    return status ? status : intern(r, out);
}

static int read_number(const struct reading *r, const struct cg_value *value, uint32_t *out)
{
    uint64_t number = INT32_MAX; /* as much as larger numbers mean */
    if (cg_digits(value->text, value->length) < value->length) {
        return malformed(r);
    }
    cg_read_digits(&number, value->text, value->length, INT32_MAX);
    *out = (uint32_t)number;
    return CG_OK;
}

/* Functions */

/* Internal functions by "NAME|ORIGIN", indexed when the first is needed: many may share one
 * name. */
static int learn_local(struct reading *r, cg_node node, size_t *capacity)
{
    const char *origin = cg_node_origin(r->graph, node);
    const char *name = cg_node_name(r->graph, node);
    uint32_t string;
    cg_text_clear(&r->text);
    cg_text_add(&r->text, name);
    cg_text_add(&r->text, "|");
    cg_text_add(&r->text, origin ? origin : "");
    if (r->text.failed || intern(r, &string)) {
        return cg_fail_memory(r->error);
    }
    if (!cg_grow(&r->locals, capacity, (size_t)string + 1, sizeof *r->locals)) {
        return cg_fail_memory(r->error);
    }
    while (r->local_count <= string) {
        r->locals[r->local_count++] = CG_NONE;
    }
    r->locals[string] = node;
    return CG_OK;
}

static int learn_locals(struct reading *r)
{
    struct cg_text asked = r->text;
    size_t capacity = 0;
    int status = CG_OK;
    r->text = (struct cg_text){0};
    for (cg_node node = 0; node < cg_graph_node_count(r->graph) && !status; node++) {
        if (cg_node_linkage(r->graph, node) == CG_LINKAGE_INTERNAL) {
            status = learn_local(r, node, &capacity);
        }
    }
    cg_text_free(&r->text);
    r->text = asked;
    return status;
}

static int find_local(struct reading *r, cg_node *out)
{
    int status = r->knows_locals ? CG_OK : learn_locals(r);
    r->knows_locals = true;
    uint32_t string = cg_pool_find(&r->to->pool, r->text.bytes, r->text.length);
    bool known = !status && string != CG_NO_STRING && string < r->local_count;
    *out = known && r->locals[string] != CG_NONE ? r->locals[string] : ENTRY_UNKNOWN;
    return status;
}

/* A function with any other linkage has a unique name, unless several programs define it. */
static cg_node find_global(const struct reading *r)
{
    cg_node node = graph_find_symbol(r->graph, r->text.bytes);
    if (node == CG_NONE) {
        return ENTRY_ELSEWHERE;
    }
    bool several = graph_next_symbol(r->graph, r->text.bytes, node) != CG_NONE;
    return several ? ENTRY_UNKNOWN : node;
}

static int find_function(struct reading *r, cg_node *out)
{
    *out = ENTRY_UNKNOWN;
    if (r->text.length == 0) {
        return CG_OK;
    }
    if (memchr(r->text.bytes, '|', r->text.length)) {
        return find_local(r, out);
    }
    if (cg_text_append(&r->text, "", 1)) {
        return cg_fail_memory(r->error);
    }
    *out = find_global(r);
    return CG_OK;
}

/* Tables */

static int add_point(struct reading *r, uint32_t type, uint32_t entry)
{
    struct class_tables *to = r->to;
    if (to->point_count == UINT32_MAX - 1) {
        return cg_fail(r->error, CG_E_LIMIT, "too many virtual tables");
    }
    if (!cg_grow(&to->points, &to->point_capacity, to->point_count + (size_t)1,
                 sizeof *to->points)) {
        return cg_fail_memory(r->error);
    }
    to->points[to->point_count++] = (struct class_point){type, entry, to->table_count};
    return CG_OK;
}

/* ["_ZTS1A", 2, 6] */
static int read_type(struct reading *r, const struct cg_value *text)
{
    struct json_walk walk;
    struct cg_value value;
    uint32_t type = 0, entry = 0;
    if (!json_walk_start(&walk, text, '[') || !json_walk_next(&walk, NULL, &value)) {
        return malformed(r);
    }
    int status = read_name(r, &value, &type);
    while (!status && json_walk_next(&walk, NULL, &value)) {
        status = read_number(r, &value, &entry);
        status = status ? status : add_point(r, type, entry);
    }
    return status;
}

static int read_points(struct reading *r, const struct cg_value *text)
{
    struct json_walk walk;
    struct cg_value value;
    int status = json_walk_start(&walk, text, '[') ? CG_OK : malformed(r);
    while (!status && json_walk_next(&walk, NULL, &value)) {
        status = read_type(r, &value);
    }
    return status;
}

static int read_entry(struct reading *r, const struct cg_value *text, cg_node *out)
{
    *out = ENTRY_NOTHING;
    if (text->text[0] == 'n') {
        return CG_OK;
    }
    int status = read_string(r, text);
    return status ? status : find_function(r, out);
}

static int read_entries(struct reading *r, const struct cg_value *text)
{
    struct class_tables *to = r->to;
    struct json_walk walk;
    struct cg_value value;
    int status = json_walk_start(&walk, text, '[') ? CG_OK : malformed(r);
    while (!status && json_walk_next(&walk, NULL, &value)) {
        if (to->entry_count == UINT32_MAX - 1) {
            return cg_fail(r->error, CG_E_LIMIT, "too many virtual tables");
        }
        if (!cg_grow(&to->entries, &to->entry_capacity, to->entry_count + (size_t)1,
                     sizeof *to->entries)) {
            return cg_fail_memory(r->error);
        }
        status = read_entry(r, &value, &to->entries[to->entry_count]);
        to->entry_count += !status;
    }
    return status;
}

static int add_table(struct reading *r, const struct class_table *table)
{
    struct class_tables *to = r->to;
    if (!cg_grow(&to->tables, &to->table_capacity, to->table_count + (size_t)1,
                 sizeof *to->tables)) {
        return cg_fail_memory(r->error);
    }
    to->tables[to->table_count++] = *table;
    return CG_OK;
}

/* ["table", NAME, POINTS, ENTRIES, IS_SYSTEM, UNDER], after the first word; the last one is
 * optional */
static int read_table(struct reading *r, struct json_walk *walk)
{
    struct cg_value name, points, entries, is_system, under;
    struct class_table table = {.point = r->to->point_count, .entry = r->to->entry_count};
    if (!json_walk_next(walk, NULL, &name) || !json_walk_next(walk, NULL, &points) ||
        !json_walk_next(walk, NULL, &entries) || !json_walk_next(walk, NULL, &is_system)) {
        return malformed(r);
    }
    int status = read_name(r, &name, &table.name);
    status = status ? status : read_points(r, &points);
    status = status ? status : read_entries(r, &entries);
    table.under = CG_NO_STRING;
    if (!status && json_walk_next(walk, NULL, &under)) {
        status = read_name(r, &under, &table.under);
    }
    table.point_count = r->to->point_count - table.point;
    table.entry_count = r->to->entry_count - table.entry;
    table.is_system = is_system.text[0] != 'f';
    return status ? status : add_table(r, &table);
}

/* ["installs", NAME], after the first word */
static int read_install(struct reading *r, struct json_walk *walk)
{
    struct class_tables *to = r->to;
    struct class_install install = {.function = r->node};
    struct cg_value name;
    int status = json_walk_next(walk, NULL, &name) ? CG_OK : malformed(r);
    status = status ? status : read_name(r, &name, &install.table);
    if (!status && !cg_grow(&to->installs, &to->install_capacity, to->install_count + (size_t)1,
                            sizeof *to->installs)) {
        status = cg_fail_memory(r->error);
    }
    if (!status) {
        to->installs[to->install_count++] = install;
    }
    return status;
}

/* ["system", TYPE] or ["program", TYPE], after the first word */
static int read_class(struct reading *r, struct json_walk *walk, struct class_types *to)
{
    struct cg_value name;
    if (!cg_grow(&to->items, &to->capacity, to->count + (size_t)1, sizeof *to->items)) {
        return cg_fail_memory(r->error);
    }
    int status = json_walk_next(walk, NULL, &name) ? CG_OK : malformed(r);
    status = status ? status : read_name(r, &name, &to->items[to->count]);
    to->count += !status;
    return status;
}

static int read_element(struct reading *r, const struct cg_value *text)
{
    struct json_walk walk;
    struct cg_value word;
    if (!json_walk_start(&walk, text, '[') || !json_walk_next(&walk, NULL, &word)) {
        return malformed(r);
    }
    if (text_is(word.text, word.length, "\"table\"")) {
        return read_table(r, &walk);
    }
    if (text_is(word.text, word.length, "\"system\"")) {
        return read_class(r, &walk, &r->to->systems);
    }
    if (text_is(word.text, word.length, "\"program\"")) {
        return read_class(r, &walk, &r->to->programs);
    }
    return text_is(word.text, word.length, "\"installs\"") ? read_install(r, &walk) : malformed(r);
}

/* Elements at one place. */
static int read_place(struct reading *r, enum cg_place place, uint32_t number)
{
    const char *text = cg_metadata_get(r->graph, place, number, CG_KEY_CLASSES);
    struct json_walk walk;
    struct cg_value element;
    struct cg_value all = {text, text ? strlen(text) : 0};
    if (!text) {
        return CG_OK;
    }
    int status = json_walk_start(&walk, &all, '[') ? CG_OK : malformed(r);
    while (!status && json_walk_next(&walk, NULL, &element)) {
        status = read_element(r, &element);
    }
    return status;
}

int class_tables_read(struct class_tables *out, const struct cg_graph *graph,
                      struct cg_error *error)
{
    struct reading r = {.to = out, .graph = graph, .node = CG_NONE, .error = error};
    *out = (struct class_tables){0};
    if (!cg_pool_init(&out->pool)) {
        return cg_fail_memory(error);
    }
    int status = read_place(&r, CG_ON_GRAPH, 0);
    for (cg_node node = 0; node < cg_graph_node_count(graph) && !status; node++) {
        r.node = node;
        status = read_place(&r, CG_ON_NODE, node);
    }
    cg_text_free(&r.text);
    free(r.locals);
    return status;
}

void class_tables_free(struct class_tables *tables)
{
    cg_pool_free(&tables->pool);
    free(tables->tables);
    free(tables->points);
    free(tables->entries);
    free(tables->installs);
    free(tables->systems.items);
    free(tables->programs.items);
}
