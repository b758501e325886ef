#include "serve.h"

#include "../recording/selection.h"

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
    int questions; /* descriptor: files that were written */
    int end;       /* descriptor: ready when the thread must end */
    GThread *thread;
};

/* A process that looks for the answer sees all of it or nothing. */
static void answer(struct serve *serve, const char *path, struct choosing_summary *summary)
{
    char *name = g_strdup_printf("%016" G_GINT64_MODIFIER "x" CGR_NAME_SELECTION,
                                 cgr_selection_name(path));
    char *file = g_build_filename(serve->directory, name, NULL);
    GByteArray *bytes = choosing_make(serve->choosing, path, summary);
    GError *failure = NULL;
    if (!g_file_set_contents(file, (const char *)bytes->data, bytes->len, &failure)) {
        cli_warning("%s", failure->message);
        g_error_free(failure);
    }
    g_byte_array_unref(bytes);
    g_free(file);
    g_free(name);
}

static void take_question(struct serve *serve, const char *name)
{
    char *question = g_build_filename(serve->directory, name, NULL), *path = NULL;
    struct choosing_summary summary;
    if (g_str_has_suffix(name, CGR_NAME_WANT) &&
        g_file_get_contents(question, &path, NULL, NULL)) {
        answer(serve, path, &summary);
    }
    g_free(path);
    g_free(question);
}

static void take_questions(struct serve *serve)
{
    _Alignas(struct inotify_event) char buffer[16 * 1024];
    ssize_t length = read(serve->questions, buffer, sizeof buffer);
    for (char *at = buffer; length > 0 && at < buffer + length;) {
        const struct inotify_event *event = (const struct inotify_event *)(void *)at;
        if (event->len) {
            take_question(serve, event->name);
        }
        at += sizeof *event + event->len;
    }
}

static gpointer run(gpointer data)
{
    struct serve *serve = data;
    struct pollfd both[] = {{serve->questions, POLLIN, 0}, {serve->end, POLLIN, 0}};
    while (!both[1].revents) {
        if (poll(both, 2, -1) < 0 && errno != EINTR) {
            break;
        }
        if (both[0].revents) {
            take_questions(serve);
        }
    }
    return NULL;
}

struct serve *serve_new(struct choosing *choosing, const char *directory)
{
    struct serve *serve = g_new0(struct serve, 1);
    *serve = (struct serve){choosing, directory, inotify_init1(IN_CLOEXEC),
                            eventfd(0, EFD_CLOEXEC), NULL};
    if (serve->questions < 0 || serve->end < 0 ||
        inotify_add_watch(serve->questions, directory, IN_CLOSE_WRITE) < 0) {
        cli_error("%s cannot be watched: %s", directory, g_strerror(errno));
        serve_free(serve);
        return NULL;
    }
    return serve;
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

void serve_start(struct serve *serve)
{
    serve->thread = g_thread_new("selections", run, serve);
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
    close(serve->questions);
    close(serve->end);
    g_free(serve);
}
