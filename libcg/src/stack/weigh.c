/* The longest paths, component by component. */
#include "stack/stack.h"

#include "base/rows.h"
#include "query/common/query_internal.h"

#include <stdlib.h>

/* For shortest ways within a component: callers of each function, and a queue. */
struct ways {
    uint32_t *start; /* by node */
    cg_node *callers;
    uint32_t *distance; /* by node: CG_NONE if not visited */
    cg_node *queue;
};

/* Bytes needed from a function on. */
static int64_t best(const struct cg_stack *s, cg_node node)
{
    const struct component *c = &s->components[s->component[node]];
    if (c->kind != COMPONENT_COUNTED) {
        return s->deep[node];
    }
    int64_t around = stack_add(c->turns, c->tail);
    if (s->recursion[node]) {
        return around;
    }
    int64_t through = stack_add(s->flat[node], around);
    return through > s->deep[node] ? through : s->deep[node];
}

int64_t cg_stack_bytes(const struct cg_stack *stack, cg_node node)
{
    return best(stack, node);
}

enum cg_stack_verdict cg_stack_verdict(const struct cg_stack *stack, cg_node node)
{
    const struct component *c = &stack->components[stack->component[node]];
    bool known = !c->unsure && best(stack, node) < INT64_MAX;
    return c->endless ? CG_STACK_UNBOUNDED : known ? CG_STACK_CERTAIN : CG_STACK_UNKNOWN;
}

bool cg_stack_recurses(const struct cg_stack *stack, cg_node node)
{
    return stack->components[stack->component[node]].kind != COMPONENT_SINGLE;
}

/* A row that leads to most bytes. */
struct choice {
    int64_t bytes;
    uint32_t row;
};

static void choose_deeper(struct choice *choice, int64_t bytes, uint32_t row)
{
    if (choice->row == CG_NONE || bytes > choice->bytes) {
        *choice = (struct choice){bytes, row};
    }
}

static bool stays(const struct cg_stack *s, cg_node node, uint32_t row)
{
    return s->component[s->callees[row]] == s->component[node];
}

/* The call out of a function's component that needs most. */
static struct choice deepest_way_out(const struct cg_stack *s, cg_node node)
{
    struct choice choice = {0, CG_NONE};
    for (uint32_t row = s->start[node]; row < s->start[node + 1]; row++) {
        if (!stays(s, node, row)) {
            choose_deeper(&choice, stack_add(s->between[row], best(s, s->callees[row])), row);
        }
    }
    return choice;
}

/* Counted components */

/* An unbounded function, after its callees within the component. */
static void weigh_stretch(struct cg_stack *s, cg_node node)
{
    struct choice deep = deepest_way_out(s, node), flat = {0, CG_NONE};
    for (uint32_t row = s->start[node]; row < s->start[node + 1]; row++) {
        cg_node to = s->callees[row];
        if (stays(s, node, row) && !s->recursion[to]) {
            choose_deeper(&deep, stack_add(s->between[row], s->deep[to]), row);
            choose_deeper(&flat, stack_add(s->between[row], s->flat[to]), row);
        }
    }
    s->deep[node] = stack_add(s->frame[node], deep.bytes);
    s->deep_next[node] = deep.row;
    s->flat[node] = stack_add(s->frame[node], flat.bytes);
    s->flat_next[node] = flat.row;
}

/* What may follow a bounded function: a stretch up to the next, or the end. */
static int64_t weigh_bounded(struct cg_stack *s, cg_node node, struct component *c)
{
    struct choice tail = deepest_way_out(s, node);
    int64_t longest = 0;
    for (uint32_t row = s->start[node]; row < s->start[node + 1]; row++) {
        cg_node to = s->callees[row];
        if (stays(s, node, row) && !s->recursion[to]) {
            int64_t stretch = stack_add(s->between[row], s->flat[to]);
            longest = stretch > longest ? stretch : longest;
            choose_deeper(&tail, stack_add(s->between[row], s->deep[to]), row);
        }
    }
    if (c->last == CG_NONE || tail.bytes > c->tail ||
        (tail.bytes == c->tail && s->rank[node] < s->rank[c->last])) {
        c->tail = tail.bytes;
        c->tail_row = tail.row;
        c->last = node;
    }
    return longest;
}

/* Each call that enters a bounded function within the component adds the bytes between the frames;
 * here all count as much as the largest. */
static int64_t widest_entry(const struct cg_stack *s, const cg_node *members, uint32_t count)
{
    int64_t widest = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t row = s->start[members[i]]; row < s->start[members[i] + 1]; row++) {
            if (stays(s, members[i], row) && s->recursion[s->callees[row]]) {
                widest = s->between[row] > widest ? s->between[row] : widest;
            }
        }
    }
    return widest;
}

static void weigh_counted(struct cg_stack *s, struct component *c, const cg_node *members,
                          uint32_t count)
{
    int64_t longest = 0, entry = widest_entry(s, members, count);
    for (uint32_t i = 0; i < count; i++) {
        if (!s->recursion[members[i]]) {
            weigh_stretch(s, members[i]);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        cg_node node = members[i];
        if (s->recursion[node]) {
            int64_t one = stack_add(s->frame[node], entry);
            int64_t stretch = weigh_bounded(s, node, c);
            longest = stretch > longest ? stretch : longest;
            c->turns = stack_add(c->turns, stack_multiply(one, s->recursion[node]));
            c->activations += s->recursion[node];
        }
    }
    c->turns = stack_add(c->turns, stack_multiply(longest, c->activations - 1));
}

/* Unbounded components */

static int ways_make(struct ways *ways, const struct cg_stack *s, struct cg_error *error)
{
    uint32_t rows = s->start[s->nodes];
    int status = cg_query_allocate(&ways->start, (size_t)s->nodes + 2, sizeof(uint32_t), error);
    if (!status) {
        status = cg_query_allocate(&ways->callers, rows, sizeof(cg_node), error);
    }
    if (!status) {
        status = cg_query_allocate(&ways->distance, s->nodes, sizeof(uint32_t), error);
    }
    if (!status) {
        status = cg_query_allocate(&ways->queue, s->nodes, sizeof(cg_node), error);
    }
    if (status) {
        return status;
    }
    for (uint32_t row = 0; row < rows; row++) {
        rows_count(ways->start, s->callees[row]);
    }
    rows_begin(ways->start, s->nodes);
    for (cg_node node = 0; node < s->nodes; node++) {
        ways->distance[node] = CG_NONE;
        for (uint32_t row = s->start[node]; row < s->start[node + 1]; row++) {
            ways->callers[rows_place(ways->start, s->callees[row])] = node;
        }
    }
    return CG_OK;
}

static void ways_free(struct ways *ways)
{
    free(ways->start);
    free(ways->callers);
    free(ways->distance);
    free(ways->queue);
}

/* The function whose call out of the component needs most, its frame included. */
static cg_node choose_exit(struct cg_stack *s, const cg_node *members, uint32_t count)
{
    cg_node exit = CG_NONE;
    for (uint32_t i = 0; i < count; i++) {
        cg_node node = members[i];
        struct choice way = deepest_way_out(s, node);
        s->deep[node] = stack_add(s->frame[node], way.bytes);
        s->deep_next[node] = way.row;
        if (exit == CG_NONE || s->deep[node] > s->deep[exit] ||
            (s->deep[node] == s->deep[exit] && s->rank[node] < s->rank[exit])) {
            exit = node;
        }
    }
    return exit;
}

/* All others take the shortest way there. */
static void weigh_unbounded(struct cg_stack *s, struct ways *ways, const cg_node *members,
                            uint32_t count)
{
    uint32_t length = 0;
    cg_node exit = choose_exit(s, members, count);
    ways->distance[exit] = 0;
    ways->queue[length++] = exit;
    for (uint32_t i = 0; i < length; i++) {
        cg_node node = ways->queue[i];
        for (uint32_t k = ways->start[node]; k < ways->start[node + 1]; k++) {
            cg_node caller = ways->callers[k];
            if (s->component[caller] == s->component[node] && ways->distance[caller] == CG_NONE) {
                ways->distance[caller] = ways->distance[node] + 1;
                ways->queue[length++] = caller;
            }
        }
    }
    for (uint32_t i = 1; i < length; i++) {
        cg_node node = ways->queue[i];
        uint32_t row = s->start[node];
        while (!stays(s, node, row) ||
               ways->distance[s->callees[row]] != ways->distance[node] - 1) {
            row++;
        }
        s->deep_next[node] = row;
        s->deep[node] =
            stack_add(s->frame[node], stack_add(s->between[row], s->deep[s->callees[row]]));
    }
}

/* All components */

/* Members are consecutive if one inner component has several. */
static uint8_t kind_of(const struct cg_stack *s, const cg_node *members, uint32_t count)
{
    bool recursive = false, endless = false;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t row = s->start[members[i]]; row < s->start[members[i] + 1]; row++) {
            cg_node to = s->callees[row];
            bool within = stays(s, members[i], row);
            recursive = recursive || within;
            endless =
                endless || (within && !s->recursion[to] && s->inner[to] == s->inner[members[i]]);
        }
    }
    return endless ? COMPONENT_UNBOUNDED : recursive ? COMPONENT_COUNTED : COMPONENT_SINGLE;
}

/* Take over the properties of a component's functions, and of the components they call. */
static void inherit(struct cg_stack *s, struct component *c, cg_node node)
{
    c->unsure = c->unsure || s->unsure[node];
    for (uint32_t row = s->start[node]; row < s->start[node + 1]; row++) {
        const struct component *to = &s->components[s->component[s->callees[row]]];
        c->unsure = c->unsure || to->unsure;
        c->endless = c->endless || to->endless;
    }
}

static void weigh_component(struct cg_stack *s, struct ways *ways, uint32_t number)
{
    struct component *c = &s->components[number];
    const cg_node *members = s->members + s->member_start[number];
    uint32_t count = s->member_start[number + 1] - s->member_start[number];
    c->kind = kind_of(s, members, count);
    c->endless = c->kind == COMPONENT_UNBOUNDED;
    c->last = c->tail_row = CG_NONE;
    for (uint32_t i = 0; i < count; i++) {
        inherit(s, c, members[i]);
    }
    if (c->kind == COMPONENT_SINGLE) {
        weigh_stretch(s, members[0]);
    } else if (c->kind == COMPONENT_COUNTED) {
        weigh_counted(s, c, members, count);
    } else {
        weigh_unbounded(s, ways, members, count);
    }
}

int stack_weigh(struct cg_stack *s, struct cg_error *error)
{
    struct ways ways = {0};
    void *const arrays[] = {&s->deep, &s->flat, &s->deep_next, &s->flat_next};
    const size_t sizes[] = {sizeof(int64_t), sizeof(int64_t), sizeof(uint32_t), sizeof(uint32_t)};
    int status =
        cg_query_allocate(&s->components, s->component_count, sizeof *s->components, error);
    for (size_t i = 0; i < 4 && !status; i++) {
        status = cg_query_allocate(arrays[i], s->nodes, sizes[i], error);
    }
    if (!status) {
        status = ways_make(&ways, s, error);
    }
    for (uint32_t i = 0; !status && i < s->component_count; i++) {
        weigh_component(s, &ways, i);
    }
    ways_free(&ways);
    return status;
}
