/*
 * The hooks that -finstrument-functions calls: the fast ways, for a call that follows the last one
 * of its caller as it did before, or is found at once in the table. All other calls go to calls.c.
 */
#include "runtime.h"

/* Its stack pointer is below all others, and nothing follows its node. */
static struct cgr_entry of_nobody = {.node = &cgr_nowhere};
struct cgr_thread cgr_nobody = {.top = &of_nobody};

CGR_THREAD_LOCAL struct cgr_thread *cgr_fast = &cgr_nobody;
CGR_THREAD_LOCAL struct cgr_thread *cgr_fast_xray = &cgr_nobody;

/* The stack pointer of the caller when it called. */
#define STACK_OF_CALLER ((uintptr_t)__builtin_dwarf_cfa())

#define UNLIKELY(condition) __builtin_expect(condition, 0)

CGR_EXPORT void __cyg_profile_func_enter(void *function, void *site);
CGR_EXPORT void __cyg_profile_func_exit(void *function, void *site);

static inline bool is_call(const struct cgr_node *node, const void *function, const void *site)
{
    return node->callee == (uintptr_t)function && node->site == (uintptr_t)site;
}

/* The child in the first slot where it may be; any other node if it is not there. */
static inline struct cgr_node *probe(const struct cgr_thread *self, struct cgr_node *parent,
                                     const void *function, const void *site)
{
    uint32_t number = cgr_reference(parent);
    uint32_t at = cgr_hash(number, (uintptr_t)function, (uintptr_t)site) & self->slot_mask;
    const struct cgr_slot *slot = &self->slots[at];
    return slot->parent == number ? cgr_at(slot->node) : &cgr_nowhere;
}

static inline bool has_room(const struct cgr_thread *self, uintptr_t stack)
{
    return self->top->stack >= stack && self->top < self->limit;
}

/* A call that follows the last one of its caller as it did before. @return whether it is one */
static inline bool enter_next(struct cgr_thread *self, const void *function, const void *site,
                              uintptr_t stack)
{
    struct cgr_node *parent = self->top->node;
    struct cgr_node *child = parent->cached->next;
    if (!is_call(child, function, site) || UNLIKELY(!has_room(self, stack))) {
        return false;
    }
    parent->cached = child;
    cgr_count(child);
    cgr_push(self, child, stack);
    return true;
}

/* A call that is found at once in the table. @return whether it is one */
static inline bool enter_found(struct cgr_thread *self, const void *function, const void *site,
                               uintptr_t stack)
{
    struct cgr_node *child =
        has_room(self, stack) ? probe(self, self->top->node, function, site) : &cgr_nowhere;
    if (UNLIKELY(!is_call(child, function, site))) {
        return false;
    }
    cgr_follow(self->top->node, child);
    cgr_count(child);
    cgr_push(self, child, stack);
    return true;
}

/* All other calls. Apart, so the hook saves no registers. */
static __attribute__((noinline)) void enter_other(void *function, void *site, uintptr_t stack)
{
    if (!enter_found(cgr_fast, function, site, stack)) {
        cgr_enter(function, site, stack);
    }
}

/* The end of the call at the top. @return whether it is one. A function may jump to the hook after
 * it has released its frame, so its caller's frame is what tells. The lowest entry has no function.
 */
static inline bool leave_top(struct cgr_thread *self, const void *function, uintptr_t stack)
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
    if (!enter_next(cgr_fast, function, site, stack) && !cgr_was_left_out((uintptr_t)function)) {
        enter_other(function, site, stack);
    }
}

void __cyg_profile_func_exit(void *function, void *site)
{
    uintptr_t stack = STACK_OF_CALLER;
    (void)site;
    if (!leave_top(cgr_fast, function, stack) && !cgr_was_left_out((uintptr_t)function)) {
        cgr_exit(function, stack);
    }
}
