/*
 * The kinds of metadata that come with libcg: a row each in the table of its topic. Tables end with
 * a row without key.
 */
#ifndef METADATA_BUILTIN_H
#define METADATA_BUILTIN_H

#include <libcg/kinds.h>

/** What every row begins with. */
#define KIND(key_, places_, strategy_, check_, description_)                                       \
    .abi = CG_METADATA_ABI, .key = (key_), .places = (places_), .strategy = (strategy_),           \
    .check = (check_), .description = (description_)

extern const struct cg_metadata_kind metadata_structure[];    /**< what the graph itself holds */
extern const struct cg_metadata_kind metadata_calls[];        /**< calls and what linking needs */
extern const struct cg_metadata_kind metadata_declarations[]; /**< what declarations say */
extern const struct cg_metadata_kind metadata_bodies[];       /**< what is counted in bodies */
extern const struct cg_metadata_kind metadata_estimates[];    /**< how often callees are called */
extern const struct cg_metadata_kind metadata_graphs[];       /**< what whole graphs tell */
extern const struct cg_metadata_kind metadata_stack[];        /**< stack frames */
extern const struct cg_metadata_kind metadata_runs[];         /**< what recorded runs showed */

#endif
