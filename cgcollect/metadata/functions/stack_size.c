/*
 * The kind `stackSize`: from the compiler's `.su` file, or from the variables in the IR.
 */
#include "metadata/functions/function_kinds.h"

#include <cli.h>
#include <stdio.h>

#include <libcg/annotate.h>

/** Attach the compiler's stack sizes to the functions. A broken file causes only a note. */
static int annotate(const struct rendering *r, struct cg_error *error)
{
    struct cg_registry *registry = NULL;
    char text[1024];
    struct cg_error fault;
    int status = cg_registry_new(&registry, error);
    if (!status) {
        status = cg_registry_add_builtin(registry, error);
    }
    if (!status) {
        struct cg_annotate_options options = CG_ANNOTATE_OPTIONS_INIT;
        options.registry = registry;
        options.demangle = cli_demangle;
        if (cg_annotate_file(r->graph, r->unit->stack_usage, &options, &fault)) {
            cg_error_format(text, sizeof text, &fault);
            fprintf(stderr, "note: %s: some stack sizes are unknown\n", text);
        }
    }
    cg_registry_free(registry);
    return status;
}

/** The compiler reports the whole frame; the IR shows a part of it. */
static void append_stack_size(GString *out, const struct rendering *r, unit_id function)
{
    static const char *const words[] = {NULL, "static", "dynamic"};
    const struct unit_function *f = unit_function_at(r->unit, function);
    const char *reported =
        cg_metadata_get(r->graph, CG_ON_NODE, r->nodes[function], CG_KEY_STACK_SIZE);
    if (f->frame && !reported) {
        g_string_append_printf(
            out, "{\"bytes\":%" G_GUINT64_FORMAT ",\"kind\":\"%s\",\"source\":\"ir\"}",
            f->frame_size, words[f->frame]);
    }
}

static int write_reported(const struct rendering *r, struct cg_error *error)
{
    return r->unit->stack_usage ? annotate(r, error) : CG_OK;
}

const struct collected_kind kind_stack_size = {
    .key = CG_KEY_STACK_SIZE,
    .description = "size of the stack frame: from the compiler (su), or of its variables (ir)",
    .places = CG_ON_NODE,
    .write = write_reported,
    .value = append_stack_size,
};
