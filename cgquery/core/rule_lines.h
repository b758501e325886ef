/*
 * The lines of a baseline of `cgquery check`: what breaks rules and is accepted.
 */
#ifndef CGQUERY_CORE_RULE_LINES_H
#define CGQUERY_CORE_RULE_LINES_H

#include "core/cgquery.h"

#include <libcg/rules.h>
#include <write/baseline_file.h>

/** Read a baseline. Reports its errors. @return NULL on failure; release with cli_baseline_free */
struct cli_baseline *rule_lines_read(const char *path);

/** The line of a call that breaks a rule: "RULE: CALLER -> CALLEE"; for sets in a cycle it has the
 *  sets, whatever the call that shows it. Release with g_free. */
char *rule_line_of_violation(const struct cg_graph *graph, const struct cg_rule *rule,
                             const struct cg_violation *violation);

/** The line of a rule of which not all calls are known. Release with g_free. */
char *rule_line_of_unknown(const struct cg_rule *rule);

/** @return whether the baseline has a line, which is noted; false if there is no baseline */
bool rule_line_is_accepted(struct cli_baseline *baseline, const char *line);

#endif
