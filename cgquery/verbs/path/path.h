/*
 * The verb path: its question, the length of calls, and how paths are shown.
 */
#ifndef CGQUERY_VERBS_PATH_PATH_H
#define CGQUERY_VERBS_PATH_PATH_H

#include "core/cgquery.h"
#include "names/chosen_functions.h"
#include "print/graph_json.h"

#include <libcg/paths.h>

/** How --weight measures paths. */
struct path_weight {
    const char *key; /**< as given; NULL: counts calls */
    char *unit;      /**< of its numbers; NULL for counts */
    bool visits;     /**< a call is as long as it is rare: 1 / visits */
    bool on_calls;   /**< calls have the numbers, else functions */
    double *values;  /**< by edge or node: the number; NAN if there is none */
    double *lengths; /**< by edge: for struct cg_path_query; NULL: each is 1 */
};

/** The total of a path. */
struct path_sum {
    double total;   /**< the sum; for visits, the smallest number of any call */
    size_t missing; /**< functions or calls on it without a number */
};

/**
 * Compute the length of each call. So that a function's number counts once on each path, the calls
 * to it have it; the first function's number is on the calls that begin paths.
 *
 * @param out   release with path_weight_clear in either case
 * @param key   NULL: each call is 1
 * @param from  where paths begin
 * @return CLI_OK, or CLI_TROUBLE after reporting an error
 */
int path_weigh(struct path_weight *out, struct query *query, const char *key,
               const struct selection *from);

/** Release. */
void path_weight_clear(struct path_weight *weight);

/** Sum up a path of at least one call. */
struct path_sum path_sum(const struct path_weight *weight, const struct cg_graph *graph,
                         const cg_edge *edges, size_t length);

/** A question. */
struct path_question {
    struct query *query;
    const struct selection *from;
    const struct selection *to;
    bool *through; /**< by node; NULL: any path */
    bool *beside;  /**< by node: no path through `through` contains it; for `paths.avoid` */
    struct path_weight weight;
    struct cg_path_query paths;
};

/** What is known of paths besides those found. */
enum path_rest {
    PATH_NO_MORE,
    PATH_MORE,       /**< there is another */
    PATH_MAYBE_MORE, /**< the search gave up */
};

/* path_search.c */

/** Limit of paths examined per wanted path to find those through a set. */
#define PATH_PATIENCE 10000

/**
 * Exclude from the search what is on no path from FROM to `through` or from there to TO.
 *
 * @return CG_OK or the search's status
 */
int path_prune(struct path_question *question, struct cg_error *error);

/** A path that was found. */
struct path_found {
    struct cg_call_path path; /**< `edges` to be released with g_free */
    bool found;
    bool repeats; /**< it contains some function twice, since no other path was found */
};

/** Find the shortest path. @return CG_OK or the search's status */
int path_find(struct path_found *out, const struct path_question *question, struct cg_error *error);

/** Receives a path, which is valid until it returns. @return whether to go on */
typedef bool path_visit(void *user, const struct cg_call_path *path);

/**
 * Visit paths without repeated functions, shortest first; if neither a number nor weights are
 * given, all of them in depth-first order.
 *
 * @param most 0: all
 * @param rest receives what is known of further paths
 * @return CG_OK or the search's status
 */
int path_each(const struct path_question *question, size_t most, path_visit *visit, void *user,
              enum path_rest *rest, struct cg_error *error);

/* path_print.c */

/** Print or draw the answer about one path. @return CLI_OK or CLI_TROUBLE */
int path_print(const struct path_question *question, const struct path_found *found);

/** @return the exit code where no path is known: CLI_NO if there can be none, else CLI_UNKNOWN */
int path_exit_without(const struct path_question *question);

/** Find and print or draw all paths. @return exit code */
int path_print_all(const struct path_question *question);

#endif
