/*
 * cgrecord, as the tool that measures.
 */
#ifndef CGQUERY_RUNS_RECORDER_H
#define CGQUERY_RUNS_RECORDER_H

#include "core/cgquery.h"

/** Find it beside this tool, or where commands are. @return a path to release with g_free, or NULL
 */
char *recorder_find(void);

/** What a probe costs: as --probe-ns says; if the filter is for cgrecord and it has measured that,
 *  so much, with a note; else what is usual. @param usual seconds */
double recorder_probe(const struct query *query, const char *tool, double usual);

#endif
