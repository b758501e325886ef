/*
 * Reads a thread's files in /proc and its record in the mapped recording, and divides the time that
 * the system accounts for later among the looks since then.
 */
#include "run/watched.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PENDING 64u /* samples that wait for the system to account for their time */
#define TEXT 8192u  /* bytes of a file of /proc that are read */
#define IDLE 50u    /* looks without time after which a thread is idle */

/* Files of a thread in /proc, the cheapest to read first. */
enum file { FILE_SCHEDSTAT, FILE_STAT, FILE_STATUS, FILE_SCHED, FILES };

static const char *const names[FILES] = {"schedstat", "stat", "status", "sched"};

/* What the system says of a thread. */
struct look {
    uint64_t time;   /* nanoseconds on a processor, up to the last time the scheduler looked */
    uint64_t slices; /* how often it was given one */
    bool runs;       /* or we interrupted it */
    bool ended;      /* and may be looked at a last time */
};

struct watched {
    struct process *process;
    struct cgr_thread *thread;
    int files[FILES]; /* descriptors */
    struct look last;
    uint32_t idle;
    struct thread_counters *counters;
    uint32_t pending[PENDING]; /* nodes that it was seen running in since then */
    uint32_t pending_count;
};

static int open_of(uint32_t pid, uint32_t tid, const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%u/task/%u/%s", pid, tid, name);
    return open(path, O_RDONLY | O_CLOEXEC);
}

struct watched *watched_new(struct process *process, struct cgr_thread *thread,
                            struct counters *counters)
{
    uint32_t pid = process->file.header->pid;
    struct watched *watched = g_new0(struct watched, 1);
    watched->process = process;
    process->threads++;
    watched->thread = thread;
    bool opened = true;
    for (int i = 0; i < FILES; i++) {
        watched->files[i] = open_of(pid, thread->tid, names[i]);
        opened = opened && watched->files[i] >= 0;
    }
    watched->counters = counters_open(counters, pid, thread->tid); /* or it counts what it lacks */
    if (!opened) {
        watched_free(watched);
        return NULL;
    }
    return watched;
}

static void close_file(int file)
{
    if (file >= 0) {
        close(file);
    }
}

void watched_free(struct watched *watched)
{
    watched->process->threads--;
    counters_close(watched->counters, watched->thread->used,
                   MIN(watched->last.time, watched->thread->used));
    for (int i = 0; i < FILES; i++) {
        close_file(watched->files[i]);
    }
    g_free(watched);
}

void watched_leave(struct watched *watched, uint64_t ticks)
{
    if (watched->thread->seen > ticks) {
        watched->thread->seen = ticks;
    }
}

const struct process *watched_process(const struct watched *watched)
{
    return watched->process;
}

bool watched_is_idle(const struct watched *watched)
{
    return watched->idle > IDLE;
}

/* The node of a number; NULL: none. The process may have written anything there. */
static struct cgr_node *node_at(const struct watched *watched, uint32_t number)
{
    struct growing *file = &watched->process->file;
    uint64_t end = ((uint64_t)number + 1) * CGR_UNIT;
    if (!number || end > file->mapped) {
        return NULL;
    }
    if (end > file->size) {
        growing_look(file);
    }
    return end <= file->size ? (struct cgr_node *)((char *)file->header + end - CGR_UNIT) : NULL;
}

static uint32_t current_node(const struct watched *watched)
{
    const struct growing *file = &watched->process->file;
    uint64_t address = __atomic_load_n(&watched->thread->current, __ATOMIC_RELAXED);
    uint64_t offset = address - file->header->base;
    return address && offset < file->mapped ? (uint32_t)(offset / CGR_UNIT) : 0;
}

/* Divide the time that is not accounted for among the samples since the last time. */
static void account(struct watched *watched)
{
    uint64_t time = watched->last.time - watched->thread->accounted;
    uint32_t count = watched->pending_count < PENDING ? watched->pending_count : PENDING;
    for (uint32_t i = 0; i < count; i++) {
        struct cgr_node *node = node_at(watched, watched->pending[i]);
        uint64_t share = time / (count - i);
        time -= share;
        if (node) {
            node->time += share;
        }
    }
    watched->pending_count = 0;
    watched->thread->accounted = watched->last.time;
}

static bool read_text(char *text, size_t size, int file)
{
    ssize_t length = pread(file, text, size - 1, 0);
    text[length > 0 ? length : 0] = '\0';
    return length > 0;
}

/* @return whether the thread is still there */
static bool read_times(struct look *look, const struct watched *watched)
{
    char text[128];
    char *at;
    bool there = read_text(text, sizeof text, watched->files[FILE_SCHEDSTAT]);
    look->time = g_ascii_strtoull(text, &at, 10);
    g_ascii_strtoull(at, &at, 10); /* how long it waited for a processor */
    look->slices = g_ascii_strtoull(at, NULL, 10);
    return there;
}

/* R: it may run, Z: its process has ended and has not been waited for. */
static char state_of(const struct watched *watched)
{
    char text[1024];
    read_text(text, sizeof text, watched->files[FILE_STAT]);
    const char *name_end = strrchr(text, ')');
    return name_end && name_end[1] == ' ' ? name_end[2] : '\0';
}

static uint64_t number_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    return at ? g_ascii_strtoull(at + strlen(key), NULL, 10) : 0;
}

/* It left its processor less often than it was given one. */
static bool has_processor(struct look *now, const struct watched *watched)
{
    char text[TEXT];
    read_text(text, sizeof text, watched->files[FILE_STATUS]);
    uint64_t left = number_after(text, "\nvoluntary_ctxt_switches:") +
                    number_after(text, "\nnonvoluntary_ctxt_switches:");
    return read_times(now, watched) && now->slices > left;
}

/* When the scheduler last counted the time of a thread, as text. @return whether that is known */
static bool read_counted(char *out, size_t size, int file)
{
    static const char key[] = "se.exec_start";
    char text[TEXT];
    const char *at = read_text(text, sizeof text, file) ? strstr(text, key) : NULL;
    g_strlcpy(out, at ? at : "", size);
    out[strcspn(out, "\n")] = '\0';
    return at != NULL;
}

/* It had the processor that this thread has now, up to the moment when this one got it. */
static bool is_interrupted_by_us(const struct watched *watched)
{
    char its[128], ours[128];
    int file = open("/proc/thread-self/sched", O_RDONLY | O_CLOEXEC);
    bool known = file >= 0 && read_counted(ours, sizeof ours, file) &&
                 read_counted(its, sizeof its, watched->files[FILE_SCHED]);
    close_file(file);
    return known && strcmp(its, ours) == 0;
}

/* @return whether the thread is still there */
static bool read_look(struct look *now, const struct watched *watched)
{
    const struct look *before = &watched->last;
    *now = *before;
    if (!read_times(now, watched)) {
        return false;
    }
    bool may = (now->slices != before->slices || before->runs) && state_of(watched) == 'R';
    now->runs = may && (has_processor(now, watched) || is_interrupted_by_us(watched));
    now->ended = !now->runs && now->time > before->time && state_of(watched) == 'Z';
    return true;
}

/* The pause has its time, what was seen before has the rest. */
static void look_in_pause(struct watched *watched)
{
    if (watched->pending_count) {
        account(watched);
    }
    watched->thread->accounted = watched->last.time;
    counters_read(watched->counters, watched->process->file.path, 0, true);
}

static void look_at_watched(struct watched *watched)
{
    uint32_t node = current_node(watched);
    if (watched->last.runs) {
        watched->pending[watched->pending_count++ % PENDING] = node;
        watched->thread->sampled = node ? node : watched->thread->sampled;
    }
    counters_read(watched->counters, watched->process->file.path,
                  node ? node : watched->thread->sampled,
                  watched->last.runs || watched->last.ended);
    if (watched->last.time > watched->thread->accounted && watched->pending_count) {
        account(watched);
    }
}

bool watched_look(struct watched *watched, bool paused)
{
    struct look now;
    if (watched->process->left || !read_look(&now, watched)) {
        counters_read(watched->counters, watched->process->file.path, watched->thread->sampled,
                      true);
        return false;
    }
    watched->idle = now.time > watched->last.time ? 0 : watched->idle + 1;
    /* Unless the thread has ended since, and noted more. */
    __atomic_compare_exchange_n(&watched->thread->used, &watched->last.time, now.time, false,
                                __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    watched->last = now;
    watched->thread->seen = cgr_ticks();
    if (paused) {
        look_in_pause(watched);
    } else {
        look_at_watched(watched);
    }
    return true;
}
