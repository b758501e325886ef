/* The command line of a recording. */
#include "cgrecord.h"
#include "count/counters.h"

#include "../sample/events.h"

#include <string.h>

#define DEFAULT_MEMORY (UINT64_C(256) << 20)
#define LEAST_MEMORY (UINT64_C(64) << 10)
#define MOST_MEMORY (UINT64_C(64) << 30)
#define DEFAULT_RATE 1000
#define DEFAULT_REPETITIONS 5
#define DEFAULT_STACK (UINT64_C(16) << 10)
#define LEAST_STACK (UINT64_C(1) << 10)
#define MOST_STACK (UINT64_C(64) << 10)

static struct record_settings given;
static char *mode;
static char *memory;
static char *recursion;
static char *rate;
static char *stack;
static gboolean list_events;
static char *repetitions;

static const GOptionEntry entries[] = {
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &given.output,
     "Write the profile to FILE (default: run.cubex), - for standard output", "FILE"},
    {"mode", 0, 0, G_OPTION_ARG_FILENAME, &mode,
     "How to record: auto (default), hooks (-finstrument-functions), xray (-fxray-instrument) or "
     "sample (any program)",
     "WAY"},
    {"filter", 0, 0, G_OPTION_ARG_FILENAME, &given.filter,
     "Record the functions of FILE alone: names, or a filter that cgquery instrument wrote",
     "FILE"},
    {"only-below", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &given.only_below,
     "Record only the functions of SET and what they call; may be repeated", "SET"},
    {"not-below", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &given.not_below,
     "Leave out what the functions of SET call; may be repeated", "SET"},
    {"control", 0, 0, G_OPTION_ARG_FILENAME, &given.control,
     "Pause while FILE has the word off, and go on when it has on", "FILE"},
    {"recursion", 0, 0, G_OPTION_ARG_FILENAME, &recursion,
     "Fold a path when a call site would be on it more than N times (default: 1; 0: never)", "N"},
    {"rate", 0, 0, G_OPTION_ARG_FILENAME, &rate,
     "Take N samples of CPU time a second (default: 1000; 0: none)", "N"},
    {"stack", 0, 0, G_OPTION_ARG_FILENAME, &stack,
     "Copy up to SIZE of each stack that is sampled, up to 64K (default: 16K; --timers: 64K)",
     "SIZE"},
    {"timers", 0, 0, G_OPTION_ARG_NONE, &given.timers,
     "Sample by timers in the processes, as where the system refuses perf_event_open", NULL},
    {"clock", 0, 0, G_OPTION_ARG_NONE, &given.clock,
     "Read the clock at each call, for exact times instead of samples", NULL},
    {"events", 0, 0, G_OPTION_ARG_FILENAME, &given.events,
     "Count what each path causes besides time: page_faults,context_switches,instructions,… or a "
     "file with a '/' in its name",
     "LIST|FILE"},
    {"list-events", 0, 0, G_OPTION_ARG_NONE, &list_events,
     "Print the metrics of --events, in the form that it reads", NULL},
    {"threads-below", 0, 0, G_OPTION_ARG_NONE, &given.below,
     "Put all threads below the path that made them, not only those of OpenMP", NULL},
    {"memory", 0, 0, G_OPTION_ARG_FILENAME, &memory,
     "Let each process record up to SIZE, as 64M or 1G (default: 256M)", "SIZE"},
    {"time", 0, 0, G_OPTION_ARG_FILENAME, &given.time,
     "Write to FILE how many seconds COMMAND took, and how many it computed", "FILE"},
    {"keep", 0, 0, G_OPTION_ARG_FILENAME, &given.keep,
     "Leave the recording of each process in the empty directory DIR", "DIR"},
    {"study", 0, 0, G_OPTION_ARG_NONE, &given.study,
     "Record nothing: run COMMAND many times and print what recording costs it in each way", NULL},
    {"bare", 0, 0, G_OPTION_ARG_FILENAME, &given.bare,
     "Of a study: compare with CMD, the same program without probes", "CMD"},
    {"repetitions", 0, 0, G_OPTION_ARG_FILENAME, &repetitions,
     "Of a study: run each way N times (default: 5)", "N"},
    {0},
};

static const char *const modes[] = {[RECORD_AUTO] = "auto",
                                    [RECORD_HOOKS] = "hooks",
                                    [RECORD_XRAY] = "xray",
                                    [RECORD_SAMPLE] = "sample",
                                    [RECORD_SAMPLE + 1] = NULL};

static const struct cli_words words[] = {{"mode", modes}, {0}};

static struct cli_command verbs[3]; /* the commands of other files, and the end */

static const struct cli_command command = {
    .name = "cgrecord",
    .arguments = "-- COMMAND [ARGUMENT…]",
    .summary = "Run a command and record its calls: each call path with its calls or CPU time.",
    .description =
        "COMMAND runs as it does without cgrecord: arguments, standard streams, signals and exit\n"
        "status are its own. Every process and thread that it starts is recorded. What is\n"
        "recorded is in mapped files at once, so nothing is lost when a process is killed. Below\n"
        "mpirun, a cgrecord of each rank puts its number into the name: run.0.cubex.\n"
        "\n"
        "Ways (--mode):\n"
        "  hooks   Functions compiled with -finstrument-functions count every call.\n"
        "          Times are CPU times by samples, or with --clock measured.\n"
        "  xray    Likewise functions compiled with clang's -fxray-instrument: only those that "
        "are\n"
        "          recorded are patched.\n"
        "  sample  Any program, without compiling it again: the system copies the stacks of its\n"
        "          threads --rate times a second. Paths have CPU time, and no numbers of calls.\n"
        "          Where the system does not, timers in the processes do, which see less.\n"
        "  auto    hooks or xray if a program that COMMAND names has them, else sample.\n"
        "\n"
        "The profile says which metrics are exact and which are sampled. A recursive call is\n"
        "folded: a path on which a call site would occur again leads back to its first\n"
        "occurrence, with its counts and times.\n"
        "\n"
        "--filter reads any filter of cgquery instrument, or a list of names. What is left out\n"
        "costs little: its callees are below the nearest caller that is recorded. SET is a set of\n"
        "cgquery select: a name, a glob, file(GLOB), @FILE, /REGEX/, with | & and -.\n"
        "By XRay, a filter that is written anew takes effect while COMMAND runs.\n"
        "\n"
        "Verbs:\n"
        "  merge PROFILE…  Unite profiles of several runs, processes or machines into one.\n"
        "  calibrate       Measure what recording a call costs on this machine.\n"
        "\n"
        "--study runs COMMAND without a recorder, with all calls, with the chosen ones and with\n"
        "samples, in random order, and prints the median CPU time of each, least and most, and "
        "how\n"
        "much more that is than without. cgquery refine --study has selections and instructions.\n"
        "\n"
        "--events counts page faults, context switches, instructions and more at each sample, "
        "where\n"
        "the machine has them, and computes ratios of them. A file can define others.\n"
        "\n"
        "cgvalidate, cgquery top and cgquery instrument read the profile, and so do Cube's tools.\n"
        "\n"
        "Examples:\n"
        "  gcc -g -finstrument-functions -o prog prog.c\n"
        "  cgrecord -o run.cubex -- ./prog input\n"
        "  cgrecord --recursion 8 -- ./prog input\n"
        "  cgrecord --filter prog.filter --not-below 'log_*' -- ./prog input\n"
        "  cgrecord --mode sample -- sqlite3 data.db .dump\n"
        "  cgrecord -o all.cubex -- mpirun -n 4 ./solver\n"
        "  cgrecord --study --bare './prog-bare input' -- ./prog input\n"
        "  cgvalidate whole.mcg run.cubex",
    .options = entries,
    .words = words,
    .verbs = verbs,
};

static bool refuse(const char *why)
{
    cli_usage_error(&command, "%s", why);
    return false;
}

static bool parse_number(uint32_t *out, const char *text, uint32_t standard, const char *refusal)
{
    guint64 number = standard;
    if (text && !g_ascii_string_to_unsigned(text, 10, 0, 1000000, &number, NULL)) {
        return refuse(refusal);
    }
    *out = (uint32_t)number;
    return true;
}

/* What a size may be. */
struct sizes {
    uint64_t standard;
    uint64_t least;
    uint64_t most;
};

/* "64M" */
static bool parse_size(uint64_t *out, const char *text, const struct sizes *sizes,
                       const char *refusal)
{
    static const char units[] = "KMG";
    char *end = NULL;
    guint64 number = text ? g_ascii_strtoull(text, &end, 10) : sizes->standard;
    const char *unit = text && *end ? strchr(units, g_ascii_toupper(*end)) : NULL;
    unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    bool whole = !text || (end != text && (!*end || (unit && !end[1])));
    if (!whole || number > sizes->most >> shift || number << shift < sizes->least) {
        return refuse(refusal);
    }
    *out = number << shift;
    return true;
}

static bool parse_sizes(struct record_settings *settings)
{
    static const struct sizes of_memory = {DEFAULT_MEMORY, LEAST_MEMORY, MOST_MEMORY};
    static const struct sizes of_stack = {DEFAULT_STACK, LEAST_STACK, MOST_STACK};
    uint64_t copied = 0;
    bool good = parse_size(&settings->memory, memory, &of_memory,
                           "--memory takes a size from 64K to 64G, such as 256M") &&
                parse_size(&copied, stack, &of_stack, "--stack takes a size from 1K to 64K");
    settings->stack = (uint32_t)MIN(copied, EVENTS_MOST_STACK);
    return good;
}

static bool parse_mode(enum record_mode *out)
{
    *out = RECORD_AUTO;
    for (size_t i = 0; mode && modes[i]; i++) {
        if (strcmp(mode, modes[i]) == 0) {
            *out = (enum record_mode)i;
            return true;
        }
    }
    return !mode || refuse("--mode takes auto, hooks, xray or sample");
}

static bool is_zero(const char *number)
{
    return number && strcmp(number, "0") == 0;
}

/* What only hooks do. */
static const char *why_hooks(void)
{
    return given.clock     ? "--clock cannot be combined with --mode sample"
           : is_zero(rate) ? "--rate 0 cannot be combined with --mode sample"
           : given.events && given.timers
               ? "--events needs samples of the system: it cannot be combined with --timers"
           : given.filter || given.control || given.only_below || given.not_below
               ? "--filter, --only-below, --not-below and --control cannot be combined with --mode "
                 "sample"
               : NULL;
}

/* What a study decides itself. */
static const char *why_not_study(void)
{
    return given.output || given.keep || given.time
               ? "--study leaves no files: it takes no --output, --keep or --time"
           : mode || rate || given.clock || given.timers || given.events || given.control ||
                   recursion || stack || memory || given.below
               ? "--study tries the ways itself: it takes --filter, --only-below, --not-below, "
                 "--bare "
                 "and --repetitions"
               : NULL;
}

static bool parse_study(struct record_settings *settings)
{
    const char *wrong = given.study ? why_not_study()
                        : given.bare || repetitions
                            ? "--bare and --repetitions are parts of --study"
                            : NULL;
    if (!wrong && given.bare && !*given.bare) {
        wrong = "--bare needs a command";
    }
    return wrong ? refuse(wrong)
                 : parse_number(&settings->repetitions, repetitions, DEFAULT_REPETITIONS,
                                "--repetitions takes a number from 1 to 1000000") &&
                       (settings->repetitions > 0 ||
                        refuse("--repetitions takes a number from 1 to 1000000"));
}

static bool parse_values(struct record_settings *settings)
{
    if ((given.output && !*given.output) || (given.keep && !*given.keep)) {
        return refuse(given.output && !*given.output ? "--output needs a file name"
                                                     : "--keep needs a name");
    }
    if (given.time && !*given.time) {
        return refuse("--time needs a file name");
    }
    if ((given.filter && !*given.filter) || (given.control && !*given.control)) {
        return refuse(given.filter && !*given.filter ? "--filter needs a file name"
                                                     : "--control needs a file name");
    }
    if (given.clock && rate && !is_zero(rate)) {
        return refuse("--clock cannot be combined with --rate");
    }
    if (given.events && (given.clock || is_zero(rate))) {
        return refuse("--events counts at samples: it cannot be combined with --clock or --rate 0");
    }
    if (given.events && !*given.events) {
        return refuse("--events needs names of metrics, or a file");
    }
    if (stack && given.timers) {
        return refuse("--stack cannot be combined with --timers, which copy 64K");
    }
    if (stack && mode && strcmp(mode, modes[RECORD_SAMPLE]) != 0) {
        return refuse("--stack needs --mode sample");
    }
    if (given.timers && (!mode || strcmp(mode, modes[RECORD_SAMPLE]) != 0)) {
        return refuse("--timers needs --mode sample");
    }
    const char *not_sampled = mode && strcmp(mode, modes[RECORD_SAMPLE]) == 0 ? why_hooks() : NULL;
    if (not_sampled) {
        return refuse(not_sampled);
    }
    return parse_study(settings) && parse_mode(&settings->mode) && parse_sizes(settings) &&
           parse_number(&settings->recursion, recursion, 1,
                        "--recursion takes a number from 0 to 1000000") &&
           parse_number(&settings->rate, rate, DEFAULT_RATE,
                        "--rate takes a number from 0 to 1000000");
}

static char **copy_words(char **words, int count)
{
    char **copy = g_new0(char *, count + 1);
    memcpy(copy, words, (size_t)count * sizeof *words);
    return copy;
}

/* The words from "--" on, without it. What comes before is ours, what follows is never parsed. */
static char **split_command(int *argc, char **argv)
{
    for (int i = 1; i < *argc && !g_str_has_prefix(argv[i], "--generate"); i++) {
        if (strcmp(argv[i], "--") == 0) {
            char **rest = copy_words(argv + i + 1, *argc - i - 1);
            *argc = i + 1; /* with the "--": no words at all would be a call for help */
            argv[i + 1] = NULL;
            return rest;
        }
    }
    return NULL;
}

bool record_parse(struct record_settings *settings, int *argc, char ***argv, int *code)
{
    char **rest = split_command(argc, *argv);
    verbs[0] = merge_command;
    verbs[1] = calibrate_command;
    if (!cli_parse_options(&command, argc, argv, code)) {
        return false;
    }
    if (list_events) {
        fputs(counters_defaults(), stdout);
        *code = cli_finish(CLI_OK);
        return false;
    }
    *code = CLI_TROUBLE;
    *settings = given;
    settings->output = given.output ? given.output : g_strdup("run.cubex");
    settings->command = rest;
    if (*argc > 1 || !rest || !*rest) {
        return refuse(*argc > 1 ? "give the command after --: cgrecord [OPTION…] -- COMMAND"
                                : "a command is missing: cgrecord [OPTION…] -- COMMAND");
    }
    return parse_values(settings);
}
