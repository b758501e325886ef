/*
 * The kind `fileProperties`: whether a function comes from a system header.
 */
#include "metadata/functions/function_kinds.h"

#include "metadata/common/seen_declaration.h"

#include <string.h>

static void look_at_declaration(struct unit *unit, struct unit_function *function,
                                const struct seen_declaration *seen)
{
    (void)unit;
    function->in_system_header = seen->system;
}

/* No source shows where a function is declared that only the compiler mentions. Another file
 * may. */
static bool is_known(const struct unit_function *function)
{
    return function->defined || function->origin || function->in_system_header ||
           (function->seen & UNIT_AST);
}

static int write_kind(const struct rendering *r, struct cg_error *error)
{
    static const char *const texts[] = {"{\"systemInclude\":false}", "{\"systemInclude\":true}"};
    int status = CG_OK;
    for (unit_id i = 0; i < r->unit->functions->len && !status; i++) {
        const struct unit_function *function = unit_function_at(r->unit, i);
        const char *text = texts[function->in_system_header];
        if (is_known(function)) {
            status = cg_metadata_set(r->graph, CG_ON_NODE, r->nodes[i], CG_KEY_FILE_PROPERTIES,
                                     &(struct cg_value){text, strlen(text)}, error);
        }
    }
    return status;
}

const struct collected_kind kind_file_properties = {
    .key = CG_KEY_FILE_PROPERTIES,
    .description = "whether the function comes from a system header",
    .places = CG_ON_NODE,
    .always = true,
    .look = look_at_declaration,
    .write = write_kind,
};
