/*
 * The verb `stack`: how much stack is needed, and what the figure depends on.
 */
#ifndef CGQUERY_VERBS_STACK_STACK_H
#define CGQUERY_VERBS_STACK_STACK_H

#include "core/cgquery.h"

#include <libcg/stack.h>

/** A place of unresolved calls in a bounds file. */
struct stack_place {
    char *file;
    uint32_t line;
    uint32_t column; /**< 0: any */
    bool *callees;   /**< by node: their callees; NULL: none */
    unsigned at;     /**< line in the bounds file */
    bool used;       /**< there is such an unresolved call */
};

/** The callees that a bounds file gives to functions without a body. */
struct stack_back {
    bool *callers; /**< by node */
    bool *callees; /**< by node */
    unsigned at;   /**< line in the bounds file */
    bool used;     /**< there is such a caller */
};

/** The contents of a bounds file, or the defaults without one. */
struct stack_bounds {
    int64_t *frame;         /**< by node: -1 if not given */
    uint32_t *recursion;    /**< by node: activations, 0 if not given */
    unsigned *recursion_at; /**< by node: line with its bound */
    unsigned lines;
    unsigned *closed; /**< by node: line that states that it makes no other calls than those of the
                           graph */
    GArray *backs;    /**< of struct stack_back */
    GArray *places;   /**< of struct stack_place */
    int64_t library;  /**< default frame of functions without a body; -1: unknown */
    int64_t overhead; /**< bytes each call adds to a frame */
    int64_t red_zone; /**< bytes used beyond the last frame */
};

/** Read options.bounds, if there is such a file.
 *  @param out release with stack_bounds_clear in either case
 *  @return CLI_OK, or CLI_TROUBLE after reporting an error */
int stack_bounds_read(struct stack_bounds *out, struct query *query);

void stack_bounds_clear(struct stack_bounds *bounds);

/** The next place in the bounds for an unresolved call, or NULL.
 *  @param next where to look from, begin with 0 */
struct stack_place *stack_bounds_place(const struct stack_bounds *bounds,
                                       const struct cg_site *site, guint *next);

struct stack_answer;

/** Print notes about bounds for what the graph does not have: places, recursion, calls. */
void stack_bounds_note_unused(const struct stack_answer *answer);

/** Why a function may need more stack than shown; sets. */
enum stack_doubt {
    DOUBT_UNRESOLVED = 1, /**< it has unresolved calls */
    DOUBT_UNRECORDED = 2, /**< the graph does not record whether all its calls are known */
    DOUBT_GROWS = 4,      /**< its frame grows by an unknown amount */
    DOUBT_ESTIMATED = 8,  /**< its frame is an estimate */
    DOUBT_FRAME = 16,     /**< its frame is unknown */
    DOUBT_LIBRARY = 32,   /**< the same for a function without a body */
    DOUBT_CALLBACK = 64,  /**< called back by a function with unknown frame */
    DOUBT_LATER = 128,    /**< it may call back functions it received before, or functions by
                               name */
};

/** An entry point and the stack needed from there. */
struct stack_entry {
    cg_node node;
    int64_t bytes;
    enum cg_stack_verdict verdict;
};

/** The whole answer. */
struct stack_answer {
    struct query *query;
    struct stack_bounds bounds;
    int64_t *frame;   /**< by node: with overhead; negative: not known */
    int64_t *between; /**< by edge */
    uint8_t *doubts;  /**< by node: set of enum stack_doubt */
    bool *closes;     /**< by node: bounds resolve its unresolved calls */
    bool *callable;   /**< by node: uncollected code has its address */
    bool part;        /**< part of a graph, whose other functions may be called */
    GArray *calls;    /**< of struct cg_stack_call */
    struct cg_stack *stack;
    GArray *starts;   /**< of cg_node: entries in canonical order */
    GArray *entries;  /**< of struct stack_entry, largest need first */
    guint shown;      /**< how many of them are shown */
    cg_node *reached; /**< what one of them depends on */
    bool *is_reached; /**< by node: is in `reached` */
};

/** What the result of one entry depends on. */
struct stack_grounds {
    struct cg_stack_step *steps;
    size_t step_count;
    const cg_node *reached; /**< in canonical order; the answer's, like the next */
    uint32_t reached_count;
    bool *is_reached; /**< by node */
};

/** @param out release with stack_grounds_clear, before those of another entry are asked for @return
 * CLI_OK, or CLI_TROUBLE after reporting an error */
int stack_find_grounds(struct stack_grounds *out, const struct stack_answer *answer,
                       const struct stack_entry *entry);

void stack_grounds_clear(struct stack_grounds *grounds);

/** The library function that calls back along an edge and needs most, as linkage name, or NULL.
 *  Borrowed from `sites`.
 *  @param bytes receives its need, -1: unknown */
const char *stack_through(const struct stack_answer *answer, const struct cg_site_list *sites,
                          int64_t *bytes);

/** Sites where a function makes unresolved calls without a bound. @return of const struct cg_site
 *  *, borrowed from `sites`; release with g_ptr_array_unref */
GPtrArray *stack_open_sites(const struct stack_answer *answer, const struct cg_site_list *sites,
                            cg_node node);

/** The number of functions whose addresses escaped. */
guint stack_count_callable(const struct stack_answer *answer);

/** "certain", "unknown" or "unbounded". */
const char *stack_verdict_word(enum cg_stack_verdict verdict);

/* stack_text.c, stack_json.c. They return CLI_OK, or CLI_TROUBLE after reporting an error. */
int stack_print_text(const struct stack_answer *answer);
int stack_print_json(const struct stack_answer *answer);

/** A sum, or G_MAXINT64 if it is larger. */
static inline int64_t stack_add(int64_t a, int64_t b)
{
    int64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? G_MAXINT64 : sum;
}

#endif
