/* How functions are called: see called_functions.h. A call that no compiler emits, or that an
 * internal function makes to which nothing refers, shows no missing code. Such calls are mostly
 * those of inline functions of headers. */
#include "facts/called_functions.h"

#include "linked/found_calls.h"
#include "points_to/signatures.h"

#include <libcg/dead.h>
#include <libcg/entries.h>
#include <libcg/facts.h>
#include <libcg/site.h>

#include <stdlib.h>
#include <string.h>

#define UNREFERENCED UINT32_MAX /* of the calls of a function */

bool function_is_unread(const struct cg_graph *graph, cg_node node)
{
    return cg_node_has_body(graph, node) &&
           !cg_metadata_has(graph, CG_ON_NODE, node, CG_KEY_POINTER_FACTS);
}

/* Whether a name is mangled, or that of an initialiser: C reserves such names for the compiler (C11
 * 7.1.3). Not names of Fortran (_Q), where any procedure may use the variables of modules. */
static bool is_of_compiler(const char *name)
{
    return name[0] == '_' && (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z')) &&
           name[1] != 'Q';
}

/* Whether a caller is C, or may be. Facts of C++ come from the IR. So do facts from bitcode of any
 * language, which do not distinguish records. */
static bool is_in_c(const struct program *program, cg_node node)
{
    uint32_t function = program->nodes[node];
    return function == NUMBER_NONE ||
           !signature_is_lowered(&program->functions[function].signature) ||
           (program->by_address && !is_of_compiler(cg_node_name(program->graph, node)));
}

/* Whether no compiler emitted a call. (If some file was not compiled, its functions are unread
 * code.) Facts of C++ come from the IR; in C the source has them even of files that were not
 * compiled. */
static bool is_unemitted(const struct program *program, cg_edge edge)
{
    const struct cg_graph *graph = program->graph;
    cg_node caller = cg_edge_caller(graph, edge);
    bool cplusplus =
        strncmp(cg_node_name(graph, caller), "_Z", 2) == 0 || !is_in_c(program, caller);
    bool source_only = cg_evidence(graph, CG_ON_EDGE, edge) == 1u << CG_EVIDENCE_AST;
    return (cplusplus && source_only && !function_is_unread(graph, caller)) ||
           sites_have_reason(graph, caller, CG_OPEN_UNEMITTED);
}

/* Internal functions to which nothing refers: only their own file could, and all of it was read.
 * Graphs that are linked have no index of edges yet. */
struct references {
    const struct cg_graph *graph;
    uint32_t *count; /* by node: calls of it, or UNREFERENCED */
    cg_edge *first;  /* by node: a call that it makes; CG_NONE: none */
    cg_edge *next;   /* by edge: the next call of the same caller */
    cg_node *found;  /* functions to which nothing refers */
};

static void references_free(struct references *r)
{
    free(r->count);
    free(r->first);
    free(r->next);
    free(r->found);
}

static bool references_count(struct references *r, const struct cg_graph *graph)
{
    size_t nodes = cg_graph_node_count(graph) + (size_t)1;
    size_t edges = cg_graph_edge_count(graph) + (size_t)1;
    *r = (struct references){.graph = graph,
                             .count = calloc(nodes, sizeof *r->count),
                             .first = malloc(nodes * sizeof *r->first),
                             .next = malloc(edges * sizeof *r->next),
                             .found = malloc(nodes * sizeof *r->found)};
    if (!r->count || !r->first || !r->next || !r->found) {
        return false;
    }
    for (cg_node n = 0; n < cg_graph_node_count(graph); n++) {
        r->first[n] = CG_NONE;
    }
    for (cg_edge e = 0; e < cg_graph_edge_count(graph); e++) {
        cg_edge *first = &r->first[cg_edge_caller(graph, e)];
        r->next[e] = *first;
        *first = e;
        r->count[cg_edge_callee(graph, e)]++;
    }
    return true;
}

static bool is_unreferenced(const struct references *r, cg_node node)
{
    const struct cg_graph *graph = r->graph;
    return r->count[node] == 0 && cg_node_linkage(graph, node) == CG_LINKAGE_INTERNAL &&
           cg_node_has_body(graph, node) && cg_site_count(graph, node, CG_KEY_ADDRESS_TAKEN) == 0 &&
           !cg_kept_alive(graph, node) && !cg_begins_program(graph, node);
}

/* Take away the calls of functions to which nothing refers: nothing may refer to their callees
 * then. O(nodes + edges). */
static void references_drop(struct references *r)
{
    uint32_t count = 0;
    for (cg_node n = 0; n < cg_graph_node_count(r->graph); n++) {
        if (is_unreferenced(r, n)) {
            r->found[count++] = n;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        for (cg_edge e = r->first[r->found[i]]; e != CG_NONE; e = r->next[e]) {
            cg_node callee = cg_edge_callee(r->graph, e);
            r->count[callee]--;
            if (is_unreferenced(r, callee)) {
                r->found[count++] = callee;
            }
        }
        r->count[r->found[i]] = UNREFERENCED;
    }
}

static void mark_call(unsigned char *marks, const struct program *program, cg_edge edge)
{
    const struct cg_graph *graph = program->graph;
    bool in_c = is_in_c(program, cg_edge_caller(graph, edge));
    bool named = (cg_edge_kinds(graph, edge) & ~(unsigned)CG_EDGE_VIRTUAL) != 0;
    marks[cg_edge_callee(graph, edge)] |=
        named ? FUNCTION_CALLED | (in_c ? FUNCTION_CALLED_IN_C : 0u) : FUNCTION_VIRTUAL;
}

static void mark_handed(unsigned char *marks, const struct program *program)
{
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct function *function = &program->functions[i];
        if (function->gives && function->node != CG_NONE) {
            marks[function->node] |= FUNCTION_PASSED;
        }
    }
    for (size_t i = 0; i < program->named.count; i += 2) {
        const struct call *call = &program->calls[program->named.items[i]];
        cg_node node = program->functions[program->named.items[i + 1]].node;
        for (uint32_t k = 0; node != CG_NONE && k < call->count; k++) {
            bool passed = program->arguments.items[call->arguments + k] != NUMBER_NONE;
            marks[node] |= passed ? FUNCTION_PASSED : 0u;
        }
    }
}

unsigned char *called_functions(const struct program *program)
{
    const struct cg_graph *graph = program->graph;
    struct references references;
    unsigned char *marks = references_count(&references, graph)
                               ? calloc(cg_graph_node_count(graph) + (size_t)1, sizeof *marks)
                               : NULL;
    if (marks && !program->unread) {
        references_drop(&references);
    }
    for (cg_edge e = 0; marks && e < cg_graph_edge_count(graph); e++) {
        bool never = references.count[cg_edge_caller(graph, e)] == UNREFERENCED;
        if (never || is_unemitted(program, e)) {
            marks[cg_edge_callee(graph, e)] |= FUNCTION_UNUSED;
        } else {
            mark_call(marks, program, e);
        }
    }
    if (marks) {
        mark_handed(marks, program);
    }
    references_free(&references);
    return marks;
}
