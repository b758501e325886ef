/*
 * Paths as /proc/PID/maps has them: it shows a newline as "\012", and these four characters
 * themselves in the same way.
 */
#ifndef CGRECORD_MAPS_PATH_H
#define CGRECORD_MAPS_PATH_H

#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/** Replace each "\012" by a newline, in place, unless a file has the path as it is. */
static inline void cgr_take_maps_path(char *path)
{
    static const char newline[] = "\\012";
    char *at = strstr(path, newline), *to = at;
    if (!at || syscall(SYS_faccessat, AT_FDCWD, path, F_OK) == 0) {
        return;
    }
    while (*at) {
        int found = strncmp(at, newline, sizeof newline - 1) == 0;
        *to++ = found ? '\n' : *at;
        at += found ? sizeof newline - 1 : 1;
    }
    *to = '\0';
}

#endif
