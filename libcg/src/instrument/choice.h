/*
 * Making choices.
 */
#ifndef INSTRUMENT_CHOICE_H
#define INSTRUMENT_CHOICE_H

#include <libcg/instrument.h>

struct cg_choice {
    struct cg_chosen *chosen; /**< in order of node once sorted, each once */
    size_t count;
    size_t capacity;
};

/** An empty choice. @return CG_OK or CG_E_MEMORY */
int choice_new(struct cg_choice **out, struct cg_error *error);

/** Add a function. @return CG_OK or CG_E_MEMORY */
int choice_add(struct cg_choice *choice, const struct cg_chosen *chosen, struct cg_error *error);

/** End a strategy: sort and hand over a choice, or release it after a failure. Of several reasons
 * for a function the first that was added stays.
 *  @param choice NULL is allowed after a failure
 *  @return status, or CG_E_MEMORY */
int choice_finish(struct cg_choice **out, struct cg_choice *choice, int status,
                  struct cg_error *error);

#endif
