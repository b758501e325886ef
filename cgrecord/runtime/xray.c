/*
 * Recording by XRay: executables that clang compiled with -fxray-instrument have places for calls
 * in their functions, which XRay's runtime patches. Only the functions that are recorded are
 * patched (patches.c); the others cost nothing. The executable need not export the runtime: the
 * tool says where it is.
 *
 * The stack pointer of an entry is where the function's return address is. It is the same when the
 * function begins and when it ends, so each end belongs to one call. An end whose call was not seen
 * to begin belongs to none.
 */
#include "xray.h"

bool cgr_xray;

#ifdef __x86_64__

#define UNLIKELY(condition) __builtin_expect(condition, 0)

/* What the program does: enum XRayEntryType of the runtime. */
enum event { EVENT_ENTRY, EVENT_EXIT, EVENT_TAIL_EXIT, EVENT_ARGUMENT_ENTRY, EVENTS };

static const enum cgr_xray trampolines[EVENTS] = {
    [EVENT_ENTRY] = CGR_XRAY_ENTRY,
    [EVENT_EXIT] = CGR_XRAY_EXIT,
    [EVENT_TAIL_EXIT] = CGR_XRAY_TAIL_EXIT,
    [EVENT_ARGUMENT_ENTRY] = CGR_XRAY_ARGUMENT_ENTRY,
};

typedef void handler_function(int32_t, int);

/* From the stack pointer of the handler's caller to the return address of the function. */
static intptr_t distance[EVENTS];
static uintptr_t probed;

/* How often patches had changed when this thread last looked. */
static CGR_THREAD_LOCAL uint32_t seen;

/* The function that was left last, by a jump to another. */
static CGR_THREAD_LOCAL struct {
    struct cgr_node *node; /* NULL: it was not */
    uintptr_t stack;
    uintptr_t site;
    uintptr_t jump;   /* address of the jump */
    uintptr_t target; /* 0: not known */
} left;

/* Where an instruction at an address goes to: a call (0xe8) or jump. 0: not known, or it is none.
 */
static uintptr_t target_of(uintptr_t address, unsigned char code)
{
    const unsigned char *at = (const unsigned char *)address;
    int32_t distance_to;
    if (*at != code) {
        return 0;
    }
    __builtin_memcpy(&distance_to, at + 1, sizeof distance_to);
    return address + 5 + (uintptr_t)(intptr_t)distance_to;
}

/* The outermost of the calls that return to one place. */
static uintptr_t first_callee(const struct cgr_recorder *self, uintptr_t stack)
{
    const struct cgr_node *first = left.node;
    for (const struct cgr_entry *entry = self->top; entry->stack == stack; entry--) {
        first = entry->node;
    }
    return first->callee;
}

/* Whether a function is entered by the jump that left another. If it is not known where that went,
 * it must be so if what is called there is known to be another function. */
static bool is_jumped_to(const struct cgr_recorder *self, uintptr_t function, uintptr_t site,
                         uintptr_t stack)
{
    if (left.stack != stack || left.site != site) {
        return false;
    }
    if (left.target) {
        return left.target == function;
    }
    uintptr_t called = target_of(site - 5, 0xe8);
    return called && called != function && called == first_callee(self, stack);
}

static void move_entry(struct cgr_recorder *self, const struct cgr_entry *from,
                       struct cgr_entry *to)
{
    *to = *from;
    if (self->gaps) {
        self->gaps[to - self->stack] = self->gaps[from - self->stack];
    }
}

/* Drop the calls of functions that were not patched all the time: what ended is not known. */
static void see_changes(struct cgr_recorder *self)
{
    uint32_t before = seen;
    struct cgr_entry *kept = self->stack;
    seen = __atomic_load_n(&cgr_patches.changes, __ATOMIC_ACQUIRE);
    left.node = NULL;
    cgr_add_clock(self);
    for (struct cgr_entry *entry = self->stack + 1; entry <= self->top; entry++) {
        if (cgr_patches_had(entry->node->callee, before) && ++kept != entry) {
            move_entry(self, entry, kept);
        }
    }
    cgr_pop_to(self, kept);
}

static bool has_seen_changes(void)
{
    return seen == __atomic_load_n(&cgr_patches.changes, __ATOMIC_RELAXED);
}

static void enter_other(uintptr_t function, uintptr_t site, uintptr_t stack)
{
    struct cgr_recorder *self = function ? cgr_thread_get() : NULL;
    if (!self) {
        return;
    }
    if (!has_seen_changes()) {
        see_changes(self);
    }
    if (left.node && is_jumped_to(self, function, site, stack)) {
        cgr_resume_call(self, left.node, stack);
        site = left.jump + 1;
    } else {
        cgr_drop_dead(self, stack + 1);
    }
    left.node = NULL;
    if (cgr_chosen.subtrees && !cgr_is_on(self, function)) {
        return;
    }
    if (self->top >= self->limit) {
        cgr_add(&cgr_runtime.header->too_deep, 1);
        return;
    }
    struct cgr_node *parent =
        self->top > self->stack ? self->top->node : cgr_thread_outermost(self, function);
    struct cgr_node *child = cgr_child(self, parent, function, site);
    if (child) {
        cgr_begin_call(self, child, stack);
    } else {
        cgr_add(&cgr_runtime.header->lost, 1);
    }
}

static inline void enter(uintptr_t function, uintptr_t site, uintptr_t stack)
{
    struct cgr_recorder *self = cgr_fast_xray;
    struct cgr_node *parent = self->top->node;
    struct cgr_node *child = parent->cached->next;
    if (child->callee != function || child->site != site ||
        UNLIKELY(left.node || self->top->stack <= stack || self->top >= self->limit ||
                 !has_seen_changes())) {
        enter_other(function, site, stack);
        return;
    }
    parent->cached = child;
    cgr_count(child);
    cgr_push(self, child, stack);
}

/* Those that jumped to the function end with it. */
static void leave(uintptr_t stack)
{
    struct cgr_recorder *self = cgr_self;
    left.node = NULL;
    if (!self) {
        return;
    }
    if (self->top->stack < stack) {
        cgr_drop_dead(self, stack);
    }
    while (self->top->stack == stack) {
        cgr_end_call(self, self->top);
    }
}

/* @param jump address of the jump */
static void leave_by_jump(uintptr_t stack, uintptr_t jump)
{
    struct cgr_recorder *self = cgr_self;
    left.node = NULL;
    if (!self) {
        return;
    }
    cgr_drop_dead(self, stack);
    if (self->top->stack == stack) {
        left.node = self->top->node;
        left.stack = stack;
        left.site = *(const uintptr_t *)stack;
        left.jump = jump;
        left.target = target_of(jump, 0xe9);
        cgr_end_call(self, self->top);
    }
}

static void on_event(int32_t number, int event)
{
    if (number <= 0 || (uint32_t)number > cgr_patches.count || event < 0 || event >= EVENTS) {
        return;
    }
    uintptr_t stack = (uintptr_t)__builtin_dwarf_cfa() + (uintptr_t)distance[event];
    if (event == EVENT_EXIT) {
        leave(stack);
    } else if (event == EVENT_TAIL_EXIT) {
        leave_by_jump(stack, ((const uintptr_t *)stack)[-1]);
    } else {
        uintptr_t function = __atomic_load_n(&cgr_patches.recorded[number], __ATOMIC_RELAXED);
        enter(function, *(const uintptr_t *)stack, stack);
    }
}

/* Starting */

static void note_frame(int32_t number, int event)
{
    (void)number;
    (void)event;
    probed = (uintptr_t)__builtin_dwarf_cfa();
}

/* Call a trampoline as a function with a patch does, to see where the handler's frame is. What ends
 * a function jumps there, with its return address on top of the stack. */
static intptr_t measure_trampoline(uintptr_t trampoline, bool jumps)
{
    uintptr_t stack, slot = jumps ? 0 : 8;
    __asm__ volatile("mov %%rsp, %%rbx\n\t"
                     "sub $256, %%rsp\n\t"
                     "and $-16, %%rsp\n\t"
                     "sub %2, %%rsp\n\t"
                     "mov %%rsp, %0\n\t"
                     "xor %%r10d, %%r10d\n\t"
                     "call *%1\n\t"
                     "mov %%rbx, %%rsp"
                     : "=&r"(stack)
                     : "r"(trampoline), "r"(slot)
                     : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory",
                       "cc");
    return (intptr_t)(jumps ? stack - 8 : stack) - (intptr_t)probed;
}

static bool measure_all(const struct cgr_xray_runtime *runtime)
{
    int (*set_handler)(handler_function *) = NULL;
    *(void **)&set_handler = cgr_xray_at(runtime, CGR_XRAY_SET_HANDLER);
    if (!set_handler || !set_handler(note_frame)) {
        return false;
    }
    for (int event = 0; event < EVENTS; event++) {
        void *trampoline = cgr_xray_at(runtime, trampolines[event]);
        if (trampoline) {
            distance[event] = measure_trampoline((uintptr_t)trampoline, event == EVENT_EXIT);
        }
    }
    return set_handler(on_event);
}

void cgr_xray_start(bool changing)
{
    struct cgr_xray_runtime runtime = {0};
    void (*initialise)(void) = NULL;
    runtime.selection = cgr_modules_xray(&runtime.base);
    if (!runtime.selection) {
        return;
    }
    *(void **)&initialise = cgr_xray_at(&runtime, CGR_XRAY_INIT);
    if (initialise) {
        initialise(); /* which it has done, unless this runs before .preinit_array */
    }
    cgr_xray = measure_all(&runtime) && cgr_patches_start(&runtime, changing);
    cgr_runtime.header->xray = cgr_xray;
}

#else

void cgr_xray_start(bool changing)
{
    (void)changing;
}

#endif
