/* Words that files use for the enumerations of graph.h. */
#include <libcg/graph.h>

#include <string.h>

static const struct {
    unsigned kind;
    const char *name;
} edge_kinds[] = {
    {CG_EDGE_DIRECT, "direct"},     {CG_EDGE_VIRTUAL, "virtual"},
    {CG_EDGE_POINTER, "pointer"},   {CG_EDGE_IMPLICIT, "implicit"},
    {CG_EDGE_CALLBACK, "callback"}, {CG_EDGE_CANDIDATE, "candidate"},
};
static const char *const linkages[] = {NULL, "external", "weak", "internal"};

const char *cg_edge_kind_name(unsigned kind)
{
    for (size_t i = 0; i < sizeof edge_kinds / sizeof *edge_kinds; i++) {
        if (edge_kinds[i].kind == kind) {
            return edge_kinds[i].name;
        }
    }
    return NULL;
}

unsigned cg_edge_kind_from_name(const char *name)
{
    for (size_t i = 0; i < sizeof edge_kinds / sizeof *edge_kinds; i++) {
        if (strcmp(edge_kinds[i].name, name) == 0) {
            return edge_kinds[i].kind;
        }
    }
    return 0;
}

const char *cg_linkage_name(enum cg_linkage linkage)
{
    return (unsigned)linkage < sizeof linkages / sizeof *linkages ? linkages[linkage] : NULL;
}

enum cg_linkage cg_linkage_from_name(const char *name)
{
    for (unsigned i = 1; i < sizeof linkages / sizeof *linkages; i++) {
        if (strcmp(linkages[i], name) == 0) {
            return (enum cg_linkage)i;
        }
    }
    return CG_LINKAGE_UNKNOWN;
}
