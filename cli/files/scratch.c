/* Directories for files that are needed for a while. */
#include "cli.h"
#include "files/cli_files.h"

#include <glib/gstdio.h>

void cli_scratch_remove(const char *path)
{
    GDir *dir = g_dir_open(path, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir)) != NULL) {
        char *file = g_build_filename(path, name, NULL);
        g_unlink(file);
        g_free(file);
    }
    if (dir) {
        g_dir_close(dir);
    }
    g_rmdir(path);
}
