/*
 * The kind `sources`: the files whose functions were compiled, and which functions each defined. If
 * a file defines others in another compile, such as one that includes it, its functions may call
 * others, too.
 */
#include "metadata/functions/function_kinds.h"

#include <cli.h>

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include <libcg/merge.h>

/** Enough to tell sets of functions apart. */
#define DIGITS 16

/** What stands for a list of names. */
static char *digest(GPtrArray *names)
{
    g_ptr_array_sort(names, cli_compare_texts);
    GChecksum *checksum = g_checksum_new(G_CHECKSUM_SHA256);
    for (guint i = 0; i < names->len; i++) {
        const char *name = names->pdata[i];
        g_checksum_update(checksum, (const guchar *)name, (gssize)strlen(name) + 1);
    }
    char *digits = g_strndup(g_checksum_get_string(checksum), DIGITS);
    g_checksum_free(checksum);
    return digits;
}

/** Whether a file is one that no compiler is started for. Of a system's own nothing is said. */
static bool is_header(const char *file)
{
    const char *ending = strrchr(file, '.');
    return !ending || strchr(ending, '/') || g_ascii_tolower(ending[1]) == 'h';
}

/** The external functions that a file defines. */
static GPtrArray *names_of(GHashTable *files, const char *file)
{
    GPtrArray *names = g_hash_table_lookup(files, file);
    if (!names) {
        names = g_ptr_array_new();
        g_hash_table_insert(files, (char *)file, names);
    }
    return names;
}

static void note_function(GHashTable *files, const struct unit_function *function)
{
    bool external = function->linkage == CG_LINKAGE_EXTERNAL;
    if (function->defined && function->origin && (external || !is_header(function->origin))) {
        GPtrArray *names = names_of(files, function->origin);
        if (external) {
            g_ptr_array_add(names, (char *)function->name);
        }
    }
}

/** The external functions by file. */
static GHashTable *files_of(const struct unit *unit)
{
    GHashTable *files =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
    (void)names_of(files, unit->source);
    for (unit_id i = 0; i < unit->functions->len; i++) {
        note_function(files, unit_function_at(unit, i));
    }
    return files;
}

/** What is written of the files. */
static char *text_of(GHashTable *files)
{
    json_t *object = json_object();
    GHashTableIter at;
    gpointer file, names;
    g_hash_table_iter_init(&at, files);
    while (g_hash_table_iter_next(&at, &file, &names)) {
        char *digits = digest(names);
        json_object_set_new(object, file, json_pack("[s]", digits));
        g_free(digits);
    }
    char *text = json_dumps(object, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(object);
    return text;
}

static int write_sources(const struct rendering *r, struct cg_error *error)
{
    if (!r->unit->source) {
        return CG_OK;
    }
    GHashTable *files = files_of(r->unit);
    char *text = text_of(files);
    g_hash_table_unref(files);
    const struct cg_value value = {text, text ? strlen(text) : 0};
    int status =
        text ? cg_metadata_set(r->graph, CG_ON_GRAPH, 0, CG_KEY_SOURCES, &value, error) : CG_OK;
    free(text);
    return status;
}

const struct collected_kind kind_sources = {
    .key = CG_KEY_SOURCES,
    .description = "the files, and what stands for the functions that each defines",
    .places = CG_ON_GRAPH,
    .always = true,
    .write = write_sources,
};
