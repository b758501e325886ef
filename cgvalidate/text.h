/*
 * A validation for people.
 */
#ifndef CGVALIDATE_TEXT_H
#define CGVALIDATE_TEXT_H

#include "report.h"

/** Print what is missing, by cause, worst first; with -v the other calls; the summary; coverage. */
void text_print(FILE *out, const struct report *report);

/** Print the summary and coverage. */
void text_print_summary(FILE *out, const struct report *report);

/** Print a word in colour (an SGR code such as "31") if colour is on. */
void text_colored(FILE *out, const struct report *report, const char *sgr, const char *text);

/** A number with commas between thousands. Release with g_free. */
char *text_number(uint64_t number);

#endif
