/*
 * Writes missing calls as SARIF 2.1.0 (OASIS Static Analysis Results Interchange Format): one
 * result for each missing call, one rule for each cause. Calls in the baseline are suppressed
 * results. Relative paths are below the base SRCROOT, which the viewer knows.
 */
#ifndef CGVALIDATE_REPORT_SARIF_H
#define CGVALIDATE_REPORT_SARIF_H

#include "report/report.h"

/** Write a file. @return CG_OK or CG_E_IO */
int sarif_write(const char *path, const struct report *report, struct cg_error *error);

#endif
