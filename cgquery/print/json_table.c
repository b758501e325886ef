/*
 * Numbers functions by name and file in the order in which they are mentioned; the table is written
 * when all are known.
 */
#include "print/json_table.h"

#include "print/graph_json.h"

#include <string.h>

struct entry {
    struct query *query;
    cg_node node;
};

struct json_table {
    GHashTable *numbers; /* of struct entry: number + 1 */
    GPtrArray *entries;  /* of struct entry, by number */
};

static const char *name_of(const struct entry *entry)
{
    return cg_node_name(entry->query->graph, entry->node);
}

static guint hash(gconstpointer entry)
{
    return g_str_hash(name_of(entry));
}

static gboolean is_same(gconstpointer a, gconstpointer b)
{
    const struct entry *x = a, *y = b;
    return strcmp(name_of(x), name_of(y)) == 0 &&
           g_strcmp0(cg_node_origin(x->query->graph, x->node),
                     cg_node_origin(y->query->graph, y->node)) == 0;
}

struct json_table *json_table_new(void)
{
    struct json_table *table = g_new(struct json_table, 1);
    table->numbers = g_hash_table_new(hash, is_same);
    table->entries = g_ptr_array_new_with_free_func(g_free);
    return table;
}

void json_table_free(struct json_table *table)
{
    g_hash_table_destroy(table->numbers);
    g_ptr_array_unref(table->entries);
    g_free(table);
}

uint32_t json_table_number(struct json_table *table, struct query *query, cg_node node)
{
    const struct entry wanted = {query, node};
    guint found = GPOINTER_TO_UINT(g_hash_table_lookup(table->numbers, &wanted));
    if (found) {
        return found - 1;
    }
    struct entry *entry = g_new(struct entry, 1);
    *entry = wanted;
    g_ptr_array_add(table->entries, entry);
    g_hash_table_insert(table->numbers, entry, GUINT_TO_POINTER(table->entries->len));
    return table->entries->len - 1;
}

void json_table_write(struct json *json)
{
    const GPtrArray *entries = json->table->entries;
    json_open(json, "functionTable", '[');
    for (guint i = 0; i < entries->len; i++) {
        const struct entry *entry = g_ptr_array_index(entries, i);
        json_function_whole(json, NULL, entry->query, entry->node);
    }
    json_close(json, ']');
}
