/*
 * The verb `show`: everything the graph has on some functions.
 */
#ifndef CGQUERY_VERBS_SHOW_SHOW_H
#define CGQUERY_VERBS_SHOW_SHOW_H

#include "core/cgquery.h"

/** An override, seen from either method. */
struct show_override {
    cg_node of;
    cg_node other;
};

/** The request. */
struct showing {
    struct query *query;
    GArray *overrides[2]; /**< of struct show_override, sorted; [1]: seen from the base */
    GArray *nodes;        /**< of cg_node: each once, in the order of the arguments */
    bool anything;        /**< a value was shown */
    uint32_t *distance;   /**< by node: smallest number of calls from an entry point, CG_NONE: no
                               calls lead there */
    cg_node main;         /**< the entry point, for a program; else CG_NONE */
};

/** @return whether values of a kind are wanted: all are, or --kind names it. */
bool show_wants(const struct showing *showing, const char *key);

/** The callers or callees of a function, without candidates; in canonical order, to be released
 *  with g_array_unref. */
GArray *show_neighbours(const struct query *query, cg_node node, bool callees);

/** The fault in the shape of a value, NULL if none is known. Release with g_free. */
char *show_fault(const struct query *query, const char *key, const char *text, enum cg_place place);

/** The methods that a method directly overrides, or is overridden by, in canonical order. Release
 *  with g_array_unref. */
GArray *show_overrides(const struct showing *showing, cg_node node, bool overridden_by);

/* show_kinds.c */

/** Report requested kinds that are unknown and not in the graph, and those that the graph itself
 *  has. */
void show_note_kinds(const struct showing *showing);

/* show_text.c */

/** Print everything as text. */
void show_print_text(struct showing *showing);

/** Print values of the one requested kind, one per line. */
void show_print_lines(struct showing *showing);

/* show_json.c */

void show_print_json(struct showing *showing);

/* show_value.c */

/**
 * Print a value after its key: on the same line if it is short, else below, indented.
 *
 * @param text   JSON
 * @param indent columns before the lines below
 * @param whole  do not shorten it
 */
void show_print_value(const char *text, int indent, bool whole);

/** Print a valid value of CG_KEY_PROFILE after its key: visits, and below, indented, each metric.
 *  @param whole all digits */
void show_print_profile(const char *text, int indent, bool whole);

/** Print a value as JSON, on the same line.
 *  @param whole do not shorten it */
void show_print_raw(const char *text, bool whole);

/** A value on one line, unchanged except for white space. Release with g_free. */
char *show_one_line(const char *text);

#endif
