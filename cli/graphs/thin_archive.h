/*
 * Thin archives (ar rcT): they hold the names of their members, which are files of their own.
 */
#ifndef CLI_THIN_ARCHIVE_H
#define CLI_THIN_ARCHIVE_H

#include <glib.h>
#include <libcg/common.h>

/**
 * The members of a thin archive.
 *
 * @param out  receives paths that open the members, char *, to be released with g_ptr_array_unref;
 *             NULL if the file is no thin archive
 * @param path of the archive; relative names of members begin at its directory
 * @return CG_OK, CG_E_IO, or CG_E_FORMAT if the file is damaged. O(size of the file).
 */
int thin_archive_members(GPtrArray **out, const char *path, struct cg_error *error);

#endif
