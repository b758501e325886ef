/* Resolved and unresolved calls, and the input and output of linking. */
#include "builtin.h"
#include "shape_check.h"

#include <libcg/link.h>
#include <libcg/merge.h>
#include <libcg/site.h>

CHECK_ELEMENTS(check_numbers, check_count)
CHECK_OBJECT(check_argument, {"forwards", check_numbers, false}, {"parameter", check_count, false},
             {"values", check_numbers, false})
CHECK_ELEMENTS(check_arguments, check_argument)
CHECK_OBJECT(check_context, {"arguments", check_arguments, true},
             {"parameters", check_numbers, true}, {"value", check_count, true})

const struct cg_metadata_kind metadata_calls[] = {
    {KIND(CG_KEY_ADDRESS_TAKEN, CG_ON_NODE, "union", check_array,
          "where the address of the function is taken"),
     .collector = "cgcollect"},
    {KIND(CG_KEY_CALL_SITES, CG_ON_EDGE, "union", check_array, "where the call is written"),
     .collector = "cgcollect"},
    {KIND(CG_KEY_UNRESOLVED_CALLS, CG_ON_NODE, "union", check_array,
          "calls with an unknown callee: place, type, reason"),
     .collector = "cgcollect"},
    {KIND(CG_KEY_RESOLVED_CALLS, CG_ON_NODE, "union", check_array,
          "unresolved calls that linking resolved: all their callees are edges"),
     .collector = "cgmerge"},
    {KIND(CG_KEY_OUTLINED, CG_ON_NODE, "union", check_array,
          "where the compiler made a part of the function a function of its own"),
     .collector = "cgcollect"},
    {KIND(CG_KEY_EVIDENCE, CG_ON_NODE | CG_ON_EDGE, "union", check_strings,
          "what shows the body or the call"),
     .collector = "cgcollect"},
    {KIND(CG_KEY_CLASSES, CG_ON_GRAPH | CG_ON_NODE, "union", check_array,
          "virtual tables, and the functions that instantiate their classes"),
     .collector = "cgcollect"},
    {KIND(CG_KEY_POINTER_FACTS, CG_ON_NODE | CG_ON_GRAPH, "union", check_array,
          "what pointers may point to, from which linking resolves calls"),
     .collector = "cgcollect"},
    {KIND(CG_KEY_CALLS_ONLY_ARGUMENTS, CG_ON_NODE, "and", check_boolean,
          "whether a function without a body calls only its arguments"),
     .collector = "cgmerge"},
    {KIND(CG_KEY_LOADS_CODE, CG_ON_NODE, "greatest", check_boolean,
          "whether a function without a body runs code that has no graph, such as that of a file"),
     .collector = "cgmerge"},
    {KIND(CG_KEY_ESCAPES, CG_ON_NODE, "greatest", check_boolean,
          "whether uncollected code may call the function"),
     .collector = "cgmerge"},
    {KIND(CG_KEY_MISTYPED, CG_ON_NODE, "greatest", check_boolean,
          "whether calls of an incompatible type may call the function"),
     .collector = "cgmerge"},
    {KIND(CG_KEY_CONFINED, CG_ON_NODE, "and", check_boolean,
          "whether no function of a runtime may call the function later"),
     .collector = "cgmerge"},
    {KIND(CG_KEY_RUNTIME, CG_ON_NODE, "and", check_boolean,
          "whether a function without a body calls back none that is confined"),
     .collector = "cgmerge"},
    {KIND(CG_KEY_AT_EXIT, CG_ON_NODE, "and", check_boolean,
          "whether the function is only called later when the program or a thread ends"),
     .collector = "cgmerge"},
    {KIND(CG_KEY_EXITLESS, CG_ON_NODE, "and", check_boolean,
          "whether a function without a body calls no handler of exit"),
     .collector = "cgmerge"},
    {KIND(CG_KEY_UNDESCRIBED, CG_ON_NODE, "greatest", check_boolean,
          "whether no summary describes the library function"),
     .collector = "cgmerge"},
    {KIND(CG_KEY_INTERPOSABLE, CG_ON_NODE, "or", check_boolean,
          "whether calls may reach another definition of the name in the same program"),
     .collector = "cgcollect"},
    {KIND(CG_KEY_NEVER_INSTANTIATED, CG_ON_NODE, "greatest", check_boolean,
          "whether no reachable code instantiates a class with this method"),
     .collector = "cgmerge"},
    {KIND(CG_KEY_CONTEXT, CG_ON_EDGE, "union", check_context,
          "which parameters the call calls, or what it passes for them"),
     .collector = "cgmerge"},
    {0},
};
