/*
 * What the parts of ast/measure/ share while one body is gone through.
 *
 * One way: body.c -> statements.c, operations.c -> allocations.c, regions.c. The traversal is
 * libclang's own, which does not recurse over expressions; what stands around a cursor is kept on a
 * stack here, so that nothing recurses over the source. templates.c finds bodies, operators.c knows
 * operators.
 */
#ifndef CGCOLLECT_AST_MEASURE_MEASURE_PARTS_H
#define CGCOLLECT_AST_MEASURE_MEASURE_PARTS_H

#include "ast/declarations/declarations.h"
#include "ast/measure/measure.h"
#include "source/cursors.h"
#include "source/macro_use.h"

/** What an operator does, as far as it counts. */
enum operation {
    OPERATION_NONE,       /**< costs nothing: `&x`, `+x`, `,` */
    OPERATION_ASSIGN,     /**< `=` */
    OPERATION_ARITHMETIC, /**< of the type of its result, as its operands are */
    OPERATION_COMPARISON, /**< of the type of its operands; also `!`, and `+=` and the like */
    OPERATION_LOGICAL,    /**< `&&`, `||` */
    OPERATION_ACCESS,     /**< memory: `*p`, `.*`, `->*` */
};

/** A statement or expression whose parts are being gone through. */
struct part {
    CXCursor cursor;
    unsigned index; /**< parts seen so far, that are statements or expressions */
    unsigned count; /**< how many it has; known of statements with conditions and of labels alone */
    unsigned first; /**< the first that is no condition or initialiser; of a _Generic: no operand */
    unsigned loops; /**< loops around it */
    bool declaration;  /**< it is one, no statement or expression */
    bool statement;    /**< it is one of those that count */
    bool weighed;      /**< an operation of the type of its operands: `weight` is the heaviest's */
    unsigned repeated; /**< so many of its parts were the first again */
    unsigned weight;
    guint region;       /**< the first of its regions, */
    guint regions;      /**< how many it has */
    CXSourceRange init; /**< of a `for`: what comes before its condition, if anything */
    CXCursor operand;   /**< the first part of an unexposed expression */
    guint calls;        /**< there were so many calls when it began */
    /* of a switch */
    unsigned groups;  /**< of labels */
    bool has_default; /**< one of them is `default` */
    guint last_case;  /**< the last of the regions of its cases, or NO_REGION */
};

#define NO_REGION UINT32_MAX

/** A region while its body is gone through. */
struct open_region {
    struct unit_region region; /**< as lines are in its file, whatever `#line` says */
    CXFile file;
    guint calls;    /**< there were so many calls when it began */
    guint previous; /**< of a case: that of the case before it, or NO_REGION */
    bool dropped;   /**< nothing in it calls, or it cannot be told from what is around it */
};

struct measure {
    struct ast *ast;
    GHashTable *known;  /**< in C++: number of a body, and one more, by where it is */
    GArray *pending;    /**< of CXCursor: bodies within the one gone through, of their own */
    GHashTable *types;  /**< canonical types of the present body */
    struct part *parts; /**< what is around, outermost first */
    unsigned depth;     /**< how many there are, */
    unsigned capacity;  /**< and for how many there is room: always for one more */
    GArray *regions;    /**< of struct open_region, in order of their begin as a rule */
    struct macro_use macro_use;
    GPtrArray *allocations; /**< JSON of those of the present body */
    struct unit_body body;
    guint calls;      /**< how many calls there were in the present body */
    bool of_template; /**< the present body is that of a template */
};

/* body.c */

/**
 * Go through a body, and through those within it that are functions of their own.
 *
 * @param definition a function, template of a function, or lambda
 * @return number of the body, or UNIT_NO_BODY
 */
uint32_t measure_body(struct measure *measure, CXCursor definition, bool of_template);

/** @return the body of a definition, measured before, or UNIT_NO_BODY. */
uint32_t measure_known(struct measure *measure, CXCursor definition);

/** @return what is around, or the `up`-th around that; NULL when there is none. */
static inline struct part *measure_around(struct measure *measure, unsigned up)
{
    return up < measure->depth ? &measure->parts[measure->depth - 1 - up] : NULL;
}

/* statements.c */

/** Find out which of a statement's parts are which. */
void measure_begin_statement(struct measure *measure, struct part *part);

/** @return whether a part of a statement that counts is a statement itself. */
bool measure_is_statement(const struct part *around, unsigned index);

/** @return how many loops are around a part, given what it is part of. */
unsigned measure_loops(const struct part *around, unsigned index);

/** Count what decides between two ways. */
void measure_decision(struct measure *measure);

/** Count a statement, if it is one. */
void measure_statement(struct measure *measure, enum CXCursorKind kind, bool statement);

/** Count a statement or expression for what it is, but for operators. */
void measure_count(struct measure *measure, const struct part *part);

/* operations.c */

/** Count an expression's operations. */
void measure_operation(struct measure *measure, struct part *part);

/** Count what folds a pack of parameters, if an unexposed expression of a template does. */
void measure_fold(struct measure *measure, struct part *part);

/** Note an operand of an operation that is of the type of its operands. */
void measure_operand(struct measure *measure, struct part *around, CXCursor operand);

/** Count what could not be before all operands were seen. */
void measure_end_operation(struct measure *measure, const struct part *part);

/** Count the use of a variable. */
void measure_use(struct measure *measure, CXCursor reference);

/** Note the type of a variable, parameter or result. */
void measure_type(struct measure *measure, CXType type);

/* operators.c */

/** @return what an operator does. */
enum operation measure_operator(struct ast *ast, CXCursor expression);

/** @return what the operator of a fold expression does; nothing, where it is none. */
enum operation measure_fold_operator(struct ast *ast, CXCursor expression);

/* allocations.c */

/** Note an allocation that a variable outside functions is initialised with, or that is assigned to
 *  it: `expression` is the declaration or assignment. */
void measure_allocation(struct measure *measure, CXCursor variable, CXCursor expression);

/** @return what was noted of the present body as JSON, NULL if nothing was; a string of the unit.
 */
const char *measure_finish_allocations(struct measure *measure);

/* regions.c */

/** Open the region a part is, if it is one, given what it is part of. */
void measure_open_region(struct measure *measure, struct part *part, struct part *around,
                         unsigned index);

/** Close the regions of a part, `around` being what it is part of. */
void measure_close_region(struct measure *measure, const struct part *part,
                          const struct part *around);

/** What a label begins, given what it is part of. */
void measure_label(struct measure *measure, CXCursor label);

/** The part of a range-based `for` before its colon runs again and again. */
void measure_range_variable(struct measure *measure, CXCursor variable);

/** Hand the regions of a body to the unit. */
void measure_finish_regions(struct measure *measure);

/** @return the location behind the last character of a range. */
CXSourceLocation measure_behind(struct measure *measure, CXSourceRange range);

#endif
