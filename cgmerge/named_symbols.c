/* Marks the functions that code without a graph refers to. */
#include "named_symbols.h"

#include <libcg/entries.h>
#include <libcg/facts.h>
#include <libcg/json.h>
#include <libcg/kinds.h>
#include <libcg/link.h>
#include <libcg/metadata.h>

#include <stdlib.h>
#include <string.h>

static int set(struct cg_graph *whole, enum cg_place place, uint32_t number, const char *key,
               const json_t *value, struct cg_error *error)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS);
    const struct cg_value written = {text, strlen(text)};
    int status = cg_metadata_set(whole, place, number, key, &written, error);
    free(text);
    return status;
}

/** @return the array of a kind, or a new one; NULL on failure. */
static json_t *array_of(const struct cg_graph *whole, enum cg_place place, uint32_t number,
                        const char *key, struct cg_error *error)
{
    json_t *array = NULL;
    if (!cg_metadata_has(whole, place, number, key)) {
        return json_array();
    }
    return cg_metadata_json(&array, whole, place, number, key, error) ? NULL : array;
}

/** The attributes of a function are sorted. */
static int add_attribute(struct cg_graph *whole, cg_node node, struct cg_error *error)
{
    static const char used[] = "used";
    json_t *attributes = array_of(whole, CG_ON_NODE, node, CG_KEY_ATTRIBUTES, error);
    size_t at = 0;
    while (at < json_array_size(attributes) &&
           strcmp(json_string_value(json_array_get(attributes, at)), used) < 0) {
        at++;
    }
    json_array_insert_new(attributes, at, json_string(used));
    int status = attributes ? set(whole, CG_ON_NODE, node, CG_KEY_ATTRIBUTES, attributes, error)
                            : (int)error->status;
    json_decref(attributes);
    return status;
}

/** Only what others can name, and what is not marked yet. */
static bool is_to_mark(const struct cg_graph *whole, cg_node node)
{
    return node != CG_NONE && cg_node_has_body(whole, node) &&
           cg_node_linkage(whole, node) != CG_LINKAGE_INTERNAL &&
           !cg_has_attribute(whole, node, "used");
}

int named_symbols_mark(struct cg_graph *whole, GHashTable *names, struct cg_error *error)
{
    json_t *facts = NULL;
    int status = CG_OK;
    GList *sorted = names ? g_list_sort(g_hash_table_get_keys(names), (GCompareFunc)strcmp) : NULL;
    for (const GList *name = sorted; name && !status; name = name->next) {
        cg_node node = cg_graph_find(whole, name->data);
        if (is_to_mark(whole, node)) {
            status = add_attribute(whole, node, error);
            facts = facts ? facts : array_of(whole, CG_ON_GRAPH, 0, CG_KEY_POINTER_FACTS, error);
            json_array_append_new(facts, json_pack("[sss+]", "c", "u", "&F", name->data));
        }
    }
    if (facts && !status) {
        status = set(whole, CG_ON_GRAPH, 0, CG_KEY_POINTER_FACTS, facts, error);
    }
    g_list_free(sorted);
    json_decref(facts);
    return status;
}
