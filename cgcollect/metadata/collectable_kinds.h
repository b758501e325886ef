/*
 * All kinds of metadata that can be collected: cgcollect's own and those of plug-ins.
 */
#ifndef CGCOLLECT_METADATA_COLLECTABLE_KINDS_H
#define CGCOLLECT_METADATA_COLLECTABLE_KINDS_H

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

#endif
