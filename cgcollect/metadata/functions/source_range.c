/*
 * The kind `sourceRange`: where a definition begins and ends in its file.
 */
#include "metadata/functions/function_kinds.h"

#include "metadata/common/extent.h"
#include "metadata/common/node_values.h"

static void append_position(GString *out, const char *name, uint64_t position)
{
    g_string_append_c(out, '"');
    g_string_append(out, name);
    g_string_append(out, "\":{");
    value_add_member(out, "column", (uint32_t)position);
    g_string_append_c(out, ',');
    value_add_member(out, "line", (uint32_t)(position >> 32));
    g_string_append_c(out, '}');
}

static void append_value(GString *out, const struct rendering *r, unit_id function)
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

static int write_kind(const struct rendering *r, struct cg_error *error)
{
    return write_values(r, CG_KEY_SOURCE_RANGE, append_value, error);
}

const struct collected_kind kind_source_range = {
    .key = CG_KEY_SOURCE_RANGE,
    .description = "first and last line and column of the definition, in its file",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .look = extent_look,
    .write = write_kind,
};
