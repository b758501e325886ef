/*
 * Names that several programs define, when their graphs are linked as one.
 *
 * Facts call functions by name. A file that defines a name means its own definition, and any other
 * may mean each: there what is passed to the name reaches all of them, and what any of them returns
 * comes back. A definition by itself is NAME||ORIGIN.
 */
#ifndef POINTS_TO_AMBIGUOUS_NAMES_H
#define POINTS_TO_AMBIGUOUS_NAMES_H

#include "points_to/solved_program.h"

/** Find those of the graph, before facts are read. @return CG_OK or CG_E_MEMORY. O(nodes) */
int ambiguous_find(struct program *program, struct cg_error *error);

/** @return whether a slot of the text is one of a function whose name is ambiguous. O(1) */
bool ambiguous_is(const struct program *program, const char *slot, size_t length);

/**
 * The functions that a slot's text means.
 *
 * @param out   their numbers are added; of a name that is not ambiguous, the one function
 * @param owner the function whose facts have the text, or CG_NONE
 * @param slot  pFUNCTION#N, or a letter and FUNCTION
 * @return CG_OK or CG_E_MEMORY. O(definitions of the name)
 */
int ambiguous_functions(struct number_list *out, struct program *program, cg_node owner,
                        const char *slot, size_t length, struct cg_error *error);

/** An operand of a fact: what is in a slot, or its address. */
struct operand {
    uint32_t slot;
    bool address;
};

/**
 * The slot of an operand whose name is ambiguous.
 *
 * @param out its `address` is set; receives the slot, and that it is no address where the slot
 * holds the addresses of the functions
 * @return CG_OK, CG_E_FORMAT or CG_E_MEMORY
 */
int ambiguous_operand(struct operand *out, struct program *program, cg_node owner, const char *slot,
                      size_t length, struct cg_error *error);

#endif
