/* What decides whether one function can reach another, so that the page answers as `cgquery why`.
 */
#include "verbs/export/page/page.h"

#include <libcg/reach_facts.h>

#include <libcg/link.h>

static GArray *numbers(guint count)
{
    GArray *array = g_array_sized_new(FALSE, TRUE, sizeof(uint32_t), count);
    return g_array_set_size(array, count);
}

#define AT(array, i) g_array_index(array, uint32_t, i)

static void say_how_linked(struct page *page)
{
    const struct cg_graph *graph = page->x->query->graph;
    const char *mode = query_virtual_mode(cg_graph_linked(graph));
    page_fact_text(page, "virtual", mode ? mode : "");
    page_fact_number(page, "promised", cg_graph_promised(graph));
}

static void write_facts(struct page *page)
{
    struct exporting *x = page->x;
    struct cg_reach_graph whole = {0};
    struct cg_reach_function *functions =
        g_new0(struct cg_reach_function, (gsize)x->node_count + 1);
    GArray *facts = numbers(x->node_count);
    if (!page->status) {
        page->status = cg_reach_facts(functions, &whole, x->query->graph, page->error);
    }
    for (uint32_t i = 0; i < x->node_count; i++) {
        const struct cg_reach_function *function = &functions[x->nodes[i]];
        AT(facts, i) = function->facts | (uint32_t)function->calls << CG_REACH_FACT_BITS;
    }
    page_number_array(page, "reach", facts);
    g_free(functions);
    page_fact_number(page, "linked", whole.linked);
    page_fact_number(page, "library", whole.library);
    page_fact_number(page, "recordsUnresolvedCalls", whole.records_unresolved_calls);
    page_fact_number(page, "codeMayName", whole.code_may_name);
    page_fact_number(page, "codeMayNameOutside", whole.code_may_name_outside);
}

/* By call of the graph: its number in the file. */
static uint32_t *renumber_calls(const struct exporting *x)
{
    uint32_t *number = g_new(uint32_t, (gsize)x->edge_count + 1);
    for (uint32_t i = 0; i < x->edge_count; i++) {
        number[x->edges[i]] = i;
    }
    return number;
}

static void write_cells(struct page *page, const struct cg_contexts *contexts)
{
    GArray *cells = numbers(contexts->cell_count);
    for (uint32_t i = 0; i < contexts->cell_count; i++) {
        AT(cells, i) = export_number(page->x, contexts->cells[i]);
    }
    page_number_array(page, "cell", cells);
}

static void write_context_calls(struct page *page, const struct cg_contexts *contexts,
                                const uint32_t *number)
{
    GArray *edge = numbers(contexts->call_count), *cell = numbers(contexts->call_count);
    GArray *value = numbers(contexts->call_count);
    for (uint32_t i = 0; i < contexts->call_count; i++) {
        AT(edge, i) = number[contexts->calls[i].edge];
        AT(cell, i) = contexts->calls[i].cell;
        AT(value, i) = contexts->calls[i].value;
    }
    page_number_array(page, "contextCall", edge);
    page_number_array(page, "contextCallCell", cell);
    page_number_array(page, "contextCallValue", value);
}

static void write_context_hands(struct page *page, const struct cg_contexts *contexts,
                                const uint32_t *number)
{
    guint count = contexts->argument_count;
    GArray *edge = numbers(count), *to = numbers(count), *from = numbers(count);
    GArray *value = numbers(count);
    for (uint32_t i = 0; i < count; i++) {
        AT(edge, i) = number[contexts->arguments[i].edge];
        AT(to, i) = contexts->arguments[i].to;
        AT(from, i) = contexts->arguments[i].from + 1; /* 0: none */
        AT(value, i) = contexts->arguments[i].value + 1;
    }
    page_number_array(page, "contextHand", edge);
    page_number_array(page, "contextHandTo", to);
    page_number_array(page, "contextHandFrom", from);
    page_number_array(page, "contextHandValue", value);
}

void page_write_reach(struct page *page)
{
    const struct cg_contexts contexts = cg_graph_contexts(page->x->query->graph);
    uint32_t *number = renumber_calls(page->x);
    write_facts(page);
    say_how_linked(page);
    write_cells(page, &contexts);
    write_context_calls(page, &contexts, number);
    write_context_hands(page, &contexts, number);
    g_free(number);
}
