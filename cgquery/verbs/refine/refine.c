#include "verbs/refine/refine.h"

#include "core/sets.h"
#include "runs/recorder.h"

#include <math.h>
#include <string.h>

#define BUDGET 0.05
#define DIRECTORY "refined"
#define MANY 10000 /* calls: of fewer, nobody can tell what one cost */
#define SURE 0.1   /* what three runs of each can show at best */

/* Options */

static bool read_share(double *share, const char *text)
{
    char *end;
    *share = g_ascii_strtod(text, &end) / 100;
    return end != text && strcmp(end, "%") == 0 && *share >= 0 && isfinite(*share);
}

static struct flavor *add_flavor(GPtrArray *flavors, const char *name, const char *command)
{
    struct flavor *flavor = g_new0(struct flavor, 1);
    flavor->name = g_strdup(name);
    flavor->command = g_strdup(command);
    flavor->times = refine_times_new();
    g_ptr_array_add(flavors, flavor);
    return flavor;
}

static void free_flavor(gpointer data)
{
    struct flavor *flavor = data;
    g_free(flavor->name);
    g_free(flavor->command);
    refine_times_free(&flavor->times);
    g_free(flavor);
}

static int take_flavors(struct refining *refining, char *const *texts)
{
    for (; texts && *texts; texts++) {
        const char *equals = strchr(*texts, '=');
        char *name = equals ? g_strndup(*texts, (gsize)(equals - *texts)) : NULL;
        bool good = name && *name && equals[1] && refining->flavors->len < FLAVORS_MOST;
        if (good) {
            add_flavor(refining->flavors, name, equals + 1);
        } else {
            cli_error("--flavor takes NAME=COMMAND, at most %d of them, not '%s'", FLAVORS_MOST,
                      *texts);
        }
        g_free(name);
        if (!good) {
            return CLI_TROUBLE;
        }
    }
    return CLI_OK;
}

static int check_options(const struct options *options, char *const *command)
{
    if (!command[0]) {
        cli_error("the command of the program without probes is missing: give it after --");
        return CLI_TROUBLE;
    }
    if (!options->run && (options->build || options->convert)) {
        cli_error(
            "--run=CMD is missing: it runs the program with probes for $CG_FILTER, and leaves "
            "the profile in $CG_PROFILE");
        return CLI_TROUBLE;
    }
    if (options->iterations < 1 || options->repetitions < 1) {
        cli_error("--iterations and --repetitions take a number from 1");
        return CLI_TROUBLE;
    }
    if (!isnan(options->probe_ns) && !(options->probe_ns >= 0 && isfinite(options->probe_ns))) {
        cli_error("--probe-ns takes a number from 0");
        return CLI_TROUBLE;
    }
    if (options->tool && (strcmp(options->tool, "json") == 0 ||
                          !g_strv_contains(vocabulary_tools(), options->tool))) {
        cli_error("--for takes a tool as cgquery instrument does, but json");
        return CLI_TROUBLE;
    }
    return CLI_OK;
}

static char *join(char *const *words)
{
    GString *text = g_string_new("");
    for (; *words; words++) {
        char *quoted = g_shell_quote(*words);
        g_string_append_printf(text, "%s%s", text->len ? " " : "", quoted);
        g_free(quoted);
    }
    return g_string_free(text, FALSE);
}

/* The program has places for probes: cgrecord records what the filter says, with no new build. */
static int use_recorder(struct refining *refining)
{
    char *path = recorder_find();
    if (!path) {
        cli_error("there is no cgrecord beside this tool, nor among the commands; --run=CMD runs "
                  "the program with probes for $CG_FILTER, and leaves the profile in $CG_PROFILE");
        return CLI_TROUBLE;
    }
    char *quoted = g_shell_quote(path);
    refining->run =
        g_strdup_printf("%s --time \"$CG_TIME\" --filter \"$CG_FILTER\" -o \"$CG_PROFILE\" -- %s",
                        quoted, refining->vanilla);
    refining->full = g_strdup_printf("%s --time \"$CG_TIME\" -o \"$CG_PROFILE.full\" -- %s", quoted,
                                     refining->vanilla);
    refining->tool = refining->tool ? refining->tool : "cgrecord";
    g_free(quoted);
    g_free(path);
    return CLI_OK;
}

static int begin(struct refining *refining, struct query *query, char **command)
{
    const struct options *options = &query->options;
    *refining = (struct refining){
        .query = query,
        .budget = BUDGET,
        .iterations_most = (unsigned)options->iterations,
        .repetitions = (unsigned)options->repetitions,
        .seed = (guint32)options->seed,
        .random = g_rand_new_with_seed((guint32)options->seed),
        .options = CG_CHOOSE_OPTIONS_INIT,
        .probe = CG_PROBE_INIT,
        .banned = g_new0(bool, cg_graph_node_count(query->graph) + 1),
        .flavors = g_ptr_array_new_with_free_func(free_flavor),
        .iterations = g_ptr_array_new(),
    };
    int code = check_options(options, command);
    if (code == CLI_OK && options->budget && !read_share(&refining->budget, options->budget)) {
        cli_error("--budget takes a percentage such as 5%%, not '%s'", options->budget);
        code = CLI_TROUBLE;
    }
    refining->entries = code == CLI_OK ? query_entries(query) : NULL;
    if (!refining->entries) {
        return CLI_TROUBLE;
    }
    refining->options.entries =
        (struct cg_function_set){(const cg_node *)refining->entries->data, refining->entries->len};
    refining->directory = options->into ? options->into : DIRECTORY;
    refining->log = g_build_filename(refining->directory, "log", NULL);
    refining->vanilla = join(command);
    refining->tool = options->tool;
    refining->run = g_strdup(options->run);
    if (!refining->run && use_recorder(refining) != CLI_OK) {
        return CLI_TROUBLE;
    }
    refining->probe.seconds = recorder_probe(query, refining->tool, refining->probe.seconds);
    if (g_mkdir_with_parents(refining->directory, 0777) != 0) {
        cli_error("%s cannot be made", refining->directory);
        return CLI_TROUBLE;
    }
    return take_flavors(refining, options->flavors);
}

static void end(struct refining *refining)
{
    for (guint i = 0; i < refining->iterations->len; i++) {
        refine_iteration_free(refining->iterations->pdata[i]);
    }
    g_ptr_array_unref(refining->iterations);
    g_ptr_array_unref(refining->flavors);
    g_rand_free(refining->random);
    g_free(refining->banned);
    g_free(refining->vanilla);
    g_free(refining->run);
    g_free(refining->full);
    g_free(refining->log);
    if (refining->entries) {
        g_array_unref(refining->entries);
    }
}

char *refine_percent(double share)
{
    char text[CLI_DOUBLE_LENGTH];
    cli_double_rounded(text, 100 * share, 3);
    return g_strdup_printf("%s %%", text);
}

/* An iteration */

static void sum_up(const struct refining *refining, struct iteration *iteration)
{
    double base = refine_median(refining, &iteration->vanilla);
    double median = refine_median(refining, &iteration->selected); /* and sorts them */
    const GArray *selected = refine_compared(refining, &iteration->selected);
    double least = g_array_index(selected, double, 0);
    double most = g_array_index(selected, double, selected->len - 1);
    iteration->p = refine_p(refining, &iteration->vanilla, &iteration->selected);
    iteration->vanilla_median = base;
    iteration->selected_median = median;
    iteration->overhead = median / base - 1;
    iteration->overhead_least = least / base - 1;
    iteration->overhead_most = most / base - 1;
    iteration->startup = refining->startup / base;
}

static int run_iteration(struct refining *refining, struct iteration *iteration)
{
    const struct options *options = &refining->query->options;
    struct flavor vanilla = {(char *)"vanilla", refining->vanilla, iteration->vanilla};
    struct flavor selected = {(char *)"selected", refining->run, iteration->selected};
    struct flavor *both[] = {&vanilla, &selected};
    int code = refine_write_filter(refining, iteration);
    if (code == CLI_OK && options->build) {
        code = refine_run(refining, "build", options->build, iteration, NULL);
    }
    code = code ? code : refine_run_shuffled(refining, both, G_N_ELEMENTS(both), iteration);
    if (code == CLI_OK && options->convert) {
        code = refine_run(refining, "convert", options->convert, iteration, NULL);
    }
    if (code == CLI_OK) {
        sum_up(refining, iteration);
    }
    return code;
}

/* What the program with probes takes more when it begins and ends. */
static int measure_startup(struct refining *refining)
{
    struct iteration *least = refine_least(refining);
    int code = run_iteration(refining, least);
    if (code == CLI_OK) {
        refining->startup = fmax(least->selected_median - least->vanilla_median, 0);
    }
    refine_iteration_free(least);
    return code;
}

/* If the overhead is no accident, it says what a probe takes. */
static void measure_probe(struct refining *refining, const struct iteration *iteration)
{
    double cost = iteration->selected_median - refining->startup - iteration->vanilla_median;
    if (isnan(refining->query->options.probe_ns) && iteration->visits >= MANY && cost > 0 &&
        iteration->p <= SURE) {
        refining->probe.seconds = cost / iteration->visits;
        refining->measured_probe = true;
    }
}

static bool is_stable(const struct refining *refining, const struct iteration *a,
                      const struct iteration *b)
{
    for (cg_node node = 0; node < cg_graph_node_count(refining->query->graph); node++) {
        if (a->hot && b->hot && a->hot[node] != b->hot[node]) {
            return false;
        }
    }
    return a->hot && b->hot;
}

static void find_best(struct refining *refining)
{
    const struct iteration *best = NULL;
    for (guint i = 0; i < refining->iterations->len; i++) {
        const struct iteration *iteration = refining->iterations->pdata[i];
        if (!best || iteration->overhead <= fmax(refining->budget, best->overhead)) {
            best = iteration;
        }
    }
    refining->best = best ? best->number : 0;
}

static bool is_done(struct refining *refining, const struct iteration *iteration)
{
    guint count = refining->iterations->len;
    bool stable =
        count > 1 && is_stable(refining, refining->iterations->pdata[count - 2], iteration);
    if (iteration->overhead <= refining->budget && stable) {
        refining->ended = "the budget holds, and the hot functions are the same as before";
    } else if (count >= refining->iterations_most) {
        refining->ended =
            iteration->overhead <= refining->budget
                ? "the budget holds; that was the last iteration allowed"
            : iteration->startup <= refining->budget
                ? "that was the last iteration allowed, and the budget does not hold"
                : "that was the last iteration allowed, and start-up alone exceeds the "
                  "budget: let the command run longer, or compile only the chosen "
                  "probes (--build)";
    }
    return refining->ended != NULL;
}

static int iterate(struct refining *refining)
{
    int code = measure_startup(refining);
    struct iteration *iteration = code == CLI_OK ? refine_first(refining) : NULL;
    code = iteration ? CLI_OK : CLI_TROUBLE;
    while (iteration && code == CLI_OK) {
        struct query measured = {0};
        g_ptr_array_add(refining->iterations, iteration);
        code = run_iteration(refining, iteration);
        code = code ? code : refine_analyse(refining, iteration, &measured);
        if (code == CLI_OK) {
            measure_probe(refining, iteration);
        }
        bool done = code != CLI_OK || is_done(refining, iteration);
        iteration = done ? NULL : refine_next(refining, iteration, &measured);
        code = code == CLI_OK && !done && !iteration ? CLI_TROUBLE : code;
        if (measured.graph) {
            query_close(&measured);
        }
    }
    return code;
}

/* All flavors side by side, with the last selection. */
static int study(struct refining *refining)
{
    const struct iteration *best = refining->iterations->pdata[refining->best];
    GPtrArray *given = refining->flavors;
    refining->flavors = g_ptr_array_new_with_free_func(free_flavor);
    add_flavor(refining->flavors, "vanilla", refining->vanilla);
    if (refining->full) {
        add_flavor(refining->flavors, "full", refining->full);
    }
    for (guint i = 0; i < given->len; i++) {
        struct flavor *flavor = given->pdata[i];
        add_flavor(refining->flavors, flavor->name, flavor->command);
    }
    add_flavor(refining->flavors, "selected", refining->run);
    g_ptr_array_unref(given);
    int code = refine_write_filter(refining, best);
    if (code == CLI_OK && refining->query->options.build) {
        code = refine_run(refining, "build", refining->query->options.build, best, NULL);
    }
    return code ? code
                : refine_run_shuffled(refining, (struct flavor *const *)refining->flavors->pdata,
                                      refining->flavors->len, best);
}

static int run(struct query *query, char **arguments)
{
    struct refining refining;
    int code = begin(&refining, query, arguments);
    code = code ? code : iterate(&refining);
    find_best(&refining);
    if (code == CLI_OK && query->options.study) {
        code = study(&refining);
    }
    code = code ? code : refine_report(&refining);
    if (code == CLI_OK) {
        const struct iteration *best = refining.iterations->pdata[refining.best];
        query->options.json ? refine_print_json(stdout, &refining) : refine_print_text(&refining);
        code = best->overhead <= refining.budget ? CLI_OK : CLI_NO;
    }
    end(&refining);
    return code;
}

const struct verb verb_refine = {
    .name = "refine",
    .arguments = "[GRAPH] [COMMAND...]",
    .summary = "Run, analyse and choose anew, until probes cost little.",
    .description =
        "COMMAND is the program without probes, after --. Without --run, it is recorded by "
        "cgrecord(1), with\n"
        "no new build: compiled with clang -fxray-instrument, or with -finstrument-functions, "
        "whose "
        "hooks\n"
        "count as no probes while nothing records. CMD is for sh -c; it finds\n"
        "  CG_FILTER     the selection, as --for says (default: names)\n"
        "  CG_PROFILE    where to leave the profile, in any format of cgvalidate(1)\n"
        "  CG_TIME       where it may write how many seconds it took, and how many it computed; "
        "else it\n"
        "                is timed with all that it starts\n"
        "  CG_ITERATION  0, 1, ...\n"
        "  CG_FLAVOR     vanilla, selected, build, convert, or the name of --flavor\n"
        "What it prints goes to the file log of DIR.\n"
        "\n"
        "First both programs run with the entry points alone. What that takes more is start-up, a "
        "part of\n"
        "the overhead of each iteration: the recorder starts, and compiled probes are called that "
        "record\n"
        "nothing. The first selection is that of the strategy statements of cgquery instrument. "
        "Both\n"
        "programs run, in random order. The next selection is that of the strategy budget, by the "
        "profile and by "
        "what a\n"
        "probe took; a function that went does not come back. It ends when the overhead is within "
        "the\n"
        "budget and the functions with 5 percent of the run are the same as before, or after N\n"
        "iterations. A line for each:\n"
        "  ITERATION  FUNCTIONS  VANILLA  SELECTED  OVERHEAD (LEAST to MOST)  START-UP  P  "
        "COVERED  CAME  WENT\n"
        "Times are medians of CPU time, user and system, of all processes of a command, which "
        "others who\n"
        "compute on the machine do not lengthen; with --wall-time of the time that passes. P is "
        "the\n"
        "probability that the two differ as much by accident (rank test of Mann and Whitney).\n"
        "\n"
        "--study then runs all flavors side by side: the program without probes, those of "
        "--flavor\n"
        "(with empty hooks, sampled, ...), all probes if cgrecord records, and the best selection: "
        "the last\n"
        "one within the budget, else that with the least overhead.\n"
        "\n"
        "DIR has report.md with plots, refine.json, rerun.sh, and for each iteration the filter "
        "and the\n"
        "profile.\n"
        "\n"
        "Examples:\n"
        "  cgquery refine whole.mcg --budget 2% -- ./prog input\n"
        "  cgquery refine whole.mcg --for uftrace --budget 2% \\\n"
        "      --run 'uftrace record -d $CG_PROFILE.d --opt-file=$CG_FILTER ./prog input' \\\n"
        "      --convert 'uftrace dump -d $CG_PROFILE.d --chrome >$CG_PROFILE' -- ./prog input\n"
        "  cgquery refine whole.mcg --for gcc --build 'make -B CFLAGS=@$CG_FILTER prog-probes' \\\n"
        "      --run 'cgrecord -o $CG_PROFILE -- ./prog-probes input' -- ./prog input\n"
        "\n"
        "JSON: as refine.json: \"budget\", \"compared\", \"repetitions\", \"seed\", \"probeNs\", "
        "\"ended\",\n"
        "\"iterations\" and \"study\".",
    .limit = LIMIT_LIST,
    .options = OPTIONS_COMMON | OPTION_ENTRY | OPTION_REFINE,
    .run = run,
};
