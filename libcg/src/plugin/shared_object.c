/*
 * Checks the file before dlopen sees it, for the loader's messages help nobody, and a pipe would
 * block it.
 */
#include "plugin/shared_object.h"

#include "base/error.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int refuse_file(const char *path, const char *text, struct cg_error *error)
{
    return cg_fail_at(error, CG_E_IO, path, 0, 0, "%s", text);
}

static int check_open(int fd, const char *path, struct cg_error *error)
{
    char magic[SELFMAG];
    struct stat info;
    if (fstat(fd, &info)) {
        return refuse_file(path, strerror(errno), error);
    }
    bool regular = S_ISREG(info.st_mode);
    if (!regular || read(fd, magic, SELFMAG) != SELFMAG || memcmp(magic, ELFMAG, SELFMAG) != 0) {
        return refuse_file(path, "is not a shared object", error);
    }
    return CG_OK;
}

/* The loader's message distinguishes a missing file from a text file, but names no remedy; and the
 * loader would block on a pipe without a writer. */
static int check_file(const char *path, struct cg_error *error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return cg_fail_at(error, CG_E_IO, path, 0, 0, "cannot open: %s", strerror(errno));
    }
    int status = check_open(fd, path, error);
    close(fd);
    return status;
}

/* The loader's message begins with the path, which error->file has already. */
static int loader_failed(const char *opened, const char *path, struct cg_error *error)
{
    const char *text = dlerror();
    size_t length = strlen(opened);
    text = text ? text : "no reason given";
    if (strncmp(text, opened, length) == 0 && strncmp(text + length, ": ", 2) == 0) {
        text += length + 2;
    }
    bool libclang = strstr(text, "undefined symbol: clang_") != NULL;
    return cg_fail_at(error, CG_E_IO, path, 0, 0, "cannot load: %s%s", text,
                      libclang
                          ? " (only cgcollect has libclang: link the plug-in with -Wl,-z,lazy, "
                            "and take no addresses of its functions)"
                          : "");
}

int object_open(struct object **out, const char *path, struct cg_error *error)
{
    int status = check_file(path, error);
    if (status) {
        return status;
    }
    /* The loader searches other places for a name without a slash. */
    size_t length = strlen(path);
    char *place = malloc(length + sizeof "./");
    if (!place) {
        return cg_fail_at(error, CG_E_MEMORY, path, 0, 0, "out of memory");
    }
    strcpy(place, strchr(path, '/') ? "" : "./");
    strcat(place, path);
    void *handle = dlopen(place, RTLD_LAZY | RTLD_LOCAL);
    status = handle ? CG_OK : loader_failed(place, path, error);
    free(place);
    if (!status) {
        *out = handle;
    }
    return status;
}

const void *object_symbol(struct object *object, const char *name)
{
    return dlsym(object, name);
}

bool object_same(const struct object *a, const struct object *b)
{
    return a == b; /* the loader returns one handle per file */
}

void object_close(struct object *object)
{
    if (object) {
        dlclose(object);
    }
}
