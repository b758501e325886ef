/*
 * Metadata as columns of a table: numbers and truth values, by themselves or as members of an
 * object ("numOperations.numberOfIntOps"). Elements of arrays, text, and objects with a member for
 * each of many functions are no columns; formats with columns have whole values besides.
 */
#ifndef CGQUERY_VERBS_EXPORT_COLUMNS_H
#define CGQUERY_VERBS_EXPORT_COLUMNS_H

#include "verbs/export/export.h"

enum column_type {
    COLUMN_BOOLEAN,
    COLUMN_INTEGER, /**< all fit in 64 bits */
    COLUMN_REAL,
    COLUMN_MIXED, /**< values are of several types */
};

struct column {
    char *path; /**< keys, separated by '.' */
    enum column_type type;
};

/** Most columns of a table: a row has a cell for each, whether or not it has a value. */
#define COLUMNS_MOST 1000u

/** What one row has in a column. */
struct cell {
    guint column;
    struct cg_value value; /**< borrowed from the graph */
};

struct columns {
    GPtrArray *list;     /**< of struct column, in order of path */
    GHashTable *by_path; /**< from path to index in `list` */
};

/** Find the columns of all functions or all calls.
 *  @param out release with columns_free */
void columns_find(struct columns *out, const struct exporting *x, enum cg_place place);
/** Refuse more columns than a table can have. @return CG_OK or CG_E_LIMIT */
int columns_check(const struct columns *columns, enum cg_place place, struct cg_error *error);
/** Release. */
void columns_free(struct columns *columns);

/** @return column i. */
const struct column *columns_at(const struct columns *columns, guint i);

/** Read one row.
 *  @param values one for each column, {NULL, 0} if it has none; borrowed from the graph */
void columns_read(struct cg_value *values, const struct columns *columns, const struct exporting *x,
                  enum cg_place place, uint32_t number);

/** Read the values that one row has, however many columns there are.
 *  @return of struct cell, in order; release with g_array_unref */
GArray *columns_cells(const struct columns *columns, const struct exporting *x, enum cg_place place,
                      uint32_t number);

#endif
