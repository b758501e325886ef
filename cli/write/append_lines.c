/* Takes back what was not written whole. */
#include "write/append_lines.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static bool lock(int file)
{
    int failed;
    while ((failed = flock(file, LOCK_EX)) && errno == EINTR) {
    }
    return !failed;
}

static bool put_lines(int file, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(file, text, length);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        size_t done = written > 0 ? (size_t)written : 0;
        text += done;
        length -= done;
    }
    return true;
}

bool append_lines(const char *path, const char *lines)
{
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0) {
        return false;
    }
    /* Without a lock, which some file systems lack, others may have written behind the end. */
    bool locked = lock(file);
    off_t end = locked ? lseek(file, 0, SEEK_END) : -1;
    bool done = put_lines(file, lines, strlen(lines));
    int reason = errno;
    if (!done && end >= 0 && ftruncate(file, end)) {
        reason = errno;
    }
    close(file);
    errno = reason;
    return done;
}
