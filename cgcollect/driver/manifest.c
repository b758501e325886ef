/* Uses and updates the record of an output directory. */
#include "driver/manifest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <graphs/collect_record.h>

#include "commands/commands.h"
#include "driver/directory_lock.h"
#include "text/lexical_paths.h"

/** A graph that was written. */
struct made {
    char *name;
    struct manifest_entry entry;
};

struct manifest {
    const char *directory;
    char *database; /**< absolute path; NULL for one that cannot be named, such as a pipe */
    int lock;
    gint64 since; /**< when the run began */
    struct collect_record *record;
    GHashTable *shared; /**< the name of the graph that other databases have, by its object */
    GHashTable *used;   /**< set of the names of graphs of the run */
    GPtrArray *made;    /**< of struct made */
    bool changed;       /**< the file must be written */
};

static void free_made(void *data)
{
    struct made *made = data;
    g_free(made->name);
    g_free(made->entry.key);
    g_ptr_array_unref(made->entry.inputs);
    g_free(made);
}

static void free_manifest(struct manifest *m)
{
    g_hash_table_destroy(m->shared);
    g_hash_table_destroy(m->used);
    collect_record_free(m->record);
    g_ptr_array_unref(m->made);
    g_free(m->database);
    if (m->lock >= 0) {
        directory_unlock(m->lock);
    }
    g_free(m);
}

static int fail_to_lock(const char *directory, int reason, struct cg_error *error)
{
    return cli_fail(error, CG_E_IO, directory, "cannot lock the directory: %s", g_strerror(reason));
}

/** The name of a database, by whatever links it was reached. */
static char *database_name(const char *database)
{
    char *file = commands_database(database), *real = realpath(file, NULL);
    char *name = real && !strchr(real, '\n') ? g_strdup(real) : NULL;
    free(real);
    g_free(file);
    return name;
}

static bool has_others(const struct manifest *m, const struct recorded_graph *graph)
{
    bool others = false;
    for (guint i = 0; i < graph->databases->len && !others; i++) {
        const char *database = graph->databases->pdata[i];
        others = g_strcmp0(database, m->database) != 0 && access(database, F_OK) == 0;
    }
    return others;
}

static void find_shared(struct manifest *m)
{
    GHashTableIter each;
    gpointer name, value;
    g_hash_table_iter_init(&each, m->record->graphs);
    while (g_hash_table_iter_next(&each, &name, &value)) {
        const struct recorded_graph *graph = value;
        if (graph->object && has_others(m, graph)) {
            g_hash_table_insert(m->shared, g_strdup(graph->object), g_strdup(name));
        }
    }
}

int manifest_begin(struct manifest **out, const char *directory, const char *database,
                   struct cg_error *error)
{
    struct manifest *m = g_new0(struct manifest, 1);
    m->directory = directory;
    m->database = database_name(database);
    m->shared = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    m->used = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    m->made = g_ptr_array_new_with_free_func(free_made);
    m->lock = directory_lock(directory);
    m->since = collect_record_now();
    int status = m->lock < 0 ? fail_to_lock(directory, errno, error)
                             : collect_record_read(&m->record, directory, error);
    *out = m;
    if (status) {
        free_manifest(m);
        *out = NULL;
    } else {
        find_shared(m);
    }
    return status;
}

bool manifest_is_others(const struct manifest *m, const char *path, const char *object)
{
    const struct recorded_graph *graph =
        g_hash_table_lookup(m->record->graphs, path_below(m->directory, path));
    bool same = graph && graph->object && g_strcmp0(graph->object, object) == 0;
    return graph && !same && has_others(m, graph);
}

char *manifest_shared(const struct manifest *m, const char *object)
{
    const char *name = object ? g_hash_table_lookup(m->shared, object) : NULL;
    return name ? g_build_filename(m->directory, name, NULL) : NULL;
}

size_t manifest_count_others(const struct manifest *m)
{
    GHashTableIter each;
    gpointer name, graph;
    size_t count = 0;
    g_hash_table_iter_init(&each, m->record->graphs);
    while (g_hash_table_iter_next(&each, &name, &graph)) {
        count += !g_hash_table_contains(m->used, name) && has_others(m, graph);
    }
    return count;
}

static bool find_database(guint *at, const struct manifest *m, const struct recorded_graph *graph)
{
    return m->database &&
           g_ptr_array_find_with_equal_func(graph->databases, m->database, g_str_equal, at);
}

/** @return the graph of a name, which belongs to the database of the run, too, from now on. */
static struct recorded_graph *own_graph(struct manifest *m, const char *name)
{
    struct recorded_graph *graph = collect_record_graph(m->record, name);
    g_hash_table_add(m->used, g_strdup(name));
    if (m->database && !find_database(NULL, m, graph)) {
        g_ptr_array_add(graph->databases, g_strdup(m->database));
        m->changed = true;
    }
    return graph;
}

bool manifest_is_current(struct manifest *m, const char *path, const char *key)
{
    const char *name = path_below(m->directory, path);
    bool current = collect_record_is_current(m->record, m->directory, name, key);
    if (current) {
        own_graph(m, name);
    }
    return current;
}

static void set_object(struct recorded_graph *graph, const char *object)
{
    g_free(graph->object);
    graph->object = object && !strchr(object, '\n') ? g_strdup(object) : NULL;
}

int manifest_plan(struct manifest *m, const GArray *planned, struct cg_error *error)
{
    for (guint i = 0; i < planned->len; i++) {
        const struct manifest_plan *plan = &g_array_index(planned, struct manifest_plan, i);
        struct recorded_graph *graph = own_graph(m, path_below(m->directory, plan->path));
        collect_record_forget(graph);
        set_object(graph, plan->object);
        m->changed = true;
    }
    return m->changed ? collect_record_write(m->record, m->directory, error) : CG_OK;
}

void manifest_made(struct manifest *m, const char *path, struct manifest_entry entry)
{
    struct made *made = g_new0(struct made, 1);
    *made = (struct made){g_strdup(path_below(m->directory, path)), entry};
    g_ptr_array_add(m->made, made);
}

/* Stale graphs */

struct ending {
    struct manifest *manifest;
    GHashTable *kept; /**< set of names */
    bool whole;
};

/** A graph is not one of the run's database any more, which was read to its end. */
static void disown(struct manifest *m, struct recorded_graph *graph)
{
    for (guint at; find_database(&at, m, graph);) {
        g_ptr_array_remove_index(graph->databases, at);
        m->changed = true;
    }
}

/** @return whether a name goes from the list; its file goes too if the run covered everything. */
static gboolean is_over(gpointer name, gpointer graph, gpointer data)
{
    const struct ending *e = data;
    if (g_hash_table_contains(e->kept, name)) {
        return FALSE;
    }
    bool stale = e->whole && !has_others(e->manifest, graph);
    char *path = g_build_filename(e->manifest->directory, name, NULL);
    bool over = stale ? cli_remove_below(e->manifest->directory, path) == 0 || errno == ENOENT
                      : access(path, F_OK) != 0;
    g_free(path);
    if (!over && e->whole) {
        disown(e->manifest, graph);
    }
    return over;
}

int manifest_end(struct manifest *m, const GPtrArray *kept, bool whole, struct cg_error *error)
{
    struct ending ending = {m, g_hash_table_new(g_str_hash, g_str_equal), whole};
    for (guint i = 0; i < kept->len; i++) {
        g_hash_table_add(ending.kept, (void *)path_below(m->directory, kept->pdata[i]));
    }
    for (guint i = 0; i < m->made->len; i++) {
        const struct made *made = m->made->pdata[i];
        collect_record_made(m->record, m->directory, made->name, made->entry.key,
                            made->entry.inputs, m->since);
    }
    guint gone = g_hash_table_foreach_remove(m->record->graphs, is_over, &ending);
    g_hash_table_destroy(ending.kept);
    bool write = m->changed || gone > 0 || m->record->touched;
    int status = write ? collect_record_write(m->record, m->directory, error) : CG_OK;
    free_manifest(m);
    return status;
}
