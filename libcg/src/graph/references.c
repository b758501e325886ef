#include "graph/references.h"

#include "base/error.h"
#include "json/json.h"
#include "json/scanner.h"

#include <stdlib.h>

void cg_graph_set_registry(struct cg_graph *graph, const struct cg_registry *registry)
{
    graph->registry = registry;
}

/* Identity */

enum cg_linkage graph_inferred_linkage(const struct cg_graph *graph, cg_node node)
{
    const struct node *n = &graph->nodes[node];
    if (n->linkage != CG_LINKAGE_UNKNOWN || !n->has_body || n->origin == CG_NO_STRING) {
        return (enum cg_linkage)n->linkage;
    }
    unsigned unstated = 0;
    for (uint32_t i = graph->chains[n->name].first; i && unstated < 2;
         i = graph->nodes[i - 1].next_same_name) {
        unstated += graph->nodes[i - 1].linkage == CG_LINKAGE_UNKNOWN;
    }
    return unstated > 1 ? CG_LINKAGE_INTERNAL : CG_LINKAGE_UNKNOWN;
}

static struct identified identify(const struct cg_graph *graph, cg_node node)
{
    bool internal = graph_inferred_linkage(graph, node) == CG_LINKAGE_INTERNAL;
    const struct node *n = &graph->nodes[node];
    return (struct identified){n->name, internal ? n->origin : REFERENCES_EXTERNAL, node};
}

static int compare_identities(const struct identified *a, const struct identified *b)
{
    if (a->name != b->name) {
        return a->name < b->name ? -1 : 1;
    }
    return (a->origin > b->origin) - (a->origin < b->origin);
}

/** A node on its way to its place. */
struct sorting {
    struct identified identified;
    uint32_t position; /**< among the nodes of its name, in order of definition */
};

static int compare(const void *a, const void *b)
{
    const struct sorting *x = a, *y = b;
    int order = compare_identities(&x->identified, &y->identified);
    return order ? order : (x->position > y->position) - (x->position < y->position);
}

static void fill(struct sorting *nodes, const struct cg_graph *graph)
{
    for (cg_node n = 0; n < graph->node_count; n++) {
        nodes[n].identified = identify(graph, n);
        uint32_t position = 0;
        if (graph->chains[graph->nodes[n].name].first == n + 1) {
            for (cg_node i = n; i != CG_NONE; i = cg_graph_next_same_name(graph, i)) {
                nodes[i].position = position++;
            }
        }
    }
    if (graph->node_count) {
        qsort(nodes, graph->node_count, sizeof *nodes, compare);
    }
}

bool references_index(struct references *references, const struct cg_graph *graph)
{
    size_t room = (size_t)graph->node_count + 1;
    struct sorting *nodes = malloc(room * sizeof *nodes);
    references->graph = graph;
    references->sorted = malloc(room * sizeof *references->sorted);
    references->place = malloc(room * sizeof *references->place);
    bool ok = nodes && references->sorted && references->place;
    if (ok) {
        fill(nodes, graph);
        for (uint32_t i = 0; i < graph->node_count; i++) {
            references->sorted[i] = nodes[i].identified;
            references->place[nodes[i].identified.node] = i;
        }
    }
    free(nodes);
    return ok;
}

void references_free(struct references *references)
{
    free(references->sorted);
    free(references->place);
    *references = (struct references){0};
}

/* From nodes to text */

/* First place of an identity that does not come before another. */
static uint32_t first_place(const struct references *references, const struct identified *identity)
{
    uint32_t low = 0, high = references->graph->node_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_identities(&references->sorted[middle], identity) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* A string of the graph as a part of a JSON string. */
static void put_part(struct cg_text *out, const struct cg_graph *graph, uint32_t string)
{
    size_t start = out->length;
    cg_text_add_json_string(out, graph_string(graph, string), cg_pool_length(&graph->pool, string));
    if (!out->failed) {
        out->length -= 2; /* without its quotes */
        memmove(out->bytes + start, out->bytes + start + 1, out->length - start);
    }
}

static const char nul[] = "\\u0000";

bool references_put(struct cg_text *out, const struct references *references, cg_node node)
{
    uint32_t place = references->place[node];
    const struct identified *identity = &references->sorted[place];
    uint32_t number = place - first_place(references, identity);
    cg_text_add(out, "\"");
    if (number) {
        cg_text_add(out, nul);
        cg_text_add_number(out, number);
        cg_text_add(out, nul);
    }
    put_part(out, references->graph, identity->name);
    if (identity->origin != REFERENCES_EXTERNAL) {
        cg_text_add(out, nul);
        if (identity->origin != CG_NO_STRING) {
            put_part(out, references->graph, identity->origin);
        }
    }
    cg_text_add(out, "\"");
    return number != 0;
}

/* From text to nodes */

struct cg_value reference_unnumbered(const struct cg_value *id)
{
    const char *mark = id->length && !id->text[0] ? memchr(id->text + 1, 0, id->length - 1) : NULL;
    if (!mark) {
        return *id;
    }
    return (struct cg_value){mark + 1, id->length - (size_t)(mark + 1 - id->text)};
}

/* The number in front of a reference, 0 without one, UINT32_MAX when it is none. */
static uint32_t number_of(const struct cg_value *id, const struct cg_value *rest)
{
    uint64_t number = 0;
    if (rest->text == id->text) {
        return 0;
    }
    const char *end = rest->text - 1;
    for (const char *p = id->text + 1; p < end && number < UINT32_MAX; p++) {
        number = *p >= '0' && *p <= '9' ? number * 10 + (uint64_t)(*p - '0') : UINT32_MAX;
    }
    return number < UINT32_MAX && number ? (uint32_t)number : UINT32_MAX;
}

/* @return false when no node of the graph can be meant */
static bool parse(struct identified *identity, uint32_t *number, const struct cg_graph *graph,
                  const struct cg_value *id)
{
    struct cg_value rest = reference_unnumbered(id);
    *number = number_of(id, &rest);
    const char *mark = rest.length ? memchr(rest.text, 0, rest.length) : NULL;
    size_t length = mark ? (size_t)(mark - rest.text) : rest.length;
    identity->name = length ? cg_pool_find(&graph->pool, rest.text, length) : CG_NO_STRING;
    identity->origin = REFERENCES_EXTERNAL;
    if (identity->name == CG_NO_STRING || identity->name >= graph->chain_capacity) {
        return false;
    }
    size_t left = mark ? rest.length - length - 1 : 0;
    if (mark) {
        identity->origin = left ? cg_pool_find(&graph->pool, mark + 1, left) : CG_NO_STRING;
    }
    return *number != UINT32_MAX && !(left && identity->origin == CG_NO_STRING);
}

/* The only function of a name, CG_NONE when there are more or none. */
static cg_node only_node(const struct cg_graph *graph, uint32_t name)
{
    const struct name_chain *chain = &graph->chains[name];
    return chain->first && chain->first == chain->last ? chain->first - 1 : CG_NONE;
}

cg_node references_find(const struct references *references, const struct cg_value *id)
{
    const struct cg_graph *graph = references->graph;
    struct identified identity;
    uint32_t number;
    if (!parse(&identity, &number, graph, id)) {
        return CG_NONE;
    }
    uint32_t first = first_place(references, &identity);
    if (number < graph->node_count - first &&
        compare_identities(&references->sorted[first + number], &identity) == 0) {
        return references->sorted[first + number].node;
    }
    return identity.origin == REFERENCES_EXTERNAL && !number ? only_node(graph, identity.name)
                                                             : CG_NONE;
}

static cg_node find_in_chain(const struct cg_graph *graph, const struct cg_value *id)
{
    struct identified identity;
    uint32_t number, passed = 0;
    if (!parse(&identity, &number, graph, id)) {
        return CG_NONE;
    }
    for (uint32_t i = graph->chains[identity.name].first; i;
         i = graph->nodes[i - 1].next_same_name) {
        struct identified other = identify(graph, i - 1);
        if (compare_identities(&other, &identity) == 0 && passed++ == number) {
            return i - 1;
        }
    }
    return identity.origin == REFERENCES_EXTERNAL && !number ? only_node(graph, identity.name)
                                                             : CG_NONE;
}

static bool is_string(const struct cg_value *value)
{
    return value->length >= 2 && value->text[0] == '"';
}

cg_node cg_graph_find_reference(const struct cg_graph *graph, const struct cg_value *reference)
{
    struct cg_text decoded = {0};
    cg_node node = CG_NONE;
    if (!is_string(reference)) {
        return CG_NONE;
    }
    json_unescape(&decoded, reference->text + 1, reference->length - 2);
    if (!decoded.failed && decoded.length) {
        const struct cg_value id = {decoded.bytes, decoded.length};
        node = find_in_chain(graph, &id);
    }
    cg_text_free(&decoded);
    return node;
}

/* Values */

int cg_remapping_put(struct cg_text *out, const struct cg_remapping *remapping,
                     const struct cg_value *reference, struct cg_error *error)
{
    struct cg_text decoded = {0};
    struct cg_value id = {reference->text + 1, reference->length - 2};
    if (!is_string(reference)) {
        return cg_fail(error, CG_E_FORMAT, "refers to a node by what is no string");
    }
    if (memchr(id.text, '\\', id.length)) {
        json_unescape(&decoded, id.text, id.length);
        id = (struct cg_value){decoded.bytes, decoded.length};
    }
    int status =
        decoded.failed ? cg_fail_memory(error) : remapping->put(out, remapping, &id, error);
    cg_text_free(&decoded);
    return status ? status : out->failed ? cg_fail_memory(error) : CG_OK;
}

/* Whether a string is the name of a member. */
static bool is_key(const char *after, const char *end)
{
    while (after < end && strchr(" \t\r\n", *after)) {
        after++;
    }
    return after < end && *after == ':';
}

int cg_remap_strings(struct cg_text *out, const struct cg_value *value,
                     const struct cg_remapping *remapping, struct cg_error *error)
{
    const char *p = value->text, *end = p + value->length;
    int status = CG_OK;
    while (p < end && !status) {
        const char *quote = memchr(p, '"', (size_t)(end - p));
        const char *after = quote ? json_string_end(quote, end) : end;
        bool is_reference = quote && !is_key(after, end);
        cg_text_put(out, p, (size_t)((is_reference ? quote : after) - p));
        if (is_reference) {
            const struct cg_value reference = {quote, (size_t)(after - quote)};
            status = cg_remapping_put(out, remapping, &reference, error);
        }
        p = after;
    }
    return status ? status : out->failed ? cg_fail_memory(error) : CG_OK;
}

int references_remap(struct cg_text *out, const struct cg_metadata_kind *kind,
                     const struct cg_value *value, const struct cg_remapping *remapping,
                     struct cg_error *error)
{
    size_t start = out->length;
    struct cg_error reason = {.text = "has references that cannot be rewritten"};
    int status = kind->remap(out, value, remapping, &reason);
    if (status || out->failed) {
        status = status ? status : CG_E_MEMORY;
        return cg_fail(error, (enum cg_status)status, "%s", reason.text);
    }
    json_trim_text(out, start);
    if (out->length == start || json_check(out->bytes + start, out->length - start, NULL)) {
        return cg_fail(error, CG_E_FORMAT,
                       "becomes what is no JSON value as its references are rewritten");
    }
    return CG_OK;
}
