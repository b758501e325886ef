/*
 * Calls of parameters: which parameter a call through a pointer calls, and what each caller passes
 * for it, so that walks follow a callback only where it was passed (CG_KEY_CONTEXT).
 *
 * A call is one of parameter k if its pointer only holds the value that k had on entry: it is k
 * itself, or a local that only ever got k; and k is never assigned and its address never taken.
 * bindings.c records this while facts are read; bindings_values.c and bindings_write.c write it
 * when they are solved.
 */
#ifndef POINTS_TO_BINDINGS_H
#define POINTS_TO_BINDINGS_H

#include "points_to/solved_program.h"

/** Most functions that may be passed for a parameter, over all calls, if contexts are to follow
 *  it. */
#define BINDINGS_MOST_VALUES 64u

/** A parameter of a function. */
struct context_parameter {
    uint32_t slot;
    uint32_t function;
    uint32_t index;
    bool changed; /**< assigned in its function, or its address is taken */
    /* While contexts are written */
    bool called;     /**< contexts follow calls of it, here or in functions it is passed on to */
    bool overflowed; /**< receives too many functions */
    bool recorded;   /**< some call records what it passes for it */
    struct number_list values; /**< functions that may be passed for it, if known */
};

/** What a function passes for a parameter of another. */
struct context_argument {
    cg_node caller;
    uint32_t parameter; /**< number of the callee's */
    uint32_t from;      /**< slot, or NUMBER_NONE: unknown */
    bool address;       /**< passes the slot's address, not its content */
    uint32_t origin;    /**< parameter of the caller that is passed on, or NUMBER_NONE; set by
                           bindings_sort */
};

/** Everything recorded. */
struct bindings {
    struct context_parameter *parameters;
    size_t parameter_capacity;
    uint32_t parameter_count;
    struct context_argument *arguments;
    size_t argument_capacity;
    size_t argument_count;
    struct number_list parameter_of; /**< by slot: number of a parameter, or NUMBER_NONE */
    struct number_list source;       /**< by slot: a local's only source, or one of these */
};

#define SOURCE_NOT_LOCAL NUMBER_NONE
#define SOURCE_NEVER (NUMBER_NONE - 1) /**< a local without an assignment so far */
#define SOURCE_MANY (NUMBER_NONE - 2)  /**< a local that holds more than copies of one slot */

/* While facts are read. All return CG_OK or CG_E_MEMORY. */

/** Release with bindings_free. */
int bindings_new(struct bindings **out, struct cg_error *error);

/** NULL is allowed. */
void bindings_free(struct bindings *bindings);

/** A slot is a parameter. */
int bindings_parameter(struct program *program, uint32_t slot, uint32_t function, uint32_t index,
                       struct cg_error *error);

/** @return whether a slot is a parameter, and of which function. O(1) */
bool bindings_find_parameter(uint32_t *function, uint32_t *index, const struct program *program,
                             uint32_t slot);

/** A slot is a local. */
int bindings_local(struct program *program, uint32_t slot, struct cg_error *error);

/** A fact of a function copies a slot, or its address, to another. */
int bindings_copy(struct program *program, cg_node owner, uint32_t to, uint32_t from, bool address,
                  struct cg_error *error);

/** A fact of a function assigns another value to a slot. */
int bindings_assign(struct program *program, cg_node owner, uint32_t to, struct cg_error *error);

/** A fact takes the address of a slot. */
void bindings_take_address(struct program *program, uint32_t slot);

/** A call by name passes what a slot holds. */
int bindings_pass(struct program *program, const struct call *call, uint32_t to, uint32_t from,
                  struct cg_error *error);

/* Once facts are solved */

/** The parameter of `owner` that is the only content of a slot, NUMBER_NONE if there is none.
 *  O(1). */
uint32_t bindings_origin(const struct program *program, cg_node owner, uint32_t slot);

/** Edges that only calls of parameters cause. */
struct context_edge {
    cg_node caller;
    uint32_t function;  /**< the callee */
    uint32_t parameter; /**< NUMBER_NONE: a call of something else, or an existing edge */
};

struct context_edges {
    struct context_edge *items; /**< sorted */
    size_t count;
};

/** Sort the arguments, by parameter and caller. O(n log n). */
void bindings_sort(struct program *program);

/** The first argument for a parameter at or after a caller. O(log n). */
size_t bindings_first_argument(const struct bindings *bindings, uint32_t parameter, cg_node caller);

/** Keep the edges whose parameters all pass the test. */
void bindings_keep(struct context_edges *edges, const struct bindings *bindings,
                   bool (*passes)(const struct context_parameter *parameter));

/** List the edges of functions that call parameters, after bindings_sort and before they are added
 *  to the graph. @param out release `items` with free @return CG_OK or CG_E_MEMORY. O(n log n) of
 *  the targets */
int bindings_list(struct context_edges *out, struct program *program, struct cg_error *error);

/**
 * Find out which parameters are worth following, and what may be passed for them.
 * @param edges loses those of parameters that receive too many functions
 * @return CG_OK or CG_E_MEMORY. O(arguments * BINDINGS_MOST_VALUES^2).
 */
int bindings_solve(struct program *program, struct context_edges *edges, struct cg_error *error);

/**
 * The functions that an argument may be, unless it is passed on.
 * @param out receives the number of each @return CG_OK or CG_E_MEMORY
 * @param known false: unknown, or too many
 */
int bindings_values(struct number_list *out, bool *known, const struct program *program,
                    const struct context_argument *argument, struct cg_error *error);

/**
 * Attach contexts to edges, once those are added.
 * @param edges loses those of parameters for which every call may pass anything
 * @param nodes how many the graph had when `program` was set up
 * @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. O(edges + arguments, and their values).
 */
int bindings_write(struct program *program, struct context_edges *edges, uint32_t nodes,
                   struct cg_error *error);

#endif
