/*
 * A process that can make no recording leaves a file whose name begins with the number of the
 * reason.
 */
#include "read/failures.h"

#include <glib.h>
#include <stdlib.h>

uint32_t failure_in(const char *directory)
{
    uint32_t failure = CGR_FULL_NOT;
    GDir *dir = g_dir_open(directory, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir)) != NULL) {
        if (g_str_has_suffix(name, CGR_NAME_FAILED)) {
            failure = (uint32_t)g_ascii_strtoull(name, NULL, 10);
        }
    }
    if (dir) {
        g_dir_close(dir);
    }
    return failure;
}

const char *failure_text(uint32_t failure)
{
    static const char *const texts[CGR_FULLS] = {
        [CGR_FULL_NOT] = "the reason is not known",
        [CGR_FULL_DISK] = "the disk of the recordings is full (TMPDIR or --keep choose another)",
        [CGR_FULL_SIZE] = "a process may not write larger files (ulimit -f)",
        [CGR_FULL_FILES] = "a process may not open more files (ulimit -n)",
        [CGR_FULL_RIGHTS] = "a process may not use the directory of the recordings any more: it "
                            "changed its user or its root",
        [CGR_FULL_MEMORY] = "a process may not use more memory (ulimit -v)",
        [CGR_FULL_SEALED] = "a process forbade itself system calls (seccomp), and what was taken "
                            "before is used",
    };
    return texts[failure < CGR_FULLS ? failure : CGR_FULL_NOT];
}
