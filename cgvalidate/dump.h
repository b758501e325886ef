/*
 * Showing profiles without a graph: reading and uniting (dump.c), and a file a form.
 */
#ifndef CGVALIDATE_DUMP_H
#define CGVALIDATE_DUMP_H

#include "cgvalidate.h"
#include "locations.h"

#include <json_writer.h>

/** What is shown, and how. */
struct dump {
    const struct validate_settings *settings;
    struct cg_profile *profile;
    FILE *out;
    uint32_t metric; /**< UINT32_MAX: nothing was measured */
    char **names;    /**< by frame, as they are shown; NULL until asked for */
    struct locations *locations;
    bool needs_binary; /**< one of the profiles does */
    struct json json;  /**< the document of --dump=json */
};

/** Name of a frame for people. Borrowed. */
const char *dump_name(struct dump *dump, cg_frame frame);

/** @return whether a metric is there and has values */
bool dump_has(const struct dump *dump, const char *metric);

/** @return the unit and label of a metric for a heading: "time (sec)". Release with g_free. */
char *dump_title(const struct cg_metric *metric);

/** A value for people: whole numbers exactly (means of them to the hundredth), seconds to the
 *  nanosecond. */
void dump_value(char out[CLI_DOUBLE_LENGTH], const struct cg_metric *metric, double value);

/** Paths under each path, in the order they are shown: most expensive first. */
struct children {
    cg_path *paths;  /**< sorted by parent; roots first */
    uint32_t *first; /**< by parent + 1 (roots: 0), where its children start; one more at the end */
};

/** Sort all paths, by what a metric says (UINT32_MAX: none), then by name. O(paths log paths).
 *  Release with children_clear. */
void children_sort(struct children *out, const struct dump *dump);
void children_clear(struct children *children);

/** A walk through all paths, callers before what they call. Start with walk_start. */
struct walk {
    const struct children *children;
    GArray *stack;  /**< uint32_t, what of `children` comes next, a level a caller */
    GArray *ends;   /**< uint32_t, where each level ends */
    cg_path path;   /**< where the walk is */
    uint32_t depth; /**< 0: a root */
    bool last;      /**< nothing follows it on its level */
};

void walk_start(struct walk *walk, const struct children *children);
/** Go on. @return false at the end, when the walk is released */
bool walk_next(struct walk *walk);

/* A form each. They return CG_OK or why not. */
int dump_tree(struct dump *dump, struct cg_error *error);
int dump_flat(struct dump *dump, struct cg_error *error);
int dump_edges(struct dump *dump, struct cg_error *error);
int dump_folded(struct dump *dump, struct cg_error *error);
int dump_json(struct dump *dump, struct cg_error *error);
int dump_metrics(struct dump *dump, struct cg_error *error);

/** Begin the document, before anything is read; dump_json ends it. */
void dump_json_begin(struct dump *dump);
/** Write values by location, while they are read. */
void dump_json_row(struct dump *dump, const struct cg_profile *profile,
                   const struct cg_profile_row *row);

#endif
