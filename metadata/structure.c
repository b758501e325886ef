/* Data that the graph itself holds, and other names. */
#include "builtin.h"
#include "shape_check.h"

CHECK_WORD(check_linkage, "external", "weak", "internal")
CHECK_WORD(check_call_type, "DIRECT", "INDIRECT", "VIRTUAL")
CHECK_OBJECT(check_overrides, {"overriddenBy", check_strings, false},
             {"overrides", check_strings, false})

const struct cg_metadata_kind metadata_structure[] = {
    {KIND(CG_KEY_LINKAGE, CG_ON_NODE, "definition", check_linkage,
          "linkage: external, weak or internal"),
     .collector = "cgcollect", .structural = true},
    {KIND(CG_KEY_OVERRIDE_MD, CG_ON_NODE, "union", check_overrides,
          "methods that the method overrides, and that override it"),
     .collector = "cgcollect", .structural = true},
    {KIND(CG_KEY_ENTRY_FUNCTION, CG_ON_GRAPH, "min", check_string,
          "entry point of the program; of two, the first by name"),
     .collector = "cgcollect", .structural = true},
    {KIND(CG_KEY_CALL_TYPE, CG_ON_EDGE, "union", check_call_type,
          "kind of the call, in MetaCG's words"),
     .collector = "cgcollect", .structural = true},
    {KIND(CG_KEY_CALL_KINDS, CG_ON_EDGE, "union", check_strings,
          "kinds of the call that MetaCG's words do not cover"),
     .collector = "cgcollect", .structural = true},
    {KIND(CG_KEY_NAMES, CG_ON_NODE, "union", check_strings, "other linkage names of the function"),
     .collector = "cgcollect"},
    {0},
};
