/*
 * The kinds of metadata that come with libcg: a row each in the table of its topic. A row without
 * key ends a table.
 */
#ifndef METADATA_BUILTIN_H
#define METADATA_BUILTIN_H

#include <libcg/kinds.h>

/** The beginning of every row. */
#define KIND(key_, places_, strategy_, check_, description_)                                       \
    .abi = CG_METADATA_ABI, .key = (key_), .places = (places_), .strategy = (strategy_),           \
    .check = (check_), .description = (description_)

extern const struct cg_metadata_kind metadata_structure[]; /**< data that the graph itself holds */
extern const struct cg_metadata_kind metadata_calls[];     /**< calls and data for linking */
extern const struct cg_metadata_kind metadata_declarations[]; /**< properties of declarations */
extern const struct cg_metadata_kind metadata_bodies[];       /**< counts in bodies */
extern const struct cg_metadata_kind metadata_estimates[];    /**< how often callees are called */
extern const struct cg_metadata_kind metadata_graphs[];       /**< properties of whole graphs */
extern const struct cg_metadata_kind metadata_stack[];        /**< stack frames */
extern const struct cg_metadata_kind metadata_uses[];         /**< what else functions mention */
extern const struct cg_metadata_kind metadata_runs[];         /**< results of recorded runs */

#endif
