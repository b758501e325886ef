/*
 * Writing the solution into the graph: edges with their sites, which calls are resolved, and why
 * the others are not.
 */
#ifndef LINK_WRITE_TARGETS_H
#define LINK_WRITE_TARGETS_H

#include "points_to/solved_program.h"

/** Write edges, resolved and unresolved calls through pointers, and what escapes.
 *  @return CG_OK, CG_E_LIMIT or CG_E_MEMORY */
int targets_write(struct program *program, struct cg_link_report *report, struct cg_error *error);

/* withheld_edges.c */

/**
 * After solving: where calls times their callees are more than `most_edges`, those with the most
 * callees stay unresolved (CG_UNKNOWN_CROWD), their callees escape, and they are no longer among
 * the targets. The effects of the calls are known, so nothing else becomes unknown.
 * Calls that share their callees (shared_calls.h) have them by themselves afterwards.
 * @return CG_OK or CG_E_MEMORY. O(targets afterwards + calls * log calls)
 */
int crowds_open(struct program *program, uint64_t most_edges, struct cg_link_report *report,
                struct cg_error *error);

/* other_programs.c */

/** After solving: whether programs_spread makes no more targets than fit. O(calls + targets). */
bool programs_can_spread(const struct program *program);

/**
 * After solving, where names have several definitions: give calls that share their callees
 * (shared_calls.h) each its own, without those in files of other programs.
 *
 * @return CG_OK or CG_E_MEMORY. O(nodes + targets afterwards)
 */
int programs_spread(struct program *program, struct cg_error *error);

/* candidate_edges.c */

/** Add edges from calls that stay unresolved to functions of compatible type whose address is
 *  taken. It fails (CG_E_LIMIT) where these are more than `most_edges`.
 *  @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. O(unresolved calls * functions whose address is
 *          taken). */
int candidates_write(struct program *program, uint64_t most_edges, struct cg_error *error);

/** The place of a call. */
struct cg_site target_site(const struct program *program, const struct call *call);

#endif
