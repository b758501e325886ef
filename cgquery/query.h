/*
 * What the verbs of cgquery share: the graph asked, the options, names of functions, output.
 */
#ifndef CGQUERY_QUERY_H
#define CGQUERY_QUERY_H

#include "cli.h"

#include <libcg/graph.h>
#include <libcg/metadata.h>
#include <libcg/site.h>

/** Values of the options of all verbs. */
struct options {
    gboolean json;
    gboolean mangled;
    gboolean transitive;
    int depth;
    int max; /**< -1: as the verb and the output format have it */
    char *color;
    char **plugins; /**< paths, NULL or ended by NULL */
    gboolean of_graph;
    gboolean edges;
    gboolean verbose;
    char **kinds; /**< ended by NULL; NULL: all */
};

/** One question being answered. */
struct query {
    const struct verb *verb;
    struct options options;
    const char *graph_name; /**< as given on the command line */
    struct cli_kinds kinds; /**< of metadata */
    struct cg_graph *graph; /**< frozen */
    uint32_t *rank;         /**< by node: its place in canonical order */
    char **demangled;       /**< by node: NULL until asked for */
    char **shown;           /**< by node: where query_name is no name as it is, once asked for */
    bool color;
    bool trouble; /**< something in the graph could not be read; told already */
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
};
#define OPTIONS_COMMON (OPTION_JSON | OPTION_MANGLED | OPTION_COLOR | OPTION_PLUGIN)

/** A verb: everything that `cgquery --help`, `cgquery VERB --help` and the parser need to know. */
struct verb {
    const char *name;
    const char *arguments;   /**< words of the usage line; the first is GRAPH, [WORD...] stands for
                                  any number */
    const char *summary;     /**< one line */
    const char *description; /**< NULL or more lines */
    unsigned options;        /**< set of enum verb_options */
    /** Answer; `arguments` are those after GRAPH, as many as `arguments` above says, ended by NULL.
     *  Returns the exit code. */
    int (*run)(struct query *query, char **arguments);
};

extern const struct verb verb_callees;
extern const struct verb verb_callers;
extern const struct verb verb_path;
extern const struct verb verb_reach;
extern const struct verb verb_show;
extern const struct verb verb_stats;
extern const struct verb verb_why;

/** Parse a verb's options and arguments, read the graph, run. Returns the exit code. */
int query_main(const struct verb *verb, int argc, char **argv);

/** Report a library error and remember that there was one. Returns CLI_TROUBLE. */
int query_fail(struct query *query, const struct cg_error *error);

/* names.c */

/** Demangled name of a node, or its linkage name when that is not mangled; borrowed. */
const char *query_demangled(struct query *query, cg_node node);

/** Name to show for a node, as --mangled has it, without control characters; borrowed. */
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

/** Print "caller -> callee [kinds] first-site (+N more sites)". */
void print_edge(struct query *query, cg_edge edge);

/** @return whether a call is known from a recorded run alone. */
bool edge_is_observed(const struct query *query, cg_edge edge);

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

/** The words of `evidence`: "ast, ir" of ["ast","ir"]. Release with g_free. */
char *evidence_words(const char *array);

/** Print a word in colour (an SGR code such as "32") if colour is on. */
void print_colored(const struct query *query, const char *sgr, const char *word);

/** Sort nodes into canonical order. */
void query_sort(const struct query *query, cg_node *nodes, size_t count);

#endif
