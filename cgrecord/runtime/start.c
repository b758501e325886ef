/*
 * The beginning of recording in a process, and its continuation in children made by fork. The first
 * hook may run before the constructor of this library, so both begin.
 */
#include "xray.h"

#include "../recording/stacks.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define DEFAULT_MEMORY (UINT64_C(256) << 20)

struct cgr_runtime cgr_runtime;

/* Functions of .preinit_array run before libc knows its environment, which is on the stack behind
 * the arguments. */
static void find_environment(void)
{
    extern void *__libc_stack_end __attribute__((weak));
    if (!environ && &__libc_stack_end && __libc_stack_end) {
        char **arguments = (char **)__libc_stack_end + 1;
        environ = arguments + *(const long *)__libc_stack_end + 1;
    }
}

static uint64_t number_of(const char *variable, uint64_t standard)
{
    const char *text = getenv(variable);
    return text && *text ? strtoull(text, NULL, 10) : standard;
}

static bool is_set(const char *variable, const char *value)
{
    const char *text = getenv(variable);
    return text && strcmp(text, value) == 0;
}

/* The number of this process among those of an MPI program; -1: it is not one. */
static int32_t find_rank(void)
{
    static const char *const variables[] = CGR_RANK_VARIABLES;
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *text = getenv(variables[i]);
        if (text && *text >= '0' && *text <= '9') {
            return (int32_t)strtol(text, NULL, 10);
        }
    }
    return -1;
}

static uint64_t now(clockid_t clock)
{
    struct timespec time;
    return clock_gettime(clock, &time) == 0
               ? (uint64_t)time.tv_sec * UINT64_C(1000000000) + (uint64_t)time.tv_nsec
               : 0;
}

static void fill_header(void)
{
    struct cgr_header *header = cgr_runtime.header;
    header->version = CGR_VERSION;
    header->pid = (uint32_t)getpid();
    header->parent_pid = (uint32_t)getppid();
    header->rank = find_rank();
    header->started = now(CLOCK_REALTIME);
    header->recursion = cgr_runtime.recursion;
    header->clock = cgr_runtime.clock;
    header->chosen = cgr_chosen.active;
    header->xray = cgr_xray;
    header->signal = (uint32_t)cgr_patches.signal;
    header->ticks_from = cgr_ticks();
    header->nanoseconds_from = now(CLOCK_MONOTONIC);
    if (readlink("/proc/self/exe", header->program, sizeof header->program - 1) < 0) {
        header->program[0] = '\0';
    }
    memcpy(header->magic, CGR_MAGIC, sizeof header->magic);
}

static bool read_environment(void)
{
    find_environment();
    const char *directory = getenv(CGR_ENV_DIRECTORY);
    if (!directory || strlen(directory) >= sizeof cgr_runtime.directory) {
        return false;
    }
    strcpy(cgr_runtime.directory, directory);
    cgr_runtime.limit = number_of(CGR_ENV_MEMORY, DEFAULT_MEMORY);
    cgr_runtime.recursion = (uint32_t)number_of(CGR_ENV_RECURSION, 1);
    cgr_runtime.clock = is_set(CGR_ENV_CLOCK, "1");
    cgr_runtime.times = is_set(CGR_ENV_TIMES, "1");
    cgr_runtime.all_below = is_set(CGR_ENV_BELOW, "all");
    cgr_runtime.stacks = getenv(CGR_ENV_SAMPLE) != NULL;
    cgr_chosen_start();
    return true;
}

/* Ends a thread: thread.c. */
extern void cgr_thread_end(void *self);

/** In a child made by fork: go on in a file of its own, with the path that led to the fork. */
static void go_on_in_child(void);

static bool start(void)
{
    pthread_key_t key;
    if (!read_environment() || pthread_key_create(&key, cgr_thread_end) != 0) {
        return false;
    }
    cgr_runtime.key = (int)key;
    cgr_wrappers_start();
    if (!cgr_file_open()) {
        return false;
    }
    fill_header();
    cgr_modules_scan();
    pthread_atfork(NULL, NULL, go_on_in_child);
    if (cgr_runtime.stacks) {
        return cgr_stacks_start();
    }
    const char *xray = getenv(CGR_ENV_XRAY);
    if (xray) {
        cgr_xray_start(strcmp(xray, CGR_XRAY_CHANGING) == 0);
    }
    return true;
}

bool cgr_start(void)
{
    int state = CGR_START_UNKNOWN;
    if (__atomic_load_n(&cgr_runtime.state, __ATOMIC_ACQUIRE) == CGR_STARTED) {
        return true;
    }
    if (!__atomic_compare_exchange_n(&cgr_runtime.state, &state, CGR_STARTING, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        return state == CGR_STARTED;
    }
    state = start() ? CGR_STARTED : CGR_OFF;
    __atomic_store_n(&cgr_runtime.state, state, __ATOMIC_RELEASE);
    return state == CGR_STARTED;
}

__attribute__((constructor(101))) static void begin(void)
{
    cgr_start();
}

/* The calls of this thread do not return. */
__attribute__((destructor(101))) static void end(void)
{
    if (cgr_self) {
        cgr_add_clock(cgr_self);
        cgr_thread_used(cgr_self);
    }
}

/* The same path in the new file. Only the first entry may be below nodes of another thread. */
static struct cgr_node *copy_path(struct cgr_recorder *self, const char *old, uint32_t number)
{
    const struct cgr_node *node = (const struct cgr_node *)(old + (uint64_t)number * CGR_UNIT);
    if (!node->parent) {
        return cgr_at(self->thread->root);
    }
    struct cgr_node *parent = copy_path(self, old, node->parent);
    return parent ? cgr_child(self, parent, node->callee, node->site) : NULL;
}

static void copy_stack(struct cgr_recorder *self, const char *old)
{
    struct cgr_entry *entry = self->stack;
    struct cgr_node *node = cgr_at(self->thread->root);
    entry->node = node;
    while (node && entry < self->top) {
        const struct cgr_node *before = (++entry)->node;
        if (entry == self->stack + 1) {
            node = copy_path(self, old, before->parent);
        }
        node = node ? cgr_child(self, node, before->callee, before->site) : NULL;
        if (node) {
            entry->node = node;
        }
    }
    self->top = node ? self->top : self->stack;
    self->thread->current = (uintptr_t)self->top->node;
}

static void stop(void)
{
    cgr_self = NULL;
    cgr_hurry(NULL);
    cgr_runtime.state = CGR_OFF;
}

/* Move a thread to the new file: its stack stays, its children are forgotten. */
static bool move_thread(struct cgr_recorder *self)
{
    struct cgr_chunk *chunk = cgr_chunk_new(CGR_PAGE);
    if (!chunk) {
        return false;
    }
    struct cgr_thread *thread = (struct cgr_thread *)(chunk + 1);
    thread->tid = (uint32_t)getpid();
    thread->is_main = 1;
    thread->ticked = cgr_ticks();
    memcpy(thread->name, self->thread->name, sizeof thread->name);
    self->thread = thread;
    self->nodes = NULL;
    self->master = NULL;
    cgr_tree_forget(self);
    cgr_chunk_publish(chunk, CGR_CHUNK_THREAD, cgr_reference(thread));
    return cgr_tree_new(self);
}

static void go_on_in_child(void)
{
    struct cgr_header *old = cgr_runtime.header;
    struct cgr_recorder *self = cgr_self;
    bool fast = cgr_fast_xray != &cgr_nobody;
    if (cgr_runtime.state != CGR_STARTED || cgr_sealed) {
        return; /* or it goes on in its parent's file */
    }
    cgr_hurry(NULL);
    cgr_self = NULL;
    cgr_stacks_forget();
    if (!cgr_file_open()) {
        __atomic_fetch_add(&old->missing, 1, __ATOMIC_RELAXED);
        stop();
        return;
    }
    fill_header();
    cgr_modules_again();
    cgr_stacks_thread();
    cgr_patches_fork_child();
    if (self && move_thread(self)) {
        copy_stack(self, (const char *)old);
        cgr_self = self;
        cgr_hurry(fast ? self : NULL);
        pthread_setspecific((pthread_key_t)cgr_runtime.key, self);
    } else if (self) {
        stop();
    }
    cgr_memory_free(old, old->limit);
}
