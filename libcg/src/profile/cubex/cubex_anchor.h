/*
 * The content of anchor.xml in a Cube 4 container: metrics, regions, call paths ("cnodes"),
 * locations, with the ids of the file; cubex_tree.h makes frames and paths of it.
 */
#ifndef PROFILE_CUBEX_CUBEX_ANCHOR_H
#define PROFILE_CUBEX_CUBEX_ANCHOR_H

#include "profile/builder.h"
#include "profile/cubex/cubex_tar.h"

/** How the type of a metric numbers its rows. */
enum cubex_order {
    CUBEX_EXCLUSIVE,
    CUBEX_INCLUSIVE,
    CUBEX_SIMPLE,
    CUBEX_DERIVED, /**< computed from others: has no values */
    CUBEX_UNKNOWN,
};

/* Strings are the builder's, BUILDER_NONE if there is none. */

struct cubex_metric {
    uint32_t id;
    uint32_t order;   /**< enum cubex_order */
    uint32_t kind;    /**< enum cg_metric_kind */
    uint32_t name;    /**< uniq_name */
    uint32_t label;   /**< disp_name */
    uint32_t unit;    /**< uom */
    uint32_t type;    /**< dtype */
    uint32_t formula; /**< if libcg wrote it */
    uint32_t parent;  /**< number of the metric it belongs to */
    bool has_facts;   /**< libcg wrote it: its kind holds as it is, and the next */
    bool integral;
};

struct cubex_region {
    uint32_t id;
    uint32_t name;
    uint32_t linkage_name; /**< mangled_name */
    uint32_t file;
    uint32_t line;
    uint32_t paradigm;
    uint32_t role;
    uint32_t about; /**< descr */
    uint32_t object;
    uint32_t kind; /**< enum cg_frame_kind, if libcg wrote it; BUILDER_NONE: not stated */
};

struct cubex_cnode {
    uint32_t id;
    uint32_t region; /**< its id */
    uint32_t parent; /**< number of another, or CG_NO_CONTEXT */
    uint32_t site_file;
    uint32_t site_line;
    uint32_t parameters; /**< "key=value, key=value" */
    uint32_t flags;      /**< set of enum cg_call_context_flags */
};

struct cubex_location {
    uint32_t id; /**< first: they are sorted by it */
    uint32_t name;
    uint32_t group;
    uint64_t rank;
    uint64_t thread;
};

struct cubex_anchor {
    struct cubex_metric *metrics;
    size_t metric_capacity;
    uint32_t metric_count;
    struct cubex_region *regions;
    size_t region_capacity;
    uint32_t region_count;
    struct cubex_cnode *cnodes; /**< as in the document: depth-first */
    size_t cnode_capacity;
    uint32_t cnode_count;
    struct cubex_location *locations;
    size_t location_capacity;
    uint32_t location_count;
    uint32_t creator;
    bool sampled; /**< libcg wrote it, and that callers may be wrong; likewise the next */
    bool loses_tail_callers;
    bool clustered;  /**< repetitions were merged, values are averages */
    uint64_t length; /**< bytes, uncompressed */
};

/** Read it. Strings go to the builder. @return false after a failure, recorded in source or
 *  builder; release in either case. O(bytes); nesting is limited by memory only. */
bool cubex_anchor_read(struct cubex_anchor *anchor, struct builder *b, struct source *s,
                       const struct cubex_tar *tar);

void cubex_anchor_free(struct cubex_anchor *anchor);

#endif
