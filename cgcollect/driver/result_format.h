/*
 * The outcome of each file as text.
 */
#ifndef CGCOLLECT_DRIVER_RESULT_FORMAT_H
#define CGCOLLECT_DRIVER_RESULT_FORMAT_H

#include "driver/collect_unit.h"

/**
 * Read the outcome of a file.
 *
 * @param bytes the struct collect_result that its process sent, or NULL when it died
 * @param death how it died
 */
void result_read(struct collect_result *result, const void *bytes, const char *death);

/**
 * Format the outcome of a file: a line, and below it the messages of its process.
 *
 * @param file     its name in the text
 * @param messages of the process
 * @return lines with line ends; release with g_free
 */
char *result_format(const char *file, const struct collect_result *result, const char *messages);

#endif
