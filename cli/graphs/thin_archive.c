/*
 * Reads thin archives, which libelf does not: headers as of other archives (ar.h), without the
 * content of members. Only the symbol table ("/", "/SYM64/") and the table of names ("//") have
 * content. A name is "/N": at byte N of that table, up to "/" and a line feed; in a thin archive of
 * archives "/N:OFFSET". A short name is in the header itself, up to "/". Each file counts once: an
 * archive can name a large one in every header.
 */
#include "graphs/thin_archive.h"

#include "cli.h"
#include "files/found_file.h"

#include <ar.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define THIN_MAGIC "!<thin>\n"

/** The archive being read. */
struct thin {
    const char *path;
    const char *bytes;
    size_t length;
    const char *names; /**< the table of names, NULL until it was read */
    size_t names_length;
    GHashTable *known; /**< set of char *: the files so far */
};

/* A decimal number in a field of a header. */
static bool read_number(size_t *out, const char *field, size_t length)
{
    char text[sizeof((struct ar_hdr *)NULL)->ar_name + 1] = {0};
    char *end;
    memcpy(text, field, length);
    guint64 number = g_ascii_strtoull(text, &end, 10);
    *out = (size_t)number;
    return g_ascii_isdigit(text[0]) && number <= G_MAXUINT32 &&
           strspn(end, " :0123456789") == strlen(end);
}

static char *long_name(const struct thin *thin, const struct ar_hdr *header)
{
    size_t at;
    if (!thin->names || !read_number(&at, header->ar_name + 1, sizeof header->ar_name - 1) ||
        at >= thin->names_length) {
        return NULL;
    }
    const char *name = thin->names + at;
    const char *end = memchr(name, '\n', MIN(thin->names_length - at, PATH_MAX));
    bool ends = end && end > name && end[-1] == '/';
    return ends ? g_strndup(name, (gsize)(end - 1 - name)) : NULL;
}

static char *short_name(const struct ar_hdr *header)
{
    const char *end = memchr(header->ar_name, '/', sizeof header->ar_name);
    return end ? g_strndup(header->ar_name, (gsize)(end - header->ar_name)) : NULL;
}

static char *member_path(const struct thin *thin, const char *name)
{
    char *folder = g_path_get_dirname(thin->path);
    char *path = g_path_is_absolute(name) ? g_strdup(name) : g_build_filename(folder, name, NULL);
    g_free(folder);
    return path;
}

/* What is the same for all names of a file. */
static char *file_of(const char *path)
{
    struct stat info;
    return stat(path, &info)
               ? g_strdup(path)
               : g_strdup_printf("%ju %ju", (uintmax_t)info.st_dev, (uintmax_t)info.st_ino);
}

static bool is_named(const struct ar_hdr *header, const char *name)
{
    return strncmp(header->ar_name, name, strlen(name)) == 0;
}

/* One header. @return the bytes that follow it, or -1: the archive is damaged */
static gssize read_header(GPtrArray *members, struct thin *thin, size_t at)
{
    struct ar_hdr header;
    size_t size, room = thin->length - at - sizeof header;
    memcpy(&header, thin->bytes + at, sizeof header);
    if (memcmp(header.ar_fmag, ARFMAG, sizeof header.ar_fmag) != 0 ||
        !read_number(&size, header.ar_size, sizeof header.ar_size)) {
        return -1;
    }
    bool names = is_named(&header, "// ");
    if (names || is_named(&header, "/ ") || is_named(&header, "/SYM64/ ")) {
        if (names && size <= room) {
            thin->names = thin->bytes + at + sizeof header;
            thin->names_length = size;
        }
        return size <= room ? (gssize)MIN(size + size % 2, room) : -1;
    }
    char *name = header.ar_name[0] == '/' ? long_name(thin, &header) : short_name(&header);
    char *path = name ? member_path(thin, name) : NULL;
    if (path && g_hash_table_add(thin->known, file_of(path))) {
        g_ptr_array_add(members, g_steal_pointer(&path));
    }
    g_free(path);
    g_free(name);
    return name ? 0 : -1;
}

static int read_members(GPtrArray *members, struct thin *thin, struct cg_error *error)
{
    size_t at = strlen(THIN_MAGIC);
    while (at < thin->length) {
        gssize content =
            thin->length - at < sizeof(struct ar_hdr) ? -1 : read_header(members, thin, at);
        if (content < 0) {
            return cli_fail(error, CG_E_FORMAT, thin->path, "a damaged thin archive");
        }
        at += sizeof(struct ar_hdr) + (size_t)content;
    }
    return CG_OK;
}

/* @return 1: the file is a thin archive, 0: it is another, -1: it cannot be read, see errno */
static int is_thin(const char *path)
{
    char magic[sizeof THIN_MAGIC - 1];
    int fd = found_open(path);
    ssize_t got;
    do {
        got = fd >= 0 ? pread(fd, magic, sizeof magic, 0) : -1;
    } while (got < 0 && fd >= 0 && errno == EINTR);
    int reason = errno;
    if (fd >= 0) {
        close(fd);
    }
    errno = reason;
    return got < 0 ? -1 : got == sizeof magic && memcmp(magic, THIN_MAGIC, sizeof magic) == 0;
}

int thin_archive_members(GPtrArray **out, const char *path, struct cg_error *error)
{
    struct thin thin = {.path = path};
    char *bytes = NULL;
    int is = is_thin(path);
    *out = NULL;
    if (is < 0 || (is && !found_read(&bytes, &thin.length, path))) {
        return cli_fail(error, CG_E_IO, thin.path, "%s", found_reason(errno));
    }
    if (!is) {
        return CG_OK;
    }
    thin.bytes = bytes;
    thin.known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    *out = g_ptr_array_new_with_free_func(g_free);
    int status = read_members(*out, &thin, error);
    if (status) {
        g_clear_pointer(out, g_ptr_array_unref);
    }
    g_hash_table_destroy(thin.known);
    g_free(bytes);
    return status;
}
