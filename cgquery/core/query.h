/*
 * What the verbs of cgquery share: the graph asked, the options, names of functions, output.
 */
#ifndef CGQUERY_CORE_QUERY_H
#define CGQUERY_CORE_QUERY_H

#include "cli.h"

#include <libcg/graph.h>
#include <libcg/link.h>
#include <libcg/metadata.h>
#include <libcg/site.h>

struct function_places;
struct selection;
struct sets;

/** Values of the options of all verbs; paths and sets as they were typed, NULL: not given. Lists
 * are NULL, or ended by NULL. */
struct options {
    gboolean json;
    gboolean compact; /**< JSON with a table of functions */
    gboolean mangled;
    char *color;
    char **plugins; /**< paths */
    char **define;  /**< definitions of named sets, or @FILE */
    char **include; /**< sets */
    char **exclude; /**< sets */
    char **through; /**< sets */
    char **entries; /**< sets */
    char **exits;   /**< sets */
    char **tests;   /**< sets */
    gboolean transitive;
    int depth;
    int max;           /**< entries of each list; -1: as the verb and the output format have it */
    int max_functions; /**< of a drawing; -1: as the format has it */
    gboolean all;
    char *weight; /**< metadata */
    gboolean inclusive;
    char *format;
    char *output;  /**< path */
    char *cluster; /**< word */
    char *heat;    /**< metadata */
    char *baseline;
    char *write_baseline;
    char *sarif;
    char *diff;   /**< path */
    char *side;   /**< word */
    char *bounds; /**< path */
    gint64 limit; /**< bytes; G_MININT64: not given */
    gboolean of_graph;
    gboolean edges;
    gboolean verbose;
    gboolean strict_names;
    gboolean full_names;
    gboolean no_params;
    char **kinds; /**< NULL: all */
};

/** One question being answered. */
struct query {
    const struct verb *verb;
    struct options options;
    const char *graph_name; /**< as given on the command line */
    struct cli_kinds kinds; /**< of metadata */
    struct cg_graph *graph; /**< frozen */
    uint32_t **rank;        /**< of query_rank, NULL in it until asked for */
    char **demangled;       /**< by node: NULL until asked for */
    char **shortened;       /**< by node: where query_short is not query_demangled; NULL until asked
                                 for */
    char **shown;           /**< by node: where query_name is no name as it is, once asked for */
    GHashTable *shown_as;   /**< text that was shown: node + 1 it stands for */
    bool color;
    bool trouble; /**< something in the graph could not be read; told already */

    struct selection *selections; /**< of a verb with `functions`: what each word means, as many as
                                       there are words */
    size_t selection_count;
    bool *within; /**< by node: whether --include has it; NULL: not limited, or `graph` is */
    struct query
        *whole;        /**< what this is the part of that --include and --exclude leave, or NULL */
    cg_node *part;     /**< by node of `whole`: its number here, CG_NONE when left out */
    struct sets *sets; /**< of the whole graph, see sets.h; NULL until needed */
    struct function_places *places; /**< of the whole graph; NULL until needed */
};

/** Options a verb accepts, besides --help and --version. */
enum verb_options {
    OPTION_JSON = 1u << 0,
    OPTION_MANGLED = 1u << 1,
    OPTION_COLOR = 1u << 2,
    OPTION_DEPTH = 1u << 3,
    OPTION_TRANSITIVE = 1u << 4,
    OPTION_MAX = 1u << 5,
    OPTION_SHOW = 1u << 6, /**< those of `show` */
    OPTION_PLUGIN = 1u << 7,
    OPTION_INCLUDE = 1u << 8, /**< and --define */
    OPTION_EXCLUDE = 1u << 9, /**< of verbs whose `limit` is LIMIT_GRAPH */
    OPTION_PATHS = 1u << 10,  /**< --all, --through, --weight */
    OPTION_ENTRY = 1u << 11,
    OPTION_EXIT = 1u << 12,
    OPTION_FORMAT = 1u << 13,
    OPTION_OUTPUT = 1u << 14,
    OPTION_CLUSTER = 1u << 15,
    OPTION_CHECK = 1u << 16,  /**< --baseline, --write-baseline, --sarif */
    OPTION_IMPACT = 1u << 17, /**< --diff, --side, --tests */
    OPTION_STACK = 1u << 18,  /**< --bounds, --limit */
    OPTION_INCLUSIVE = 1u << 19,
    OPTION_VALUES = 1u << 21,  /**< --kind, of verbs that compare */
    OPTION_WEIGHT = 1u << 20,  /**< --weight alone */
    OPTION_DRAWING = 1u << 22, /**< --max-functions */
    OPTION_HEAT = 1u << 23,
};
#define OPTIONS_COMMON                                                                             \
    (OPTION_JSON | OPTION_MANGLED | OPTION_COLOR | OPTION_PLUGIN | OPTION_INCLUDE)

/** What --include=SET does for a verb. */
enum verb_limit {
    LIMIT_GRAPH, /**< the graph asked is that of SET, and of the functions that are named, without
                      those of --exclude: calls among them alone are followed */
    LIMIT_LIST,  /**< the whole graph is asked, and functions of SET alone are told of: those for
                      which query_is_within */
};

/** A verb: everything that `cgquery --help`, `cgquery VERB --help` and the parser need to know. */
struct verb {
    const char *name;
    const char *arguments;   /**< words of the usage line; the first is GRAPH, [WORD...] stands for
                                  any number */
    const char *summary;     /**< one line */
    const char *description; /**< NULL or more lines */
    unsigned options;        /**< set of enum verb_options */
    enum verb_limit limit;
    bool functions;             /**< each word after GRAPH is functions: in query->selections */
    const char *max_help;       /**< of --max: CLI_MAX_HELP; NULL: 10, with --json all */
    const char *format_help;    /**< of --format */
    const char *const *formats; /**< what --format takes, ended by NULL */
    const char *depth_help;     /**< of --depth, when it is not about trees */
    bool deep;                  /**< --depth has no end when it is not given; else it is 1 */
    bool two_graphs;            /**< a name in a set that one graph lacks is noted, and no fault */
    bool absent_target;         /**< the last of its `functions` may be of no graph */
    bool concludes;             /**< from what was linked: promises it rests on are repeated */
    const char *weight_help;    /**< of --weight, when it is not about paths */
    /** Answer; `arguments` are those after GRAPH, as many as `arguments` above says, ended by NULL.
     *  Returns the exit code. */
    int (*run)(struct query *query, char **arguments);
};

/** Fill in the options a verb accepts; a zero ends them. @param out VOCABULARY_MAX entries */
void vocabulary_choose(GOptionEntry *out, struct options *options, const struct verb *verb);
#define VOCABULARY_MAX 40

/** Values of options that take one of a few words, for cli_command.words; to be released with
 *  g_free. */
struct cli_words *vocabulary_words(const struct verb *verb);

/** Words that --cluster and --side take. */
extern const char *const vocabulary_clusters[];
extern const char *const vocabulary_sides[];

/** The union of sets as one, for a person to read. @param sets at least one, ended by NULL
 *  @return to be released with g_free */
char *options_union(char *const *sets);

/** Release what options hold. */
void options_clear(struct options *options);

extern const struct verb verb_callees;
extern const struct verb verb_callers;
extern const struct verb verb_check;
extern const struct verb verb_common;
extern const struct verb verb_cycles;
extern const struct verb verb_dead;
extern const struct verb verb_diff;
extern const struct verb verb_dominators;
extern const struct verb verb_export;
extern const struct verb verb_impact;
extern const struct verb verb_leaves;
extern const struct verb verb_path;
extern const struct verb verb_postdominators;
extern const struct verb verb_reach;
extern const struct verb verb_roots;
extern const struct verb verb_select;
extern const struct verb verb_show;
extern const struct verb verb_stack;
extern const struct verb verb_stats;
extern const struct verb verb_top;
extern const struct verb verb_why;

/** The table of a verb that has options that were chosen from the vocabulary; to be released with
 *  query_command_clear. */
struct cli_command query_command(const struct verb *verb, const GOptionEntry *options);
void query_command_clear(struct cli_command *command);

/** Parse a verb's options and arguments, read the graph, run. Returns the exit code. */
int query_main(const struct verb *verb, int argc, char **argv);

/** `cgquery complete GRAPH BEGIN`, which completion scripts call and help does not list: print the
 *  names of functions that begin so. Returns the exit code. */
int complete_main(int argc, char **argv);

/**
 * Read and freeze another graph with the options of a query.
 *
 * @param out release with query_close in either case
 * @return CLI_OK or CLI_TROUBLE, told
 */
int query_open(struct query *out, const struct query *like, const char *path);

/** Release. */
void query_close(struct query *query);

/** Whether a function is one to tell of, as --include has it. */
bool query_is_within(const struct query *query, cg_node node);

/** @return whether the graph is linked so that virtual calls were resolved this way. */
bool query_is_linked_by(const struct query *query, enum cg_virtual_mode mode);

/** Set up what ranks and names of a graph that was read will need. */
void query_prepare_names(struct query *query);

/** Release what query_prepare_names set up, and what was found of the graph's functions. */
void query_forget_names(struct query *query);

/** By node, its place in canonical order; borrowed. Found when first asked for: O(n log n). */
const uint32_t *query_rank(const struct query *query);

/* absent.c */

/** Find the functions that the last word of a question means. Where the graph has none of that
 * name, or of all the names in a set, add them to it as functions of which it knows nothing else:
 * what leads there is then told by the same rules. @return CLI_OK or CLI_TROUBLE, told */
int query_select_target(struct selection *out, struct query *query, const char *pattern);

/** Print that nothing declares a target. */
void print_absent_note(const struct selection *target);

/* limit.c */

/** The functions of --include, by node; all when it was not given. @return an array to be released
 * with g_free; NULL after telling why */
bool *query_take_in(struct query *query);

/** Take a query down to the functions of --include, and those of `selections`, that --exclude
 * leaves; selections are then of the part, and it is trouble when nothing of one is left. @param
 * out release with query_close, before `whole`
 *  @return CLI_OK or CLI_TROUBLE, told */
int query_limit(struct query *out, struct query *whole);

/** Report a library error and remember that there was one. Returns CLI_TROUBLE. */
int query_fail(struct query *query, const struct cg_error *error);

/* names.c */

/** Demangled name of a node, or its linkage name when that is not mangled; borrowed. */
const char *query_demangled(struct query *query, cg_node node);

/** What to show for a linkage name that need not be of a node: as it is with --mangled, else
 *  demangled and, but for --full-names, short. Release with g_free. */
char *query_readable(const struct query *query, const char *linkage_name);

/** Short name of a node (cg_name_shorten); borrowed. */
const char *query_short(struct query *query, cg_node node);

/** Name to show for a node, without control characters; borrowed. It is the short name, or as
 *  --mangled, --full-names and --no-params have it. One that was shown for another function is told
 *  apart: with parameters, in full, else by linkage name. */
const char *query_name(struct query *query, cg_node node);

/** "file:name", as a person can type it to mean this very function (control characters apart).
 *  Release with g_free. */
char *query_label(struct query *query, cg_node node);

/**
 * The part of a node's demangled name that is neither return type nor parameters:
 * "Foo::bar<int>" of "void Foo::bar<int>(int) const". What is not mangled is returned whole.
 *
 * @param length receives its length
 * @return where it starts in query_demangled
 */
const char *query_base_name(struct query *query, cg_node node, size_t *length);

/** The same part of the short name. */
const char *query_short_base(struct query *query, cg_node node, size_t *length);

/* print.c */

/** Sites of a kind; NULL, told and remembered, when they cannot be read. */
struct cg_site_list *query_sites(struct query *query, uint32_t number, const char *key);

/** How many sites there are; 0 for NULL. */
size_t site_count(const struct cg_site_list *list);

/** Print text without its control characters. */
void print_plain(const char *text);

/** "file:line:column", leaving out what is not known, and control characters. Release with g_free.
 */
char *site_place(const struct cg_site *site);

/** Where a function is, as "file:line": where its name stands (CG_KEY_DEFINED_IN), else where it
 *  begins, else its file; NULL: the graph does not tell. Without control characters; release with
 *  g_free. */
char *query_place(struct query *query, cg_node node);

/** Print "caller -> callee [kinds] first-site (+N more sites)". */
void print_edge(struct query *query, cg_edge edge);

/** @return whether a call is known from a recorded run alone. */
bool edge_is_observed(const struct query *query, cg_edge edge);

/** " [kinds]" of a call, "" when there are none; "observed" is among them. Release with g_free. */
char *edge_kinds(const struct query *query, cg_edge edge);

/** " [kinds] first-site (+N more sites)" of a call. Release with g_free. */
char *edge_details(struct query *query, cg_edge edge);

/** "place type reason (unknown)" of an unresolved call. Release with g_free. */
char *open_details(const struct cg_site *site);

/** Print " [kinds]" of a call, nothing when there are none; "observed" is among them. */
void print_kinds(const struct query *query, cg_edge edge);

/** Print "caller -> callee", without end of line. */
void print_edge_names(struct query *query, cg_edge edge);

/** Print what print_edge prints after the names, without end of line. */
void print_edge_details(struct query *query, cg_edge edge);

/** Print "open place type reason (unknown)", without end of line. */
void print_open(const struct cg_site *site);

/** Print what print_open prints, then "in node, N calls away"; a distance of CG_NONE is beyond code
 *  that was not collected. */
void print_open_in(struct query *query, const struct cg_site *site, cg_node node,
                   uint32_t distance);

/** What a call is known from: "ast, ir". NULL: the graph does not say. Release with g_free. */
char *evidence_words(const struct cg_graph *graph, cg_edge edge);

/** Print a word in colour (an SGR code such as "32") if colour is on. */
void print_colored(const struct query *query, const char *sgr, const char *word);

/** Whether functions were left out of the graph, by --include and --exclude or when it was written.
 */
bool query_is_part(const struct query *query);

/** Print, of an answer about a part of a graph, that it is. */
void print_part_note(const struct query *query);

/** Sort nodes into canonical order. */
void query_sort(const struct query *query, cg_node *nodes, size_t count);

#endif
