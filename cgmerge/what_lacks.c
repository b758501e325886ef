/* Records and reports what the graphs lack. */
#include "what_lacks.h"

#include <cli.h>

#include <libcg/facts.h>
#include <libcg/json.h>
#include <libcg/metadata.h>

#include <stdlib.h>
#include <string.h>

#define MOST_NAMED 3u /* sources in the report */

static const char not_collected[] = "not collected";

static int read_gaps(json_t **gaps, const struct cg_graph *whole, struct cg_error *error)
{
    *gaps = NULL;
    if (!cg_metadata_has(whole, CG_ON_GRAPH, 0, CG_KEY_INCOMPLETE)) {
        return CG_OK;
    }
    return cg_metadata_json(gaps, whole, CG_ON_GRAPH, 0, CG_KEY_INCOMPLETE, error);
}

static const char *text_of(const json_t *gap, const char *key)
{
    const char *text = json_string_value(json_object_get(gap, key));
    return text ? text : "";
}

/* The files that were not collected, as a set to release with g_hash_table_unref. */
static GHashTable *files_of(const json_t *gaps)
{
    GHashTable *files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    size_t i;
    const json_t *gap;
    json_array_foreach(gaps, i, gap)
    {
        if (strcmp(text_of(gap, "reason"), not_collected) == 0) {
            g_hash_table_add(files, g_strdup(text_of(gap, "file")));
        }
    }
    return files;
}

static int write_gaps(struct cg_graph *whole, const json_t *gaps, struct cg_error *error)
{
    char *text = json_dumps(gaps, JSON_COMPACT | JSON_SORT_KEYS);
    const struct cg_value value = {text, strlen(text)};
    int status = cg_metadata_set(whole, CG_ON_GRAPH, 0, CG_KEY_INCOMPLETE, &value, error);
    free(text);
    return status;
}

int incomplete_add(struct cg_graph *whole, const GPtrArray *lost, struct cg_error *error)
{
    json_t *gaps;
    int status = lost && lost->len ? read_gaps(&gaps, whole, error) : CG_OK;
    if (status || !lost || !lost->len) {
        return status;
    }
    gaps = gaps ? gaps : json_array();
    GHashTable *known = files_of(gaps);
    for (guint i = 0; i < lost->len; i++) {
        char *file = g_utf8_make_valid(lost->pdata[i], -1);
        if (g_hash_table_add(known, file)) {
            json_array_append_new(gaps,
                                  json_pack("{ss ss}", "file", file, "reason", not_collected));
        }
    }
    g_hash_table_unref(known);
    status = write_gaps(whole, gaps, error);
    json_decref(gaps);
    return status;
}

static void report_one(const json_t *gap)
{
    const char *reason = text_of(gap, "reason");
    json_int_t errors = json_integer_value(json_object_get(gap, "errors"));
    if (errors) {
        cli_note("%s: %" JSON_INTEGER_FORMAT " error%s, first %s", text_of(gap, "file"), errors,
                 cli_s((uint64_t)errors), text_of(gap, "message"));
    } else {
        cli_note("%s: %s%s%s", text_of(gap, "file"), reason, *text_of(gap, "message") ? ": " : "",
                 text_of(gap, "message"));
    }
}

int incomplete_report(const struct cg_graph *whole, unsigned graphs, struct cg_error *error)
{
    json_t *gaps;
    int status = read_gaps(&gaps, whole, error);
    size_t lost = 0, count = json_array_size(gaps);
    for (size_t i = 0; i < count; i++) {
        lost += strcmp(text_of(json_array_get(gaps, i), "reason"), not_collected) == 0;
    }
    if (count > lost) {
        cli_warning("%zu of %u graphs %s collected only in part: calls may be missing",
                    count - lost, graphs, count - lost == 1 ? "was" : "were");
    }
    if (lost) {
        cli_warning("%zu source%s not collected: the graph lacks what %s", lost,
                    lost == 1 ? " of the program was" : "s of the program were",
                    lost == 1 ? "it defines" : "they define");
    }
    for (size_t i = 0; i < count && i < MOST_NAMED; i++) {
        report_one(json_array_get(gaps, i));
    }
    if (count > MOST_NAMED) {
        cli_note("%zu more; the metadata incomplete of the graph lists them", count - MOST_NAMED);
    }
    json_decref(gaps);
    return status;
}
