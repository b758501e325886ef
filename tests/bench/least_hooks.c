/*
 * The least that hooks must do to count exact call paths: find the node of the call below that of
 * its caller, count it, and go back. It is no recorder: it does not notice jumps out of functions
 * nor signal handlers, has no room for what is deep, and writes nothing. record.py prints what it
 * costs, as the bound for what cgrecord may.
 */
#include <stdint.h>
#include <stdlib.h>

#define SLOTS (UINT32_C(1) << 20)
#define HOT __attribute__((aligned(64)))

struct node {
    uintptr_t callee, site;
    uint64_t count;
    struct node *next; /* the call that followed it last */
    struct node *cached, *parent;
};

static struct node nowhere = {.next = &nowhere, .cached = &nowhere};
static struct node root = {.next = &root, .cached = &nowhere};
static struct node *slots[SLOTS];
static struct node *stack[SLOTS] = {&root};
static __thread __attribute__((tls_model("initial-exec"))) struct node **top = stack;

HOT void __cyg_profile_func_enter(void *function, void *site);
HOT void __cyg_profile_func_exit(void *function, void *site);

static struct node *child_of(struct node *parent, uintptr_t callee, uintptr_t site)
{
    uint32_t at = (uint32_t)site ^ (uint32_t)(callee >> 4) ^
                  (uint32_t)((uintptr_t)parent / sizeof *parent) * UINT32_C(0x9e3779b1);
    struct node *node;
    for (at %= SLOTS; (node = slots[at]) != NULL; at = (at + 1) % SLOTS) {
        if (node->parent == parent && node->callee == callee && node->site == site) {
            return node;
        }
    }
    node = calloc(1, sizeof *node);
    *node = (struct node){callee, site, 0, node, &nowhere, parent};
    return slots[at] = node;
}

static __attribute__((noinline)) void enter_other(uintptr_t function, uintptr_t site)
{
    struct node *parent = *top, *child = child_of(parent, function, site);
    if (parent->cached != &nowhere) {
        parent->cached->next = child;
    }
    parent->cached = child;
    child->count++;
    *++top = child;
}

void __cyg_profile_func_enter(void *function, void *site)
{
    struct node **at = top, *parent = *at, *child = parent->cached->next;
    if (__builtin_expect(child->callee != (uintptr_t)function || child->site != (uintptr_t)site,
                         0)) {
        enter_other((uintptr_t)function, (uintptr_t)site);
        return;
    }
    parent->cached = child;
    child->count++;
    at[1] = child;
    top = at + 1;
}

void __cyg_profile_func_exit(void *function, void *site)
{
    (void)function, (void)site;
    top--;
}
