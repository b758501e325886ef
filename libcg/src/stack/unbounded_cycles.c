/* Unbounded recursion, with a cycle of each. */
#include "stack/stack.h"

#include "query/common/query_internal.h"

#include <stdlib.h>

/* The state of the search for cycles. */
struct finder {
    struct cg_stack *stack;
    cg_node *by_rank;
    uint32_t *number; /* by component: number of its recursion, CG_NONE */
    cg_node *parent;  /* by node: CG_NONE if not visited */
    cg_node *queue;
};

static int finder_make(struct finder *f, struct cg_stack *s, struct cg_error *error)
{
    f->stack = s;
    int status = cg_query_allocate(&f->by_rank, s->nodes, sizeof(cg_node), error);
    if (!status) {
        status = cg_query_allocate(&f->number, s->component_count, sizeof(uint32_t), error);
    }
    if (!status) {
        status = cg_query_allocate(&f->parent, s->nodes, sizeof(cg_node), error);
    }
    if (!status) {
        status = cg_query_allocate(&f->queue, s->nodes, sizeof(cg_node), error);
    }
    for (cg_node node = 0; !status && node < s->nodes; node++) {
        f->by_rank[s->rank[node]] = node;
        f->parent[node] = CG_NONE;
    }
    return status;
}

static void finder_free(struct finder *f)
{
    free(f->by_rank);
    free(f->number);
    free(f->parent);
    free(f->queue);
}

/* Number the recursions by their first members. */
static uint32_t number_recursions(struct finder *f)
{
    const struct cg_stack *s = f->stack;
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->component_count; i++) {
        f->number[i] = CG_NONE;
    }
    for (uint32_t i = 0; i < s->nodes; i++) {
        uint32_t component = s->component[f->by_rank[i]];
        if (s->components[component].kind == COMPONENT_UNBOUNDED &&
            f->number[component] == CG_NONE) {
            f->number[component] = count++;
        }
    }
    return count;
}

/* Give each recursion its slice of the array of nodes; members come in canonical order. */
static cg_node *put_members(struct finder *f)
{
    struct cg_stack *s = f->stack;
    cg_node *at = s->recursion_nodes;
    for (uint32_t i = 0; i < s->component_count; i++) {
        if (f->number[i] != CG_NONE) {
            s->recursions[f->number[i]].members = at;
            at += s->member_start[i + 1] - s->member_start[i];
        }
    }
    for (uint32_t i = 0; i < s->nodes; i++) {
        cg_node node = f->by_rank[i];
        uint32_t number = f->number[s->component[node]];
        if (number != CG_NONE) {
            struct cg_stack_recursion *recursion = &s->recursions[number];
            s->recursion_nodes[recursion->members - s->recursion_nodes +
                               (ptrdiff_t)recursion->member_count++] = node;
        }
    }
    return at;
}

/* Whether a row stays within unbounded functions of a component. */
static bool is_inner(const struct cg_stack *s, cg_node node, uint32_t row)
{
    cg_node to = s->callees[row];
    return s->component[to] == s->component[node] && s->inner[to] == s->inner[node] &&
           !s->recursion[to];
}

static bool is_on_cycle(const struct cg_stack *s, cg_node node)
{
    bool is = false;
    for (uint32_t row = s->start[node]; !is && row < s->start[node + 1]; row++) {
        is = is_inner(s, node, row);
    }
    return is;
}

/* The function whose call completes a shortest way back to the first one. */
static cg_node search_back(struct finder *f, cg_node first)
{
    const struct cg_stack *s = f->stack;
    uint32_t length = 0;
    f->queue[length++] = first;
    for (uint32_t i = 0; i < length; i++) {
        cg_node node = f->queue[i];
        for (uint32_t row = s->start[node]; row < s->start[node + 1]; row++) {
            cg_node to = s->callees[row];
            if (to == first) {
                return node;
            }
            if (is_inner(s, node, row) && f->parent[to] == CG_NONE) {
                f->parent[to] = node;
                f->queue[length++] = to;
            }
        }
    }
    return first; /* unreachable: it is on a cycle */
}

/* A shortest cycle through the first member that is on one. @return the end of the used part */
static cg_node *put_cycle(struct finder *f, struct cg_stack_recursion *recursion, cg_node *at)
{
    size_t i = 0, length = 1;
    while (!is_on_cycle(f->stack, recursion->members[i])) {
        i++;
    }
    cg_node first = recursion->members[i], last = search_back(f, first);
    for (cg_node node = last; node != first; node = f->parent[node]) {
        length++;
    }
    recursion->cycle = at;
    recursion->cycle_length = length;
    for (cg_node node = last; length-- > 0; node = f->parent[node]) {
        at[length] = node;
    }
    return at + recursion->cycle_length;
}

int stack_find_recursions(struct cg_stack *s, struct cg_error *error)
{
    struct finder f = {0};
    int status = finder_make(&f, s, error);
    if (!status) {
        s->recursion_count = number_recursions(&f);
        status =
            cg_query_allocate(&s->recursions, s->recursion_count, sizeof *s->recursions, error);
    }
    if (!status) {
        status =
            cg_query_allocate(&s->recursion_nodes, (size_t)s->nodes * 2, sizeof(cg_node), error);
    }
    if (!status) {
        cg_node *at = put_members(&f);
        for (size_t i = 0; i < s->recursion_count; i++) {
            at = put_cycle(&f, &s->recursions[i], at);
        }
    }
    finder_free(&f);
    return status;
}

size_t cg_stack_recursion_count(const struct cg_stack *stack)
{
    return stack->recursion_count;
}

const struct cg_stack_recursion *cg_stack_recursion_at(const struct cg_stack *stack, size_t i)
{
    return i < stack->recursion_count ? &stack->recursions[i] : NULL;
}
