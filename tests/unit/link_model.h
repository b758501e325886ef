/*
 * Small random programs as plain arrays of pointer facts, and a slow, obvious way to find what
 * their calls may call (docs/pointer-facts.md).
 */
#ifndef TESTS_LINK_MODEL_H
#define TESTS_LINK_MODEL_H

#include "support.h"

#include <libcg/link.h>

enum {
    FUNCTIONS = 11,
    FIRST_LIBRARY = 7,   /**< from this one on they may be library functions */
    ABSENT_FUNCTION = 6, /**< often without a node */
    PARAMETERS = 3,
    LOCALS = 4,
    GLOBALS = 6,
    RECORDS = 3,
    FIELDS = 3, /**< of a record: at 0, 8, 16 */
    REASONS = 7,
    REASON_UNSEEN = REASONS, /**< CG_UNKNOWN_UNSEEN, which no value has */
    REASON_TYPE = 5,         /**< of functions that cannot work under the type they are called as */
    MOST_ARGUMENTS = 4,
    MOST_FACTS = 160,
    PLACES = 5, /**< lines of calls in a function */
    TYPES = 16,
    TYPE_OPEN = 15, /**< the last: files disagree, or there is no prototype */
    NO_TYPE = -1,   /**< no type; of conversions: an untyped pointer */
    CELLS = 9,
    CELL_ANY = 0,      /**< of unknown type */
    CELL_VOID = 1,     /**< a pointer without type */
    CELL_FUNCTION = 3, /**< the first of those of pointers to functions */
    FUNCTION_CELLS = 4,
    CELL_GENERIC = 8, /**< a pointer to functions, as which those of any type are read */
    NO_CELL = -1,     /**< no type */
};

/** What code that was not collected gives where a type is: from KIND_FUNCTION on, a function of the
 *  type of that number. */
enum {
    KIND_ANY,     /**< it may be any function */
    KIND_UNTYPED, /**< a pointer without type */
    KIND_DATA,    /**< a pointer that leads to pointers */
    KIND_BYTES,   /**< one that does not, or no pointer */
    KIND_FUNCTION,
    KINDS = KIND_FUNCTION + TYPES,
};

/** A type of functions, with what follows from it. */
struct model_type {
    const char *text;
    int result;             /**< kind */
    int given[PARAMETERS];  /**< kinds of the parameters */
    const char *parameters; /**< how each is passed: `i`, `f`, `s` (unknown); NULL: no type */
    const char *sorts;      /**< of the result and the parameters: `v` none, `?` unknown */
    bool variadic;
    bool lowered; /**< parameters are those of the calling convention */
    bool vague;   /**< a part of the type is unknown */
};
extern const struct model_type model_types[TYPES];

/** A type of memory cells. */
struct model_cell {
    const char *text;
    int type; /**< of the functions it points at; NO_TYPE: it is no pointer to functions */
    int kind;
};
extern const struct model_cell model_cells[CELLS];

/** Slots, numbered. Those from SLOT_DYNAMIC on are made while an oracle runs. A function is a value
 *  under its own type, and under each type it may be converted to (the last one: none), once where
 *  it was not named, once where it was, and once where only places overlap. Unknown values have one
 * value for each reason and kind; the first ones are of any kind. */
enum {
    SLOT_FUNCTION = 0,
    SLOT_CAST = SLOT_FUNCTION + FUNCTIONS,
    SLOT_PARAMETER = SLOT_CAST + FUNCTIONS * 3 * (TYPES + 1),
    SLOT_RESULT = SLOT_PARAMETER + FUNCTIONS * PARAMETERS,
    SLOT_VARIADIC = SLOT_RESULT + FUNCTIONS,
    SLOT_LOCAL = SLOT_VARIADIC + FUNCTIONS,
    SLOT_GLOBAL = SLOT_LOCAL + FUNCTIONS * LOCALS,
    SLOT_FIELD = SLOT_GLOBAL + GLOBALS,
    SLOT_INTEGERS = SLOT_FIELD + RECORDS * FIELDS,
    SLOT_BYTES,
    SLOT_OUTSIDE,
    SLOT_UNSEEN, /**< as a value: what fields hold in which no function was seen to be stored */
    SLOT_UNKNOWN,
    SLOT_DYNAMIC = SLOT_UNKNOWN + KINDS * REASONS,
    NO_SLOT = -1,
};

struct operand {
    int slot; /**< NO_SLOT: holds no pointer */
    bool address;
};

/** A fact; what the word does not use is zero. */
struct fact {
    char word;
    int owner; /**< function, or -1: of the graph */
    struct operand to;
    struct operand from; /**< of `k` what is called */
    int line;            /**< of calls */
    int type;            /**< of `k`, `t`; what `z` and `v` convert to */
    int before;          /**< what they convert from */
    int cell;            /**< of `l`, `s` (may be NO_CELL), `e`, `f` */
    int function;        /**< of `d`; of `t`, -1: its owner */
    int record;
    int inner;
    int number; /**< reason of `x`, visibility of `r`; of `f` 1: an array */
    int count;
    struct operand arguments[MOST_ARGUMENTS];
};

/** How much is known of a function. */
enum state { READ, UNREAD, SYSTEM, OWN, NOT_TOLD, ABSENT };

struct model_function {
    char name[16];
    const char *origin;
    char text[24]; /**< NAME or NAME|ORIGIN */
    enum state state;
    enum cg_linkage linkage;
    int library; /**< index into library_functions, -1: none */
    bool taken;
    bool hidden;
    bool open[PLACES + 1]; /**< unresolved calls no fact may speak of, by line */
    bool calls[FUNCTIONS]; /**< by name */
};

struct program_model {
    struct model_function functions[FUNCTIONS];
    struct fact facts[MOST_FACTS];
    int count;
    bool loads;   /**< dlopen is there */
    bool sources; /**< all facts are from sources */
    enum cg_world world;
    unsigned promised; /**< set of CG_PROMISE_... */
    bool allocates;    /**< functions that allocate return memory of their own to each call */
    int twins[2]; /**< external functions of a.c and b.c that have the name of the first; -1: none
                   */
};

/* Library functions that are made up. */

struct effect_operand {
    enum { NOTHING, ARGUMENT, REST, RESULT, SLOT, NEW, UNKNOWN } kind;
    bool deref;
    int index; /**< of the argument, slot or reason */
    bool address;
};

struct effect {
    enum { NO_EFFECT, ASSIGN, CALL, ESCAPE } kind;
    struct effect_operand target;
    struct effect_operand source;
    struct effect_operand result; /**< of CALL */
    int count;
    struct effect_operand arguments[3];
};

struct library_function {
    const char *name;
    const char *text; /**< as in a file of summaries */
    struct effect effects[4];
};
extern const struct library_function library_functions[];
extern const int library_function_count;
enum { ALLOCATORS = 2 }; /**< the last ones of these allocate, and are real */

extern const char *const model_reasons[REASONS];

/** The functions that allocate. @param returns by function: 0: it does not; bit 0: it does; bit N +
 * 1: it may return argument N */
void model_allocators(unsigned *returns, const struct program_model *model);

/** A random program. */
void program_random(struct program_model *model, struct random *random);

/**
 * Give an external function of a.c and one of b.c the same name, as those of two programs have.
 * Facts of each file mention its own only.
 *
 * @return whether there are such functions
 */
bool program_twin(struct program_model *model, struct random *random);

/** Make some functions allocate, or nearly so, and others call them. @return whether there are such
 * functions */
bool program_allocate(struct program_model *model, struct random *random);

/** Whether the facts have types of functions, all in the form that sources give them. */
bool program_is_typed(const struct program_model *model);

/** The graph of a program, its parts added in random order. */
struct cg_graph *program_graph(const struct program_model *model, struct random *random);

/** Lines of text, kept sorted, each once. */
struct lines {
    char (*items)[240];
    size_t capacity;
    size_t count;
};
void add_line(struct lines *lines, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** The expected result of linking a program.
 *  @param lines receives it, to be freed
 *  @return how many callees calls through pointers have */
unsigned program_solve(struct lines *lines, const struct program_model *model);

#endif
