/*
 * The directory that the processes record into, and the files beside the tool.
 */
#ifndef CGRECORD_RECORDING_DIRECTORY_H
#define CGRECORD_RECORDING_DIRECTORY_H

#include <stdbool.h>

/** Make the directory. @param wanted an empty or missing directory to use; NULL: a temporary one
 *  @return a path to release with g_free; NULL after reporting why not */
char *directory_make(const char *wanted);

/** Find libcgrecord.so. @param preloaded whether it must have a path that the loader can take
 *  @return a path to release with g_free; NULL after reporting why there is none */
char *directory_library(bool preloaded);

#endif
