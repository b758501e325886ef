/*
 * Programs that the loader preloads nothing into, because they run with other rights.
 */
#ifndef CGRECORD_RIGHTS_H
#define CGRECORD_RIGHTS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

/** Whether this process would get other rights by executing a program. @param file descriptor of
 *  the program. Async-signal-safe. */
static inline bool cgr_changes_rights(int file)
{
    struct stat status;
    return fstat(file, &status) == 0 &&
           ((status.st_mode & S_ISUID && status.st_uid != geteuid()) ||
            (status.st_mode & S_ISGID && status.st_gid != getegid()) ||
            (geteuid() != 0 && fgetxattr(file, "security.capability", NULL, 0) > 0));
}

#endif
