/*
 * The tree of call paths of a thread. The children of all nodes are in one hash table, by parent,
 * callee and call site. A signal handler that records while the thread is here may cause a node
 * twice for one path, which readers unite; nothing worse.
 */
#include "runtime.h"

#define FIRST_CHUNK CGR_PAGE
#define LAST_CHUNK (16 * CGR_PAGE)
#define FIRST_SLOTS 1024u

struct cgr_node cgr_nowhere = {.next = &cgr_nowhere, .cached = &cgr_nowhere, .other = CGR_FOLDED};

static uint32_t nodes_in(const struct cgr_chunk *chunk)
{
    return chunk->size / CGR_UNIT - 1;
}

/* The next chunk of nodes is four times as large as the last. @return NULL: there is no memory */
static struct cgr_chunk *new_chunk(struct cgr_recorder *self, const struct cgr_chunk *last)
{
    uint32_t size = last ? last->size * 4 : FIRST_CHUNK;
    struct cgr_chunk *chunk = cgr_chunk_new(size < LAST_CHUNK ? size : LAST_CHUNK);
    if (chunk) {
        cgr_chunk_publish(chunk, CGR_CHUNK_NODES, cgr_reference(self->thread));
        self->nodes = chunk;
    }
    return chunk;
}

/* Room for a node. A signal handler may take the rest of a chunk at any moment, and have made
 * another one: what number is in which is known here alone. */
static struct cgr_node *take_node(struct cgr_recorder *self)
{
    struct cgr_chunk *chunk = self->nodes;
    uint32_t number = 0;
    bool taken = false;
    while (!taken) {
        if (chunk) {
            number = __atomic_fetch_add(&chunk->count, 1, __ATOMIC_RELAXED);
            taken = number < nodes_in(chunk);
        }
        if (!taken && !(chunk = new_chunk(self, chunk))) {
            return NULL;
        }
    }
    return (struct cgr_node *)(chunk + 1) + number;
}

/** A new node of a thread. @return NULL when memory is exhausted */
static struct cgr_node *new_node(struct cgr_recorder *self, uint32_t parent, uint64_t callee,
                                 uint64_t site)
{
    struct cgr_node *node = take_node(self);
    if (!node) {
        return NULL;
    }
    node->callee = callee;
    node->site = site;
    node->cached = &cgr_nowhere;
    if (!cgr_runtime.clock) {
        node->next = node;
    }
    node->epoch = __atomic_load_n(&cgr_runtime.header->epoch, __ATOMIC_RELAXED);
    node->parent = parent;
    node->kind = parent ? CGR_NODE_CALL : CGR_NODE_ROOT;
    return node;
}

static size_t table_size(uint32_t mask)
{
    return sizeof(struct cgr_table) + (mask + (size_t)1) * sizeof(struct cgr_slot);
}

/* Insert what is not there, if the table has room. */
static void insert(struct cgr_table *table, const struct cgr_slot *slot)
{
    const struct cgr_node *node = cgr_at(slot->node);
    uint32_t at = cgr_hash(slot->parent, node->callee, node->site) & table->mask;
    while (table->slots[at].parent) {
        at = (at + 1) & table->mask;
    }
    table->slots[at] = *slot;
    table->count++;
}

static bool grow(struct cgr_recorder *self)
{
    struct cgr_table *old = self->children;
    uint32_t mask = old ? old->mask * 2 + 1 : FIRST_SLOTS - 1;
    struct cgr_table *table = cgr_memory(table_size(mask));
    if (!table) {
        return false;
    }
    table->older = old;
    table->mask = mask;
    self->children = table;
    for (uint32_t i = 0; old && i <= old->mask; i++) {
        if (old->slots[i].parent) {
            insert(table, &old->slots[i]);
        }
    }
    return true;
}

void cgr_tree_forget(struct cgr_recorder *self)
{
    while (self->children) {
        struct cgr_table *table = self->children;
        self->children = table->older;
        cgr_memory_free(table, table_size(table->mask));
    }
}

/* The node of the same call on the path, if it is there as often as it may be. */
static struct cgr_node *find_folded(struct cgr_node *parent, uint64_t callee, uint64_t site)
{
    struct cgr_node *innermost = NULL;
    uint32_t times = 0;
    for (struct cgr_node *node = parent; node->parent && times < cgr_runtime.recursion;
         node = cgr_at(node->parent)) {
        if (node->callee == callee && node->site == site) {
            innermost = innermost ? innermost : node;
            times++;
        }
    }
    if (!times || times < cgr_runtime.recursion) {
        return NULL;
    }
    if (!cgr_runtime.clock) {
        innermost->next = innermost;
        innermost->other = CGR_FOLDED;
    }
    return innermost;
}

struct cgr_node *cgr_child(struct cgr_recorder *self, struct cgr_node *parent, uint64_t callee,
                           uint64_t site)
{
    uint32_t number = cgr_reference(parent);
    struct cgr_node *child = cgr_find(self->children, number, callee, site);
    if (!child) {
        cgr_modules_need(callee);
        cgr_modules_need(site);
        child = find_folded(parent, callee, site);
        child = child ? child : new_node(self, number, callee, site);
        if (!child || (self->children->count > self->children->mask / 2 && !grow(self))) {
            return NULL;
        }
        insert(self->children, &(struct cgr_slot){number, cgr_reference(child)});
    }
    if (parent == self->top->node && !cgr_runtime.clock) { /* a node of this thread */
        cgr_follow(parent, child);
    }
    return child;
}

bool cgr_tree_new(struct cgr_recorder *self)
{
    struct cgr_node *root = grow(self) ? new_node(self, 0, 0, 0) : NULL;
    if (!root) {
        return false;
    }
    self->thread->root = cgr_reference(root);
    return true;
}
