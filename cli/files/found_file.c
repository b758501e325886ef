/*
 * Opens without waiting, then checks that the file is regular, and reads or maps the file that is
 * open.
 */
#include "files/found_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int found_open(const char *path)
{
    struct stat info;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return -1;
    }
    int reason = fstat(fd, &info) ? errno : S_ISDIR(info.st_mode) ? EISDIR : 0;
    if (reason || !S_ISREG(info.st_mode)) {
        close(fd);
        errno = reason;
        return -1;
    }
    return fd;
}

/* The file may grow or shrink while it is read. @return 0 or what errno was */
static int read_all(GString *text, int fd)
{
    enum { PIECE = 1 << 16 };
    ssize_t count;
    do {
        gsize length = text->len;
        g_string_set_size(text, length + PIECE);
        do {
            count = read(fd, text->str + length, PIECE);
        } while (count < 0 && errno == EINTR);
        g_string_truncate(text, length + (gsize)MAX(count, 0));
    } while (count > 0);
    return count ? errno : 0;
}

static bool read_open(char **text, gsize *length, int fd)
{
    if (fd < 0) {
        return false;
    }
    GString *all = g_string_new(NULL);
    int reason = read_all(all, fd);
    close(fd);
    if (length) {
        *length = all->len;
    }
    *text = g_string_free(all, reason != 0);
    errno = reason;
    return !reason;
}

bool found_read(char **text, gsize *length, const char *path)
{
    return read_open(text, length, found_open(path));
}

bool named_read(char **text, gsize *length, const char *path)
{
    return read_open(text, length, open(path, O_RDONLY | O_CLOEXEC));
}

GMappedFile *found_map(const char *path)
{
    int fd = found_open(path);
    GMappedFile *file = fd >= 0 ? g_mapped_file_new_from_fd(fd, FALSE, NULL) : NULL;
    int reason = errno;
    if (fd >= 0) {
        close(fd);
    }
    errno = reason;
    return file;
}

const char *found_reason(int reason)
{
    return reason ? g_strerror(reason) : "it is not a regular file";
}
