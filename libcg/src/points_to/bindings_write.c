/* Attaching contexts to edges: CG_KEY_CONTEXT. */
#include "points_to/bindings.h"

#include "base/error.h"
#include "strings/text.h"

#include <stdlib.h>
#include <string.h>

/** Writing in progress. */
struct context_writing {
    struct program *program;
    uint32_t *number; /**< by function: its value in the file, or NUMBER_NONE */
    struct number_list values;
    struct number_list found; /**< functions of one argument */
    struct number_list forwards;
    struct cg_text text;
};

static int by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void add_numbers(struct cg_text *text, struct number_list *numbers)
{
    uint32_t last = NUMBER_NONE;
    cg_text_add(text, "[");
    if (numbers->count) {
        qsort(numbers->items, numbers->count, sizeof *numbers->items, by_number);
    }
    for (size_t i = 0; i < numbers->count; i++) {
        if (i && numbers->items[i] == last) {
            continue;
        }
        cg_text_add(text, i ? "," : "");
        cg_text_add_number(text, numbers->items[i]);
        last = numbers->items[i];
    }
    cg_text_add(text, "]");
}

static int set_context(struct context_writing *w, cg_edge edge, struct cg_error *error)
{
    if (w->text.failed) {
        return cg_fail_memory(error);
    }
    return cg_metadata_set(w->program->graph, CG_ON_EDGE, edge, CG_KEY_CONTEXT,
                           &(struct cg_value){w->text.bytes, w->text.length}, error);
}

/* Numbers of functions */

static int by_name(const void *a, const void *b, void *data)
{
    const struct program *program = data;
    const struct function *x = &program->functions[*(const uint32_t *)a];
    const struct function *y = &program->functions[*(const uint32_t *)b];
    int order =
        strcmp(cg_node_name(program->graph, x->node), cg_node_name(program->graph, y->node));
    if (order) {
        return order;
    }
    const char *first = cg_node_origin(program->graph, x->node);
    const char *second = cg_node_origin(program->graph, y->node);
    return strcmp(first ? first : "", second ? second : "");
}

/* Functions that parameters are called as are numbered in the order of their names. */
static int number_functions(struct context_writing *w, const struct context_edges *edges,
                            struct cg_error *error)
{
    struct program *program = w->program;
    uint32_t *functions = malloc((edges->count + 1) * sizeof *functions);
    uint32_t count = 0;
    w->number = malloc((program->function_count + (size_t)1) * sizeof *w->number);
    if (!functions || !w->number) {
        free(functions);
        return cg_fail_memory(error);
    }
    memset(w->number, 0xff, program->function_count * sizeof *w->number);
    for (size_t i = 0; i < edges->count; i++) {
        uint32_t function = edges->items[i].function;
        if (w->number[function] == NUMBER_NONE) {
            w->number[function] = 0;
            functions[count++] = function;
        }
    }
    if (count) {
        qsort_r(functions, count, sizeof *functions, by_name, program);
    }
    for (uint32_t i = 0; i < count; i++) {
        w->number[functions[i]] = i;
    }
    free(functions);
    return CG_OK;
}

/* Calls of parameters */

static int write_called(struct context_writing *w, const struct context_edge *items, size_t count,
                        struct cg_error *error)
{
    struct program *program = w->program;
    cg_edge edge =
        cg_graph_find_edge(program->graph, items->caller, program->functions[items->function].node);
    w->values.count = 0;
    for (size_t i = 0; i < count; i++) {
        if (!number_add(&w->values, program->bindings->parameters[items[i].parameter].index)) {
            return cg_fail_memory(error);
        }
    }
    cg_text_clear(&w->text);
    cg_text_add(&w->text, "{\"parameters\":");
    add_numbers(&w->text, &w->values);
    cg_text_add(&w->text, ",\"value\":");
    cg_text_add_number(&w->text, w->number[items->function]);
    cg_text_add(&w->text, "}");
    return set_context(w, edge, error);
}

static int write_all_called(struct context_writing *w, const struct context_edges *edges,
                            struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0, end; i < edges->count && !status; i = end) {
        const struct context_edge *items = &edges->items[i];
        for (end = i + 1; end < edges->count && edges->items[end].caller == items->caller &&
                          edges->items[end].function == items->function;) {
            end++;
        }
        status = write_called(w, items, end - i, error);
    }
    return status;
}

/* What calls pass */

static int collect_argument(struct context_writing *w, bool *known,
                            const struct context_argument *argument, struct cg_error *error)
{
    const struct bindings *bindings = w->program->bindings;
    if (argument->origin != NUMBER_NONE) {
        const struct context_parameter *from = &bindings->parameters[argument->origin];
        *known = !from->overflowed;
        return number_add(&w->forwards, from->index) ? CG_OK : cg_fail_memory(error);
    }
    int status = bindings_values(&w->found, known, w->program, argument, error);
    for (size_t i = 0; i < w->found.count && !status && *known; i++) {
        uint32_t number = w->number[w->found.items[i]];
        if (number != NUMBER_NONE && !number_add(&w->values, number)) {
            status = cg_fail_memory(error);
        }
    }
    return status;
}

/* All that a function passes for a parameter of another. To itself it passes on what it received;
 * otherwise the parameter would count as assigned. */
static int collect_assigned(struct context_writing *w, bool *known, cg_node caller,
                            uint32_t parameter, struct cg_error *error)
{
    const struct bindings *bindings = w->program->bindings;
    const struct context_parameter *to = &bindings->parameters[parameter];
    int status = CG_OK;
    *known = true;
    w->values.count = w->forwards.count = 0;
    if (caller == w->program->functions[to->function].node) {
        return number_add(&w->forwards, to->index) ? CG_OK : cg_fail_memory(error);
    }
    for (size_t i = bindings_first_argument(bindings, parameter, caller);
         i < bindings->argument_count && *known && !status; i++) {
        const struct context_argument *argument = &bindings->arguments[i];
        if (argument->parameter != parameter || argument->caller != caller) {
            break;
        }
        status = collect_argument(w, known, argument, error);
    }
    return status;
}

static void add_argument(struct context_writing *w, uint32_t index, bool first)
{
    cg_text_add(&w->text, first ? "{\"arguments\":[" : ",");
    cg_text_add(&w->text, "{\"forwards\":");
    add_numbers(&w->text, &w->forwards);
    cg_text_add(&w->text, ",\"parameter\":");
    cg_text_add_number(&w->text, index);
    cg_text_add(&w->text, ",\"values\":");
    add_numbers(&w->text, &w->values);
    cg_text_add(&w->text, "}");
}

/* The number of a parameter of a function, if it is followed. */
static uint32_t called_parameter(const struct program *program, const struct function *function,
                                 size_t index)
{
    const struct bindings *bindings = program->bindings;
    uint32_t slot = function->parameters.items[index];
    uint32_t number = slot == NUMBER_NONE ? NUMBER_NONE : bindings->parameter_of.items[slot];
    bool called = number != NUMBER_NONE && bindings->parameters[number].called;
    return called ? number : NUMBER_NONE;
}

static int write_handed(struct context_writing *w, cg_edge edge, const struct function *callee,
                        struct cg_error *error)
{
    cg_node caller = cg_edge_caller(w->program->graph, edge);
    int status = CG_OK;
    cg_text_clear(&w->text);
    for (size_t i = 0; i < callee->parameters.count && !status; i++) {
        bool known = false;
        uint32_t number = called_parameter(w->program, callee, i);
        if (number != NUMBER_NONE) {
            status = collect_assigned(w, &known, caller, number, error);
        }
        if (!status && known) {
            add_argument(w, (uint32_t)i, !w->text.length);
        }
    }
    if (status || !w->text.length) {
        return status;
    }
    cg_text_add(&w->text, "]}");
    return set_context(w, edge, error);
}

/* Whether facts record all that a function passes. */
static bool is_read(const struct cg_graph *graph, cg_node node)
{
    return cg_node_has_body(graph, node) &&
           cg_metadata_has(graph, CG_ON_NODE, node, CG_KEY_POINTER_FACTS);
}

/** Processes an edge that is only a call by name: the facts then show what it passes. */
typedef int use_edge(struct context_writing *w, cg_edge edge, const struct function *callee,
                     struct cg_error *error);

static int each_named(struct context_writing *w, uint32_t nodes, use_edge *use,
                      struct cg_error *error)
{
    const struct cg_graph *graph = w->program->graph;
    int status = CG_OK;
    for (cg_edge edge = 0; edge < cg_graph_edge_count(graph) && !status; edge++) {
        cg_node caller = cg_edge_caller(graph, edge), callee = cg_edge_callee(graph, edge);
        bool named =
            cg_edge_kinds(graph, edge) == CG_EDGE_DIRECT && caller < nodes && callee < nodes;
        uint32_t called = named ? w->program->nodes[callee] : NUMBER_NONE;
        if (called != NUMBER_NONE && is_read(graph, caller)) {
            status = use(w, edge, &w->program->functions[called], error);
        }
    }
    return status;
}

/* Parameters that calls record */

static int mark_recorded(struct context_writing *w, cg_edge edge, const struct function *callee,
                         struct cg_error *error)
{
    cg_node caller = cg_edge_caller(w->program->graph, edge);
    int status = CG_OK;
    for (size_t i = 0; i < callee->parameters.count && !status; i++) {
        uint32_t number = called_parameter(w->program, callee, i);
        bool known = false;
        if (number == NUMBER_NONE || w->program->bindings->parameters[number].recorded) {
            continue;
        }
        status = collect_assigned(w, &known, caller, number, error);
        w->program->bindings->parameters[number].recorded = known && !w->forwards.count;
    }
    return status;
}

/* A forwarded parameter is written if the parameter it comes from is. */
static void spread_recorded(struct bindings *bindings)
{
    bool more = true;
    while (more) {
        more = false;
        for (size_t i = 0; i < bindings->argument_count; i++) {
            const struct context_argument *argument = &bindings->arguments[i];
            struct context_parameter *to = &bindings->parameters[argument->parameter];
            if (!to->recorded && argument->origin != NUMBER_NONE &&
                bindings->parameters[argument->origin].recorded) {
                to->recorded = more = true;
            }
        }
    }
}

static bool is_told(const struct context_parameter *parameter)
{
    return parameter->recorded;
}

/* Contexts of parameters that may always be anything would only cost time. */
static int keep_recorded(struct context_writing *w, struct context_edges *edges, uint32_t nodes,
                         struct cg_error *error)
{
    struct bindings *bindings = w->program->bindings;
    int status = each_named(w, nodes, mark_recorded, error);
    spread_recorded(bindings);
    bindings_keep(edges, bindings, is_told);
    for (uint32_t i = 0; i < bindings->parameter_count; i++) {
        bindings->parameters[i].called =
            bindings->parameters[i].called && bindings->parameters[i].recorded;
    }
    return status;
}

int bindings_write(struct program *program, struct context_edges *edges, uint32_t nodes,
                   struct cg_error *error)
{
    struct context_writing w = {.program = program};
    if (!edges->count) {
        return CG_OK;
    }
    int status = number_functions(&w, edges, error);
    status = status ? status : keep_recorded(&w, edges, nodes, error);
    status = status ? status : write_all_called(&w, edges, error);
    status = status ? status : each_named(&w, nodes, write_handed, error);
    free(w.number);
    free(w.values.items);
    free(w.found.items);
    free(w.forwards.items);
    cg_text_free(&w.text);
    return status;
}
