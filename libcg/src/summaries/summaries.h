/*
 * Summaries: what library functions do with the functions and pointers passed to them. The top of
 * libcg/data/library.summaries documents the format of the text.
 */
#ifndef SUMMARIES_SUMMARIES_H
#define SUMMARIES_SUMMARIES_H

#include <libcg/link.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** An operand of an effect. */
struct summary_operand {
    enum {
        SUMMARY_ARGUMENT, /**< argument `index` */
        SUMMARY_VARIADIC, /**< all variadic arguments: those from `index` on */
        SUMMARY_RESULT,   /**< the result */
        SUMMARY_SLOT, /**< the operand `text` of docs/pointer-facts.md: a slot, or & and a slot */
        SUMMARY_NEW,  /**< memory allocated by this call */
        SUMMARY_UNKNOWN, /**< an unknown value; `text`: one of the CG_UNKNOWN_... */
        SUMMARY_NOTHING, /**< an argument without pointers, or an ignored result */
    } kind;
    bool deref; /**< what it points to, not itself */
    uint32_t index;
    const char *text;
};

/** An effect of a library function. */
struct summary_effect {
    enum {
        SUMMARY_ASSIGN,  /**< `target` receives the value of `source` */
        SUMMARY_CALL,    /**< calls the value of `target` with `arguments` */
        SUMMARY_VIRTUAL, /**< entry `slot` of the virtual table of type `receiver` is called */
        SUMMARY_ESCAPE,  /**< the library keeps `target` and may do anything with it */
    } kind;
    struct summary_operand target;
    struct summary_operand source;
    struct summary_operand
        result; /**< receives the result of the called function: the result, a slot or nothing */
    const struct summary_operand *arguments;
    size_t count; /**< of arguments */
    bool bound;   /**< for a call: only procedures that types define for the runtime to call */
    const char *receiver;
    uint32_t slot;
};

/** All effects of a library function; none: nothing that matters. */
struct summary {
    const struct summary_effect *effects;
    size_t count;
    const char *type; /**< of the function, as facts have types; NULL: unknown */
    bool recalls;     /**< it calls functions that were passed to other library functions earlier */
    bool kept;        /**< for a variable: only functions with summaries access it */
    bool unset;     /**< for a variable: libraries do not set it, so that it holds nothing where the
                         program does not either */
    bool hooks;     /**< any library function may later call what is passed to it */
    bool loads;     /**< it runs code that comes with no graph, such as that of a file it loads */
    bool finds;     /**< it returns what the program exports, by a name that is not known */
    bool maps;      /**< it, or the variable, says where the files of the program are in memory */
    bool offsets;   /**< it calls fields of records by offsets that it gets as numbers */
    bool runtime;   /**< a function of a runtime: of those passed earlier it calls none that was
                         passed to `confined` functions only */
    bool confined;  /**< no `runtime` function makes its calls later */
    bool lingering; /**< its library leaves something with runtimes, which calls nothing that was
                         passed to other libraries */
    bool exitless;  /**< of those passed earlier it calls none that is only called at_exit */
    bool at_exit;   /**< its calls happen when the program or a thread ends */
    bool immediate; /**< it makes its calls while it runs, or in a thread that it starts */
    bool unlisted;  /**< as if there were no entry, but that it loads or finds */
    bool built_in;  /**< it is one of those that cg_summaries_new makes */
};

/** @return whether a name has a mark, after which it is that of a variable (`&`), or of a function
 *          that libraries call by name (`@`) or compilers (`!`). */
static inline bool summaries_is_mark(char first)
{
    return first == '&' || first == '@' || first == '!';
}

/**
 * @param function its linkage name; `&` and that of a variable: finds whether a library defines the
 *                 variable; `@` or `@@` and the name: finds whether libraries call it; `!` and the
 *                 name: whether compilers do, by themselves
 * @return the summary of a function, NULL if there is none (then everything passed to it escapes
 *         and its result is unknown). Borrowed until the summaries are released. O(1) expected for
 *         a function that is listed by name, else O(patterns).
 */
const struct summary *summaries_find(const struct cg_summaries *summaries, const char *function);

/**
 * @return as summaries_find, for a function that loads code or finds names; its effects count only
 *         if it is not `unlisted`
 */
const struct summary *summaries_loader(const struct cg_summaries *summaries, const char *function);

/** Takes an entry `!NAME>SUBSTITUTE`. @param user as passed to summaries_visit_substitutes */
typedef int summaries_take(void *user, const char *name, const char *substitute,
                           struct cg_error *error);

/** Visit the functions that compilers may call instead of others, until one is not CG_OK.
 *  @return that, or CG_OK; CG_E_MEMORY. O(substitutes) */
int summaries_visit_substitutes(const struct cg_summaries *summaries, summaries_take *take,
                                void *user, struct cg_error *error);

#endif
