/*
 * Calls of what a function is handed: which parameter a call through a pointer calls, and what each
 * caller passes for it, so that walks take a callback only where it was handed over
 * (CG_KEY_CONTEXT).
 *
 * A call is one of parameter k when its pointer holds nothing but the value k had on entry: it is k
 * itself, or a local that only ever got k; and k is never assigned and its address never taken.
 * While facts are read this is noted fact by fact (bindings.c); when they are solved it is written
 * (bindings_values.c, bindings_write.c).
 */
#ifndef POINTS_TO_BINDINGS_H
#define POINTS_TO_BINDINGS_H

#include "points_to/program.h"

/** The most functions a parameter may be handed over all calls and still be followed by context. */
#define BINDINGS_MOST_VALUES 64u

/** A parameter of a function. */
struct context_parameter {
    uint32_t slot;
    uint32_t function;
    uint32_t index;
    bool changed; /**< assigned in its function, or its address is taken */
    /* While contexts are written */
    bool called;     /**< calls of it are followed by context, here or in what it is passed on to */
    bool overflowed; /**< handed too many functions */
    bool told;       /**< some call says what it hands over as it */
    struct number_list values; /**< functions it may be handed, where that is known */
};

/** What a function passes for a parameter of another. */
struct context_argument {
    cg_node caller;
    uint32_t parameter; /**< number of the callee's */
    uint32_t from;      /**< slot, or NUMBER_NONE: nobody can tell */
    bool address;       /**< not what the slot holds, but it is passed */
    uint32_t origin; /**< parameter of the caller that is passed on, or NUMBER_NONE; once sorted */
};

/** All that is noted. */
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
#define SOURCE_NEVER (NUMBER_NONE - 1) /**< a local that was not yet assigned */
#define SOURCE_MANY (NUMBER_NONE - 2)  /**< a local that holds more than copies of one slot */

/* While facts are read. All return CG_OK or CG_E_MEMORY. */

/** Release with bindings_free. */
int bindings_new(struct bindings **out, struct cg_error *error);

/** NULL is allowed. */
void bindings_free(struct bindings *bindings);

/** A slot is a parameter. */
int bindings_parameter(struct program *program, uint32_t slot, uint32_t function, uint32_t index,
                       struct cg_error *error);

/** A slot is a local. */
int bindings_local(struct program *program, uint32_t slot, struct cg_error *error);

/** A fact of a function copies a slot, or its address, to another. */
int bindings_copy(struct program *program, cg_node owner, uint32_t to, uint32_t from, bool address,
                  struct cg_error *error);

/** A fact of a function gives a slot a value otherwise. */
int bindings_assign(struct program *program, cg_node owner, uint32_t to, struct cg_error *error);

/** A fact takes the address of a slot. */
void bindings_take_address(struct program *program, uint32_t slot);

/** A call by name passes what a slot holds. */
int bindings_pass(struct program *program, const struct call *call, uint32_t to, uint32_t from,
                  struct cg_error *error);

/* When facts are solved */

/** The parameter of `owner` that is all a slot holds, NUMBER_NONE when there is none. O(1). */
uint32_t bindings_origin(const struct program *program, cg_node owner, uint32_t slot);

/** Edges that calls of parameters alone lead along. */
struct context_edge {
    cg_node caller;
    uint32_t function;  /**< what is called */
    uint32_t parameter; /**< NUMBER_NONE: a call of something else, or of an edge that was there */
};

struct context_edges {
    struct context_edge *items; /**< sorted */
    size_t count;
};

/** Sort the arguments, by parameter and caller. O(n log n). */
void bindings_sort(struct program *program);

/** The first argument for a parameter that is not before a caller's. O(log n). */
size_t bindings_first_argument(const struct bindings *bindings, uint32_t parameter, cg_node caller);

/** Keep the edges all of whose parameters pass. */
void bindings_keep(struct context_edges *edges, const struct bindings *bindings,
                   bool (*passes)(const struct context_parameter *parameter));

/** List the edges of functions that call parameters, after bindings_sort and before they are added
 * to the graph.
 *  @param out release `items` with free @return CG_OK or CG_E_MEMORY. O(n log n) of the targets */
int bindings_list(struct context_edges *out, struct program *program, struct cg_error *error);

/** Find out which parameters are worth following, and what they may be handed.
 *  @param edges loses those of parameters that are handed too much
 *  @return CG_OK or CG_E_MEMORY. O(arguments * BINDINGS_MOST_VALUES^2). */
int bindings_solve(struct program *program, struct context_edges *edges, struct cg_error *error);

/** The functions an argument may be that is not passed on.
 *  @param out receives the number of each @return CG_OK or CG_E_MEMORY
 *  @param known false: nobody can tell, or too many */
int bindings_values(struct number_list *out, bool *known, const struct program *program,
                    const struct context_argument *argument, struct cg_error *error);

/** Hang contexts on edges, once those are added.
 *  @param edges loses those of parameters that all calls may hand anything over as
 *  @param nodes how many the graph had when `program` was set up
 *  @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. O(edges + arguments, and their values). */
int bindings_write(struct program *program, struct context_edges *edges, uint32_t nodes,
                   struct cg_error *error);

#endif
