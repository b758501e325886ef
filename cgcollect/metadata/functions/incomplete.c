/*
 * The kind `incomplete`: a source that was collected only in part.
 */
#include "metadata/functions/function_kinds.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include <libcg/facts.h>

static json_t *gap_json(const struct unit_gap *gap)
{
    json_t *object = json_object();
    char *message = g_utf8_make_valid(gap->message, -1);
    json_object_set_new(object, "file", json_string(gap->file));
    json_object_set_new(object, "message", json_string(message));
    json_object_set_new(object, "reason", json_string(gap->reason));
    if (gap->errors) {
        json_object_set_new(object, "errors", json_integer(gap->errors));
    }
    g_free(message);
    return object;
}

static int write_incomplete(const struct rendering *r, struct cg_error *error)
{
    if (!r->unit->gap.file) {
        return CG_OK;
    }
    json_t *gaps = json_pack("[o]", gap_json(&r->unit->gap));
    char *text = json_dumps(gaps, JSON_COMPACT | JSON_SORT_KEYS);
    const struct cg_value value = {text, strlen(text)};
    int status = cg_metadata_set(r->graph, CG_ON_GRAPH, 0, CG_KEY_INCOMPLETE, &value, error);
    free(text);
    json_decref(gaps);
    return status;
}

const struct collected_kind kind_incomplete = {
    .key = CG_KEY_INCOMPLETE,
    .description = "the source, if it was collected only in part, and why",
    .places = CG_ON_GRAPH,
    .always = true,
    .write = write_incomplete,
};
