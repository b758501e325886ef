/*
 * The kind `interposable`: a call of the function may reach another definition of its name, because
 * the code may be in a shared library. A file that defines `main` is not.
 */
#include "metadata/calls/call_kinds.h"

#include <libcg/merge.h>

static bool is_interposable(const struct unit_function *function)
{
    return function->defined && function->linkage == CG_LINKAGE_EXTERNAL && !function->hidden;
}

static bool defines_main(const struct unit *unit)
{
    unit_id main = unit_find(unit, "main");
    return main != UNIT_NONE && unit_function_at(unit, main)->defined;
}

static void append_interposable(GString *out, const struct rendering *r, unit_id function)
{
    bool is = r->unit->interposable && is_interposable(unit_function_at(r->unit, function)) &&
              !defines_main(r->unit);
    g_string_append(out, is ? "true" : "");
}

const struct collected_kind kind_interposable = {
    .key = CG_KEY_INTERPOSABLE,
    .description = "whether calls may reach another definition, as in shared libraries",
    .places = CG_ON_NODE,
    .always = true,
    .value = append_interposable,
};
