/*
 * What the verbs of cgquery share: the graph, the options, names of functions, output.
 */
#ifndef CGQUERY_CORE_CGQUERY_H
#define CGQUERY_CORE_CGQUERY_H

#include "cli.h"

#include "kinds/cli_kinds.h"
#include <libcg/graph.h>
#include <libcg/link.h>
#include <libcg/metadata.h>
#include <libcg/site.h>

struct cg_profile;
struct cg_validation;
struct function_places;
struct selection;
struct sets;

/** The options of all verbs; paths and sets as typed, NULL: not given. Lists are NULL, or ended by
 *  NULL. */
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
    int max;           /**< entries of each list; -1: default of the verb and the format */
    int max_functions; /**< of a drawing; -1: default of the format */
    gboolean all;
    char *weight; /**< metadata */
    gboolean inclusive;
    gboolean by_culprit;
    gboolean unfold;
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
    char **strategies;
    char *threshold;
    char *key; /**< metadata */
    char *metric;
    char *budget;      /**< a percentage */
    double probe_ns;   /**< NAN: not given */
    double run_time;   /**< seconds; NAN: not given */
    char **also;       /**< sets of --and */
    char **keep;       /**< sets */
    char **never;      /**< sets */
    char *unresolved;  /**< word */
    char *tool;        /**< word of --for */
    char *allocators;  /**< set */
    int returns;       /**< -1: not given */
    char **parameters; /**< runs at scales, see runs/run_scales.h */
    char *at;          /**< a scale */
    gboolean per_path;
    gboolean sum; /**< of locations */
    char *run;    /**< commands */
    char *probes;
    char *build;
    char *convert;
    char **flavors; /**< NAME=COMMAND */
    char *into;     /**< a directory */
    int iterations;
    int repetitions;
    int seed;
    gboolean study;
    gboolean wall_time;
    gboolean uncounted;
    gboolean mix;
    char *plot;        /**< a directory */
    char **profiles;   /**< paths */
    char *source;      /**< a directory */
    char *link;        /**< template of an address */
    char **rules;      /**< files of rules that a page marks */
    GHashTable *pipes; /**< texts by path, of pipes that sets name */
};

/** A query being answered. */
struct query {
    const struct verb *verb;
    struct options options;
    const char *graph_path; /**< as given on the command line */
    const char *graph_name; /**< for people and in answers: "<stdin>" for "-" */
    struct cli_kinds kinds; /**< of metadata */
    struct cg_graph *graph; /**< frozen */
    uint32_t **rank;        /**< of query_rank; NULL until needed */
    char **demangled;       /**< by node: NULL until asked for */
    char **shortened;       /**< by node: where query_short is not query_demangled; NULL until asked
                                 for */
    char **shown;           /**< by node: where query_name is no name as it is, once asked for */
    uint64_t suggesting;    /**< work done so far to find similar names (suggest.c) */
    GHashTable *shown_as;   /**< text that was shown: node + 1 it means */
    GHashTable *bare_names; /**< name without parameters: node + 1 that has it, 0 for several; NULL
                                 until needed */
    struct name_index *spelled; /**< of all that users may call a function; NULL until needed */
    struct name_index *meant;   /**< of identifiers that functions may be meant by; likewise */
    bool by_xray;               /**< cgrecord recorded the profile by XRay */
    bool color;
    bool trouble; /**< something in the graph could not be read; already reported */

    struct selection *selections; /**< of a verb with `functions`: the meaning of each word, one for
                                       each word */
    size_t selection_count;
    bool *within; /**< by node: whether --include contains it; NULL: not limited, or `graph` is */
    struct query
        *whole;        /**< the graph from which --include and --exclude took this part, or NULL */
    cg_node *part;     /**< by node of `whole`: its number here, CG_NONE if left out */
    struct sets *sets; /**< of the whole graph, see sets.h; NULL until needed */
    struct function_places *places;   /**< of the whole graph; NULL until needed */
    struct cg_profile *run;           /**< of --profile, for the whole graph; NULL: none */
    struct cg_validation *validation; /**< of that run */
    GPtrArray *lines; /**< of a verb that takes them: operands FILE:LINE[-LINE]; else NULL */
};

/** Options that a verb accepts, besides --help and --version. */
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
    OPTION_INSTRUMENT = 1u << 24, /**< those of `instrument` */
    OPTION_SCALES = 1u << 25,     /**< --parameter, --at, --sum */
    OPTION_MODELS = 1u << 26,     /**< those of `models` */
    OPTION_LOOK = 1u << 27,       /**< --profile, --source, --diff, --link, --rules,
                                   --baseline */
    OPTION_REFINE = 1u << 28,     /**< those of `refine` */
    OPTION_CULPRIT = 1u << 29,    /**< --by-culprit */
    OPTION_UNFOLD = 1u << 30,
};
#define OPTIONS_COMMON                                                                             \
    (OPTION_JSON | OPTION_MANGLED | OPTION_COLOR | OPTION_PLUGIN | OPTION_INCLUDE)

/** What --include=SET does for a verb. */
enum verb_limit {
    LIMIT_GRAPH, /**< limits the graph to SET and the functions on the command line, without those
                      of --exclude: only calls among them are followed */
    LIMIT_LIST,  /**< uses the whole graph, and shows only functions of SET: those for which
                      query_is_within */
};

/** A verb: everything that `cgquery --help`, `cgquery VERB --help` and the parser need. */
struct verb {
    const char *name;
    const char *arguments;   /**< words of the usage line; the first is GRAPH, [WORD...] is any
                                  number of words */
    const char *summary;     /**< one line */
    const char *description; /**< NULL or more lines */
    unsigned options;        /**< set of enum verb_options */
    enum verb_limit limit;
    bool functions;             /**< each word after GRAPH names functions: in query->selections */
    const char *max_help;       /**< of --max: CLI_MAX_HELP; NULL: 10, with --json all */
    const char *format_help;    /**< of --format */
    const char *const *formats; /**< words of --format, ended by NULL */
    const char *depth_help;     /**< of --depth, if it is not about trees */
    bool deep;                  /**< --depth is unlimited by default; else it is 1 */
    bool two_graphs;    /**< a name in a set that one graph lacks causes a note, not an error */
    bool absent_target; /**< it proves that functions are absent: as the last of `functions`, or in
                           sets */
    bool concludes;     /**< uses results of linking: its assumptions are repeated */
    const char *output_help; /**< of --output, if it is not what is written to standard output */
    const char *weight_help; /**< of --weight, if it is not about paths */
    /** Prepare the graph before sets are evaluated; NULL: nothing to do. As `run`. */
    int (*prepare)(struct query *query, char **arguments);
    /** Answer; `arguments` are those after GRAPH, as many as `arguments` above says, ended by NULL.
     *  @return the exit code */
    int (*run)(struct query *query, char **arguments);
};

/** Fill in the options that a verb accepts; a zero ends them.
 *  @param out VERB_OPTIONS_MAX entries */
void verb_options_choose(GOptionEntry *out, struct options *options, const struct verb *verb);
#define VERB_OPTIONS_MAX 64

/** Words of options that take one of several, for cli_command.words; release with g_free. */
struct cli_words *verb_options_words(const struct verb *verb);

/** The words of --cluster and --side. */
extern const char *const verb_options_clusters[];
extern const char *const verb_options_sides[];
/** The words of --for, ended by NULL: those of cg_filter_format_at, and more. */
const char *const *verb_options_tools(void);
/** The words of --unresolved. */
extern const char *const verb_options_unresolved[];

/** The union of sets as text.
 *  @param sets at least one, ended by NULL
 *  @return to be released with g_free */
char *options_union(char *const *sets);

/** Release the options. */
void options_clear(struct options *options);

extern const struct verb verb_browse;
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
extern const struct verb verb_instrument;
extern const struct verb verb_leaves;
extern const struct verb verb_models;
extern const struct verb verb_path;
extern const struct verb verb_postdominators;
extern const struct verb verb_reach;
extern const struct verb verb_refine;
extern const struct verb verb_roots;
extern const struct verb verb_select;
extern const struct verb verb_show;
extern const struct verb verb_stack;
extern const struct verb verb_stats;
extern const struct verb verb_top;
extern const struct verb verb_unresolved;
extern const struct verb verb_uses;
extern const struct verb verb_why;

/** @param linked as cg_graph_linked returns it
 *  @return how linking resolved virtual calls, as the option of cgmerge names it; NULL: it did not.
 */
const char *query_virtual_mode(unsigned linked);

/** The number of sources of which the graph lacks something (CG_KEY_INCOMPLETE). @param first NULL,
 *  or receives the name of one, to be released with g_free; NULL if there is none */
size_t query_incomplete(const struct query *query, char **first);

/** Report them, if there are any. */
void query_report_incomplete(const struct query *query);

/** The place of each node in canonical order; borrowed. Computed when first needed: O(n log n). */
const uint32_t *query_rank(const struct query *query);

/** Sum up the answer in one line for a person who watches (cli_summary). Not for JSON and other
 *  answers that programs read. */
void query_sum_up(const struct query *query, const char *format, ...) G_GNUC_PRINTF(2, 3);

/** Report a library error and remember it. @return CLI_TROUBLE */
int query_fail(struct query *query, const struct cg_error *error);

/* readable_names.c */

/** The demangled name of a node, or its linkage name if that is not mangled; borrowed. */
const char *query_demangled(struct query *query, cg_node node);

/** What to show for a linkage name that need not be of a node: as it is with --mangled, else
 *  demangled and, but for --full-names, short. Release with g_free. */
char *query_readable(const struct query *query, const char *linkage_name);

/** The same for what names a cause of unresolved calls, which may end in a linkage name. */
char *query_readable_cause(const struct query *query, const char *cause);

/** Short name of a node (cg_name_shorten); borrowed. */
const char *query_short(struct query *query, cg_node node);

/** Name to show for a node, without control characters; borrowed. It is the short name, or as
 *  --mangled, --full-names and --no-params have it. If that name was shown for another function,
 *  this one gets its parameters, its full name, or else its linkage name. */
const char *query_name(struct query *query, cg_node node);

/** "file:name", which the user can type to mean exactly this function (except for control
 *  characters). Release with g_free. */
char *query_label(struct query *query, cg_node node);

/**
 * The part of a node's demangled name that is neither return type nor parameters: "Foo::bar<int>"
 * of "void Foo::bar<int>(int) const". A name that is not mangled is returned as a whole.
 *
 * @param length receives its length
 * @return where it starts in query_demangled
 */
const char *query_base_name(struct query *query, cg_node node, size_t *length);

/** The same part of the short name. */
const char *query_short_base(struct query *query, cg_node node, size_t *length);

/* print.c */

/** The sites of a kind; NULL if they cannot be read, which is reported and remembered. */
struct cg_site_list *query_sites(struct query *query, uint32_t number, const char *key);

/** The number of sites; 0 for NULL. */
size_t site_count(const struct cg_site_list *list);

/** "1.8 %"; digits beyond the third say nothing. Release with g_free. */
char *percent_text(double share);

/** Print text without its control characters. */
void print_plain(const char *text);

/** "file:line:column", without what is unknown and without control characters. Release with
 *  g_free. */
char *site_place(const struct cg_site *site);

/** The place of a function as "file:line": of its name (CG_KEY_DEFINED_IN), else of its begin, else
 *  its file; NULL if the graph has none. Without control characters; release with g_free. */
char *query_place(struct query *query, cg_node node);

/** Print "caller -> callee [kinds] first-site (+N more sites)". */
void print_edge(struct query *query, cg_edge edge);

/** @return whether only a recorded run shows a call. */
bool edge_is_observed(const struct query *query, cg_edge edge);

/** " [kinds]" of a call, "" if there are none; includes "observed". Release with g_free. */
char *edge_kinds(const struct query *query, cg_edge edge);

/** " [kinds] first-site (+N more sites)" of a call. Release with g_free. */
char *edge_details(struct query *query, cg_edge edge);

/** "WHY: CULPRIT, CULPRIT...": why the callees of a call are unknown, and which functions make them
 *  so. Release with g_free; NULL if the graph does not record it. */
char *unknown_details(const struct query *query, const struct cg_site *site);

/** "place type reason (unknown)" of an unresolved call. Release with g_free. */
char *open_details(const struct query *query, const struct cg_site *site);

/** Print " [kinds]" of a call, nothing if there are none; includes "observed". */
void print_kinds(const struct query *query, cg_edge edge);

/** Print "caller -> callee", without end of line. */
void print_edge_names(struct query *query, cg_edge edge);

/** Print the part of print_edge after the names, without end of line. */
void print_edge_details(struct query *query, cg_edge edge);

/** Print "open place type reason (unknown)", without end of line. */
void print_open(const struct query *query, const struct cg_site *site);

/** Print what print_open prints, then "in node, N calls away"; a distance of CG_NONE is beyond
 *  uncollected code. */
void print_open_in(struct query *query, const struct cg_site *site, cg_node node,
                   uint32_t distance);

/** The evidence of a call: "ast, ir". NULL if the graph has none. Release with g_free. */
char *evidence_words(const struct cg_graph *graph, cg_edge edge);

/** Print a word in colour (an SGR code such as "32") if colour is on. */
void print_colored(const struct query *query, const char *sgr, const char *word);

/** Whether functions are missing from the graph, through --include and --exclude or when it was
 *  written. */
bool query_is_part(const struct query *query);

/** Print that an answer is about a part of a graph, if it is. */
void print_part_note(const struct query *query);

/** Sort nodes into canonical order. */
void query_sort(const struct query *query, cg_node *nodes, size_t count);

/** How many entries of a list to show, by --max. @param most the default; SIZE_MAX: all */
size_t query_list_limit(const struct query *query, size_t most);

#endif
