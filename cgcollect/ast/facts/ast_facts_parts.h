/*
 * What the parts of ast/facts/ share.
 */
#ifndef CGCOLLECT_AST_FACTS_AST_FACTS_PARTS_H
#define CGCOLLECT_AST_FACTS_AST_FACTS_PARTS_H

#include <libcg/link.h>

#include "ast/facts/ast_facts.h"

/** Deeper expressions count as unknown. */
#define FLOW_LIMIT_DEPTH 200

/** How values of a type are told. */
enum flow_class {
    FLOW_OTHER, /**< no pointers in it: floating point, void, vectors */
    FLOW_INTEGER,
    FLOW_RECORD,         /**< fields are told apart by type */
    FLOW_RECORD_POINTER, /**< of any depth: what it points at is told by its type */
    FLOW_POINTER,        /**< tracked */
    FLOW_FUNCTION,
    FLOW_VA_LIST, /**< of any depth: told by the arguments it is of */
};

/** What is below all pointers and arrays. */
enum flow_base { BASE_OTHER, BASE_VOID, BASE_BYTE, BASE_INTEGER, BASE_FUNCTION, BASE_RECORD };

/** A type, arrays aside. */
struct flow_type {
    enum flow_class class;
    enum flow_base base;
    unsigned depth; /**< pointers above the base; those of an array are one more when it decays */
    bool array;
    bool wide;                  /**< objects of it are large enough for a pointer */
    bool wide_base;             /**< objects of its base are */
    struct flow_record *record; /**< of BASE_RECORD */
    const char *signature;      /**< of BASE_FUNCTION */
    const char *cell; /**< of pointers: their type as facts have it, or that of elements */
};

/** A field of a record. */
struct flow_field {
    CXCursor cursor;
    const struct flow_type *type;
    uint64_t offset; /**< in the record itself */
    uint64_t size;
};

/** A field that may hold a pointer, anywhere in a record. */
struct flow_leaf {
    uint64_t offset;
    uint64_t end;
    fact_slot slot;
    const struct flow_type *type;
    guint member; /**< which field of the record it is in */
};

/** A struct or union. */
struct flow_record {
    const char *name;    /**< of the innermost record that has one */
    uint64_t base;       /**< where it is in that */
    CXCursor definition; /**< null: not known here */
    CXType type;
    GArray *fields;    /**< of struct flow_field; NULL until needed */
    GArray *leaves;    /**< of struct flow_leaf; NULL until needed */
    GArray *words;     /**< the same, of integers as wide as a pointer */
    bool cut;          /**< it has more leaves than are told */
    bool laid_out;     /**< its layout was asked for */
    bool exposed;      /**< its pointers to records are cells others may read */
    bool shown;        /**< code that was not collected knows it */
    signed char holds; /**< whether it leads to functions or void pointers; -1: not known yet */
};

/** What an expression may be: nothing, what a slot holds, or the address of one. */
enum value_kind { VALUE_NONE, VALUE_HELD, VALUE_ADDRESS };
struct value {
    enum value_kind kind;
    fact_slot slot;
};

/** One translation unit being read. */
struct flow {
    struct ast *ast;
    struct facts *facts;
    unit_id owner;        /**< function whose body this is, UNIT_NONE outside */
    unsigned depth;       /**< of expressions */
    unsigned blocks;      /**< around what is visited */
    CXCursor written;     /**< the expression that is being assigned to */
    CXCursor examined;    /**< the innermost expression so far whose value is only looked at */
    GHashTable *types;    /**< struct flow_type by libclang's type */
    GHashTable *records;  /**< struct flow_record by canonical cursor */
    GHashTable *fields;   /**< slots by field */
    GHashTable *globals;  /**< slots by variable */
    GHashTable *locals;   /**< slots by variable, of one function */
    GHashTable *values;   /**< struct value by call or literal, of one function */
    GHashTable *givers;   /**< locals by record: results that point at it */
    GHashTable *overlaps; /**< set of pairs of records that were converted */
    GArray *queue;        /**< of struct flow_record *: layouts to be written */
    GArray *bodies;       /**< of struct flow_body */
};

/** A function that was read. */
struct flow_body {
    unit_id function;
    CXCursor definition;
};

/* operands.c */

/** @return an expression without parentheses and implicit casts that have one operand. */
CXCursor flow_peel(CXCursor expression);

/** @return the only expression below a cursor, or the null cursor. */
CXCursor flow_only_child(CXCursor cursor);

/** @return a child that is an expression or statement, by number or the last; else the null cursor.
 */
CXCursor flow_child(CXCursor cursor, unsigned index);
CXCursor flow_last_child(CXCursor cursor);

/** @return whether an expression with one operand is `*` or `&`. */
bool flow_is_unary(struct flow *flow, CXCursor expression, char operator);

/** @return whether two cursors are of one expression: libclang tells those apart that it came to
 *  by different ways. */
bool flow_is_same(CXCursor a, CXCursor b);

/* types.c */

const struct flow_type *flow_type(struct flow *flow, CXType type);

/** @return the type of an expression or declaration; of parameters what it is adjusted to. */
const struct flow_type *flow_type_of(struct flow *flow, CXCursor cursor);

/** @return pointers above the base once arrays have decayed. */
unsigned flow_depth(const struct flow_type *type);

/** @return the type of what a pointer points at, if that is a pointer; "" if it may be anything. */
const char *flow_cell(const struct flow_type *type);

/** @return whether it is a pointer to functions, no more and no less. */
bool flow_points_at_function(const struct flow_type *type);

/** @return a type without typedefs and _Atomic. */
CXType flow_unwrapped(CXType type);

/* signatures.c */

/** @return the signature of a function type as facts have it; a string of the unit. "?": it has no
 *  prototype. */
const char *flow_signature(struct flow *flow, CXType function);

/* records.c */

struct flow_record *flow_record(struct flow *flow, CXCursor declaration);
void flow_record_free(void *record);

/** @return fields of a record, of struct flow_field; none if it is incomplete. */
const GArray *flow_fields(struct flow *flow, struct flow_record *record);

/** @return fields that may hold pointers, of struct flow_leaf, in order of offset. */
const GArray *flow_leaves(struct flow *flow, struct flow_record *record);

/** @return integers in a record that are as wide as a pointer, of struct flow_leaf. */
const GArray *flow_words(struct flow *flow, struct flow_record *record);

/** @return the slot of a field of a record. */
fact_slot flow_field_slot(struct flow *flow, const struct flow_record *record, uint64_t offset);

/* layout.c */

/** Say what is in a record, sooner or later. */
void flow_lay_out(struct flow *flow, struct flow_record *record);

/** Write the layouts that were asked for, and those of the records in them. */
void flow_write_layouts(struct flow *flow);

/** @return whether functions or void pointers are in a record or lie behind its pointers. */
bool flow_holds(struct flow *flow, struct flow_record *record);

/** Two records are at one place: what overlaps is one, functions being converted. */
void flow_overlap(struct flow *flow, struct flow_record *a, struct flow_record *b);

/** A field is accessed: if it is a union's, what is at its place as well. */
void flow_touch(struct flow *flow, CXCursor field);

/** A variable or function is named: if no system header declares it and it is not defined here,
 *  whoever defines it knows the records its type is of, or leads to. */
void flow_show(struct flow *flow, CXCursor declaration);

/** Whether a variable lives as long as the program. */
bool flow_is_global(CXCursor variable);

/** Note the type of a variable, or of its elements: of a global one where it is first met, of
 * others where their address is taken. */
void flow_cell_type(struct flow *flow, unit_id owner, fact_slot slot, const struct flow_type *type);

/** Note the type of a function that is defined elsewhere: it may be code that is not collected, so
 *  that only here its type is known. */
void flow_declare_type(struct flow *flow, unit_id function, CXCursor declaration);

/** @return the address of a record; which one does not matter. */
struct value flow_record_address(struct flow *flow, struct flow_record *record);

/** @return the addresses of all pointers in a record, and in those it may be in, that are of a
 * type:
 *  "" any. */
struct value flow_record_insides(struct flow *flow, struct flow_record *record, const char *cell);

/** A slot points at a record. */
void flow_typed(struct flow *flow, fact_slot slot, struct flow_record *record);

/* slots.c */

/** Operands of facts and values. */
fact_slot flow_operand(struct flow *flow, struct value value);
struct value flow_held(fact_slot slot);
struct value flow_address(fact_slot slot);
struct value flow_nothing(void);
struct value flow_unknown(struct flow *flow, const char *reason);

/** @return a new local slot. */
fact_slot flow_local(struct flow *flow);

/** @return a slot that holds a value. */
fact_slot flow_slot(struct flow *flow, struct value value);

/** @return what may be either. */
struct value flow_join(struct flow *flow, struct value a, struct value b);

/** Add to what a slot holds. */
void flow_copy(struct flow *flow, fact_slot to, struct value value);

/** @return what is at an address. @param cell its type if it is a pointer, "" if not known */
struct value flow_read(struct flow *flow, struct value address, const char *cell);

/** Write to an address. */
void flow_write(struct flow *flow, struct value address, struct value value, const char *cell);

/** @return whether an object leads to functions, as itself or through pointers. */
bool flow_leads(struct flow *flow, const struct flow_type *type);

/** @return the slot of a variable or parameter. */
fact_slot flow_variable(struct flow *flow, CXCursor variable);

/** @return the slot of a field that a member expression or designator names. */
fact_slot flow_member(struct flow *flow, CXCursor field);

/** Remember a value by cursor in a table of the flow. */
const struct value *flow_known(GHashTable *table, CXCursor cursor);
void flow_remember(GHashTable *table, CXCursor cursor, struct value value);

/* convert.c */

/** @return the value of an operand that becomes another type. */
struct value flow_convert(struct flow *flow, CXCursor cast, CXCursor operand);

/** @return the value of a pointer to records as another type of pointer. */
struct value flow_from_record(struct flow *flow, const struct flow_type *from,
                              const struct flow_type *to);

/** Integers that are accessed as pointers are those that pointers become. */
void flow_link_integers(struct flow *flow, struct value cells);

/** @return the value of a pointer that becomes another: functions are converted. */
struct value flow_retype(struct flow *flow, unit_id owner, struct value value,
                         const struct flow_type *from, const struct flow_type *to);

/** @return the value of a field that is read as another type, which is at the same place; a fact of
 *  what holds outside functions. */
struct value flow_overlay(struct flow *flow, struct value value, const struct flow_type *from,
                          const struct flow_type *to);

/** Note what it means that a tracked pointer, or a pointer to another record, becomes a pointer to
 *  a record. */
void flow_to_record(struct flow *flow, CXCursor cast);

/** Note that an operand becomes a member of a union. */
void flow_to_union(struct flow *flow, CXCursor cast, CXCursor operand);

/** Note that an operand becomes an integer, if it is a pointer. */
void flow_to_integer(struct flow *flow, CXCursor operand);

/** @return the value of an expression that is assigned, returned or handed over, of whatever type;
 *  what its conversion to that type means is noted. */
struct value flow_consume(struct flow *flow, CXCursor expression);

/* values.c */

/** @return the value of an expression of a tracked type (or an array of such, or a function);
 *  nothing for others, unless they point at records. */
struct value flow_value(struct flow *flow, CXCursor expression);

/** @return the address of what an lvalue names. */
struct value flow_lvalue(struct flow *flow, CXCursor expression);

/** @return the pointer a `*` or `[]` goes through; NONE where it goes into a constant array that is
 *  named itself. */
struct value flow_through(struct flow *flow, CXCursor access);

/** @return what stands for a va_list: the slot that holds whose arguments it is of. */
struct value flow_va_list(struct flow *flow, CXCursor expression);

/** Note what an atomic builtin does. @return its result. */
struct value flow_atomic(struct flow *flow, const struct cursors *operands, bool writes);

/** @return whether an unexposed expression is an atomic builtin, given its children. */
bool flow_is_atomic(struct flow *flow, const struct cursors *children);

/* initialisers.c */

/** Note what an initialiser puts into an object of its type at an address. */
void flow_initialise(struct flow *flow, CXType type, struct value address, CXCursor initialiser);

#endif
