/*
 * Opens without waiting, then checks that the file is regular, and reads the file that is open.
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

enum { PIECE = 1 << 16 };

/* The file may grow or shrink while it is read. @return 0 or what errno was */
static int read_all(GString *text, int fd, gsize most)
{
    ssize_t count;
    do {
        gsize length = text->len;
        g_string_set_size(text, length + PIECE);
        do {
            count = read(fd, text->str + length, PIECE);
        } while (count < 0 && errno == EINTR);
        g_string_truncate(text, length + (gsize)MAX(count, 0));
    } while (count > 0 && text->len <= most);
    return count < 0 ? errno : text->len > most ? EFBIG : 0;
}

static bool read_open(char **text, gsize *length, int fd, gsize most)
{
    struct stat info;
    if (fd < 0) {
        return false;
    }
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && (guint64)info.st_size > most) {
        close(fd);
        errno = EFBIG;
        return false;
    }
    GString *all = g_string_new(NULL);
    int reason = read_all(all, fd, most);
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
    return found_read_short(text, length, path, FOUND_MOST);
}

bool found_read_short(char **text, gsize *length, const char *path, gsize most)
{
    return read_open(text, length, found_open(path), most);
}

bool named_read(char **text, gsize *length, const char *path, gsize most)
{
    return read_open(text, length, open(path, O_RDONLY | O_CLOEXEC), most);
}

char *found_hash(int file, goffset at, goffset length)
{
    guchar *piece = g_malloc(PIECE);
    ssize_t count = 1;
    bool to_end = length < 0;
    GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
    while ((to_end || length > 0) && count) {
        count = pread(file, piece, to_end ? PIECE : (size_t)MIN(length, PIECE), at);
        if (count < 0 && errno != EINTR) {
            break;
        }
        g_checksum_update(sum, piece, MAX(count, 0));
        at += MAX(count, 0);
        length -= to_end ? 0 : MAX(count, 0);
    }
    int reason = count < 0 ? errno : 0;
    char *hash = count < 0 || length > 0 ? NULL : g_strdup(g_checksum_get_string(sum));
    g_checksum_free(sum);
    g_free(piece);
    errno = reason;
    return hash;
}

const char *found_reason(int reason)
{
    return reason ? g_strerror(reason) : "it is not a regular file";
}
