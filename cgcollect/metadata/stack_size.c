#include "values.h"

static void append(GString *out, const struct rendering *r, unit_id function)
{
    static const char *const words[] = {NULL, "static", "dynamic"};
    const struct unit_function *f = unit_function_at(r->unit, function);
    const char *told = cg_metadata_get(r->graph, CG_ON_NODE, r->nodes[function], CG_KEY_STACK_SIZE);
    if (f->frame && !told) {
        g_string_append_printf(
            out, "{\"bytes\":%" G_GUINT64_FORMAT ",\"kind\":\"%s\",\"source\":\"ir\"}",
            f->frame_size, words[f->frame]);
    }
}

static int put(const struct rendering *r, struct cg_error *error)
{
    return write_values(r, CG_KEY_STACK_SIZE, append, error);
}

const struct collected_kind kind_stack_size = {
    .key = CG_KEY_STACK_SIZE,
    .description = "size of the stack frame: as the compiler tells (su), or of variables (ir)",
    .places = CG_ON_NODE,
    .write = put,
};
