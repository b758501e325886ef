/*
 * Threads: each records into a tree of its own, from its first call to its end.
 */
#include "runtime.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef CGR_LAST_ROUND
#define CGR_LAST_ROUND PTHREAD_DESTRUCTOR_ITERATIONS
#endif

#define STACK_ENTRIES (UINT32_C(1) << 20)

CGR_THREAD_LOCAL struct cgr_recorder *cgr_self;

/* What the thread that made this one left for it (wrappers.c). */
CGR_THREAD_LOCAL struct cgr_thread *cgr_creator;
CGR_THREAD_LOCAL uint32_t cgr_creator_node;
CGR_THREAD_LOCAL bool cgr_below_creator;

static CGR_THREAD_LOCAL bool busy; /* starts to record, or has ended */

/* Of a recorder with its stack. */
static size_t recorder_size(void)
{
    return sizeof(struct cgr_recorder) + STACK_ENTRIES * sizeof(struct cgr_entry);
}

static size_t gaps_size(void)
{
    return cgr_chosen.gaps ? STACK_ENTRIES * sizeof(struct cgr_gap) : 0;
}

static bool make_stack(struct cgr_recorder *self)
{
    self->stack = (struct cgr_entry *)(self + 1);
    self->gaps = gaps_size() ? cgr_memory(gaps_size()) : NULL;
    if ((gaps_size() && !self->gaps) || !cgr_tree_new(self)) {
        return false;
    }
    self->top = self->stack;
    self->limit = self->stack + STACK_ENTRIES - 1;
    self->top->node = cgr_at(self->thread->root);
    self->top->stack = UINTPTR_MAX;
    self->thread->current = (uintptr_t)self->top->node;
    self->thread->ticked = cgr_ticks();
    return true;
}

static void free_recorder(struct cgr_recorder *self)
{
    cgr_memory_free(self->gaps, gaps_size());
    cgr_tree_forget(self);
    cgr_memory_free(self, recorder_size());
}

static uint64_t cpu_time(void)
{
    struct timespec time;
    return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0
               ? (uint64_t)time.tv_sec * UINT64_C(1000000000) + (uint64_t)time.tv_nsec
               : 0;
}

void cgr_thread_used(struct cgr_recorder *self)
{
    bool ours = !cgr_sealed && (uint32_t)getpid() == cgr_runtime.header->pid; /* no raw clone */
    if (cgr_runtime.times && ours && !cgr_is_paused()) {
        self->thread->used = cpu_time();
    }
}

static struct cgr_recorder *begin_thread(void)
{
    struct cgr_recorder *self = cgr_memory(recorder_size());
    struct cgr_chunk *chunk = self ? cgr_chunk_new(CGR_PAGE) : NULL;
    struct cgr_thread *thread = (struct cgr_thread *)(chunk + 1);
    if (!chunk) {
        cgr_memory_free(self, recorder_size());
        return NULL;
    }
    thread->creator = cgr_creator_node;
    if (!cgr_sealed) {
        thread->tid = (uint32_t)syscall(SYS_gettid);
        thread->is_main = thread->tid == (uint32_t)getpid();
        prctl(PR_GET_NAME, thread->name);
    }
    self->thread = thread;
    self->master = cgr_below_creator ? cgr_creator : NULL;
    if (!make_stack(self)) {
        free_recorder(self);
        return NULL;
    }
    thread->accounted = thread->is_main && cgr_runtime.follows ? cpu_time() : 0;
    cgr_chunk_publish(chunk, CGR_CHUNK_THREAD, cgr_reference(thread));
    pthread_setspecific((pthread_key_t)cgr_runtime.key, self);
    return self;
}

struct cgr_recorder *cgr_thread_get(void)
{
    if (cgr_self || busy || cgr_runtime.stacks) {
        return cgr_self;
    }
    busy = true;
    if (cgr_start() && !cgr_runtime.stacks) {
        cgr_self = begin_thread();
        if (!cgr_self) {
            cgr_add(&cgr_runtime.header->lost, 1);
        }
    }
    cgr_hurry(cgr_self);
    busy = false;
    return cgr_self;
}

/* Other destructors may still call functions, so this waits for the last round of them. */
void cgr_thread_end(void *data)
{
    static CGR_THREAD_LOCAL int rounds;
    struct cgr_recorder *self = data;
    struct cgr_thread *thread = self->thread;
    if (++rounds < CGR_LAST_ROUND) {
        pthread_setspecific((pthread_key_t)cgr_runtime.key, self);
        return;
    }
    busy = true;
    cgr_hurry(NULL);
    cgr_add_clock(self);
    cgr_thread_used(self);
    cgr_self = NULL;
    thread->current = 0;
    free_recorder(self);
    __atomic_store_n(&thread->state, CGR_ENDED, __ATOMIC_RELEASE);
}

/* The master is within the function that the workers share, or has not entered it or left it; the
 * function is below what called it there. */
struct cgr_node *cgr_thread_outermost(struct cgr_recorder *self, uint64_t function)
{
    struct cgr_node *root = cgr_at(self->thread->root);
    const struct cgr_thread *master = self->master;
    uint64_t current = master ? __atomic_load_n(&master->current, __ATOMIC_RELAXED) : 0;
    if (!current) {
        return cgr_runtime.all_below && self->thread->creator ? cgr_at(self->thread->creator)
                                                              : root;
    }
    struct cgr_node *node = (struct cgr_node *)(uintptr_t)current;
    for (struct cgr_node *above = node; above->parent; above = cgr_at(above->parent)) {
        if (above->callee == function) {
            return cgr_at(above->parent);
        }
    }
    return node;
}
