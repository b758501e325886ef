/* The chain of calls that needs most, and the functions on which the result depends. */
#include "stack/stack.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* How a chain continues from a function of a counted component. */
enum way {
    WAY_BEST, /* whichever needs more */
    WAY_FLAT, /* along the longest stretch, then through the component again */
    WAY_DEEP, /* without entering bounded functions */
};

struct chain {
    const struct cg_stack *stack;
    struct cg_stack_step *steps;
    size_t count;
    size_t capacity;
    enum way way;
    uint32_t row; /* that calls the next one; CG_NONE: none */
};

static bool put_link(struct chain *chain, cg_node node, int64_t bytes, uint64_t activations)
{
    const struct cg_stack *s = chain->stack;
    uint32_t row = chain->row;
    if (!cg_grow(&chain->steps, &chain->capacity, chain->count + 1, sizeof *chain->steps)) {
        return false;
    }
    chain->steps[chain->count++] = (struct cg_stack_step){
        .node = node,
        .edge = row == CG_NONE ? CG_NONE : s->edges[row],
        .between = row == CG_NONE ? 0 : s->between[row],
        .bytes = bytes,
        .activations = activations,
    };
    return true;
}

/* All activations of bounded functions, and where the last one goes on. */
static bool put_turns(struct chain *chain, const struct component *c)
{
    bool done = put_link(chain, c->last, c->turns, c->activations);
    chain->row = c->tail_row;
    chain->way = WAY_DEEP;
    return done;
}

static bool put_one(struct chain *chain, cg_node node)
{
    const struct cg_stack *s = chain->stack;
    const struct component *c = &s->components[s->component[node]];
    if (c->kind == COMPONENT_COUNTED && chain->way == WAY_BEST) {
        if (s->recursion[node]) {
            return put_turns(chain, c);
        }
        chain->way = cg_stack_bytes(s, node) > s->deep[node] ? WAY_FLAT : WAY_DEEP;
    }
    if (c->kind == COMPONENT_COUNTED && chain->way == WAY_FLAT) {
        bool done = put_link(chain, node, s->frame[node], 0);
        chain->row = s->flat_next[node];
        return done && (chain->row != CG_NONE || put_turns(chain, c));
    }
    bool done = put_link(chain, node, s->frame[node], 0);
    chain->row = s->deep_next[node];
    return done;
}

static int check_node(const struct cg_stack *stack, cg_node node, struct cg_error *error)
{
    return node < stack->nodes
               ? CG_OK
               : cg_fail(error, CG_E_ARGUMENT, "the graph has no node %u", (unsigned)node);
}

int cg_stack_path(struct cg_stack_step **steps, size_t *count, const struct cg_stack *stack,
                  cg_node node, struct cg_error *error)
{
    struct chain chain = {.stack = stack, .row = CG_NONE};
    uint32_t component = CG_NONE;
    int status = check_node(stack, node, error);
    if (status) {
        return status;
    }
    do {
        node = chain.row == CG_NONE ? node : stack->callees[chain.row];
        if (stack->component[node] != component) {
            chain.way = WAY_BEST;
        }
        if (!put_one(&chain, node)) {
            free(chain.steps);
            return cg_fail_memory(error);
        }
        component = stack->component[node];
    } while (chain.row != CG_NONE);
    *steps = chain.steps;
    *count = chain.count;
    return CG_OK;
}

int cg_stack_reached(cg_node *nodes, uint32_t *count, bool *reached, const struct cg_stack *stack,
                     cg_node start, struct cg_error *error)
{
    int status = check_node(stack, start, error);
    *count = 0;
    if (status) {
        return status;
    }
    reached[start] = true;
    nodes[(*count)++] = start;
    for (uint32_t i = 0; i < *count; i++) {
        for (uint32_t row = stack->start[nodes[i]]; row < stack->start[nodes[i] + 1]; row++) {
            if (!reached[stack->callees[row]]) {
                reached[stack->callees[row]] = true;
                nodes[(*count)++] = stack->callees[row];
            }
        }
    }
    return CG_OK;
}
