/*
 * Nothing that a process wrote is trusted: it may write anywhere. A file is deleted when its
 * process has ended and its samples are taken.
 */
#include "stack_events.h"

#include "../recording/growing.h"
#include "../recording/maps_path.h"
#include "../recording/stacks.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LOOK_EVERY 50000 /* microseconds from one look at mappings to the next */

_Static_assert(CGR_STACK_REGISTERS == IMAGE_REGISTERS, "both number registers as DWARF does");

/* A process, from one exec to the next. */
struct source {
    struct growing file;
    uint32_t pid;
    uint64_t started; /* CLOCK_REALTIME in nanoseconds */
    GArray *rings;    /* struct thread_ring */
    gint64 looked;    /* when its mappings were read last */
    guint maps;       /* hash of what they were */
    uint64_t epoch;   /* of the last sample */
};

struct thread_ring {
    struct cgr_ring *ring;
    uint32_t tid; /* 0: no thread uses it */
    uint64_t time;
};

struct stacks {
    const char *directory;
    uint64_t period;    /* nanoseconds of CPU time from one sample to the next */
    GPtrArray *sources; /* struct source */
    GHashTable *begun;  /* paths of their files */
    void (*take)(void *, const struct event *);
    void *user;
    struct stacks_summary summary;
};

static void source_free(void *data)
{
    struct source *source = data;
    growing_close(&source->file);
    g_array_unref(source->rings);
    g_free(source);
}

struct stacks *stacks_new(const char *directory, uint64_t period)
{
    struct stacks *stacks = g_new0(struct stacks, 1);
    stacks->directory = directory;
    stacks->period = period;
    stacks->sources = g_ptr_array_new_with_free_func(source_free);
    stacks->begun = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return stacks;
}

void stacks_free(struct stacks *stacks)
{
    if (stacks) {
        g_ptr_array_unref(stacks->sources);
        g_hash_table_unref(stacks->begun);
        g_free(stacks);
    }
}

const struct stacks_summary *stacks_summary(const struct stacks *stacks)
{
    return &stacks->summary;
}

static void hand_on(const struct stacks *stacks, const struct event *event)
{
    stacks->take(stacks->user, event);
}

/* Executable memory. */

/* "START-END rwxp OFFSET DEVICE INODE  PATH" */
static void take_line(const struct stacks *stacks, uint32_t pid, char *line)
{
    char rights[5] = "";
    int path = 0;
    struct event event = {.kind = EVENT_MAP, .pid = pid, .tid = pid};
    struct mapping *mapping = &event.mapping;
    if (sscanf(line, "%lx-%lx %4s %lx %*s %lu %n", &mapping->start, &mapping->end, rights,
               &mapping->offset, &mapping->inode, &path) == 5 &&
        rights[2] == 'x') {
        cgr_take_maps_path(line + path);
        mapping->path = line[path] ? line + path : "//anon";
        hand_on(stacks, &event);
    }
}

/* @return the text, to release with g_free; NULL: the process has ended */
static char *read_mappings(const struct source *source)
{
    char *path = g_strdup_printf("/proc/%u/maps", source->pid);
    char *text = NULL;
    g_file_get_contents(path, &text, NULL, NULL);
    g_free(path);
    return text;
}

/* @return whether they differ from what they were */
static bool take_mappings(const struct stacks *stacks, struct source *source)
{
    char *text = read_mappings(source);
    bool found = text && g_str_hash(text) != source->maps;
    source->looked = g_get_monotonic_time();
    if (found) {
        source->maps = g_str_hash(text);
        char **lines = g_strsplit(text, "\n", -1);
        for (char **line = lines; *line; line++) {
            take_line(stacks, source->pid, *line);
        }
        g_strfreev(lines);
    }
    g_free(text);
    return found;
}

static struct source *find_source(struct stacks *stacks, uint32_t pid)
{
    for (guint i = 0; i < stacks->sources->len; i++) {
        struct source *source = stacks->sources->pdata[i];
        if (source->pid == pid) {
            return source;
        }
    }
    return NULL;
}

bool stacks_look(struct stacks *stacks, uint32_t pid, void (*take)(void *, const struct event *),
                 void *user)
{
    struct source *source = find_source(stacks, pid);
    stacks->take = take;
    stacks->user = user;
    return source && g_get_monotonic_time() - source->looked > LOOK_EVERY &&
           take_mappings(stacks, source);
}

static void take_module(const struct stacks *stacks, const struct source *source,
                        const struct cgr_chunk *chunk)
{
    const struct cgr_module *module = (const struct cgr_module *)(chunk + 1);
    uint64_t needed = sizeof *chunk + sizeof *module + (uint64_t)module->path_length + 1;
    struct event event = {.kind = EVENT_MAP, .pid = source->pid, .tid = source->pid};
    char *path =
        needed <= chunk->size ? g_strndup((const char *)(module + 1), module->path_length) : NULL;
    if (path && module->start < module->end) {
        event.mapping = (struct mapping){.start = module->start,
                                         .end = module->end,
                                         .offset = module->offset,
                                         .inode = module->inode,
                                         .path = path};
        hand_on(stacks, &event);
    }
    g_free(path);
}

/* Threads. */

static void begin_thread(const struct stacks *stacks, const struct source *source,
                         struct thread_ring *thread)
{
    char name[sizeof thread->ring->name + 1] = "";
    thread->tid = thread->ring->tid;
    thread->time = thread->ring->began;
    memcpy(name, thread->ring->name, sizeof thread->ring->name);
    struct event event = {.pid = source->pid, .tid = thread->tid, .time = thread->time};
    if (thread->tid != source->pid) {
        event.kind = EVENT_FORK;
        event.parent_pid = source->pid;
        hand_on(stacks, &event);
    }
    event.kind = EVENT_NAME;
    event.name = name;
    hand_on(stacks, &event);
    event.kind = EVENT_SWITCH_IN;
    hand_on(stacks, &event);
}

/* The thread has used CPU time without a sample. */
static void note_time(struct stacks *stacks, struct thread_ring *thread, uint64_t time)
{
    uint64_t passed = time > thread->time ? time - thread->time : 0;
    uint64_t due = (passed + stacks->period / 2) / stacks->period;
    stacks->summary.missed += due > 1 ? due - 1 : 0;
    thread->time = MAX(thread->time, time);
}

static void end_thread(struct stacks *stacks, const struct source *source,
                       struct thread_ring *thread)
{
    if (thread->tid) {
        note_time(stacks, thread, thread->ring->ended);
        const struct event event = {
            .kind = EVENT_EXIT, .pid = source->pid, .tid = thread->tid, .time = thread->time};
        hand_on(stacks, &event);
    }
    thread->tid = 0;
}

/* @return bytes that it takes in the ring; 0: it is damaged */
static uint64_t take_stack(struct stacks *stacks, struct source *source, struct thread_ring *thread,
                           const unsigned char *at, uint64_t left)
{
    struct cgr_stack stack = {0};
    memcpy(&stack, at, MIN(left, sizeof stack));
    if (stack.size < 8 || stack.size % 8 || stack.size > left) {
        return 0;
    }
    if (stack.rest) {
        return stack.size;
    }
    if (stack.size < sizeof stack || stack.stack_size > stack.size - sizeof stack) {
        return 0;
    }
    struct event event = {
        .kind = EVENT_SAMPLE, .pid = source->pid, .tid = thread->tid, .time = stack.time};
    event.sample.counter = EVENTS_TIME;
    event.sample.has_registers = true;
    memcpy(event.sample.snapshot.registers, stack.registers, sizeof stack.registers);
    event.sample.snapshot.stack = at + sizeof stack;
    event.sample.snapshot.stack_size = stack.stack_size;
    if (stack.epoch != source->epoch) { /* other code may be where a library was */
        source->epoch = stack.epoch;
        take_mappings(stacks, source);
    }
    note_time(stacks, thread, stack.time);
    hand_on(stacks, &event);
    return stack.size;
}

static void take_stacks(struct stacks *stacks, struct source *source, struct thread_ring *thread)
{
    struct cgr_ring *ring = thread->ring;
    const unsigned char *data = (const unsigned char *)ring - sizeof(struct cgr_chunk) + CGR_PAGE;
    const struct cgr_chunk *chunk = (const struct cgr_chunk *)ring - 1;
    uint64_t size = chunk->size - CGR_PAGE;
    uint64_t head = __atomic_load_n(&ring->head, __ATOMIC_ACQUIRE);
    uint64_t tail = ring->tail;
    while (tail < head && head - tail <= size) {
        uint64_t at = tail % size;
        uint64_t taken = take_stack(stacks, source, thread, data + at, MIN(size - at, head - tail));
        tail = taken ? tail + taken : head;
    }
    __atomic_store_n(&ring->tail, head, __ATOMIC_RELEASE);
}

static void look_at_thread(struct stacks *stacks, struct source *source, struct thread_ring *thread)
{
    uint32_t state = __atomic_load_n(&thread->ring->state, __ATOMIC_ACQUIRE);
    bool is_used = state == CGR_RING_USED || state == CGR_RING_ENDED;
    if (is_used && !thread->tid) {
        begin_thread(stacks, source, thread);
    }
    if (thread->tid) {
        take_stacks(stacks, source, thread);
    }
    if (state == CGR_RING_ENDED && thread->tid != source->pid) {
        end_thread(stacks, source, thread);
        __atomic_store_n(&thread->ring->state, CGR_RING_FREE, __ATOMIC_RELEASE);
    }
}

/* Processes. */

static void take_chunk(const struct stacks *stacks, struct source *source, struct cgr_chunk *chunk)
{
    if (chunk->kind == CGR_CHUNK_MODULE) {
        take_module(stacks, source, chunk);
    } else if (chunk->kind == CGR_CHUNK_STACKS && chunk->size > CGR_PAGE) {
        const struct thread_ring thread = {.ring = (struct cgr_ring *)(chunk + 1)};
        g_array_append_val(source->rings, thread);
    }
}

static void find_chunks(const struct stacks *stacks, struct source *source)
{
    struct cgr_chunk *chunk;
    growing_look(&source->file);
    while ((chunk = growing_next(&source->file)) != NULL) {
        take_chunk(stacks, source, chunk);
    }
}

static void look_at_source(struct stacks *stacks, struct source *source)
{
    find_chunks(stacks, source);
    for (guint i = 0; i < source->rings->len; i++) {
        look_at_thread(stacks, source, &g_array_index(source->rings, struct thread_ring, i));
    }
}

/* Take what is left of a process, and delete its file. The first thread ends last, as the process
 * is forgotten when it has no thread left.
 *  @param main what becomes of its first thread, which may execute another program; NULL: it ends
 */
static void finish_source(struct stacks *stacks, struct source *source, struct thread_ring *main)
{
    look_at_source(stacks, source);
    for (guint i = source->rings->len; i-- > 0;) {
        struct thread_ring *thread = &g_array_index(source->rings, struct thread_ring, i);
        if (main && thread->tid == source->pid) {
            *main = *thread;
        } else {
            end_thread(stacks, source, thread);
        }
    }
    stacks->summary.threads += source->file.header->lost;
    unlink(source->file.path);
    g_hash_table_remove(stacks->begun, source->file.path);
    g_ptr_array_remove_fast(stacks->sources, source);
}

/* The CPU time of a thread goes on when it executes another program. */
static void begin_source(struct stacks *stacks, struct source *source, struct source *before)
{
    struct event event = {.kind = EVENT_FORK, .pid = source->pid, .tid = source->pid};
    struct thread_ring thread = {0};
    if (before) {
        finish_source(stacks, before, &thread);
    }
    if (thread.tid) {
        event.kind = EVENT_EXEC;
        event.name = "";
        event.time = thread.time;
    } else {
        event.parent_pid = source->file.header->parent_pid;
    }
    hand_on(stacks, &event);
    g_ptr_array_add(stacks->sources, source);
    find_chunks(stacks, source);
    take_mappings(stacks, source);
    stacks->summary.processes++;
}

static struct source *open_source(const char *path)
{
    struct growing file;
    if (!growing_open(&file, path)) {
        return NULL;
    }
    struct source *source = g_new0(struct source, 1);
    source->file = file;
    source->pid = file.header->pid;
    source->started = file.header->started;
    source->rings = g_array_new(FALSE, FALSE, sizeof(struct thread_ring));
    return source;
}

/* Files that are not known yet. */
static GPtrArray *open_sources(struct stacks *stacks)
{
    GPtrArray *found = g_ptr_array_new();
    GDir *dir = g_dir_open(stacks->directory, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir)) != NULL) {
        char *path = g_build_filename(stacks->directory, name, NULL);
        bool is_new =
            g_str_has_suffix(name, CGR_NAME_STACKS) && !g_hash_table_contains(stacks->begun, path);
        struct source *source = is_new ? open_source(path) : NULL;
        if (source) {
            g_hash_table_add(stacks->begun, path);
            g_ptr_array_add(found, source);
        } else {
            g_free(path);
        }
    }
    if (dir) {
        g_dir_close(dir);
    }
    return found;
}

static gint compare_sources(gconstpointer a, gconstpointer b)
{
    uint64_t x = (*(const struct source *const *)a)->started;
    uint64_t y = (*(const struct source *const *)b)->started;
    return x == y ? 0 : x < y ? -1 : 1;
}

static void find_sources(struct stacks *stacks)
{
    GPtrArray *found = open_sources(stacks);
    g_ptr_array_sort(found, compare_sources);
    for (guint i = 0; i < found->len; i++) {
        struct source *source = found->pdata[i];
        begin_source(stacks, source, find_source(stacks, source->pid));
    }
    g_ptr_array_unref(found);
}

/* Whether a process has its file mapped: the number of one that ended may be another's now. */
static bool is_running(const struct source *source)
{
    char *text = read_mappings(source);
    bool found = text && strstr(text, source->file.path);
    g_free(text);
    return found;
}

static bool has_ended(const struct source *source)
{
    return kill((pid_t)source->pid, 0) != 0 && errno == ESRCH;
}

void stacks_take(struct stacks *stacks, bool all, void (*take)(void *, const struct event *),
                 void *user)
{
    stacks->take = take;
    stacks->user = user;
    find_sources(stacks);
    for (guint i = stacks->sources->len; i-- > 0;) {
        struct source *source = stacks->sources->pdata[i];
        if (all || has_ended(source)) {
            stacks->summary.running += is_running(source);
            finish_source(stacks, source, NULL);
        } else {
            look_at_source(stacks, source);
        }
    }
}
