/*
 * The kind `pureVirtual`: a declaration marks the method as pure.
 */
#include "metadata/functions/function_kinds.h"

#include "metadata/common/seen_declaration.h"

#include <libcg/facts.h>

static void look_at_declaration(struct unit *unit, struct unit_function *function,
                                const struct seen_declaration *seen)
{
    (void)unit;
    function->is_pure = function->is_pure || clang_CXXMethod_isPureVirtual(seen->cursor) != 0;
}

static int write_kind(const struct rendering *r, struct cg_error *error)
{
    int status = CG_OK;
    for (unit_id i = 0; i < r->unit->functions->len && !status; i++) {
        if (unit_function_at(r->unit, i)->is_pure) {
            status = cg_metadata_set(r->graph, CG_ON_NODE, r->nodes[i], CG_KEY_PURE_VIRTUAL,
                                     &(struct cg_value){"true", 4}, error);
        }
    }
    return status;
}

const struct collected_kind kind_pure_virtual = {
    .key = CG_KEY_PURE_VIRTUAL,
    .description = "whether the method is pure virtual, and so in no virtual table",
    .places = CG_ON_NODE,
    .always = true,
    .look = look_at_declaration,
    .write = write_kind,
};
