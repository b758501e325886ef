/*
 * A whole program while its pointer facts (docs/pointer-facts.md) are solved: slots, functions,
 * records and calls, numbered.
 *
 * One way: link.c -> facts.c, outside.c, targets.c -> calls.c -> effects.c -> memory.c ->
 * program.c, slots.c -> solver.h. (calls.c and effects.c need each other: a summary's effect may be
 * a call, and a call may reach a function with a summary.)
 */
#ifndef POINTS_TO_PROGRAM_H
#define POINTS_TO_PROGRAM_H

#include "base/pool.h"
#include "classes/hierarchy.h"
#include "solver/solver.h"
#include "summaries/summaries.h"
#include "json/json.h"

#include <libcg/graph.h>
#include <libcg/link.h>

/** What a slot is as an object, when its address is held somewhere; and what its index says. */
enum slot_kind {
    SLOT_DATA,     /**< a variable or a field */
    SLOT_RECORD,   /**< the field at offset 0, whose address is that of the record `index` */
    SLOT_FUNCTION, /**< the function `index` */
    SLOT_MEMBER,   /**< whatever virtual member is at entry `index` of a table */
    SLOT_TABLE,    /**< a virtual table, which holds its functions */
    SLOT_ENTRY,    /**< the function `index` in a virtual table */
    SLOT_CAST,     /**< a function converted to another type; `index` into `casts` */
    SLOT_UNKNOWN,  /**< what nobody can tell; `index` into `unknowns` */
    SLOT_HEAP,     /**< memory allocated by a call; `index`: a record with what it is used as */
};

/** An access through a pointer to cells of a type. */
struct access {
    uint32_t slot; /**< what is read goes to, or what is written comes from */
    uint32_t cell; /**< text of the type */
};

/** The cells of a type in memory: what the records it is used as have of them. */
struct memory_cell {
    uint32_t type;    /**< text */
    uint32_t read;    /**< slot that holds what such fields hold */
    uint32_t written; /**< slot that such fields hold */
    uint32_t next;    /**< in the same memory; NUMBER_NONE: none */
};

/** Numbers in the order they were added. */
struct number_list {
    uint32_t *items;
    size_t capacity;
    size_t count;
};

/** A function, whether the graph has a node for it or not. */
struct function {
    const char *text;              /**< NAME or NAME|ORIGIN */
    cg_node node;                  /**< CG_NONE: not in the graph yet */
    uint32_t slot;                 /**< the function as an object */
    uint32_t cast;                 /**< the last of its `casts`; NUMBER_NONE: never converted */
    struct number_list parameters; /**< slots; NUMBER_NONE where no fact speaks of one */
    uint32_t result;
    uint32_t variadic;
    struct cg_value signature;     /**< length 0: not told */
    const struct summary *summary; /**< of those that are not read */
    struct number_list bound;      /**< texts of entries it is at in tables of bound procedures */
    bool read;                     /**< its body is in the facts */
    bool hidden;                   /**< code loaded at run time cannot name it */
    bool escapes;                  /**< code that was not collected may call it */
};

/** Who knows how a record is laid out. */
enum visibility {
    VISIBLE_TO_FILE,    /**< the file that defines it */
    VISIBLE_TO_PROGRAM, /**< code of the program, or written for it */
    VISIBLE_TO_ALL,     /**< system libraries too */
};

/** A function under another type than its own. */
struct cast {
    uint32_t function;
    uint32_t slot;        /**< the object */
    uint32_t next;        /**< of the same function; NUMBER_NONE: none */
    struct cg_value type; /**< length 0: a pointer without type, an integer */
    bool named;           /**< the conversion names the function: it is meant to be called so */
};

/** A conversion the program makes: functions under one type become such under another. */
struct conversion {
    uint32_t to;          /**< slot */
    struct cg_value from; /**< length 0: from a pointer without type */
    struct cg_value type; /**< length 0: to a pointer without type */
    bool named;           /**< what is converted is a function's name */
    bool overlay;         /**< nothing is converted: places overlap */
};

/** A struct, union or class. */
struct record {
    struct number_list fields; /**< slots */
    struct number_list inner;  /**< records that are fields of it */
    struct number_list outer;  /**< records it is a field of */
    uint32_t cells; /**< of memory: the last of the cells accessed in it, or NUMBER_NONE */
    enum visibility visibility;
    bool leads;       /**< what is at its begin is used as a pointer to a record */
    bool typed;       /**< types of its fields are known */
    bool outside;     /**< code that was not collected has one */
    uint32_t reached; /**< slot of all that may be this record, if facts distinguish none; or
                         NUMBER_NONE */
};

/** How a call came to be. */
enum call_kind {
    CALL_POINTER, /**< through a pointer of the program */
    CALL_NAMED,   /**< by name, of a function its translation unit does not define */
    CALL_VIRTUAL,
    CALL_CALLBACK, /**< by a library function that was handed what is called */
};

struct call {
    enum call_kind kind;
    cg_node owner; /**< CG_NONE outside functions */
    uint32_t file; /**< number of a text, CG_NO_STRING when there is none */
    uint32_t line;
    uint32_t column;
    uint32_t loops;            /**< around it in its function, once loops.h has found them */
    uint32_t result;           /**< slot or NUMBER_NONE */
    uint32_t arguments;        /**< where they begin in the program's `arguments` */
    uint32_t count;            /**< of arguments: slots or NUMBER_NONE */
    uint32_t through;          /**< CALL_CALLBACK: the library function */
    bool later;                /**< CALL_CALLBACK: another library function may make it, too */
    uint32_t memory;           /**< CALL_NAMED: slot of what this call allocates, or NUMBER_NONE */
    struct cg_value signature; /**< CALL_POINTER */
    bool by_hand;              /**< CALL_POINTER: of what is in a table, maybe a virtual one */
    const char *bound; /**< CALL_POINTER, CALL_CALLBACK: entry of a table of bound procedures,
                            a text; NULL: anything is called */
    bool member; /**< CALL_POINTER: through a pointer to a member of a class that no table knows */
    const struct summary_effect
        *effect;      /**< CALL_CALLBACK of another CALL_CALLBACK: what makes it */
    uint32_t pointer; /**< slot of what is called, NUMBER_NONE: not told */
    uint32_t root;    /**< CALL_CALLBACK: the call of the program it stems from */
    uint32_t
        shared; /**< of such a call: the last of the callbacks of its callbacks, or NUMBER_NONE */
    uint32_t next;    /**< of those: the one before */
    unsigned unknown; /**< set of bits: why what is called is not all known */
};

/** What makes values unknown: causes.h. */
struct cause {
    unsigned bit;        /**< of the reason */
    uint32_t text;       /**< of its name */
    uint32_t unknowns;   /**< the last of its values; NUMBER_NONE: it is only counted */
    uint32_t counted_as; /**< itself, or the cause whose values lead to this memory */
    uint32_t next;       /**< of the same name; NUMBER_NONE: none */
    uint32_t inside;     /**< the cause of what is in memory that its values lead to */
    uint32_t sites;      /**< calls through pointers that it keeps open */
    uint32_t only;       /**< of them, those that nothing else does */
    uint32_t last_site;  /**< the last that was counted */
};

/** What nobody can tell, under a type. */
struct unknown {
    uint32_t cause;
    uint32_t slot;        /**< the object */
    uint32_t next;        /**< of the same cause; NUMBER_NONE: none */
    struct cg_value type; /**< signature of the function, else one of those in unknown.h */
};

/** What a watch is for. */
enum watch_kind {
    WATCH_CALL,    /**< what a call calls */
    WATCH_OUTSIDE, /**< what code that was not collected can get at */
    WATCH_TYPED,   /**< what is used as a record */
    WATCH_CAST,    /**< what is converted to another type; the index is the conversion */
    WATCH_INSIDES, /**< what becomes a pointer to pointers; the index is the access */
    WATCH_OWN,   /**< what is read as another type of functions; the index is the slot it goes to */
    WATCH_LOAD,  /**< what is read through; the index is the access */
    WATCH_STORE, /**< what is written through; the index is the access */
    WATCH_GATHER, /**< where a library function reads; the index is the slot it goes to */
    WATCH_SPREAD, /**< where it writes; the index is the slot it comes from */
    WATCH_TABLE,  /**< where virtual tables lie; the index is the slot that holds them, too */
    WATCH_FILL,   /**< where a library function writes anything; the index is the unknown object */
};

struct bindings;

struct program {
    struct cg_graph *graph;
    const struct cg_summaries *summaries;
    struct hierarchy *hierarchy;
    struct solver *solver;
    struct bindings *bindings;  /**< what parameters are handed (points_to/bindings.h) */
    struct cg_pool texts;       /**< of slots, functions, records, files */
    struct number_list slot_of; /**< by text: its slot, or NUMBER_NONE */
    struct number_list function_of;
    struct number_list record_of;
    struct number_list slot_kinds; /**< by slot */
    struct number_list slot_index; /**< by slot */
    struct number_list cell_of;    /**< by slot, of fields: text of their type, or CG_NO_STRING */
    struct number_list
        used_as; /**< by slot, of data: record with what it is used as, or NUMBER_NONE */
    struct number_list own_types; /**< by slot, of fields: slot of memory_own, or NUMBER_NONE */
    struct access *accesses;      /**< also of conversions to pointers to pointers */
    size_t accesses_capacity;
    uint32_t access_count;
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
    struct cast *casts;
    size_t casts_capacity;
    uint32_t cast_count;
    struct conversion *conversions;
    size_t conversions_capacity;
    uint32_t conversion_count;
    struct number_list arguments;
    struct number_list used;      /**< slots of variables whose code may be called through them */
    struct number_list defined;   /**< slots of variables that are defined in the graph */
    struct number_list hidden;    /**< of them, those that code loaded at run time cannot name */
    struct number_list system;    /**< slots of variables that only system headers declare */
    struct number_list named;     /**< two numbers each: call, function it names */
    struct number_list tables;    /**< two each: slot of a virtual table, text of its name */
    struct number_list runtime;   /**< two each: node, text of a function its code calls unseen */
    struct number_list virtuals;  /**< three each: call, text of the receiver, slot */
    struct number_list watches;   /**< two numbers each: enum watch_kind, index */
    struct number_list receivers; /**< two numbers each: virtual call that leads out of the graph if
                                       its object was made there, cause (receivers.h) */
    struct number_list constructed; /**< slots that hold objects which functions that are not in the
                                         graph construct */
    struct number_list shared; /**< three each: virtual table, node, whether the node makes objects;
                                    what hierarchy_visit_shared lists */
    struct number_list foreign; /**< slots of variables and memory that are none of the program's */
    struct number_list handed;  /**< two numbers each: call, library function nobody knows */
    struct number_list targets; /**< two numbers each: call, function it calls */
    struct number_list mistyped; /**< two numbers each: call, cause of what is no function */
    struct number_list misfits;  /**< likewise: functions of another type that a call may call */
    uint32_t integers;           /**< slot `i` */
    uint32_t bytes;              /**< slot `b` */
    uint32_t outside;            /**< slot `u`: what code that was not collected can get at */
    uint32_t constant; /**< slot for what is stored through the address of what is constant */
    struct unknown *unknowns;
    size_t unknowns_capacity;
    uint32_t unknown_count;
    struct cause *causes;
    size_t causes_capacity;
    uint32_t cause_count;
    struct number_list cause_of; /**< by text: the last cause of that name, or NUMBER_NONE */
    struct number_list opened;   /**< two numbers each: CALL_POINTER, cause that keeps it open */
    uint32_t general_cause[8];   /**< of each reason, by bit */
    uint32_t outside_cause;      /**< of what code that was not collected gives */
    uint64_t fact_count;
    unsigned promised;     /**< set of CG_PROMISE_... */
    bool typed;            /**< all facts are from sources: they tell the types of values */
    bool solving;          /**< constraints are being solved: nothing gets a cause of its own */
    bool library;          /**< anything may call what is not internal */
    bool integers_known;   /**< code that was not collected gets integers */
    bool loads;            /**< what is exported may be named while the program runs */
    bool headers;          /**< code that was not collected knows the program's headers */
    bool uncollected_code; /**< code that was not collected may name whatever is not internal */
    bool libraries;        /**< libraries other than the runtime of C++ have code in C++ */
    bool cplusplus;        /**< some of it is C++ */
    bool unread;           /**< bodies were collected whose pointer facts are not known */
    bool by_address;       /**< facts do not distinguish records: objects.h */
};

#define NUMBER_NONE UINT32_MAX

/** The record of slots that are no fields. */
#define NO_RECORD 0u

/* program.c */

/** Set up a program without facts. @param typed as in struct program
 *  @return CG_OK or CG_E_MEMORY; release in either case. */
int program_init(struct program *program, struct cg_graph *graph, bool typed,
                 struct cg_error *error);
void program_free(struct program *program);

/** @return whether a function of this name allocates or frees memory, and makes no objects. */
bool program_is_allocator(const char *name);

/** Append a number. @return false when memory is out. */
bool number_add(struct number_list *list, uint32_t number);

/** Append a number that is not in a list yet. @return false when memory is out. O(count). */
bool number_add_new(struct number_list *list, uint32_t number);

/** The number of a text. @return CG_OK or CG_E_MEMORY. */
int program_intern(uint32_t *out, struct program *program, const char *text, size_t length,
                   struct cg_error *error);

/** The number of a JSON string's text.
 *  @return CG_OK, CG_E_FORMAT or CG_E_MEMORY */
int program_text(uint32_t *out, struct program *program, const struct cg_value *string,
                 struct cg_error *error);

/** The function of a text NAME or NAME|ORIGIN. @return CG_OK or CG_E_MEMORY. */
int program_function(uint32_t *out, struct program *program, const char *text, size_t length,
                     struct cg_error *error);

/** The function a node is. @return CG_OK or CG_E_MEMORY. */
int program_function_of(uint32_t *out, struct program *program, cg_node node,
                        struct cg_error *error);

/** The text that stands for an entry of a table of bound procedures: of equal ones there is one.
 *  @return CG_OK or CG_E_MEMORY */
int program_entry(const char **out, struct program *program, const char *entry,
                  struct cg_error *error);

/** The record of a name. @return CG_OK or CG_E_MEMORY. */
int program_record(uint32_t *out, struct program *program, const char *name, size_t length,
                   struct cg_error *error);

/** A record without a name: what memory is used as. @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. */
int program_new_record(uint32_t *out, struct program *program, struct cg_error *error);

/** Give a call its arguments. @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. */
int program_add_arguments(struct call *call, struct program *program,
                          const struct number_list *slots, struct cg_error *error);

/** Add a call; what it points at is gone when the next is added.
 *  @return CG_OK or CG_E_MEMORY, CG_E_LIMIT */
int program_add_call(uint32_t *out, struct program *program, const struct call *call,
                     struct cg_error *error);

/** Add a conversion of what a slot holds. @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. */
int program_convert(struct program *program, uint32_t slot, const struct conversion *conversion,
                    struct cg_error *error);

/** Have accesses to cells of a type through what a slot holds watched.
 *  @return CG_OK, CG_E_LIMIT or CG_E_MEMORY */
int program_access(struct program *program, uint32_t pointer, enum watch_kind kind,
                   const struct access *access, struct cg_error *error);

/** @return the linkage name of a function; of one that is not in the graph what facts call it. */
const char *function_name(const struct program *program, uint32_t function);

/** The function an object is, converted or not; NUMBER_NONE: it is none. */
uint32_t program_callee(const struct program *program, uint32_t object);

/** Have a slot watched. @return CG_OK or CG_E_MEMORY. */
int program_watch(struct program *program, uint32_t slot, enum watch_kind kind, uint32_t index,
                  struct cg_error *error);

/* slots.c */

/** @return whether an object is a function or a virtual table, to which nobody writes: a pointer
 * that may be to one is written through where it is to something else. */
bool slot_is_constant(enum slot_kind kind);

/** A new slot of some kind. @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. */
int slot_new(uint32_t *out, struct program *program, enum slot_kind kind, uint32_t index,
             struct cg_error *error);

/** The slot a text stands for; no local's. @return CG_OK, CG_E_FORMAT or CG_E_MEMORY. */
int slot_named(uint32_t *out, struct program *program, const char *text, size_t length,
               struct cg_error *error);

/** Records within namespaces and classes have qualified names in C++ and plain ones in C: their
 *  fields are one. After all facts are read. @return CG_OK or CG_E_MEMORY */
int slots_unite_languages(struct program *program, struct cg_error *error);

/** A slot that holds the address of another. @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. */
int slot_holding(uint32_t *out, struct program *program, uint32_t object, struct cg_error *error);

#endif
