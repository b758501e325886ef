/*
 * Writes a validation as text.
 */
#ifndef CGVALIDATE_REPORT_REPORT_TEXT_H
#define CGVALIDATE_REPORT_REPORT_TEXT_H

#include "report/report.h"

/** Print the missing calls by cause, worst first; with -v also the others; then the summary and the
 *  coverage. */
void text_print(FILE *out, const struct report *report);

/** Print the summary and coverage. */
void text_print_summary(FILE *out, const struct report *report);

/** Print a word in colour (an SGR code such as "31") if colour is on. */
void text_colored(FILE *out, const struct report *report, const char *sgr, const char *text);

/** A number with commas between thousands. Release with g_free. */
char *text_number(uint64_t number);

#endif
