/* Looks at inputs by themselves. */
#include "culprits.h"

#include "readers.h"

#include "files/cli_files.h"
#include <libcg/link.h>

static GHashTable *texts(const struct culprits *culprits)
{
    return culprits->settings->carried.embedded;
}

static bool is_read_once(const struct culprits *culprits, const char *path)
{
    bool embedded = texts(culprits) && g_hash_table_contains(texts(culprits), path);
    return !embedded && cli_is_read_once(path);
}

void culprits_look(struct culprits *culprits, struct cg_graph *part, const char *path)
{
    struct cg_error error;
    bool alone = culprits->settings->inputs->len == 1;
    if (alone || !is_read_once(culprits, path) || cg_graph_check_link(part, &error) == CG_OK) {
        return;
    }
    if (!culprits->errors) {
        culprits->errors = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    }
    struct cg_error *kept = g_new(struct cg_error, 1);
    *kept = error;
    g_hash_table_insert(culprits->errors, (char *)path, kept);
}

/* @return whether an input cannot be linked, which is the error then. */
static bool is_culprit(const struct culprits *culprits, const char *path, struct cg_error *error)
{
    struct cg_graph *part = NULL;
    if (is_read_once(culprits, path)) {
        const struct cg_error *kept =
            culprits->errors ? g_hash_table_lookup(culprits->errors, path) : NULL;
        *error = kept ? *kept : *error;
        return kept;
    }
    bool found = readers_read(&part, path, texts(culprits), NULL, error) == CG_OK &&
                 cg_graph_check_link(part, error);
    cg_graph_free(part);
    return found;
}

void culprits_name(const struct culprits *culprits, struct cg_error *error)
{
    const GPtrArray *inputs = culprits->settings->inputs;
    struct cg_error own = *error;
    bool alone = inputs->len == 1;
    for (guint i = 0; i < inputs->len && !error->file[0]; i++) {
        const char *path = inputs->pdata[i];
        if (alone || is_culprit(culprits, path, &own)) {
            *error = own;
            g_strlcpy(error->file, cli_title(path), sizeof error->file);
        }
    }
}

void culprits_clear(struct culprits *culprits)
{
    g_clear_pointer(&culprits->errors, g_hash_table_unref);
}
