/*
 * Files of text that users name.
 */
#ifndef CGQUERY_CORE_TEXT_FILE_H
#define CGQUERY_CORE_TEXT_FILE_H

#include <libcg/common.h>

/** Read 64 MiB of text at most. @param path "-" is standard input
 *  @return the text, to release with g_free; NULL with the error */
char *text_file_read(const char *path, struct cg_error *error);

#endif
