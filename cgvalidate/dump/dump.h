/*
 * Shows profiles without a graph: dump.c reads and unites them; each form has its own file.
 */
#ifndef CGVALIDATE_DUMP_DUMP_H
#define CGVALIDATE_DUMP_DUMP_H

#include "dump/locations.h"
#include "settings/settings.h"

#include <write/json_writer.h>

/** What is shown, and how. */
struct dump {
    const struct validate_settings *settings;
    struct cg_profile *profile;
    FILE *out;
    uint32_t metric; /**< UINT32_MAX: nothing was measured */
    char **names;    /**< by frame, as shown; NULL until needed */
    struct locations *locations;
    bool needs_binary; /**< one of the profiles has locations */
    struct json json;  /**< the document of --dump=json */
};

/** The name of a frame as shown. Borrowed. */
const char *dump_name(struct dump *dump, cg_frame frame);

/** @return whether a metric exists and has values */
bool dump_has(const struct dump *dump, const char *metric);

/** A value as people read it, with its unit (cli_quantity). Release with g_free. */
char *dump_value(const struct cg_metric *metric, double value);

/** The paths below each path in the order shown: most expensive first. */
struct children {
    cg_call_context *paths; /**< sorted by parent; roots first */
    uint32_t *first; /**< by parent + 1 (roots: 0), the index of its first child; one more at the
                          end */
};

/** Sort all paths by a metric (UINT32_MAX: none), then by name. O(paths log paths). Release with
 *  children_clear. */
void children_sort(struct children *out, const struct dump *dump);
void children_clear(struct children *children);

/** A walk through all paths, callers before callees. Start with walk_start. */
struct walk {
    const struct children *children;
    GArray *stack;        /**< uint32_t by depth: index of the next child in `children` */
    GArray *ends;         /**< uint32_t by depth: index behind the last child */
    cg_call_context path; /**< the current path */
    uint32_t depth;       /**< 0: a root */
    bool last;            /**< it is the last on its level */
};

void walk_start(struct walk *walk, const struct children *children);
/** Go to the next path. @return false at the end, after releasing the walk */
bool walk_next(struct walk *walk);

/* One function for each form. @return CG_OK or the first error */
int dump_tree(struct dump *dump, struct cg_error *error);
int dump_flat(struct dump *dump, struct cg_error *error);
int dump_edges(struct dump *dump, struct cg_error *error);
int dump_folded(struct dump *dump, struct cg_error *error);
int dump_json(struct dump *dump, struct cg_error *error);
int dump_metrics(struct dump *dump, struct cg_error *error);

/** Begin the document before anything is read; dump_json ends it. */
void dump_json_begin(struct dump *dump);
/** Write values of each location while they are read. */
void dump_json_row(struct dump *dump, const struct cg_profile *profile,
                   const struct cg_profile_row *row);

/** Show the united profiles. @return the exit code */
int dump_run(const struct validate_settings *settings);

#endif
