/*
 * Paths as /proc/PID/maps has them: a newline is "\012" there, and nothing tells it from these four
 * characters.
 */
#ifndef CGRECORD_MAPS_PATH_H
#define CGRECORD_MAPS_PATH_H

#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/** Make a path of it, in place: with newlines, unless there is a file of the name as it is. */
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
