/*
 * A validation as JSON, for programs: {"version": 1, "graph", "profiles", "summary", "calls",
 * "baseline", "coverage"}. docs/cgvalidate.md tells all members.
 */
#ifndef CGVALIDATE_REPORT_JSON_H
#define CGVALIDATE_REPORT_JSON_H

#include "report.h"

/** Print it, all calls included. */
void report_json_print(FILE *out, const struct report *report);

#endif
