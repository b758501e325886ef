/*
 * What the files of ast/measure/ share while a body is traversed.
 *
 * Dependencies go one way: body.c -> statement_counts.c, operations.c -> kept_allocations.c,
 * regions.c. libclang's traversal does not recurse over expressions, and a stack here holds the
 * nodes around a cursor, so nothing recurses over the source. templates.c finds bodies.
 */
#ifndef CGCOLLECT_AST_MEASURE_MEASURE_PARTS_H
#define CGCOLLECT_AST_MEASURE_MEASURE_PARTS_H

#include "ast/base/expressions.h"
#include "ast/declarations/declarations.h"
#include "ast/measure/measure.h"
#include "source/cursors.h"
#include "source/macro_use.h"

/** A statement or expression whose parts are being traversed. */
struct part {
    CXCursor cursor;
    unsigned index; /**< number of parts seen so far that are statements or expressions */
    unsigned count; /**< their total; known only for statements with conditions and for labels */
    unsigned first; /**< index of the first part that is no condition or initialiser; of a _Generic:
                         no operand */
    unsigned loops; /**< loops around it */
    bool declaration;  /**< it is a declaration, not a statement or expression */
    bool statement;    /**< it is one of those that count */
    bool weighed;      /**< an operation of the type of its operands: `weight` is the heaviest's */
    unsigned repeated; /**< how many of its parts repeated the first one */
    unsigned weight;
    guint region;       /**< the index of its first region, */
    guint regions;      /**< and their number */
    CXSourceRange init; /**< of a `for`: what comes before its condition, if anything */
    CXCursor operand;   /**< the first part of an unexposed expression */
    guint calls;        /**< number of calls when it began */
    /* of a switch */
    unsigned groups;  /**< of labels */
    bool has_default; /**< one of them is `default` */
    guint last_case;  /**< its last case region, or NO_REGION */
};

#define NO_REGION UINT32_MAX

/** A region of a body being traversed. */
struct open_region {
    struct unit_region region; /**< lines of its file, ignoring `#line` */
    CXFile file;
    guint calls;    /**< number of calls when it began */
    guint previous; /**< of a case: the region of the case before it, or NO_REGION */
    bool dropped;   /**< it has no calls, or has the same place as the part around it */
};

struct measure {
    struct ast *ast;
    GHashTable *known;  /**< in C++: number of a body plus one, by place */
    GArray *pending;    /**< of CXCursor: functions nested in the current body, still to be
                             measured */
    GHashTable *types;  /**< canonical types of the current body */
    struct part *parts; /**< the enclosing parts, outermost first */
    unsigned depth;     /**< their number, */
    unsigned capacity;  /**< and the capacity: always room for one more */
    GArray *regions;    /**< of struct open_region, mostly ordered by begin */
    struct macro_use macro_use;
    GPtrArray *allocations; /**< JSON of the allocations in the current body */
    struct unit_body body;
    guint calls;      /**< number of calls in the current body */
    bool of_template; /**< the current body is that of a template */
};

/* body.c */

/**
 * Traverse a body, and the functions nested in it.
 *
 * @param definition a function, template of a function, or lambda
 * @return number of the body, or UNIT_NO_BODY
 */
uint32_t measure_body(struct measure *measure, CXCursor definition, bool of_template);

/** @return the body of a definition, measured before, or UNIT_NO_BODY. */
uint32_t measure_known(struct measure *measure, CXCursor definition);

/** @return the enclosing part, or the `up`-th around it; NULL if there is none. */
static inline struct part *measure_around(struct measure *measure, unsigned up)
{
    return up < measure->depth ? &measure->parts[measure->depth - 1 - up] : NULL;
}

/* statement_counts.c */

/** Find out what each part of a statement is. */
void measure_begin_statement(struct measure *measure, struct part *part);

/** @return whether a part of a counting statement is a statement itself. */
bool measure_is_statement(const struct part *around, unsigned index);

/** @return the number of loops around a part, given its parent part. */
unsigned measure_loops(const struct part *around, unsigned index);

/** Count a decision between two branches. */
void measure_decision(struct measure *measure);

/** Count a statement, if it is one. */
void measure_statement(struct measure *measure, enum CXCursorKind kind, bool statement);

/** Count a statement or expression, except its operators. */
void measure_count(struct measure *measure, const struct part *part);

/* operations.c */

/** Count an expression's operations. */
void measure_operation(struct measure *measure, struct part *part);

/** Count a fold expression, if an unexposed expression of a template is one. */
void measure_fold(struct measure *measure, struct part *part);

/** Record an operand of an operation that has the type of its operands. */
void measure_operand(struct measure *measure, struct part *around, CXCursor operand);

/** Count what depends on all operands, once they were seen. */
void measure_end_operation(struct measure *measure, const struct part *part);

/** Count the use of a variable. */
void measure_use(struct measure *measure, CXCursor reference);

/** Record the type of a variable, parameter or result. */
void measure_type(struct measure *measure, CXType type);

/* kept_allocations.c */

/** Record an allocation that initialises or is assigned to a variable outside functions:
 *  `expression` is the declaration or assignment. */
void measure_allocation(struct measure *measure, CXCursor variable, CXCursor expression);

/** @return the allocations of the current body as JSON, NULL if there are none; a string of the
 *  unit. */
const char *measure_finish_allocations(struct measure *measure);

/* regions.c */

/** Open the region of a part, if it has one, given its parent part. */
void measure_open_region(struct measure *measure, struct part *part, struct part *around,
                         unsigned index);

/** Close the regions of a part, given its parent part. */
void measure_close_region(struct measure *measure, const struct part *part,
                          const struct part *around);

/** Open the region that a label begins, given the label's parent part. */
void measure_label(struct measure *measure, CXCursor label);

/** Open the region of a range-based `for` before its colon, which repeats. */
void measure_range_variable(struct measure *measure, CXCursor variable);

/** Give the regions of a body to the unit. */
void measure_finish_regions(struct measure *measure);

/** @return the location after the last character of a range. */
CXSourceLocation measure_behind(struct measure *measure, CXSourceRange range);

#endif
