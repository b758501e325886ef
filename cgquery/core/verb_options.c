/* The options of all verbs: one name means one thing, whichever verb takes it. */
#include "core/cgquery.h"

#include "kinds/cli_kinds.h"
#include <libcg/filter.h>

#include <string.h>

/* An option with the bits of the verbs that accept it. */
struct option_spec {
    unsigned bit;
    GOptionEntry entry;
};

static const char *max_help(const struct verb *verb)
{
    return verb->max_help ? verb->max_help : CLI_MAX_HELP("10, with --json all");
}

static const char *depth_help(const struct verb *verb)
{
    return verb->depth_help ? verb->depth_help
                            : "Follow calls up to N deep (default 1); deeper than 1 shows a tree";
}

static const char *in_help(const struct verb *verb)
{
    return verb->limit == LIMIT_LIST ? "Limit the answer to functions of SET; may be repeated"
                                     : "Limit the graph to SET and the functions named; may be "
                                       "repeated";
}

static const char *strict_help(const struct verb *verb)
{
    return verb->options & OPTION_CHECK
               ? "Refuse names that the graph does not have and rules about no function, instead "
                 "of warning"
               : "Refuse names that the graph does not have, instead of warning";
}

static const char *budget_help(const struct verb *verb)
{
    return verb->options & OPTION_REFINE
               ? "Probes may take PERCENT of the run (default 5%)"
               : "Choose by the strategy budget: probes may take PERCENT of the run (such as 5%)";
}

static const char *probe_help(const struct verb *verb)
{
    return verb->options & OPTION_REFINE
               ? "Nanoseconds that a probe takes for each call (default 200, then as measured)"
               : "Nanoseconds that a probe takes for each call (default 200)";
}

static const char *tool_help(const struct verb *verb)
{
    return verb->options & OPTION_REFINE
               ? "Write filters for TOOL, as cgquery instrument does (default: names)"
               : "Write a filter for TOOL, to the file of --output or instead of the list";
}

static const char *weight_help(const struct verb *verb)
{
    return verb->weight_help
               ? verb->weight_help
               : "Measure paths by KEY instead of calls: visits, numStatements, or any that is a "
                 "number";
}

/* Append those of some options that a verb accepts. */
static void choose_options(GOptionEntry **out, const struct verb *verb,
                           const struct option_spec *specs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (verb->options & specs[i].bit) {
            *(*out)++ = specs[i].entry;
        }
    }
}
#define CHOOSE(out, verb, specs) choose_options(out, verb, specs, G_N_ELEMENTS(specs))

/* Where to search. */
static void choose_searches(GOptionEntry **out, struct options *o, const struct verb *verb)
{
    const struct option_spec specs[] = {
        {OPTION_DEPTH, {"depth", 'd', 0, G_OPTION_ARG_INT, &o->depth, depth_help(verb), "N"}},
        {OPTION_TRANSITIVE,
         {"transitive", 't', 0, G_OPTION_ARG_NONE, &o->transitive,
          "Follow calls to the end and list each function once, with its distance", NULL}},
        {OPTION_PATHS,
         {"all", 'a', 0, G_OPTION_ARG_NONE, &o->all, "Show all paths, shortest first", NULL}},
        {OPTION_MAX, {"max", 'n', 0, G_OPTION_ARG_INT, &o->max, max_help(verb), "N"}},
        {OPTION_DRAWING,
         {"max-functions", 0, 0, G_OPTION_ARG_INT, &o->max_functions,
          "Draw no more than N functions (default 500, mermaid 200, diff 300); 0 draws all", "N"}},
        {OPTION_INCLUDE,
         {"include", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->include, in_help(verb), "SET"}},
        {OPTION_EXCLUDE,
         {"exclude", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->exclude,
          "Exclude SET, even functions named as arguments; may be repeated", "SET"}},
        {OPTION_PATHS,
         {"through", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->through,
          "Show paths that go through a function of SET; may be repeated: any of them", "SET"}},
        {OPTION_PATHS | OPTION_WEIGHT,
         {"weight", 'w', 0, G_OPTION_ARG_FILENAME, &o->weight, weight_help(verb), "KEY"}},
        {OPTION_ENTRY,
         {"entry", 'e', 0, G_OPTION_ARG_FILENAME_ARRAY, &o->entries,
          "Begin at functions of SET; may be repeated. Default: is(entry)", "SET"}},
        {OPTION_EXIT,
         {"exit", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->exits,
          "End at functions of SET; may be repeated. Default: those that call nothing", "SET"}},
    };
    CHOOSE(out, verb, specs);
}

/* Options of single verbs, and of drawings. */
static void choose_special(GOptionEntry **out, struct options *o, const struct verb *verb)
{
    const struct option_spec specs[] = {
        {OPTION_IMPACT,
         {"diff", 0, 0, G_OPTION_ARG_FILENAME, &o->diff,
          "Read the change from FILE, as git diff writes it; - is standard input", "FILE"}},
        {OPTION_IMPACT,
         {"side", 0, 0, G_OPTION_ARG_FILENAME, &o->side,
          "Whether the graph is from before (old) or after (new) the change; auto (default) finds "
          "out",
          "SIDE"}},
        {OPTION_IMPACT,
         {"tests", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->tests,
          "Functions of SET are tests; may be repeated", "SET"}},
        {OPTION_STACK,
         {"bounds", 0, 0, G_OPTION_ARG_FILENAME, &o->bounds,
          "Read bounds of frames, recursion and unknown callees from FILE", "FILE"}},
        {OPTION_STACK,
         {"limit", 0, 0, G_OPTION_ARG_INT64, &o->limit,
          "Exit with 1 if an entry may need more than BYTES", "BYTES"}},
        {OPTION_INCLUSIVE,
         {"inclusive", 'i', 0, G_OPTION_ARG_NONE, &o->inclusive,
          "Add the values of all functions it leads to, each once", NULL}},
        {OPTION_CULPRIT,
         {"by-culprit", 0, 0, G_OPTION_ARG_NONE, &o->by_culprit,
          "Rank what leaves calls unresolved instead of listing them", NULL}},
        {OPTION_UNFOLD,
         {"unfold", 0, 0, G_OPTION_ARG_NONE, &o->unfold,
          "Show each function, also where one use of a macro makes several", NULL}},
        {OPTION_CHECK,
         {"baseline", 0, 0, G_OPTION_ARG_FILENAME, &o->baseline,
          "Accept the violations listed in FILE", "FILE"}},
        {OPTION_CHECK,
         {"write-baseline", 0, 0, G_OPTION_ARG_FILENAME, &o->write_baseline,
          "Write all violations to FILE, for --baseline", "FILE"}},
        {OPTION_CHECK,
         {"sarif", 0, 0, G_OPTION_ARG_FILENAME, &o->sarif,
          "Write violations to FILE as SARIF 2.1.0, for code scanning", "FILE"}},
        {OPTION_FORMAT,
         {"format", 'f', 0, G_OPTION_ARG_FILENAME, &o->format, verb->format_help, "FORMAT"}},
        {OPTION_CLUSTER,
         {"cluster", 0, 0, G_OPTION_ARG_FILENAME, &o->cluster,
          "Group functions in drawings: file (default), directory or none", "HOW"}},
        {OPTION_HEAT,
         {"heat", 0, 0, G_OPTION_ARG_FILENAME, &o->heat,
          "Colour functions in drawings by KEY, a number as 'cgquery top' takes it", "KEY"}},
        {OPTION_OUTPUT,
         {"output", 'o', 0, G_OPTION_ARG_FILENAME, &o->output,
          verb->output_help ? verb->output_help : "Write to FILE, - for standard output (default)",
          "FILE"}},
    };
    CHOOSE(out, verb, specs);
}

/* What a page shows besides the graph. */
static void choose_look(GOptionEntry **out, struct options *o, const struct verb *verb)
{
    const struct option_spec specs[] = {
        {OPTION_LOOK,
         {"profile", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->profiles,
          "Attach the recorded run in FILE; may be repeated: the processes of one run", "FILE"}},
        {OPTION_LOOK,
         {"source", 0, 0, G_OPTION_ARG_FILENAME, &o->source,
          "Put sources into a page: the files of the graph that are below DIR", "DIR"}},
        {OPTION_LOOK,
         {"diff", 0, 0, G_OPTION_ARG_FILENAME, &o->diff,
          "Show in a page what changed since the graph OLD", "OLD"}},
        {OPTION_LOOK,
         {"rules", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->rules,
          "Mark in a page the calls that break the rules in FILE, as for cgquery check; may be "
          "repeated",
          "FILE"}},
        {OPTION_LOOK,
         {"baseline", 0, 0, G_OPTION_ARG_FILENAME, &o->baseline,
          "Accept in a page the violations of --rules that are listed in FILE", "FILE"}},
        {OPTION_LOOK,
         {"link", 0, 0, G_OPTION_ARG_FILENAME, &o->link,
          "Link places of a page to TEMPLATE, with {file}, {line} and {column}", "TEMPLATE"}},
    };
    CHOOSE(out, verb, specs);
}

/* Which functions to measure. */
static void choose_instrument(GOptionEntry **out, struct options *o, const struct verb *verb)
{
    const struct option_spec specs[] = {
        {OPTION_INSTRUMENT,
         {"strategy", 's', 0, G_OPTION_ARG_FILENAME_ARRAY, &o->strategies,
          "Choose by STRATEGY; may be repeated. Default: hot for a measured graph, else statements",
          "STRATEGY"}},
        {OPTION_INSTRUMENT,
         {"threshold", 0, 0, G_OPTION_ARG_FILENAME, &o->threshold,
          "Choose from T on: for statements a number, median, unique-median (default) or "
          "quantile:Q; for hot a percentage (default 25%)",
          "T"}},
        {OPTION_INSTRUMENT | OPTION_REFINE,
         {"budget", 0, 0, G_OPTION_ARG_FILENAME, &o->budget, budget_help(verb), "PERCENT"}},
        {OPTION_INSTRUMENT,
         {"key", 0, 0, G_OPTION_ARG_FILENAME, &o->key,
          "Metadata that says how much a function does (default numStatements)", "KEY"}},
        {OPTION_INSTRUMENT | OPTION_MODELS,
         {"metric", 0, 0, G_OPTION_ARG_FILENAME, &o->metric,
          "Metric of profiles (default: time, samples, weight, Ir or Cycles, the first there is)",
          "NAME"}},
        {OPTION_INSTRUMENT | OPTION_REFINE,
         {"probe-ns", 0, 0, G_OPTION_ARG_DOUBLE, &o->probe_ns, probe_help(verb), "N"}},
        {OPTION_INSTRUMENT,
         {"run-time", 0, 0, G_OPTION_ARG_DOUBLE, &o->run_time,
          "Seconds that the program runs (default: the time of the profiles)", "SECONDS"}},
        {OPTION_INSTRUMENT,
         {"and", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->also,
          "Choose only functions of SET; may be repeated: of all of them", "SET"}},
        {OPTION_INSTRUMENT,
         {"keep", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->keep,
          "Choose the functions of SET, too; may be repeated", "SET"}},
        {OPTION_INSTRUMENT,
         {"never", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->never,
          "Choose no function of SET; may be repeated", "SET"}},
        {OPTION_INSTRUMENT,
         {"allocators", 0, 0, G_OPTION_ARG_FILENAME, &o->allocators,
          "For the strategy allocations: functions of SET allocate memory (default: malloc, "
          "operator "
          "new and their relatives)",
          "SET"}},
        {OPTION_INSTRUMENT,
         {"returns", 0, 0, G_OPTION_ARG_INT, &o->returns,
          "For the strategy allocations: memory is returned to callers N times at most (default: "
          "any "
          "number)",
          "N"}},
        {OPTION_INSTRUMENT,
         {"unresolved", 0, 0, G_OPTION_ARG_FILENAME, &o->unresolved,
          "What only unresolved calls may reach: include, exclude, or report how many (default)",
          "HOW"}},
        {OPTION_INSTRUMENT | OPTION_REFINE,
         {"for", 0, 0, G_OPTION_ARG_FILENAME, &o->tool, tool_help(verb), "TOOL"}},
    };
    CHOOSE(out, verb, specs);
}

/* Runs at several scales, and models of them. */
static void choose_scales(GOptionEntry **out, struct options *o, const struct verb *verb)
{
    const struct option_spec specs[] = {
        {OPTION_SCALES,
         {"parameter", 'P', 0, G_OPTION_ARG_FILENAME_ARRAY, &o->parameters,
          "A run at a scale: NAME=NUMBER[,NAME=NUMBER]:PROFILE, such as p=4:run4.cubex; repeat it "
          "for each run",
          "RUN"}},
        {OPTION_SCALES,
         {"at", 0, 0, G_OPTION_ARG_FILENAME, &o->at,
          "Predict at this scale, such as p=1024 (default: the greatest, and the mean step more)",
          "SCALE"}},
        {OPTION_SCALES,
         {"sum", 0, 0, G_OPTION_ARG_NONE, &o->sum,
          "Add up the processes and threads of a run instead of taking their mean", NULL}},
        {OPTION_MODELS,
         {"inclusive", 'i', 0, G_OPTION_ARG_NONE, &o->inclusive,
          "Model values with those of callees", NULL}},
        {OPTION_MODELS,
         {"per-path", 0, 0, G_OPTION_ARG_NONE, &o->per_path,
          "Model each call path by itself instead of each function", NULL}},
        {OPTION_MODELS,
         {"plot", 0, 0, G_OPTION_ARG_FILENAME, &o->plot,
          "Draw each model that is printed, as a file of the directory DIR (SVG)", "DIR"}},
    };
    CHOOSE(out, verb, specs);
}

/* Running programs. */
static void choose_refine(GOptionEntry **out, struct options *o, const struct verb *verb)
{
    const struct option_spec specs[] = {
        {OPTION_REFINE,
         {"run", 0, 0, G_OPTION_ARG_FILENAME, &o->run,
          "Run the program with probes for the filter $CG_FILTER, and leave $CG_PROFILE", "CMD"}},
        {OPTION_REFINE,
         {"probes", 0, 0, G_OPTION_ARG_FILENAME, &o->probes,
          "The program with places for probes, which cgrecord records, if it is another than "
          "COMMAND",
          "CMD"}},
        {OPTION_REFINE,
         {"build", 0, 0, G_OPTION_ARG_FILENAME, &o->build,
          "Build the program for a new filter; it is not timed. Without it filters work at run "
          "time",
          "CMD"}},
        {OPTION_REFINE,
         {"convert", 0, 0, G_OPTION_ARG_FILENAME, &o->convert,
          "Make $CG_PROFILE from what the last run left; it is not timed", "CMD"}},
        {OPTION_REFINE,
         {"iterations", 0, 0, G_OPTION_ARG_INT, &o->iterations,
          "Choose at most N times (default 3)", "N"}},
        {OPTION_REFINE,
         {"repetitions", 0, 0, G_OPTION_ARG_INT, &o->repetitions,
          "Run each program N times in each iteration (default 5)", "N"}},
        {OPTION_REFINE,
         {"uncounted", 0, 0, G_OPTION_ARG_NONE, &o->uncounted,
          "Do not run once with all probes to count calls; estimate them", NULL}},
        {OPTION_REFINE,
         {"seed", 0, 0, G_OPTION_ARG_INT, &o->seed, "Begin the order of runs with N (default 1)",
          "N"}},
        {OPTION_REFINE,
         {"into", 0, 0, G_OPTION_ARG_FILENAME, &o->into,
          "Leave everything in the directory DIR (default refined)", "DIR"}},
        {OPTION_REFINE,
         {"study", 0, 0, G_OPTION_ARG_NONE, &o->study,
          "Then run all flavors side by side, with the best selection", NULL}},
        {OPTION_REFINE,
         {"mix", 0, 0, G_OPTION_ARG_NONE, &o->mix,
          "With --study, also count instructions: those of the programs by objdump, those that run "
          "by "
          "callgrind",
          NULL}},
        {OPTION_REFINE,
         {"wall-time", 0, 0, G_OPTION_ARG_NONE, &o->wall_time,
          "Compare the time that passes instead of the CPU time of commands", NULL}},
        {OPTION_REFINE,
         {"flavor", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->flavors,
          "With --study, run the program another way as well: empty=./prog-empty; may be repeated",
          "NAME=CMD"}},
    };
    CHOOSE(out, verb, specs);
}

/* What answers show, and how. */
static void choose_answers(GOptionEntry **out, struct options *o, const struct verb *verb)
{
    const struct option_spec specs[] = {
        {OPTION_SHOW,
         {"kind", 'k', 0, G_OPTION_ARG_FILENAME_ARRAY, &o->kinds,
          "Show only values of kind KEY; may be repeated", "KEY"}},
        {OPTION_VALUES,
         {"kind", 'k', 0, G_OPTION_ARG_FILENAME_ARRAY, &o->kinds,
          "Also compare values of kind KEY; may be repeated", "KEY"}},
        {OPTION_SHOW,
         {"graph", 'g', 0, G_OPTION_ARG_NONE, &o->of_graph, "Show the metadata of the graph itself",
          NULL}},
        {OPTION_SHOW,
         {"edges", 0, 0, G_OPTION_ARG_NONE, &o->edges,
          "Show the metadata of the calls of each function", NULL}},
        {OPTION_SHOW,
         {"verbose", 'v', 0, G_OPTION_ARG_NONE, &o->verbose, "Show long values whole", NULL}},
        {OPTION_INCLUDE,
         {"define", 'D', 0, G_OPTION_ARG_FILENAME_ARRAY, &o->define,
          "Name a set, as in 'hot = [loopDepth > 2]', or those that FILE defines; may be repeated",
          "NAME=SET|@FILE"}},
        {OPTION_INCLUDE,
         {"strict-names", 0, 0, G_OPTION_ARG_NONE, &o->strict_names, strict_help(verb), NULL}},
        {OPTION_JSON, {"json", 0, 0, G_OPTION_ARG_NONE, &o->json, "Answer in JSON", NULL}},
        {OPTION_JSON,
         {"compact", 0, 0, G_OPTION_ARG_NONE, &o->compact,
          "With --json: write each function once, in a table, and its number elsewhere", NULL}},
        {OPTION_MANGLED,
         {"mangled", 'm', 0, G_OPTION_ARG_NONE, &o->mangled,
          "Show linkage names instead of demangled ones", NULL}},
        {OPTION_MANGLED,
         {"full-names", 0, 0, G_OPTION_ARG_NONE, &o->full_names,
          "Show demangled names in full: std::basic_string<...> instead of std::string", NULL}},
        {OPTION_MANGLED,
         {"no-params", 0, 0, G_OPTION_ARG_NONE, &o->no_params,
          "Show demangled names without parameters, except to tell overloads apart", NULL}},
        {OPTION_COLOR,
         {"color", 0, 0, G_OPTION_ARG_FILENAME, &o->color,
          "Use colour: auto (default), always or never", "WHEN"}},
        {OPTION_PLUGIN, CLI_PLUGIN_OPTION(&o->plugins)},
    };
    CHOOSE(out, verb, specs);
}

void verb_options_choose(GOptionEntry *out, struct options *o, const struct verb *verb)
{
    const GOptionEntry *begin = out;
    choose_searches(&out, o, verb);
    choose_special(&out, o, verb);
    choose_instrument(&out, o, verb);
    choose_look(&out, o, verb);
    choose_scales(&out, o, verb);
    choose_refine(&out, o, verb);
    choose_answers(&out, o, verb);
    *out = (GOptionEntry){0};
    g_assert(out - begin < VERB_OPTIONS_MAX);
}

const char *const verb_options_clusters[] = {"file", "directory", "none", NULL};
const char *const verb_options_sides[] = {"auto", "old", "new", NULL};
const char *const verb_options_unresolved[] = {"include", "exclude", "report", NULL};

const char *const *verb_options_tools(void)
{
    static const char *names[32];
    size_t count = 0;
    const char *name;
    while (count < G_N_ELEMENTS(names) - 4 && (name = cg_filter_format_at(count))) {
        names[count++] = name;
    }
    names[count++] = "cgrecord";
    names[count++] = "names";
    names[count] = "json";
    return names;
}

struct cli_words *verb_options_words(const struct verb *verb)
{
    const struct cli_words words[] = {
        {"color", cli_color_words},
        {"cluster", verb_options_clusters},
        {"side", verb_options_sides},
        {"unresolved", verb_options_unresolved},
        {"for", verb_options_tools()},
        {verb->formats ? "format" : NULL, verb->formats},
        {0},
    };
    struct cli_words *copy = g_new(struct cli_words, G_N_ELEMENTS(words));
    memcpy(copy, words, sizeof words);
    return copy;
}

char *options_union(char *const *sets)
{
    if (!sets[1]) {
        return g_strdup(sets[0]);
    }
    GString *text = g_string_new("");
    for (size_t i = 0; sets[i]; i++) {
        g_string_append_printf(text, "%s(%s)", i ? " | " : "", sets[i]);
    }
    return g_string_free(text, FALSE);
}

void options_clear(struct options *o)
{
    char *const texts[] = {o->color,   o->weight,     o->format,         o->output,     o->cluster,
                           o->heat,    o->baseline,   o->write_baseline, o->sarif,      o->diff,
                           o->side,    o->bounds,     o->threshold,      o->key,        o->metric,
                           o->budget,  o->unresolved, o->tool,           o->allocators, o->at,
                           o->plot,    o->source,     o->link,           o->run,        o->build,
                           o->convert, o->into,       o->probes};
    char **const lists[] = {o->plugins, o->define, o->include, o->exclude,    o->through,
                            o->entries, o->exits,  o->tests,   o->kinds,      o->strategies,
                            o->also,    o->keep,   o->never,   o->parameters, o->profiles,
                            o->flavors, o->rules};
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_free(texts[i]);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
        g_strfreev(lists[i]);
    }
    g_clear_pointer(&o->pipes, g_hash_table_unref);
    *o = (struct options){0};
}
