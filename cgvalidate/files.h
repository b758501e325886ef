/*
 * Which files cgvalidate reads and writes, and that it does not lose one: all is looked at before
 * anything is written.
 */
#ifndef CGVALIDATE_FILES_H
#define CGVALIDATE_FILES_H

#include "cgvalidate.h"

/** Two results in one file would be neither; a graph may be patched and annotated at once.
 *  @return NULL, or what is wrong, to release with g_free */
char *files_check_outputs(const struct validate_settings *settings);

/** Standard input can be read only once. @return as files_check_outputs */
char *files_check_inputs(const struct validate_settings *settings);

/** What is read must not be overwritten, but for a graph by what it becomes.
 *  @return as files_check_outputs */
char *files_check_overwriting(const struct validate_settings *settings);

#endif
