/*
 * The kind `noCode`: why only the source has calls of a function.
 */
#include "metadata/functions/function_kinds.h"

static void append_no_code(GString *out, const struct rendering *r, unit_id function)
{
    static const char *const texts[] = {
        [UNIT_HAS_CODE] = "",
        [UNIT_TRIVIAL] = "\"trivial\"",
        [UNIT_BUILTIN] = "\"builtin\"",
    };
    g_string_append(out, texts[unit_function_at(r->unit, function)->no_code]);
}

const struct collected_kind kind_no_code = {
    .key = CG_KEY_NO_CODE,
    .description = "why it has no code of its own: trivial (it does nothing), builtin",
    .places = CG_ON_NODE,
    .always = true,
    .value = append_no_code,
};
