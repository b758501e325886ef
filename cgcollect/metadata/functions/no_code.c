/*
 * The kind `noCode`: why only the source has calls of a function.
 */
#include "metadata/functions/function_kinds.h"

#include <string.h>

static int write_kind(const struct rendering *r, struct cg_error *error)
{
    static const char *const texts[] = {
        [UNIT_TRIVIAL] = "\"trivial\"",
        [UNIT_BUILTIN] = "\"builtin\"",
    };
    int status = CG_OK;
    for (unit_id i = 0; i < r->unit->functions->len && !status; i++) {
        const char *text = texts[unit_function_at(r->unit, i)->no_code];
        if (text) {
            status = cg_metadata_set(r->graph, CG_ON_NODE, r->nodes[i], CG_KEY_NO_CODE,
                                     &(struct cg_value){text, strlen(text)}, error);
        }
    }
    return status;
}

const struct collected_kind kind_no_code = {
    .key = CG_KEY_NO_CODE,
    .description = "why it has no code of its own: trivial (it does nothing), builtin",
    .places = CG_ON_NODE,
    .always = true,
    .write = write_kind,
};
