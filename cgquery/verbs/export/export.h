/*
 * What the formats of `cgquery export` share. A format is a line of EXPORT_FORMATS and a file.
 */
#ifndef CGQUERY_VERBS_EXPORT_EXPORT_H
#define CGQUERY_VERBS_EXPORT_EXPORT_H

#include "core/cgquery.h"
#include "print/drawing/heat.h"

#include <libcg/value.h>

/**
 * All formats in the order of --help: identifier, name, the file name suffixes that choose it, most
 * functions without --max (0: any number), whether it writes to a stream or opens files itself,
 * description.
 */
#define EXPORT_FORMATS(X)                                                                          \
    X(dot, "dot", "dot gv", 500, EXPORT_STREAM,                                                    \
      "a drawing for Graphviz (dot -Tsvg), functions grouped by file")                             \
    X(mermaid, "mermaid", "mmd mermaid", 200, EXPORT_STREAM,                                       \
      "a drawing for Markdown pages of GitHub, GitLab and others")                                 \
    X(folded, "folded", "folded", 0, EXPORT_STREAM,                                                \
      "stacks for flame graphs (flamegraph.pl, speedscope), see below")                            \
    X(graphml, "graphml", "graphml", 0, EXPORT_STREAM,                                             \
      "for igraph, networkx, Gephi, yEd: typed attributes, metadata as JSON besides")              \
    X(csv, "csv", "csv", 0, EXPORT_FILES,                                                          \
      "two tables: -o NAME.csv writes NAME.nodes.csv and NAME.edges.csv")                          \
    X(csv_nodes, "csv-nodes", "", 0, EXPORT_STREAM, "the table of functions alone")                \
    X(csv_edges, "csv-edges", "", 0, EXPORT_STREAM, "the table of calls alone")                    \
    X(jsonl, "jsonl", "jsonl ndjson", 0, EXPORT_STREAM,                                            \
      "a JSON object a line: the graph, functions, overrides, calls; nothing is left out")         \
    X(sqlite, "sqlite", "sqlite sqlite3 db", 0, EXPORT_FILES,                                      \
      "a database with tables, indexes and views, for any SQL tool")                               \
    X(html, "html", "html htm", 0, EXPORT_STREAM,                                                  \
      "a page for browsers to look at the graph; it loads and sends nothing")                      \
    X(mcg, "mcg", "mcg", 0, EXPORT_STREAM, "a graph again, to be asked, merged, handed on")        \
    X(mcg2, "mcg2", "", 0, EXPORT_STREAM, "the same in version 2, for older tools of MetaCG")

enum export_writes {
    EXPORT_STREAM, /**< to `out` */
    EXPORT_FILES,  /**< to files it opens, by `path` */
};

/** A graph being exported. */
struct exporting {
    struct query *query;
    FILE *out;        /**< NULL for EXPORT_FILES */
    const char *path; /**< as given with -o, "-" without */
    cg_node *nodes;   /**< in canonical order: node i is function i in every format */
    uint32_t node_count;
    cg_edge *edges; /**< by caller, then callee, in canonical order: edge i is call i */
    uint32_t edge_count;
    uint32_t *first_edge;    /**< by number of function, and one more: number of its first call */
    const struct heat *heat; /**< colours in drawings; NULL: none */
    struct drawing *drawing; /**< that is being written */
    GHashTable *names;       /**< how often there are short names; NULL until needed */
};

/** A format. */
struct export_format {
    const char *name;
    const char *suffixes; /**< separated by spaces */
    uint32_t most;        /**< functions, 0: any number */
    enum export_writes writes;
    /** Write all. The caller checks `out` for errors. @return CG_OK or a failure */
    int (*write)(struct exporting *x, struct cg_error *error);
};

#define EXPORT_DECLARE(id, name, suffixes, most, writes, summary)                                  \
    int export_##id(struct exporting *x, struct cg_error *error);
EXPORT_FORMATS(EXPORT_DECLARE)
#undef EXPORT_DECLARE

/** Sort functions and calls.
 *  @param out release with export_free */
void export_init(struct exporting *out, struct query *query);
/** Release. */
void export_free(struct exporting *x);

/** @return the index of a function. */
uint32_t export_number(const struct exporting *x, cg_node node);

/** A method that overrides another, by their indexes. */
struct export_override {
    uint32_t derived;
    uint32_t base;
};

/** All overrides, sorted. @return an array of struct export_override, to be released with
 *  g_array_unref */
GArray *export_overrides(const struct exporting *x);

/** The limit on functions of a drawing: --max, else the format's; 0: any number. */
uint32_t export_most(const struct exporting *x, const struct export_format *format);

/** Report that a drawing has too many functions, and which parts have few enough. @return
 *  CLI_TROUBLE */
int export_refuse_size(struct exporting *x, const struct export_format *format);

/* shown_facts.c */

/** The begin of a function: line and column in its file, 0 if unknown. */
void export_place(const struct exporting *x, cg_node node, uint32_t *line, uint32_t *column);

/** The kinds of a call, as "direct pointer"; "" if the graph has none. Release with g_free. */
char *export_kinds(const struct exporting *x, cg_edge edge);

/** The number of sites of a kind; if they cannot be read, reports that, remembers it and returns
 *  0. */
uint32_t export_site_count(struct exporting *x, uint32_t number, const char *key);

/** The name to show in a drawing: without parameters if that is unique, and at most about 60
 *  characters. Release with g_free. */
char *export_short_name(struct exporting *x, cg_node node);

/** The group of a function in a drawing according to --cluster; NULL without one, as for all
 *  functions that were not collected. Release with g_free. */
char *export_cluster(const struct exporting *x, cg_node node);

/** All metadata of a place as one JSON object, values as they are. Release with g_string_free. */
GString *export_metadata(const struct exporting *x, enum cg_place place, uint32_t number);

/** Like export_metadata, for what files have beside `meta`. */
GString *export_members(const struct exporting *x, enum cg_place place, uint32_t number);

/* canonical_order.c */

/** Called for each group of functions in a drawing, in order of names; functions without a group
 *  come last, with NULL. */
typedef void export_group(struct exporting *x, const char *name, uint32_t number,
                          const cg_node *nodes, size_t count);

/** Visit the functions group by group, each in canonical order. */
void export_groups(struct exporting *x, export_group *visit);

#endif
