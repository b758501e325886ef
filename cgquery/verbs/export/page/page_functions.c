/* Functions of the page: names, places, flags, order of rule, cycles. */
#include "verbs/export/page/page.h"

#include "core/macro_folds.h"

#include <libcg/dead.h>
#include <libcg/dominators.h>
#include <libcg/entries.h>
#include <libcg/facts.h>
#include <libcg/kinds.h>
#include <libcg/query.h>
#include <libcg/validate.h>

#include <stdlib.h>
#include <string.h>

/* Bits of the column "flags"; page/js/graph.js has the same. */
enum flag {
    FLAG_BODY = 1u << 0,
    FLAG_VIRTUAL = 1u << 1,
    FLAG_LINKAGE = 1u << 2, /* two bits: enum cg_linkage */
    FLAG_ENTRY = 1u << 4,
    FLAG_SYSTEM = 1u << 5,
    FLAG_OBSERVED = 1u << 6,
    FLAG_DEAD = 1u << 8, /* from here on: enum cg_dead_reason */
};

typedef uint32_t number_of_function(struct page *page, cg_node node);

static void write_numbers(struct page *page, const char *name, number_of_function *number)
{
    const struct exporting *x = page->x;
    uint32_t *numbers = g_new(uint32_t, (gsize)x->node_count + 1);
    for (uint32_t i = 0; i < x->node_count; i++) {
        numbers[i] = number(page, x->nodes[i]);
    }
    page_numbers(page, name, numbers, x->node_count);
    g_free(numbers);
}

/* Names, each ended by a zero; a readable name that is the linkage name is empty. */
static void write_names(struct page *page)
{
    const struct exporting *x = page->x;
    GString *linkage = g_string_new(NULL), *readable = g_string_new(NULL);
    for (uint32_t i = 0; i < x->node_count; i++) {
        const char *name = cg_node_name(x->query->graph, x->nodes[i]);
        const char *shown = query_short(x->query, x->nodes[i]);
        g_string_append_len(linkage, name, (gssize)strlen(name) + 1);
        g_string_append(readable, strcmp(name, shown) ? shown : "");
        g_string_append_c(readable, '\0');
    }
    page_texts(page, "names", linkage->str, linkage->len);
    page_texts(page, "readable", readable->str, readable->len);
    g_string_free(linkage, TRUE);
    g_string_free(readable, TRUE);
}

static uint32_t file_of(struct page *page, cg_node node)
{
    return page_text(page, cg_node_origin(page->x->query->graph, node));
}

static uint32_t line_of(struct page *page, cg_node node)
{
    uint32_t line, column;
    export_place(page->x, node, &line, &column);
    return line;
}

static uint32_t column_of(struct page *page, cg_node node)
{
    uint32_t line, column;
    export_place(page->x, node, &line, &column);
    return column;
}

static uint32_t length_of(struct page *page, cg_node node)
{
    struct cg_source_range range;
    bool known = cg_source_range(&range, page->x->query->graph, node) &&
                 range.last_line >= range.first_line && range.first_line > 0;
    return known ? range.last_line - range.first_line + 1 : 0;
}

static uint32_t signature_of(struct page *page, cg_node node)
{
    char *signature = NULL;
    uint32_t number = 0;
    if (!cg_signature(&signature, page->x->query->graph, node, NULL)) {
        number = page_text(page, signature);
    }
    free(signature);
    return number;
}

static uint32_t made_by(struct page *page, cg_node node)
{
    char *use = macro_use(page->x->query, node);
    uint32_t number = page_text(page, use);
    g_free(use);
    return number;
}

static uint32_t evidence_of(struct page *page, cg_node node)
{
    return cg_evidence(page->x->query->graph, CG_ON_NODE, node);
}

/* Flags */

static uint32_t flags_of(const struct cg_graph *graph, cg_node node)
{
    bool observed = cg_metadata_has(graph, CG_ON_NODE, node, CG_KEY_OBSERVED);
    return (cg_node_has_body(graph, node) ? FLAG_BODY : 0u) |
           (cg_node_is_virtual(graph, node) ? FLAG_VIRTUAL : 0u) |
           (uint32_t)cg_node_linkage(graph, node) * FLAG_LINKAGE |
           (cg_in_system_header(graph, node) ? FLAG_SYSTEM : 0u) | (observed ? FLAG_OBSERVED : 0u);
}

/* What runs: the entry points, and what is kept alive, as `cgquery dead` has it. */
static GArray *find_roots(const struct exporting *x, const cg_node *entries, size_t count)
{
    const struct cg_graph *graph = x->query->graph;
    GArray *roots = g_array_new(FALSE, FALSE, sizeof(cg_node));
    bool *is_entry = g_new0(bool, (gsize)x->node_count + 1);
    for (size_t i = 0; i < count; i++) {
        is_entry[entries[i]] = true;
    }
    for (cg_node node = 0; node < x->node_count; node++) {
        if (is_entry[node] || cg_kept_alive(graph, node)) {
            g_array_append_val(roots, node);
        }
    }
    g_free(is_entry);
    return roots;
}

static void write_flags(struct page *page, const cg_node *entries, size_t count)
{
    const struct exporting *x = page->x;
    const struct cg_graph *graph = x->query->graph;
    struct cg_dead *dead = NULL;
    GArray *roots = find_roots(x, entries, count);
    uint32_t *flags = g_new0(uint32_t, (gsize)x->node_count + 1);
    if (!page->status) {
        page->status = cg_dead(&dead, graph, (const cg_node *)(const void *)roots->data, roots->len,
                               NULL, page->error);
    }
    for (uint32_t i = 0; i < x->node_count && dead; i++) {
        uint32_t reason = cg_dead_reason(dead, x->nodes[i]);
        flags[i] = flags_of(graph, x->nodes[i]) | reason * FLAG_DEAD;
    }
    for (size_t i = 0; i < count; i++) {
        flags[export_number(x, entries[i])] |= FLAG_ENTRY;
    }
    page_numbers(page, "flags", flags, x->node_count);
    g_free(flags);
    g_array_unref(roots);
    cg_dead_free(dead);
}

/* Order of rule: the function through which every chain from the entry points comes, + 1. */
static void write_dominators(struct page *page, const cg_node *entries, size_t count)
{
    const struct exporting *x = page->x;
    cg_node *dominator = g_new(cg_node, (gsize)x->node_count + 1);
    uint32_t *numbers = g_new0(uint32_t, (gsize)x->node_count + 1);
    if (!page->status) {
        page->status =
            cg_dominators(dominator, x->query->graph, entries, count, CG_CALLEES, page->error);
    }
    for (uint32_t i = 0; i < x->node_count && !page->status; i++) {
        cg_node by = dominator[x->nodes[i]];
        numbers[i] = by == CG_NONE || by == x->nodes[i] ? 0 : export_number(x, by) + 1;
    }
    page_numbers(page, "dominator", numbers, x->node_count);
    g_free(dominator);
    g_free(numbers);
}

static void write_components(struct page *page)
{
    const struct exporting *x = page->x;
    uint32_t count = 0;
    uint32_t *component = g_new(uint32_t, (gsize)x->node_count + 1);
    uint32_t *numbers = g_new0(uint32_t, (gsize)x->node_count + 1);
    if (!page->status) {
        page->status = cg_components(component, &count, x->query->graph, page->error);
    }
    uint32_t *size = g_new0(uint32_t, (gsize)count + 1);
    for (uint32_t i = 0; i < x->node_count && !page->status; i++) {
        size[component[i]]++;
    }
    for (uint32_t i = 0; i < x->node_count && !page->status; i++) {
        uint32_t own = component[x->nodes[i]];
        numbers[i] = size[own] > 1 ? own + 1 : 0;
    }
    page_numbers(page, "component", numbers, x->node_count);
    g_free(size);
    g_free(component);
    g_free(numbers);
}

static void write_overrides(struct page *page)
{
    GArray *pairs = export_overrides(page->x);
    GArray *derived = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    GArray *base = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    for (guint i = 0; i < pairs->len; i++) {
        const struct export_override *pair = &g_array_index(pairs, struct export_override, i);
        g_array_append_val(derived, pair->derived);
        g_array_append_val(base, pair->base);
    }
    page_number_array(page, "derived", derived);
    page_number_array(page, "base", base);
    g_array_unref(pairs);
}

void page_write_functions(struct page *page)
{
    cg_node *entries = NULL;
    size_t count = 0;
    write_names(page);
    write_numbers(page, "file", file_of);
    write_numbers(page, "line", line_of);
    write_numbers(page, "column", column_of);
    write_numbers(page, "length", length_of);
    write_numbers(page, "signature", signature_of);
    write_numbers(page, "madeBy", made_by);
    write_numbers(page, "evidence", evidence_of);
    if (!page->status) {
        page->status = cg_graph_entries(&entries, &count, page->x->query->graph, page->error);
    }
    write_flags(page, entries, count);
    write_dominators(page, entries, count);
    write_components(page);
    write_overrides(page);
    free(entries);
}
