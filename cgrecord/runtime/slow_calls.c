/*
 * Calls that hooks.c does not handle: the first ones, those after a jump out of functions, and all
 * while times are measured.
 */
#include "runtime.h"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

/* How much of a time was not in a pause. Only the last switch is known. */
static uint64_t recorded_between(uint64_t from, uint64_t to)
{
    const struct cgr_control *control = cgr_chosen.control;
    uint64_t switched = control ? __atomic_load_n(&control->switched, __ATOMIC_RELAXED) : 0;
    if (control && __atomic_load_n(&control->off, __ATOMIC_RELAXED)) {
        to = switched < to ? switched : to;
    } else if (switched > from) {
        from = switched;
    }
    return to > from ? to - from : 0;
}

void cgr_add_clock(struct cgr_recorder *self)
{
    if (cgr_runtime.clock && cgr_sealed != CGR_SEALED_STRICT) {
        uint64_t now, before = self->thread->ticked;
        do { /* a signal handler may add what has passed until it ends */
            now = cgr_ticks();
        } while (!__atomic_compare_exchange_n(&self->thread->ticked, &before, now, false,
                                              __ATOMIC_RELAXED, __ATOMIC_RELAXED));
        self->top->node->clock += recorded_between(before, now);
    }
}

/* Calls that have no node are skipped with all that they call. */
static void skip(struct cgr_recorder *self, const void *function, uintptr_t stack)
{
    cgr_add_clock(self);
    self->skipped_from = stack;
    self->skipped_function = (uintptr_t)function;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    self->skipped = 1; /* a signal handler in between leaves 0 */
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    self->skipped_from = stack;
    self->skipped_function = (uintptr_t)function;
    cgr_hurry(NULL);
}

static void stop_skipping(struct cgr_recorder *self)
{
    self->skipped = 0;
    cgr_hurry(self);
}

void cgr_end_call(struct cgr_recorder *self, struct cgr_entry *entry)
{
    const struct cgr_gap gap = self->gaps ? self->gaps[entry - self->stack] : (struct cgr_gap){0};
    cgr_add_clock(self);
    if (!cgr_pop(self, entry)) {
        return;
    }
    if (self->gaps) {
        self->skipped = gap.skipped;
        self->skipped_from = gap.skipped_from;
        self->skipped_function = gap.skipped_function;
    }
}

static void end_above(struct cgr_recorder *self, const struct cgr_entry *entry)
{
    for (struct cgr_entry *top = self->top; top > entry; top = self->top) {
        cgr_end_call(self, top);
    }
}

static bool is_of_handlers(const struct cgr_recorder *self, uintptr_t stack)
{
    return stack >= self->handlers_low && stack < self->handlers_high;
}

/* Note where the stack of signal handlers is, if this is one. */
static void find_handlers(struct cgr_recorder *self, uintptr_t stack)
{
    stack_t found;
    if (!cgr_sealed && !is_of_handlers(self, stack) &&
        syscall(SYS_sigaltstack, NULL, &found) == 0 && found.ss_flags & SS_ONSTACK) {
        self->handlers_low = (uintptr_t)found.ss_sp;
        self->handlers_high = self->handlers_low + found.ss_size;
    }
}

/* Drop calls whose frames are gone, and what was skipped within them. The lowest entry is never
 * dropped, nor is what a signal handler interrupted whose stack is above that of the thread. */
void cgr_drop_dead(struct cgr_recorder *self, uintptr_t stack)
{
    if (self->top->stack < stack) {
        find_handlers(self, stack);
    }
    bool of_handlers = is_of_handlers(self, stack);
    for (;;) {
        struct cgr_entry *top = self->top;
        if (self->skipped && stack > self->skipped_from) {
            stop_skipping(self);
        }
        if (self->skipped || top->stack >= stack ||
            (of_handlers && !is_of_handlers(self, top->stack))) {
            return;
        }
        cgr_end_call(self, top);
    }
}

/* Drop the calls of signal handlers if the program leaves them. */
static void drop_handlers(struct cgr_recorder *self, uintptr_t stack)
{
    while (!is_of_handlers(self, stack) && is_of_handlers(self, self->top->stack)) {
        cgr_end_call(self, self->top);
    }
}

void cgr_resume_call(struct cgr_recorder *self, struct cgr_node *node, uintptr_t stack)
{
    struct cgr_gap *place = self->gaps ? &self->gaps[self->top + 1 - self->stack] : NULL;
    const struct cgr_gap gap = {self->skipped, self->skipped_from, self->skipped_function};
    if (place) {
        *place = gap;
        self->skipped = 0;
    }
    cgr_add_clock(self);
    cgr_push(self, node, stack);
    if (place) {
        *place = gap; /* as cgr_push does: a signal handler may have had an entry here */
    }
}

void cgr_begin_call(struct cgr_recorder *self, struct cgr_node *node, uintptr_t stack)
{
    cgr_count(node);
    cgr_resume_call(self, node, stack);
}

/* A call within a skipped one, or one that is not wanted now. @return whether it is skipped */
static bool skip_more(struct cgr_recorder *self, const void *function, uintptr_t stack)
{
    bool wanted = !cgr_chosen.subtrees || cgr_is_on(self, (uintptr_t)function);
    if (self->skipped && (!wanted || !self->gaps)) {
        self->skipped++;
        cgr_add(&cgr_runtime.header->lost, wanted);
        return true;
    }
    if (!wanted) {
        skip(self, function, stack);
    }
    return !wanted;
}

static __attribute__((noinline)) void enter(const void *function, const void *site, uintptr_t stack)
{
    bool first = !cgr_self;
    struct cgr_recorder *self = cgr_is_left_out((uintptr_t)function) ? NULL : cgr_thread_get();
    if (!self || (first && cgr_is_left_out((uintptr_t)function))) {
        return;
    }
    cgr_drop_dead(self, stack);
    if (skip_more(self, function, stack)) {
        return;
    }
    if (self->top >= self->limit) {
        cgr_add(&cgr_runtime.header->too_deep, 1);
        skip(self, function, stack);
        return;
    }
    struct cgr_node *parent =
        self->top > self->stack ? self->top->node : cgr_thread_outermost(self, (uintptr_t)function);
    struct cgr_node *child = cgr_child(self, parent, (uintptr_t)function, (uintptr_t)site);
    if (!child) {
        cgr_add(&cgr_runtime.header->lost, 1);
        skip(self, function, stack);
        return;
    }
    cgr_begin_call(self, child, stack);
}

/* Where recording is switched on and off along the stack, the fast way of most calls: those that
 * the tree has within a call that is recorded are recorded, too, for what holds for a function does
 * not change. @return whether it is one */
static inline bool enter_known(struct cgr_recorder *self, const void *function, const void *site,
                               uintptr_t stack)
{
    const struct cgr_entry *top = self->top;
    if (top == self->stack || top->stack < stack || top >= self->limit || cgr_is_paused()) {
        return false;
    }
    struct cgr_node *parent = top->node;
    struct cgr_node *child = parent->cached->next;
    if (!cgr_is_call(child, function, site)) {
        child = cgr_find_other(self, parent, function, site);
        if (!child) {
            return false;
        }
        cgr_follow(parent, child);
    }
    parent->cached = child;
    struct cgr_gap *gap = &self->gaps[self->top + 1 - self->stack];
    gap->skipped = 0;
    cgr_count(child);
    cgr_push(self, child, stack);
    gap->skipped = 0; /* as cgr_push does: a signal handler may have had an entry here */
    return true;
}

/* Whether a call is not recorded for where it is, as cgr_is_on says, if that is simple. */
static bool is_off(const struct cgr_recorder *self, uintptr_t function)
{
    if (cgr_is_paused()) {
        return true;
    }
    if (self->top > self->stack) {
        return cgr_ends(self->top->node);
    }
    return cgr_chosen.only_below && !self->master && !cgr_runtime.all_below &&
           !(cgr_choice(function) & CGR_BEGINS);
}

/* The fast way of calls that are not recorded for where they are. @return whether it is one */
static bool enter_off(struct cgr_recorder *self, uintptr_t function, uintptr_t stack)
{
    if (self->top->stack < stack || (self->skipped && stack > self->skipped_from) ||
        !is_off(self, function)) {
        return false;
    }
    if (cgr_is_left_out(function)) {
        return true;
    }
    if (self->skipped) {
        self->skipped++;
    } else {
        skip(self, (const void *)function, stack);
    }
    return true;
}

static inline bool enter_fast(const void *function, const void *site, uintptr_t stack)
{
    struct cgr_recorder *self = cgr_self;
    if (!self || !cgr_chosen.subtrees || cgr_runtime.clock || cgr_chosen.changes) {
        return false;
    }
    return (self->gaps && !self->skipped && enter_known(self, function, site, stack)) ||
           enter_off(self, (uintptr_t)function, stack);
}

void cgr_enter(void *function, void *site, uintptr_t stack)
{
    if (!enter_fast(function, site, stack)) {
        enter(function, site, stack);
    }
}

static bool is_call_of(const struct cgr_entry *entry, uintptr_t function)
{
    return (entry->node->callee & ~CGR_UNLOADED) == function;
}

/* Whether the call of an entry may return now. If the function has released its frame before it
 * jumps to the hook, its caller's frame is what tells, unless that is on another stack. */
static bool may_return(const struct cgr_recorder *self, const struct cgr_entry *entry,
                       uintptr_t stack)
{
    return entry->stack >= stack || entry[-1].stack >= stack ||
           (is_of_handlers(self, entry->stack) && !is_of_handlers(self, entry[-1].stack));
}

/* The entry of the call that returns: the innermost of the function that may. O(1) unless calls
 * above it have not returned. */
static struct cgr_entry *find_call(const struct cgr_recorder *self, uintptr_t function,
                                   uintptr_t stack)
{
    struct cgr_entry *entry = self->top;
    while (entry > self->stack &&
           !(is_call_of(entry, function) && may_return(self, entry, stack))) {
        entry--;
    }
    return entry > self->stack ? entry : NULL;
}

/* The end of a call that is skipped. @return whether it was one */
static bool end_skipped(struct cgr_recorder *self, uintptr_t function, uintptr_t stack)
{
    if (!self->skipped) {
        return false;
    }
    bool last = self->skipped == 1 && self->skipped_function == function;
    if (!last && stack > self->skipped_from) {
        stop_skipping(self);
        return false;
    }
    if (--self->skipped == 0) {
        stop_skipping(self);
    }
    return true;
}

static __attribute__((noinline)) void leave(const void *function, uintptr_t stack)
{
    struct cgr_recorder *self = cgr_self;
    if (!self || cgr_is_left_out((uintptr_t)function)) {
        return;
    }
    if (end_skipped(self, (uintptr_t)function, stack)) {
        return;
    }
    const struct cgr_entry *call = find_call(self, (uintptr_t)function, stack);
    if (!call) {
        cgr_add(&cgr_runtime.header->odd_exits, 1);
        return;
    }
    end_above(self, call - 1);
}

/* The end of a call that was entered fast. @return whether it is one */
static inline bool leave_fast(const void *function, uintptr_t stack)
{
    struct cgr_recorder *self = cgr_self;
    if (!self || !cgr_chosen.subtrees || cgr_runtime.clock) {
        return false;
    }
    if (self->skipped) {
        bool more = self->skipped > 1 && stack <= self->skipped_from;
        self->skipped -= more && !cgr_is_left_out((uintptr_t)function);
        return more;
    }
    struct cgr_entry *top = self->top;
    if (!self->gaps || top == self->stack || top->node->callee != (uintptr_t)function ||
        top[-1].stack < stack || self->gaps[top - self->stack].skipped) {
        return false;
    }
    cgr_pop_to(self, top - 1);
    return true;
}

void cgr_exit(void *function, uintptr_t stack)
{
    if (!leave_fast(function, stack)) {
        leave(function, stack);
    }
}

void cgr_unwind(uintptr_t stack)
{
    struct cgr_recorder *self = cgr_self;
    if (!self) {
        return;
    }
    if (self->skipped && stack > self->skipped_from) {
        stop_skipping(self);
    }
    if (!self->skipped) {
        drop_handlers(self, stack);
        cgr_drop_dead(self, stack); /* which may find what was skipped before */
    }
}

void cgr_return_to(struct cgr_entry *entry)
{
    struct cgr_recorder *self = cgr_self;
    if (self && entry) {
        end_above(self, entry);
    }
}

/* Whether a call has its caller's frame, with one stack pointer, and returns where that does. */
static bool is_inlined(const struct cgr_entry *entry, uintptr_t stack)
{
    return entry->stack == stack && entry[-1].stack == stack &&
           entry[-1].node->site == entry->node->site;
}

void cgr_jump(uintptr_t stack)
{
    struct cgr_recorder *self = cgr_self;
    cgr_unwind(stack);
    while (self && !self->skipped && self->top > self->stack && is_inlined(self->top, stack)) {
        cgr_end_call(self, self->top);
    }
}
