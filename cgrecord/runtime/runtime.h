/*
 * What the files of the runtime library share. See README.md for the rules that hold here: code of
 * this folder runs inside of the program that is measured.
 */
#ifndef CGRECORD_RUNTIME_H
#define CGRECORD_RUNTIME_H

#include "../recording/recording.h"
#include "../recording/selection.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#define CGR_EXPORT __attribute__((visibility("default")))
#define CGR_THREAD_LOCAL __thread __attribute__((tls_model("initial-exec")))

/** A call that has not returned. */
struct cgr_entry {
    struct cgr_node *node;
    uintptr_t stack; /**< the stack pointer in the function when it called the hook */
};

/** What lies between two calls that are recorded. */
struct cgr_gap {
    uint64_t skipped; /**< as in struct cgr_recorder, of the calls before this entry */
    uintptr_t skipped_from;
    uintptr_t skipped_function;
};

/** A child of a node. */
struct cgr_slot {
    uint32_t parent; /**< 0: an empty slot */
    uint32_t node;
};

/** A hash table of children. A signal handler may replace it by a larger one while
 *  the thread searches it, so it is kept until the thread ends. */
struct cgr_table {
    struct cgr_table *older; /**< that it replaced; NULL: it is the first */
    uint32_t mask;
    uint32_t count;
    struct cgr_slot slots[]; /**< `mask` + 1, half of them empty */
};

/** What records the calls of one thread. It is in private memory, for a process made without fork
 *  (raw clone) has the file of its parent: it counts calls there, on a stack of its own. The fast
 *  way of a call uses the first CGR_UNIT bytes alone. */
struct cgr_recorder {
    struct cgr_entry *top;
    struct cgr_entry *limit;    /**< of `top` */
    struct cgr_table *children; /**< of all nodes */
    struct cgr_thread *thread;  /**< what others read of it */
    struct cgr_entry *stack;
    struct cgr_gap *gaps;      /**< by entry; NULL: what is not recorded is so with all it calls */
    struct cgr_chunk *nodes;   /**< where new nodes go */
    struct cgr_thread *master; /**< whose path outermost calls are below; NULL: none */
    uint64_t skipped;          /**< calls without a node that have not returned */
    uintptr_t skipped_from;    /**< the stack pointer of the first of these */
    uintptr_t skipped_function;
    uintptr_t handlers_low; /**< where the stack of signal handlers is, if it was seen above that */
    uintptr_t handlers_high; /**< of the thread (sigaltstack) */
};

/** The recording of this process. */
struct cgr_runtime {
    int state; /**< enum cgr_start; atomic */
    bool clock;
    bool times;     /**< the CPU time of threads is wanted */
    bool follows;   /**< the process has recorded another program before */
    bool all_below; /**< every thread is below the path that made it */
    bool stacks;    /**< the process samples itself and records no calls */
    uint32_t recursion;
    struct cgr_header *header; /**< the mapped file, `limit` bytes of addresses */
    uint64_t limit;
    char directory[512];
    char path[600]; /**< of the file */
    int key;        /**< of thread-specific data, whose destructor ends a thread */
};

enum cgr_start { CGR_START_UNKNOWN, CGR_STARTING, CGR_STARTED, CGR_OFF };

extern struct cgr_runtime cgr_runtime;

/** No thread: no call is recorded of it, and none is at its top. */
extern struct cgr_recorder cgr_nobody;
/** The thread, if hooks may record calls the fast way: one that its tree has is recorded again,
 *  without a look at the choice for its function. Else cgr_nobody. */
extern CGR_THREAD_LOCAL struct cgr_recorder *cgr_fast;
/** Likewise for XRay, whose calls come only from functions that are recorded. */
extern CGR_THREAD_LOCAL struct cgr_recorder *cgr_fast_xray;
/** The thread, once it has begun to record. */
extern CGR_THREAD_LOCAL struct cgr_recorder *cgr_self;
/** A node that no call leads to: what `cached` is at first. Nothing but itself follows it. */
extern struct cgr_node cgr_nowhere;

/** Start recording unless it has started. @return whether this process records */
bool cgr_start(void);

/** Make the file of this process. @return whether that worked */
bool cgr_file_open(void);

/**
 * Take a chunk of the file.
 *
 * @param size bytes, a multiple of CGR_PAGE
 * @return its header, not filled in; NULL when memory or the disk is exhausted. Async-signal-safe.
 */
struct cgr_chunk *cgr_chunk_new(uint32_t size);

/** Close a file. Like all calls here that libc lets a thread be cancelled in, a bare system call.
 */
void cgr_close(int file);

/** Bytes of the file that may be read: another thread may have taken more, which the file does not
 *  have yet. */
uint64_t cgr_file_size(void);

/** Finish the header of a chunk: readers see it from now on. */
void cgr_chunk_publish(struct cgr_chunk *chunk, enum cgr_chunk_kind kind, uint32_t thread);

/** The chunk behind another that is published. @param chunk NULL: the first @return NULL at the end
 */
struct cgr_chunk *cgr_chunk_next(struct cgr_chunk *chunk);

/** Take what of the file is used when the process may make no system calls any more. */
void cgr_file_reserve(void);

/** It may go on to make them. */
void cgr_file_release(void);

/** Whether the process has forbidden itself system calls: none may be made then. */
enum cgr_seal {
    CGR_NOT_SEALED,
    CGR_SEALED,
    CGR_SEALED_STRICT, /**< nor may the clock be read */
};

extern enum cgr_seal cgr_sealed;

/** Before the process forbids itself system calls: take what is needed then. @return false: it has
 *  been so before, or nothing is recorded */
bool cgr_seal(bool strict);
/** It was not allowed to. */
void cgr_unseal(void);
/** Private memory of what was taken; NULL when there is none. */
void *cgr_sealed_memory(uint64_t wanted);
bool cgr_is_sealed_memory(const void *memory);

/** Private memory, zeroed; NULL when there is none. Async-signal-safe. */
void *cgr_memory(size_t size);
void cgr_memory_free(void *memory, size_t size);

/** The number by which the file names something in it. */
static inline uint32_t cgr_reference(const void *address)
{
    return (uint32_t)(((uintptr_t)address - (uintptr_t)cgr_runtime.header) / CGR_UNIT);
}

/** What a number names. */
static inline void *cgr_at(uint32_t reference)
{
    return (char *)cgr_runtime.header + (uint64_t)reference * CGR_UNIT;
}

/** Add to a number that other threads, or signal handlers, change as well. */
static inline void cgr_add(uint64_t *number, uint64_t amount)
{
    __atomic_fetch_add(number, amount, __ATOMIC_RELAXED);
}

/** Count a call. Only the node's own thread does, but perhaps in a signal handler: one instruction
 *  where the machine has one. */
static inline void cgr_count(struct cgr_node *node)
{
#ifdef __x86_64__
    __asm__ volatile("incq %0" : "+m"(node->count) : : "cc");
#else
    __atomic_fetch_add(&node->count, 1, __ATOMIC_RELAXED);
#endif
}

/** Push a call. A signal handler may run between any two of these instructions: it finds a complete
 *  stack, and what it leaves above the top is written again. Its frame is not where ours is, so the
 *  stack pointer, which is written first, tells. */
static inline void cgr_push(struct cgr_recorder *self, struct cgr_node *node, uintptr_t stack)
{
    struct cgr_entry *top = self->top + 1;
    top->stack = stack;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    top->node = node;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    self->top = top;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (__builtin_expect(top->stack != stack, 0)) {
        top->node = node;
        top->stack = stack;
    }
    self->thread->current = (uintptr_t)node;
}

/** Forget calls down to an entry. */
static inline void cgr_pop_to(struct cgr_recorder *self, struct cgr_entry *entry)
{
    self->top = entry;
    self->thread->current = (uintptr_t)entry->node;
}

/** Forget a call that was at the top. @return false: a signal handler has dropped it meanwhile */
static inline bool cgr_pop(struct cgr_recorder *self, struct cgr_entry *entry)
{
    bool popped = __atomic_compare_exchange_n(&self->top, &entry, entry - 1, false,
                                              __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    self->thread->current = (uintptr_t)self->top->node;
    return popped;
}

/** This thread, which begins to record now if it has not; NULL: it cannot. */
struct cgr_recorder *cgr_thread_get(void);

/** Note the CPU time of this thread, if it is wanted. */
void cgr_thread_used(struct cgr_recorder *self);

/** The path that an outermost call of a thread is below. @param function what is called */
struct cgr_node *cgr_thread_outermost(struct cgr_recorder *self, uint64_t function);

/** Allocate the tree of a thread. @return whether there was memory */
bool cgr_tree_new(struct cgr_recorder *self);
/** Free what finds its nodes. They stay in the file. */
void cgr_tree_forget(struct cgr_recorder *self);

/** Where the search for a child begins in the table. Call sites of one node differ in their low
 *  bits; the product spreads nodes. */
static inline uint32_t cgr_hash(uint32_t parent, uint64_t callee, uint64_t site)
{
    return (uint32_t)site ^ (uint32_t)(callee >> 4) ^ parent * UINT32_C(0x9e3779b1);
}

/** The child of a node for a call; NULL: there is none. O(1) */
static inline struct cgr_node *cgr_find(const struct cgr_table *table, uint32_t parent,
                                        uint64_t callee, uint64_t site)
{
    uint32_t at = cgr_hash(parent, callee, site) & table->mask;
    for (; table->slots[at].parent; at = (at + 1) & table->mask) {
        struct cgr_node *node = cgr_at(table->slots[at].node);
        if (table->slots[at].parent == parent && node->callee == callee && node->site == site) {
            return node;
        }
    }
    return NULL;
}

/** Note which child of a node was called now, and that it followed the one before. What follows a
 *  child of several nodes is not noted: it may be a child of only one of these. */
static inline void cgr_follow(struct cgr_node *parent, struct cgr_node *child)
{
    struct cgr_node *before = parent->cached;
    if (before->other != CGR_FOLDED) {
        before->other = cgr_reference(before->next);
        before->next = child;
    }
    parent->cached = child;
}

/** Whether a node is of a call. */
static inline bool cgr_is_call(const struct cgr_node *node, const void *function, const void *site)
{
    return __builtin_expect(node->callee == (uintptr_t)function, 1) &&
           __builtin_expect(node->site == (uintptr_t)site, 1);
}

/** The child of a node for a call that it need not have called last; NULL: the tree has none. */
static inline struct cgr_node *cgr_find_other(const struct cgr_recorder *self,
                                              const struct cgr_node *parent, const void *function,
                                              const void *site)
{
    /* what followed the last call before that was called now */
    uint32_t other = parent->cached->other;
    struct cgr_node *child = other == CGR_FOLDED ? &cgr_nowhere : cgr_at(other);
    return cgr_is_call(child, function, site) ? child
                                              : cgr_find(self->children, cgr_reference(parent),
                                                         (uintptr_t)function, (uintptr_t)site);
}

/** The child of a node for a call, found, folded or made; NULL when memory is exhausted. O(1), but
 *  O(depth) when made. */
struct cgr_node *cgr_child(struct cgr_recorder *self, struct cgr_node *parent, uint64_t callee,
                           uint64_t site);

/** The calls that the hooks do not handle themselves. @param stack see struct cgr_entry */
void cgr_enter(void *function, void *site, uintptr_t stack);
void cgr_exit(void *function, uintptr_t stack);

/** The program leaves all frames below a stack pointer. */
void cgr_unwind(uintptr_t stack);
/** Likewise by longjmp, also what is inlined into the function that called setjmp: it returns to
 *  one place with that, and is never inlined itself. */
void cgr_jump(uintptr_t stack);
/** The program goes on as it was when an entry was the top one. @param entry NULL: nothing to do */
void cgr_return_to(struct cgr_entry *entry);

/** Record the modules that are mapped now, and which of those known before are gone. Takes no lock
 *  of the loader. */
void cgr_modules_scan(void);
/** Look again if an address is in no module that is known, or if it may be in another one now. */
void cgr_modules_need(uint64_t address);
/** Before a library may be unloaded, after which they are to be scanned. */
void cgr_modules_unloading(void);
/** They were scanned. */
void cgr_modules_unloaded(void);
/** The file of the module that an address is in; NULL: it is not known. */
const char *cgr_modules_path(uint64_t address);
/** The selection of the module that an address is in. @param place receives the offset in the file
 *  of what is at the address @return NULL: no module is known to be there, or it has none */
const struct cgr_selection *cgr_modules_selection(uint64_t address, uint64_t *place, bool *known);
/** The selection of the module with XRay's runtime. @param base receives where the beginning of its
 *  file would be in memory @return NULL: there is none */
const struct cgr_selection *cgr_modules_xray(uintptr_t *base);
/** Ask anew for what is recorded of each module: the tool has written it. Decisions are forgotten.
 */
void cgr_modules_choose_again(void);
/** Whether another thread looks for modules now. */
bool cgr_modules_are_sought(void);
/** Wait for what another thread does: a fifth of a millisecond. */
void cgr_pause_shortly(void);
/** In a child made by fork: write the known modules to the new file. */
void cgr_modules_again(void);

/** Find the functions that ours stand in for. */
void cgr_wrappers_start(void);
/** Likewise those that start programs. */
void cgr_programs_start(void);
/** Find a function in what is loaded, without the lock of the loader. @param except what it is not
 *  @return NULL: there is none */
void *cgr_loaded_find(const char *name, const void *except);

/** Which functions are recorded (chosen.c). */
struct cgr_chosen {
    bool active;     /**< not all are */
    bool subtrees;   /**< what is recorded depends on the calls around it */
    bool gaps;       /**< within what is not recorded, something may be: threads have gaps */
    bool only_below; /**< CGR_BEGINS counts */
    bool changes;    /**< the tool may choose anew */
    const struct cgr_control *control; /**< NULL: none */
};

extern struct cgr_chosen cgr_chosen;

/* Decisions that were made, by the low bits of the function's address, so that those of neighbours
 * are neighbours: the function if it is left out, and for all functions with the choice in the
 * lowest byte. */
#define CGR_DECISIONS (UINT32_C(1) << 16)
/** 0 while all functions are recorded: they share an entry, which stays empty. */
extern uint32_t cgr_decision_mask __attribute__((visibility("hidden")));
extern uintptr_t cgr_left_out[CGR_DECISIONS];
extern uint64_t cgr_decisions[CGR_DECISIONS];

static inline uint32_t cgr_decision(uintptr_t function)
{
    return (uint32_t)(function >> 3) & cgr_decision_mask;
}

/** Find the choice for a function that is not among the decisions. */
uint32_t cgr_choose(uintptr_t function);

/** What holds for a function: enum cgr_choice. O(1) when it was asked before, and seldom more. */
static inline uint32_t cgr_choice(uintptr_t function)
{
    uint64_t known = __atomic_load_n(&cgr_decisions[cgr_decision(function)], __ATOMIC_RELAXED);
    return known >> 8 == function ? (uint32_t)(known & 0xff) : cgr_choose(function);
}

/** Whether what a call calls is not recorded. */
static inline bool cgr_ends(const struct cgr_node *node)
{
    return cgr_choice(node->callee & ~CGR_UNLOADED) & CGR_ENDS;
}

/** Whether a function is known to be left out: few instructions, no call. */
static inline bool cgr_was_left_out(uintptr_t function)
{
    uintptr_t known = __atomic_load_n(&cgr_left_out[cgr_decision(function)], __ATOMIC_RELAXED);
    return known == function;
}

/** Whether a function is left out. */
static inline bool cgr_is_left_out(uintptr_t function)
{
    return cgr_chosen.active && (cgr_choice(function) & CGR_LEAVE_OUT);
}

/** Record calls of this thread the fast way, as far as may be. Where the tool may choose anew, a
 * call in the tree may be of a function that is left out now. @param self NULL: no longer */
static inline void cgr_hurry(struct cgr_recorder *self)
{
    bool careful = cgr_runtime.clock || cgr_chosen.gaps;
    cgr_fast_xray = !self || careful ? &cgr_nobody : self;
    cgr_fast = cgr_chosen.changes ? &cgr_nobody : cgr_fast_xray;
}

/** Read the environment. */
void cgr_chosen_start(void);
/** The selection of an executable or library; NULL: there is none. Async-signal-safe. */
const struct cgr_selection *cgr_selection_ask(const char *path);
/** Forget decisions: other code may be at the same addresses. */
void cgr_chosen_forget(void);

/** Whether nothing is recorded now. */
bool cgr_is_paused(void);
/** Whether a call is recorded by the calls around it, besides its own choice. */
bool cgr_is_on(struct cgr_recorder *self, uintptr_t function);

/** Count a call and put it on the stack. */
void cgr_begin_call(struct cgr_recorder *self, struct cgr_node *node, uintptr_t stack);
/** Put a call on the stack that was counted. */
void cgr_resume_call(struct cgr_recorder *self, struct cgr_node *node, uintptr_t stack);
/** End calls whose entries are below a stack pointer: their frames are gone. */
void cgr_drop_dead(struct cgr_recorder *self, uintptr_t stack);
/** With clock, add the time since the last call began or ended to the call at the top. */
void cgr_add_clock(struct cgr_recorder *self);
/** End a call that was at the top, unless a signal handler has. */
void cgr_end_call(struct cgr_recorder *self, struct cgr_entry *entry);

/** Whether functions were patched. */
extern bool cgr_xray;
/** Patch the functions that are recorded, if the executable has XRay's runtime.
 *  @param changing others may be recorded later */
void cgr_xray_start(bool changing);

/** Handles a signal of ours. */
typedef void cgr_signal_handler(int, siginfo_t *, void *);
/** Take a signal that the program may use and does not. @return its number; 0: there is none */
int cgr_signal_take(cgr_signal_handler *handler);
/** Whether a signal was taken. */
bool cgr_signal_is_ours(int number);
/** sigaction for one that was. */
int cgr_signal_share(int number, const struct sigaction *action, struct sigaction *old);
/** The sigaction of the system. */
int cgr_sigaction(int number, const struct sigaction *action, struct sigaction *old);

/** Sample this process, from this thread on. @return false: it cannot be */
bool cgr_stacks_start(void);
/** Sample this thread, if the process samples itself. A thread that cannot be sampled counts as
 *  lost. */
void cgr_stacks_thread(void);
/** Before the thread forbids itself system calls: sample it no more, which counts as lost. */
void cgr_stacks_seal(void);
/** In a child made by fork: the thread has no timer, and the ring is its parent's. */
void cgr_stacks_forget(void);

#endif
