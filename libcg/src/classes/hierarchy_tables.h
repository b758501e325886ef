/*
 * The virtual tables of a merged graph as in metadata CG_KEY_CLASSES, before any conclusions.
 */
#ifndef CLASSES_HIERARCHY_TABLES_H
#define CLASSES_HIERARCHY_TABLES_H

#include "base/pool.h"
#include "graph/graph.h"

/** Entries that are not nodes. */
#define ENTRY_NOTHING CG_NONE          /**< pure virtual, or not a function */
#define ENTRY_UNKNOWN (CG_NONE - 1u)   /**< an unknown function */
#define ENTRY_ELSEWHERE (CG_NONE - 2u) /**< a function that is not in the graph */

/** A virtual table. Several may share one name: construction tables, or tables of files that
 *  disagree. */
struct class_table {
    uint32_t name;  /**< string */
    uint32_t entry; /**< the first of its entries */
    uint32_t entry_count;
    uint32_t point; /**< the first of its points */
    uint32_t point_count;
    bool is_system; /**< the class is declared in a system header */
    uint32_t under; /**< string: type whose functions it has during construction, or CG_NO_STRING */
};

/** A table serves as one of a class, from an entry on. */
struct class_point {
    uint32_t type;  /**< string: type info name */
    uint32_t entry; /**< counted from the first of the table; may be past its end */
    uint32_t table;
};

/** A function makes objects of a class. */
struct class_install {
    cg_node function; /**< CG_NONE: the objects are data */
    uint32_t table;   /**< string: name of the table */
};

/** Types, as strings; repeated. */
struct class_types {
    uint32_t *items;
    size_t capacity;
    uint32_t count;
};

/** All of them. */
struct class_tables {
    struct cg_pool pool;
    struct class_types systems;  /**< those that system headers declare */
    struct class_types programs; /**< those of the program that lack a table in some file */
    struct class_table *tables;
    size_t table_capacity;
    uint32_t table_count;
    struct class_point *points;
    size_t point_capacity;
    uint32_t point_count;
    cg_node *entries;
    size_t entry_capacity;
    uint32_t entry_count;
    struct class_install *installs;
    size_t install_capacity;
    uint32_t install_count;
};

/** Read the tables of a graph. Release with class_tables_free, after failing too.
 *  @return CG_OK, CG_E_FORMAT, CG_E_LIMIT or CG_E_MEMORY. O(length of the metadata) expected. */
int class_tables_read(struct class_tables *out, const struct cg_graph *graph,
                      struct cg_error *error);

void class_tables_free(struct class_tables *tables);

#endif
