/*
 * Watches directories with inotify, because editors replace files instead of writing them, and
 * those above them, because directories are replaced as well.
 */
#include "driver/watch_files.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <cli.h>

#define EVENTS (IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE)

/** Milliseconds without changes after which the files count as saved. */
#define PAUSE 100

struct watch {
    int notify;
    GHashTable *files;       /**< set of char *, borrowed */
    GHashTable *directories; /**< number of a watch by char * */
    GHashTable *missing;     /**< set of char *: directories that cannot be watched now */
};

static volatile sig_atomic_t over;

static const int stopping[] = {SIGINT, SIGTERM, SIGHUP};

static void on_signal(int signal)
{
    over = signal;
}

bool watch_is_over(void)
{
    return over != 0;
}

struct watch *watch_new(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    int notify = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (notify < 0) {
        cli_error("--watch: cannot watch files: %s", g_strerror(errno));
        return NULL;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(stopping); i++) {
        sigaction(stopping[i], &action, NULL);
    }
    struct watch *watch = g_new0(struct watch, 1);
    watch->notify = notify;
    watch->files = g_hash_table_new(g_str_hash, g_str_equal);
    watch->directories = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    watch->missing = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return watch;
}

void watch_free(struct watch *watch)
{
    if (watch) {
        close(watch->notify);
        g_hash_table_destroy(watch->files);
        g_hash_table_destroy(watch->missing);
        g_hash_table_destroy(watch->directories);
        g_free(watch);
    }
}

static bool is_known(const struct watch *watch, const char *directory)
{
    return g_hash_table_contains(watch->directories, directory) ||
           g_hash_table_contains(watch->missing, directory);
}

/** Watch a directory. Takes the path. @return false after reporting why it cannot be watched */
static bool add_directory(struct watch *watch, char *directory, bool *more)
{
    int number = inotify_add_watch(watch->notify, directory, EVENTS | IN_ONLYDIR);
    if (number < 0) {
        bool gone = errno == ENOENT || errno == ENOTDIR || errno == EACCES;
        if (!gone) {
            cli_error("--watch: %s: %s%s", directory, g_strerror(errno),
                      errno == ENOSPC ? " (raise fs.inotify.max_user_watches)" : "");
        }
        g_hash_table_add(watch->missing, directory);
        return gone;
    }
    *more = true;
    g_hash_table_insert(watch->directories, directory, GINT_TO_POINTER(number));
    return true;
}

/** Watch the directory of a file, and those that it is in. */
static bool add_directories(struct watch *watch, const char *file, bool *more)
{
    char *directory = g_path_get_dirname(file);
    bool ok = true;
    while (ok && !is_known(watch, directory)) {
        char *above = g_path_get_dirname(directory);
        ok = add_directory(watch, directory, more);
        directory = above;
    }
    g_free(directory);
    return ok;
}

/** Directories moved, or others took their place: what is watched has other names now. */
static void forget_directories(struct watch *watch)
{
    GHashTableIter each;
    gpointer number;
    g_hash_table_iter_init(&each, watch->directories);
    while (g_hash_table_iter_next(&each, NULL, &number)) {
        inotify_rm_watch(watch->notify, GPOINTER_TO_INT(number));
    }
    g_hash_table_remove_all(watch->directories);
}

bool watch_set(struct watch *watch, const GPtrArray *files, bool *more)
{
    bool ok = true;
    *more = false;
    g_hash_table_remove_all(watch->files);
    g_hash_table_remove_all(watch->missing);
    for (guint i = 0; i < files->len && ok; i++) {
        g_hash_table_add(watch->files, files->pdata[i]);
        ok = add_directories(watch, files->pdata[i], more);
    }
    return ok;
}

/** What an entry of a directory is to us. */
static bool is_awaited(const struct watch *watch, const char *directory, const char *name,
                       bool *is_directory)
{
    char *path = g_build_filename(directory, name, NULL);
    *is_directory = *is_directory || is_known(watch, path);
    bool is = *is_directory || g_hash_table_contains(watch->files, path);
    g_free(path);
    return is;
}

/** A directory has several names where links lead to it. */
static bool concerns(struct watch *watch, const struct inotify_event *event)
{
    GHashTableIter each;
    gpointer directory, number;
    bool does = event->mask & IN_Q_OVERFLOW, moved = false;
    g_hash_table_iter_init(&each, watch->directories);
    while (event->len > 0 && g_hash_table_iter_next(&each, &directory, &number)) {
        does = (GPOINTER_TO_INT(number) == event->wd &&
                is_awaited(watch, directory, event->name, &moved)) ||
               does;
    }
    if (moved) {
        forget_directories(watch);
    }
    return does;
}

/** Read what has happened. @return whether it concerns the files */
static bool read_events(struct watch *watch)
{
    char buffer[16384] __attribute__((aligned(__alignof__(struct inotify_event))));
    bool changed = false;
    ssize_t length;
    while ((length = read(watch->notify, buffer, sizeof buffer)) > 0) {
        for (char *at = buffer; at < buffer + length;) {
            const struct inotify_event *event = (const void *)at;
            changed = concerns(watch, event) || changed;
            at += sizeof *event + event->len;
        }
    }
    return changed;
}

/** Wait for an event or a signal, or as long as given. @return whether there is an event */
static bool wait_event(const struct watch *watch, const struct timespec *longest)
{
    struct pollfd polled = {watch->notify, POLLIN, 0};
    sigset_t asking, before;
    sigemptyset(&asking);
    for (size_t i = 0; i < G_N_ELEMENTS(stopping); i++) {
        sigaddset(&asking, stopping[i]);
    }
    sigprocmask(SIG_BLOCK, &asking, &before);
    int ready = over ? 0 : ppoll(&polled, 1, longest, &before);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return ready > 0;
}

bool watch_wait(struct watch *watch)
{
    static const struct timespec pause = {0, PAUSE * 1000000L};
    bool changed = false;
    while (!over && !changed) {
        changed = wait_event(watch, NULL) && read_events(watch);
    }
    while (!over && wait_event(watch, &pause)) {
        read_events(watch);
    }
    return !over;
}
