/*
 * Files of lines that many processes add to.
 */
#ifndef CLI_WRITE_APPEND_LINES_H
#define CLI_WRITE_APPEND_LINES_H

#include <stdbool.h>

/** Add lines to the end of a file, all or none: no other process that calls this sees or leaves a
 *  part of a line. Makes the file. @param lines whole lines @return false with errno set */
bool append_lines(const char *path, const char *lines);

#endif
