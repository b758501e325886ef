/*
 * Writes a validation as JSON: {"version": 1, "graph", "profiles", "summary", "calls", "baseline",
 * "coverage"}. docs/cgvalidate.md describes all members.
 */
#ifndef CGVALIDATE_REPORT_REPORT_JSON_H
#define CGVALIDATE_REPORT_REPORT_JSON_H

#include "report/report.h"

/** Print the report with all calls. */
void report_json_print(FILE *out, const struct report *report);

#endif
