/*
 * The kind `sourceRange`: where a definition begins and ends in its file.
 */
#include "metadata/functions/function_kinds.h"

#include <write/json_text.h>

#include "metadata/common/extent.h"

static void append_position(GString *out, const char *name, uint64_t position)
{
    g_string_append_c(out, '"');
    g_string_append(out, name);
    g_string_append(out, "\":{");
    json_text_add_member(out, "column", (uint32_t)position);
    g_string_append_c(out, ',');
    json_text_add_member(out, "line", (uint32_t)(position >> 32));
    g_string_append_c(out, '}');
}

static void append_source_range(GString *out, const struct rendering *r, unit_id function)
{
    uint64_t first;
    uint64_t last;
    if (extent_of(&first, &last, r->unit, function)) {
        g_string_append_c(out, '{');
        append_position(out, "begin", first);
        g_string_append_c(out, ',');
        append_position(out, "end", last);
        g_string_append_c(out, '}');
    }
}

const struct collected_kind kind_source_range = {
    .key = CG_KEY_SOURCE_RANGE,
    .description = "first and last line and column of the definition, in its file",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .look = extent_look,
    .value = append_source_range,
};
