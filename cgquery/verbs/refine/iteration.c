/* An iteration: its selection, its directory, and the filter there. */
#include "runs/name_lists.h"
#include "verbs/refine/refine.h"

#include <libcg/filter.h>
#include <libcg/instrument.h>

#include <math.h>
#include <stdlib.h>

static void clear_change(gpointer change)
{
    g_free(((struct change *)change)->why);
}

struct iteration *refine_iteration_new(const struct refining *refining, const char *name)
{
    struct iteration *iteration = g_new0(struct iteration, 1);
    iteration->number = refining->iterations->len;
    char *numbered = g_strdup_printf("iteration-%u", iteration->number);
    iteration->directory = g_build_filename(refining->directory, name ? name : numbered, NULL);
    iteration->set = g_new0(bool, cg_graph_node_count(refining->query->graph) + 1);
    iteration->vanilla = refine_times_new();
    iteration->selected = refine_times_new();
    iteration->changes = g_array_new(FALSE, FALSE, sizeof(struct change));
    iteration->covered = NAN;
    iteration->predicted = NAN;
    g_array_set_clear_func(iteration->changes, clear_change);
    g_free(numbered);
    return iteration;
}

void refine_iteration_free(struct iteration *iteration)
{
    g_free(iteration->directory);
    g_free(iteration->set);
    g_free(iteration->hot);
    refine_times_free(&iteration->vanilla);
    refine_times_free(&iteration->selected);
    g_array_unref(iteration->changes);
    g_free(iteration);
}

void refine_iteration_add(struct iteration *iteration, cg_node node)
{
    iteration->functions += !iteration->set[node];
    iteration->set[node] = true;
}

/* Filters */

static int write_to(FILE *out, const struct refining *refining, const struct iteration *iteration)
{
    struct query *query = refining->query;
    const char *tool = refining->tool;
    const struct cg_filter_options options = {CG_FILTER_OPTIONS_VERSION,
                                              .demangle = cli_demangle_for_library};
    struct cg_error error;
    char *text;
    if (!tool || names_are_read_by(tool)) {
        names_write(out, query, iteration->set);
        return CLI_OK;
    }
    if (cg_filter_write(&text, query->graph, iteration->set, tool, &options, &error)) {
        return query_fail(query, &error);
    }
    fputs(text, out);
    free(text);
    return CLI_OK;
}

/* Say once, before any iteration, which candidates no filter can name. */
void refine_note_unnamed(const struct refining *refining)
{
    struct query *query = refining->query;
    uint32_t nodes = cg_graph_node_count(query->graph), unnamed = 0;
    cg_node example = CG_NONE;
    bool *can = g_new0(bool, (gsize)nodes + 1);
    cg_instrumentable(can, query->graph);
    for (cg_node node = 0; node < nodes; node++) {
        if (can[node] && !names_can_hold(query, node)) {
            example = unnamed++ ? example : node;
        }
    }
    if (unnamed && (!refining->tool || names_are_read_by(refining->tool))) {
        cli_note("a filter cannot name %u function%s, which will have no probes: %s%s", unnamed,
                 cli_s(unnamed), query_name(query, example), unnamed > 1 ? ", ..." : "");
    }
    g_free(can);
}

int refine_write_filter(const struct refining *refining, const struct iteration *iteration)
{
    char *path = g_build_filename(iteration->directory, "filter", NULL);
    struct cli_output output;
    struct cg_error error;
    int code = CLI_OK;
    g_mkdir_with_parents(iteration->directory, 0777); /* or opening says why not */
    if (cli_output_open(&output, path, &error)) {
        cli_report(&error);
        code = CLI_TROUBLE;
    } else if ((code = write_to(output.stream, refining, iteration)) != CLI_OK) {
        cli_output_discard(&output);
    } else if (cli_output_finish(&output, &error)) {
        cli_report(&error);
        code = CLI_TROUBLE;
    }
    g_free(path);
    return code;
}
