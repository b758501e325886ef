/*
 * The hooks that -finstrument-functions calls: the fast way, for a call that follows another of the
 * same function from the same place. All other calls go to calls.c.
 */
#include "runtime.h"

CGR_THREAD_LOCAL struct cgr_thread *cgr_fast;

/* The stack pointer of the caller when it called. */
#define STACK_OF_CALLER ((uintptr_t)__builtin_dwarf_cfa())

#define UNLIKELY(condition) __builtin_expect(condition, 0)

CGR_EXPORT void __cyg_profile_func_enter(void *function, void *site);
CGR_EXPORT void __cyg_profile_func_exit(void *function, void *site);

void __cyg_profile_func_enter(void *function, void *site)
{
    struct cgr_thread *self = cgr_fast;
    uintptr_t stack = STACK_OF_CALLER;
    if (UNLIKELY(!self)) {
        cgr_enter(function, site, stack);
        return;
    }
    const struct cgr_entry *top = self->top;
    struct cgr_node *child = top->node->cached;
    if (UNLIKELY(child->callee != (uintptr_t)function || child->site != (uintptr_t)site ||
                 top->stack < stack || top >= self->limit)) {
        cgr_enter(function, site, stack);
        return;
    }
    cgr_count(child);
    cgr_push(self, child, stack);
}

void __cyg_profile_func_exit(void *function, void *site)
{
    struct cgr_thread *self = cgr_fast;
    uintptr_t stack = STACK_OF_CALLER;
    (void)site;
    if (UNLIKELY(!self)) {
        cgr_exit(function, stack);
        return;
    }
    /* A function may jump to this hook after it has released its frame, so its caller's frame is
     * what tells. The lowest entry has no function. */
    struct cgr_entry *top = self->top;
    if (UNLIKELY(top->node->callee != (uintptr_t)function || top[-1].stack < stack)) {
        cgr_exit(function, stack);
        return;
    }
    cgr_pop_to(self, top - 1);
}
