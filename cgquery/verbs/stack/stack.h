/*
 * The verb `stack`: how much stack is needed, and what the figure rests on.
 */
#ifndef CGQUERY_VERBS_STACK_STACK_H
#define CGQUERY_VERBS_STACK_STACK_H

#include "core/query.h"

#include <libcg/stack.h>

/** A place of unresolved calls in a file of bounds. */
struct stack_place {
    char *file;
    uint32_t line;
    uint32_t column; /**< 0: any */
    bool *callees;   /**< by node: what they call besides; NULL: nothing */
    unsigned at;     /**< line in the file of bounds */
    bool used;       /**< there is such an unresolved call */
};

/** What a file of bounds says that functions without body call. */
struct stack_back {
    bool *callers; /**< by node */
    bool *callees; /**< by node */
    unsigned at;   /**< line in the file of bounds */
    bool used;     /**< there is such a caller */
};

/** What a file of bounds says; without one, what goes without saying. */
struct stack_bounds {
    int64_t *frame;         /**< by node: -1 where it says nothing */
    uint32_t *recursion;    /**< by node: activations, 0 where it says nothing */
    unsigned *recursion_at; /**< by node: line that says so */
    unsigned lines;
    unsigned *closed; /**< by node: line that says that it makes no calls but those of the graph */
    GArray *backs;    /**< of struct stack_back */
    GArray *places;   /**< of struct stack_place */
    int64_t library;  /**< frame of functions without body of which none is known; -1 */
    int64_t overhead; /**< bytes each call adds to a frame */
    int64_t red_zone; /**< bytes used beyond the last frame */
};

/** Read options.bounds, if there is such a file. @param out release with stack_bounds_clear in
 *  either case @return CLI_OK or CLI_TROUBLE, told */
int stack_bounds_read(struct stack_bounds *out, struct query *query);

void stack_bounds_clear(struct stack_bounds *bounds);

/** The next place of bounds that an unresolved call is at, or NULL. @param next where to look from,
 *  begin with 0 */
struct stack_place *stack_bounds_place(const struct stack_bounds *bounds,
                                       const struct cg_site *site, guint *next);

struct stack_answer;

/** Tell in notes of what the graph has not: places, recursion, calls. */
void stack_bounds_note_unused(const struct stack_answer *answer);

/** Why more may be on the stack than is told of a function; sets. */
enum stack_doubt {
    DOUBT_UNRESOLVED = 1, /**< it has unresolved calls */
    DOUBT_UNRECORDED = 2, /**< the graph does not say whether all its calls are known */
    DOUBT_GROWS = 4,      /**< its frame grows by more than is known */
    DOUBT_ESTIMATED = 8,  /**< its frame is an estimate */
    DOUBT_FRAME = 16,     /**< its frame is not known */
    DOUBT_LIBRARY = 32,   /**< the same of a function without body */
    DOUBT_CALLBACK = 64,  /**< it is called back by what has no known frame */
    DOUBT_LATER = 128,    /**< it may call back what it was handed before, or may name */
};

/** Where walks begin, and what is needed from there. */
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
    bool *closes;     /**< by node: bounds close calls that would be open without them */
    bool *callable;   /**< by node: its address got out to code that was not collected */
    bool part;        /**< of a graph, the rest of which may be called */
    GArray *calls;    /**< of struct cg_stack_call */
    struct cg_stack *stack;
    GArray *starts;  /**< of cg_node: entries in canonical order */
    GArray *entries; /**< of struct stack_entry, those that need most first */
    guint shown;     /**< how many of them are told of */
};

/** What one entry depends on. */
struct stack_grounds {
    struct cg_stack_step *steps;
    size_t step_count;
    GArray *reached;  /**< of cg_node, in canonical order */
    bool *is_reached; /**< by node */
};

/** @param out release with stack_grounds_clear @return CLI_OK or CLI_TROUBLE, told */
int stack_find_grounds(struct stack_grounds *out, const struct stack_answer *answer,
                       const struct stack_entry *entry);

void stack_grounds_clear(struct stack_grounds *grounds);

/** The library function that calls back along an edge and needs most, as its linkage name, or NULL.
 *  Borrowed from `sites`. @param bytes receives what it needs, -1: not known */
const char *stack_through(const struct stack_answer *answer, const struct cg_site_list *sites,
                          int64_t *bytes);

/** Sites at which a function makes unresolved calls that no bound closes. @return of const struct
 *  cg_site *, borrowed from `sites`; release with g_ptr_array_unref */
GPtrArray *stack_open_sites(const struct stack_answer *answer, const struct cg_site_list *sites,
                            cg_node node);

/** How many functions have addresses that got out. */
guint stack_count_callable(const struct stack_answer *answer);

/** "certain", "unknown" or "unbounded". */
const char *stack_verdict_word(enum cg_stack_verdict verdict);

/* stack_text.c, stack_json.c. They return CLI_OK or CLI_TROUBLE, told. */
int stack_print_text(const struct stack_answer *answer);
int stack_print_json(const struct stack_answer *answer);

#endif
