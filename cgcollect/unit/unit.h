/*
 * What is known of one translation unit, from all evidence: functions by linkage name, calls,
 * unresolved calls, places where addresses are taken, overrides.
 *
 * Each source of evidence (the AST, the compiler's IR) sets `speaker` and adds what it sees.
 * Functions are identified by linkage name, which is unique within a translation unit. Afterwards
 * join/join.h reconciles the sources and render/render.h makes a graph.
 */
#ifndef CGCOLLECT_UNIT_UNIT_H
#define CGCOLLECT_UNIT_UNIT_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include <libcg/graph.h>
#include <libcg/site.h>

/** Number of a function in its unit, dense from 0. */
typedef uint32_t unit_id;

#define UNIT_NONE UINT32_MAX

/** What a line does with memory: a sum of a pointer that may lead from one field of a record to
 *  others, or a copy. */
enum unit_sum {
    UNIT_SUM_OF_MEMBER, /**< a pointer to a member is applied */
    UNIT_SUM_OF_BYTES,  /**< bytes are counted, and the program uses pointers to bytes as others */
    UNIT_SUM_OF_CELLS,  /**< pointers or integers as wide are counted */
    UNIT_SUMS,
    UNIT_SUM_OF_OTHER = UNIT_SUMS, /**< besides: what is counted from was another pointer */
    UNIT_COPY_OF_BYTES             /**< a builtin copies bytes regardless of their type */
};

/** A source of evidence. */
enum unit_evidence {
    UNIT_AST = 1u << 0, /**< the source, through libclang */
    UNIT_IR = 1u << 1,  /**< the compiler's IR */
};

/** A place in a file; file is NULL when unknown, else a string of the unit. */
struct unit_place {
    const char *file;
    uint32_t line;
    uint32_t column;
};

/** Line and column as one number, in their order. */
#define UNIT_POSITION(line, column) (((uint64_t)(line) << 32) | (column))

/** What kind of part of a body, which decides how often it runs. */
enum unit_region_kind {
    UNIT_LOOP,    /**< the repeated part of a loop: condition, increment and body */
    UNIT_BRANCH,  /**< a branch of a condition: of if or ?:, a case of a switch */
    UNIT_HANDLER, /**< an exception handler */
};

/** A part of a body, in the places that its calls have; inner ones lie within outer ones. */
struct unit_region {
    enum unit_region_kind kind;
    unsigned ways;    /**< of a branch: number of branches to choose from, 2 for an if */
    const char *file; /**< as in unit_place */
    uint64_t first;   /**< UNIT_POSITION of its first */
    uint64_t last;    /**< and of its last character */
    guint parent;     /**< number of the innermost region around it in the unit, or UNIT_NONE */
};

/** What the declarations of a function specify, where the source shows them. */
struct unit_declared {
    uint32_t line; /**< of its name in the definition, in its origin; 0: unknown */
    uint32_t column;
    struct unit_place written; /**< of the name, where `#line` says that it was written; its file is
                                    NULL without */
    const char *macro;         /**< whose expansion is the definition; NULL: it is written out */
    uint32_t macro_line;       /**< of that use of it, in the origin */
    uint64_t first;            /**< UNIT_POSITION of the definition in the origin, */
    uint64_t last;             /**< and of its last character; 0: unknown */
    const char *signature;     /**< NULL: unknown */
    const char *parameters;    /**< of the definition, JSON; NULL: unknown */
    const char *result_type;   /**< of the definition; NULL: unknown */
    GPtrArray *attributes; /**< of const char *, sorted, each once; NULL: none. The unit frees it */
    bool has_inline_info;  /**< the definition was seen */
    bool marked_inline;
    bool likely_inline;
    bool always_inline;
    bool is_template;
};

/** The source shows no body for a function. */
#define UNIT_NO_BODY UINT32_MAX

/** A body in the source. All functions made from one template share it. */
struct unit_body {
    bool of_template; /**< of a template: otherwise everything up to `last` is 0 */
    bool of_lambda;   /**< of a lambda's call operator */
    bool constructs;  /**< of a constructor */
    const char *file; /**< the file it is in, as unit_function.origin */
    uint32_t line;    /**< of the function's name, as a compiler counts lines in that file */
    uint32_t column;
    uint64_t first;     /**< UNIT_POSITION of the definition in its file, */
    uint64_t last;      /**< and of its last character */
    int64_t statements; /**< and what else is counted: docs/metadata.md */
    int64_t branches;
    int64_t variables;
    int64_t types;
    int64_t loop_depth;
    int64_t complexity;
    int64_t integer_operations;
    int64_t float_operations;
    int64_t control_operations;
    int64_t memory_accesses;
    guint regions; /**< the first of its `region_count` regions, in order of their begin */
    guint region_count;
    const char *allocations; /**< text of `mallocCollector`, NULL for none */
    /** Of a template: attributes and inlining properties, which its instances share. */
    struct unit_declared declared;
};

/** What is known of a stack frame. */
enum unit_frame {
    UNIT_FRAME_UNKNOWN,
    UNIT_FRAME_STATIC,
    UNIT_FRAME_DYNAMIC, /**< it grows by an unknown amount */
};

/** Why the compiler emits no code and no calls for a function: only the source has them. */
enum unit_no_code {
    UNIT_HAS_CODE,
    UNIT_TRIVIAL, /**< a constructor or destructor that does nothing */
    UNIT_BUILTIN, /**< a builtin, by its own name */
};

/** What a function of C++ returns that has a C name, by its declaration. */
enum unit_result {
    UNIT_RESULT_UNKNOWN, /**< no call in the source names it */
    UNIT_RESULT_PLAIN,
    UNIT_RESULT_MEMORY, /**< what leads to memory that may hold pointers to functions */
};

/** A function that is defined, called, overridden, or whose address is taken. */
struct unit_function {
    const char *name;   /**< linkage name */
    const char *origin; /**< file of the definition, else of the first declaration; may be NULL */
    enum cg_linkage linkage;
    unsigned seen;    /**< set of enum unit_evidence that mention it */
    unsigned defined; /**< set of enum unit_evidence that saw its definition */
    bool is_virtual;
    bool is_pure; /**< a declaration marks it so */
    bool in_system_header;
    bool hidden;    /**< other code of a program cannot name it, whatever its linkage */
    bool defaulted; /**< the compiler generates its body if needed */
    bool offered; /**< the object has its code even if this file does not use it: other files may */
    enum unit_result result;
    bool gives_pointer; /**< in the IR, which has no types of pointers: it returns one */
    enum unit_no_code no_code;
    uint32_t line;  /**< of the definition, in the IR; 0: unknown */
    uint64_t first; /**< UNIT_POSITION of the first and the last of its code, in the IR */
    uint64_t last;
    uint32_t body; /**< number of its unit_body, or UNIT_NO_BODY */
    struct unit_declared declared;
    enum unit_frame frame;
    uint64_t frame_size; /**< bytes of its variables, in the IR */
};

/** A call whose callee is known. */
struct unit_call {
    unit_id caller;
    unit_id callee;
    unsigned kind; /**< one enum cg_edge_kind */
    unsigned evidence;
    struct unit_place place;
    bool may_copy; /**< a constructor's call that some compilers leave out */
};

/** A place that may call functions this unit cannot name. */
struct unit_unresolved {
    unit_id caller;
    const char *type;   /**< of the callee; NULL if unknown */
    const char *reason; /**< one of the CG_OPEN_... */
    struct unit_place place;
    const char *receiver; /**< of a virtual call: type info name of its static receiver, or NULL */
    uint32_t slot;        /**< of a virtual call: index of the entry in the receiver's virtual
                               table */
    bool of_system;       /**< of a virtual call: a system header declares the receiver */
    unsigned evidence;
};

/** A field that points to a function. Strings are the unit's own. */
struct unit_field {
    const char *record;
    uint64_t offset; /**< in bytes */
    const char *cell;
};

/** A place where a function deletes an object of a class whose destructor the AST does not show,
 *  because it is a template instance. */
struct unit_delete {
    unit_id caller;
    struct unit_place place;
    bool of_system; /**< a system header declares the class */
};

/** A place recorded for a function: where its address is taken; where a region was outlined. */
struct unit_site {
    unit_id function;
    struct unit_place place;
    unsigned evidence;
};

/** One function mentions another in any way: needing the one needs the other. */
struct unit_reference {
    unit_id from;
    unit_id to;
};

/** One more linkage name of a function. */
struct unit_name {
    unit_id function;
    const char *name;
};

/** One method directly overriding another. */
struct unit_override {
    unit_id derived;
    unit_id base;
};

/** A method in a virtual table that serves as the table of a base class. */
struct unit_inherited {
    unit_id method;
    const char *base; /**< linkage name of the type info name: "_ZTS4Base" */
};

/** A virtual table that the compiler makes; see unit_vtables.h. */
struct unit_table {
    const char *name;     /**< linkage name, `NAME|FILE` for internal linkage */
    guint address_points; /**< the first of its `address_point_count` address points */
    guint address_point_count;
    guint entries; /**< the first of its `entry_count` entries */
    guint entry_count;
    bool is_system;    /**< the class is declared in a system header */
    const char *under; /**< type info name of the program's class whose functions it has during
                            construction; NULL: all objects have it */
};

/** An entry of a table from which on it serves as the table of a class. */
struct unit_address_point {
    const char *type; /**< linkage name of the type info name, `NAME|FILE` if it is internal */
    uint32_t entry;
    bool of_program; /**< the class has no table of its own here, and the program declares it */
};

/** What an entry of a table calls. */
struct unit_entry {
    unit_id function; /**< UNIT_NONE if there is none, or if the graph leaves it out */
    const char *name; /**< of the function; NULL if there is none, "" if it is unknown */
};

/** A function makes objects of a class, since it mentions its virtual table. */
struct unit_vtable_ref {
    unit_id function; /**< UNIT_NONE: the objects are data */
    const char *table;
};

struct facts;
struct uses;
struct collected_kind;

/** What a unit lacks of its source. */
struct unit_gap {
    const char *file;    /**< the source's name in the graph; NULL: nothing is missing */
    const char *reason;  /**< a word of CG_KEY_INCOMPLETE */
    const char *message; /**< the first error */
    unsigned errors;
};

/** One translation unit. Read freely, change through the functions below. */
struct unit {
    GArray *functions;     /**< of struct unit_function */
    GArray *calls;         /**< of struct unit_call */
    GArray *opens;         /**< of struct unit_unresolved */
    GArray *addresses;     /**< of struct unit_site */
    GArray *overrides;     /**< of struct unit_override */
    GArray *inherited;     /**< of struct unit_inherited, of bases whose own tables are elsewhere */
    GArray *references;    /**< of struct unit_reference */
    GArray *names;         /**< of struct unit_name */
    GArray *outlined;      /**< of struct unit_site */
    GArray *deletes;       /**< of struct unit_delete */
    GArray *bodies;        /**< of struct unit_body */
    GArray *regions;       /**< of struct unit_region, those of one body together */
    GPtrArray *attributes; /**< of GPtrArray *: those of functions */
    struct facts *facts;   /**< what pointers may point at (unit_facts.h) */
    struct uses *uses; /**< which entities the source mentions (unit_uses.h); NULL: not wanted */
    GArray *tables;    /**< of struct unit_table */
    GArray *address_points; /**< of struct unit_address_point */
    GArray *entries;        /**< of struct unit_entry */
    GArray *vtable_refs;    /**< of struct unit_vtable_ref */
    /** Set of files that are system headers, among the files of functions that only the compiler
     *  shows. NULL without the AST. */
    GHashTable *system_files;
    /** The parts of lines that may lead from one field of a record to others, by line and enum
     *  unit_sum. NULL unless the whole AST was read. */
    GHashTable *sum_lines;
    bool reads_halves; /**< the program uses pointers to numbers of two or four bytes as others, or
                          others as such: what they lead to may be pieces of pointers */
    bool reads_bytes;  /**< the program uses pointers to bytes as others: sums of bytes count */
    bool interposable; /**< the code may be in a shared library, where other definitions may
                            stand for its own */
    enum unit_evidence speaker; /**< the current source of evidence */
    bool compiled;              /**< the compiler's IR has been read */
    bool source_facts;          /**< all facts are those of the source, as in C */
    bool trivial;               /**< calls of UNIT_TRIVIAL are wanted */
    bool builtins;              /**< calls of UNIT_BUILTIN are */
    const char *directory;      /**< the compile's, and */
    const char *root; /**< files below it are named relative to it; NULL: the source is not read.
                           Both borrowed */
    /** The metadata kinds it is collected for, ended by NULL; borrowed (metadata/common/kind.h). */
    const struct collected_kind *const *kinds;
    /** The values of plug-ins for functions, by linkage name (metadata/plugged.h); NULL while there
     *  are none. */
    struct cg_graph *plugged;
    struct unit_gap gap;     /**< its texts are borrowed */
    const char *source;      /**< the file that is compiled, named as origins are; borrowed */
    unsigned faults;         /**< number of recorded faults, and */
    const char *first_fault; /**< the first one */
    /** Path of the compiler's stack usage file, or NULL; borrowed. */
    const char *stack_usage;
    GHashTable *spellings; /**< text of types, by libclang's identity */
    GHashTable *by_name;
    GHashTable *records; /**< whether in a header, by qualified name: the program's, in C++ */
    /** Set of "FROM\nTO": the program converts pointers to class FROM to pointers to class TO,
     * where none derives from the other; qualified names, in C++. */
    GHashTable *recasts;
    GArray *function_fields; /**< of struct unit_field: pointers to functions in records of C++ */
    GHashTable *library_variables; /**< set of linkage names, in C++ */
    GHashTable *library_classes;   /**< set of qualified names, without template arguments */
    GStringChunk *strings;
};

/** Make an empty unit without metadata kinds; release with unit_free. */
struct unit *unit_new(void);

/** Release a unit and all its strings. NULL is allowed. */
void unit_free(struct unit *unit);

/** @return the unit's own copy of a string, the same pointer for equal strings. */
const char *unit_string(struct unit *unit, const char *text);

/** @return the function with a linkage name, UNIT_NONE if there is none. */
unit_id unit_find(const struct unit *unit, const char *name);

/** @return the function with a linkage name, added as a mere declaration if it is new; records that
 *  the speaker mentions it. */
unit_id unit_function_named(struct unit *unit, const char *name);

/** @return a function, borrowed until the next one is added. */
struct unit_function *unit_function_at(const struct unit *unit, unit_id function);

/** Begin of the name of a function that runs the initialisers of a translation unit. */
#define UNIT_INITIALISER "_GLOBAL__sub_I_"

/** @return the function that runs the initialisers of a file's translation unit, with the
 *  compiler's name for it; defined, according to the speaker. `origin` is the file's name in the
 *  graph. */
unit_id unit_initialiser(struct unit *unit, const char *file, const char *origin);

/** @return whether a function runs the initialisers of its translation unit. */
bool unit_is_initialiser(const struct unit_function *function);

/** Add a call; kind is one enum cg_edge_kind. @return valid until the next is added */
struct unit_call *unit_add_call(struct unit *unit, unit_id caller, unit_id callee, unsigned kind,
                                struct unit_place place);

/** Record that the speaker saw the definition of a function. */
void unit_define(struct unit *unit, unit_id function);

/** Add an unresolved call; type may be NULL. @return it, borrowed until the next one is added. */
struct unit_unresolved *unit_add_open(struct unit *unit, unit_id caller, const char *type,
                                      const char *reason, struct unit_place place);

/** Add a place where a function's address is taken. */
void unit_add_address(struct unit *unit, unit_id function, struct unit_place place);

/** Record that one function mentions another. */
void unit_add_reference(struct unit *unit, unit_id from, unit_id to);

/** Give a function one more linkage name; repetition does no harm. */
void unit_add_name(struct unit *unit, unit_id function, const char *name);

/** Record a declared attribute; repetition does no harm. */
void unit_add_attribute(struct unit *unit, struct unit_declared *declared, const char *text);

/** @return attributes and inlining properties of a function: its own, or, if only the compiler
 *  shows it, those of its template. */
const struct unit_declared *unit_declared_of(const struct unit *unit, unit_id function);

/** @return the body of a function, NULL if none is known. */
const struct unit_body *unit_body_of(const struct unit *unit, unit_id function);

/** Add a region that the compiler turned into a function. */
void unit_add_outlined(struct unit *unit, unit_id function, struct unit_place place);

/** Record that a function deletes an object of a class template's instance. */
void unit_add_delete(struct unit *unit, const struct unit_delete *deleted);

/** From now on, lines that are not recorded lead from no field of a record to others. */
void unit_start_sum_lines(struct unit *unit);

/** It is unknown which lines do. */
void unit_forget_sum_lines(struct unit *unit);

/** Record that code from `begin` to `end`, in one file, may lead to other fields. Without columns,
 *  all of their lines may. */
void unit_add_sum_lines(struct unit *unit, struct unit_place begin, struct unit_place end,
                        enum unit_sum sum);

/** @return whether code at a place may lead to other fields; true if unknown. */
bool unit_has_sum_line(const struct unit *unit, struct unit_place place);

/** @return whether a builtin copies bytes on a line; true if unknown. */
bool unit_has_byte_copy(const struct unit *unit, struct unit_place place);

/** @return whether it may also lead to fields of what memory without a type is used as: it counts
 * from what was a pointer to a record, or to anything. True if unknown. */
bool unit_has_other_line(const struct unit *unit, struct unit_place place);

/** Add an override pair; both become virtual. */
void unit_add_override(struct unit *unit, unit_id derived, unit_id base);

/** Record an error that does not end the collecting: the file is partial. */
void unit_add_fault(struct unit *unit, const char *text);

/** Record that a struct, union, class or template of the program is defined, and where. */
void unit_add_record(struct unit *unit, const char *name, bool in_header);

/** Record that a record has a field that points to a function.
 *  @param cell  the type of the field, as of cells in facts */
void unit_add_function_field(struct unit *unit, const char *record, uint64_t offset,
                             const char *cell);

/** Record that pointers to a class are converted to pointers to another, unrelated one. */
void unit_add_recast(struct unit *unit, const char *from, const char *to);

/** Record that a system header declares a variable, which this translation unit does not define. */
void unit_add_library_variable(struct unit *unit, const char *name);

/** Record that a system header defines a class, or a template of classes.
 *
 *  @param name qualified, without template arguments */
void unit_add_library_class(struct unit *unit, const char *name);

/** Record that a method is in a table that serves as that of a base class. */
void unit_add_inherited(struct unit *unit, unit_id method, const char *base);

#endif
