/*
 * A whole program while its pointer facts (docs/pointer-facts.md) are solved: numbered slots,
 * functions, records and calls.
 *
 * Dependencies: link.c -> read_facts.c, external_code.c, write_targets.c -> bind_calls.c ->
 * apply_summary.c -> memory/ -> solved_program.c, slots.c -> solver.h. (bind_calls.c and
 * apply_summary.c need each other: an effect of a summary may be a call, and a call may reach a
 * function with a summary.)
 */
#ifndef POINTS_TO_SOLVED_PROGRAM_H
#define POINTS_TO_SOLVED_PROGRAM_H

#include "base/pool.h"
#include "classes/hierarchy.h"
#include "graph/origin_index.h"
#include "solver/solver.h"
#include "summaries/summaries.h"
#include "json/json_walk.h"

#include <libcg/graph.h>
#include <libcg/link.h>

/** The kind of object that a slot is when its address is stored, and the meaning of its index. */
enum slot_kind {
    SLOT_DATA,     /**< a variable or a field */
    SLOT_RECORD,   /**< the field at offset 0, whose address is that of the record `index` */
    SLOT_FUNCTION, /**< the function `index` */
    SLOT_MEMBER,   /**< any virtual member at entry `index` of a table */
    SLOT_TABLE,    /**< a virtual table, which holds its functions */
    SLOT_ENTRY,    /**< the function `index` in a virtual table */
    SLOT_CAST,     /**< a function converted to another type; `index` into `casts` */
    SLOT_UNKNOWN,  /**< an unknown value; `index` into `unknowns` */
    SLOT_HEAP, /**< memory allocated by a call; `index`: a record with the types it is used as */
};

/** An access through a pointer to cells of a type. */
struct access {
    uint32_t slot; /**< destination of a read, or source of a write */
    uint32_t cell; /**< text of the type */
};

/** The cells of a type in memory: those of all records it is used as. */
struct memory_cell {
    uint32_t type;    /**< text */
    uint32_t read;    /**< slot for the content of such fields */
    uint32_t written; /**< slot for what is written to such fields */
    uint32_t next;    /**< in the same memory; NUMBER_NONE: none */
};

/** Numbers in order of addition. */
struct number_list {
    uint32_t *items;
    size_t capacity;
    size_t count;
};

/** A function, whether the graph has a node for it or not. */
struct function {
    const char *text;              /**< NAME or NAME|ORIGIN or NAME||ORIGIN */
    cg_node node;                  /**< CG_NONE: not in the graph yet */
    uint32_t slot;                 /**< the function as an object */
    struct number_list parameters; /**< slots; NUMBER_NONE if no fact mentions it */
    uint32_t result;
    uint32_t variadic;
    struct cg_value signature;     /**< length 0: unknown */
    struct cg_value defined_as;    /**< the type that its definition has; length 0: none */
    const struct summary *summary; /**< for functions without facts */
    struct number_list bound;      /**< texts of its entries in tables of bound procedures */
    bool read;                     /**< the facts include its body */
    bool hidden;                   /**< code loaded at run time cannot find it by name, */
    bool visible;                  /**< unless another program defines one that it can */
    bool found;                    /**< dlsym finds it: symbols_find */
    bool gives;                    /**< what it returns leads to what may hold functions, in a file
                                      of C++ that does not define it */
    bool escapes;                  /**< uncollected code may call it */
    bool mistyped;                 /**< calls of an incompatible type may call it */
    bool allocates;                /**< each call returns memory of its own (allocators.h), */
    uint32_t returns;              /**< or, if bit N is set, argument N */
};

/** Which code knows the layout of a record. */
enum visibility {
    VISIBLE_TO_FILE,    /**< the file that defines it */
    VISIBLE_TO_PROGRAM, /**< code of the program, or code written for it */
    VISIBLE_TO_CXX,     /**< libraries of C++ too */
    VISIBLE_TO_ALL,     /**< all system libraries too */
};

/** A function converted to another type. */
struct cast {
    uint32_t function;
    uint32_t slot;        /**< the object */
    struct cg_value type; /**< length 0: a pointer without type, an integer */
    bool named;   /**< the conversion names the function: calls under this type are intended */
    bool overlay; /**< no conversion: places overlap */
};

/** A conversion in the program: functions of one type become functions of another. */
struct conversion {
    uint32_t to;          /**< slot */
    struct cg_value from; /**< length 0: from a pointer without type */
    struct cg_value type; /**< length 0: to a pointer without type */
    bool named;           /**< the operand is a function's name */
    bool overlay;         /**< no conversion: places overlap */
};

/** A struct, union or class. */
struct record {
    struct number_list fields;     /**< slots */
    struct number_list inner;      /**< records that are fields of it */
    struct number_list inner_at;   /**< by index in `inner`: offset, or NUMBER_NONE */
    struct number_list arrays;     /**< offsets of fields that stand for all elements of an array */
    struct number_list outer;      /**< records it is a field of */
    struct number_list stands_for; /**< views: what is used as this record, which no file defines,
                                      or copied to the characters that it begins with; more than
                                      MOST_VIEWS: too much */
    struct number_list insides;    /**< accesses through pointers to it that become such to cells */
    struct number_list shared;     /**< records that objects of it are used as, or that are used as
                                      it */
    uint64_t listed;               /**< the last of `listings` that it is in: record_is_new */
    uint32_t cells;                /**< of memory: the last cell accessed in it, or NUMBER_NONE */
    uint32_t written;              /**< of memory: slot of what is written through its address, or
                                      NUMBER_NONE */
    enum visibility visibility;
    uint32_t name;    /**< text, CG_NO_STRING: memory */
    bool leads;       /**< its beginning is used as a pointer to a record */
    bool typed;       /**< the types of its fields are known */
    bool cplusplus;   /**< functions of C++ use its fields */
    bool had;         /**< uncollected code has one, */
    bool outside;     /**< and knows its fields */
    uint32_t own;     /**< slot of the addresses of all its fields, and of those in it, or
                     NUMBER_NONE */
    uint32_t around;  /**< the same with the records around it, and those in them */
    uint32_t reach;   /**< slot of the addresses of all fields that code finds from one on, by their
                     types, or NUMBER_NONE */
    uint32_t reached; /**< slot of all that may be this record, if facts do not distinguish records;
                         or NUMBER_NONE */
};

/** Code that stores functions it gets: machine_code.h. */
struct kept {
    cg_node owner;             /**< its function, or CG_NONE */
    uint32_t of_places;        /**< slot that leads to the places */
    uint32_t of_values;        /**< slot of what is stored */
    struct number_list types;  /**< two each: text of a signature, or CG_NO_STRING for places of any
                                  type; slot of what it stores in places of this type */
    struct number_list values; /**< objects that are functions, or may be */
};

/** The kind of a call. */
enum call_kind {
    CALL_POINTER, /**< through a pointer of the program */
    CALL_NAMED,   /**< by name, of a function that its translation unit does not define */
    CALL_VIRTUAL,
    CALL_CALLBACK, /**< by a library function that received the callee */
};

/** Who makes a library function's call of a function that was passed to it; each includes those
 *  before, but for CALLED_BACK_AT_EXIT and CALLED_BACK_CONFINED. */
enum called_back {
    CALLED_BACK_NEVER,
    CALLED_BACK_IMMEDIATELY, /**< only the function, while it runs */
    CALLED_BACK_CONFINED,    /**< libraries later, but no function of a runtime */
    CALLED_BACK_AT_EXIT,     /**< functions that end the program or a thread */
    CALLED_BACK_LATER,       /**< any library function later */
};

/** @param a, b enum called_back */
static inline uint8_t called_back_by_either(uint8_t a, uint8_t b)
{
    uint8_t more = a > b ? a : b, less = a > b ? b : a;
    return more == CALLED_BACK_AT_EXIT && less == CALLED_BACK_CONFINED ? (uint8_t)CALLED_BACK_LATER
                                                                       : more;
}

struct call {
    enum call_kind kind;
    cg_node owner; /**< CG_NONE outside of functions */
    uint32_t file; /**< number of a text, CG_NO_STRING if there is none */
    uint32_t line;
    uint32_t column;
    uint32_t loops;            /**< around it in its function; loops.h sets it */
    uint32_t result;           /**< slot or NUMBER_NONE */
    uint32_t arguments;        /**< start in the program's `arguments` */
    uint32_t count;            /**< number of arguments: slots or NUMBER_NONE */
    uint32_t through;          /**< CALL_CALLBACK: the library function */
    uint8_t called_back;       /**< CALL_CALLBACK: enum called_back, who else may make it */
    uint32_t memory;           /**< CALL_NAMED: slot of the memory it allocates, or NUMBER_NONE */
    struct cg_value signature; /**< CALL_POINTER; CALL_CALLBACK: the type by which the library
                                  calls, if it is known (library_calls.h) */
    uint32_t field;            /**< CALL_CALLBACK: of a field, its slot; else NUMBER_NONE */
    bool data;                 /**< CALL_POINTER: variables or memory may be its callee */
    bool by_hand;              /**< CALL_POINTER: of an entry in a table, perhaps a virtual one, or
                                  any in C */
    const char *bound; /**< CALL_POINTER, CALL_CALLBACK: entry of a table of bound procedures, a
                          text; NULL: any callee */
    bool member; /**< CALL_POINTER: through a pointer to a member of a class without known tables */
    uint32_t untyped; /**< one more than the function under no type that keeps it unresolved, of
                         several the first by name; 0: none */
    bool derived;     /**< of calls with `member`: all classes derived from that class are known */
    bool unmade; /**< virtual: of a class that no table serves as, so that nothing of the program
                    makes objects of it */
    const struct summary_effect *effect; /**< CALL_CALLBACK of another CALL_CALLBACK: its cause */
    uint32_t pointer;                    /**< slot of the callee, NUMBER_NONE: unknown */
    uint32_t root; /**< CALL_CALLBACK: the call of the program that causes it */
    uint32_t
        shared; /**< of such a call: the last of the callbacks of its callbacks, or NUMBER_NONE */
    uint32_t next;        /**< the one before, in that list; of a leader: in that of its pointer */
    uint32_t leader;      /**< the call that stands for all with the same callees (shared_calls.h);
                             itself   if there are no others */
    uint32_t fellow;      /**< the next of those that the leader leads, or NUMBER_NONE */
    uint32_t passed;      /**< of the leader of several: start in `arguments` of what all pass, or
                             NUMBER_NONE */
    uint32_t returned;    /**< likewise: slot of what all receive, or NUMBER_NONE */
    uint32_t callees;     /**< recorded so far: many_callees.h */
    uint32_t last_callee; /**< if linking is `bounded`: the last in `bound_to`, or NUMBER_NONE */
    uint32_t crowd;       /**< that it is in, or NUMBER_NONE */
    bool is_crowd;        /**< it stands for a crowd */
    unsigned unknown;     /**< set of bits: why some callees are unknown */
    unsigned handed_over; /**< those for which an unknown callee got the arguments */
};

/** A cause of unknown values: see unknown_causes.h. */
struct cause {
    unsigned bit;        /**< of the reason */
    uint32_t text;       /**< of its name */
    uint32_t unknowns;   /**< the last of its values; NUMBER_NONE: only counted */
    uint32_t counted_as; /**< itself, or the cause whose values point to this memory */
    uint32_t next;       /**< of the same name; NUMBER_NONE: none */
    uint32_t inside;     /**< the cause of the content of memory that its values point to */
    uint32_t sites;      /**< calls through pointers that it leaves unresolved */
    uint32_t only;       /**< those for which it is the only cause */
    uint32_t last_site;  /**< the last one counted */
    bool found;          /**< its values are what dlsym finds outside the graph */
    uint32_t rank;       /**< after causes_rank: its place in the order of cost */
};

/** Unknown values of one type. */
struct unknown {
    uint32_t cause;
    uint32_t slot; /**< the object */
    uint32_t next; /**< of the same cause; NUMBER_NONE: none */
    struct cg_value
        type; /**< signature of the function, else one of the types in unknown_values.h */
};

/** The purpose of a watch. */
enum watch_kind {
    WATCH_CALL,    /**< callees of a call */
    WATCH_OUTSIDE, /**< objects that uncollected code can reach */
    WATCH_TYPED,   /**< objects used as a record */
    WATCH_CAST,    /**< objects converted to another type; the index is the conversion */
    WATCH_INSIDES, /**< objects whose pointers become pointers to pointers; the index is the access
                    */
    WATCH_REACH,   /**< objects from which code goes on to all that they lead to; the index is the
                    slot that holds it */
    WATCH_FIELDS,  /**< objects whose fields code may use; the index is the slot of all */
    WATCH_KEPT_PLACE, /**< objects in which code may store functions; the index is the code */
    WATCH_KEPT_VALUE, /**< objects that it may store */
    WATCH_FURTHER, /**< objects of which the address some bytes further is taken; the index is the
                      access, whose cell is their number */
    WATCH_OWN,  /**< objects read as another type of functions; the index is the destination slot */
    WATCH_LOAD, /**< objects read through; the index is the access */
    WATCH_STORE,     /**< objects written through; the index is the access */
    WATCH_GATHER,    /**< objects from which a library function reads; the index is the destination
                        slot */
    WATCH_SPREAD,    /**< objects to which it writes; the index is the source slot */
    WATCH_TABLE,     /**< objects that contain virtual tables; the index is the slot that also holds
                        them */
    WATCH_COPIED_TO, /**< objects to which bytes are copied; the index is the copy */
    WATCH_COPIED_FROM, /**< objects from which they are */
    WATCH_FILL, /**< objects to which a library function writes anything; the index is the unknown
                   object */
};

/** Slots through which places at the same distance are connected: see copied_records.h. */
struct hubs {
    struct number_list at;  /**< two numbers each: offset, slot of what is copied there */
    uint32_t from_anywhere; /**< slot of what may be copied to any offset, or NUMBER_NONE */
    uint32_t everything;    /**< slot of all that is copied */
};

/** The ends of a copy, as indices. */
enum { TARGETS, SOURCES, ENDS };

/** Bytes copied from what one pointer leads to, to what another does: see copied_records.h. */
struct block_copy {
    struct number_list ends[ENDS];  /**< objects */
    struct number_list views[ENDS]; /**< what of them is connected, sorted */
    struct hubs hubs;
    bool typed;           /**< objects keep their types where both ends have one */
    size_t settled[ENDS]; /**< of a typed one: how many of the objects were looked at */
    uint64_t uses;        /**< and `use_count` then */
};

struct bindings;

struct program {
    struct cg_graph *graph;
    struct origin_index by_origin[2]; /**< functions; the second of internal ones */
    bool has_origins;                 /**< that was filled */
    const struct cg_summaries *summaries;
    struct hierarchy *hierarchy;
    struct solver *solver;
    struct bindings *bindings;       /**< what is passed for parameters (points_to/bindings.h) */
    struct cg_pool texts;            /**< of slots, functions, records, files */
    struct cg_pool ambiguous;        /**< names with several external definitions */
    struct origin_index definitions; /**< of these names */
    struct cg_pool heads;            /**< records that only head memory (facts/headed_records.h) */
    bool *
        steady; /**< by string of the graph: source_files_steady; NULL unless names are ambiguous */
    struct cg_pool cast_keys;   /**< by number of a cast: what distinguishes it (bind_calls.c) */
    struct cg_pool overlays;    /**< views, two each: source, target (overlaid_records.c) */
    struct number_list slot_of; /**< by text: its slot, or NUMBER_NONE */
    struct number_list function_of;
    struct number_list record_of;
    struct number_list slot_kinds; /**< by slot */
    struct number_list slot_index; /**< by slot */
    struct number_list cell_of;    /**< by slot, of fields: text of their type, or CG_NO_STRING */
    struct number_list
        used_as; /**< by slot, of data: record with the types it is used as, or NUMBER_NONE */
    struct number_list offset_of; /**< by slot, of fields: offset in their record */
    struct number_list own_types; /**< by slot, of fields: slot of memory_own, or NUMBER_NONE */
    struct number_list converted; /**< texts: types of functions that are converted to others */
    struct number_list any_types; /**< likewise, of what is read as functions of any type */
    struct access *accesses;      /**< also of conversions to pointers to pointers */
    size_t accesses_capacity;
    uint32_t access_count;
    struct number_list passed_as; /**< two numbers each: records in types of functions that are
                                     called as of another type */
    size_t passed_settled;        /**< how many of these there were when duplicates were removed */
    struct number_list uses;      /**< two numbers each: slot of pointers, record they are used as;
                                     sorted before solving */
    struct block_copy *copies;
    size_t copies_capacity;
    uint32_t copy_count;
    struct memory_cell *cells;
    size_t cells_capacity;
    uint32_t cell_count;
    struct function *functions;
    size_t functions_capacity;
    uint32_t function_count;
    uint32_t *nodes; /**< function by node, NUMBER_NONE: none yet */
    struct record *records;
    size_t records_capacity;
    uint32_t record_count;
    struct call *calls;
    size_t calls_capacity;
    uint32_t call_count;
    struct kept *kept;
    size_t kept_capacity;
    uint32_t kept_count;
    struct cast *casts;
    size_t casts_capacity;
    uint32_t cast_count;
    struct convertible_types *convertible; /**< NULL: none: convertible_types.h */
    struct conversion *conversions;
    size_t conversions_capacity;
    uint32_t conversion_count;
    struct number_list arguments;
    struct number_list used;         /**< slots of variables through which code may be called */
    struct number_list defined;      /**< slots of variables defined in the graph, and */
    struct number_list hidden;       /**< those that code loaded at run time cannot find by name;
                                        both sorted when facts are read */
    struct number_list system;       /**< slots of variables that only system headers declare */
    struct number_list referenced;   /**< texts: symbols that unread code of the program names */
    struct number_list linked;       /**< those of them that are in objects without a graph */
    struct number_list by_libraries; /**< texts: exported symbols that shared libraries name, and */
    struct number_list by_runtimes;  /**< those that the C library or a runtime names; both sorted
                                        when facts are read */
    struct number_list by_compilers; /**< nodes that compilers call by themselves */
    struct number_list substitutes;  /**< two nodes each: a function, and one that compilers may
                                        call instead of it */
    struct number_list members_made; /**< nodes of virtual members that pointers to members are made
                                        of: member_pointers.h */
    struct number_list members_cast; /**< likewise, and these become pointers of another type */
    struct number_list addresses;    /**< two each: slot, text of a symbol whose address it holds */
    struct number_list leads_to;     /**< two each: slot, record that it is, or points at; sorted
                                    when facts are read */
    struct number_list got;          /**< two each: slot of what machine code gets, parameter */
    struct number_list returned; /**< two each: function that is machine code, slot of its result */
    struct number_list named;    /**< two numbers each: call, function it names */
    struct number_list tables;   /**< two each: slot of a virtual table, text of its name */
    struct number_list
        runtime; /**< two each: node, text of a function that its code calls implicitly */
    struct number_list pointers;  /**< calls through pointers that may share their callees */
    struct number_list callbacks; /**< by slot: the last leader of CALL_CALLBACK through it, or
                                     NUMBER_NONE */
    struct number_list virtuals;  /**< three each: call, text of the receiver, slot */
    struct number_list watches;   /**< two numbers each: enum watch_kind, index */
    struct number_list receivers; /**< two numbers each: virtual call that may leave the graph if
                                     its object was made there, cause (receivers.h) */
    struct number_list
        constructed; /**< slots of objects constructed by functions that are not in the graph */
    struct number_list shared; /**< three each: virtual table, node, whether the node makes objects;
                                  from hierarchy_visit_shared */
    struct number_list
        foreign; /**< slots of variables and memory that do not belong to the program */
    struct number_list handed; /**< two numbers each: call, unknown library function */
    struct number_list
        declared_types; /**< two numbers each: function, text of its type in a file */
    struct number_list declared_cells; /**< two numbers each: slot of a variable, likewise */
    struct number_list arrays;         /**< slots of variables that are arrays of cells */
    struct number_list declared_as;    /**< two numbers each: slot of a variable, record that it
                                               is or points at in a file */
    struct number_list field_types; /**< two numbers each: slot of a field that has several types,
                                       text of one */
    struct number_list targets;     /**< two numbers each: call, callee */
    struct number_list bound_to;    /**< if `bounded`: two numbers each: callee, index of the one
                                       before of the same call, or NUMBER_NONE */
    struct crowd *crowds;           /**< of calls with very many callees: many_callees.h */
    size_t crowds_capacity;
    uint32_t crowd_count;
    uint64_t recorded;      /**< of calls and their callees */
    uint64_t most_recorded; /**< that may be */
    uint64_t most_callees;  /**< of a call, if `bounded` */
    bool bounded;           /**< calls have a bound */
    bool overfull;          /**< linking failed since it needs one */
    struct number_list
        mistyped; /**< two numbers each: call, cause of an object that is not a function */
    struct number_list misfits;        /**< likewise: callees of another type */
    struct number_list found_unknowns; /**< two numbers each: call, unknown value of `found` causes
                                     that data_call has yet to look at */
    uint32_t integers;                 /**< slot `i` */
    uint32_t bytes;                    /**< slot `b` */
    uint32_t outside;                  /**< slot `u`: what uncollected code can reach */
    uint32_t found;                    /**< slot of what dlsym finds: see symbols_find */
    uint32_t constant;                 /**< slot for stores through the address of a constant */
    uint32_t handles; /**< slot of all that C uses as pointers to records (data_call);
                           NUMBER_NONE until a record is called */
    struct unknown *unknowns;
    size_t unknowns_capacity;
    uint32_t unknown_count;
    struct cause *causes;
    size_t causes_capacity;
    uint32_t cause_count;
    struct number_list cause_of; /**< by text: the last cause with this name, or NUMBER_NONE */
    struct number_list ranked;   /**< causes by cost, after causes_rank */
    struct number_list opened;   /**< two numbers each: call, cause that leaves it unresolved */
    uint32_t general_cause[9];   /**< of each of CAUSE_REASONS, by bit */
    uint32_t outside_cause;      /**< of values from uncollected code */
    uint32_t data_cause;         /**< of calls of data: see data_call */
    uint64_t fact_count;
    uint64_t listings;  /**< how often records were listed: record_is_new */
    uint64_t use_count; /**< how often memory was found to be used as a record */
    uint32_t further;   /**< bytes from what resumes a coroutine to what destroys it, in a frame; 0:
                           the program destroys none */
    unsigned promised;  /**< set of CG_PROMISE_... */
    bool (*is_exported)(void *symbols, const char *name); /**< these three as in struct
                                                             cg_link_options */
    bool (*is_referenced)(void *symbols, const char *name);
    void *symbols;
    bool typed;             /**< all facts come from sources: they include the types of values */
    bool solving;           /**< constraints are being solved: no new causes */
    bool library;           /**< any code may call functions that are not internal */
    bool integers_known;    /**< uncollected code receives integers */
    bool loads;             /**< exported symbols may be found by name at run time */
    bool relocates;         /**< it may change which functions calls of library functions reach */
    bool offsets;           /**< libraries get offsets of fields as numbers */
    bool headers;           /**< uncollected code knows the program's headers */
    bool foreign_variables; /**< uncollected code defines variables that may hold functions */
    bool uncollected_code;  /**< uncollected code may name functions: resolve/named_symbols.h */
    bool any_member_cast;   /**< pointers to members of which it is not known do, too */
    bool libraries;         /**< libraries other than the C++ runtime contain C++ code */
    bool templates;         /**< headers of libraries mention templates of the C++ library */
    bool cplusplus;         /**< some of it is C++ */
    bool variables_known;   /**< all variables that files define have slots */
    bool unread;            /**< there are bodies without pointer facts */
    bool lacks_sources;     /**< the graph says that some were not collected */
    bool missing_code;      /**< code of the program itself is missing: after external_prepare */
    bool by_address;        /**< facts do not distinguish records: object_memory.h */
};

#define NUMBER_NONE UINT32_MAX

/** The record of slots that are not fields. */
#define NO_RECORD 0u

/* solved_program.c */

/** Set up a program without facts. @param typed as in struct program
 *  @return CG_OK or CG_E_MEMORY; release in either case. */
int program_init(struct program *program, struct cg_graph *graph, bool typed,
                 struct cg_error *error);
void program_free(struct program *program);

/** The node of NAME, NAME|ORIGIN or NAME||ORIGIN; CG_NONE if there is none. A name may contain a
 * bar itself, so it is tried whole first. */
int program_find_node(cg_node *out, struct program *program, const char *text,
                      struct cg_error *error);

/** @return whether a function of this name allocates or frees memory, and constructs no objects. */
bool program_is_allocator(const char *name);

/** Append a number. @return false when memory is exhausted. */
bool number_add(struct number_list *list, uint32_t number);

/** Append a number unless it is in the list. @return false when memory is exhausted. O(count). */
bool number_add_new(struct number_list *list, uint32_t number);

/** Append two numbers unless they are in a list of pairs. @return false when memory is exhausted.
 *  O(count). */
bool numbers_add_new_pair(struct number_list *list, uint32_t first, uint32_t second);

/** Begin a listing of records, in which each is once. Only one is made at a time. */
void records_begin_list(struct program *program);

/** Put a record into the present listing. @return whether it was not in it. O(1) */
bool record_is_new(struct program *program, uint32_t record);

/** Sort tuples of numbers, the first number first, and remove duplicates.
 *  @param width numbers in a tuple, 1 or 2. O(n log n) */
void numbers_settle(struct number_list *list, size_t width);

/** @return the index of the first of sorted pairs that does not begin with less than a number.
 *  O(log n) */
size_t numbers_first(const struct number_list *pairs, uint32_t number);

/** @return whether a number is in a sorted list. O(log n) */
bool numbers_hold(const struct number_list *list, uint32_t number);

/** @return whether a pair of numbers is in a sorted list of pairs. O(log n) */
bool numbers_hold_pair(const struct number_list *pairs, uint32_t first, uint32_t second);

/** @return the text of a number. */
static inline struct cg_value program_text_at(const struct program *program, uint32_t text)
{
    return (struct cg_value){cg_pool_string(&program->texts, text),
                             cg_pool_length(&program->texts, text)};
}

/** The number of a text. @return CG_OK or CG_E_MEMORY. */
int program_intern(uint32_t *out, struct program *program, const char *text, size_t length,
                   struct cg_error *error);

/** The number of a JSON string's text.
 *  @return CG_OK, CG_E_FORMAT or CG_E_MEMORY */
int program_text(uint32_t *out, struct program *program, const struct cg_value *string,
                 struct cg_error *error);

/** @return the summary of a function without a body; NULL: none, or what is missing of the program
 *          may define a function that it declares itself. @param node CG_NONE: it has none */
const struct summary *program_summary(const struct program *program, cg_node node,
                                      const char *text);

/** The function of a text NAME or NAME|ORIGIN; NAME||ORIGIN is one of several definitions
 *  (ambiguous_names.h). @return CG_OK or CG_E_MEMORY. */
int program_function(uint32_t *out, struct program *program, const char *text, size_t length,
                     struct cg_error *error);

/** The function of a node. @return CG_OK or CG_E_MEMORY. */
int program_function_of(uint32_t *out, struct program *program, cg_node node,
                        struct cg_error *error);

/** List the functions whose address is taken. @return CG_OK or CG_E_MEMORY. O(nodes) */
int program_taken(struct number_list *taken, struct program *program, struct cg_error *error);

/** The unique text of an entry of a table of bound procedures. @return CG_OK or CG_E_MEMORY */
int program_entry(const char **out, struct program *program, const char *entry,
                  struct cg_error *error);

/** The record of a name. @return CG_OK or CG_E_MEMORY. */
int program_record(uint32_t *out, struct program *program, const char *name, size_t length,
                   struct cg_error *error);

/** An unnamed record: the types that memory is used as. @return CG_OK, CG_E_LIMIT or CG_E_MEMORY.
 */
int program_new_record(uint32_t *out, struct program *program, struct cg_error *error);

/** Set the arguments of a call. @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. */
int program_add_arguments(struct call *call, struct program *program,
                          const struct number_list *slots, struct cg_error *error);

/** Add a call; pointers to calls become invalid with the next one. @return CG_OK or CG_E_MEMORY,
 *  CG_E_LIMIT */
int program_add_call(uint32_t *out, struct program *program, const struct call *call,
                     struct cg_error *error);

/** Add a conversion of a slot's content. @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. */
int program_convert(struct program *program, uint32_t slot, const struct conversion *conversion,
                    struct cg_error *error);

/** Watch accesses to cells of a type through a slot's content. @return CG_OK, CG_E_LIMIT or
 *  CG_E_MEMORY */
int program_access(struct program *program, uint32_t pointer, enum watch_kind kind,
                   const struct access *access, struct cg_error *error);

/** @return the linkage name of a function; if it is not in the graph, its name in the facts. */
const char *function_name(const struct program *program, uint32_t function);

/** The function of an object, converted or not; NUMBER_NONE: it is not a function. */
uint32_t program_callee(const struct program *program, uint32_t object);

/** Watch a slot. @return CG_OK or CG_E_MEMORY. */
int program_watch(struct program *program, uint32_t slot, enum watch_kind kind, uint32_t index,
                  struct cg_error *error);

/* slots.c */

/** @return whether an object is a function or a virtual table, which nothing writes to: a store
 *          through a pointer that may point to one goes to its other targets. */
bool slot_is_constant(enum slot_kind kind);

/** @return whether objects of this kind are no memory: conversions may change them. */
bool slot_is_value(enum slot_kind kind);

/** @return whether an object is a field, or a record, whose address is that of its first one. */
bool slot_is_field(const struct program *program, uint32_t object);

/** A new slot of some kind. @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. */
int slot_new(uint32_t *out, struct program *program, enum slot_kind kind, uint32_t index,
             struct cg_error *error);

/** @return the slot of a text, NUMBER_NONE if nothing mentioned it. O(length) expected */
uint32_t slot_known(const struct program *program, const char *text, size_t length);

/** Whether a text is that of a variable which no file defines, and a function of its name is
 * defined that other files may name: C without a common header may declare it so (`extern char
 * handler;`). false also when memory is exhausted. O(length) expected */
bool slot_is_function(const struct program *program, const char *text, size_t length);

/** Replace the text of such a variable by that of the function's slot, of the same length, which
 *  stays valid. @return CG_OK or CG_E_MEMORY */
int slot_name_function(const char **text, size_t length, struct program *program,
                       struct cg_error *error);

/** The slot of a text, except of a local. @return CG_OK, CG_E_FORMAT or CG_E_MEMORY. */
int slot_named(uint32_t *out, struct program *program, const char *text, size_t length,
               struct cg_error *error);

/** Unite the fields of records that have two names: those within namespaces and classes have
 *  qualified names in C++ and plain ones in C, and closures have none in files that do not call
 *  them. Call after all facts are read. @return CG_OK or CG_E_MEMORY */
int slots_unite_names(struct program *program, struct cg_error *error);

/** @return whether the field at an offset of a record is an array, or the offset is unknown.
 * O(arrays) */
bool record_has_array(const struct record *record, uint32_t offset);

/** A slot that holds the address of another. @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. */
int slot_holding(uint32_t *out, struct program *program, uint32_t object, struct cg_error *error);

#endif
