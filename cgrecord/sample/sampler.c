/*
 * The weight of a sample is the CPU time of the thread since its last one: the events of switches
 * say when it ran. So the sum is exact, however many samples arrive. The frames that a thread has
 * in common with its last sample keep their nodes.
 */
#include "sampler.h"
#include "memo.h"
#include "teams.h"

#include <signal.h>
#include <string.h>

struct process {
    uint32_t pid;
    uint32_t parent_pid;
    struct tree *tree; /* NULL: nothing of it was sampled yet, or its file cannot be made */
    struct space space;
    struct teams *teams; /* NULL: it has no OpenMP */
    uint32_t epoch;      /* counts mappings that took the place of others */
    uint32_t threads;
};

struct thread {
    struct process *process;
    uint32_t tid;
    char name[16];
    struct branch branch;
    bool begun;          /* has a branch */
    bool is_running;     /* since `since` */
    uint32_t generation; /* of the sampler when that was known */
    uint64_t since;
    uint64_t unspent; /* CPU time that no sample has yet */
    uint32_t last;    /* the node of the last sample */
    uint32_t base;    /* the node that the last sample was below; 0: the beginning */
    uint32_t epoch;   /* of the process at the last sample */
    GArray *chain;    /* struct chain_link: the last sample from the outside in */
    struct memo *memo;
};

/* A frame of the last sample and its node. */
struct chain_link {
    struct cgr_node frame; /* callee, site and kind */
    uint32_t node;
};

struct sampler {
    const struct tree_settings *settings;
    uint64_t period;
    struct images *images;
    GHashTable *processes; /* by pid */
    GHashTable *threads;   /* by tid */
    GHashTable *paths;     /* interned */
    GArray *frames;        /* struct unwound_frame */
    GArray *path;          /* struct cgr_node: a sample from the outside in */
    GArray *nodes;         /* uint32_t: of these */
    uint32_t generation;   /* counts losses of events */
    struct sampler_summary summary;
    sampler_look *look; /* NULL: events tell all mappings */
    void *look_user;
    sampler_count *count; /* NULL: nothing is counted */
    void *count_user;
};

static void free_process(void *data)
{
    struct process *process = data;
    tree_free(process->tree);
    teams_free(process->teams);
    space_clear(&process->space);
    g_free(process);
}

static void free_thread(void *data)
{
    struct thread *thread = data;
    g_array_unref(thread->chain);
    memo_free(thread->memo);
    g_free(thread);
}

struct sampler *sampler_new(const struct tree_settings *settings, uint64_t period)
{
    struct sampler *sampler = g_new0(struct sampler, 1);
    sampler->settings = settings;
    sampler->period = period;
    sampler->images = images_new();
    sampler->processes = g_hash_table_new_full(NULL, NULL, NULL, free_process);
    sampler->threads = g_hash_table_new_full(NULL, NULL, NULL, free_thread);
    sampler->paths = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    sampler->frames = g_array_new(FALSE, FALSE, sizeof(struct unwound_frame));
    sampler->path = g_array_new(FALSE, FALSE, sizeof(struct cgr_node));
    sampler->nodes = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    return sampler;
}

void sampler_set_look(struct sampler *sampler, sampler_look *look, void *user)
{
    sampler->look = look;
    sampler->look_user = user;
}

void sampler_set_count(struct sampler *sampler, sampler_count *count, void *user)
{
    sampler->count = count;
    sampler->count_user = user;
}

/* Processes: those that the system did not tell us about have unknown mappings. */

static struct process *add_process(struct sampler *s, uint32_t pid, uint32_t parent_pid)
{
    struct process *process = g_new0(struct process, 1);
    const struct process *parent = g_hash_table_lookup(s->processes, GUINT_TO_POINTER(parent_pid));
    process->pid = pid;
    process->parent_pid = parent_pid;
    space_init(&process->space);
    if (parent) {
        space_copy(&process->space, &parent->space);
        process->teams = parent->teams ? teams_new() : NULL;
    }
    g_hash_table_insert(s->processes, GUINT_TO_POINTER(pid), process);
    return process;
}

static struct process *find_process(struct sampler *s, uint32_t pid)
{
    struct process *process = g_hash_table_lookup(s->processes, GUINT_TO_POINTER(pid));
    return process ? process : add_process(s, pid, 0);
}

static struct thread *find_thread(struct sampler *s, uint32_t pid, uint32_t tid)
{
    struct thread *thread = g_hash_table_lookup(s->threads, GUINT_TO_POINTER(tid));
    if (!thread) {
        thread = g_new0(struct thread, 1);
        thread->process = find_process(s, pid);
        thread->tid = tid;
        thread->chain = g_array_new(FALSE, FALSE, sizeof(struct chain_link));
        thread->memo = memo_new();
        thread->generation = s->generation;
        thread->process->threads++;
        g_hash_table_insert(s->threads, GUINT_TO_POINTER(tid), thread);
    }
    return thread;
}

/* CPU time. */

static void spend(struct sampler *s, struct thread *thread, uint64_t time)
{
    if (thread->is_running && thread->generation == s->generation && time > thread->since) {
        thread->unspent += time - thread->since;
    }
    thread->since = time;
}

static void set_running(struct sampler *s, struct thread *thread, uint64_t time, bool runs)
{
    spend(s, thread, time);
    thread->is_running = runs;
    thread->generation = s->generation;
}

/* The file is made when the process has something to record. */

static void write_modules(struct process *process)
{
    for (guint i = 0; i < process->space.mappings->len; i++) {
        const struct mapping *mapping = &g_array_index(process->space.mappings, struct mapping, i);
        if (mapping->image) {
            tree_map(process->tree, mapping, false);
        }
    }
}

/* The executable of a process: the system maps it below all libraries. */
static const char *program_of(const struct process *process)
{
    for (guint i = 0; i < process->space.mappings->len; i++) {
        const struct mapping *mapping = &g_array_index(process->space.mappings, struct mapping, i);
        if (mapping->image) {
            return mapping->path;
        }
    }
    return "";
}

static bool begin_thread(struct sampler *s, struct thread *thread)
{
    struct process *process = thread->process;
    if (!process->tree) {
        const struct tree_process described = {process->pid, process->parent_pid,
                                               program_of(process)};
        process->tree = tree_new(s->settings, &described);
        if (process->tree) {
            write_modules(process);
        }
    }
    if (process->tree && !thread->begun) {
        tree_thread(process->tree, &thread->branch, thread->tid);
        tree_name(process->tree, &thread->branch, thread->name);
        thread->begun = true;
    }
    return process->tree != NULL;
}

/* Samples. */

static struct cgr_node mark_node(enum cgr_mark mark)
{
    return (struct cgr_node){.callee = mark, .kind = CGR_NODE_MARK};
}

static void add_mark(struct sampler *s, enum cgr_mark mark)
{
    const struct cgr_node node = mark_node(mark);
    g_array_append_val(s->path, node);
}

/* The frames from the outside in. What the system makes around a signal handler is a mark; the
 * handler has no call site. */
static void add_frames(struct sampler *s)
{
    guint before = s->path->len;
    guint count = s->frames->len;
    const struct unwound_frame *frames = (const struct unwound_frame *)(void *)s->frames->data;
    g_array_set_size(s->path, before + count);
    struct cgr_node *path = &g_array_index(s->path, struct cgr_node, before);
    for (guint i = count; i-- > 0;) {
        const struct unwound_frame *frame = &frames[i];
        bool known = i + 1 < count && !frame[1].is_signal;
        *path++ = frame->is_signal ? mark_node(CGR_MARK_SIGNAL)
                                   : (struct cgr_node){.callee = frame->address,
                                                       .site = known ? frame->site : 0,
                                                       .kind = CGR_NODE_SAMPLE};
    }
}

static void make_path(struct sampler *s, const struct event *event, struct thread *thread)
{
    struct space *space = &thread->process->space;
    enum unwound_end end = unwind(s->frames, space, &event->sample.snapshot, thread->memo);
    if (end == UNWOUND_BROKEN && s->look && s->look(s->look_user, event->pid)) {
        end = unwind(s->frames, space, &event->sample.snapshot, thread->memo);
    }
    if (end != UNWOUND_WHOLE) {
        add_mark(s, end == UNWOUND_DEEP ? CGR_MARK_DEEP : CGR_MARK_BROKEN);
        *(end == UNWOUND_DEEP ? &s->summary.deep : &s->summary.broken) += 1;
    }
    add_frames(s);
}

static bool is_same(const struct cgr_node *a, const struct cgr_node *b)
{
    return a->callee == b->callee && a->site == b->site && a->kind == b->kind;
}

/* How many outer frames are those of the last sample. */
static guint common(const struct sampler *s, const struct thread *thread)
{
    guint same = 0;
    while (same < s->path->len && same < thread->chain->len &&
           is_same(&g_array_index(s->path, struct cgr_node, same),
                   &g_array_index(thread->chain, struct chain_link, same).frame)) {
        same++;
    }
    return same;
}

/* The node of the path, or of as much of it as there is memory for. */
static uint32_t find_node(struct sampler *s, struct thread *thread, uint32_t base)
{
    struct process *process = thread->process;
    if (thread->epoch != process->epoch || thread->base != base) {
        g_array_set_size(thread->chain, 0);
        thread->epoch = process->epoch;
        thread->base = base;
    }
    guint same = common(s, thread);
    g_array_set_size(thread->chain, same);
    uint32_t node = same   ? g_array_index(thread->chain, struct chain_link, same - 1).node
                    : base ? base
                           : thread->branch.root;
    for (guint i = same; i < s->path->len; i++) {
        struct chain_link link = {.frame = g_array_index(s->path, struct cgr_node, i)};
        link.node = tree_child(process->tree, &thread->branch, node, &link.frame);
        if (!link.node) {
            tree_add(process->tree, 0, 1, 0);
            break;
        }
        node = link.node;
        g_array_append_val(thread->chain, link);
    }
    return node;
}

static void note_teams(struct sampler *s, const struct thread *thread)
{
    struct process *process = thread->process;
    g_array_set_size(s->nodes, thread->chain->len);
    for (guint i = 0; i < thread->chain->len; i++) {
        g_array_index(s->nodes, uint32_t, i) =
            g_array_index(thread->chain, struct chain_link, i).node;
    }
    const struct placed_path placed = {.branch = &thread->branch,
                                       .path = s->path,
                                       .nodes = (const uint32_t *)(void *)s->nodes->data,
                                       .count = s->nodes->len};
    teams_note(process->teams, &process->space, process->tree, &placed);
}

/* The node of the sample in s->path. */
static uint32_t place(struct sampler *s, struct thread *thread)
{
    struct teams *teams = thread->process->teams;
    uint32_t base = teams ? teams_place(teams, &thread->process->space, s->path) : 0;
    uint32_t node = find_node(s, thread, base);
    if (teams) {
        note_teams(s, thread);
    }
    return node;
}

/* The node of what a thread was sampled in. */
static uint32_t find_place(struct sampler *s, struct thread *thread, const struct event *event)
{
    g_array_set_size(s->path, 0);
    if (event->sample.has_registers) {
        make_path(s, event, thread);
    } else if (!event->sample.in_kernel) {
        add_mark(s, CGR_MARK_BROKEN);
    }
    if (event->sample.in_kernel) {
        add_mark(s, CGR_MARK_KERNEL);
    }
    return place(s, thread);
}

static void take_sample(struct sampler *s, const struct event *event)
{
    struct thread *thread = find_thread(s, event->pid, event->tid);
    bool is_known = thread->generation == s->generation && thread->is_running;
    spend(s, thread, event->time);
    set_running(s, thread, event->time, true);
    s->summary.samples++;
    if (!begin_thread(s, thread)) {
        return;
    }
    thread->last = find_place(s, thread, event);
    tree_add(thread->process->tree, thread->last, 1, thread->unspent + (is_known ? 0 : s->period));
    thread->unspent = 0;
}

/* Its time is that of the next sample; a thread that ends before one was here. */
static void take_count(struct sampler *s, const struct event *event)
{
    struct thread *thread = find_thread(s, event->pid, event->tid);
    if (!s->count || !begin_thread(s, thread)) {
        return;
    }
    uint32_t node = find_place(s, thread, event);
    thread->last = thread->last ? thread->last : node;
    s->count(s->count_user, tree_path(thread->process->tree), node, event->sample.counter,
             event->sample.weight);
}

/* What is left of a thread's time belongs to its last sample. */
static void settle_time(struct sampler *s, struct thread *thread)
{
    if (!thread->unspent || !begin_thread(s, thread)) {
        return;
    }
    if (!thread->last) {
        const struct cgr_node between = {.callee = CGR_MARK_BETWEEN, .kind = CGR_NODE_MARK};
        thread->last =
            tree_child(thread->process->tree, &thread->branch, thread->branch.root, &between);
    }
    tree_add(thread->process->tree, thread->last, 0, thread->unspent);
    thread->unspent = 0;
}

/* What processes do. */

static const char *intern(struct sampler *s, const char *path)
{
    const char *known = g_hash_table_lookup(s->paths, path);
    if (!known) {
        char *copy = g_strdup(path);
        g_hash_table_insert(s->paths, copy, copy);
        known = copy;
    }
    return known;
}

static void take_mapping(struct sampler *s, const struct event *event)
{
    struct process *process = find_process(s, event->pid);
    struct mapping mapping = event->mapping;
    mapping.path = intern(s, mapping.path);
    mapping.image = images_find(s->images, mapping.path);
    if (space_has(&process->space, &mapping)) {
        return;
    }
    bool instead = space_map(&process->space, &mapping);
    process->epoch += instead;
    if (process->teams && instead) {
        teams_forget(process->teams);
    } else if (!process->teams && teams_is_runtime(mapping.path)) {
        process->teams = teams_new();
    }
    if (process->tree && (mapping.image || instead)) {
        tree_map(process->tree, &mapping, instead);
    }
}

static void take_name(struct sampler *s, const struct event *event)
{
    struct thread *thread = find_thread(s, event->pid, event->tid);
    g_strlcpy(thread->name, event->name, sizeof thread->name);
    if (thread->begun) {
        tree_name(thread->process->tree, &thread->branch, thread->name);
    }
}

static void release(struct sampler *s, struct process *process)
{
    bool is_listed = g_hash_table_lookup(s->processes, GUINT_TO_POINTER(process->pid)) == process;
    if (!process->threads && is_listed) {
        g_hash_table_remove(s->processes, GUINT_TO_POINTER(process->pid));
    } else if (!process->threads) {
        free_process(process);
    }
}

static void end_thread(struct sampler *s, struct thread *thread)
{
    struct process *process = thread->process;
    settle_time(s, thread);
    process->threads--;
    g_hash_table_remove(s->threads, GUINT_TO_POINTER(thread->tid));
    release(s, process);
}

/* The process is another one from now on. A thread that is not its first takes the number of that,
 * and we are not told which one it was: those that do not end keep what they belong to. */
static void take_exec(struct sampler *s, const struct event *event)
{
    struct process *old = find_process(s, event->pid);
    struct thread *thread = g_hash_table_lookup(s->threads, GUINT_TO_POINTER(event->tid));
    uint32_t parent = old->parent_pid;
    old->threads++; /* keep it until it is off the list */
    if (thread) {
        set_running(s, thread, event->time, false);
        end_thread(s, thread);
    }
    old->threads--;
    g_hash_table_steal(s->processes, GUINT_TO_POINTER(event->pid));
    release(s, old);
    add_process(s, event->pid, parent);
    thread = find_thread(s, event->pid, event->tid);
    set_running(s, thread, event->time, true);
    take_name(s, event);
}

static void take_fork(struct sampler *s, const struct event *event)
{
    struct thread *old = g_hash_table_lookup(s->threads, GUINT_TO_POINTER(event->tid));
    if (old) { /* the end of one with the same number was lost */
        end_thread(s, old);
    }
    if (event->pid != event->parent_pid) {
        add_process(s, event->pid, event->parent_pid);
    }
    struct thread *thread = find_thread(s, event->pid, event->tid);
    const struct thread *maker =
        g_hash_table_lookup(s->threads, GUINT_TO_POINTER(event->parent_pid));
    if (maker) {
        g_strlcpy(thread->name, maker->name, sizeof thread->name);
    }
}

static void take_exit(struct sampler *s, const struct event *event)
{
    struct thread *thread = g_hash_table_lookup(s->threads, GUINT_TO_POINTER(event->tid));
    if (thread) {
        set_running(s, thread, event->time, false);
        end_thread(s, thread);
    }
}

static void take_switch(struct sampler *s, const struct event *event)
{
    struct thread *thread = g_hash_table_lookup(s->threads, GUINT_TO_POINTER(event->tid));
    if (thread) {
        set_running(s, thread, event->time, event->kind == EVENT_SWITCH_IN);
    }
}

/* The event of an end may have been lost. */
unsigned sampler_running(const struct sampler *sampler)
{
    GHashTableIter iterator;
    gpointer value;
    unsigned running = 0;
    g_hash_table_iter_init(&iterator, sampler->processes);
    while (g_hash_table_iter_next(&iterator, NULL, &value)) {
        const struct process *process = value;
        running += process->threads && kill((pid_t)process->pid, 0) == 0;
    }
    return running;
}

void sampler_free(struct sampler *sampler)
{
    if (!sampler) {
        return;
    }
    GHashTableIter iterator;
    gpointer thread;
    for (;;) {
        g_hash_table_iter_init(&iterator, sampler->threads);
        if (!g_hash_table_iter_next(&iterator, NULL, &thread)) {
            break;
        }
        end_thread(sampler, thread);
    }
    g_hash_table_unref(sampler->threads);
    g_hash_table_unref(sampler->processes);
    g_hash_table_unref(sampler->paths);
    g_array_unref(sampler->frames);
    g_array_unref(sampler->path);
    g_array_unref(sampler->nodes);
    images_free(sampler->images);
    g_free(sampler);
}

const struct sampler_summary *sampler_summary(const struct sampler *sampler)
{
    return &sampler->summary;
}

void sampler_take(void *user, const struct event *event)
{
    struct sampler *s = user;
    switch (event->kind) {
    case EVENT_SAMPLE:
        if (event->sample.counter == EVENTS_TIME) {
            take_sample(s, event);
        } else {
            take_count(s, event);
        }
        break;
    case EVENT_SWITCH_IN:
    case EVENT_SWITCH_OUT:
        take_switch(s, event);
        break;
    case EVENT_MAP:
        take_mapping(s, event);
        break;
    case EVENT_NAME:
        take_name(s, event);
        break;
    case EVENT_EXEC:
        take_exec(s, event);
        break;
    case EVENT_FORK:
        take_fork(s, event);
        break;
    case EVENT_EXIT:
        take_exit(s, event);
        break;
    case EVENT_LOST:
        s->summary.lost_events += event->lost;
        s->generation++;
        break;
    }
}
