/*
 * Where control goes in the code of an object file: its functions, and what each calls and names.
 */
#ifndef CGCOLLECT_MACHINE_CODE_H
#define CGCOLLECT_MACHINE_CODE_H

#include "machine/object.h"

/** A place in code or data. */
struct code_place {
    uint32_t section;
    uint64_t offset;
};

/** A function: code that has a name, or is called. */
struct code_function {
    struct code_place at; /**< where it begins, */
    uint64_t end;         /**< and the end of its own code: by its size, or the next one's begin */
    bool sized;
    uint32_t symbol; /**< one that names it; others may be at the same place */
};

/** How a function uses what it names. */
enum code_use {
    CODE_CALLS,       /**< a call or jump */
    CODE_REFERS,      /**< any other reference */
    CODE_INDIRECT,    /**< a call or jump to what a register or memory holds */
    CODE_ASKS_SYSTEM, /**< a system call, which may keep what it gets */
    CODE_IS_UNKNOWN,  /**< the code is not understood there */
};

/** A use. At most one of `function` and `symbol` is set. */
struct code_event {
    enum code_use use;
    uint32_t function; /**< number of a function of this object, or OBJECT_NONE */
    uint32_t symbol;   /**< of data, or of what is, or may be, defined elsewhere; or OBJECT_NONE */
    uint32_t section;  /**< of the instruction */
    uint64_t offset;
};

struct code;

/** Find the functions of an object, which stays the caller's; release with code_free. O(n log n) */
struct code *code_new(const struct object *object);

/** Release. NULL is allowed. */
void code_free(struct code *code);

/** The functions, of struct code_function. */
const GArray *code_functions(const struct code *code);

/** @return the function that covers a place of a section, or OBJECT_NONE. */
uint32_t code_function_at(const struct code *code, uint32_t section, uint64_t offset);

typedef void code_take(void *user, uint32_t function, const struct code_event *event);

/** Make functions of the labels that are called. Call once, before what follows. */
void code_find_called(struct code *code);

/** Follow the code of all functions, each from its begin. O(n log n) in the size of the code */
void code_follow(struct code *code, code_take *take, void *user);

/** What data refers to, also data among code: CODE_REFERS. Of data among code `function` is the one
 * around it, else OBJECT_NONE. Call after code_follow. */
void code_visit_data(const struct code *code, code_take *take, void *user);

#endif
