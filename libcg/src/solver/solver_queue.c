/* Applies constraints and notifies watches. */
#include "solver/solver_internal.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/** Add to a list of groups of a node. */
static int add_to_group(struct solver *solver, uint32_t node, enum solver_groups list, uint32_t tag,
                        struct cg_error *error)
{
    uint32_t *first = &solver->nodes[node].groups[list];
    uint32_t group = *first;
    if (group == SOLVER_NONE || solver->watches[group].seen != SETS_EMPTY) {
        group = solver->watch_count;
        if (group == SOLVER_NONE) {
            return cg_fail(error, CG_E_LIMIT, "too many watches");
        }
        if (!cg_grow(&solver->watches, &solver->watch_capacity, (size_t)group + 1,
                     sizeof *solver->watches)) {
            return cg_fail_memory(error);
        }
        solver->watches[solver->watch_count++] =
            (struct solver_watch){.seen = SETS_EMPTY, .next = *first};
        *first = group;
    }
    struct solver_watch *watch = &solver->watches[group];
    if (!cg_grow(&watch->tags, &watch->capacity, watch->count + 1, sizeof *watch->tags)) {
        return cg_fail_memory(error);
    }
    watch->tags[watch->count++] = tag;
    if (solver->nodes[node].set != SETS_EMPTY) {
        solver_make_dirty(solver, node);
    }
    return CG_OK;
}

static bool has_unseen(const struct solver *solver, uint32_t node, uint32_t group)
{
    while (group != SOLVER_NONE && solver->watches[group].seen == solver->nodes[node].set) {
        group = solver->watches[group].next;
    }
    return group != SOLVER_NONE;
}

bool solver_has_unseen(const struct solver *solver, uint32_t node)
{
    bool unseen = false;
    for (int list = 0; list < SOLVER_GROUPS && !unseen; list++) {
        unseen = has_unseen(solver, node, solver->nodes[node].groups[list]);
    }
    return unseen;
}

/** Receives the objects that watches see. */
struct notice {
    solver_seen *seen;
    void *data;      /**< for it */
    uint32_t set;    /**< what there is to see */
    uint32_t except; /**< objects that these watches do not see */
};

static int notify_group(struct solver *solver, struct solver_watch *watch,
                        const struct notice *notice, struct cg_error *error)
{
    uint32_t fresh;
    int status = sets_difference(&solver->sets, notice->set, watch->seen, &fresh, error);
    status = status ? status : sets_difference(&solver->sets, fresh, notice->except, &fresh, error);
    status = status ? status : solver_list_objects(solver, fresh, error);
    size_t count = status ? 0 : sets_size(&solver->sets, fresh);
    watch->seen = notice->set;
    for (size_t i = 0; i < count; i++) {
        uint32_t object = solver->objects[solver->buffer[i]];
        for (size_t k = 0; k < watch->count && !status; k++) {
            status = notice->seen(notice->data, watch->tags[k], object, error);
        }
    }
    return status;
}

/** Hand on what is not marked. */
static int copy_group(struct solver *solver, struct solver_watch *copies, uint32_t set,
                      struct cg_error *error)
{
    uint32_t fresh, unmarked = SETS_EMPTY;
    int status = sets_difference(&solver->sets, set, copies->seen, &fresh, error);
    status =
        status ? status : sets_difference(&solver->sets, fresh, solver->marked, &unmarked, error);
    copies->seen = set;
    for (size_t i = 0; i < copies->count && unmarked != SETS_EMPTY && !status; i++) {
        status = solver_flow(solver, solver_find(solver, copies->tags[i]), unmarked, error);
    }
    return status;
}

/* All groups of a list have seen the same: merge them. */
static int unite_groups(struct solver *solver, uint32_t first, struct cg_error *error)
{
    if (first == SOLVER_NONE) {
        return CG_OK;
    }
    struct solver_watch *all = &solver->watches[first];
    for (; all->next != SOLVER_NONE; all->next = solver->watches[all->next].next) {
        struct solver_watch *other = &solver->watches[all->next];
        if (!cg_grow(&all->tags, &all->capacity, all->count + other->count, sizeof *all->tags)) {
            return cg_fail_memory(error);
        }
        for (size_t i = 0; i < other->count; i++) {
            all->tags[all->count++] = other->tags[i];
        }
        free(other->tags);
        *other = (struct solver_watch){.seen = SETS_EMPTY, .next = other->next};
    }
    return CG_OK;
}

static int notify_list(struct solver *solver, uint32_t first, const struct notice *notice,
                       struct cg_error *error)
{
    int status = CG_OK;
    for (uint32_t i = first; i != SOLVER_NONE && !status; i = solver->watches[i].next) {
        status = notify_group(solver, &solver->watches[i], notice, error);
    }
    return status ? status : unite_groups(solver, first, error);
}

int solver_notify(struct solver *solver, uint32_t node, solver_seen *seen, void *data,
                  struct cg_error *error)
{
    uint32_t first = solver->nodes[node].groups[SOLVER_WATCHES];
    uint32_t copies = solver->nodes[node].groups[SOLVER_COPIES];
    uint32_t of_data = solver->nodes[node].groups[SOLVER_WATCHES_DATA];
    uint32_t set = solver->nodes[node].set;
    struct notice notice = {seen, data, set, SETS_EMPTY};
    int status = CG_OK;
    for (uint32_t i = copies; i != SOLVER_NONE && !status; i = solver->watches[i].next) {
        status = copy_group(solver, &solver->watches[i], set, error);
    }
    status = status ? status : unite_groups(solver, copies, error);
    status = status ? status : notify_list(solver, first, &notice, error);
    notice.except = solver->code; /* it may have grown meanwhile */
    return status ? status : notify_list(solver, of_data, &notice, error);
}

static int apply_copy(struct solver *solver, uint32_t to, uint32_t from, struct cg_error *error)
{
    uint32_t source, target;
    int status = solver_node_of(solver, from, &source, error);
    status = status ? status : solver_node_of(solver, to, &target, error);
    return status ? status : solver_add_edge(solver, source, target, error);
}

static int apply_copy_unmarked(struct solver *solver, uint32_t to, uint32_t from,
                               struct cg_error *error)
{
    uint32_t source, target;
    int status = solver_node_of(solver, from, &source, error);
    status = status ? status : solver_node_of(solver, to, &target, error);
    return status ? status
                  : add_to_group(solver, solver_find(solver, source), SOLVER_COPIES, target, error);
}

static int apply_load(struct solver *solver, uint32_t to, uint32_t from, struct cg_error *error)
{
    uint32_t source, target, load;
    int status = solver_node_of(solver, from, &source, error);
    status = status ? status : solver_node_of(solver, to, &target, error);
    if (!status) {
        status = solver_load_node(solver, solver_find(solver, source), &load, error);
    }
    return status ? status : solver_add_edge(solver, load, target, error);
}

static int apply_store(struct solver *solver, uint32_t to, uint32_t from, struct cg_error *error)
{
    uint32_t source, target, store;
    int status = solver_node_of(solver, from, &source, error);
    status = status ? status : solver_node_of(solver, to, &target, error);
    if (!status) {
        status = solver_store_node(solver, solver_find(solver, target), &store, error);
    }
    return status ? status : solver_add_edge(solver, source, store, error);
}

static int apply_watch(struct solver *solver, uint32_t slot, enum solver_groups list, uint32_t tag,
                       struct cg_error *error)
{
    uint32_t node;
    int status = solver_node_of(solver, slot, &node, error);
    return status ? status : add_to_group(solver, solver_find(solver, node), list, tag, error);
}

static int apply(struct solver *solver, const struct solver_constraint *constraint,
                 struct cg_error *error)
{
    switch (constraint->kind) {
    case SOLVER_COPY:
        return apply_copy(solver, constraint->left, constraint->right, error);
    case SOLVER_COPY_UNMARKED:
        return apply_copy_unmarked(solver, constraint->left, constraint->right, error);
    case SOLVER_LOAD:
        return apply_load(solver, constraint->left, constraint->right, error);
    case SOLVER_STORE:
        return apply_store(solver, constraint->left, constraint->right, error);
    case SOLVER_WATCH:
        return apply_watch(solver, constraint->left, SOLVER_WATCHES, constraint->right, error);
    case SOLVER_WATCH_DATA:
        return apply_watch(solver, constraint->left, SOLVER_WATCHES_DATA, constraint->right, error);
    case SOLVER_ADDRESS:
        break;
    }
    return CG_OK;
}

static int number_object(struct solver *solver, uint32_t slot, uint32_t *object,
                         struct cg_error *error)
{
    *object = solver->slots[slot].object;
    if (*object != SOLVER_NONE) {
        return CG_OK;
    }
    if (!cg_grow(&solver->objects, &solver->object_capacity, (size_t)solver->object_count + 1,
                 sizeof *solver->objects)) {
        return cg_fail_memory(error);
    }
    *object = solver->slots[slot].object = solver->object_count;
    solver->objects[solver->object_count++] = slot;
    return CG_OK;
}

/* Add some of the new objects to a set at once: each set that is made is as large as all before.
 * @param code those that are code, else those that are marked */
static int add_marked(struct solver *solver, uint32_t *all, bool code, uint32_t first,
                      struct cg_error *error)
{
    size_t count = 0;
    if (!cg_grow(&solver->buffer, &solver->buffer_capacity, solver->object_count - first,
                 sizeof *solver->buffer)) {
        return cg_fail_memory(error);
    }
    for (uint32_t i = first; i < solver->object_count; i++) {
        const struct solver_slot *slot = &solver->slots[solver->objects[i]];
        if (code ? slot->code : slot->marked) {
            solver->buffer[count++] = i;
        }
    }
    uint32_t set, fresh;
    int status = count ? sets_make(&solver->sets, &set, solver->buffer, count, error) : CG_OK;
    return status || !count ? status : sets_join(&solver->sets, *all, set, all, &fresh, error);
}

static int mark_objects(struct solver *solver, uint32_t first, struct cg_error *error)
{
    int status = add_marked(solver, &solver->marked, false, first, error);
    return status ? status : add_marked(solver, &solver->code, true, first, error);
}

static int compare_addresses(const void *a, const void *b)
{
    const struct solver_constraint *x = a, *y = b;
    int order = (x->left > y->left) - (x->left < y->left);
    return order ? order : (x->right > y->right) - (x->right < y->right);
}

/* A queue of which most are addresses has tens of millions. */
#define DIGIT_BITS 11u
#define DIGITS (1u << DIGIT_BITS)
#define FEW 4096u

static uint32_t digit_of(const struct solver_constraint *address, bool left, unsigned shift)
{
    return (left ? address->left : address->right) >> shift & (DIGITS - 1);
}

/* Sort by one digit; those with the same digit keep their order. */
static void sort_by_digit(struct solver_constraint *to, const struct solver_constraint *from,
                          size_t count, bool left, unsigned shift)
{
    size_t places[DIGITS] = {0}, place = 0;
    for (size_t i = 0; i < count; i++) {
        places[digit_of(&from[i], left, shift)]++;
    }
    for (uint32_t digit = 0; digit < DIGITS; digit++) {
        size_t size = places[digit];
        places[digit] = place;
        place += size;
    }
    for (size_t i = 0; i < count; i++) {
        to[places[digit_of(&from[i], left, shift)]++] = from[i];
    }
}

/* In the order of compare_addresses. */
static int sort_addresses(struct solver_constraint *queue, size_t count, struct cg_error *error)
{
    if (count < FEW) {
        qsort(queue, count, sizeof *queue, compare_addresses);
        return CG_OK;
    }
    struct solver_constraint *other = malloc(count * sizeof *other), *now = queue;
    uint32_t most[2] = {0, 0};
    if (!other) {
        return cg_fail_memory(error);
    }
    for (size_t i = 0; i < count; i++) {
        most[false] = queue[i].right > most[false] ? queue[i].right : most[false];
        most[true] = queue[i].left > most[true] ? queue[i].left : most[true];
    }
    for (int left = false; left <= true; left++) {
        for (unsigned shift = 0; shift < 32 && most[left] >> shift; shift += DIGIT_BITS) {
            struct solver_constraint *to = now == queue ? other : queue;
            sort_by_digit(to, now, count, left, shift);
            now = to;
        }
    }
    if (now != queue) {
        memcpy(queue, now, count * sizeof *queue);
    }
    free(other);
    return CG_OK;
}

/* Make nodes and objects for the slots in address constraints, which are moved to the front. */
static int gather_addresses(struct solver *solver, size_t *count, struct cg_error *error)
{
    uint32_t first = solver->object_count;
    *count = 0;
    for (size_t i = 0; i < solver->queue_count; i++) {
        struct solver_constraint address = solver->queue[i];
        if (address.kind != SOLVER_ADDRESS) {
            continue;
        }
        int status = solver_node_of(solver, address.left, &address.left, error);
        status = status ? status : number_object(solver, address.right, &address.right, error);
        if (status) {
            return status;
        }
        solver->queue[(*count)++] = address;
    }
    return mark_objects(solver, first, error);
}

/* Add the objects of each node at once: adding them one by one would make a set for each. */
static int apply_addresses(struct solver *solver, struct cg_error *error)
{
    size_t count;
    int status = gather_addresses(solver, &count, error);
    if (!status &&
        !cg_grow(&solver->buffer, &solver->buffer_capacity, count, sizeof *solver->buffer)) {
        status = cg_fail_memory(error);
    }
    struct solver_constraint *queue = solver->queue;
    if (!status && count > 1) {
        status = sort_addresses(queue, count, error);
    }
    for (size_t i = 0; i < count && !status;) {
        uint32_t node = queue[i].left, set;
        size_t size = 0;
        for (; i < count && queue[i].left == node; i++) {
            if (size == 0 || solver->buffer[size - 1] != queue[i].right) {
                solver->buffer[size++] = queue[i].right;
            }
        }
        status = sets_make(&solver->sets, &set, solver->buffer, size, error);
        status = status ? status : solver_flow(solver, solver_find(solver, node), set, error);
    }
    return status;
}

int solver_apply_queue(struct solver *solver, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < solver->queue_count && !status; i++) {
        status = apply(solver, &solver->queue[i], error);
    }
    status = status ? status : apply_addresses(solver, error);
    solver->queue_count = 0;
    return status;
}
