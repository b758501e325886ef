/*
 * Recording by XRay: executables that clang compiled with -fxray-instrument have places for calls
 * in their functions, which XRay's runtime patches. Only the functions that are recorded are
 * patched; the others cost nothing. The executable need not export the runtime: the tool says where
 * it is.
 *
 * The stack pointer of an entry is where the function's return address is. It is the same when the
 * function begins and when it ends, so each end belongs to one call. An end whose call was not seen
 * to begin belongs to none.
 */
#include "runtime.h"

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
static uintptr_t *functions; /* by number: where they begin */
static uint32_t function_count;
static uintptr_t probed;

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
static uintptr_t first_callee(const struct cgr_thread *self, uintptr_t stack)
{
    const struct cgr_node *first = left.node;
    for (const struct cgr_entry *entry = self->top; entry->stack == stack; entry--) {
        first = entry->node;
    }
    return first->callee;
}

/* Whether a function is entered by the jump that left another. If it is not known where that went,
 * it must be so if what is called there is known to be another function. */
static bool is_jumped_to(const struct cgr_thread *self, uintptr_t function, uintptr_t site,
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

static void enter_other(uintptr_t function, uintptr_t site, uintptr_t stack)
{
    struct cgr_thread *self = cgr_thread_get();
    if (!self) {
        return;
    }
    if (left.node && is_jumped_to(self, function, site, stack)) {
        cgr_resume_call(self, left.node, stack);
        site = left.jump + 1;
    } else {
        cgr_drop_dead(self, stack + 1);
    }
    left.node = NULL;
    if (self->gaps && !cgr_is_on(self, function)) {
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
    struct cgr_thread *self = cgr_picky;
    struct cgr_node *parent = self ? self->top->node : &cgr_nowhere;
    struct cgr_node *child = self ? parent->cached->next : &cgr_nowhere;
    if (child->callee != function || child->site != site ||
        UNLIKELY(left.node || self->top->stack <= stack || self->top >= self->limit)) {
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
    struct cgr_thread *self = cgr_self;
    left.node = NULL;
    if (!self) {
        return;
    }
    if (self->top->stack < stack) {
        cgr_drop_dead(self, stack);
    }
    while (self->top->stack == stack) {
        cgr_end_call(self);
    }
}

/* @param jump address of the jump */
static void leave_by_jump(uintptr_t stack, uintptr_t jump)
{
    struct cgr_thread *self = cgr_self;
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
        cgr_end_call(self);
    }
}

static void handle(int32_t number, int event)
{
    if (number <= 0 || (uint32_t)number > function_count || event < 0 || event >= EVENTS) {
        return;
    }
    uintptr_t stack = (uintptr_t)__builtin_dwarf_cfa() + (uintptr_t)distance[event];
    if (event == EVENT_EXIT) {
        leave(stack);
    } else if (event == EVENT_TAIL_EXIT) {
        leave_by_jump(stack, ((const uintptr_t *)stack)[-1]);
    } else {
        enter(functions[number], *(const uintptr_t *)stack, stack);
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
static intptr_t measure(uintptr_t trampoline, bool jumps)
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

/* Functions of the runtime. */
struct runtime {
    const struct cgr_selection *selection;
    uintptr_t base; /* of the file in memory */
};

/* What a place is in memory; NULL: the runtime has no such function. */
static void *at(const struct runtime *runtime, enum cgr_xray function)
{
    uint64_t place = runtime->selection->xray[function];
    return place ? (void *)(runtime->base + place) : NULL;
}

static bool measure_all(const struct runtime *runtime)
{
    int (*set_handler)(handler_function *) = NULL;
    *(void **)&set_handler = at(runtime, CGR_XRAY_SET_HANDLER);
    if (!set_handler || !set_handler(note_frame)) {
        return false;
    }
    for (int event = 0; event < EVENTS; event++) {
        void *trampoline = at(runtime, trampolines[event]);
        if (trampoline) {
            distance[event] = measure((uintptr_t)trampoline, event == EVENT_EXIT);
        }
    }
    return set_handler(handle);
}

static bool find_functions(const struct runtime *runtime)
{
    size_t (*max_number)(void) = NULL;
    uintptr_t (*address_of)(int32_t) = NULL;
    *(void **)&max_number = at(runtime, CGR_XRAY_MAX_FUNCTION_ID);
    *(void **)&address_of = at(runtime, CGR_XRAY_FUNCTION_ADDRESS);
    uint32_t count = max_number && address_of ? (uint32_t)max_number() : 0;
    functions = cgr_memory((count + (size_t)1) * sizeof *functions);
    for (uint32_t i = 1; functions && i <= count; i++) {
        functions[i] = address_of((int32_t)i);
    }
    function_count = functions ? count : 0;
    return function_count > 0;
}

/* Patching one function takes two system calls, patching all takes two. */
static void patch(const struct runtime *runtime)
{
    int (*patch_all)(void) = NULL;
    int (*patch_function)(int32_t) = NULL;
    uint32_t left_out = 0;
    *(void **)&patch_all = at(runtime, CGR_XRAY_PATCH);
    *(void **)&patch_function = at(runtime, CGR_XRAY_PATCH_FUNCTION);
    for (uint32_t i = 1; i <= function_count; i++) {
        left_out += cgr_is_left_out(functions[i]);
    }
    if (!left_out && patch_all) {
        patch_all();
        return;
    }
    for (uint32_t i = 1; i <= function_count && patch_function; i++) {
        if (!cgr_is_left_out(functions[i])) {
            patch_function((int32_t)i);
        }
    }
}

void cgr_xray_start(void)
{
    struct runtime runtime = {0};
    void (*initialise)(void) = NULL;
    runtime.selection = cgr_modules_xray(&runtime.base);
    if (!runtime.selection) {
        return;
    }
    *(void **)&initialise = at(&runtime, CGR_XRAY_INIT);
    if (initialise) {
        initialise(); /* which it has done, unless this runs before .preinit_array */
    }
    cgr_xray = find_functions(&runtime) && measure_all(&runtime);
    cgr_runtime.header->xray = cgr_xray;
    if (cgr_xray) {
        patch(&runtime);
    }
}

#else

void cgr_xray_start(void)
{
}

#endif
