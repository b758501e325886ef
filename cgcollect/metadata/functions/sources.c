/*
 * The kind `sources`: the file that was compiled, and which functions it defined. If it defines
 * others in another compile, its functions may call others, too.
 */
#include "metadata/functions/function_kinds.h"

#include <cli.h>

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include <libcg/merge.h>

/** Enough to tell sets of functions apart. */
#define DIGITS 16

/** What stands for the names of the external functions that the file defines. */
static char *digest(const struct unit *unit)
{
    GPtrArray *names = g_ptr_array_new();
    for (unit_id i = 0; i < unit->functions->len; i++) {
        const struct unit_function *function = unit_function_at(unit, i);
        if (function->defined && function->linkage == CG_LINKAGE_EXTERNAL &&
            g_strcmp0(function->origin, unit->source) == 0) {
            g_ptr_array_add(names, (char *)function->name);
        }
    }
    g_ptr_array_sort(names, cli_compare_texts);
    GChecksum *checksum = g_checksum_new(G_CHECKSUM_SHA256);
    for (guint i = 0; i < names->len; i++) {
        const char *name = names->pdata[i];
        g_checksum_update(checksum, (const guchar *)name, (gssize)strlen(name) + 1);
    }
    char *digits = g_strndup(g_checksum_get_string(checksum), DIGITS);
    g_checksum_free(checksum);
    g_ptr_array_unref(names);
    return digits;
}

static int write_kind(const struct rendering *r, struct cg_error *error)
{
    if (!r->unit->source) {
        return CG_OK;
    }
    char *digits = digest(r->unit);
    json_t *files = json_object();
    json_object_set_new(files, r->unit->source, json_pack("[s]", digits));
    char *text = json_dumps(files, JSON_COMPACT);
    const struct cg_value value = {text, text ? strlen(text) : 0};
    int status =
        text ? cg_metadata_set(r->graph, CG_ON_GRAPH, 0, CG_KEY_SOURCES, &value, error) : CG_OK;
    free(text);
    json_decref(files);
    g_free(digits);
    return status;
}

const struct collected_kind kind_sources = {
    .key = CG_KEY_SOURCES,
    .description = "the file, and what stands for the functions that it defines",
    .places = CG_ON_GRAPH,
    .always = true,
    .write = write_kind,
};
