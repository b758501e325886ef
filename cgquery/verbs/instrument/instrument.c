/*
 * Attaches the runs, has the library's strategy choose, applies the sets that add to or take from
 * its choice, and predicts the overhead.
 */
#include "verbs/instrument/instrument.h"

#include "names/sets.h"
#include "runs/attached.h"
#include "runs/recorder.h"

#include <libcg/dead.h>
#include <libcg/query.h>

#include <math.h>
#include <string.h>

static int attach_runs(struct query *query, char **arguments)
{
    struct cg_profile *run;
    int code = attached_read(&run, query, arguments);
    if (code == CLI_OK && run) {
        code = attached_make(NULL, query, run);
    }
    cg_profile_free(run);
    return code;
}

/* Options */

static int check_options(const struct options *options)
{
    const char *how = options->unresolved;
    if (how && !g_strv_contains(verb_options_unresolved, how)) {
        cli_error("--unresolved takes include, exclude or report");
        return CLI_TROUBLE;
    }
    if (options->tool && !g_strv_contains(verb_options_tools(), options->tool)) {
        char *known = g_strjoinv(", ", (char **)verb_options_tools());
        cli_error("--for takes one of %s", known);
        g_free(known);
        return CLI_TROUBLE;
    }
    if (options->output && !options->tool) {
        cli_error("--output writes a filter: name the tool by --for=TOOL");
        return CLI_TROUBLE;
    }
    if (!isnan(options->probe_ns) && !(options->probe_ns >= 0 && isfinite(options->probe_ns))) {
        cli_error("--probe-ns takes a number from 0");
        return CLI_TROUBLE;
    }
    if (options->returns < -1) {
        cli_error("--returns takes a number from 0");
        return CLI_TROUBLE;
    }
    if (!isnan(options->run_time) && !(options->run_time > 0 && isfinite(options->run_time))) {
        cli_error("--run-time takes a number of seconds above 0");
        return CLI_TROUBLE;
    }
    return CLI_OK;
}

static int take_options(struct instrumentation *about)
{
    const struct options *options = &about->query->options;
    int code = check_options(options);
    if (code != CLI_OK) {
        return code;
    }
    about->options = (struct cg_choose_options)CG_CHOOSE_OPTIONS_INIT;
    about->probe = (struct cg_probe)CG_PROBE_INIT;
    about->key = options->key ? options->key : "numStatements";
    about->options.key = about->key;
    about->options.metric = options->metric;
    about->options.beyond = g_strcmp0(options->unresolved, "include") == 0;
    about->report = !options->unresolved || g_str_equal(options->unresolved, "report");
    about->probe.seconds = recorder_probe(about->query, options->tool, about->probe.seconds);
    about->probe.run = isnan(options->run_time) ? 0 : options->run_time;
    about->entries = query_entries(about->query);
    if (!about->entries) {
        return CLI_TROUBLE;
    }
    about->options.entries =
        (struct cg_function_set){(const cg_node *)about->entries->data, about->entries->len};
    return CLI_OK;
}

/* Sets that change a choice */

static int retain(struct instrumentation *about, char *const *sets)
{
    int code = CLI_OK;
    bool *set = g_new0(bool, cg_graph_node_count(about->query->graph) + 1);
    for (; sets && *sets && code == CLI_OK; sets++) {
        code = query_set(set, about->query, *sets);
        if (code == CLI_OK) {
            cg_choice_retain(about->choice, set);
        }
    }
    g_free(set);
    return code;
}

static int keep_sets(struct instrumentation *about, char *const *sets)
{
    struct cg_error error;
    if (!sets) {
        return CLI_OK;
    }
    bool *set = query_sets_union(about->query, sets);
    if (!set) {
        return CLI_TROUBLE;
    }
    int status =
        cg_choice_keep(about->choice, set, cg_graph_node_count(about->query->graph), &error);
    g_free(set);
    return status ? query_fail(about->query, &error) : CLI_OK;
}

static int leave_out(struct instrumentation *about, char *const *sets)
{
    bool *set = sets ? query_sets_union(about->query, sets) : NULL;
    if (sets && !set) {
        return CLI_TROUBLE;
    }
    for (cg_node node = 0; set && node < cg_graph_node_count(about->query->graph); node++) {
        set[node] = !set[node];
    }
    if (set) {
        cg_choice_retain(about->choice, set);
    }
    g_free(set);
    return CLI_OK;
}

static int apply_sets(struct instrumentation *about)
{
    const struct options *options = &about->query->options;
    int code = retain(about, options->also);
    code = code ? code : keep_sets(about, options->keep);
    code = code ? code : leave_out(about, options->never);
    if (code == CLI_OK && about->query->within) {
        cg_choice_retain(about->choice, about->query->within);
    }
    return code;
}

/* What sums it up */

/* What is known of the run, which strategies need; with a choice, also what that costs. */
static int predict(struct instrumentation *about)
{
    struct cg_error error;
    cg_prediction_free(about->prediction);
    about->prediction = NULL;
    int status = cg_predict(&about->prediction, about->query->graph, about->choice, &about->probe,
                            about->options.metric, &error);
    return status ? query_fail(about->query, &error) : CLI_OK;
}

static int count_possible(struct instrumentation *about)
{
    const struct cg_graph *graph = about->query->graph;
    const struct cg_function_set *entries = &about->options.entries;
    uint32_t nodes = cg_graph_node_count(graph);
    bool *can = g_new(bool, nodes + 1);
    uint32_t *distance = g_new(uint32_t, nodes + 1);
    struct cg_dead *dead = NULL;
    struct cg_error error;
    cg_instrumentable(can, graph);
    int status = cg_search(distance, graph, entries, CG_CALLEES, CG_NONE, &error);
    if (!status && about->report) {
        status = cg_dead(&dead, graph, entries->nodes, entries->count, NULL, &error);
    }
    for (cg_node node = 0; node < nodes && !status; node++) {
        about->possible += can[node];
        about->beyond += can[node] && dead && distance[node] == CG_NONE &&
                         cg_dead_can_run(cg_dead_reason(dead, node)) != CG_NO;
    }
    cg_dead_free(dead);
    g_free(distance);
    g_free(can);
    return status ? query_fail(about->query, &error) : CLI_OK;
}

static int choose_functions(struct instrumentation *about)
{
    int code = take_options(about);
    code = code ? code : predict(about);
    code = code ? code : strategies_apply(about);
    code = code ? code : apply_sets(about);
    code = code ? code : predict(about);
    return code ? code : count_possible(about);
}

static void print_choice(const struct instrumentation *about, bool listed)
{
    if (!listed) {
        char *summary = instrument_summary(about);
        cli_note("%s", summary);
        g_free(summary);
    } else if (about->query->options.json) {
        instrument_print_json(stdout, about);
    } else {
        instrument_print_text(about);
    }
}

static int run_instrument(struct query *query, char **arguments)
{
    size_t more = 0;
    struct instrumentation about = {.query = query,
                                    .strategies = g_ptr_array_new_with_free_func(g_free),
                                    .allocations =
                                        g_array_new(FALSE, FALSE, sizeof(struct cg_allocation)),
                                    .more = &more,
                                    .scale = g_string_new("")};
    (void)arguments;
    int code = choose_functions(&about);
    bool beside = query->options.output && strcmp(query->options.output, "-") != 0;
    if (code == CLI_OK && query->options.tool) {
        code = instrument_write_filter(&about);
    }
    if (code == CLI_OK) {
        print_choice(&about, beside || !query->options.tool);
        code = cg_choice_count(about.choice) ? CLI_OK : CLI_NO;
    }
    cg_choice_free(about.choice);
    cg_prediction_free(about.prediction);
    if (about.entries) {
        g_array_unref(about.entries);
    }
    g_ptr_array_unref(about.strategies);
    g_array_unref(about.allocations);
    g_string_free(about.scale, TRUE);
    return code;
}

const struct verb verb_instrument = {
    .name = "instrument",
    .arguments = "[GRAPH] [PROFILE...]",
    .summary = "Choose which functions to measure.",
    .description =
        "A line for each function, and one that sums up:\n"
        "  NAME  FILE:LINE  REASON\n"
        "  N of M functions; predicted overhead 1.8 % of 12.4 s; covers 93 % of exclusive time\n"
        "M is how many can be instrumented: with a body, in no system header, not always inlined.\n"
        "PROFILE is a recorded run, in any format of cgvalidate(1); several are processes of one "
        "run. A\n"
        "graph that has measurements (cgvalidate --annotate) needs none.\n"
        "\n"
        "STRATEGY is one of these, with an argument behind a colon. Entry points are always "
        "chosen.\n"
        "  statements[:T]     functions whose sum of statements over all they lead to is at least\n"
        "                     T: a number; median or quantile:Q of all sums; unique-median of the\n"
        "                     distinct ones (default)\n"
        "  hot[:P%]           functions that take P percent of the run (default 25) with their\n"
        "                     callees, and functions they call that were not measured and do much\n"
        "  budget[:P%]        those that show most of the run while probes take P percent of it\n"
        "                     (default 5): calls times --probe-ns. Three tenths are for functions\n"
        "                     that were not measured\n"
        "  imbalance[:P%]     functions in which processes or threads differ by P percent (default "
        "5),\n"
        "                     that take 2 percent of the run; those that never enter one count as "
        "0;\n"
        "                     and the functions on a shortest chain of calls to each\n"
        "  model[:P%]         functions whose models (cgquery models) predict at least P percent\n"
        "                     (default 5) of the run at --at; needs --parameter\n"
        "  paths:SET          functions on the paths from the entry points to SET\n"
        "  communication      the same for MPI_*, PMPI_* and mpi_*_\n"
        "  allocations:SET    functions that allocate memory which may reach a call of SET: they "
        "or\n"
        "                     what they return to (--returns) lead to SET; with the calls that\n"
        "                     allocate (--allocators)\n"
        "  minimal-depth[:N]  of those chosen so far, or of all, functions that N calls from an\n"
        "                     entry point lead to (default 3)\n"
        "  coarse[:SET]       of those chosen so far, or of all, not the inner functions of "
        "chains:\n"
        "                     those with one caller, that is chosen and calls no other chosen "
        "one.\n"
        "                     SET stays\n"
        "Then --and takes away what is not in SET, --keep adds, and --never takes away.\n"
        "\n"
        "A probe takes 200 ns unless --probe-ns says otherwise: two time stamps and a record, as "
        "with "
        "XRay's\n"
        "flight recorder (220 ns) and uftrace (350 ns). How often functions without counts are\n"
        "called is estimated from estimateCallCount, or loops around calls; the line says of how "
        "many.\n"
        "\n"
        "TOOL is\n"
        "  scorep         for SCOREP_FILTERING_FILE or scorep --instrument-filter\n"
        "  tau            a select file: -optTauSelectFile\n"
        "  gcc            options, for gcc @FILE\n"
        "  xray           for clang -fxray-instrument -fxray-attr-list=FILE\n"
        "  clang-profile  for clang -fprofile-list=FILE\n"
        "  uftrace        for uftrace record --opt-file=FILE\n"
        "  perf           a shell script that adds probes to the program it is given\n"
        "  callgrind      options, for a file .valgrindrc\n"
        "  cgrecord       for cgrecord --filter=FILE, which reads all of these\n"
        "  names, json    a list that @FILE reads, and the answer of --json\n"
        "Where a tool cannot tell functions apart, a warning says which it measures besides. "
        "Names that\n"
        "a line of its filter cannot hold are left out, and a warning says so. All but json can be "
        "read as\n"
        "a set: @FILE.\n"
        "\n"
        "JSON: \"strategies\", \"key\", \"functions\" (\"function\", \"reason\", \"value\", "
        "\"limit\", \"cost\",\n"
        "\"because\"), \"allocations\" (of the strategy: \"caller\", \"callee\", \"sites\", "
        "\"returns\",\n"
        "\"where\" and \"calls\" from there), \"possible\" (M), \"beyond\" (how many only "
        "unresolved calls may reach; "
        "null\n"
        "unless reported), and \"prediction\" (null for what is not known).",
    .options = OPTIONS_COMMON | OPTION_ENTRY | OPTION_INSTRUMENT | OPTION_OUTPUT | OPTION_SCALES,
    .limit = LIMIT_LIST,
    .prepare = attach_runs,
    .run = run_instrument,
};
