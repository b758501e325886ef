/*
 * Shared by the parts of the class hierarchy: hierarchy.c answers queries, hierarchy_open.c finds
 * out how uncollected code affects the classes.
 */
#ifndef CLASSES_HIERARCHY_INTERNAL_H
#define CLASSES_HIERARCHY_INTERNAL_H

#include "classes/hierarchy.h"

#include "base/table.h"
#include "classes/hierarchy_tables.h"

/** A stored answer. */
struct answer {
    uint32_t type; /**< CG_NO_STRING: any */
    uint32_t slot;
    cg_node *nodes; /**< owned */
    size_t capacity;
    size_t count;
    bool complete;
    bool only_uncollected;
    bool elsewhere; /**< some entries are functions that are not in the graph */
};

/** Data about a string that is a type, or the name of a table. */
struct class_string {
    uint32_t first_table; /**< table + 1: the first of that name */
    uint32_t first_point; /**< of that type, in by_type */
    uint32_t point_count;
    uint32_t
        own; /**< of a type: the name of its class's own table; CG_NO_STRING: not in the graph */
    uint32_t room;   /**< of a type: number of entries of its class, if its own table shows it */
    uint32_t class;  /**< of a type of pointers to members: type of the class; CG_NO_STRING: unknown
                      */
    bool marked;     /**< of the name of a table, during a scan of tables */
    bool is_member;  /**< a type of pointers to virtual members */
    bool kept;       /**< of a type: hierarchy_keep */
    bool is_system;  /**< of a type: a system header declares its class */
    bool of_program; /**< of a type: the program declares its class */
    bool all_there;  /**< of a type: all functions of its class are in the graph */
    bool open;       /**< of a type: the class may have subclasses in uncollected code */
};

struct hierarchy {
    struct class_tables all;
    uint32_t node_count;
    bool library;

    struct class_string *strings; /**< by string of all.pool */
    uint32_t *first_install;      /**< by string: install + 1, of tables of that name */
    uint32_t *next_install;       /**< by install: another of that table, + 1 */
    uint32_t *next_table;         /**< by table: another of its name, + 1 */
    uint32_t *by_type;            /**< numbers of points, grouped by type */
    uint32_t *room;               /**< by entry: entries until a table of another class begins */
    uint32_t *spans; /**< by entry: number of entries from there that uncollected code may call */
    bool *made_outside; /**< by table: uncollected code may make objects */
    bool *counts;       /**< by table: not excluded by hierarchy_restrict */

    struct answer *answers;
    size_t answer_capacity;
    struct cg_table answer_table;

    bool all_exposed;
    bool *is_exposed; /**< by node */
    cg_node *exposed; /**< in ascending order */
    size_t exposed_count;
};

/** Find out which types are open and which tables uncollected code instantiates. @return CG_OK or
 *  CG_E_MEMORY */
int hierarchy_find_open(struct hierarchy *hierarchy, const struct cg_graph *graph,
                        struct cg_error *error);

/** @return whether system headers declare the class of a table, by its name. */
bool hierarchy_is_system(const struct hierarchy *hierarchy, uint32_t name);

/** Unmark all names of tables. */
void hierarchy_unmark(struct hierarchy *hierarchy);

/** Fill `exposed`, for the tables that count. */
void hierarchy_expose(struct hierarchy *hierarchy);

#endif
