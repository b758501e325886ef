/* Finds what the graph lacks: sources that were collected only in part. */
#include "core/cgquery.h"

#include <libcg/facts.h>
#include <libcg/json.h>

size_t query_incomplete(const struct query *query, char **first)
{
    struct cg_error ignored;
    json_t *gaps = NULL;
    if (cg_metadata_has(query->graph, CG_ON_GRAPH, 0, CG_KEY_INCOMPLETE)) {
        cg_metadata_json(&gaps, query->graph, CG_ON_GRAPH, 0, CG_KEY_INCOMPLETE, &ignored);
    }
    size_t count = json_array_size(gaps);
    if (first) {
        const json_t *file = json_object_get(json_array_get(gaps, 0), "file");
        *first = g_strdup(json_string_value(file));
    }
    json_decref(gaps);
    return count;
}

void query_report_incomplete(const struct query *query)
{
    char *first;
    size_t count = query_incomplete(query, &first);
    if (count) {
        cli_note(
            "%zu source%s collected only in part or not at all, such as %s: the answer is about "
            "the rest; 'cgquery show -g -k incomplete' lists %s",
            count, count == 1 ? " was" : "s were", first, count == 1 ? "it" : "them");
    }
    g_free(first);
}
