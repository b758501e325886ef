/*
 * What libcg writes into attributes of anchor.xml because Cube has no element for it: keys that the
 * writer and the reader share.
 */
#ifndef PROFILE_CUBEX_CUBEX_ATTRIBUTES_H
#define PROFILE_CUBEX_CUBEX_ATTRIBUTES_H

#define CUBEX_ATTR_SAMPLED "libcg.sampled"         /**< of the cube: "0", "1" */
#define CUBEX_ATTR_TAIL "libcg.loses-tail-callers" /**< of the cube: "0", "1" */
#define CUBEX_ATTR_NOTE "libcg.note." /**< of the cube: begins the key of each; then its number */
#define CUBEX_ATTR_INTEGRAL "libcg.integral" /**< of a metric: "0", "1" */
#define CUBEX_ATTR_FORMULA                                                                         \
    "libcg.formula" /**< of a metric that is POSTDERIVED by this formula, yet has values, as       \
                       SIMPLE has */
#define CUBEX_ATTR_KIND "libcg.kind"     /**< of a region: cubex_kind_names */
#define CUBEX_ATTR_OBJECT "libcg.object" /**< of a region: the executable or library */
#define CUBEX_ATTR_FLAGS "libcg.flags"   /**< of a cnode: enum cg_call_context_flags, a hex digit */

/** By enum cg_frame_kind. */
static const char *const cubex_kind_names[] = {"function", "region", "root", "unknown", "kernel"};

#endif
