/*
 * The verb path: what is asked, how long calls are, and how paths are shown.
 */
#ifndef CGQUERY_VERBS_PATH_PATH_H
#define CGQUERY_VERBS_PATH_PATH_H

#include "core/query.h"
#include "core/select.h"
#include "print/json.h"

#include <libcg/paths.h>

/** How --weight measures paths. */
struct path_weight {
    const char *key; /**< as given; NULL: paths are measured in calls */
    char *unit;      /**< of its numbers; NULL: they are counts */
    bool visits;     /**< a call is as long as it is rare: 1 / visits */
    bool on_calls;   /**< calls carry the numbers, else functions */
    double *values;  /**< by edge or node: the number; NAN where there is none */
    double *lengths; /**< by edge: for struct cg_path_query; NULL: each is 1 */
};

/** What a path adds up to. */
struct path_sum {
    double total;   /**< the sum; of visits, those of the call that was made least often */
    size_t missing; /**< functions or calls on it that have no number */
};

/**
 * Work out how long each call is. That a function's number counts once for each path it is on, it
 * counts for the calls to it; that of the first function for the calls it begins paths with.
 *
 * @param out   release with path_weight_clear in either case
 * @param key   NULL: each call is 1
 * @param from  where paths begin
 * @return CLI_OK or CLI_TROUBLE, told
 */
int path_weigh(struct path_weight *out, struct query *query, const char *key,
               const struct selection *from);

/** Release. */
void path_weight_clear(struct path_weight *weight);

/** What a path adds up to, which has a call or more. */
struct path_sum path_sum(const struct path_weight *weight, const struct cg_graph *graph,
                         const cg_edge *edges, size_t length);

/** One question. */
struct path_question {
    struct query *query;
    const struct selection *from;
    const struct selection *to;
    bool *through; /**< by node; NULL: any path will do */
    bool *beside;  /**< by node: no path by way of `through` comes there; for `paths.avoid` */
    struct path_weight weight;
    struct cg_path_query paths;
};

/** What is known of paths beyond those that were found. */
enum path_rest {
    PATH_NO_MORE,
    PATH_MORE,       /**< there is another */
    PATH_MAYBE_MORE, /**< too many had to be looked at */
};

/* path_search.c */

/** The most paths that are looked at to find those through a set, for each that is wanted. */
#define PATH_PATIENCE 10000
#define PATH_PATIENCE_TEXT G_STRINGIFY(PATH_PATIENCE)

/**
 * Leave out of the search what is on no way from FROM to `through`, nor from there to TO.
 *
 * @return CG_OK or what searching returns
 */
int path_prune(struct path_question *question, struct cg_error *error);

/** A path that was found for one. */
struct path_found {
    struct cg_call_path path; /**< `edges` to be released with g_free */
    bool found;
    bool repeats; /**< it goes through some function twice, as no path was found that does not */
};

/** Find the shortest path that is asked for. @return CG_OK or what searching returns */
int path_find(struct path_found *out, const struct path_question *question, struct cg_error *error);

/** What is done with a path, which is valid until it returns. @return whether to go on */
typedef bool path_visit(void *user, const struct cg_call_path *path);

/**
 * Tell of paths on which no function is twice, shortest first; all of them, if neither their number
 * nor weights are given, in depth-first order.
 *
 * @param most 0: all
 * @param rest receives what is known of others
 * @return CG_OK or what searching returns
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
