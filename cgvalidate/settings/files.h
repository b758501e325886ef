/*
 * Checks the files that cgvalidate reads and writes before it writes any, so that no file is lost.
 */
#ifndef CGVALIDATE_SETTINGS_FILES_H
#define CGVALIDATE_SETTINGS_FILES_H

#include "settings/settings.h"

/** Check that no two outputs share a file; only --patch and --annotate may. @return an error text
 *  to release with g_free, or NULL */
char *files_check_outputs(const struct validate_settings *settings);

/** Check that standard input is read only once. @return as files_check_outputs */
char *files_check_inputs(const struct validate_settings *settings);

/** Check that no output overwrites an input; only --patch and --annotate may overwrite the graph.
 *  @return as files_check_outputs */
char *files_check_overwriting(const struct validate_settings *settings);

#endif
