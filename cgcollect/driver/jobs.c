/*
 * Runs tasks in a limited number of parallel child processes, reads their results through pipes,
 * and reports them in order.
 */
#include "driver/jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/pipe_wait.h"
#include "out_of_memory.h"
#include "unfinished.h"

/** Seconds between SIGTERM and SIGKILL for a child. */
#define GRACE 2
/** Seconds between looks at whether a child waits for a pipe. Few children live so long. */
#define LOOK 3
#define STACK (256u << 20)
/** Exit status of a child that got no memory. */
#define NO_MEMORY 3

/** A child process and its output so far. */
struct child {
    pid_t pid; /**< 0: none */
    size_t index;
    int result_fd;
    int message_fd;
    GByteArray *result;
    GString *messages;
    gint64 deadline; /**< 0: none */
    gint64 look;     /**< when to see what it waits for */
    bool ended;      /**< this process has sent it SIGTERM */
    bool waits;      /**< for a pipe: the reason for that */
};

/** A finished task that waits to be reported in order. */
struct outcome {
    bool known;
    void *result; /**< and what was appended; NULL: died */
    char *death;
    char *messages;
};

struct running {
    const struct jobs *jobs;
    struct child *children; /**< `parallel` of them */
    struct outcome *outcomes;
    struct pollfd *polled;
    size_t next;     /**< next task to start */
    size_t reported; /**< tasks reported so far */
    size_t done;
};

static volatile sig_atomic_t stop_signal;

static void on_signal(int signal)
{
    stop_signal = signal;
}

static const int stopping[] = {SIGINT, SIGTERM, SIGHUP};

static void catch_signals(struct sigaction *before)
{
    struct sigaction action = {.sa_handler = on_signal};
    stop_signal = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(stopping); i++) {
        sigaction(stopping[i], &action, &before[i]);
    }
}

static void release_signals(const struct sigaction *before)
{
    for (size_t i = 0; i < G_N_ELEMENTS(stopping); i++) {
        sigaction(stopping[i], &before[i], NULL);
    }
}

/* Children */

static void write_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(fd, bytes, length);
        if (written < 0 && errno != EINTR) {
            return;
        }
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
}

/** What is mapped from files does not count. The compiler, which this process starts, has the same
 *  limit. */
static void limit_memory(unsigned mebibytes)
{
    struct rlimit limit;
    rlim_t most = (rlim_t)mebibytes << 20;
    /* The shadow memory of a sanitizer is larger than any limit. */
    if (OWN_ALLOCATOR && most && getrlimit(RLIMIT_DATA, &limit) == 0 && most < limit.rlim_cur) {
        limit.rlim_cur = most;
        setrlimit(RLIMIT_DATA, &limit);
    }
}

/** The terminal sends SIGINT to all; the children ignore it, and the parent stops them with
 *  SIGTERM. */
static void prepare_child(pid_t parent)
{
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    unfinished_watch(SIGTERM);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) {
        _exit(1);
    }
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
        limit.rlim_cur < STACK) {
        limit.rlim_cur = MIN((rlim_t)STACK, limit.rlim_max);
        setrlimit(RLIMIT_STACK, &limit);
    }
    limit = (struct rlimit){0, 0};
    setrlimit(RLIMIT_CORE, &limit);
    /* A source may include /dev/stdin; nobody is there to type it. */
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing > STDIN_FILENO) {
        dup2(nothing, STDIN_FILENO);
        close(nothing);
    }
}

static void be_child(const struct running *r, size_t index, int result_fd, int message_fd,
                     pid_t parent)
{
    char result[4096];
    GString *more = g_string_new(NULL);
    prepare_child(parent);
    limit_memory(r->jobs->memory);
    memory_end_silently(NO_MEMORY);
    dup2(message_fd, STDERR_FILENO);
    r->jobs->run(r->jobs->user, index, result, more);
    write_all(result_fd, result, r->jobs->result_size);
    write_all(result_fd, more->str, more->len + 1);
    _exit(0);
}

static void set_outcome(struct running *r, size_t index, void *result, char *death, char *messages)
{
    r->outcomes[index] = (struct outcome){true, result, death, messages};
    r->done++;
    if (r->jobs->progress) {
        r->jobs->progress(r->jobs->user, r->done, index);
    }
}

static bool open_pipes(int *pipes)
{
    if (pipe2(pipes, O_CLOEXEC)) {
        return false;
    }
    if (pipe2(pipes + 2, O_CLOEXEC)) {
        close(pipes[0]);
        close(pipes[1]);
        return false;
    }
    return true;
}

static void start_child(struct running *r, struct child *child)
{
    size_t index = r->next++;
    int pipes[4];
    pid_t parent = getpid();
    if (!open_pipes(pipes)) {
        set_outcome(r, index, NULL, g_strdup(g_strerror(errno)), g_strdup(""));
        return;
    }
    pid_t pid = fork();
    if (pid == 0) {
        be_child(r, index, pipes[1], pipes[3], parent);
    }
    int failure = errno;
    close(pipes[1]);
    close(pipes[3]);
    if (pid < 0) {
        close(pipes[0]);
        close(pipes[2]);
        set_outcome(r, index, NULL, g_strdup(g_strerror(failure)), g_strdup(""));
        return;
    }
    *child =
        (struct child){.pid = pid, .index = index, .result_fd = pipes[0], .message_fd = pipes[2]};
    child->result = g_byte_array_new();
    child->messages = g_string_new(NULL);
    gint64 now = g_get_monotonic_time();
    child->look = now + (gint64)LOOK * G_USEC_PER_SEC;
    if (r->jobs->timeout) {
        child->deadline = now + (gint64)r->jobs->timeout * G_USEC_PER_SEC;
    }
}

static char *death_of(const struct child *child, unsigned timeout, int status)
{
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_MEMORY) {
        return g_strdup("out of memory (--max-memory, ulimit)");
    }
    if (child->waits) {
        return g_strdup("reads a pipe that nobody writes to");
    }
    if (child->ended) {
        return g_strdup_printf("took more than %u second%s (--timeout)", timeout,
                               timeout == 1 ? "" : "s");
    }
    if (WIFSIGNALED(status)) {
        return g_strdup_printf("crashed (%s)", strsignal(WTERMSIG(status)));
    }
    return g_strdup_printf("ended early (exit %d)", WEXITSTATUS(status));
}

static void reap(struct running *r, struct child *child)
{
    int status;
    while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR) {
    }
    guint length = child->result->len;
    bool whole = length > r->jobs->result_size && child->result->data[length - 1] == '\0';
    char *death = whole ? NULL : death_of(child, r->jobs->timeout, status);
    void *result = g_byte_array_free(child->result, !whole);
    set_outcome(r, child->index, result, death, g_string_free(child->messages, FALSE));
    child->pid = 0;
}

/** Read what a child wrote. @return the descriptor, or -1 at its end. */
static int read_child(int fd, GByteArray *bytes, GString *text)
{
    char buffer[4096];
    ssize_t length = read(fd, buffer, sizeof buffer);
    if (length > 0 && bytes) {
        g_byte_array_append(bytes, (const guint8 *)buffer, (guint)length);
    } else if (length > 0) {
        g_string_append_len(text, buffer, length);
    } else if (length == 0 || errno != EINTR) {
        close(fd);
        return -1;
    }
    return fd;
}

static void look_at(struct child *child, gint64 now)
{
    if (!child->ended && now >= child->look) {
        child->look = now + (gint64)LOOK * G_USEC_PER_SEC;
        child->waits = waits_for_pipe(child->pid);
        child->deadline = child->waits ? now : child->deadline;
    }
}

static void kill_late(struct child *child, gint64 now)
{
    look_at(child, now);
    if (child->deadline && now >= child->deadline) {
        kill(child->pid, child->ended ? SIGKILL : SIGTERM);
        child->ended = true;
        child->deadline = now + (gint64)GRACE * G_USEC_PER_SEC;
    }
}

static gint64 next_look(const struct child *child)
{
    bool ends = child->deadline && (child->ended || child->deadline < child->look);
    return ends ? child->deadline : child->look;
}

static int milliseconds_left(const struct running *r)
{
    gint64 first = 0;
    for (unsigned i = 0; i < r->jobs->parallel; i++) {
        const struct child *child = &r->children[i];
        if (child->pid && (!first || next_look(child) < first)) {
            first = next_look(child);
        }
    }
    gint64 left = first - g_get_monotonic_time();
    return !first ? -1 : left <= 0 ? 0 : (int)(left / 1000 + 1);
}

/** A terminal that stops this process stops its children too: move their deadlines. */
static void put_off(struct running *r, gint64 late)
{
    for (unsigned i = 0; i < r->jobs->parallel && late > (gint64)GRACE * G_USEC_PER_SEC; i++) {
        r->children[i].deadline += r->children[i].deadline ? late : 0;
    }
}

/** Wait for what children write, or until one must be looked at. @return whether to read */
static bool wait_for_children(struct running *r)
{
    gint64 before = g_get_monotonic_time();
    int most = milliseconds_left(r);
    int ready = poll(r->polled, 2 * (nfds_t)r->jobs->parallel, most);
    if (most >= 0) {
        put_off(r, g_get_monotonic_time() - before - (gint64)most * 1000);
    }
    return ready >= 0;
}

static void listen_to_children(struct running *r)
{
    unsigned count = r->jobs->parallel;
    for (unsigned i = 0; i < count; i++) {
        const struct child *child = &r->children[i];
        r->polled[(size_t)2 * i] = (struct pollfd){child->pid ? child->result_fd : -1, POLLIN, 0};
        r->polled[(size_t)2 * i + 1] =
            (struct pollfd){child->pid ? child->message_fd : -1, POLLIN, 0};
    }
    if (!wait_for_children(r)) {
        return;
    }
    gint64 now = g_get_monotonic_time();
    for (unsigned i = 0; i < count; i++) {
        struct child *child = &r->children[i];
        if (!child->pid) {
            continue;
        }
        if (r->polled[(size_t)2 * i].revents) {
            child->result_fd = read_child(child->result_fd, child->result, NULL);
        }
        if (r->polled[(size_t)2 * i + 1].revents) {
            child->message_fd = read_child(child->message_fd, NULL, child->messages);
        }
        if (child->result_fd < 0 && child->message_fd < 0) {
            reap(r, child);
        } else {
            kill_late(child, now);
        }
    }
}

/** Report finished tasks, in order. */
static void report_finished(struct running *r)
{
    for (; r->reported < r->jobs->count && r->outcomes[r->reported].known; r->reported++) {
        struct outcome *o = &r->outcomes[r->reported];
        const char *more = o->result ? (const char *)o->result + r->jobs->result_size : NULL;
        const struct job_end end = {o->result, more, o->death, o->messages};
        r->jobs->ended(r->jobs->user, r->reported, &end);
        g_free(o->result);
        g_free(o->death);
        g_free(o->messages);
        o->messages = NULL;
    }
}

static void start_some(struct running *r)
{
    for (unsigned i = 0; i < r->jobs->parallel && r->next < r->jobs->count; i++) {
        while (!r->children[i].pid && r->next < r->jobs->count) {
            start_child(r, &r->children[i]);
            if (r->children[i].pid == 0 && r->done < r->next) {
                break;
            }
        }
    }
}

static void stop_children(struct running *r)
{
    for (unsigned i = 0; i < r->jobs->parallel; i++) {
        if (r->children[i].pid) {
            kill(r->children[i].pid, SIGTERM);
        }
    }
    for (unsigned i = 0; i < r->jobs->parallel; i++) {
        if (r->children[i].pid) {
            waitpid(r->children[i].pid, NULL, 0);
        }
    }
}

int jobs_run(const struct jobs *jobs)
{
    struct running r = {.jobs = jobs};
    struct sigaction before[G_N_ELEMENTS(stopping)];
    r.children = g_new0(struct child, jobs->parallel);
    r.polled = g_new0(struct pollfd, 2 * (gsize)jobs->parallel);
    r.outcomes = g_new0(struct outcome, jobs->count);
    catch_signals(before);
    while (r.reported < jobs->count && !stop_signal) {
        start_some(&r);
        if (r.done < r.next) {
            listen_to_children(&r);
        }
        report_finished(&r);
    }
    if (stop_signal) {
        stop_children(&r);
    }
    release_signals(before);
    g_free(r.children);
    g_free(r.polled);
    g_free(r.outcomes);
    return stop_signal;
}
