/*
 * Repeats until the budget holds: run the program with the probes of the last choice, measure what
 * they cost, choose anew. At the end may compare all ways to record it (flavors).
 */
#include "verbs/refine/refine.h"

#include "ask/ask.h"
#include "names/sets.h"
#include "runs/recorder.h"

#include <math.h>
#include <string.h>

#define BUDGET 0.05
#define DIRECTORY "refined"
#define MANY 10000 /* calls: of fewer, nobody can tell what one cost */
#define SURE 0.1   /* what three runs of each can show at best */
#define WORSE 4    /* times the mean cost of all probes: what those of a selection can cost */

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
    g_free(flavor->counting);
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
    if (options->run && options->probes) {
        cli_error("--probes and --run both say how the program with probes runs");
        return CLI_TROUBLE;
    }
    if (!options->run && (options->build || options->convert)) {
        cli_error(
            "--run=CMD is missing: it runs the program with probes for $CG_FILTER, and leaves "
            "the profile in $CG_PROFILE");
        return CLI_TROUBLE;
    }
    if (options->mix && !options->study) {
        cli_error("--mix is a part of --study");
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
                          !g_strv_contains(verb_options_tools(), options->tool))) {
        cli_error("--for takes a tool as cgquery instrument does, but json");
        return CLI_TROUBLE;
    }
    return CLI_OK;
}

static char *shell_words(char *const *words)
{
    GString *text = g_string_new("");
    for (; *words; words++) {
        char *quoted = g_shell_quote(*words);
        g_string_append_printf(text, "%s%s", text->len ? " " : "", quoted);
        g_free(quoted);
    }
    return g_string_free(text, FALSE);
}

#define SELECTED "--filter \"$CG_FILTER\" -o \"$CG_PROFILE\""
#define COUNTED "-o \"$CG_PROFILE\""
#define FULL "-o \"$CG_PROFILE.full\""
#define SAMPLED "--mode sample -o \"$CG_PROFILE.sampled\""

/* A command of cgrecord that says what the program took itself. @param before the program's words
 */
static char *record(const struct refining *refining, const char *arguments, const char *before,
                    const char *program)
{
    return g_strdup_printf("%s --time \"$CG_TIME\" %s -- %s%s", refining->recorder, arguments,
                           before, program);
}

static const char *probes_of(const struct refining *refining)
{
    return refining->empty ? refining->empty : refining->vanilla;
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
    refining->recorder = g_shell_quote(path);
    refining->run = record(refining, SELECTED, "", probes_of(refining));
    refining->count = record(refining, COUNTED, "", probes_of(refining));
    refining->tool = refining->tool ? refining->tool : "cgrecord";
    g_free(path);
    return CLI_OK;
}

/* Commands of --run are the user's; that for all probes is the same with another filter. */
static int find_commands(struct refining *refining)
{
    const struct options *options = &refining->query->options;
    refining->empty = g_strdup(options->probes);
    refining->run = g_strdup(options->run);
    refining->count = g_strdup(options->run);
    return refining->run ? CLI_OK : use_recorder(refining);
}

static int begin_refining(struct refining *refining, struct query *query, char **command)
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
    refining->vanilla = shell_words(command);
    refining->tool = options->tool;
    if (find_commands(refining) != CLI_OK) {
        return CLI_TROUBLE;
    }
    refining->probe.seconds = recorder_probe(query, refining->tool, refining->probe.seconds);
    if (g_mkdir_with_parents(refining->directory, 0777) != 0) {
        cli_error("%s cannot be made", refining->directory);
        return CLI_TROUBLE;
    }
    return take_flavors(refining, options->flavors);
}

static void end_refining(struct refining *refining)
{
    if (refining->census.graph.graph) {
        query_close(&refining->census.graph);
    }
    for (guint i = 0; i < refining->iterations->len; i++) {
        refine_iteration_free(refining->iterations->pdata[i]);
    }
    g_ptr_array_unref(refining->iterations);
    g_ptr_array_unref(refining->flavors);
    g_rand_free(refining->random);
    g_free(refining->banned);
    g_free(refining->vanilla);
    g_free(refining->empty);
    g_free(refining->run);
    g_free(refining->count);
    g_free(refining->recorder);
    g_free(refining->log);
    if (refining->entries) {
        g_array_unref(refining->entries);
    }
}

/* An iteration */

static void compare_times(const struct refining *refining, struct iteration *iteration)
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
    struct flavor vanilla = {
        .name = (char *)"vanilla", .command = refining->vanilla, .times = iteration->vanilla};
    struct flavor selected = {
        .name = (char *)"selected", .command = refining->run, .times = iteration->selected};
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
        compare_times(refining, iteration);
    }
    return code;
}

/* What the program with probes takes more when it begins and ends. */
static int measure_startup(struct refining *refining)
{
    struct iteration *least = refine_least(refining);
    int code = run_iteration(refining, least);
    if (code == CLI_OK) {
        double with = refine_least_time(refining, &least->selected);
        refining->base = refining->probe.run = refine_least_time(refining, &least->vanilla);
        refining->startup = fmax(with - refining->base, 0);
    }
    refine_iteration_free(least);
    return code;
}

/* If the overhead is no accident, it says what a probe takes. Where all probes said it, they can
 * only have cost more than that: those of a selection call other functions in between. */
static void measure_probe(struct refining *refining, const struct iteration *iteration)
{
    double cost = refine_least_time(refining, &iteration->selected) - refining->startup -
                  refine_least_time(refining, &iteration->vanilla);
    double a_call = cost / iteration->visits;
    bool counted = refining->census.graph.graph != NULL;
    if (isnan(refining->query->options.probe_ns) && iteration->visits >= MANY && cost > 0 &&
        iteration->p <= SURE &&
        (!counted ||
         (iteration->overhead > refining->budget && a_call > refining->probe.seconds))) {
        refining->probe.seconds = counted ? fmin(a_call, WORSE * refining->probe.seconds) : a_call;
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

/* Run and analyse. @param measured its graph; release with query_close */
static int try_iteration(struct refining *refining, struct iteration *iteration,
                         struct query *measured)
{
    const struct options *options = &refining->query->options;
    int code = run_iteration(refining, iteration);
    code = code ? code : refine_attach(measured, &iteration->visits, refining, iteration);
    if (code == CLI_OK && iteration->number == 0 && !options->uncounted) {
        code = refine_count(refining);
    }
    if (code == CLI_OK) {
        refine_cover(refining, iteration, measured);
        measure_probe(refining, iteration);
    }
    return code;
}

static int iterate(struct refining *refining)
{
    int code = measure_startup(refining);
    struct iteration *iteration = code == CLI_OK ? refine_first(refining) : NULL;
    code = iteration ? CLI_OK : CLI_TROUBLE;
    while (iteration && code == CLI_OK) {
        struct query measured = {0};
        g_ptr_array_add(refining->iterations, iteration);
        code = try_iteration(refining, iteration, &measured);
        bool done = code != CLI_OK || is_done(refining, iteration);
        struct query *known = refining->census.graph.graph ? &refining->census.graph : &measured;
        iteration = done ? NULL : refine_next(refining, iteration, known);
        code = code == CLI_OK && !done && !iteration ? CLI_TROUBLE : code;
        if (measured.graph) {
            query_close(&measured);
        }
    }
    return code;
}

/* Flavors that cgrecord makes. */
static void add_recorded(struct refining *refining, const char *name, const char *arguments,
                         const char *program)
{
    char *command = record(refining, arguments, "", program);
    struct flavor *flavor = add_flavor(refining->flavors, name, command);
    flavor->counting = record(refining, arguments, MIX_CALLGRIND, program);
    g_free(command);
}

static void add_plain(struct refining *refining, const char *name, const char *command)
{
    struct flavor *flavor = add_flavor(refining->flavors, name, command);
    flavor->counting = g_strconcat(MIX_CALLGRIND, command, NULL);
    if (refining->query->options.mix) {
        mix_read_program(&flavor->mix, command);
    }
}

/* Put those of --flavor among the others. */
static void list_flavors(struct refining *refining)
{
    GPtrArray *given = refining->flavors;
    refining->flavors = g_ptr_array_new_with_free_func(free_flavor);
    add_plain(refining, "vanilla", refining->vanilla);
    if (refining->empty) {
        add_plain(refining, "empty", refining->empty);
    }
    if (refining->recorder) {
        add_recorded(refining, "full", FULL, probes_of(refining));
        char *sampled = record(refining, SAMPLED, "", refining->vanilla);
        add_flavor(refining->flavors, "sampled", sampled)->may_fail = true;
        g_free(sampled);
    }
    for (guint i = 0; i < given->len; i++) {
        struct flavor *flavor = given->pdata[i];
        add_plain(refining, flavor->name, flavor->command);
    }
    if (refining->recorder) {
        add_recorded(refining, "selected", SELECTED, probes_of(refining));
    } else {
        add_flavor(refining->flavors, "selected", refining->run);
    }
    g_ptr_array_unref(given);
}

/* Count the instructions of each flavor, as far as the tools are there. */
static int count_instructions(struct refining *refining, const struct iteration *best)
{
    char *valgrind = g_find_program_in_path("valgrind");
    int code = CLI_OK;
    for (guint i = 0; i < refining->flavors->len && code == CLI_OK; i++) {
        struct flavor *flavor = refining->flavors->pdata[i];
        if (valgrind && flavor->counting) {
            code = refine_run(refining, flavor->name, flavor->counting, best, NULL);
            mix_read_run(&flavor->mix, best->directory);
        }
    }
    if (!valgrind) {
        cli_note("there is no valgrind, so the instructions that run are not counted");
    }
    g_free(valgrind);
    return code;
}

/* All flavors side by side, with the last selection. */
static int study(struct refining *refining)
{
    const struct options *options = &refining->query->options;
    const struct iteration *best = refining->iterations->pdata[refining->best];
    list_flavors(refining);
    int code = refine_write_filter(refining, best);
    if (code == CLI_OK && options->build) {
        code = refine_run(refining, "build", options->build, best, NULL);
    }
    code = code ? code
                : refine_run_shuffled(refining, (struct flavor *const *)refining->flavors->pdata,
                                      refining->flavors->len, best);
    for (guint i = refining->flavors->len; i-- > 0;) {
        if (((const struct flavor *)refining->flavors->pdata[i])->failed) {
            g_ptr_array_remove_index(refining->flavors, i);
        }
    }
    return code == CLI_OK && options->mix ? count_instructions(refining, best) : code;
}

static int run_refine(struct query *query, char **arguments)
{
    struct refining refining;
    int code = begin_refining(&refining, query, arguments);
    if (code == CLI_OK) {
        refine_note_unnamed(&refining);
    }
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
    end_refining(&refining);
    return code;
}

const struct verb verb_refine = {
    .name = "refine",
    .arguments = "[GRAPH] [COMMAND...]",
    .summary = "Run, analyse and choose anew, until probes cost little.",
    .description =
        "COMMAND is the program without probes, after --. Without --run, it is recorded by "
        "cgrecord(1), "
        "with\n"
        "no new build: compiled with clang -fxray-instrument, or with -finstrument-functions, "
        "whose "
        "hooks\n"
        "count as no probes while nothing records. With --probes, COMMAND is the program without "
        "places "
        "for\n"
        "probes, and CMD the one with them. CMD is for sh -c; that of --run, --build and --convert "
        "finds\n"
        "  CG_FILTER     the selection, as --for says (default: names)\n"
        "  CG_PROFILE    where to leave the profile, in any format of cgvalidate(1)\n"
        "  CG_TIME       where it may write how many seconds it took, and how many it computed; "
        "else "
        "it\n"
        "                is timed with all that it starts\n"
        "  CG_ITERATION  0, 1, ...\n"
        "  CG_FLAVOR     vanilla, selected, counted, build, convert, or the name of --flavor\n"
        "What it prints goes to the file log of DIR.\n"
        "\n"
        "First both programs run with the entry points alone. What the fastest run takes more is "
        "start-up,\n"
        "a part of the overhead of each iteration: the recorder starts, and compiled probes are "
        "called "
        "that\n"
        "record nothing. The first selection is that of the strategy statements of cgquery "
        "instrument, "
        "without\n"
        "what is called in loops, circles, or through pointers: nobody knows yet how often. Both "
        "programs "
        "run,\n"
        "in random order. Then all probes run once and count all calls, which also says what a "
        "probe takes "
        "on\n"
        "average. The next selection is that of the strategy budget, for what start-up leaves of "
        "the "
        "budget.\n"
        "If that was too much and no accident, probes are taken to cost more. A function that went "
        "does "
        "not\n"
        "come back. With --uncounted, the run with all probes is left out: each selection tries "
        "some "
        "functions\n"
        "by estimates.\n"
        "\n"
        "It ends when the overhead is within the budget and the functions with 5 percent of the "
        "run are "
        "the\n"
        "same as before, or after N iterations. A line for each:\n"
        "  ITERATION  FUNCTIONS  VANILLA  SELECTED  OVERHEAD (LEAST to MOST)  PREDICTED  START-UP  "
        "P  "
        "COVERED\n"
        "  CAME  WENT\n"
        "Times are medians of CPU time, user and system, of all processes of a command, which "
        "others who\n"
        "compute on the machine lengthen little; with --wall-time of the time that passes. P is "
        "the\n"
        "probability that the two differ as much by accident (rank test of Mann and Whitney). "
        "COVERED is "
        "the\n"
        "share of the time that the run with all probes spent in the chosen functions themselves.\n"
        "\n"
        "--study then runs all flavors side by side: the program without probes; with --probes "
        "also the "
        "one\n"
        "with places that nothing records (empty); if cgrecord records, with all probes (full) and "
        "by "
        "samples\n"
        "(sampled); those of --flavor; and the best selection: the last one within the budget, "
        "else that "
        "with\n"
        "the least overhead. --mix counts the instructions of each.\n"
        "\n"
        "DIR has report.md with plots, refine.json, rerun.sh, and for each iteration the filter "
        "and the\n"
        "profile.\n"
        "\n"
        "Examples:\n"
        "  cgquery refine whole.mcg --budget 2% -- ./prog input\n"
        "  cgquery refine whole.mcg --probes './prog-xray input' --study -- ./prog input\n"
        "  cgquery refine whole.mcg --for uftrace --budget 2% \\\n"
        "      --run 'uftrace record -d $CG_PROFILE.d --opt-file=$CG_FILTER ./prog input' \\\n"
        "      --convert 'uftrace dump -d $CG_PROFILE.d --chrome >$CG_PROFILE' -- ./prog input\n"
        "  cgquery refine whole.mcg --for gcc --build 'make -B CFLAGS=@$CG_FILTER prog-probes' \\\n"
        "      --run 'cgrecord -o $CG_PROFILE -- ./prog-probes input' -- ./prog input\n"
        "\n"
        "JSON: as refine.json: \"budget\", \"compared\", \"repetitions\", \"seed\", \"probeNs\", "
        "\"counted\",\n"
        "\"ended\", \"iterations\" and \"study\".",
    .limit = LIMIT_LIST,
    .options = OPTIONS_COMMON | OPTION_ENTRY | OPTION_REFINE,
    .run = run_refine,
};
