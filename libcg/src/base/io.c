/* Repeats write until all bytes are out, also after signals. */
#include "base/io.h"

#include <errno.h>
#include <unistd.h>

int cg_write_bytes(int fd, const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length) {
        ssize_t written = write(fd, at, length);
        if (written < 0 && errno != EINTR) {
            return errno;
        }
        if (written > 0) {
            at += written;
            length -= (size_t)written;
        }
    }
    return 0;
}
