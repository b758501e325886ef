/*
 * All metadata kinds that can be collected: cgcollect's own and those of plug-ins.
 */
#ifndef CGCOLLECT_METADATA_COLLECTABLE_KINDS_H
#define CGCOLLECT_METADATA_COLLECTABLE_KINDS_H

#include <libcg/plugin.h>

#include "metadata/common/kind.h"

/** All metadata kinds that can be collected. */
struct collectable_kinds {
    const struct collected_kind **all; /**< in order of key, ended by NULL */
    struct collected_kind *plugged;    /**< of plug-ins, borrowing their texts */
};

/**
 * Combine the kinds.
 *
 * @param out   release with collectable_kinds_clear in any case
 * @param wrong receives an error text about a plug-in; release with g_free
 * @return true on success
 */
bool collectable_kinds_init(struct collectable_kinds *out, const struct cg_plugins *plugins,
                            char **wrong);

/** Release what collectable_kinds_init allocated. */
void collectable_kinds_clear(struct collectable_kinds *kinds);

#endif
