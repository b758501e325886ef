/*
 * The verb `show`: everything the graph has of some functions.
 */
#ifndef CGQUERY_VERBS_SHOW_SHOW_H
#define CGQUERY_VERBS_SHOW_SHOW_H

#include "core/query.h"

/** One method overriding another, seen from either. */
struct show_override {
    cg_node of;
    cg_node other;
};

/** What is asked for. */
struct showing {
    struct query *query;
    GArray *overrides[2]; /**< of struct show_override, sorted; [1]: seen from the base */
    GArray *nodes;        /**< of cg_node: each once, in the order they were asked for */
    bool anything;        /**< a value was shown */
    uint32_t *distance;   /**< by node: least number of calls from where the graph is entered,
                               CG_NONE: no calls lead there */
    cg_node main;         /**< where that is, of a program; else CG_NONE */
};

/** @return whether values of a kind are asked for: all are, or --kind names it. */
bool show_wants(const struct showing *showing, const char *key);

/** The functions that call one, or that it calls, by calls that are more than guesses; in canonical
 *  order, to be released with g_array_unref. */
GArray *show_neighbours(const struct query *query, cg_node node, bool callees);

/** What is wrong with the shape of a value, NULL when nothing is known to be. Release with g_free.
 */
char *show_fault(const struct query *query, const char *key, const char *text, enum cg_place place);

/** The methods a method directly overrides, or is overridden by, in canonical order. Release with
 *  g_array_unref. */
GArray *show_overrides(const struct showing *showing, cg_node node, bool overridden_by);

/* show_kinds.c */

/** Tell of the kinds asked for those that nobody knows and the graph has not, and those that the
 *  graph holds itself. */
void show_note_kinds(const struct showing *showing);

/* show_text.c */

/** Print all of it, for people. */
void show_print_text(struct showing *showing);

/** Print values of the one kind asked for, a line each. */
void show_print_lines(struct showing *showing);

/* show_json.c */

void show_print_json(struct showing *showing);

/* show_value.c */

/**
 * Print a value behind its key: on the same line when it is short, else below, indented.
 *
 * @param text   JSON
 * @param indent columns in front of the lines below
 * @param whole  do not cut what is long
 */
void show_print_value(const char *text, int indent, bool whole);

/** Print a value of CG_KEY_PROFILE that has its shape behind its key: visits, and below, indented,
 * each metric. @param whole all digits */
void show_print_profile(const char *text, int indent, bool whole);

/** Print a value as JSON, on the same line. @param whole do not cut it */
void show_print_raw(const char *text, bool whole);

/** A value on one line, as it was written but for white space. Release with g_free. */
char *show_one_line(const char *text);

#endif
