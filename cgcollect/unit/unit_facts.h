/*
 * Pointer facts of one translation unit (docs/pointer-facts.md). The readers of the source and of
 * the IR add them here, by number of slot. When the graph is made, locals are eliminated and the
 * rest is written as metadata `pointerFacts`.
 *
 * Dependencies go one way: ast/facts/, ir/facts/ -> unit_facts.c; facts_reduce.c (locals) and
 * metadata/calls/pointer_facts.c (text) read what is here.
 */
#ifndef CGCOLLECT_UNIT_UNIT_FACTS_H
#define CGCOLLECT_UNIT_UNIT_FACTS_H

#include "unit/unit.h"

/** Number of a slot or an operand in its unit. An operand is a slot, or the address of one. */
typedef uint32_t fact_slot;

/** No slot: an unused result, an argument that holds no pointer. */
#define FACT_NONE UINT32_MAX

struct facts;

/** Make an empty set of facts about the functions of a unit; release with facts_free. */
struct facts *facts_new(struct unit *unit);
void facts_free(struct facts *facts);

/* Slots. Equal ones get equal numbers, except locals, which are new each time. */

/** A local variable or value of a function; owner UNIT_NONE: of initialisers outside functions. */
fact_slot facts_local(struct facts *facts, unit_id owner);

/** A global variable; origin NULL: it has external linkage. Strings are copied. */
fact_slot facts_global(struct facts *facts, const char *name, const char *origin);

/** A field of all objects of a record. */
fact_slot facts_field(struct facts *facts, const char *record, uint64_t offset);

fact_slot facts_parameter(struct facts *facts, unit_id function, unsigned index);
fact_slot facts_result(struct facts *facts, unit_id function);
fact_slot facts_variadic(struct facts *facts, unit_id function);

/** A function, of which only the address is used. */
fact_slot facts_function(struct facts *facts, unit_id function);

/** The virtual members at an entry of virtual tables, of which only the address is used. */
fact_slot facts_member(struct facts *facts, uint64_t entry);

/** A virtual table, by its name in metadata `classes`. */
fact_slot facts_table(struct facts *facts, const char *name);

fact_slot facts_integers(struct facts *facts); /**< `i` */
fact_slot facts_bytes(struct facts *facts);    /**< `b` */
fact_slot facts_outside(struct facts *facts);  /**< `u` */

/** @return the slot of what is read and written through pointers to numbers of two or four bytes
 *  where nothing shows that they are pieces; until facts_settle_half_words. */
fact_slot facts_half_words(struct facts *facts);

/** Count such numbers as copies of bytes, or forget what was read and written. O(facts) */
void facts_settle_half_words(struct facts *facts, bool copied);

/** The address of a slot, an operand. */
fact_slot facts_address_of(struct facts *facts, fact_slot slot);

/* Facts. `owner` is the function whose body has the fact, UNIT_NONE for what holds outside
 * functions. Operands that are FACT_NONE make no fact. */

void facts_copy(struct facts *facts, unit_id owner, fact_slot to, fact_slot operand);

/** Convert functions from one type to another. Other values stay as they are.
 *  @param from, to  signatures; "": no function type (a pointer without type, an integer)
 *  @return a slot that holds the functions as converted */
fact_slot facts_cast(struct facts *facts, unit_id owner, fact_slot operand, const char *from,
                     const char *to);

/** Read what is at a place of one type as another, like members of unions: functions that calls of
 *  the other type cannot call stay as they are. @return a slot for the result */
fact_slot facts_overlay(struct facts *facts, unit_id owner, fact_slot operand, const char *from,
                        const char *to);

/** In place of a type of pointers: all fields of a record, and of what these lead to. */
#define FACTS_ALL_CELLS "*"

/** In place of a type of pointers: all fields of a record, and of those in it. */
#define FACTS_OWN_CELLS "."

/** Use a pointer to bytes as one to pointers: in a record it may be any field of their type.
 *  @param cell type of these pointers, FACTS_ALL_CELLS or FACTS_OWN_CELLS
 *  @return a slot for the result */
fact_slot facts_insides(struct facts *facts, unit_id owner, fact_slot operand, const char *cell);

/** Move on from the begin of a record: of what X leads to, the address that is some bytes further.
 *  @return a slot for the result */
fact_slot facts_further(struct facts *facts, unit_id owner, fact_slot operand, uint64_t bytes);

/** A pointer to a record that was converted from another pointer becomes another again.
 *  @param operand what the pointer to the record was converted from
 *  @param field   offset of the record: what the result is, if the record's address becomes another
 *                 pointer elsewhere
 *  @param behind  the result is memory behind the record, which is a header
 *  @return a slot for the result */
fact_slot facts_headed(struct facts *facts, unit_id owner, fact_slot operand, fact_slot field,
                       bool behind);

/** Add a number to an address, which may lead to any other field of a record: joining decides by
 *  what the source does at that place.
 *  @param place where it is added; without a file: unknown
 *  @return a slot for the sum */
fact_slot facts_sum(struct facts *facts, unit_id owner, fact_slot operand, struct unit_place place);

/** @param cell type of the pointers that are read or written; "": unknown; FACTS_ALL_CELLS:
 * functions are written, each where its type is */
void facts_load(struct facts *facts, unit_id owner, fact_slot to, fact_slot from, const char *cell);
void facts_store(struct facts *facts, unit_id owner, fact_slot to, fact_slot operand,
                 const char *cell);

/** Bytes are copied from what one operand points at to what the other does; nothing, if these are
 * one operand, whose bytes move within what it points at.
 *  @param typed facts tell the records that memory is used as: what is copied keeps its type */
void facts_copy_bytes(struct facts *facts, unit_id owner, fact_slot to, fact_slot from, bool typed);

/** Bytes may be copied in the same way: joining decides by what the source does at that place. */
void facts_may_copy_bytes(struct facts *facts, unit_id owner, fact_slot to, fact_slot from,
                          struct unit_place place);

/** Bytes are copied from any of the records and arrays that a slot points at to any other; what is
 * copied keeps its type. */
void facts_copy_among(struct facts *facts, unit_id owner, fact_slot pointers);

/** In place of a type of pointers to members: the function comes from a table, or an array. */
#define FACTS_BY_HAND "*"

/** Likewise, before the number of an entry: the function is at that entry of a table of procedures
 *  bound to a type. */
#define FACTS_BOUND "#"

/** In place of the number of an entry: the runtime calls the procedure by itself. */
#define FACTS_BOUND_SPECIAL "special"

/** Likewise: a virtual member that the source makes a pointer to. */
#define FACTS_BOUND_MEMBER "member"

/** Likewise: one that it makes a pointer to another type of members of. */
#define FACTS_BOUND_CONVERTED "converted"

/** In place of the type of a function: methods, in virtual tables and pointers to members. */
#define FACTS_METHODS "M"

/** What every call has, whatever it calls. */
struct fact_handing {
    unit_id owner;
    struct unit_place place;
    fact_slot result; /**< or FACT_NONE */
    const fact_slot *arguments;
    unsigned count;
};

/** A call through a pointer, at the place of its unresolved call.
 *  @param member  NULL: no call through a pointer to a member; FACTS_BY_HAND; FACTS_BOUND and an
 *  entry; else the type of such pointers, "|FILE" where it is internal and in no table */
void facts_call(struct facts *facts, const struct fact_handing *handing, fact_slot pointer,
                const char *signature, const char *member);

/** @return whether a library function, by its name, reads or writes bytes of pointers as numbers:
 *  the characters of a stream. */
bool facts_moves_bytes(const char *callee);

/** A call by name of a function that the unit does not define. */
void facts_call_by_name(struct facts *facts, const struct fact_handing *handing, unit_id callee);

/** A virtual call, at the place of its unresolved call; receiver NULL: unknown. */
void facts_call_virtual(struct facts *facts, const struct fact_handing *handing,
                        const char *receiver, uint32_t slot);

/** The source converts pointers to functions, or memory that holds some: functions of one type may
 * be called under another, whatever they go through in between.
 *  @param from, to  signatures in which classes have their own name alone; "": no function type;
 *  "M": methods */
void facts_converts(struct facts *facts, const char *from, const char *to);

/** Forget the types of the source that the compiler says, where what the source converts is not
 *  known. O(facts) */
void facts_forget_types(struct facts *facts);

/** The type of a function, attached to the function itself. */
void facts_signature(struct facts *facts, unit_id function, const char *signature);

/** The type of a function that the unit declares, but does not define. */
void facts_declared_signature(struct facts *facts, unit_id function, const char *signature);

/** A function is at an entry of a table of procedures bound to a type, or pointers to members
 *  call it. @param entry its number, or one of the above */
void facts_bound(struct facts *facts, unit_id function, const char *entry);

/** The type of a field or a variable, or of its elements. @param array a variable that is an array
 */
void facts_cell_type(struct facts *facts, unit_id owner, fact_slot slot, const char *cell,
                     bool array);

/** A slot is, or points at, a record. */
void facts_typed(struct facts *facts, unit_id owner, fact_slot slot, const char *record);

/** A pointer, which may be the address of a slot, is used as one to a record. */
void facts_used_as(struct facts *facts, unit_id owner, fact_slot pointer, const char *record);

/** A record has a field that is another. @param offset of the field; FACT_NONE: unknown */
void facts_nested(struct facts *facts, const char *record, const char *inner, uint32_t offset);

/** A global variable of external linkage is defined here. */
void facts_defined(struct facts *facts, fact_slot slot);

/** A global variable of external linkage is used here and not defined, and its type leads to
 *  functions: if no file defines it, uncollected code may be called through it. */
void facts_used(struct facts *facts, fact_slot slot);

/** A record is defined in a header: a system header, or one of the program. */
void facts_visible(struct facts *facts, const char *record, bool system);

/** Libraries may know instances of the C++ library's templates. */
void facts_library_templates(struct facts *facts);

/** Code loaded at run time cannot name a function, whatever its linkage. */
void facts_hidden(struct facts *facts, unit_id function);

/** A global variable of external linkage is defined here, and such code cannot name it. */
void facts_hidden_variable(struct facts *facts, fact_slot slot);

/** Code outside of functions, assembler, may refer to a symbol that is not declared here. */
void facts_referenced(struct facts *facts, const char *symbol);

/** Machine code gets what a parameter holds, unless it is declared as a pointer to characters or
 *  numbers; its result is what a slot holds, unless it is declared as a number. */
void facts_got(struct facts *facts, unit_id owner, fact_slot to, fact_slot parameter);
void facts_returned(struct facts *facts, unit_id owner, fact_slot from);

/** A slot holds the address of a symbol, a function or a variable. */
void facts_symbol(struct facts *facts, unit_id owner, fact_slot slot, const char *symbol);

/** The compiler makes a function call a runtime function that is not in the graph. */
void facts_runtime(struct facts *facts, unit_id function, const char *name);

/** A function does not distinguish records: it accesses memory by address alone. */
void facts_by_address(struct facts *facts, unit_id function);

/** A slot may hold something unknown: one of the CG_UNKNOWN_... */
void facts_unknown(struct facts *facts, unit_id owner, fact_slot slot, const char *reason);

/** The whole body of a function was read for facts. Without this its definition has no
 *  `pointerFacts` and counts as unread code. UNIT_NONE: what is outside functions. */
void facts_read(struct facts *facts, unit_id owner);

/* Removing functions, for join/prune.c. */

/** Called for each function that a fact mentions, with the owner of the fact. */
typedef void facts_mention(unit_id owner, unit_id function, void *data);

/** Visit all mentions of functions; the same one may be visited more than once. */
void facts_visit_mentions(const struct facts *facts, facts_mention *mention, void *data);

/** Renumber all functions. Drops the facts of functions without a new number (UNIT_NONE), and facts
 *  that mention them. */
void facts_renumber(struct facts *facts, const unit_id *numbers);

/* Reading, for facts_reduce.c and metadata/calls/pointer_facts.c. */

/** Called for each owner that was read, in order of its number, UNIT_NONE last, with the JSON text
 *  of its facts (an array, canonical: sorted, without repetition), after eliminating locals. */
typedef int facts_visit(unit_id owner, const char *text, size_t length, void *data);

/** Eliminate locals and visit what is left. @return the first status that is not 0, else 0. */
int facts_visit_all(struct facts *facts, facts_visit *visit, void *data);

#endif
