/* Writes and removes files below a directory that others may have filled: no symbolic link is
 * followed there. */
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The path behind a directory, without a slash in front; NULL if it is not below it. */
static const char *rest_of(const char *base, const char *path)
{
    size_t length = strlen(base);
    while (length > 0 && base[length - 1] == '/') {
        length--;
    }
    return strncmp(base, path, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

static const char *reason_of(int directory, const char *name, int reason)
{
    struct stat info;
    bool link = fstatat(directory, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(info.st_mode);
    return link ? "this is a symbolic link, which may lead anywhere: remove it, or name another "
                  "output"
                : g_strerror(reason);
}

/* Open a directory in a directory. Closes the outer one. @return -1, with errno and `why` set, if
 * it cannot be */
static int enter_directory(int outer, const char *name, bool make, const char **why)
{
    bool strange = strcmp(name, "..") == 0 || strcmp(name, ".") == 0;
    int inner = -1;
    errno = EINVAL;
    if (!strange && (!make || mkdirat(outer, name, 0777) == 0 || errno == EEXIST)) {
        inner = openat(outer, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    }
    int reason = errno;
    if (inner < 0) {
        *why = reason_of(outer, name, reason);
    }
    close(outer);
    errno = reason;
    return inner;
}

int cli_open_parent(const char *base, const char *path, bool make, struct cg_error *error)
{
    const char *rest = rest_of(base, path);
    const char *why = NULL;
    int directory = rest ? open(base, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
    if (directory < 0) {
        cli_fail(error, CG_E_IO, rest ? base : path, "%s",
                 rest ? g_strerror(errno) : "not below the output directory");
        return -1;
    }
    char **names = g_strsplit(rest, "/", -1);
    for (size_t i = 0; names[i] && names[i + 1] && directory >= 0; i++) {
        directory = enter_directory(directory, names[i], make, &why);
        if (directory < 0) {
            int reason = errno;
            g_autofree char *inner = g_strndup(path, (gsize)(rest - path) + strlen(names[i]));
            cli_fail(error, CG_E_IO, inner, "%s", why);
            errno = reason;
        }
        rest += strlen(names[i]) + 1;
    }
    g_strfreev(names);
    return directory;
}

static const char *name_of(const char *path)
{
    return strrchr(path, '/') + 1;
}

int cli_remove_below(const char *base, const char *path)
{
    struct cg_error ignored;
    int directory = cli_open_parent(base, path, false, &ignored);
    if (directory < 0) {
        return -1;
    }
    int failed = unlinkat(directory, name_of(path), 0);
    int reason = errno;
    close(directory);
    errno = reason;
    return failed;
}

/* The name of a file in an open directory. */
static char *path_in(int directory, const char *path)
{
    return access("/proc/self/fd", X_OK) == 0
               ? g_strdup_printf("/proc/self/fd/%d/%s", directory, name_of(path))
               : g_strdup(path);
}

int cli_output_open_below(struct cli_output *output, const char *base, const char *path,
                          struct cg_error *error)
{
    struct stat info;
    *output = (struct cli_output){.path = path};
    int directory = cli_open_parent(base, path, true, error);
    if (directory < 0) {
        return CG_E_IO;
    }
    bool exists = fstatat(directory, name_of(path), &info, AT_SYMLINK_NOFOLLOW) == 0;
    if (exists && !S_ISREG(info.st_mode)) {
        int status = cli_fail(error, CG_E_IO, path, "%s",
                              S_ISLNK(info.st_mode) ? reason_of(directory, name_of(path), 0)
                                                    : "this output must be a regular file");
        close(directory);
        return status;
    }
    output->directory = directory;
    output->has_directory = true;
    output->target = path_in(directory, path);
    return cli_output_open_target(output, error);
}
