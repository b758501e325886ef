/* Data that the graph itself holds, and other names. */
#include "builtin.h"
#include "check.h"

CHECK_WORD(check_linkage, "external", "weak", "internal")
CHECK_WORD(check_call_type, "DIRECT", "INDIRECT", "VIRTUAL")
CHECK_OBJECT(check_overrides, {"overriddenBy", check_strings, false},
             {"overrides", check_strings, false})

const struct cg_metadata_kind metadata_structure[] = {
    {KIND(CG_KEY_LINKAGE, CG_ON_NODE, "definition", check_linkage,
          "linkage: external, weak or internal"),
     .collector = "cgcollect", .structural = true},
    {KIND(CG_KEY_OVERRIDE_MD, CG_ON_NODE, "union", check_overrides,
          "which methods the method overrides, and by which it is overridden"),
     .collector = "cgcollect", .structural = true},
    {KIND(CG_KEY_ENTRY_FUNCTION, CG_ON_GRAPH, "min", check_string,
          "where the program starts; of two, the function whose name comes first"),
     .collector = "cgcollect", .structural = true},
    {KIND(CG_KEY_CALL_TYPE, CG_ON_EDGE, "union", check_call_type,
          "MetaCG's word for how the call is made"),
     .collector = "cgcollect", .structural = true},
    {KIND(CG_KEY_CALL_KINDS, CG_ON_EDGE, "union", check_strings,
          "how the call is made, where MetaCG's word does not tell all"),
     .collector = "cgcollect", .structural = true},
    {KIND(CG_KEY_NAMES, CG_ON_NODE, "union", check_strings, "other linkage names of the function"),
     .collector = "cgcollect"},
    {0},
};
