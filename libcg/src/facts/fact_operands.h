/*
 * Elements of pointer facts (docs/pointer-facts.md): slots, operands and numbers. read_facts.c says
 * what each kind of fact means.
 */
#ifndef FACTS_FACT_OPERANDS_H
#define FACTS_FACT_OPERANDS_H

#include "points_to/ambiguous_names.h"
#include "points_to/solved_program.h"

/** Most elements of a fact itself; arguments are a nested array. */
#define MOST_ELEMENTS 9

/** The facts of one function being read. */
struct reading {
    struct program *program;
    cg_node owner;  /**< CG_NONE outside of functions */
    bool cplusplus; /**< it is a function of C++ */
    struct number_list locals;
    size_t length;                /**< of the facts' text: an upper bound of the number of locals */
    struct number_list functions; /**< of the last element that names some */
};

/** A decomposed fact. */
struct fact {
    struct cg_value elements[MOST_ELEMENTS];
    size_t count;
};

/** @return CG_E_FORMAT, with the text of what is wrong in `error` */
int fact_malformed(const struct cg_value *what, struct cg_error *error);

/* All return CG_OK, CG_E_FORMAT, CG_E_LIMIT or CG_E_MEMORY, and take time in proportion to the
 * length of the element. */

/** An operand: a slot, or `&` and a slot. */
int operand_read(struct operand *out, struct reading *r, const struct cg_value *string,
                 struct cg_error *error);

/** A slot that holds an operand's value. */
int operand_value(uint32_t *out, struct reading *r, const struct cg_value *string,
                  struct cg_error *error);

/** The same. @param out NUMBER_NONE if the element is empty: it holds no pointer */
int operand_optional(uint32_t *out, struct reading *r, const struct cg_value *string,
                     struct cg_error *error);

/** A number that fits in 32 bits. */
int operand_number(uint32_t *out, const struct cg_value *value, struct cg_error *error);

#endif
