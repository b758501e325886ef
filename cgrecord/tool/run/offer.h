/*
 * What a command offers to those who want to record it.
 */
#ifndef CGRECORD_OFFER_H
#define CGRECORD_OFFER_H

#include <stdbool.h>

struct offer {
    const char *command; /**< as it was given; borrowed */
    char *program;       /**< path of the executable, NULL: not found; release with offer_clear */
    bool is_elf;         /**< false: a script, for example */
    bool is_static;      /**< nothing can be preloaded */
    bool is_privileged;  /**< likewise: it changes the user, the group or what it may do */
    bool is_stripped;    /**< it has no names for its functions */
    bool calls_hooks;    /**< compiled with -finstrument-functions */
    bool has_sleds;      /**< compiled with -fxray-instrument */
    bool has_recorder;   /**< libcgrecord.a is linked in */
};

/** Look at the executable that a command names. */
void offer_find(struct offer *offer, const char *command);
void offer_clear(struct offer *offer);

#endif
