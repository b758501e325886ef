/*
 * What a call is: names of its functions, where it is written, and whether the caller called it
 * itself.
 */
#ifndef CGRECORD_PLACES_H
#define CGRECORD_PLACES_H

#include "read/recordings.h"
#include "symbols/symbols.h"

/** How a function came to run. */
enum place_kind {
    PLACE_CALLED,   /**< its caller called it */
    PLACE_INLINED,  /**< it is inlined into its caller */
    PLACE_THROUGH,  /**< code that is not recorded called it: a library, a function without hooks */
    PLACE_LEFT_OUT, /**< a function called it that is left out by choice */
    PLACE_SIGNAL,   /**< the system called it: a signal handler */
    PLACE_OUTER,    /**< nothing recorded is around it */
};

struct place {
    enum place_kind kind;
    const struct symbol *function;
    const char *object;        /**< file of the function, NULL: unknown */
    const struct symbol *site; /**< of the call; NULL: unknown, or nothing is around it */
    const char *through;       /**< file of the code that is not recorded, NULL: likewise */
};

/** Find out about a call. @param parent the node that it is below, or NULL @param node the call */
void place_find(struct place *out, struct symbols *symbols, const struct recording *recording,
                const struct cgr_node *node);

#endif
