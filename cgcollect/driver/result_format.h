/*
 * How each file came out, in words.
 */
#ifndef CGCOLLECT_DRIVER_RESULT_FORMAT_H
#define CGCOLLECT_DRIVER_RESULT_FORMAT_H

#include "driver/collect.h"

/**
 * Find out how a file came out.
 *
 * @param bytes what its process handed over, a struct collect_result, or NULL when it died
 * @param death how it died then
 */
void result_read(struct collect_result *result, const void *bytes, const char *death);

/**
 * Word how a file came out: a line, and below it what its process's libraries had to say.
 *
 * @param file     as it is called
 * @param messages of the process
 * @return lines with their ends; release with g_free
 */
char *result_format(const char *file, const struct collect_result *result, const char *messages);

#endif
