/*
 * A thread waits for changes in the directories of the recordings, of the filter and of --control:
 * it writes an answer beside each question, and signals all processes when a choice changed.
 */
#include "choose/serve.h"

#include "../../recording/selection.h"
#include "choose/tell.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

struct serve {
    struct choosing *choosing;
    const char *directory;
    struct control *control; /* NULL: none */
    const char *filter;      /* file that may be written anew; NULL: none */
    GHashTable *answered;    /* paths */
    int changes;             /* descriptor: files that were written */
    int questions;           /* which of these are in the directory */
    int end;                 /* descriptor: ready when the thread must end */
    GThread *thread;
};

/* A process that looks for the answer sees all of it or nothing. */
static void answer(struct serve *serve, const char *path, struct choosing_summary *summary)
{
    char *name =
        g_strdup_printf("%016" G_GINT64_MODIFIER "x" CGR_NAME_SELECTION, cgr_selection_name(path));
    char *file = g_build_filename(serve->directory, name, NULL);
    GByteArray *bytes = choosing_make(serve->choosing, path, summary);
    GError *failure = NULL;
    if (!g_file_set_contents(file, (const char *)bytes->data, bytes->len, &failure)) {
        cli_warning("%s", failure->message);
        g_error_free(failure);
    }
    g_hash_table_add(serve->answered, g_strdup(path));
    g_byte_array_unref(bytes);
    g_free(file);
    g_free(name);
}

/* @return whether the filter could be read */
static bool answer_again(struct serve *serve)
{
    char **paths = (char **)g_hash_table_get_keys_as_array(serve->answered, NULL);
    bool done = choosing_read_again(serve->choosing);
    for (size_t i = 0; done && paths[i]; i++) {
        struct choosing_summary summary;
        char *path = g_strdup(paths[i]);
        answer(serve, path, &summary);
        if (summary.has_xray) {
            cli_note("%s: recording %u of %u functions of %s from now on", serve->filter,
                     summary.recorded, summary.functions, path);
        }
        g_free(path);
    }
    g_free(paths);
    return done;
}

static void take_question(struct serve *serve, const char *name)
{
    char *question = g_build_filename(serve->directory, name, NULL), *path = NULL;
    struct choosing_summary summary;
    if (g_str_has_suffix(name, CGR_NAME_WANT) && g_file_get_contents(question, &path, NULL, NULL)) {
        answer(serve, path, &summary);
    }
    g_free(path);
    g_free(question);
}

static bool is_filter(const struct serve *serve, const char *name)
{
    char *own = serve->filter ? g_path_get_basename(serve->filter) : NULL;
    bool equal = own && g_str_equal(own, name);
    g_free(own);
    return equal;
}

static void take_change(struct serve *serve, const char *name)
{
    bool changed = serve->control && control_changed(serve->control, name);
    if (is_filter(serve, name)) {
        changed = answer_again(serve) || changed;
    }
    if (changed) {
        tell_processes(serve->directory);
    }
}

static void take_changes(struct serve *serve)
{
    _Alignas(struct inotify_event) char buffer[16 * 1024];
    ssize_t length = read(serve->changes, buffer, sizeof buffer);
    for (char *at = buffer; length > 0 && at < buffer + length;) {
        const struct inotify_event *event = (const struct inotify_event *)(void *)at;
        if (event->len && event->wd == serve->questions) {
            take_question(serve, event->name);
        } else if (event->len) {
            take_change(serve, event->name);
        }
        at += sizeof *event + event->len;
    }
}

static gpointer serve_changes(gpointer data)
{
    struct serve *serve = data;
    struct pollfd both[] = {{serve->changes, POLLIN, 0}, {serve->end, POLLIN, 0}};
    while (!both[1].revents) {
        if (poll(both, 2, -1) < 0 && errno != EINTR) {
            break;
        }
        if (both[0].revents) {
            take_changes(serve);
        }
    }
    return NULL;
}

static int watch(const struct serve *serve, const char *directory)
{
    int number =
        inotify_add_watch(serve->changes, directory, IN_CLOSE_WRITE | IN_MOVED_TO | IN_MASK_ADD);
    if (number < 0) {
        cli_error("%s cannot be watched: %s", directory, g_strerror(errno));
    }
    return number;
}

static bool watch_filter(const struct serve *serve)
{
    char *directory = serve->filter ? g_path_get_dirname(serve->filter) : NULL;
    bool done = !directory || watch(serve, directory) >= 0;
    g_free(directory);
    return done;
}

struct serve *serve_new(struct choosing *choosing, const char *directory, const char *control,
                        const char *filter)
{
    struct serve *serve = g_new0(struct serve, 1);
    *serve =
        (struct serve){.choosing = choosing,
                       .directory = directory,
                       .filter = filter,
                       .answered = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                       .changes = inotify_init1(IN_CLOEXEC),
                       .end = eventfd(0, EFD_CLOEXEC)};
    serve->questions = watch(serve, directory);
    serve->control = control ? control_new(control, directory) : NULL;
    bool good = serve->questions >= 0 && serve->end >= 0 && (serve->control || !control) &&
                (!control || watch(serve, control_directory(serve->control)) >= 0) &&
                watch_filter(serve);
    if (!good) {
        serve_free(serve);
        return NULL;
    }
    return serve;
}

const struct control *serve_control(const struct serve *serve)
{
    return serve ? serve->control : NULL;
}

void serve_prepare(struct serve *serve, const char *program, struct choosing_summary *summary)
{
    char *path = realpath(program, NULL); /* as the system shows what is mapped */
    *summary = (struct choosing_summary){0};
    if (path) {
        answer(serve, path, summary);
    }
    free(path);
}

/* Signals are for the first thread. */
void serve_start(struct serve *serve)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    serve->thread = g_thread_new("selections", serve_changes, serve);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void remove_answers(const char *directory)
{
    GDir *dir = g_dir_open(directory, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir)) != NULL) {
        char *file = g_build_filename(directory, name, NULL);
        if (g_str_has_suffix(name, CGR_NAME_WANT) || g_str_has_suffix(name, CGR_NAME_SELECTION) ||
            g_str_equal(name, CGR_NAME_CONTROL)) {
            g_unlink(file);
        }
        g_free(file);
    }
    if (dir) {
        g_dir_close(dir);
    }
}

void serve_free(struct serve *serve)
{
    const guint64 one = 1;
    if (!serve) {
        return;
    }
    if (serve->thread && write(serve->end, &one, sizeof one) == sizeof one) {
        g_thread_join(serve->thread);
    }
    remove_answers(serve->directory);
    control_free(serve->control);
    g_hash_table_unref(serve->answered);
    close(serve->changes);
    close(serve->end);
    g_free(serve);
}
