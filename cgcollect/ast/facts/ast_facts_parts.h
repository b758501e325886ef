/*
 * What the parts of ast/facts/ share.
 */
#ifndef CGCOLLECT_AST_FACTS_AST_FACTS_PARTS_H
#define CGCOLLECT_AST_FACTS_AST_FACTS_PARTS_H

#include <libcg/link.h>

#include "ast/facts/ast_facts.h"

/** Deeper expressions count as unknown. */
#define AST_FACTS_LIMIT_DEPTH 200

/** How values of a type are told. */
enum ast_facts_class {
    AST_FACTS_OTHER, /**< no pointers in it: floating point, void, vectors */
    AST_FACTS_INTEGER,
    AST_FACTS_RECORD,         /**< a record: fields belong to its type */
    AST_FACTS_RECORD_POINTER, /**< to a record, of any depth: its type says what it points at */
    AST_FACTS_POINTER,        /**< tracked */
    AST_FACTS_FUNCTION,
    AST_FACTS_VA_LIST, /**< of any depth: told by the arguments it is of */
};

/** What is below all pointers and arrays. */
enum ast_facts_base { BASE_OTHER, BASE_VOID, BASE_BYTE, BASE_INTEGER, BASE_FUNCTION, BASE_RECORD };

/** A type, arrays aside. */
struct ast_facts_type {
    enum ast_facts_class class;
    enum ast_facts_base base;
    unsigned depth; /**< pointers above the base; those of an array are one more when it decays */
    bool array;
    bool wide;                       /**< objects of it are large enough for a pointer */
    bool wide_base;                  /**< objects of its base are */
    struct ast_facts_record *record; /**< of BASE_RECORD */
    const char *signature;           /**< of BASE_FUNCTION */
    const char *cell; /**< of pointers: their type as facts have it, or that of elements */
};

/** A field of a record. */
struct ast_facts_field {
    CXCursor cursor;
    const struct ast_facts_type *type;
    uint64_t offset; /**< in the record itself */
    uint64_t size;
};

/** A field that may hold a pointer, anywhere in a record. */
struct ast_facts_leaf {
    uint64_t offset;
    uint64_t end;
    fact_slot slot;
    const struct ast_facts_type *type;
    guint member; /**< which field of the record it is in */
};

/** A struct or union. */
struct ast_facts_record {
    const char *name;    /**< of the innermost record that has one */
    uint64_t base;       /**< where it is in that */
    CXCursor definition; /**< null: not known here */
    CXType type;
    GArray *fields;    /**< of struct ast_facts_field; NULL until needed */
    GArray *leaves;    /**< of struct ast_facts_leaf; NULL until needed */
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
struct ast_facts {
    struct ast *ast;
    struct facts *facts;
    unit_id owner;        /**< function whose body this is, UNIT_NONE outside */
    unsigned depth;       /**< of expressions */
    unsigned blocks;      /**< around what is visited */
    CXCursor written;     /**< the expression that is being assigned to */
    CXCursor examined;    /**< the innermost expression so far whose value is only looked at */
    GHashTable *types;    /**< struct ast_facts_type by libclang's type */
    GHashTable *records;  /**< struct ast_facts_record by canonical cursor */
    GHashTable *fields;   /**< slots by field */
    GHashTable *globals;  /**< slots by variable */
    GHashTable *locals;   /**< slots by variable, of one function */
    GHashTable *values;   /**< struct value by call or literal, of one function */
    GHashTable *givers;   /**< locals by record: results that point at it */
    GHashTable *overlaps; /**< set of pairs of records that were converted */
    GArray *queue;        /**< of struct ast_facts_record *: layouts to be written */
    GArray *bodies;       /**< of struct ast_facts_body */
};

/** A function that was read. */
struct ast_facts_body {
    unit_id function;
    CXCursor definition;
};

/* operands.c */

/** @return an expression without parentheses and implicit casts that have one operand. */
CXCursor ast_facts_peel(struct ast_facts *f, CXCursor expression);

/** @return the only expression below a cursor, or the null cursor. */
CXCursor ast_facts_only_child(struct ast_facts *f, CXCursor cursor);

/** @return a child that is an expression or statement, by number or the last; else the null cursor.
 */
CXCursor ast_facts_child(struct ast_facts *f, CXCursor cursor, unsigned index);
CXCursor ast_facts_last_child(struct ast_facts *f, CXCursor cursor);

/** @return whether an expression with one operand is `*` or `&`. */
bool ast_facts_is_unary(struct ast_facts *f, CXCursor expression, char operator);

/** @return whether two cursors are of one expression: libclang tells those apart that it came to
 *  by different ways. */
bool ast_facts_is_same(CXCursor a, CXCursor b);

/* types.c */

const struct ast_facts_type *ast_facts_type(struct ast_facts *f, CXType type);

/** @return the type of an expression or declaration; of parameters what it is adjusted to. */
const struct ast_facts_type *ast_facts_type_of(struct ast_facts *f, CXCursor cursor);

/** @return pointers above the base once arrays have decayed. */
unsigned ast_facts_depth(const struct ast_facts_type *type);

/** @return the type of what a pointer points at, if that is a pointer; "" if it may be anything. */
const char *ast_facts_cell(const struct ast_facts_type *type);

/** @return whether it is a pointer to functions, no more and no less. */
bool ast_facts_points_at_function(const struct ast_facts_type *type);

/** @return a type without typedefs and _Atomic. */
CXType ast_facts_unwrapped(CXType type);

/* signatures.c */

/** @return the signature of a function type as facts have it; a string of the unit. "?": it has no
 *  prototype. */
const char *ast_facts_signature(struct ast_facts *f, CXType function);

/* records.c */

struct ast_facts_record *ast_facts_record(struct ast_facts *f, CXCursor declaration);
void ast_facts_record_free(void *record);

/** @return fields of a record, of struct ast_facts_field; none if it is incomplete. */
const GArray *ast_facts_fields(struct ast_facts *f, struct ast_facts_record *record);

/** @return fields that may hold pointers, of struct ast_facts_leaf, in order of offset. */
const GArray *ast_facts_leaves(struct ast_facts *f, struct ast_facts_record *record);

/** @return integers in a record that are as wide as a pointer, of struct ast_facts_leaf. */
const GArray *ast_facts_words(struct ast_facts *f, struct ast_facts_record *record);

/** @return the slot of a field of a record. */
fact_slot ast_facts_field_slot(struct ast_facts *f, const struct ast_facts_record *record,
                               uint64_t offset);

/* layout.c */

/** Say what is in a record, sooner or later. */
void ast_facts_lay_out(struct ast_facts *f, struct ast_facts_record *record);

/** Write the layouts that were asked for, and those of the records in them. */
void ast_facts_write_layouts(struct ast_facts *f);

/** @return whether functions or void pointers are in a record or lie behind its pointers. */
bool ast_facts_holds(struct ast_facts *f, struct ast_facts_record *record);

/** Two records are at one place: what overlaps is one, functions being converted. */
void ast_facts_overlap(struct ast_facts *f, struct ast_facts_record *a, struct ast_facts_record *b);

/** A field is accessed: if it is a union's, what is at its place as well. */
void ast_facts_touch(struct ast_facts *f, CXCursor field);

/** A variable or function is named: if no system header declares it and it is not defined here,
 *  whoever defines it knows the records its type is of, or leads to. */
void ast_facts_show(struct ast_facts *f, CXCursor declaration);

/** Whether a variable lives as long as the program. */
bool ast_facts_is_global(CXCursor variable);

/** Note the type of a variable, or of its elements: of a global one where it is first met, of
 * others where their address is taken. */
void ast_facts_cell_type(struct ast_facts *f, unit_id owner, fact_slot slot,
                         const struct ast_facts_type *type);

/** Note the type of a function that is defined elsewhere: it may be code that is not collected, so
 *  that only here its type is known. */
void ast_facts_declare_type(struct ast_facts *f, unit_id function, CXCursor declaration);

/** @return the address of a record; which one does not matter. */
struct value ast_facts_record_address(struct ast_facts *f, struct ast_facts_record *record);

/** @return the addresses of all pointers in a record, and in those it may be in, that are of a
 * type:
 *  "" any. */
struct value ast_facts_record_insides(struct ast_facts *f, struct ast_facts_record *record,
                                      const char *cell);

/** A slot points at a record. */
void ast_facts_typed(struct ast_facts *f, fact_slot slot, struct ast_facts_record *record);

/* slots.c */

/** Operands of facts and values. */
fact_slot ast_facts_operand(struct ast_facts *f, struct value value);
struct value ast_facts_held(fact_slot slot);
struct value ast_facts_address(fact_slot slot);
struct value ast_facts_nothing(void);
struct value ast_facts_unknown(struct ast_facts *f, const char *reason);

/** @return a new local slot. */
fact_slot ast_facts_local(struct ast_facts *f);

/** @return a slot that holds a value. */
fact_slot ast_facts_slot(struct ast_facts *f, struct value value);

/** @return what may be either. */
struct value ast_facts_join(struct ast_facts *f, struct value a, struct value b);

/** Add to what a slot holds. */
void ast_facts_copy(struct ast_facts *f, fact_slot to, struct value value);

/** @return what is at an address. @param cell its type if it is a pointer, "" if not known */
struct value ast_facts_read(struct ast_facts *f, struct value address, const char *cell);

/** Write to an address. */
void ast_facts_write(struct ast_facts *f, struct value address, struct value value,
                     const char *cell);

/** @return whether an object leads to functions, as itself or through pointers. */
bool ast_facts_leads(struct ast_facts *f, const struct ast_facts_type *type);

/** @return the slot of a variable or parameter. */
fact_slot ast_facts_variable(struct ast_facts *f, CXCursor variable);

/** @return the slot of a field that a member expression or designator names. */
fact_slot ast_facts_member(struct ast_facts *f, CXCursor field);

/** Remember a value by cursor in a table of the flow. */
const struct value *ast_facts_known(GHashTable *table, CXCursor cursor);
void ast_facts_remember(GHashTable *table, CXCursor cursor, struct value value);

/* convert.c */

/** @return the value of an operand that becomes another type. */
struct value ast_facts_convert(struct ast_facts *f, CXCursor cast, CXCursor operand);

/** @return the value of a pointer to records as another type of pointer. */
struct value ast_facts_from_record(struct ast_facts *f, const struct ast_facts_type *from,
                                   const struct ast_facts_type *to);

/** Integers that are accessed as pointers are those that pointers become. */
void ast_facts_link_integers(struct ast_facts *f, struct value cells);

/** @return the value of a pointer that becomes another: functions are converted. */
struct value ast_facts_retype(struct ast_facts *f, unit_id owner, struct value value,
                              const struct ast_facts_type *from, const struct ast_facts_type *to);

/** @return the value of a field that is read as another type, which is at the same place; a fact of
 *  what holds outside functions. */
struct value ast_facts_overlay(struct ast_facts *f, struct value value,
                               const struct ast_facts_type *from, const struct ast_facts_type *to);

/** Note what it means that a tracked pointer, or a pointer to another record, becomes a pointer to
 *  a record. */
void ast_facts_to_record(struct ast_facts *f, CXCursor cast);

/** Note that an operand becomes a member of a union. */
void ast_facts_to_union(struct ast_facts *f, CXCursor cast, CXCursor operand);

/** Note that an operand becomes an integer, if it is a pointer. */
void ast_facts_to_integer(struct ast_facts *f, CXCursor operand);

/** @return the value of an expression that is assigned, returned or handed over, of whatever type;
 *  what its conversion to that type means is noted. */
struct value ast_facts_consume(struct ast_facts *f, CXCursor expression);

/* values.c */

/** @return the value of an expression of a tracked type (or an array of such, or a function);
 *  nothing for others, unless they point at records. */
struct value ast_facts_value(struct ast_facts *f, CXCursor expression);

/** @return the address of what an lvalue names. */
struct value ast_facts_lvalue(struct ast_facts *f, CXCursor expression);

/** @return the pointer a `*` or `[]` goes through; NONE where it goes into a constant array that is
 *  named itself. */
struct value ast_facts_through(struct ast_facts *f, CXCursor access);

/** @return what stands for a va_list: the slot that holds whose arguments it is of. */
struct value ast_facts_va_list(struct ast_facts *f, CXCursor expression);

/** Note what an atomic builtin does. @return its result. */
struct value ast_facts_atomic(struct ast_facts *f, const struct cursors *operands, bool writes);

/** @return whether an unexposed expression is an atomic builtin, given its children. */
bool ast_facts_is_atomic(struct ast_facts *f, const struct cursors *children);

/* initialisers.c */

/** Note what an initialiser puts into an object of its type at an address. */
void ast_facts_initialise(struct ast_facts *f, CXType type, struct value address,
                          CXCursor initialiser);

#endif
