/*
 * Takes flock on the directory, or where a network's file system refuses that, on a file in it.
 * Tries for a second before it tells the user what it waits for.
 */
#include "driver/directory_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <stdbool.h>
#include <sys/file.h>
#include <unistd.h>

#include <cli.h>

/** Milliseconds between tries, and until the user learns why nothing happens. */
#define PAUSE 10
#define PATIENCE 1000

static bool lock_now(int fd)
{
    int failed;
    while ((failed = flock(fd, LOCK_EX | LOCK_NB)) && errno == EINTR) {
    }
    return !failed;
}

static bool lock_within(int fd, unsigned milliseconds)
{
    bool locked = lock_now(fd);
    for (unsigned waited = 0; !locked && errno == EWOULDBLOCK && waited < milliseconds;
         waited += PAUSE) {
        g_usleep(PAUSE * 1000);
        locked = lock_now(fd);
    }
    return locked;
}

static bool lock(int fd, const char *directory)
{
    int failed = !lock_within(fd, PATIENCE);
    if (failed && errno == EWOULDBLOCK) {
        cli_note("%s: waiting for another cgcollect that writes to this directory", directory);
        while ((failed = flock(fd, LOCK_EX)) && errno == EINTR) {
        }
    }
    return !failed;
}

/** File systems of a network lock only what is open for writing, which no directory is. */
static int open_beside(const char *directory)
{
    char *path = g_build_filename(directory, ".cgcollect.lock", NULL);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    g_free(path);
    return fd;
}

static int locked_or_closed(int fd, const char *directory)
{
    if (fd >= 0 && !lock(fd, directory)) {
        int reason = errno;
        close(fd);
        errno = reason;
        fd = -1;
    }
    return fd;
}

int directory_lock(const char *directory)
{
    int fd = locked_or_closed(open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC), directory);
    bool unsupported = fd < 0 && (errno == EBADF || errno == EINVAL || errno == ENOLCK ||
                                  errno == EOPNOTSUPP || errno == ENOSYS);
    return unsupported ? locked_or_closed(open_beside(directory), directory) : fd;
}

void directory_unlock(int lock)
{
    close(lock);
}
