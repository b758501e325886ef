/*
 * Asks the kernel in which function each thread sleeps, and for the children of the process.
 */
#include "driver/pipe_wait.h"

#include <glib.h>
#include <stdlib.h>

/** cgcollect, the driver of clang, clang, and what stands in for it. */
#define DEEPEST 8

static char *read_of_thread(pid_t process, const char *thread, const char *name)
{
    char *path = g_strdup_printf("/proc/%d/task/%s/%s", (int)process, thread, name), *text = NULL;
    g_file_get_contents(path, &text, NULL, NULL);
    g_free(path);
    return text;
}

static bool tree_waits(pid_t process, unsigned depth);

static bool thread_waits(pid_t process, const char *thread, unsigned depth)
{
    char *place = read_of_thread(process, thread, "wchan");
    char *children = read_of_thread(process, thread, "children");
    bool waits = g_strcmp0(place, "wait_for_partner") == 0 || g_strcmp0(place, "fifo_open") == 0;
    char **each = g_strsplit(children ? children : "", " ", -1);
    for (char **child = each; *child && !waits; child++) {
        waits = **child && depth < DEEPEST && tree_waits((pid_t)atoi(*child), depth + 1);
    }
    g_strfreev(each);
    g_free(children);
    g_free(place);
    return waits;
}

static bool tree_waits(pid_t process, unsigned depth)
{
    char *path = g_strdup_printf("/proc/%d/task", (int)process);
    GDir *threads = g_dir_open(path, 0, NULL);
    const char *thread;
    bool waits = false;
    while (threads && !waits && (thread = g_dir_read_name(threads))) {
        waits = thread_waits(process, thread, depth);
    }
    if (threads) {
        g_dir_close(threads);
    }
    g_free(path);
    return waits;
}

bool waits_for_pipe(pid_t process)
{
    return tree_waits(process, 0);
}
