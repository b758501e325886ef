#include "driver/manifest.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <cli.h>

#include "driver/directory_lock.h"
#include "text/paths.h"

#define NAME ".cgcollect"

struct manifest {
    const char *directory;
    char *path;
    GHashTable *own; /**< names that were listed when the run began, and those it planned */
};

static int fail(const char *path, const char *what, int reason, struct cg_error *error)
{
    *error = (struct cg_error){.status = CG_E_IO};
    g_strlcpy(error->file, path, sizeof error->file);
    g_snprintf(error->text, sizeof error->text, "cannot %s: %s", what, g_strerror(reason));
    return CG_E_IO;
}

/** Only files that cgcollect can have written are ever removed, whatever the list has. */
static bool is_own_name(const char *name)
{
    return name[0] && name[0] != '/' && g_str_has_suffix(name, ".mcg") &&
           !g_str_has_prefix(name, "../") && !strstr(name, "/../");
}

static GHashTable *new_set(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

/** Add the names of the list, if there is one. */
static int read_names(GHashTable *names, const char *path, struct cg_error *error)
{
    char *text = NULL;
    GError *failure = NULL;
    if (!g_file_get_contents(path, &text, NULL, &failure)) {
        bool missing = g_error_matches(failure, G_FILE_ERROR, G_FILE_ERROR_NOENT);
        int status = missing ? CG_OK : fail(path, "read", errno ? errno : EIO, error);
        g_error_free(failure);
        return status;
    }
    char **lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        if (is_own_name(*line)) {
            g_hash_table_add(names, g_strdup(*line));
        }
    }
    g_strfreev(lines);
    g_free(text);
    return CG_OK;
}

static int write_names(const struct manifest *m, GHashTable *names, struct cg_error *error)
{
    struct cli_output output;
    int status = cli_output_open_below(&output, m->directory, m->path, error);
    if (status) {
        return status;
    }
    GList *sorted = g_list_sort(g_hash_table_get_keys(names), (GCompareFunc)strcmp);
    for (GList *name = sorted; name; name = name->next) {
        fprintf(output.stream, "%s\n", (const char *)name->data);
    }
    g_list_free(sorted);
    return cli_output_finish(&output, error);
}

static void add_paths(GHashTable *names, const char *directory, const GPtrArray *paths)
{
    for (guint i = 0; i < paths->len; i++) {
        g_hash_table_add(names, g_strdup(path_below(directory, g_ptr_array_index(paths, i))));
    }
}

/** Change the list while no other run does.
 *  @param change works on the names that are listed */
static int update(struct manifest *m, void (*change)(void *data, GHashTable *names), void *data,
                  struct cg_error *error)
{
    int lock = directory_lock(m->directory);
    if (lock < 0) {
        return fail(m->directory, "lock the directory", errno, error);
    }
    GHashTable *names = new_set();
    int status = read_names(names, m->path, error);
    if (!status) {
        change(data, names);
        status = write_names(m, names, error);
    }
    g_hash_table_destroy(names);
    directory_unlock(lock);
    return status;
}

static void release(struct manifest *m)
{
    g_hash_table_destroy(m->own);
    g_free(m->path);
    g_free(m);
}

/* Beginning */

static void add_name(gpointer name, gpointer value, gpointer names)
{
    (void)value;
    g_hash_table_add(names, g_strdup(name));
}

static void add_planned(void *data, GHashTable *names)
{
    const struct manifest *m = data;
    g_hash_table_foreach(names, add_name, m->own);
    g_hash_table_foreach(m->own, add_name, names);
}

int manifest_begin(struct manifest **out, const char *directory, const GPtrArray *planned,
                   struct cg_error *error)
{
    struct manifest *m = g_new0(struct manifest, 1);
    m->directory = directory;
    m->path = g_build_filename(directory, NAME, NULL);
    m->own = new_set();
    add_paths(m->own, directory, planned);
    int status = update(m, add_planned, m, error);
    *out = m;
    if (status) {
        release(m);
        *out = NULL;
    }
    return status;
}

/* End */

struct ending {
    const struct manifest *manifest;
    GHashTable *written;
    bool whole;
};

/** @return whether a name goes from the list; its file goes too if the run covered everything. */
static gboolean is_over(gpointer name, gpointer value, gpointer data)
{
    const struct ending *e = data;
    (void)value;
    if (g_hash_table_contains(e->written, name) || !g_hash_table_contains(e->manifest->own, name)) {
        return FALSE;
    }
    char *path = g_build_filename(e->manifest->directory, name, NULL);
    bool over = e->whole ? cli_remove_below(e->manifest->directory, path) == 0 || errno == ENOENT
                         : access(path, F_OK) != 0;
    g_free(path);
    return over;
}

static void take_old(void *data, GHashTable *names)
{
    const struct ending *e = data;
    g_hash_table_foreach_remove(names, is_over, data);
    g_hash_table_foreach(e->written, add_name, names);
}

int manifest_end(struct manifest *m, const GPtrArray *written, bool whole, struct cg_error *error)
{
    struct ending ending = {m, new_set(), whole};
    add_paths(ending.written, m->directory, written);
    int status = update(m, take_old, &ending, error);
    g_hash_table_destroy(ending.written);
    release(m);
    return status;
}
