/* Reads graphs with several threads, and hands them on in order. The locks are those of the system:
 * ThreadSanitizer does not see those of GLib. */
#include "readers.h"

#include <cli.h>
#include <files/cli_files.h>
#include <libcg/file.h>

#include <pthread.h>

/** One file as read so far. */
struct result {
    struct cg_graph *graph;
    struct cg_error error;
    int status;
    GArray *warnings; /**< struct cg_error; NULL when there are none */
};

struct readers {
    const GPtrArray *paths;
    GHashTable *embedded;
    const struct cg_registry *registry;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    pthread_t *threads;
    unsigned jobs;           /**< threads wanted */
    unsigned started;        /**< threads that run; with none, each file is read when it is taken */
    struct result **results; /**< by path; NULL until read */
    guint next_to_read;
    guint next_to_take;
    bool stop;
};

static void keep_warning(void *user, const struct cg_error *where)
{
    struct result *result = user;
    if (!result->warnings) {
        result->warnings = g_array_new(FALSE, FALSE, sizeof *where);
    }
    g_array_append_vals(result->warnings, where, 1);
}

int readers_read(struct cg_graph **out, const char *path, GHashTable *embedded,
                 const struct cg_read_options *options, struct cg_error *error)
{
    size_t length;
    GBytes *bytes = embedded ? g_hash_table_lookup(embedded, path) : NULL;
    const void *text = bytes ? g_bytes_get_data(bytes, &length) : NULL;
    return text ? cg_read_memory(out, text, length, path, options, error)
                : cg_read_file(out, path, options, error);
}

static struct result *read_one(const char *path, GHashTable *embedded,
                               const struct cg_registry *registry)
{
    struct result *result = g_new0(struct result, 1);
    const struct cg_read_options options = {CG_READ_OPTIONS_VERSION, .warn = keep_warning,
                                            .user = result, .registry = registry};
    result->status = readers_read(&result->graph, path, embedded, &options, &result->error);
    if (result->status) {
        cli_explain_file(&result->error, path, CLI_WANT_GRAPH);
    }
    return result;
}

/* The index of the next path to read, or paths->len when none is left. */
static guint take_work(struct readers *r)
{
    while (!r->stop && r->next_to_read < r->paths->len &&
           r->next_to_read >= r->next_to_take + 2 * r->jobs) {
        pthread_cond_wait(&r->changed, &r->mutex);
    }
    bool done = r->stop || r->next_to_read == r->paths->len;
    return done ? r->paths->len : r->next_to_read++;
}

static void *work(void *data)
{
    struct readers *r = data;
    pthread_mutex_lock(&r->mutex);
    for (guint i; (i = take_work(r)) < r->paths->len;) {
        pthread_mutex_unlock(&r->mutex);
        struct result *result = read_one(r->paths->pdata[i], r->embedded, r->registry);
        pthread_mutex_lock(&r->mutex);
        r->results[i] = result;
        pthread_cond_broadcast(&r->changed);
    }
    pthread_mutex_unlock(&r->mutex);
    return NULL;
}

struct readers *readers_new(const GPtrArray *paths, GHashTable *embedded,
                            const struct cg_registry *registry, unsigned jobs)
{
    struct readers *r = g_new0(struct readers, 1);
    r->paths = paths;
    r->embedded = embedded;
    r->registry = registry;
    r->jobs = jobs;
    r->results = g_new0(struct result *, paths->len + 1);
    r->threads = g_new0(pthread_t, jobs);
    pthread_mutex_init(&r->mutex, NULL);
    pthread_cond_init(&r->changed, NULL);
    unsigned started = 0;
    while (started < jobs && pthread_create(&r->threads[started], NULL, work, r) == 0) {
        started++;
    }
    r->started = started;
    return r;
}

static void free_result(struct result *result)
{
    if (result) {
        cg_graph_free(result->graph);
        if (result->warnings) {
            g_array_unref(result->warnings);
        }
        g_free(result);
    }
}

int readers_next(struct readers *r, struct cg_graph **out, struct cg_error *error)
{
    pthread_mutex_lock(&r->mutex);
    guint i = r->next_to_take++;
    pthread_cond_broadcast(&r->changed);
    if (!r->started) {
        r->results[i] = read_one(r->paths->pdata[i], r->embedded, r->registry);
    }
    while (!r->results[i]) {
        pthread_cond_wait(&r->changed, &r->mutex);
    }
    struct result *result = r->results[i];
    r->results[i] = NULL;
    pthread_mutex_unlock(&r->mutex);
    for (guint w = 0; result->warnings && w < result->warnings->len; w++) {
        cli_report_warning(NULL, &g_array_index(result->warnings, struct cg_error, w));
    }
    int status = result->status;
    *out = result->graph;
    *error = result->error;
    result->graph = NULL;
    free_result(result);
    return status;
}

void readers_free(struct readers *r)
{
    pthread_mutex_lock(&r->mutex);
    r->stop = true;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->mutex);
    for (unsigned i = 0; i < r->started; i++) {
        pthread_join(r->threads[i], NULL);
    }
    for (guint i = 0; i < r->paths->len; i++) {
        free_result(r->results[i]);
    }
    pthread_mutex_destroy(&r->mutex);
    pthread_cond_destroy(&r->changed);
    g_free(r->results);
    g_free(r->threads);
    g_free(r);
}
