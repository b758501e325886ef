/*
 * What is known of one translation unit, from whatever evidence: functions by linkage name, calls,
 * unresolved calls, places where addresses are taken, override relations.
 *
 * Each source of evidence (the AST, the compiler's IR) adds what it sees, after saying who it is;
 * functions meet by linkage name, which is unique within a translation unit. When all have spoken,
 * join/join.h settles what they disagree about and render/render.h makes a graph of it.
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

/** Who saw something. */
enum unit_evidence {
    UNIT_AST = 1u << 0, /**< the source, through libclang */
    UNIT_IR = 1u << 1,  /**< what the compiler made of it */
};

/** A place in a file; file is NULL when unknown, else a string of the unit. */
struct unit_place {
    const char *file;
    uint32_t line;
    uint32_t column;
};

/** Line and column as one number, in their order. */
#define UNIT_POSITION(line, column) (((uint64_t)(line) << 32) | (column))

/** Which part of a body runs how often. */
enum unit_region_kind {
    UNIT_LOOP,    /**< the repeated part of a loop: condition, increment and body */
    UNIT_BRANCH,  /**< what a condition decides on: a branch of if or ?:, a case of a switch */
    UNIT_HANDLER, /**< what catches an exception */
};

/** A part of a body, by the places its calls have; inner ones lie within outer ones. */
struct unit_region {
    enum unit_region_kind kind;
    unsigned ways;    /**< of a branch: how many there are to choose from, 2 for an if */
    const char *file; /**< as unit_place has it */
    uint64_t first;   /**< UNIT_POSITION of its first */
    uint64_t last;    /**< and of its last character */
    guint parent;     /**< number of the innermost one around it in the unit, or UNIT_NONE */
};

/** What declarations of a function say of it, where the source shows them. */
struct unit_declared {
    uint32_t line; /**< of its name in the definition, as counted in its origin; 0: not known */
    uint32_t column;
    uint64_t first;          /**< UNIT_POSITION of the definition in the origin, */
    uint64_t last;           /**< and of its last character; 0: not known */
    const char *signature;   /**< NULL: not known */
    const char *parameters;  /**< of the definition, JSON; NULL: not known */
    const char *result_type; /**< of the definition; NULL: not known */
    GPtrArray *attributes; /**< of const char *, sorted, each once; NULL: none. The unit frees it */
    bool has_inline_info;  /**< the definition was seen */
    bool marked_inline;
    bool likely_inline;
    bool always_inline;
    bool is_template;
};

/** No body of a function is known from the source. */
#define UNIT_NO_BODY UINT32_MAX

/** A body as the source has it. All functions made of one template share it. */
struct unit_body {
    bool of_template; /**< functions are made of it: else all from here to `last` is 0 */
    bool of_lambda;   /**< it is that of a lambda's call operator */
    bool constructs;  /**< it is that of a constructor */
    const char *file; /**< the file it is in, as unit_function.origin */
    uint32_t line;    /**< of the function's name, as a compiler counts in that file */
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
    guint regions; /**< the first of its regions, of `region_count`, in order of their begin */
    guint region_count;
    const char *allocations; /**< text of `mallocCollector`, NULL for none */
    /** Of a template: attributes and what has to do with inlining, which what is made of it has. */
    struct unit_declared declared;
};

/** What is known of a stack frame. */
enum unit_frame {
    UNIT_FRAME_UNKNOWN,
    UNIT_FRAME_STATIC,
    UNIT_FRAME_DYNAMIC, /**< it grows by more than is known */
};

/** Why the compiler makes no code of a function, and no calls: only the source has them. */
enum unit_no_code {
    UNIT_HAS_CODE,
    UNIT_TRIVIAL, /**< a constructor or destructor that does nothing */
    UNIT_BUILTIN, /**< a builtin, by its own name */
};

/** A function that is defined, called, overridden, or whose address is taken. */
struct unit_function {
    const char *name;   /**< linkage name */
    const char *origin; /**< file of the definition, else of the first declaration; may be NULL */
    enum cg_linkage linkage;
    unsigned seen;    /**< set of enum unit_evidence that know of it */
    unsigned defined; /**< set of enum unit_evidence that saw its definition */
    bool is_virtual;
    bool is_pure; /**< a declaration says so */
    bool in_system_header;
    bool defaulted; /**< the compiler writes its body, where it needs one */
    enum unit_no_code no_code;
    uint32_t line;  /**< of the definition, as the IR has it; 0: unknown */
    uint64_t first; /**< UNIT_POSITION of the first and the last of its code, as the IR has it */
    uint64_t last;
    uint32_t body; /**< number of its unit_body, or UNIT_NO_BODY */
    struct unit_declared declared;
    enum unit_frame frame;
    uint64_t frame_size; /**< bytes of its variables, as the IR has them */
};

/** A call whose callee is known. */
struct unit_call {
    unit_id caller;
    unit_id callee;
    unsigned kind; /**< one enum cg_edge_kind */
    unsigned evidence;
    struct unit_place place;
};

/** A place that may call functions this unit cannot name. */
struct unit_unresolved {
    unit_id caller;
    const char *type;   /**< of what is called; NULL when there is none */
    const char *reason; /**< one of the CG_OPEN_... */
    struct unit_place place;
    const char *receiver; /**< of a virtual call: type info name of its static receiver, or NULL */
    uint32_t slot;        /**< of a virtual call: which entry of the receiver's virtual table */
    bool of_system;       /**< of a virtual call: a system header declares the receiver */
    unsigned evidence;
};

/** Where a function deletes an object of a class whose destructor the AST does not show, as it is
 * an instance of a template. */
struct unit_delete {
    unit_id caller;
    struct unit_place place;
    bool of_system; /**< a system header declares the class */
};

/** A place that is noted of a function: where its address is taken; what of it was outlined. */
struct unit_site {
    unit_id function;
    struct unit_place place;
    unsigned evidence;
};

/** One function mentioning another, in whatever way: needing the one needs the other. */
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

/** A method in a virtual table where that serves as the table of a base class. */
struct unit_inherited {
    unit_id method;
    const char *base; /**< linkage name of the type info name: "_ZTS4Base" */
};

/** A virtual table the compiler makes; see unit_vtables.h. */
struct unit_table {
    const char *name;     /**< linkage name, `NAME|FILE` for internal linkage */
    guint address_points; /**< the first of its address points, of `address_point_count` */
    guint address_point_count;
    guint entries; /**< the first of its entries, of `entry_count` */
    guint entry_count;
    bool is_system;    /**< the class is declared in a system header */
    const char *under; /**< type info name of the class, none of the system's, that its functions
                            are of while an object is constructed; NULL: all objects have it */
};

/** An entry of a table from which on it serves as the table of a class. */
struct unit_address_point {
    const char *type; /**< linkage name of the type info name, `NAME|FILE` if it is internal */
    uint32_t entry;
};

/** What an entry of a table calls. */
struct unit_entry {
    unit_id function; /**< UNIT_NONE if there is none, or the graph does without it */
    const char *name; /**< of the function; NULL if there is none, "" if it cannot be told */
};

/** A function makes objects of a class, as it mentions its virtual table. */
struct unit_vtable_ref {
    unit_id function; /**< UNIT_NONE: the objects are data */
    const char *table;
};

struct facts;
struct collected_kind;

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
    struct facts *facts;   /**< what pointers may point at (facts.h) */
    GArray *tables;        /**< of struct unit_table */
    GArray *address_points; /**< of struct unit_address_point */
    GArray *entries;        /**< of struct unit_entry */
    GArray *vtable_refs;    /**< of struct unit_vtable_ref */
    /** Set of files that are system headers: all of those that functions are from of which only
     *  the compiler has spoken. NULL unless the AST was there. */
    GHashTable *system_files;
    /** Set of "FILE:LINE": where pointers to members are applied, or the program counts bytes from
     *  an address. NULL unless the whole AST was there. */
    GHashTable *sum_lines;
    bool reads_bytes; /**< the program uses pointers to bytes as pointers to something else */
    enum unit_evidence speaker; /**< who adds what is added now */
    bool compiled;              /**< the compiler's IR has been read */
    bool trivial;               /**< calls of UNIT_TRIVIAL are wanted */
    bool builtins;              /**< calls of UNIT_BUILTIN are */
    const char *directory;      /**< the compile's, and */
    const char *root; /**< files below it are named relative to it; NULL: no source is looked
                           at. Both borrowed */
    /** What metadata it is collected for, ended by NULL; borrowed (metadata/common/kind.h). */
    const struct collected_kind *const *kinds;
    /** What plug-ins say of functions, by linkage name (metadata/plugged.h); NULL while nothing. */
    struct cg_graph *plugged;
    unsigned faults;         /**< how often something that is wrong was noted, and */
    const char *first_fault; /**< what it was at first */
    /** Path of what the compiler told of stack frames, or NULL; borrowed. */
    const char *stack_usage;
    GHashTable *spellings; /**< text of types, by what libclang knows them by */
    GHashTable *by_name;
    GHashTable *records; /**< whether in a header, by qualified name: the program's, in C++ */
    GStringChunk *strings;
};

/** Make an empty unit, collected for no metadata yet; release it with unit_free. */
struct unit *unit_new(void);

/** Release a unit and all its strings. NULL is allowed. */
void unit_free(struct unit *unit);

/** @return the unit's own copy of a string, the same pointer for equal strings. */
const char *unit_string(struct unit *unit, const char *text);

/** @return the function of a linkage name, UNIT_NONE if there is none. */
unit_id unit_find(const struct unit *unit, const char *name);

/** @return the function of a linkage name, added as a mere declaration if it is new; the speaker
 *  knows of it. */
unit_id unit_function_named(struct unit *unit, const char *name);

/** @return a function, borrowed until the next one is added. */
struct unit_function *unit_function_at(const struct unit *unit, unit_id function);

/** Begin of the name of the function that runs the initialisers of a translation unit. */
#define UNIT_INITIALISER "_GLOBAL__sub_I_"

/** @return the function that runs the initialisers of the translation unit of a file, named as the
 *  compiler names it; defined, as the speaker says. `origin` is the file's name in the graph. */
unit_id unit_initialiser(struct unit *unit, const char *file, const char *origin);

/** @return whether a function runs the initialisers of its translation unit. */
bool unit_is_initialiser(const struct unit_function *function);

/** Add a call; kind is one enum cg_edge_kind. */
void unit_add_call(struct unit *unit, unit_id caller, unit_id callee, unsigned kind,
                   struct unit_place place);

/** Note that the speaker saw the definition of a function. */
void unit_define(struct unit *unit, unit_id function);

/** Add an unresolved call; type may be NULL. @return it, borrowed until the next one is added. */
struct unit_unresolved *unit_add_open(struct unit *unit, unit_id caller, const char *type,
                                      const char *reason, struct unit_place place);

/** Add a place where a function's address is taken. */
void unit_add_address(struct unit *unit, unit_id function, struct unit_place place);

/** Note that one function mentions another. */
void unit_add_reference(struct unit *unit, unit_id from, unit_id to);

/** Give a function one more linkage name; repetition does no harm. */
void unit_add_name(struct unit *unit, unit_id function, const char *name);

/** Note an attribute that is declared; repetition does no harm. */
void unit_add_attribute(struct unit *unit, struct unit_declared *declared, const char *text);

/** @return attributes and what has to do with inlining of a function: its own, or where only the
 *  compiler knows the function, those of the template it is made of. */
const struct unit_declared *unit_declared_of(const struct unit *unit, unit_id function);

/** @return the body of a function, NULL when none is known. */
const struct unit_body *unit_body_of(const struct unit *unit, unit_id function);

/** Add a region the compiler made a function of. */
void unit_add_outlined(struct unit *unit, unit_id function, struct unit_place place);

/** Note that a function deletes an object of an instance of a class template. */
void unit_add_delete(struct unit *unit, const struct unit_delete *deleted);

/** From now on lines that are not noted lead from no field of a record to others. */
void unit_start_sum_lines(struct unit *unit);

/** Nobody knows which lines do. */
void unit_forget_sum_lines(struct unit *unit);

/** Note that something from `begin` to `end`, in one file, may lead to other fields.
 *  @param bytes it counts bytes, which matters if `reads_bytes` */
void unit_add_sum_lines(struct unit *unit, struct unit_place begin, struct unit_place end,
                        bool bytes);

/** @return whether a line may lead to other fields; true if nobody knows. */
bool unit_has_sum_line(const struct unit *unit, struct unit_place place);

/** Add an override pair; both become virtual. */
void unit_add_override(struct unit *unit, unit_id derived, unit_id base);

/** Note something that went wrong, though not so that it ends the collecting: the file is partial.
 */
void unit_add_fault(struct unit *unit, const char *text);

/** Note that a struct, union, class or template of the program's is defined, and where. */
void unit_add_record(struct unit *unit, const char *name, bool in_header);

/** Note that a method is in a table that serves as that of a base class. */
void unit_add_inherited(struct unit *unit, unit_id method, const char *base);

#endif
