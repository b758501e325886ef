/* What may be passed for parameters that are called, across all functions that pass them on. */
#include "points_to/bindings.h"

#include "base/error.h"

#include <stdlib.h>
#include <string.h>

/* Edges */

static int by_ends(const void *a, const void *b)
{
    const struct context_edge *x = a, *y = b;
    if (x->caller != y->caller) {
        return x->caller < y->caller ? -1 : 1;
    }
    if (x->function != y->function) {
        return x->function < y->function ? -1 : 1;
    }
    return (x->parameter > y->parameter) - (x->parameter < y->parameter);
}

static bool is_there(const struct program *program, const struct context_edge *edge)
{
    cg_node callee = program->functions[edge->function].node;
    return callee != CG_NONE && cg_graph_find_edge(program->graph, edge->caller, callee) != CG_NONE;
}

/* Keep the edges all of whose calls are of parameters, each parameter once. The edges are
 * sorted. */
static void keep_contexts(struct context_edges *edges, const struct program *program)
{
    size_t kept = 0;
    for (size_t i = 0, end; i < edges->count; i = end) {
        size_t first = kept;
        bool all = !is_there(program, &edges->items[i]);
        for (end = i; end < edges->count && edges->items[end].caller == edges->items[i].caller &&
                      edges->items[end].function == edges->items[i].function;
             end++) {
            all = all && edges->items[end].parameter != NUMBER_NONE;
            if (kept == first || by_ends(&edges->items[kept - 1], &edges->items[end])) {
                edges->items[kept++] = edges->items[end];
            }
        }
        kept = all ? kept : first;
    }
    edges->count = kept;
}

/* The parameter that each call calls. @return whether any does */
static bool find_called(uint32_t *called, const struct program *program)
{
    bool any = false;
    for (uint32_t i = 0; i < program->call_count; i++) {
        const struct call *call = &program->calls[i];
        bool open = call->owner == CG_NONE || call->pointer == NUMBER_NONE;
        called[i] = open ? NUMBER_NONE : bindings_origin(program, call->owner, call->pointer);
        any = any || called[i] != NUMBER_NONE;
    }
    return any;
}

int bindings_list(struct context_edges *out, struct program *program, struct cg_error *error)
{
    const struct number_list *targets = &program->targets;
    uint32_t *called = malloc((program->call_count + (size_t)1) * sizeof *called);
    *out = (struct context_edges){malloc((targets->count / 2 + 1) * sizeof *out->items), 0};
    if (!called || !out->items) {
        free(called);
        return cg_fail_memory(error);
    }
    if (find_called(called, program)) {
        for (size_t i = 0; i < targets->count; i += 2) {
            cg_node owner = program->calls[targets->items[i]].owner;
            if (owner != CG_NONE) {
                out->items[out->count++] =
                    (struct context_edge){owner, targets->items[i + 1], called[targets->items[i]]};
            }
        }
    }
    if (out->count) {
        qsort(out->items, out->count, sizeof *out->items, by_ends);
    }
    keep_contexts(out, program);
    free(called);
    return CG_OK;
}

/* Values */

int bindings_values(struct number_list *out, bool *known, const struct program *program,
                    const struct context_argument *argument, struct cg_error *error)
{
    uint32_t own = argument->from, *objects = &own;
    size_t count = 1;
    int status = CG_OK;
    *known = argument->from != NUMBER_NONE;
    out->count = 0;
    if (*known && !argument->address) {
        status = solver_objects(program->solver, argument->from, &objects, &count, error);
    }
    for (size_t i = 0; !status && *known && i < count; i++) {
        enum slot_kind kind = program->slot_kinds.items[objects[i]];
        uint32_t function = kind == SLOT_ENTRY ? program->slot_index.items[objects[i]]
                                               : program_callee(program, objects[i]);
        *known = kind != SLOT_UNKNOWN && kind != SLOT_MEMBER;
        if (function != NUMBER_NONE && !number_add_new(out, function)) {
            status = cg_fail_memory(error);
        }
        *known = *known && out->count <= BINDINGS_MOST_VALUES;
    }
    if (objects != &own) {
        free(objects);
    }
    return status;
}

/** Propagation of values. */
struct binding_flow {
    struct program *program;
    uint32_t
        *forwards; /**< parameters that are passed on, grouped by the parameter they come from */
    size_t *first; /**< by parameter: start of its group */
    struct number_list pending; /**< parameters to process */
    struct number_list values;  /**< of one argument */
};

static int add_values(struct binding_flow *b, uint32_t to, const struct number_list *values,
                      struct cg_error *error)
{
    struct context_parameter *parameter = &b->program->bindings->parameters[to];
    size_t before = parameter->values.count;
    bool ok = true;
    for (size_t i = 0; i < values->count && ok && !parameter->overflowed; i++) {
        ok = number_add_new(&parameter->values, values->items[i]);
        parameter->overflowed = parameter->values.count > BINDINGS_MOST_VALUES;
    }
    if (ok && !parameter->overflowed && parameter->values.count > before) {
        ok = number_add(&b->pending, to);
    }
    return ok ? CG_OK : cg_fail_memory(error);
}

/* Values of a parameter go to all that it is passed on as. */
static int spread_values(struct binding_flow *b, struct cg_error *error)
{
    int status = CG_OK;
    while (b->pending.count && !status) {
        uint32_t from = b->pending.items[--b->pending.count];
        const struct number_list *values = &b->program->bindings->parameters[from].values;
        for (size_t i = b->first[from]; i < b->first[from + 1] && !status; i++) {
            bool itself = b->forwards[i] == from;
            status = itself ? CG_OK : add_values(b, b->forwards[i], values, error);
        }
    }
    return status;
}

/* Group the passed-on parameters by their source; the last group has those without one. */
static int list_forwards(struct binding_flow *b, struct cg_error *error)
{
    const struct bindings *bindings = b->program->bindings;
    uint32_t parameters = bindings->parameter_count;
    b->first = calloc(parameters + (size_t)1, sizeof *b->first);
    b->forwards = malloc((bindings->argument_count + 1) * sizeof *b->forwards);
    if (!b->first || !b->forwards) {
        return cg_fail_memory(error);
    }
    for (size_t i = 0; i < bindings->argument_count; i++) {
        uint32_t from = bindings->arguments[i].origin;
        b->first[from == NUMBER_NONE ? parameters : from]++;
    }
    for (uint32_t i = 1; i <= parameters; i++) {
        b->first[i] += b->first[i - 1];
    }
    /* Each index is at the end of its group. */
    for (size_t i = bindings->argument_count; i-- > 0;) {
        const struct context_argument *argument = &bindings->arguments[i];
        uint32_t from = argument->origin == NUMBER_NONE ? parameters : argument->origin;
        b->forwards[--b->first[from]] = argument->parameter;
    }
    return CG_OK;
}

static int begin_values(struct binding_flow *b, struct cg_error *error)
{
    struct bindings *bindings = b->program->bindings;
    int status = CG_OK;
    for (size_t i = 0; i < bindings->argument_count && !status; i++) {
        const struct context_argument *argument = &bindings->arguments[i];
        bool known = false;
        if (bindings->parameters[argument->parameter].called && argument->origin == NUMBER_NONE) {
            status = bindings_values(&b->values, &known, b->program, argument, error);
        }
        if (!status && known) {
            status = add_values(b, argument->parameter, &b->values, error);
        }
    }
    return status;
}

/* Parameters */

static bool call_parameter(struct binding_flow *b, uint32_t number)
{
    struct context_parameter *parameter = &b->program->bindings->parameters[number];
    if (parameter->called || parameter->overflowed) {
        return true;
    }
    parameter->called = true;
    return number_add(&b->pending, number);
}

/* Mark the parameters that edges call, and those passed on as them. */
static int mark_called(struct binding_flow *b, const struct context_edges *edges,
                       struct cg_error *error)
{
    struct bindings *bindings = b->program->bindings;
    bool ok = true;
    for (uint32_t i = 0; i < bindings->parameter_count; i++) {
        bindings->parameters[i].called = false;
    }
    for (size_t i = 0; i < edges->count && ok; i++) {
        ok = call_parameter(b, edges->items[i].parameter);
    }
    while (b->pending.count && ok) {
        uint32_t to = b->pending.items[--b->pending.count];
        for (size_t i = bindings_first_argument(bindings, to, 0);
             i < bindings->argument_count && bindings->arguments[i].parameter == to && ok; i++) {
            uint32_t from = bindings->arguments[i].origin;
            ok = from == NUMBER_NONE || call_parameter(b, from);
        }
    }
    return ok ? CG_OK : cg_fail_memory(error);
}

void bindings_keep(struct context_edges *edges, const struct bindings *bindings,
                   bool (*passes)(const struct context_parameter *parameter))
{
    size_t kept = 0;
    for (size_t i = 0, end; i < edges->count; i = end) {
        const struct context_edge *first = &edges->items[i];
        bool all = true;
        for (end = i; end < edges->count && edges->items[end].caller == first->caller &&
                      edges->items[end].function == first->function;
             end++) {
            all = all && passes(&bindings->parameters[edges->items[end].parameter]);
        }
        for (size_t k = i; k < end && all; k++) {
            edges->items[kept++] = edges->items[k];
        }
    }
    edges->count = kept;
}

static bool is_followed(const struct context_parameter *parameter)
{
    return !parameter->overflowed;
}

/* Arguments */

static int by_parameter(const void *a, const void *b)
{
    const struct context_argument *x = a, *y = b;
    if (x->parameter != y->parameter) {
        return x->parameter < y->parameter ? -1 : 1;
    }
    if (x->caller != y->caller) {
        return x->caller < y->caller ? -1 : 1;
    }
    if (x->from != y->from) {
        return x->from < y->from ? -1 : 1;
    }
    return x->address - y->address;
}

size_t bindings_first_argument(const struct bindings *bindings, uint32_t parameter, cg_node caller)
{
    size_t low = 0, high = bindings->argument_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct context_argument *argument = &bindings->arguments[middle];
        bool before = argument->parameter != parameter ? argument->parameter < parameter
                                                       : argument->caller < caller;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

/* An argument of no known call is an unexpected assignment. */
static void find_origins(const struct program *program, struct bindings *bindings)
{
    for (size_t i = 0; i < bindings->argument_count; i++) {
        const struct context_argument *argument = &bindings->arguments[i];
        struct context_parameter *parameter = &bindings->parameters[argument->parameter];
        cg_node callee = program->functions[parameter->function].node;
        bool called = callee != CG_NONE &&
                      cg_graph_find_edge(program->graph, argument->caller, callee) != CG_NONE;
        parameter->changed = parameter->changed || !called;
    }
    for (size_t i = 0; i < bindings->argument_count; i++) {
        struct context_argument *argument = &bindings->arguments[i];
        argument->origin = argument->address
                               ? NUMBER_NONE
                               : bindings_origin(program, argument->caller, argument->from);
    }
}

void bindings_sort(struct program *program)
{
    struct bindings *bindings = program->bindings;
    size_t kept = 0;
    if (bindings->argument_count) {
        qsort(bindings->arguments, bindings->argument_count, sizeof *bindings->arguments,
              by_parameter);
    }
    for (size_t i = 0; i < bindings->argument_count; i++) {
        if (!kept || by_parameter(&bindings->arguments[kept - 1], &bindings->arguments[i])) {
            bindings->arguments[kept++] = bindings->arguments[i];
        }
    }
    bindings->argument_count = kept;
    find_origins(program, bindings);
}

int bindings_solve(struct program *program, struct context_edges *edges, struct cg_error *error)
{
    struct binding_flow b = {.program = program};
    int status = mark_called(&b, edges, error);
    status = status ? status : list_forwards(&b, error);
    status = status ? status : begin_values(&b, error);
    status = status ? status : spread_values(&b, error);
    if (!status) {
        bindings_keep(edges, program->bindings, is_followed);
        status = mark_called(&b, edges, error);
    }
    free(b.first);
    free(b.forwards);
    free(b.pending.items);
    free(b.values.items);
    return status;
}
