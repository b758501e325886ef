/*
 * What the files of ast/facts/ share.
 */
#ifndef CGCOLLECT_AST_FACTS_AST_FACTS_PARTS_H
#define CGCOLLECT_AST_FACTS_AST_FACTS_PARTS_H

#include <libcg/link.h>

#include "ast/facts/ast_facts.h"

/** Deeper expressions count as unknown. */
#define AST_FACTS_LIMIT_DEPTH 200

/** How facts represent the values of a type. */
enum ast_facts_class {
    AST_FACTS_OTHER, /**< no pointers in it: floating point, void, vectors */
    AST_FACTS_INTEGER,
    AST_FACTS_RECORD,         /**< a record: its type has the fields */
    AST_FACTS_RECORD_POINTER, /**< to a record, of any depth: its type determines what it points
                                   at */
    AST_FACTS_POINTER,        /**< tracked */
    AST_FACTS_FUNCTION,
    AST_FACTS_VA_LIST, /**< of any depth: represented by the arguments it stands for */
};

/** What remains of a type without pointers and arrays. */
enum ast_facts_base { BASE_OTHER, BASE_VOID, BASE_BYTE, BASE_INTEGER, BASE_FUNCTION, BASE_RECORD };

/** A type, without arrays around it. */
struct ast_facts_type {
    enum ast_facts_class class;
    enum ast_facts_base base;
    unsigned depth; /**< pointers above the base; those of an array are one more when it decays */
    bool array;
    bool wide;                       /**< objects of it are large enough for a pointer */
    bool wide_base;                  /**< objects of its base are */
    struct ast_facts_record *record; /**< of BASE_RECORD */
    const char *signature;           /**< of BASE_FUNCTION */
    const char *cell; /**< of pointers: their type in facts, or that of the elements */
};

/** A field of a record. */
struct ast_facts_field {
    CXCursor cursor;
    const struct ast_facts_type *type;
    uint64_t offset; /**< in its own record */
    uint64_t size;
};

/** A field that may hold a pointer, at any depth of a record. */
struct ast_facts_leaf {
    uint64_t offset;
    uint64_t end;
    fact_slot slot;
    const struct ast_facts_type *type;
    guint member; /**< which field of the record contains it */
};

/** A struct or union. */
struct ast_facts_record {
    const char *name;    /**< name of the innermost record that has one */
    uint64_t base;       /**< offset in that record */
    CXCursor definition; /**< null: not known here */
    CXType type;
    GArray *fields;    /**< of struct ast_facts_field; NULL until needed */
    GArray *leaves;    /**< of struct ast_facts_leaf; NULL until needed */
    GArray *words;     /**< the same for integers as wide as a pointer */
    bool cut;          /**< it has more leaves than are recorded */
    bool laid_out;     /**< its layout was requested */
    bool exposed;      /**< others may read its pointers to records as cells */
    bool shown;        /**< uncollected code knows it */
    bool strewn;       /**< its pointers may lead behind it: see private_headers.c */
    guint copied;      /**< number of the last body that copies objects of it, or members */
    signed char holds; /**< whether it leads to functions or void pointers; -1: not known yet */
};

/** The value of an expression: none, what a slot holds, or the address of one. */
enum value_kind { VALUE_NONE, VALUE_HELD, VALUE_ADDRESS };
struct value {
    enum value_kind kind;
    fact_slot slot;
};

/** One translation unit being read. */
struct ast_facts {
    struct ast *ast;
    struct facts *facts;
    unit_id owner;           /**< function of the current body, UNIT_NONE outside */
    CXCursor body;           /**< its definition */
    long long pointer_bytes; /**< of the target */
    unsigned depth;          /**< of expressions */
    unsigned blocks;         /**< the nodes around the current one */
    CXCursor written;        /**< the expression that is being assigned to */
    GHashTable *types;       /**< struct ast_facts_type by libclang's type */
    GHashTable *signatures;  /**< encoded type by canonical type of a function */
    GHashTable *records;     /**< struct ast_facts_record by canonical cursor */
    GHashTable *fields;      /**< slots by field */
    GHashTable *globals;     /**< slots by variable */
    GHashTable *locals;      /**< slots by variable, of one function */
    GHashTable *values;      /**< struct value by call or literal, of one function */
    GHashTable *givers;      /**< locals by record: results that point at it */
    GHashTable *overlaps;    /**< set of pairs of records converted to each other */
    GArray *queue;           /**< of struct ast_facts_record *: layouts to write */
    GArray *bodies;          /**< of struct ast_facts_body */
    GArray *plain_uses;      /**< see plain_records.c */
    guint entered;           /**< bodies so far */
    GArray *headers;         /**< see headed_memory.c */
    bool declarations_seen;  /**< those of records are known, see private_headers.c */
    bool uses_seen;          /**< and all uses of their pointers */
    guint searched;          /**< variables of the body, there */
    guint searching;         /**< the one that is being searched, or FACT_NONE */
};

/** A function whose body was read. */
struct ast_facts_body {
    unit_id function;
    CXCursor definition;
};

/* expression_operands.c */

/** @return an expression without parentheses and implicit casts with one operand. */
CXCursor ast_facts_peel(struct ast_facts *f, CXCursor expression);

/** @return whether an expression is a pointer to function pointers, and not an array. */
bool ast_facts_is_cell_pointer(struct ast_facts *f, CXCursor pointer);

/** @return the value of such a pointer after counting on: if it points at a field, it may point at
 *          others of the record; any other value as it is. */
struct value ast_facts_beside_cell(struct ast_facts *f, CXCursor pointer, struct value value);

/** @return whether a pointer is one to a function, or is converted from one, in the expression. */
bool ast_facts_is_place_of_code(struct ast_facts *f, CXCursor pointer);

/** @return whether a kind of expression has the value of its operand, perhaps converted. */
bool ast_facts_is_wrapper(enum CXCursorKind kind);

/** @return an expression without the parentheses around it. */
CXCursor ast_facts_without_parentheses(struct ast_facts *f, CXCursor expression);

/** @return the only expression below a cursor, or the null cursor. */
CXCursor ast_facts_only_child(struct ast_facts *f, CXCursor cursor);

/** @return a child that is an expression or statement, by index or the last; else the null
 *  cursor. */
CXCursor ast_facts_child(struct ast_facts *f, CXCursor cursor, unsigned index);
CXCursor ast_facts_last_child(struct ast_facts *f, CXCursor cursor);

/** @return whether an expression with one operand is `*` or `&`. */
bool ast_facts_is_unary(struct ast_facts *f, CXCursor expression, char operator);

/** @return whether two cursors are one expression; libclang's own comparison also compares how it
 *  came to them. */
bool ast_facts_is_same(CXCursor a, CXCursor b);

/* types.c */

const struct ast_facts_type *ast_facts_type(struct ast_facts *f, CXType type);

/** @return the type of an expression or declaration; for parameters the adjusted type. */
const struct ast_facts_type *ast_facts_type_of(struct ast_facts *f, CXCursor cursor);

/** @return the pointers above the base once arrays have decayed. */
unsigned ast_facts_depth(const struct ast_facts_type *type);

/** @return the type of a pointer's target, if that is a pointer; "" if it may be anything. */
const char *ast_facts_cell(const struct ast_facts_type *type);

/** @return whether a type is a pointer to functions, and nothing more. */
bool ast_facts_points_at_function(const struct ast_facts_type *type);

/* encoded_types.c */

/** @return the signature of a function type in facts; a string of the unit. "?" without a
 *  prototype. */
const char *ast_facts_signature(struct ast_facts *f, CXType function);

/** The type of a function that is defined with nothing between its parentheses: it takes nothing,
 * but calls are not held against that. */
const char *ast_facts_signature_without_prototype(struct ast_facts *f, CXType function);

/* records.c */

struct ast_facts_record *ast_facts_record(struct ast_facts *f, CXCursor declaration);
void ast_facts_record_free(void *record);

/** @return the fields of a record, of struct ast_facts_field; none if it is incomplete. */
const GArray *ast_facts_fields(struct ast_facts *f, struct ast_facts_record *record);

/** @return the fields that may hold pointers, of struct ast_facts_leaf, in order of offset. */
const GArray *ast_facts_leaves(struct ast_facts *f, struct ast_facts_record *record);

/** @return the integers of a record that are as wide as a pointer, of struct ast_facts_leaf. */
const GArray *ast_facts_words(struct ast_facts *f, struct ast_facts_record *record);

/** @return the slot of a field of a record. */
fact_slot ast_facts_field_slot(struct ast_facts *f, const struct ast_facts_record *record,
                               uint64_t offset);

/* layout.c */

/** Request the layout of a record. */
void ast_facts_lay_out(struct ast_facts *f, struct ast_facts_record *record);

/** Write the requested layouts, and those of the records in them. */
void ast_facts_write_layouts(struct ast_facts *f);

/** @return whether a record contains, or its pointers lead to, functions or void pointers. */
bool ast_facts_holds(struct ast_facts *f, struct ast_facts_record *record);

/** Record that two records share a place: fields that overlap are one, with functions converted. */
void ast_facts_overlap(struct ast_facts *f, struct ast_facts_record *a, struct ast_facts_record *b);

/** Record the access of a field; in a union also of what shares its place. */
void ast_facts_touch(struct ast_facts *f, CXCursor field);

/** Record that a variable or function is named. If no system header declares it and it is not
 *  defined here, whoever defines it knows the records that its type leads to. */
void ast_facts_show(struct ast_facts *f, CXCursor declaration);

/** Whether a variable lives as long as the program. */
bool ast_facts_is_global(CXCursor variable);

/** Record the type of a variable or of its elements: of a global one at its first use, of others
 *  where their address is taken. */
void ast_facts_cell_type(struct ast_facts *f, unit_id owner, fact_slot slot,
                         const struct ast_facts_type *type);

/** Record the type of a function defined elsewhere: if that code is not collected, only this file
 *  shows the type. */
void ast_facts_declare_type(struct ast_facts *f, unit_id function, CXCursor declaration);

/** @return the address of a record; which one does not matter. */
struct value ast_facts_record_address(struct ast_facts *f, struct ast_facts_record *record);

/** @return the addresses of all pointers of a type in a record and in those that may contain it; ""
 *  is any type. */
struct value ast_facts_record_insides(struct ast_facts *f, struct ast_facts_record *record,
                                      const char *cell);

/** Record that a slot points at a record. */
void ast_facts_typed(struct ast_facts *f, fact_slot slot, struct ast_facts_record *record);

/** Record that a pointer is used as one to a record, if that leads to functions. */
void ast_facts_used_as(struct ast_facts *f, struct value pointer, struct ast_facts_record *record);

/* plain_records.c */

/** @return an empty list of uses, for struct ast_facts. */
GArray *ast_facts_new_plain_uses(void);

/** Notes that a pointer that may point at pointers is used as one of a type, perhaps one to a
 * record of numbers. */
void ast_facts_use_plain(struct ast_facts *f, CXCursor pointer, const struct ast_facts_type *type);

/** Notes that the body copies objects of a record. */
void ast_facts_copied(struct ast_facts *f, struct ast_facts_record *record);

/** Notes that an assignment copies a member of a record to the same one of another object. */
void ast_facts_copied_member(struct ast_facts *f, CXCursor target, CXCursor value);

/** At the end of a body: records of numbers that it copies hold what is found where they are used.
 *  Those of words wait. */
void ast_facts_end_plain_uses(struct ast_facts *f);

/** At the end of the file: the same of records of words that any body copies. Changes the owner. */
void ast_facts_write_plain_uses(struct ast_facts *f);

/* value_operands.c */

/** Operands of facts, and values. */
fact_slot ast_facts_operand(struct ast_facts *f, struct value value);
struct value ast_facts_held(fact_slot slot);
struct value ast_facts_address(fact_slot slot);
struct value ast_facts_nothing(void);
struct value ast_facts_unknown(struct ast_facts *f, const char *reason);

/** @return a new local slot. */
fact_slot ast_facts_local(struct ast_facts *f);

/** @return what integers of a type may be: pointers, or bytes of them. */
fact_slot ast_facts_integers_of(struct ast_facts *f, const struct ast_facts_type *type);

/** @return a slot that holds a value. */
fact_slot ast_facts_slot(struct ast_facts *f, struct value value);

/** @return the union of two values. */
struct value ast_facts_join(struct ast_facts *f, struct value a, struct value b);

/** Add a value to a slot. */
void ast_facts_copy(struct ast_facts *f, fact_slot to, struct value value);

/** @return the content of an address.
 *  @param cell its type if it is a pointer, "" if not known */
struct value ast_facts_read(struct ast_facts *f, struct value address, const char *cell);

/** Write a value to an address. */
void ast_facts_write(struct ast_facts *f, struct value address, struct value value,
                     const char *cell);

/** @return whether an object leads to functions, itself or through pointers. */
bool ast_facts_leads(struct ast_facts *f, const struct ast_facts_type *type);

/** @return the slot of a variable or parameter. */
fact_slot ast_facts_variable(struct ast_facts *f, CXCursor variable);

/** @return the slot of the field that a member expression or designator names. */
fact_slot ast_facts_member(struct ast_facts *f, CXCursor field);

/** Store a value by cursor in a table of the flow. */
const struct value *ast_facts_known(GHashTable *table, CXCursor cursor);
void ast_facts_remember(GHashTable *table, CXCursor cursor, struct value value);

/* convert.c */

/** @return the value of an operand converted to another type. */
struct value ast_facts_convert(struct ast_facts *f, CXCursor cast, CXCursor operand);

/** Record that a type of integer is accessed as a pointer: it is what pointers are converted to. */
void ast_facts_link_integers(struct ast_facts *f, struct value cells);

/** @return the value of a pointer converted to another type: functions are converted. */
struct value ast_facts_retype(struct ast_facts *f, unit_id owner, struct value value,
                              const struct ast_facts_type *from, const struct ast_facts_type *to);

/** @return the value of a field read as another type at the same place; a fact that holds outside
 *  functions. */
struct value ast_facts_overlay(struct ast_facts *f, struct value value,
                               const struct ast_facts_type *from, const struct ast_facts_type *to);

/** Record the conversion of a tracked pointer, or a pointer to another record, to a pointer to a
 *  record. */
void ast_facts_to_record(struct ast_facts *f, CXCursor cast);

/** Record that a pointer to one record becomes one to another, which may be the same. */
void ast_facts_record_as(struct ast_facts *f, struct ast_facts_record *from,
                         struct ast_facts_record *to);

/** Record the conversion of an operand to a member of a union. */
void ast_facts_to_union(struct ast_facts *f, CXCursor cast, CXCursor operand);

/** @return the value of a tracked pointer, or of a function, as a number. */
struct value ast_facts_number(struct ast_facts *f, CXCursor pointer);

/** Record the conversion of an operand to an integer, if it is a pointer. */
void ast_facts_to_integer(struct ast_facts *f, CXCursor operand);

/** @return the value of an expression of any type that is assigned, returned or passed; records
 *  what its conversion means. */
struct value ast_facts_consume(struct ast_facts *f, CXCursor expression);

/** @return the pointer that an integer as wide as one is made of in the same expression, whatever
 * marks its low bits hold, as in `(uintptr_t)p | 1`; the expression itself if it is made of none.
 */
CXCursor ast_facts_without_integers(struct ast_facts *f, CXCursor expression);

/* examined.c */

/** @return whether an integer, as an expression, has no part in what is stored, passed or returned:
 *  it is compared, a remainder is taken, or it becomes the pointer that it was made of.
 *  O(depth). */
bool ast_facts_is_examined(struct ast_facts *f, CXCursor expression);

/** @return whether a number may be what a pointer became. Made of constants and smaller numbers
 * alone, it is not. O(its size). */
bool ast_facts_may_be_address(struct ast_facts *f, CXCursor number);

/** @return whether an operator, given its second operand, only changes the bits of a pointer that
 * mark it: those that its alignment leaves free. */
bool ast_facts_marks(CXCursor operator, CXCursor operand);

/* expression_values.c */

/** @return the value of an expression of a tracked type (or an array of such, or a function);
 *  nothing for others, unless they point at records. */
struct value ast_facts_value(struct ast_facts *f, CXCursor expression);

/** @return the address that an lvalue names. */
struct value ast_facts_lvalue(struct ast_facts *f, CXCursor expression);

/** @return the pointer that a `*` or `[]` dereferences; NONE if it goes into a constant array that
 *  is named itself. */
struct value ast_facts_through(struct ast_facts *f, CXCursor access);

/** @return the value of a va_list: the slot of the arguments it stands for. */
struct value ast_facts_va_list(struct ast_facts *f, CXCursor expression);

/** Record what an atomic builtin does. @return its result. */
struct value ast_facts_atomic(struct ast_facts *f, const struct cursors *operands, bool writes);

/** @return whether an unexposed expression is an atomic builtin, given its children. */
bool ast_facts_is_atomic(struct ast_facts *f, const struct cursors *children);

/* headed_memory.c */

/** @return an empty list of variables, for struct ast_facts. */
GArray *ast_facts_new_headers(void);

/** @return a pointer to a record as another pointer.
 *  @param address of the record: what it is if it was not converted from another pointer in the
 * same function */
struct value ast_facts_from_header(struct ast_facts *f, CXCursor pointer, struct value address);

/** @return memory that begins at the end of the record that a pointer points at, or behind it.
 *  @param address what it is if the pointer was not converted from another in the same function */
struct value ast_facts_tail(struct ast_facts *f, CXCursor pointer, struct value address);

/** @return what a pointer to records that is counted on (`header + 1`) points at, if it was not the
 *          last record: the address of the record, where nothing more is known; nothing for other
 *          pointers. */
struct value ast_facts_behind(struct ast_facts *f, CXCursor pointer);

/** @return the same for a sum of bytes: `(char *)header + sizeof *header`; nothing for others, and
 *          where nothing more is known. */
struct value ast_facts_bytes_behind(struct ast_facts *f, CXCursor sum);

/** At the end of a body: what headers are that became other pointers. */
void ast_facts_end_headers(struct ast_facts *f);

/* private_headers.c */

/** @return whether a record may be a header of memory, as far as is known. */
bool ast_facts_may_head(const struct ast_facts_record *record);

/** @return whether the file uses pointers to a record as headers of memory alone. The first such
 *          question takes time linear in the size of the translation unit. */
bool ast_facts_heads_alone(struct ast_facts *f, const struct ast_facts_record *record);

/* elf_fields.c */

/** @return the slot of what a symbol or a relocation of an ELF file says, if an expression reads
 * that; else FACT_NONE. */
fact_slot ast_facts_place_in_file(struct ast_facts *f, CXCursor expression);

/** @return whether a variable is where the program's own file is in memory. */
bool ast_facts_is_place_of_file(CXCursor variable);

/* system_calls.c */

/** @return whether a call of the library's `syscall` makes a system call that has no part in
 *  pointers. @param function the declaration that is called */
bool ast_facts_is_idle_system_call(struct ast *ast, CXCursor function,
                                   const struct cursors *arguments);

/* assembly_facts.c */

/** Record what an assembly statement does with its operands. */
void ast_facts_assembly(struct ast_facts *f, CXCursor statement);

/* initialisers.c */

/** Record what an initialiser puts into an object of its type at an address. */
void ast_facts_initialise(struct ast_facts *f, CXType type, struct value address,
                          CXCursor initialiser);

#endif
