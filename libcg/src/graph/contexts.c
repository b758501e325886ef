/*
 * Reads all contexts into records first, numbers the cells that occur, and then lays the records
 * out in arrays grouped by edge and by cell.
 */
#include "graph/contexts.h"

#include <libcg/link.h>

#include "base/memory.h"
#include "strings/digits.h"
#include "json/json_walk.h"

#include <stdlib.h>
#include <string.h>

/** A context as read: cells are (node, parameter) until all are known. */
struct raw {
    cg_edge edge;
    bool called;
    uint32_t parameter; /**< of the caller if called, else of the callee */
    uint32_t from;      /**< parameter of the caller, or CG_NONE */
    uint32_t value;     /**< or CG_NONE */
};

struct cell {
    cg_node node;
    uint32_t parameter;
};

/** Indexing in progress. */
struct indexing {
    const struct cg_graph *graph;
    struct raw *raw;
    size_t raw_capacity;
    size_t raw_count;
    struct cell *cells;
    uint32_t cell_count;
    bool failed; /**< memory is exhausted */
};

void graph_drop_contexts(struct cg_graph *graph)
{
    struct contexts *contexts = graph->contexts;
    if (contexts) {
        free(contexts->cell_node);
        free(contexts->cell_first);
        free(contexts->calls);
        free(contexts->arguments);
        free(contexts->of_edge);
        struct context_groups *const groups[] = {&contexts->calls_of, &contexts->from,
                                                 &contexts->to};
        for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
            free(groups[i]->first);
            free(groups[i]->items);
        }
        free(contexts);
    }
    graph->contexts = NULL;
}

/* Reading */

static bool read_number(uint32_t *out, const struct cg_value *value)
{
    uint64_t number = 0;
    bool is = cg_read_digits(&number, value->text, value->length, CG_NONE - 1);
    *out = (uint32_t)number;
    return is;
}

static bool member_number(uint32_t *out, const struct cg_value *object, const char *key)
{
    struct cg_value value;
    return json_member(&value, object, key) && read_number(out, &value);
}

static bool add_raw(struct indexing *indexing, const struct raw *raw)
{
    if (!cg_grow(&indexing->raw, &indexing->raw_capacity, indexing->raw_count + 1,
                 sizeof *indexing->raw)) {
        indexing->failed = true;
        return false;
    }
    indexing->raw[indexing->raw_count++] = *raw;
    return true;
}

/* A record for each number in an array member. */
static bool add_each(struct indexing *indexing, const struct cg_value *object, const char *key,
                     struct raw *raw, uint32_t *number)
{
    struct cg_value array, value;
    struct json_walk walk;
    bool ok = json_member(&array, object, key) && json_walk_start(&walk, &array, '[');
    while (ok && json_walk_next(&walk, NULL, &value)) {
        ok = read_number(number, &value) && add_raw(indexing, raw);
    }
    *number = CG_NONE;
    return ok;
}

static bool read_called(struct indexing *indexing, cg_edge edge, const struct cg_value *context)
{
    struct raw raw = {.edge = edge, .called = true, .from = CG_NONE};
    return member_number(&raw.value, context, "value") &&
           add_each(indexing, context, "parameters", &raw, &raw.parameter);
}

static bool read_argument(struct indexing *indexing, cg_edge edge, const struct cg_value *argument)
{
    struct raw raw = {.edge = edge, .from = CG_NONE, .value = CG_NONE};
    return member_number(&raw.parameter, argument, "parameter") && add_raw(indexing, &raw) &&
           add_each(indexing, argument, "values", &raw, &raw.value) &&
           add_each(indexing, argument, "forwards", &raw, &raw.from);
}

static bool read_handed(struct indexing *indexing, cg_edge edge, const struct cg_value *context)
{
    struct cg_value array, argument;
    struct json_walk walk;
    bool ok = json_member(&array, context, "arguments") && json_walk_start(&walk, &array, '[');
    while (ok && json_walk_next(&walk, NULL, &argument)) {
        ok = json_is(&argument, '{') && read_argument(indexing, edge, &argument);
    }
    return ok;
}

static void read_edge(struct indexing *indexing, cg_edge edge, const struct cg_value *context)
{
    const unsigned indirect = CG_EDGE_POINTER | CG_EDGE_CALLBACK | CG_EDGE_CANDIDATE;
    unsigned kinds = cg_edge_kinds(indexing->graph, edge);
    size_t before = indexing->raw_count;
    bool ok = json_is(context, '{');
    if (ok && kinds == CG_EDGE_DIRECT) {
        ok = read_handed(indexing, edge, context);
    } else if (ok && !(kinds & ~indirect)) {
        ok = read_called(indexing, edge, context);
    }
    indexing->raw_count = ok ? indexing->raw_count : before;
}

static void read_edges(struct indexing *indexing)
{
    const struct cg_graph *graph = indexing->graph;
    uint32_t key = cg_pool_find(&graph->pool, CG_KEY_CONTEXT, strlen(CG_KEY_CONTEXT));
    if (key == CG_NO_STRING) {
        return;
    }
    for (cg_edge edge = 0; edge < graph->edge_count && !indexing->failed; edge++) {
        uint32_t text = graph_get_attribute(graph, CG_ON_EDGE, edge, key);
        if (text != CG_NO_STRING) {
            struct cg_value context = {graph_string(graph, text),
                                       cg_pool_length(&graph->pool, text)};
            read_edge(indexing, edge, &context);
        }
    }
}

/* Cells */

static int by_cell(const void *a, const void *b)
{
    const struct cell *x = a, *y = b;
    if (x->node != y->node) {
        return x->node < y->node ? -1 : 1;
    }
    return (x->parameter > y->parameter) - (x->parameter < y->parameter);
}

/* The cell of a record: the one that it calls or passes, or (from) the one where that comes
 * from. */
static struct cell cell_of(const struct cg_graph *graph, const struct raw *raw, bool from)
{
    bool callers = raw->called || from;
    return (struct cell){callers ? cg_edge_caller(graph, raw->edge)
                                 : cg_edge_callee(graph, raw->edge),
                         from ? raw->from : raw->parameter};
}

static void list_cells(struct indexing *indexing)
{
    size_t count = 0;
    indexing->cells = malloc((2 * indexing->raw_count + 1) * sizeof *indexing->cells);
    indexing->failed |= !indexing->cells || 2 * indexing->raw_count >= CG_NONE;
    if (indexing->failed) {
        return;
    }
    for (size_t i = 0; i < indexing->raw_count; i++) {
        const struct raw *raw = &indexing->raw[i];
        indexing->cells[count++] = cell_of(indexing->graph, raw, false);
        if (raw->from != CG_NONE) {
            indexing->cells[count++] = cell_of(indexing->graph, raw, true);
        }
    }
    if (count) {
        qsort(indexing->cells, count, sizeof *indexing->cells, by_cell);
    }
    for (size_t i = 0; i < count; i++) {
        const struct cell *cell = &indexing->cells[i];
        if (!indexing->cell_count || by_cell(&indexing->cells[indexing->cell_count - 1], cell)) {
            indexing->cells[indexing->cell_count++] = *cell;
        }
    }
}

static uint32_t find_cell(const struct indexing *indexing, const struct raw *raw, bool from)
{
    struct cell wanted = cell_of(indexing->graph, raw, from);
    const struct cell *cell =
        bsearch(&wanted, indexing->cells, indexing->cell_count, sizeof wanted, by_cell);
    return (uint32_t)(cell - indexing->cells);
}

/* Laying out */

static bool lay_out_cells(struct contexts *contexts, const struct indexing *indexing)
{
    uint32_t nodes = indexing->graph->node_count;
    contexts->cell_count = indexing->cell_count;
    contexts->cell_node = malloc((indexing->cell_count + (size_t)1) * sizeof(cg_node));
    contexts->cell_first = calloc(nodes + (size_t)1, sizeof(uint32_t));
    if (!contexts->cell_node || !contexts->cell_first) {
        return false;
    }
    for (uint32_t i = 0; i < indexing->cell_count; i++) {
        contexts->cell_node[i] = indexing->cells[i].node;
        contexts->cell_first[indexing->cells[i].node + 1]++;
    }
    for (uint32_t n = 0; n < nodes; n++) {
        contexts->cell_first[n + 1] += contexts->cell_first[n];
    }
    return true;
}

/* Records are read edge by edge, so those of an edge are consecutive. */
static bool lay_out_records(struct contexts *contexts, const struct indexing *indexing)
{
    size_t edges = indexing->graph->edge_count;
    contexts->calls = malloc((indexing->raw_count + 1) * sizeof *contexts->calls);
    contexts->arguments = malloc((indexing->raw_count + 1) * sizeof *contexts->arguments);
    contexts->of_edge = malloc((edges + 1) * sizeof *contexts->of_edge);
    if (!contexts->calls || !contexts->arguments || !contexts->of_edge) {
        return false;
    }
    memset(contexts->of_edge, 0xff, edges * sizeof *contexts->of_edge);
    for (size_t i = 0; i < indexing->raw_count; i++) {
        contexts->call_count += indexing->raw[i].called;
    }
    uint32_t calls = 0;
    for (size_t i = 0; i < indexing->raw_count; i++) {
        const struct raw *raw = &indexing->raw[i];
        uint32_t *first = &contexts->of_edge[raw->edge];
        uint32_t number = raw->called ? calls : contexts->call_count + contexts->argument_count;
        uint32_t cell = find_cell(indexing, raw, false);
        *first = *first == CG_NONE ? number : *first;
        if (raw->called) {
            contexts->calls[calls++] = (struct cg_context_call){raw->edge, cell, raw->value};
        } else {
            uint32_t from = raw->from == CG_NONE ? CG_NONE : find_cell(indexing, raw, true);
            contexts->arguments[contexts->argument_count++] =
                (struct cg_context_argument){raw->edge, cell, from, raw->value};
        }
    }
    return true;
}

/** The group of a record, CG_NONE: none. */
typedef uint32_t group_of(const struct contexts *contexts, uint32_t record);

static uint32_t called_cell(const struct contexts *contexts, uint32_t record)
{
    return contexts->calls[record].cell;
}

static uint32_t from_cell(const struct contexts *contexts, uint32_t record)
{
    return contexts->arguments[record].from;
}

static uint32_t to_cell(const struct contexts *contexts, uint32_t record)
{
    return contexts->arguments[record].to;
}

static bool group(struct context_groups *out, const struct contexts *contexts, uint32_t records,
                  group_of *of)
{
    out->first = calloc(contexts->cell_count + (size_t)2, sizeof *out->first);
    out->items = malloc((records + (size_t)1) * sizeof *out->items);
    if (!out->first || !out->items) {
        return false;
    }
    for (uint32_t i = 0; i < records; i++) {
        uint32_t cell = of(contexts, i);
        out->first[cell == CG_NONE ? contexts->cell_count : cell]++;
    }
    for (uint32_t i = 1; i <= contexts->cell_count; i++) {
        out->first[i] += out->first[i - 1];
    }
    for (uint32_t i = records; i-- > 0;) { /* each index is at the end of its group */
        uint32_t cell = of(contexts, i);
        out->items[--out->first[cell == CG_NONE ? contexts->cell_count : cell]] = i;
    }
    return true;
}

static bool lay_out(struct contexts *contexts, const struct indexing *indexing)
{
    return lay_out_cells(contexts, indexing) && lay_out_records(contexts, indexing) &&
           group(&contexts->calls_of, contexts, contexts->call_count, called_cell) &&
           group(&contexts->from, contexts, contexts->argument_count, from_cell) &&
           group(&contexts->to, contexts, contexts->argument_count, to_cell);
}

bool graph_index_contexts(struct cg_graph *graph)
{
    struct indexing indexing = {.graph = graph};
    graph->contexts = NULL;
    read_edges(&indexing);
    if (!indexing.failed && indexing.raw_count) {
        list_cells(&indexing);
        graph->contexts = calloc(1, sizeof *graph->contexts);
        indexing.failed |= !graph->contexts || !lay_out(graph->contexts, &indexing);
    }
    if (indexing.failed) {
        graph_drop_contexts(graph);
    }
    free(indexing.raw);
    free(indexing.cells);
    return !indexing.failed;
}

bool contexts_passes(const struct contexts *contexts, cg_edge edge, uint32_t cell)
{
    uint32_t first = contexts->of_edge[edge] - contexts->call_count;
    for (uint32_t i = first; i < contexts->argument_count && contexts->arguments[i].edge == edge;
         i++) {
        if (contexts->arguments[i].to == cell) {
            return true;
        }
    }
    return false;
}
