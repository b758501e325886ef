/*
 * Finds the directory of clang's own headers, which libclang needs to find stddef.h.
 */
#include "commands/compilers/own_clang.h"

#include <clang-c/Index.h>
#include <dlfcn.h>
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool is_resource_dir(const char *directory)
{
    char *header = g_build_filename(directory, "include", "stddef.h", NULL);
    bool is = g_file_test(header, G_FILE_TEST_EXISTS);
    g_free(header);
    return is;
}

/** @return path if it is a resource directory; otherwise NULL, after releasing path. */
static char *checked(char *path)
{
    if (path && is_resource_dir(path)) {
        return path;
    }
    g_free(path);
    return NULL;
}

/** @return major version of the loaded libclang, as text; release with g_free. */
static char *loaded_major(void)
{
    CXString version = clang_getClangVersion();
    const char *text = clang_getCString(version);
    const char *found = text ? strstr(text, "version ") : NULL;
    char *major = NULL;
    if (found) {
        found += strlen("version ");
        major = g_strndup(found, strspn(found, "0123456789"));
    }
    clang_disposeString(version);
    return major;
}

static char *beside_library(const char *major)
{
    Dl_info info;
    char *real = dladdr((void *)(uintptr_t)clang_createIndex, &info) && info.dli_fname
                     ? realpath(info.dli_fname, NULL)
                     : NULL;
    if (!real) {
        return NULL;
    }
    char *directory = g_path_get_dirname(real);
    char *found = checked(g_build_filename(directory, "clang", major, NULL));
    if (!found) {
        found = checked(g_build_filename(directory, "..", "lib", "clang", major, NULL));
    }
    g_free(directory);
    free(real);
    return found;
}

static char *in_usual_places(const char *major)
{
    static const char *const patterns[] = {"/usr/lib/llvm-%s/lib/clang/%s", "/usr/lib/clang/%s",
                                           "/usr/lib64/clang/%s", "/usr/local/lib/clang/%s"};
    for (size_t i = 0; i < G_N_ELEMENTS(patterns); i++) {
        char **parts = g_strsplit(patterns[i], "%s", -1);
        char *found = checked(g_strjoinv(major, parts));
        g_strfreev(parts);
        if (found) {
            return found;
        }
    }
    return NULL;
}

/** Headers of any minor version work with libraries of the same major version. */
static char *as_configured(const char *major)
{
    const char *configured = CGCOLLECT_RESOURCE_DIR;
    const char *slash = strrchr(configured, '/');
    bool same =
        slash && g_str_has_prefix(slash + 1, major) && !g_ascii_isdigit(slash[1 + strlen(major)]);
    return same ? checked(g_strdup(configured)) : NULL;
}

static char *from_compiler(const char *major)
{
    char *program = g_strconcat("clang-", major, NULL);
    char *argv[] = {program, (char *)"-print-resource-dir", NULL};
    char *output = NULL;
    g_spawn_sync(NULL, argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                 &output, NULL, NULL, NULL);
    g_free(program);
    return checked(output ? g_strstrip(output) : NULL);
}

char *commands_resource_dir(void)
{
    char *major = loaded_major();
    char *found = major ? beside_library(major) : NULL;
    if (!found && major) {
        found = in_usual_places(major);
    }
    if (!found && major) {
        found = as_configured(major);
    }
    if (!found && major) {
        found = from_compiler(major);
    }
    g_free(major);
    return found;
}
