/* Properties of whole graphs: how they were linked, which whole they are a part of, and results
 * derived from all calls. */
#include "builtin.h"
#include "shape_check.h"
#include "values.h"

#include <libcg/facts.h>
#include <libcg/link.h>
#include <libcg/merge.h>
#include <libcg/subgraph.h>

CHECK_OBJECT(check_linked, {0})
CHECK_OBJECT(check_cause, {"cause", check_string, false}, {"only", check_count, false},
             {"reason", check_string, false}, {"sites", check_count, false})
CHECK_ELEMENTS(check_causes, check_cause)
CHECK_WORD(check_gap_reason, "errors", "not collected", "source only")
CHECK_OBJECT(check_gap, {"errors", check_count, true}, {"file", check_string, false},
             {"message", check_string, true}, {"reason", check_gap_reason, false})
CHECK_ELEMENTS(check_gaps, check_gap)
CHECK_VALUES(check_sources, check_strings)
CHECK_OBJECT(check_part, {"calls", check_count, false}, {"functions", check_count, false})
CHECK_OBJECT(check_recursion, {"component", check_count, false}, {"size", check_count, false})

const struct cg_metadata_kind metadata_graphs[] = {
    {KIND(CG_KEY_LINKED, CG_ON_GRAPH, "greatest", check_linked, "how the graph was linked"),
     .collector = "cgmerge"},
    {KIND(CG_KEY_UNRESOLVED_CAUSES, CG_ON_GRAPH, "greatest", check_causes,
          "causes that leave most calls through pointers unresolved"),
     .collector = "cgmerge"},
    {KIND(CG_KEY_INCOMPLETE, CG_ON_GRAPH, "union", check_gaps,
          "sources that were collected only in part")},
    {KIND(CG_KEY_SOURCES, CG_ON_GRAPH, "union", check_sources,
          "source files, and what stands for the functions that each defines"),
     .collector = "cgcollect"},
    {KIND(CG_KEY_PART, CG_ON_GRAPH, "max", check_part, "size of the graph of which this is a part"),
     .collector = "cgquery"},
    {KIND(CG_KEY_RECURSION, CG_ON_NODE, "greatest", check_recursion,
          "component of functions that call each other, and its size"),
     .collector = "cgmerge"},
    {KIND(CG_KEY_GLOBAL_LOOP_DEPTH, CG_ON_NODE, "max", check_integer,
          "most loops around the function along a chain of calls from the program's start"),
     .collector = "cgmerge"},
    {0},
};

int64_t cg_global_loop_depth(const struct cg_graph *graph, cg_node node)
{
    return value_integer(graph, node, CG_KEY_GLOBAL_LOOP_DEPTH);
}

bool cg_recursion(struct cg_recursion *out, const struct cg_graph *graph, cg_node node)
{
    struct cg_value value;
    struct cg_recursion recursion;
    bool ok = value_at(&value, graph, node, CG_KEY_RECURSION) &&
              value_member_integer(&recursion.component, &value, "component") &&
              value_member_integer(&recursion.size, &value, "size");
    if (ok) {
        *out = recursion;
    }
    return ok;
}
