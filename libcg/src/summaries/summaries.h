/*
 * What library functions do with functions and pointers they are handed. The format of the text is
 * told at the top of libcg/data/library.summaries.
 */
#ifndef SUMMARIES_SUMMARIES_H
#define SUMMARIES_SUMMARIES_H

#include <libcg/link.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What an effect speaks of. */
struct summary_operand {
    enum {
        SUMMARY_ARGUMENT, /**< argument `index` */
        SUMMARY_VARIADIC, /**< all variadic arguments: those from `index` on */
        SUMMARY_RESULT,   /**< the result */
        SUMMARY_SLOT, /**< the operand `text` of docs/pointer-facts.md: a slot, or & and a slot */
        SUMMARY_NEW,  /**< memory allocated by this call */
        SUMMARY_UNKNOWN, /**< what nobody can tell; `text`: one of the CG_UNKNOWN_... */
        SUMMARY_NOTHING, /**< an argument without pointers, a result nobody gets */
    } kind;
    bool deref; /**< what it points at, not it */
    uint32_t index;
    const char *text;
};

/** One thing a library function does. */
struct summary_effect {
    enum {
        SUMMARY_ASSIGN,  /**< `target` holds what `source` holds */
        SUMMARY_CALL,    /**< what `target` holds is called with `arguments` */
        SUMMARY_VIRTUAL, /**< entry `slot` of the virtual table of type `receiver` is called */
        SUMMARY_ESCAPE,  /**< `target` is kept by the library, which may do anything with it */
    } kind;
    struct summary_operand target;
    struct summary_operand source;
    struct summary_operand result; /**< holds what the called function returns: the result, a slot
                                        or nothing */
    const struct summary_operand *arguments;
    size_t count; /**< of arguments */
    bool bound;   /**< of a call: only of procedures that types have for the runtime to call */
    const char *receiver;
    uint32_t slot;
};

/** All a library function does; no effects: nothing that matters. */
struct summary {
    const struct summary_effect *effects;
    size_t count;
    bool recalls;   /**< it calls what other library functions were handed before */
    bool kept;      /**< of a variable: the library leaves it to the functions with summaries */
    bool hooks;     /**< what it is handed any library function may call later */
    bool immediate; /**< what it calls it calls while it runs, or in a thread that it starts */
};

/** @return whether a name is not simply that of a function: what stands behind the mark is a
 *          variable's (`&`), or that of a function that libraries call by name (`@`). */
static inline bool summaries_is_mark(char first)
{
    return first == '&' || first == '@';
}

/** @param function its linkage name; `&` and that of a variable: what is found then says that a
 *                  library defines the variable; `@` or `@@` and the name: that libraries call it
 *  @return what is known of a function, NULL when nothing is (then everything it gets escapes and
 *  its result is unknown). Borrowed until the summaries are released. O(1) expected for a function
 *  that is listed by name, else O(patterns). */
const struct summary *summaries_find(const struct cg_summaries *summaries, const char *function);

#endif
