/*
 * Kinds of metadata that plug-ins collect (libcg/collect.h).
 *
 * What they give is kept by linkage name and kind, in a graph that has nothing else, until the
 * graph of the unit is made.
 */
#ifndef CGCOLLECT_METADATA_PLUGGED_H
#define CGCOLLECT_METADATA_PLUGGED_H

#include <libcg/plugin.h>

#include "metadata/common/kind.h"

/** All kinds that can be collected: cgcollect's own and those of plug-ins. */
struct collectable_kinds {
    const struct collected_kind **all; /**< in order of key, ended by NULL */
    struct collected_kind *plugged;    /**< of plug-ins, borrowing their texts */
};

/**
 * Put the kinds together.
 *
 * @param out   release it with collectable_kinds_clear in any case
 * @param wrong receives what is wrong with a plug-in; release with g_free
 * @return whether there is nothing wrong
 */
bool collectable_kinds_init(struct collectable_kinds *out, const struct cg_plugins *plugins,
                            char **wrong);

/** Release what collectable_kinds_init made. */
void collectable_kinds_clear(struct collectable_kinds *kinds);

/** Have a plug-in look at a function. What is wrong with its answer is noted in the unit. */
void plugged_look(struct unit *unit, const struct unit_function *function,
                  const struct collected_kind *kind, CXCursor declaration, bool definition);

/** Write what plug-ins gave. @return an enum cg_status. */
int plugged_write(const struct rendering *rendering, struct cg_error *error);

#endif
