/*
 * Goes through the recordings in the directory and signals each process that still has its own
 * mapped.
 */
#include "choose/tell.h"

#include "../../recording/recording.h"
#include "loss/losses.h"

#include <fcntl.h>
#include <glib.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static bool read_header(struct cgr_header *header, const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file < 0 ? -1 : pread(file, header, sizeof *header, 0);
    if (file >= 0) {
        close(file);
    }
    return got == sizeof *header && memcmp(header->magic, CGR_MAGIC, sizeof header->magic) == 0;
}

/* Whether a process has the file mapped: the number of one that ended may be another's now. */
static bool has_mapped(uint32_t pid, const char *name)
{
    char *maps = g_strdup_printf("/proc/%u/maps", pid), *text = NULL;
    bool found = g_file_get_contents(maps, &text, NULL, NULL) && strstr(text, name);
    g_free(text);
    g_free(maps);
    return found;
}

/* Visit the processes that still record into a directory. */
static void each_process(const char *directory, void (*visit)(const struct cgr_header *, void *),
                         void *user)
{
    GDir *dir = g_dir_open(directory, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir)) != NULL) {
        char *path = g_build_filename(directory, name, NULL);
        struct cgr_header header;
        if (g_str_has_suffix(name, CGR_NAME_END) && read_header(&header, path) && header.pid &&
            has_mapped(header.pid, name)) {
            visit(&header, user);
        }
        g_free(path);
    }
    if (dir) {
        g_dir_close(dir);
    }
}

static void send(const struct cgr_header *header, void *user)
{
    const union sigval value = {.sival_int = CGR_SIGNAL_VALUE};
    (void)user;
    if (header->signal && header->signal <= (uint32_t)SIGRTMAX) {
        sigqueue((pid_t)header->pid, (int)header->signal, value);
    }
}

void tell_processes(const char *directory)
{
    each_process(directory, send, NULL);
}

static void count_header(const struct cgr_header *header, void *user)
{
    (void)header;
    ++*(unsigned *)user;
}

unsigned tell_running(const char *directory)
{
    unsigned running = 0;
    each_process(directory, count_header, &running);
    return running;
}

void tell_of_running(unsigned running)
{
    if (running) {
        losses_add("%u process%s that the command started still run%s: %s recorded only until now",
                   running, running == 1 ? "" : "es", running == 1 ? "s" : "",
                   running == 1 ? "it is" : "they are");
    }
}
