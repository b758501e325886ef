/*
 * What linking did: all steps that find callees add to it.
 */
#ifndef LINKED_LINK_REPORT_H
#define LINKED_LINK_REPORT_H

#include <libcg/link.h>

struct cg_link_report {
    uint64_t counts[CG_LINK_CROWDED_LEAST + 1]; /**< by enum cg_link_count */
    cg_node foreign_function;                   /**< the first by name; CG_NONE: none */
    cg_node loader;                             /**< likewise */
    cg_node crowded_caller; /**< of the call with the most callees; CG_NONE: none, or not in a
                               function */
    uint32_t crowded_line;
};

#endif
