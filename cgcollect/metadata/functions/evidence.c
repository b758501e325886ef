/*
 * The kind `evidence`: whether the source or the compiler shows a body or a call.
 */
#include "metadata/functions/function_kinds.h"

#include <libcg/facts.h>

#include <string.h>

static const char *text_of(unsigned evidence)
{
    static const char *const texts[] = {"[]", "[\"ast\"]", "[\"ir\"]", "[\"ast\",\"ir\"]"};
    return texts[evidence & (UNIT_AST | UNIT_IR)];
}

static void append_evidence(GString *out, const struct rendering *r, unit_id function)
{
    unsigned defined = unit_function_at(r->unit, function)->defined;
    g_string_append(out, defined ? text_of(defined) : "");
}

/** The evidence of an edge is that of any of its calls. */
static int put_on_edges(const struct rendering *r, struct cg_error *error)
{
    uint32_t count = cg_graph_edge_count(r->graph);
    unsigned *evidence = g_new0(unsigned, count + 1);
    for (guint i = 0; i < r->unit->calls->len; i++) {
        const struct unit_call *call = &g_array_index(r->unit->calls, struct unit_call, i);
        cg_edge edge = cg_graph_find_edge(r->graph, r->nodes[call->caller], r->nodes[call->callee]);
        evidence[edge] |= call->evidence;
    }
    int status = CG_OK;
    for (cg_edge edge = 0; edge < count && !status; edge++) {
        const char *text = text_of(evidence[edge]);
        status = cg_metadata_set(r->graph, CG_ON_EDGE, edge, CG_KEY_EVIDENCE,
                                 &(struct cg_value){text, strlen(text)}, error);
    }
    g_free(evidence);
    return status;
}

const struct collected_kind kind_evidence = {
    .key = CG_KEY_EVIDENCE,
    .description = "what shows the body or the call: the source (ast), the compiler (ir)",
    .places = CG_ON_NODE | CG_ON_EDGE,
    .always = true,
    .write = put_on_edges,
    .value = append_evidence,
};
