/*
 * Conflicts between definitions of one function.
 *
 * The content of definitions is a set of (function, key, value), each stored once with its first
 * source and the number of sources. Sorting it groups the values of each function and key, and
 * shows those that have several.
 */
#include <libcg/conflicts.h>
#include <libcg/kinds.h>

#include "base/compare.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/table.h"
#include "graph/graph_facts.h"
#include "identity/identity.h"
#include "strings/digits.h"
#include "strings/text.h"
#include "json/json_walk.h"

#include <stdlib.h>

/* Keys that are not kinds. */
#define DEFINITION "definition"
#define ORIGIN "origin"
#define CALLEES "callees"

/** A value that some definitions of a function have. */
struct variant {
    uint32_t function; /**< string, as all of these */
    uint32_t origin;   /**< of internal functions, else NOT_INTERNAL */
    uint32_t key;
    uint32_t value;
    uint32_t source; /**< first in byte order */
    uint32_t count;  /**< of sources */
    uint32_t last;   /**< number of the last source */
};
#define NOT_INTERNAL CG_NO_STRING

/** A kind whose values are compared. */
struct compared {
    const char *key;
    uint32_t string;   /**< string of the key here */
    uint32_t in_graph; /**< string of the key in the graph being added */
};

struct cg_conflicts {
    struct cg_pool strings;
    struct compared *kinds;
    size_t kind_capacity;
    size_t kind_count;
    uint32_t definition; /**< strings */
    uint32_t origin;
    uint32_t callees;
    struct variant *variant;
    size_t said_capacity;
    struct cg_table table; /**< of `variant` */
    uint32_t source_count;
    struct cg_text scratch;

    bool finished;
    struct cg_conflict *conflicts;
    size_t conflict_count;
    const char **texts; /**< values of all conflicts, then their sources */
    uint32_t *counts;
};

/* Beginning and end */

static bool add_kinds(struct cg_conflicts *c, const struct cg_registry *registry)
{
    const struct cg_metadata_kind *kind;
    for (size_t i = 0; registry && (kind = cg_registry_at(registry, i)); i++) {
        if (!kind->of_definition || !(kind->places & CG_ON_NODE)) {
            continue;
        }
        uint32_t string = cg_pool_intern(&c->strings, kind->key, strlen(kind->key));
        if (string == CG_NO_STRING ||
            !cg_grow(&c->kinds, &c->kind_capacity, c->kind_count + 1, sizeof *c->kinds)) {
            return false;
        }
        c->kinds[c->kind_count++] = (struct compared){.key = kind->key, .string = string};
    }
    return true;
}

int cg_conflicts_new(struct cg_conflicts **out, const struct cg_registry *registry,
                     struct cg_error *error)
{
    struct cg_conflicts *c = calloc(1, sizeof *c);
    bool ok = c && cg_pool_init(&c->strings);
    if (ok) {
        c->definition = cg_pool_intern(&c->strings, DEFINITION, strlen(DEFINITION));
        c->origin = cg_pool_intern(&c->strings, ORIGIN, strlen(ORIGIN));
        c->callees = cg_pool_intern(&c->strings, CALLEES, strlen(CALLEES));
        ok = c->definition != CG_NO_STRING && c->origin != CG_NO_STRING &&
             c->callees != CG_NO_STRING && add_kinds(c, registry);
        if (!ok) {
            cg_conflicts_free(c);
        }
    } else {
        free(c);
    }
    if (!ok) {
        return cg_fail_memory(error);
    }
    *out = c;
    return CG_OK;
}

void cg_conflicts_free(struct cg_conflicts *c)
{
    if (c) {
        cg_pool_free(&c->strings);
        cg_text_free(&c->scratch);
        free(c->kinds);
        free(c->variant);
        cg_table_free(&c->table);
        free(c->conflicts);
        free(c->texts);
        free(c->counts);
        free(c);
    }
}

/* Storing values */

static uint32_t hash_variant(const struct variant *variant)
{
    uint64_t hash = (uint64_t)variant->function << 32 | variant->value;
    hash = (hash ^ hash >> 29) * 0x9e3779b97f4a7c15ull;
    hash = (hash ^ ((uint64_t)variant->key << 32 | variant->origin)) * 0xbf58476d1ce4e5b9ull;
    return (uint32_t)(hash >> 32);
}

static uint32_t hash_number(const void *user, uint32_t i)
{
    return hash_variant(&((const struct cg_conflicts *)user)->variant[i]);
}

static bool is_variant(const void *user, uint32_t i, const void *wanted)
{
    const struct variant *other = &((const struct cg_conflicts *)user)->variant[i];
    const struct variant *variant = wanted;
    return other->function == variant->function && other->value == variant->value &&
           other->key == variant->key && other->origin == variant->origin;
}

static bool keep_variant(struct cg_conflicts *c, const struct variant *variant)
{
    uint32_t count = c->table.used;
    if (!cg_table_reserve(&c->table, hash_number, c) ||
        !cg_grow(&c->variant, &c->said_capacity, (size_t)count + 1, sizeof *c->variant)) {
        return false;
    }
    uint32_t *slot = cg_table_slot(&c->table, hash_variant(variant), is_variant, c, variant);
    if (!*slot) {
        c->variant[count] = *variant;
        c->variant[count].count = 1;
        *slot = ++c->table.used;
        return true;
    }
    struct variant *known = &c->variant[*slot - 1];
    known->count += known->last != variant->last;
    known->last = variant->last;
    if (strcmp(cg_pool_string(&c->strings, variant->source),
               cg_pool_string(&c->strings, known->source)) < 0) {
        known->source = variant->source;
    }
    return true;
}

/* Looking at a graph */

/** A definition being read. */
struct looking {
    struct cg_conflicts *conflicts;
    const struct cg_graph *graph;
    struct variant variant; /**< the common part of its values */
    uint32_t *start;        /**< by node: the first of its callees; the next node's begin there */
    const char **names;     /**< of callees, consecutive for a node, sorted */
};

static bool add_value(struct looking *l, uint32_t key, const char *value, size_t length)
{
    struct variant variant = l->variant;
    variant.key = key;
    variant.value = cg_pool_intern(&l->conflicts->strings, value, length);
    return variant.value != CG_NO_STRING && keep_variant(l->conflicts, &variant);
}

static bool add_kind_value(struct looking *l, uint32_t key, enum fact_form form, uint32_t value)
{
    struct cg_text *scratch = &l->conflicts->scratch;
    const struct cg_value text = {graph_string(l->graph, value),
                                  cg_pool_length(&l->graph->pool, value)};
    cg_text_clear(scratch);
    if (!fact_is_decoded(form)) {
        json_compact(scratch, &text);
    } else {
        fact_encode(scratch, l->graph, form, value);
    }
    return !scratch->failed && add_value(l, key, scratch->bytes, scratch->length);
}

static bool add_origin(struct looking *l, uint32_t key, const char *origin)
{
    struct cg_text *scratch = &l->conflicts->scratch;
    cg_text_clear(scratch);
    cg_text_add_json_string(scratch, origin, strlen(origin));
    return !scratch->failed && add_value(l, key, scratch->bytes, scratch->length);
}

static bool look_at_kinds(struct looking *l, cg_node node)
{
    const struct cg_conflicts *c = l->conflicts;
    for (size_t i = 0; i < c->kind_count; i++) {
        uint32_t value =
            c->kinds[i].in_graph == CG_NO_STRING
                ? CG_NO_STRING
                : graph_get_attribute(l->graph, CG_ON_NODE, node, c->kinds[i].in_graph);
        if (value != CG_NO_STRING &&
            !add_kind_value(l, c->kinds[i].string, fact_form(CG_ON_NODE, c->kinds[i].in_graph),
                            value)) {
            return false;
        }
    }
    return true;
}

/* The callees of a function, as names. */

static bool is_of_source(const struct cg_graph *graph, enum cg_place place, uint32_t number)
{
    return !cg_metadata_has(graph, place, number, CG_KEY_EVIDENCE) ||
           (cg_evidence(graph, place, number) & 1u << CG_EVIDENCE_AST);
}

/* Whether a name belongs to no class or namespace. */
static bool is_plain(const char *name)
{
    return strncmp(name, "_Z", 2) != 0 || cg_is_digit(name[2]);
}

/* Guesses are not calls. The source alone does not determine which members of classes a function
 * calls: special ones exist only if a file uses them otherwise. */
static bool is_call(const struct cg_graph *graph, cg_edge edge)
{
    return graph->kinds[edge] != CG_EDGE_CANDIDATE && is_of_source(graph, CG_ON_EDGE, edge) &&
           is_plain(cg_node_name(graph, graph->callees[edge]));
}

static bool gather_callees(struct looking *l)
{
    const struct cg_graph *graph = l->graph;
    l->start = calloc((size_t)graph->node_count + 2, sizeof *l->start);
    l->names = malloc(((size_t)graph->edge_count + 1) * sizeof *l->names);
    if (!l->start || !l->names) {
        return false;
    }
    uint32_t *next = l->start + 1; /* becomes the start of each node as it is filled */
    for (cg_edge e = 0; e < graph->edge_count; e++) {
        next[graph->callers[e] + 1] += is_call(graph, e);
    }
    for (cg_node n = 0; n < graph->node_count; n++) {
        next[n + 1] += next[n];
    }
    for (cg_edge e = 0; e < graph->edge_count; e++) {
        if (is_call(graph, e)) {
            l->names[next[graph->callers[e]]++] = cg_node_name(graph, graph->callees[e]);
        }
    }
    return true;
}

static bool add_callees(struct looking *l, cg_node node)
{
    struct cg_text *scratch = &l->conflicts->scratch;
    const char **names = l->names + l->start[node];
    size_t count = l->start[node + 1] - l->start[node];
    if (!is_of_source(l->graph, CG_ON_NODE, node)) {
        return true;
    }
    if (count > 1) {
        qsort(names, count, sizeof *names, compare_texts);
    }
    cg_text_clear(scratch);
    cg_text_add(scratch, "[");
    for (size_t i = 0; i < count; i++) {
        cg_text_add(scratch, i ? "," : "");
        cg_text_add_json_string(scratch, names[i], strlen(names[i]));
    }
    cg_text_add(scratch, "]");
    return !scratch->failed && add_value(l, l->conflicts->callees, scratch->bytes, scratch->length);
}

/* A function that the compiler writes has no statements; a file in which it has some may disagree
 * with others. */
static bool is_written(const struct cg_graph *graph, cg_node node)
{
    return cg_metadata_has(graph, CG_ON_NODE, node, CG_KEY_NUM_STATEMENTS) ||
           !cg_metadata_has(graph, CG_ON_NODE, node, CG_KEY_EVIDENCE);
}

static bool look_at_node(struct looking *l, cg_node node)
{
    struct cg_conflicts *c = l->conflicts;
    enum cg_linkage linkage = graph_inferred_linkage(l->graph, node);
    const char *name = cg_node_name(l->graph, node), *origin = cg_node_origin(l->graph, node);
    bool internal = linkage == CG_LINKAGE_INTERNAL;
    const char *file = origin ? origin : "";
    l->variant.function = cg_pool_intern(&c->strings, name, strlen(name));
    l->variant.origin = internal ? cg_pool_intern(&c->strings, file, strlen(file)) : NOT_INTERNAL;
    if (l->variant.function == CG_NO_STRING || (internal && l->variant.origin == CG_NO_STRING)) {
        return false;
    }
    bool ok = look_at_kinds(l, node) && add_callees(l, node);
    if (ok && origin && !internal && is_written(l->graph, node)) {
        ok = add_origin(l, c->origin, origin) &&
             (linkage != CG_LINKAGE_EXTERNAL || add_origin(l, c->definition, origin));
    }
    return ok;
}

int cg_conflicts_add(struct cg_conflicts *c, const struct cg_graph *graph, const char *source,
                     struct cg_error *error)
{
    if (c->finished) {
        return cg_fail(error, CG_E_STATE, "cg_conflicts_finish was called already");
    }
    struct looking l = {.conflicts = c, .graph = graph};
    l.variant.source = cg_pool_intern(&c->strings, source, strlen(source));
    l.variant.last = ++c->source_count;
    bool ok = l.variant.source != CG_NO_STRING && gather_callees(&l);
    for (size_t i = 0; i < c->kind_count; i++) {
        c->kinds[i].in_graph = cg_pool_find(&graph->pool, c->kinds[i].key, strlen(c->kinds[i].key));
    }
    for (cg_node n = 0; ok && n < graph->node_count; n++) {
        ok = !graph->nodes[n].has_body || look_at_node(&l, n);
    }
    free(l.start);
    free(l.names);
    return ok ? CG_OK : cg_fail_memory(error);
}

/* Finding the conflicts */

static int compare_strings(const struct cg_pool *strings, uint32_t a, uint32_t b)
{
    if (a == b) {
        return 0;
    }
    if (a == CG_NO_STRING || b == CG_NO_STRING) {
        return a == CG_NO_STRING ? -1 : 1;
    }
    return strcmp(cg_pool_string(strings, a), cg_pool_string(strings, b));
}

static int compare_subjects(const struct cg_pool *strings, const struct variant *a,
                            const struct variant *b)
{
    int order = compare_strings(strings, a->function, b->function);
    order = order ? order : compare_strings(strings, a->origin, b->origin);
    return order ? order : compare_strings(strings, a->key, b->key);
}

static int by_subject_and_value(const void *a, const void *b, void *strings)
{
    int order = compare_subjects(strings, a, b);
    return order ? order
                 : compare_strings(strings, ((const struct variant *)a)->value,
                                   ((const struct variant *)b)->value);
}

/* End of the values of the same function and key as the first. */
static uint32_t end_of(const struct cg_conflicts *c, uint32_t first)
{
    uint32_t end = first + 1;
    while (end < c->table.used &&
           compare_subjects(&c->strings, &c->variant[first], &c->variant[end]) == 0) {
        end++;
    }
    return end;
}

/* When all definitions are strong, "definition" reports their files, and "origin" does not: keys of
 * a function are sorted, and "definition" comes before "origin". */
static bool is_reported(const struct cg_conflicts *c, const struct variant *variant, size_t values)
{
    for (size_t i = c->conflict_count; variant->key == c->origin && i > 0; i--) {
        const struct cg_conflict *other = &c->conflicts[i - 1];
        if (other->function != cg_pool_string(&c->strings, variant->function) || other->origin) {
            return false;
        }
        if (other->key == cg_pool_string(&c->strings, c->definition)) {
            return other->count == values;
        }
    }
    return false;
}

static void add_conflict(struct cg_conflicts *c, uint32_t first, uint32_t end, size_t *used)
{
    const struct variant *variant = &c->variant[first];
    const char **values = c->texts + *used, **sources = c->texts + c->table.used + *used;
    uint32_t *counts = c->counts + *used;
    for (uint32_t i = first; i < end; i++) {
        values[i - first] = cg_pool_string(&c->strings, c->variant[i].value);
        sources[i - first] = cg_pool_string(&c->strings, c->variant[i].source);
        counts[i - first] = c->variant[i].count;
    }
    *used += end - first;
    c->conflicts[c->conflict_count++] = (struct cg_conflict){
        .function = cg_pool_string(&c->strings, variant->function),
        .origin =
            variant->origin == NOT_INTERNAL ? NULL : cg_pool_string(&c->strings, variant->origin),
        .key = cg_pool_string(&c->strings, variant->key),
        .count = end - first,
        .values = values,
        .sources = sources,
        .counts = counts,
    };
}

int cg_conflicts_finish(struct cg_conflicts *c, struct cg_error *error)
{
    if (c->finished) {
        return cg_fail(error, CG_E_STATE, "cg_conflicts_finish was called already");
    }
    size_t room = (size_t)c->table.used + 1, used = 0;
    c->finished = true;
    c->conflicts = malloc(room * sizeof *c->conflicts);
    c->texts = malloc(2 * room * sizeof *c->texts);
    c->counts = malloc(room * sizeof *c->counts);
    if (!c->conflicts || !c->texts || !c->counts) {
        return cg_fail_memory(error);
    }
    if (c->table.used) {
        qsort_r(c->variant, c->table.used, sizeof *c->variant, by_subject_and_value, &c->strings);
    }
    for (uint32_t i = 0, end; i < c->table.used; i = end) {
        end = end_of(c, i);
        if (end - i > 1 && !is_reported(c, &c->variant[i], end - i)) {
            add_conflict(c, i, end, &used);
        }
    }
    return CG_OK;
}

size_t cg_conflicts_count(const struct cg_conflicts *c)
{
    return c->conflict_count;
}

const struct cg_conflict *cg_conflicts_at(const struct cg_conflicts *c, size_t i)
{
    return i < c->conflict_count ? &c->conflicts[i] : NULL;
}
