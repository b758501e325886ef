/*
 * The state of a selector.
 */
#ifndef SELECT_SELECTOR_H
#define SELECT_SELECTOR_H

#include "base/pool.h"
#include "select/bits.h"
#include "select/set_steps.h"

#include <libcg/select.h>

/** A named set. */
struct select_named {
    uint32_t name; /**< in the pool */
    uint64_t *bits;
};

struct cg_selector {
    struct cg_graph *graph;
    struct cg_selector_options options;
    uint32_t nodes;
    struct cg_pool names;
    struct select_named *named;
    size_t named_count;
    size_t named_capacity;
    size_t *named_as; /**< by name in the pool: which set has it, + 1; 0: none any more */
    size_t named_as_capacity;
    char **demangled; /**< by node, once needed; NULL if not demangled */
    bool *asked;
    uint32_t *distance; /**< for searches */
    cg_node *starts;
    bool *found; /**< for words */
};

/** The demangled name of a node, or NULL. */
const char *selector_demangled(struct cg_selector *s, cg_node node);

/** The set with a name, or NULL. */
const uint64_t *selector_named(const struct cg_selector *s, const char *name);

/** Read a file of names or definitions. @param out a terminated text, to be released with free */
int select_read_file(char **out, const char *path, struct cg_error *error);

/** Likewise, as the options of the selector say. */
int selector_read_file(struct cg_selector *s, char **out, const char *path, struct cg_error *error);

/** Read and evaluate a set. @param out an array of bits_words, to be released with free @return as
 *  cg_select */
int select_evaluate(uint64_t **out, struct cg_selector *s, struct select_source *source,
                    enum select_extent extent, struct cg_error *error);

/** Read and evaluate a definition. @return as cg_selector_define */
int select_define(struct cg_selector *s, struct select_source *source, struct cg_error *error);

/** Report a kind of metadata if no function has it. */
void selector_note_absent(const struct cg_selector *s, const char *key);

/** Evaluate an elementary set. @param bits all 0 */
int select_leaf(struct cg_selector *s, const struct select_step *step, uint64_t *bits,
                struct cg_error *error);

/** As select_leaf, for SELECT_COMPARE. */
int select_compare(struct cg_selector *s, const struct select_step *step, uint64_t *bits,
                   struct cg_error *error);

/** Evaluate an operator. `other` is the second operand of two; else unused. */
int select_apply(struct cg_selector *s, const struct select_step *step, uint64_t *bits,
                 const uint64_t *other, struct cg_error *error);

#endif
