/*
 * What the parts of the class hierarchy share: hierarchy.c answers, hierarchy_open.c finds out what
 * code outside the graph has to do with the classes.
 */
#ifndef CLASSES_HIERARCHY_INTERNAL_H
#define CLASSES_HIERARCHY_INTERNAL_H

#include "classes/hierarchy.h"
#include "classes/hierarchy_tables.h"

/** An answer that was given. */
struct answer {
    uint32_t type; /**< CG_NO_STRING: any */
    uint32_t slot;
    cg_node *nodes; /**< owned */
    size_t capacity;
    size_t count;
    bool closed;
    bool told;
    bool elsewhere; /**< entries are functions that are not in the graph */
};

/** What is known of a string that is a type, or the name of a table. */
struct class_string {
    uint32_t first_table; /**< table + 1: the first of that name */
    uint32_t first_point; /**< in by_type, of that type */
    uint32_t point_count;
    uint32_t own;   /**< of a type: the name of its class's own table; CG_NO_STRING: not there */
    uint32_t room;  /**< of a type: how many entries its class has, where its own table tells */
    uint32_t class; /**< of a type of pointers to members: type of the class; CG_NO_STRING: not told
                     */
    bool marked;    /**< of the name of a table, while tables are gone through */
    bool is_member; /**< a type of pointers to virtual members */
    bool kept;      /**< of a type: hierarchy_keep */
    bool is_system; /**< of a type: a system header declares its class */
    bool all_there; /**< of a type: all functions of its class are in the graph */
    bool open;      /**< of a type: the class may have subclasses elsewhere */
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
    uint32_t *room;     /**< by entry: how many there are until a table of another class begins */
    uint32_t *spans;    /**< by entry: how many from there on code outside may call */
    bool *made_outside; /**< by table: code outside the graph may make objects */
    bool *counts;       /**< by table: not left out by hierarchy_restrict */

    struct answer *answers;
    size_t answer_capacity;
    uint32_t answer_count;
    uint32_t *slots; /**< answer + 1, by hash of type and slot */
    uint32_t slot_mask;

    bool all_exposed;
    bool *is_exposed; /**< by node */
    cg_node *exposed; /**< in ascending order */
    size_t exposed_count;
};

/** Find out which types are open and which tables made outside.
 *  @return CG_OK or CG_E_MEMORY */
int hierarchy_find_open(struct hierarchy *hierarchy, const struct cg_graph *graph,
                        struct cg_error *error);

/** Unmark all names of tables. */
void hierarchy_unmark(struct hierarchy *hierarchy);

/** Fill `exposed`, for the tables that count. */
void hierarchy_expose(struct hierarchy *hierarchy);

#endif
