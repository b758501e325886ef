/*
 * What the four tools share on the command line: exit codes, diagnostics, options, progress.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <libcg/common.h>

/** Exit codes of every tool; exit_status.c says what each means where. */
enum cli_exit {
    CLI_OK = 0,      /**< yes, something listed, nothing wrong, done */
    CLI_NO = 1,      /**< no, nothing listed, findings, a partial result */
    CLI_TROUBLE = 2, /**< an error: bad usage, bad input, failed output */
    CLI_UNKNOWN = 3, /**< the graph does not decide it */
};

/** Print the exit statuses of a command, as in --help; nothing for a command that is not in the
 *  table.
 *  @param command "cgmerge", or "cgquery reach" */
void cli_exit_print(FILE *out, const char *command);

/** An option that takes one of several words. */
struct cli_words {
    const char *option;       /**< its long name */
    const char *const *words; /**< ended by NULL */
};

/**
 * A tool or one of its verbs. Its options, usage, help, manual page (docs/man/page.awk reads the
 * layout of --help) and completion (completion.h) all come from this table. Completion decides by
 * names in capitals what an argument or a value is: FILE, DIR, GRAPH, SET, ...
 */
struct cli_command {
    const char *name;                /**< "cgmerge", or "cgquery reach" */
    const char *arguments;           /**< arguments in the usage line */
    const char *summary;             /**< what it does: one line */
    const char *description;         /**< text after the options in --help: details, examples; or
                                          NULL */
    const GOptionEntry *options;     /**< ends with {0}, or NULL; --help and --version are added.
                                          Use G_OPTION_ARG_FILENAME for texts too: GLib refuses a
                                          G_OPTION_ARG_STRING that is not in the locale's encoding,
                                          and names of functions need not be. */
    const struct cli_words *words;   /**< ends with {0}, or NULL */
    const struct cli_command *verbs; /**< of a tool with verbs: ends with {0}; or NULL */
};

/** What --max does, the same in all tools; `standard` is what holds without it. */
#define CLI_MAX_HELP(standard)                                                                     \
    "Show up to N entries of each list (default: " standard "); 0 shows all"

/**
 * Parse a command's options out of argv, GLib style; the arguments remain, and argv[0]. "--" ends
 * the options and is removed; "-" is an argument. An optional value (G_OPTION_FLAG_OPTIONAL_ARG,
 * callbacks) must follow "="; it is "" when left out. The hidden option --generate=WHAT serves
 * shells and packages: `completion` prints what completes the command line after "--", `verbs` the
 * names of the tool's verbs.
 *
 * @param command what to accept
 * @param argc    in and out
 * @param argv    in and out
 * @return true to go on; otherwise the tool must return `*exit_code` (0 after --help or --version,
 *         which went to stdout; CLI_TROUBLE after reporting a usage error)
 */
bool cli_parse_options(const struct cli_command *command, int *argc, char ***argv, int *exit_code);

/** Option i of a command in the order of --help, --help and --version last; or NULL. */
const GOptionEntry *cli_option_at(const struct cli_command *command, size_t i);

/** Report a usage error and name --help: "cgquery: error: TEXT". @return CLI_TROUBLE */
int cli_usage_error(const struct cli_command *command, const char *format, ...) G_GNUC_PRINTF(2, 3);

/** Set the tool's name for diagnostics, and turn SIGPIPE and SIGXFSZ into ordinary write errors.
 *  Standard streams that are closed stay so: no file that is opened becomes one of them. Call this
 *  first in main. */
void cli_init(const char *tool);

/** Handle SIGPIPE as before cli_init, for a program that takes the place of this process. Execution
 *  restores the rest by itself. */
void cli_restore_signals(void);

/** Expect that much memory is used and freed, which then takes up to a tenth less time. Call it
 *  first. @param alone by one thread at a time */
void cli_prepare_heap(bool alone);

/** Print "TOOL: error: TEXT" on stderr. Like all diagnostics, TEXT is passed through
 *  cli_printable. */
void cli_error(const char *format, ...) G_GNUC_PRINTF(1, 2);

/** Print "TOOL: warning: TEXT" on stderr. */
void cli_warning(const char *format, ...) G_GNUC_PRINTF(1, 2);

/** Print "TOOL: note: TEXT" on stderr, unless --quiet is given. */
void cli_note(const char *format, ...) G_GNUC_PRINTF(1, 2);

/**
 * Print "TOOL: TEXT" on stderr, the one line that sums up what was done, for a person who watches:
 * stderr must be a terminal, and stdout as well if the answer goes there. Not with --quiet.
 *
 * @param answer the path of the answer; "-" or NULL: standard output
 */
void cli_summary(const char *answer, const char *format, ...) G_GNUC_PRINTF(2, 3);

/** Whether --quiet is given; cli_parse_options sets it. */
bool cli_is_quiet(void);
void cli_set_quiet(bool on);

/** Print a library error as "file:line:column: error: TEXT", or with the tool's name when there is
 *  no file. */
void cli_report(const struct cg_error *error);

/** Say what is wrong in a library error. @param path of the file it is about, or NULL
 *  @return the status */
int cli_fail(struct cg_error *error, enum cg_status status, const char *path, const char *format,
             ...) G_GNUC_PRINTF(4, 5);

/** Like cli_report, but for a warning; fits cg_read_options.warn. */
void cli_report_warning(void *user, const struct cg_error *where);

/**
 * Close stdout and check that everything was written.
 *
 * @param code the exit code to return on success
 * @return code, or CLI_TROUBLE after reporting why (a closed pipe is not reported)
 */
int cli_finish(int code);

/**
 * Whether a word of a command line is a graph and not a function or another file: "-", a name that
 * ends in .mcg, a file that begins like a graph, or one that is not regular, such as a pipe. A file
 * that only shares a function's name is none of these.
 */
bool cli_names_graph(const char *word);

/** The graph to use when the command line has none: the environment variable CG_GRAPH, else the
 *  nearest whole.mcg or .cg/whole.mcg from the working directory upwards. Release with g_free; NULL
 *  if there is none. */
char *cli_default_graph(void);

/** Report that the command line has no graph and none was found.
 *  @param word the word in place of the graph, or NULL
 *  @return CLI_TROUBLE */
int cli_no_graph(const char *word);

/** Report which graph was found, if `verbose` is set or stderr is a terminal. */
void cli_note_default_graph(const char *path, bool verbose);

/** The columns of the terminal of a file descriptor: COLUMNS, else the terminal's own.
 *  @return 0 if it is no terminal, or nobody knows */
size_t cli_terminal_width(int descriptor);

/** From now on, if standard output is a terminal, break lines that are longer than its width
 *  (COLUMNS, else the terminal's own). */
void cli_fit_terminal(void);

/** A line broken at blanks so that each piece takes at most so many columns, where it can be; those
 *  that go on are set in. @param line without its end @return to be released with g_free */
char *cli_fit_line(const char *line, size_t width);

/** The words of --color: auto, always, never. */
extern const char *const cli_color_words[];

/** @return whether `when` is one of cli_color_words, or NULL for auto */
bool cli_color_is_valid(const char *when);

/** Whether to colour what goes to a stream, from --color=auto|always|never, NO_COLOR and isatty. */
bool cli_use_color(FILE *stream, const char *when);

/** An output that replaces a file as a whole, or leaves the old one. */
struct cli_output {
    FILE *stream;      /**< write here */
    const char *path;  /**< as given by the caller */
    const char *aside; /**< name of the file written meanwhile, borrowed; NULL: it has none */
    struct cg_output *file;
    char *target; /**< the file in `directory`; NULL: the path is used */
    bool has_directory;
    int directory; /**< of the target, held open; if there is one */
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
 * Like cli_output_open, for writers that open files by name: they write to the empty file `aside`;
 * do not use `stream`. Refuses standard output and everything but regular files.
 */
int cli_output_open_named(struct cli_output *output, const char *path, struct cg_error *error);

/**
 * Like cli_output_open, for a path that is made of names from elsewhere: below `base` no symbolic
 * link is followed, neither a directory nor the file itself. Makes missing directories.
 *
 * @param base a directory that the user chose; links that lead to it are followed
 * @param path below base, absolute if base is
 */
int cli_output_open_below(struct cli_output *output, const char *base, const char *path,
                          struct cg_error *error);

/** Open a file whose `target` is set, to replace it whole. */
int cli_output_open_target(struct cli_output *output, struct cg_error *error);

/** Open the directory that a path below `base` is in, following no link below base.
 *  @param make make missing directories
 *  @return a descriptor to close; -1 with errno and the error set */
int cli_open_parent(const char *base, const char *path, bool make, struct cg_error *error);

/** Remove a file below `base`, following no link below it. @return 0; -1 with errno set */
int cli_remove_below(const char *base, const char *path);

/** Move the file to its place if all was written; cli_finish handles standard output. @return CG_OK
 *  or CG_E_IO; the output is closed in either case */
int cli_output_finish(struct cli_output *output, struct cg_error *error);

/** Close, and leave the old file. */
void cli_output_discard(struct cli_output *output);

/** Write a text to a file, as a whole or not at all. @return CG_OK or CG_E_IO */
int cli_output_text(const char *path, const char *text, struct cg_error *error);

/** Progress on a terminal: one line on stderr, rewritten in place; silent elsewhere. Use it from
 *  one thread at a time. */
struct cli_progress;

/** Start. `total` is the number of steps, 0 if unknown; `what` is borrowed. Free with
 *  cli_progress_end. */
struct cli_progress *cli_progress_start(const char *what, size_t total);
/** Report that `done` steps are done and `item` (may be NULL) is next. Cheap: redraws at most ten
 *  times a second. */
void cli_progress_update(struct cli_progress *progress, size_t done, const char *item);
/** Erase the line before other output goes to stderr. */
void cli_progress_clear(struct cli_progress *progress);
/** Erase the line and release. NULL is allowed. */
void cli_progress_end(struct cli_progress *progress);

/**
 * The demangled name of an Itanium C++ linkage name; a copy of any other name, and of one whose
 * demangled name exceeds 64 KiB or is estimated at more than 16 MiB. Demangled names of more than
 * 32 times the length of the linkage name may fill 16 MiB in all; a note says when others like them
 * stay as they are. Not for several threads.
 *
 * @return a string to release with g_free
 */
char *cli_demangle(const char *linkage_name);

/** The same for people, and to match what they write: names that the runtime does not know whole
 *  are demangled as far as it does (cg_name_demangle_declared), and several may become equal. */
char *cli_demangle_partly(const char *linkage_name);

/** The same in the form that libcg's options take: NULL for a name without a demangled form, else
 * to be released with free. */
char *cli_demangle_for_library(const char *linkage_name);

/** @return the linkage name that ends what names a cause of unresolved calls ("code such as the
 *          unknown callees of NAME"), a part of it; all of it if it is nothing else */
const char *cli_symbol_of_cause(const char *cause);

/** The short form of a demangled name (cg_name_shorten). @return a string to release with g_free */
char *cli_short_name(const char *demangled);

/**
 * Make a text safe for one line of a terminal: escape control characters and characters that change
 * the direction of writing, as in JSON, and bytes that are not UTF-8, as `\xff`.
 *
 * @return a string to release with g_free
 */
char *cli_printable(const char *text);

/** Whether a character can hide or forge what is shown: C0, DEL, C1, separators of lines and
 *  paragraphs, and those that change the direction of writing. */
bool cli_is_control(uint32_t character);

/** Make JSON text from a file safe to show, with the same value: escape what cli_printable escapes,
 *  where JSON allows it raw. @return a string to release with g_free */
char *cli_printable_json(const char *json);

/** Room for the text of any double, fixed notation included. */
#define CLI_DOUBLE_LENGTH 352

/**
 * The shortest decimal text without exponent that reads back as the same number, in JSON or by
 * strtod.
 *
 * @param out receives the text
 * @return false, and "nan", "inf" or "-inf", for numbers that JSON does not have
 */
bool cli_double(char out[CLI_DOUBLE_LENGTH], double value);

/** Like cli_double, but rounded to `digits` significant digits, at most 17. */
bool cli_double_rounded(char out[CLI_DOUBLE_LENGTH], double value, int digits);

/**
 * A number with its unit for people: "1.25 s", "34 ms", "12.3 MB", "4.5 M", "20 min 34 s". Rounded
 * to three digits, except whole numbers below 100 000 without unit and bytes below 1000.
 *
 * @param unit as profiles declare it: "sec", "bytes"; "", "occ", "#" or NULL for a count; any other
 *             word follows the count
 * @return a string to release with g_free
 */
char *cli_quantity(double value, const char *unit);

/** Print a text as cli_printable makes it. */
void cli_print_text(FILE *out, const char *text);

/** @return the part of a line behind a word that it begins with; NULL if it begins otherwise. */
static inline const char *cli_behind(const char *line, const char *word)
{
    return g_str_has_prefix(line, word) ? line + strlen(word) : NULL;
}

/** @return the name of a file in messages: "<stdin>" for "-". */
const char *cli_title(const char *path);

/** @return whether cli_printable leaves a text unchanged */
bool cli_is_printable(const char *text);

/** qsort's comparison of strings in an array of pointers, by bytes. */
static inline int cli_compare_texts(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/** The plural ending of most words: "" for 1, else "s". */
const char *cli_s(uint64_t count);

/**
 * Print the last line of a list that was cut: "and 3 more calls (--max=0 shows all)"; nothing for
 * 0.
 *
 * @param indent blanks before the line
 * @param what   the singular, such as "call"; NULL: no name
 */
void cli_print_more(FILE *out, const char *indent, uint64_t hidden, const char *what);

/** Write a string as a JSON string literal with quotes. Escapes what cli_printable escapes; bytes
 *  that are not UTF-8 become U+FFFD. */
void cli_add_json_string(GString *out, const char *text);
void cli_print_json_string(FILE *out, const char *text);

#endif
