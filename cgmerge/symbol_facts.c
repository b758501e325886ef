/* Adds the symbols that code without a graph refers to: that of objects, and of libraries. */
#include "symbol_facts.h"

#include <libcg/json.h>
#include <libcg/link.h>
#include <libcg/metadata.h>

#include <stdlib.h>
#include <string.h>

static int set_facts(struct cg_graph *whole, const json_t *facts, struct cg_error *error)
{
    char *text = json_dumps(facts, JSON_COMPACT | JSON_SORT_KEYS);
    const struct cg_value written = {text, strlen(text)};
    int status = cg_metadata_set(whole, CG_ON_GRAPH, 0, CG_KEY_POINTER_FACTS, &written, error);
    free(text);
    return status;
}

/** @param by which code refers to a name that has no value */
static void append_names(json_t *facts, GHashTable *names, const char *by)
{
    GList *sorted = g_list_sort(g_hash_table_get_keys(names), (GCompareFunc)strcmp);
    for (const GList *name = sorted; name; name = name->next) {
        const char *word = by ? by : g_hash_table_lookup(names, name->data);
        json_array_append_new(facts, json_pack("[sss]", "q", name->data, word));
    }
    g_list_free(sorted);
}

int named_symbols_add(struct cg_graph *whole, GHashTable *names, GHashTable *by_libraries,
                      struct cg_error *error)
{
    json_t *facts = NULL;
    int status = CG_OK;
    if (!names || g_hash_table_size(names) + g_hash_table_size(by_libraries) == 0) {
        return CG_OK;
    }
    if (cg_metadata_has(whole, CG_ON_GRAPH, 0, CG_KEY_POINTER_FACTS)) {
        status = cg_metadata_json(&facts, whole, CG_ON_GRAPH, 0, CG_KEY_POINTER_FACTS, error);
    } else {
        facts = json_array();
    }
    if (!status) {
        append_names(facts, names, "object");
        append_names(facts, by_libraries, NULL);
        status = set_facts(whole, facts, error);
    }
    json_decref(facts);
    return status;
}
