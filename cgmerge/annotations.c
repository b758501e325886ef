/* Implements --annotate: attaches metadata from files of other tools. */
#include "cgmerge.h"

#include <libcg/annotate.h>

#include <string.h>

static void append_count(GString *text, guint64 count, const char *one, const char *many)
{
    if (count) {
        g_string_append_printf(text, "; %" G_GUINT64_FORMAT " %s", count, count == 1 ? one : many);
    }
}

/* Always report entries that matched nothing or too much; report success only with --verbose. */
static void report_annotations(const char *path, const struct cg_annotator *annotator, bool verbose)
{
    guint64 unmatched = cg_annotator_count(annotator, CG_ANNOTATED_UNMATCHED);
    guint64 ambiguous = cg_annotator_count(annotator, CG_ANNOTATED_AMBIGUOUS);
    guint64 values = cg_annotator_count(annotator, CG_ANNOTATED_VALUES);
    guint64 functions = cg_annotator_count(annotator, CG_ANNOTATED_FUNCTIONS);
    if (!verbose && !unmatched && !ambiguous) {
        return;
    }
    GString *text = g_string_new(NULL);
    append_count(text, unmatched, "entry matches no function", "entries match no function");
    append_count(text, ambiguous, "entry matches several", "entries match several");
    cli_note("%s: %" G_GUINT64_FORMAT " value%s on %" G_GUINT64_FORMAT " function%s%s",
             cli_title(path), values, cli_s(values), functions, cli_s(functions), text->str);
    g_string_free(text, TRUE);
}

int merge_annotate(struct cg_graph *whole, const struct merge_settings *settings,
                   const struct cg_registry *registry, struct cg_error *error)
{
    const struct cg_annotate_options options = {
        CG_ANNOTATE_OPTIONS_VERSION,
        .registry = registry,
        .warn = settings->verbose ? cli_report_warning : NULL,
        .demangle = cli_demangle_partly,
    };
    struct cg_annotator *annotator;
    if (!settings->annotate) {
        return CG_OK;
    }
    int status = cg_annotator_new(&annotator, whole, &options, error);
    if (status) {
        return status;
    }
    for (char **file = settings->annotate; *file && !status; file++) {
        status = cg_annotator_file(annotator, *file, error);
        if (!status) {
            report_annotations(*file, annotator, settings->verbose);
        }
    }
    cg_annotator_free(annotator);
    return status;
}
