/*
 * Finds processes by the files that they make, looks at their threads in no regular rhythm, and
 * less often at those that are idle.
 */
#include "run/watch.h"

#include "run/watched.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000
#define SLICE 100000 /* nanoseconds of processor time that are asked for at once: the least */
#define LOOK_EVERY 20000000 /* nanoseconds from one look for new files to the next */
#define IDLE_EVERY 10u      /* an idle thread is looked at less often */

struct watch {
    const char *directory;
    struct counters *counters;     /* NULL: none */
    const struct control *control; /* NULL: none */
    GHashTable *processes;         /* by path of the file: struct process; NULL: it has ended */
    GPtrArray *threads;            /* struct watched */
    uint64_t tick;
};

static void process_free(void *data)
{
    struct process *process = data;
    if (process) {
        growing_close(&process->file);
        g_free(process);
    }
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
        struct watched *watched = watch->threads->pdata[i];
        if (watched_process(watched) == process) {
            watched_leave(watched, ticks);
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
        if (process && !process->left && process->file.header->pid == now->file.header->pid) {
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

/* A file that has not grown costs no call of the system. */
static void find_threads(struct watch *watch, struct process *process)
{
    const struct cgr_header *header = process->file.header;
    struct cgr_chunk *chunk;
    if (__atomic_load_n(&header->used, __ATOMIC_RELAXED) <= process->file.scanned) {
        return;
    }
    growing_look(&process->file);
    while ((chunk = growing_next(&process->file)) != NULL) {
        if (chunk->kind == CGR_CHUNK_THREAD && !process->left) {
            struct cgr_thread *thread = (struct cgr_thread *)(chunk + 1);
            struct watched *watched = watched_new(process, thread, watch->counters);
            if (watched) {
                g_ptr_array_add(watch->threads, watched);
            }
        }
    }
}

static void open_process(struct watch *watch, const char *path)
{
    struct process *process = g_new0(struct process, 1);
    if (growing_open(&process->file, path)) {
        find_program(&process->program, process->file.header->pid);
        leave_others(watch, process);
        g_hash_table_insert(watch->processes, g_strdup(path), process);
        find_threads(watch, process); /* it may have ended, and is forgotten then */
    } else {
        g_free(process);
    }
}

/* Its file need not stay mapped. */
static bool has_ended(const struct process *process)
{
    return !process->threads && kill((pid_t)process->file.header->pid, 0) != 0 && errno == ESRCH;
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
        if (process && has_ended(process)) {
            g_hash_table_iter_replace(&iterator, NULL);
        } else if (process) {
            notice_program(watch, process);
        }
    }
}

static void find_all_threads(struct watch *watch)
{
    GHashTableIter iterator;
    gpointer process;
    g_hash_table_iter_init(&iterator, watch->processes);
    while (g_hash_table_iter_next(&iterator, NULL, &process)) {
        if (process) {
            find_threads(watch, process);
        }
    }
}

static void sample_all(struct watch *watch)
{
    bool paused = control_is_off(watch->control);
    watch->tick++;
    for (guint i = watch->threads->len; i-- > 0;) {
        struct watched *watched = watch->threads->pdata[i];
        bool due = !watched_is_idle(watched) || watch->tick % IDLE_EVERY == 0;
        if (due && !watched_look(watched, paused)) {
            g_ptr_array_remove_index_fast(watch->threads, i);
        }
    }
}

/* Several for each thread. The command is not to inherit this, so it has begun. */
static void allow_descriptors(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* What sched_setattr takes: of headers, one has it besides what <sched.h> has, others do not. */
struct scheduling {
    uint32_t size;
    uint32_t policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime;
    uint64_t deadline;
    uint64_t period;
};

/* Look when it is time, not when a busy processor is free, for it is where a thread waits; and not
 * with the timers of the command. Where the system knows nothing of this, it stays as it is. */
static void be_prompt(void)
{
    struct scheduling scheduling = {
        .size = sizeof scheduling, .nice = getpriority(PRIO_PROCESS, 0), .runtime = SLICE};
    syscall(SYS_sched_setattr, 0, &scheduling, 0);
    prctl(PR_SET_TIMERSLACK, 1UL);
}

/* In no rhythm that the command may have. Looks that are late are not made up for: several at once
 * see the same, and what waits for a processor meanwhile most of all. */
static void advance(struct timespec *time, long nanoseconds)
{
    struct timespec now;
    time->tv_nsec += nanoseconds / 2 + g_random_int_range(0, (gint32)nanoseconds);
    time->tv_sec += time->tv_nsec / SECOND;
    time->tv_nsec %= SECOND;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec > time->tv_sec || (now.tv_sec == time->tv_sec && now.tv_nsec > time->tv_nsec)) {
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
                              g_hash_table_new_full(g_str_hash, g_str_equal, g_free, process_free),
                          .threads = g_ptr_array_new_with_free_func((GDestroyNotify)watched_free)};
    allow_descriptors();
    be_prompt();
    clock_gettime(CLOCK_MONOTONIC, &next);
    while (!launch_ended(launch, false)) {
        if (since >= LOOK_EVERY || !watch.threads->len) {
            look_around(&watch);
            since = 0;
        }
        find_all_threads(&watch);
        sample_all(&watch);
        since += SECOND / (long)rate;
        advance(&next, SECOND / (long)rate);
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
    }
    look_around(&watch);
    find_all_threads(&watch); /* those that were too short to be found before have no counters */
    g_ptr_array_unref(watch.threads);
    g_hash_table_unref(watch.processes);
}
