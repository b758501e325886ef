/*
 * The hooks that -finstrument-functions calls: the fast ways, for a call that follows the last one
 * of its caller as it did before, or is found at once in the table. All other calls go to calls.c.
 */
#include "runtime.h"

CGR_THREAD_LOCAL struct cgr_thread *cgr_fast;
CGR_THREAD_LOCAL struct cgr_thread *cgr_picky;

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

/* A call that does not follow the last one as before. Apart, so the hook saves no registers. */
static __attribute__((noinline)) void enter_other(void *function, void *site, uintptr_t stack)
{
    struct cgr_thread *self = cgr_fast ? cgr_fast : cgr_picky;
    struct cgr_node *child = &cgr_nowhere;
    if (self && has_room(self, stack)) {
        child = probe(self, self->top->node, function, site);
    }
    if (UNLIKELY(!is_call(child, function, site))) {
        cgr_enter(function, site, stack);
        return;
    }
    cgr_follow(self->top->node, child);
    cgr_count(child);
    cgr_push(self, child, stack);
}

static inline void enter(struct cgr_thread *self, void *function, void *site, uintptr_t stack)
{
    struct cgr_node *parent = self->top->node;
    struct cgr_node *child = parent->cached->next;
    if (!is_call(child, function, site) || UNLIKELY(!has_room(self, stack))) {
        enter_other(function, site, stack);
        return;
    }
    parent->cached = child;
    cgr_count(child);
    cgr_push(self, child, stack);
}

static inline void leave(struct cgr_thread *self, void *function, uintptr_t stack)
{
    /* A function may jump to this hook after it has released its frame, so its caller's frame is
     * what tells. The lowest entry has no function. */
    struct cgr_entry *top = self->top;
    if (UNLIKELY(top->node->callee != (uintptr_t)function || top[-1].stack < stack)) {
        cgr_exit(function, stack);
        return;
    }
    cgr_pop_to(self, top - 1);
}

/* Where functions are chosen, or the calls around one count. */
static __attribute__((noinline)) void enter_chosen(void *function, void *site, uintptr_t stack)
{
    if (cgr_is_left_out((uintptr_t)function)) {
        return;
    }
    if (cgr_picky) {
        enter(cgr_picky, function, site, stack);
    } else {
        cgr_enter(function, site, stack);
    }
}

static __attribute__((noinline)) void leave_chosen(void *function, uintptr_t stack)
{
    if (cgr_is_left_out((uintptr_t)function)) {
        return;
    }
    if (cgr_picky) {
        leave(cgr_picky, function, stack);
    } else {
        cgr_exit(function, stack);
    }
}

void __cyg_profile_func_enter(void *function, void *site)
{
    struct cgr_thread *self = cgr_fast;
    uintptr_t stack = STACK_OF_CALLER;
    if (UNLIKELY(!self)) {
        if (!cgr_was_left_out((uintptr_t)function)) {
            enter_chosen(function, site, stack);
        }
        return;
    }
    enter(self, function, site, stack);
}

void __cyg_profile_func_exit(void *function, void *site)
{
    struct cgr_thread *self = cgr_fast;
    uintptr_t stack = STACK_OF_CALLER;
    (void)site;
    if (UNLIKELY(!self)) {
        if (!cgr_was_left_out((uintptr_t)function)) {
            leave_chosen(function, stack);
        }
        return;
    }
    leave(self, function, stack);
}
