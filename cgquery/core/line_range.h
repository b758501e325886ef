/*
 * Operands that name lines of a file.
 */
#ifndef CGQUERY_CORE_LINE_RANGE_H
#define CGQUERY_CORE_LINE_RANGE_H

#include <stdint.h>

/**
 * Read "FILE:LINE" or "FILE:FIRST-LAST".
 *
 * @return FILE, to release with g_free; NULL if the text is of another form
 */
char *line_range(uint32_t *first, uint32_t *last, const char *text);

#endif
