#include "watch.h"

#include "../recording/growing.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000
#define LOOK_EVERY 20000000 /* nanoseconds from one look for new files and threads to the next */
#define PENDING 64u         /* samples that wait for the system to account for their time */
#define IDLE 50u            /* samples without time after which a thread is looked at less often */
#define IDLE_EVERY 10u

struct process {
    struct growing file;
    struct stat program; /* what it executes */
    bool left;           /* it executes another one */
};

struct watched {
    struct process *process;
    struct cgr_thread *thread;
    int times;       /* descriptor of its schedstat */
    uint64_t before; /* its CPU time at the last look */
    uint32_t idle;
    uint32_t last; /* the node that it was in last */
    struct thread_counters *counters;
    uint32_t pending[PENDING]; /* nodes that it was in since then */
    uint32_t pending_count;
};

struct watch {
    const char *directory;
    struct counters *counters;     /* NULL: none */
    const struct control *control; /* NULL: none */
    GHashTable *processes;         /* by path of the file: struct process */
    GPtrArray *threads;            /* struct watched */
    uint64_t tick;
};

static void process_free(void *data)
{
    struct process *process = data;
    growing_close(&process->file);
    g_free(process);
}

/* @return whether it is known what a process executes */
static bool find_program(struct stat *program, uint32_t pid)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%u/exe", pid);
    return stat(path, program) == 0;
}

/* The process that wrote a file executes another program. @param ticks since when */
static void leave(struct watch *watch, struct process *process, uint64_t ticks)
{
    process->left = true;
    for (guint i = 0; i < watch->threads->len; i++) {
        const struct watched *watched = watch->threads->pdata[i];
        if (watched->process == process && watched->thread->seen > ticks) {
            watched->thread->seen = ticks;
        }
    }
}

/* What a process executed before has a file of its own. */
static void leave_others(struct watch *watch, const struct process *now)
{
    GHashTableIter iterator;
    gpointer value;
    g_hash_table_iter_init(&iterator, watch->processes);
    while (g_hash_table_iter_next(&iterator, NULL, &value)) {
        struct process *process = value;
        if (!process->left && process->file.header->pid == now->file.header->pid) {
            leave(watch, process, now->file.header->ticks_from);
        }
    }
}

/* The next program may not be recorded. */
static void notice_program(struct watch *watch, struct process *process)
{
    struct stat now;
    bool known = process->program.st_ino != 0 && !process->left;
    if (known && find_program(&now, process->file.header->pid) &&
        (now.st_ino != process->program.st_ino || now.st_dev != process->program.st_dev)) {
        leave(watch, process, cgr_ticks());
    }
}

static void watched_free(void *data)
{
    struct watched *watched = data;
    counters_close(watched->counters);
    close(watched->times);
    g_free(watched);
}

static void open_process(struct watch *watch, const char *path)
{
    struct process *process = g_new0(struct process, 1);
    if (growing_open(&process->file, path)) {
        find_program(&process->program, process->file.header->pid);
        leave_others(watch, process);
        g_hash_table_insert(watch->processes, process->file.path, process);
    } else {
        g_free(process);
    }
}

static void add_thread(struct watch *watch, struct process *process, struct cgr_thread *thread)
{
    uint32_t pid = process->file.header->pid;
    char path[64];
    snprintf(path, sizeof path, "/proc/%u/task/%u/schedstat", pid, thread->tid);
    int times = open(path, O_RDONLY | O_CLOEXEC);
    if (times >= 0) {
        struct watched *watched = g_new0(struct watched, 1);
        watched->process = process;
        watched->thread = thread;
        watched->times = times;
        watched->counters = counters_open(watch->counters, pid, thread->tid);
        g_ptr_array_add(watch->threads, watched);
    }
}

static void find_threads(struct watch *watch, struct process *process)
{
    struct cgr_chunk *chunk;
    growing_look(&process->file);
    while ((chunk = growing_next(&process->file)) != NULL) {
        if (chunk->kind == CGR_CHUNK_THREAD && !process->left) {
            add_thread(watch, process, (struct cgr_thread *)(chunk + 1));
        }
    }
}

static void look_around(struct watch *watch)
{
    GDir *dir = g_dir_open(watch->directory, 0, NULL);
    GHashTableIter iterator;
    gpointer process;
    const char *name;
    while (dir && (name = g_dir_read_name(dir)) != NULL) {
        char *path = g_build_filename(watch->directory, name, NULL);
        if (g_str_has_suffix(name, CGR_NAME_END) &&
            !g_hash_table_contains(watch->processes, path)) {
            open_process(watch, path);
        }
        g_free(path);
    }
    if (dir) {
        g_dir_close(dir);
    }
    g_hash_table_iter_init(&iterator, watch->processes);
    while (g_hash_table_iter_next(&iterator, NULL, &process)) {
        notice_program(watch, process);
        find_threads(watch, process);
    }
}

/* The node that a thread is in; NULL: none. The process may have written anything there. */
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
    uint64_t address = __atomic_load_n(&watched->thread->current, __ATOMIC_RELAXED);
    uint64_t offset = address - watched->process->file.header->base;
    return address && offset < watched->process->file.mapped ? (uint32_t)(offset / CGR_UNIT) : 0;
}

/* Divide time among the samples since the last time. */
static void account(struct watched *watched, uint64_t time)
{
    uint64_t share = time / watched->pending_count;
    for (uint32_t i = 0; i < watched->pending_count; i++) {
        struct cgr_node *node = node_at(watched, watched->pending[i]);
        if (node) {
            node->time += share;
        }
    }
    watched->pending_count = 0;
}

/* What a thread does while the recording pauses belongs to node 0, which is nowhere.
 * @return whether the thread is still there */
static bool sample(struct watched *watched, bool paused)
{
    char text[64];
    ssize_t length = pread(watched->times, text, sizeof text - 1, 0);
    if (length <= 0 || watched->process->left) {
        counters_read(watched->counters, watched->process->file.path, watched->last);
        return false;
    }
    watched->thread->seen = cgr_ticks();
    text[length] = '\0';
    uint64_t now = strtoull(text, NULL, 10);
    uint32_t node = paused ? 0 : current_node(watched);
    if (watched->pending_count < PENDING) {
        watched->pending[watched->pending_count++] = node;
    }
    watched->last = node ? node : watched->last;
    counters_read(watched->counters, watched->process->file.path, paused ? 0 : watched->last);
    if (now > watched->before) {
        account(watched, now - watched->before);
        watched->before = now;
        watched->idle = 0;
    } else if (++watched->idle > IDLE) {
        watched->pending_count = 0; /* it sleeps: these samples have no time */
    }
    return true;
}

static void sample_all(struct watch *watch)
{
    bool paused = control_is_off(watch->control);
    watch->tick++;
    for (guint i = watch->threads->len; i-- > 0;) {
        struct watched *watched = watch->threads->pdata[i];
        bool due = watched->idle <= IDLE || watch->tick % IDLE_EVERY == 0;
        if (due && !sample(watched, paused)) {
            g_ptr_array_remove_index_fast(watch->threads, i);
        }
    }
}

static void advance(struct timespec *time, long nanoseconds)
{
    struct timespec now;
    time->tv_nsec += nanoseconds;
    time->tv_sec += time->tv_nsec / SECOND;
    time->tv_nsec %= SECOND;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec > time->tv_sec + 1) { /* far behind: do not catch up */
        *time = now;
    }
}

void watch_run(struct launch *launch, const char *directory, uint32_t rate,
               struct counters *counters, const struct control *control)
{
    struct timespec next;
    long since = LOOK_EVERY;
    if (!rate) {
        launch_ended(launch, true);
        return;
    }
    struct watch watch = {.directory = directory,
                          .counters = counters,
                          .control = control,
                          .processes =
                              g_hash_table_new_full(g_str_hash, g_str_equal, NULL, process_free),
                          .threads = g_ptr_array_new_with_free_func(watched_free)};
    clock_gettime(CLOCK_MONOTONIC, &next);
    while (!launch_ended(launch, false)) {
        if (since >= LOOK_EVERY || !watch.threads->len) {
            look_around(&watch);
            since = 0;
        }
        sample_all(&watch);
        since += SECOND / (long)rate;
        advance(&next, SECOND / (long)rate);
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
    }
    g_ptr_array_unref(watch.threads);
    g_hash_table_unref(watch.processes);
}
