/*
 * What the four tools share on the command line: exit codes, diagnostics, options, progress.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

#include <libcg/common.h>
#include <libcg/metadata.h>
#include <libcg/plugin.h>

/** Exit codes of every tool; exit_status.c says what each means where. */
enum cli_exit {
    CLI_OK = 0,      /**< yes, something listed, nothing wrong, done */
    CLI_NO = 1,      /**< no, nothing listed, findings, a partial result */
    CLI_TROUBLE = 2, /**< an error: bad usage, bad input, failed output */
    CLI_UNKNOWN = 3, /**< the graph cannot tell */
};

/** Print what the exit statuses of a command mean, as --help has it; nothing for a command that is
 *  not in the table. @param command "cgmerge", or "cgquery reach" */
void cli_exit_print(FILE *out, const char *command);

/** An option that takes one of a few words. */
struct cli_words {
    const char *option;       /**< its long name */
    const char *const *words; /**< ended by NULL */
};

/**
 * A tool or a verb of one: the one place its options, usage, help, manual page (docs/man/page.awk,
 * from --help by its layout) and completion (completion.h) come from. What an argument or the value
 * of an option is, completion tells by its name in capitals: FILE, DIR, GRAPH, SET, ...
 */
struct cli_command {
    const char *name;                /**< "cgmerge", or "cgquery reach" */
    const char *arguments;           /**< what follows the options in the usage line */
    const char *summary;             /**< what it does, one line */
    const char *description;         /**< after the options in --help: details, examples; or NULL */
    const GOptionEntry *options;     /**< ends with {0}, or NULL; --help, --version are added. Texts
                                          are G_OPTION_ARG_FILENAME too: of G_OPTION_ARG_STRING
                                          GLib refuses what is not in the encoding of the locale,
                                          as names of functions need not be. */
    const struct cli_words *words;   /**< ends with {0}, or NULL */
    const struct cli_command *verbs; /**< of a tool that has some: ends with {0}; or NULL */
};

/** What --max does, the same in all tools; `standard` is what holds without it. */
#define CLI_MAX_HELP(standard)                                                                     \
    "Show up to N entries of each list (default: " standard "); 0 shows all"

/**
 * Parse a command's options out of argv, GLib style; what remains are the arguments (argv[0]
 * stays). A hidden option --generate=WHAT serves shells and packages: `completion` prints what
 * completes the command line behind "--", `verbs` the names of the tool's verbs.
 * "--" ends the options and is removed; "-" is an argument. Values that are optional
 * (G_OPTION_FLAG_OPTIONAL_ARG, callbacks) are those after "=" alone; "" when there is none.
 *
 * @param command what to accept
 * @param argc    in and out
 * @param argv    in and out
 * @return true to go on; otherwise the tool must return `*exit_code` (0 after --help or --version,
 *         which went to stdout; CLI_TROUBLE after a usage error, told on stderr)
 */
bool cli_parse_options(const struct cli_command *command, int *argc, char ***argv, int *exit_code);

/** Option number i of a command that --help lists, --help and --version last; or NULL. */
const GOptionEntry *cli_option_at(const struct cli_command *command, size_t i);

/** Tell a usage error and where to get help: "cgquery: error: TEXT". Returns CLI_TROUBLE. */
int cli_usage_error(const struct cli_command *command, const char *format, ...) G_GNUC_PRINTF(2, 3);

/** Name the tool in diagnostics, and make SIGPIPE an ordinary write error. Call first in main. */
void cli_init(const char *tool);

/** Print "TOOL: error: TEXT" on stderr, as cli_printable shows it; so do all that tell something.
 */
void cli_error(const char *format, ...) G_GNUC_PRINTF(1, 2);

/** Print "TOOL: warning: TEXT" on stderr. */
void cli_warning(const char *format, ...) G_GNUC_PRINTF(1, 2);

/** Print "TOOL: note: TEXT" on stderr, unless --quiet is given. */
void cli_note(const char *format, ...) G_GNUC_PRINTF(1, 2);

/** Print "TOOL: TEXT", the one line that sums up what was done, if stderr is a terminal and --quiet
 *  is not given. */
void cli_summary(const char *format, ...) G_GNUC_PRINTF(1, 2);

/** Whether --quiet is given; cli_parse_options sets it. */
bool cli_is_quiet(void);
void cli_set_quiet(bool on);

/** Print a library error as "file:line:column: error: TEXT", or with the tool's name when there is
 *  no file. */
void cli_report(const struct cg_error *error);

/** As cli_report, as a warning; fits cg_read_options.warn. */
void cli_report_warning(void *user, const struct cg_error *where);

/**
 * Close stdout and find out whether everything written to it arrived.
 *
 * @param code the exit code to return if so
 * @return code, or CLI_TROUBLE after telling why (nothing is told for a closed pipe)
 */
int cli_finish(int code);

/**
 * Whether a word of a command line is a graph rather than a function or another file: "-", what
 * ends in .mcg, a file that begins as a graph does, or one that is not regular, as a pipe. A file
 * that merely has the name of a function is none of these.
 */
bool cli_names_graph(const char *word);

/** The graph to ask when none is named: the environment variable CG_GRAPH, else the nearest
 *  whole.mcg or .cg/whole.mcg from the working directory upwards. Release with g_free; NULL: there
 *  is none. */
char *cli_default_graph(void);

/** Tell that no graph is named and none is found. @param word what stands where a graph might, or
 *  NULL @return CLI_TROUBLE */
int cli_no_graph(const char *word);

/** Note which graph was found, when that is wanted or someone watches. */
void cli_tell_default_graph(const char *path, bool verbose);

/** When standard output is a terminal, break lines that are longer than it is wide (COLUMNS, else
 * as it says itself) from now on. For text that people read. */
void cli_fit_terminal(void);

/** A line broken at blanks so that each piece takes at most so many columns, where it can be; those
 *  that go on are set in. @param line without its end @return to be released with g_free */
char *cli_fit_line(const char *line, size_t width);

/** What --color takes: auto, always, never. */
extern const char *const cli_color_words[];

/** @return whether `when` is one of cli_color_words or NULL, which is auto. */
bool cli_color_is_valid(const char *when);

/** Whether to colour what goes to a stream, from --color=auto|always|never, NO_COLOR and isatty. */
bool cli_use_color(FILE *stream, const char *when);

/** The kinds of metadata a tool knows: those that come with the library, and those of plug-ins. */
struct cli_kinds {
    struct cg_registry *registry;
    struct cg_plugins *plugins;
};

/** The option that names plug-ins, for cli_kinds_load. `files` is the address of a char **, which
 * is to be released with g_strfreev. */
#define CLI_PLUGIN_OPTION(files)                                                                   \
    {                                                                                              \
        "plugin", 0,                                                                               \
        0,        G_OPTION_ARG_FILENAME_ARRAY,                                                     \
        files,    "Load the plug-in FILE, besides those of CG_PLUGINS; may be repeated",           \
        "FILE",                                                                                    \
    }

/**
 * Load the plug-ins of the environment variable CG_PLUGINS (paths separated by colons), then those
 * named on the command line. Tells what is wrong.
 *
 * @param out   release it with cli_kinds_free, after all graphs that were read or merged with it
 * @param files paths, ended by NULL; or NULL
 * @return whether all are loaded
 */
bool cli_kinds_load(struct cli_kinds *out, char *const *files);

/** Unload and release. What was never loaded, all zeros, is allowed. */
void cli_kinds_free(struct cli_kinds *kinds);

/** Names of places (enum cg_place) with commas between, in JSON each in quotes. To be released with
 *  g_free. */
char *cli_places_text(unsigned set, bool json);

/** Print the kinds to standard output, one on a line, then the strategies; or as JSON:
 *  {"version":1,"kinds":[...],"strategies":[...]}. */
void cli_list_kinds(const struct cg_registry *registry, bool json);

/**
 * Look whether words say "KIND=STRATEGY".
 *
 * @param choices ended by NULL, or NULL
 * @return NULL, or what is wrong with the first that does not, to release with g_free
 */
char *cli_strategies_check(char *const *choices);

/**
 * Have values meet as was chosen. A note is given of kinds that are not registered.
 *
 * @param choices as cli_strategies_check takes them, later ones win
 * @return CG_OK or what cg_registry_set_strategy returns
 */
int cli_strategies_choose(struct cg_registry *registry, char *const *choices,
                          struct cg_error *error);

/** Strategy number i of all that --strategy takes, or NULL. */
const struct cg_strategy *cli_strategy_at(size_t i);

/** Output that replaces a file whole, or leaves what was there. */
struct cli_output {
    FILE *stream;     /**< to write to */
    const char *path; /**< as it was asked for */
    char *target;     /**< where links lead */
    char *aside;      /**< what is written meanwhile, NULL: it has no name */
    bool replaces;    /**< written aside; else in place: pipes, devices */
};

/**
 * Open a file to write.
 *
 * @param output end it with cli_output_finish or cli_output_discard
 * @param path   "-" is standard output; borrowed
 * @return CG_OK or CG_E_IO
 */
int cli_output_open(struct cli_output *output, const char *path, struct cg_error *error);

/**
 * As cli_output_open, for writers that open files by name themselves: `aside` is an empty file for
 * them, `stream` is not to be used. Standard output and what is no regular file is refused.
 */
int cli_output_open_named(struct cli_output *output, const char *path, struct cg_error *error);

/** Put the file in its place, if all was written; standard output is left to cli_finish.
 *  @return CG_OK or CG_E_IO; it is closed in either case */
int cli_output_finish(struct cli_output *output, struct cg_error *error);

/** Close, and leave what was there. */
void cli_output_discard(struct cli_output *output);

/**
 * Whether writing a file would overwrite one that is read, however both are spelled: links are
 * followed, files that do not exist are told by directory and name. Devices are never overwritten.
 *
 * @param output "-" is standard output
 * @param input  "-" is standard input
 */
bool cli_output_is_input(const char *output, const char *input);

/** As cli_output_is_input, of two files to write; what is spelled alike is one. */
bool cli_outputs_are_one(const char *a, const char *b);

/** What a file is read as. */
enum cli_wanted {
    CLI_WANT_GRAPH,
    CLI_WANT_PROFILE,
    CLI_WANT_DATABASE,
    CLI_WANT_SOURCE,
};

/** "not a call graph (looks like C or C++ source); collect it: cgcollect a.c". To be released with
 *  g_free.
 *  @return NULL when the file is what is wanted, or nobody can tell; so for pipes */
char *cli_wrong_file(const char *path, enum cli_wanted wanted);

/** Have the error of a reader say so, if it is one of format or reading.
 *  @param path may be error->file */
void cli_explain_file(struct cg_error *error, const char *path, enum cli_wanted wanted);

/** @return whether a file that can be read begins as call graphs do. */
bool cli_begins_as_graph(const char *path);

/** The lines of a file, "-" for standard input, without their ends ("\n" or "\r\n") and without a
 *  byte order mark; to release with g_strfreev.
 *  @return NULL after telling why it cannot be read, or is no text */
char **cli_read_lines(const char *path);

/** Progress on a terminal: one line on stderr, rewritten in place; silent elsewhere. To be used
 *  from one thread at a time. */
struct cli_progress;

/** Start; total is how many steps there will be, 0: not known; `what` is borrowed. Free with
 * cli_progress_end. */
struct cli_progress *cli_progress_start(const char *what, size_t total);
/** Say that `done` steps are done, `item` being worked on (may be NULL). Cheap: redraws at most
 *  ten times a second. */
void cli_progress_update(struct cli_progress *progress, size_t done, const char *item);
/** Wipe the line before other output goes to stderr. */
void cli_progress_clear(struct cli_progress *progress);
/** Wipe the line and release. NULL is allowed. */
void cli_progress_end(struct cli_progress *progress);

/**
 * Human-readable form of a linkage name: demangled for Itanium C++ names, else a copy. Names that
 * would grow beyond reason (64 KiB) are copied too.
 *
 * @return a string to release with g_free
 */
char *cli_demangle(const char *linkage_name);

/** The short form of a demangled name (cg_name_shorten). @return a string to release with g_free */
char *cli_short_name(const char *demangled);

/**
 * Text as it can be shown on one line of a terminal: control characters, and those that change the
 * direction of writing, as JSON escapes them. Bytes that are not UTF-8 stay, but for those that
 * terminals without it take for control characters.
 *
 * @return a string to release with g_free
 */
char *cli_printable(const char *text);

/** Room for the text of any double, fixed notation included. */
#define CLI_DOUBLE_LENGTH 352

/**
 * The shortest decimal text without exponent that reads back as the same number, if in JSON or by
 * strtod.
 *
 * @param out receives the text
 * @return false, and "nan", "inf" or "-inf", for what JSON cannot say
 */
bool cli_double(char out[CLI_DOUBLE_LENGTH], double value);

/** As cli_double, but rounded to so many digits that count, at most 17. */
bool cli_double_rounded(char out[CLI_DOUBLE_LENGTH], double value, int digits);

/**
 * A number with its unit, as people read it: "1.25 s", "34 ms", "12.3 MB", "4.5 M", "20 min 34 s".
 * Three digits count. Whole numbers below 100 000 of no unit, and of bytes below 1000, are exact.
 *
 * @param unit as profiles declare it: "sec", "bytes"; "", "occ", "#" or NULL: it is a count; any
 * other word stands behind the count
 * @return a string to release with g_free
 */
char *cli_quantity(double value, const char *unit);

/** @return whether cli_printable leaves a text as it is. */
bool cli_is_printable(const char *text);

/** "" for 1, else "s": what makes the plural of most words. */
const char *cli_s(uint64_t count);

/**
 * Print the line that ends a list which was cut: "and 3 more calls (--max=0 shows all)"; nothing
 * for 0.
 *
 * @param indent blanks in front
 * @param what   one of them, such as "call"; NULL: is not named
 */
void cli_print_more(FILE *out, const char *indent, uint64_t hidden, const char *what);

/** Print a string as a JSON string literal, quotes included: what cli_printable escapes is; bytes
 * that are not UTF-8 become U+FFFD. */
void cli_print_json_string(FILE *out, const char *text);

#endif
