/*
 * The hooks that -finstrument-functions calls: the fast ways, for a call that follows the last one
 * of its caller as it did before, or that the tree has. All other calls go to slow_calls.c.
 */
#include "runtime.h"

/* Its stack pointer is below all others, and nothing follows its node. */
static struct cgr_entry of_nobody = {.node = &cgr_nowhere};
struct cgr_recorder cgr_nobody = {.top = &of_nobody};

CGR_THREAD_LOCAL struct cgr_recorder *cgr_fast = &cgr_nobody;
CGR_THREAD_LOCAL struct cgr_recorder *cgr_fast_xray = &cgr_nobody;

/* The stack pointer of the caller when it called. */
#define STACK_OF_CALLER ((uintptr_t)__builtin_dwarf_cfa())

#define LIKELY(condition) __builtin_expect(condition, 1)
#define UNLIKELY(condition) __builtin_expect(condition, 0)

/* The fast way is straight code from the beginning of a cache line: a tenth of its cost less. */
#define HOT __attribute__((aligned(64)))

CGR_EXPORT HOT void __cyg_profile_func_enter(void *function, void *site);
CGR_EXPORT HOT void __cyg_profile_func_exit(void *function, void *site);

static inline bool has_room(const struct cgr_recorder *self, uintptr_t stack)
{
    return LIKELY(self->top->stack >= stack) && LIKELY(self->top < self->limit);
}

/* A call that follows the last one of its caller as it did before. @return whether it is one */
static inline bool enter_next(struct cgr_recorder *self, const void *function, const void *site,
                              uintptr_t stack)
{
    struct cgr_node *parent = self->top->node;
    struct cgr_node *child = parent->cached->next;
    if (!cgr_is_call(child, function, site) || !has_room(self, stack)) {
        return false;
    }
    parent->cached = child;
    cgr_count(child);
    cgr_push(self, child, stack);
    return true;
}

/* Another call: one that the tree has, if nothing else is odd. Apart, so the hook saves no
 * registers.
 */
static __attribute__((noinline)) void enter_other(void *function, void *site, uintptr_t stack)
{
    struct cgr_recorder *self = cgr_fast;
    struct cgr_node *parent = self->top->node;
    struct cgr_node *child = NULL;
    if (has_room(self, stack)) {
        child = cgr_find_other(self, parent, function, site);
    }
    if (UNLIKELY(!child)) {
        cgr_enter(function, site, stack);
        return;
    }
    cgr_follow(parent, child);
    cgr_count(child);
    cgr_push(self, child, stack);
}

/* The end of the call at the top. @return whether it is one. A function may jump to the hook after
 * it has released its frame, so its caller's frame is what tells. The lowest entry has no function.
 */
static inline bool leave_top(struct cgr_recorder *self, const void *function, uintptr_t stack)
{
    struct cgr_entry *top = self->top;
    if (UNLIKELY(top->node->callee != (uintptr_t)function || top[-1].stack < stack)) {
        return false;
    }
    cgr_pop_to(self, top - 1);
    return true;
}

void __cyg_profile_func_enter(void *function, void *site)
{
    uintptr_t stack = STACK_OF_CALLER;
    if (LIKELY(enter_next(cgr_fast, function, site, stack))) {
        return;
    }
    if (!cgr_was_left_out((uintptr_t)function)) {
        enter_other(function, site, stack);
    }
}

void __cyg_profile_func_exit(void *function, void *site)
{
    uintptr_t stack = STACK_OF_CALLER;
    (void)site;
    if (LIKELY(leave_top(cgr_fast, function, stack))) {
        return;
    }
    if (!cgr_was_left_out((uintptr_t)function)) {
        cgr_exit(function, stack);
    }
}
