/*
 * Finds the clang driver that makes IR, and refuses one whose bitcode the linked LLVM cannot read.
 */
#include "commands/compilers/own_clang.h"

#include <glib.h>
#include <string.h>

/** The major version that a driver reports, 0 if it is not clang. */
static unsigned version_of(const char *program)
{
    char *argv[] = {(char *)program, (char *)"--version", NULL};
    char *output = NULL;
    g_spawn_sync(NULL, argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                 &output, NULL, NULL, NULL);
    const char *found = output ? strstr(output, "clang version ") : NULL;
    guint64 version = found ? g_ascii_strtoull(found + strlen("clang version "), NULL, 10) : 0;
    g_free(output);
    return (unsigned)version;
}

/** The absolute path of a program: it runs in the directories of other people's commands. */
static char *find_program(const char *name)
{
    char *path = g_find_program_in_path(name);
    char *absolute = path ? g_canonicalize_filename(path, NULL) : NULL;
    g_free(path);
    return absolute;
}

static char *checked(const char *program, unsigned newest, char **why)
{
    char *path = find_program(program);
    unsigned version = path ? version_of(path) : 0;
    if (version > 0 && version <= newest) {
        return path;
    }
    g_free(*why);
    if (version > 0) {
        *why =
            g_strdup_printf("%s is clang %u; LLVM %u cannot read its IR", program, version, newest);
    } else {
        *why = g_strdup_printf("%s: %s", program, path ? "not a clang" : "not found");
    }
    g_free(path);
    return NULL;
}

char *commands_clang(const char *wish, unsigned newest, char **why)
{
    *why = NULL;
    if (wish) {
        return checked(wish, newest, why);
    }
    char *beside = g_build_filename(CGCOLLECT_LLVM_PREFIX, "bin", "clang", NULL);
    if (g_file_test(beside, G_FILE_TEST_IS_EXECUTABLE)) {
        return beside; /* it has libclang's version; running it to check would take time */
    }
    char *numbered = g_strdup_printf("clang-%u", newest);
    const char *const candidates[] = {numbered, "clang"};
    char *found = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(candidates) && !found; i++) {
        found = checked(candidates[i], newest, why);
    }
    if (found) {
        g_clear_pointer(why, g_free);
    } else if (g_str_has_suffix(*why, "not found")) {
        g_free(*why);
        *why = g_strdup_printf("no clang from version 16 to %u is installed", newest);
    }
    g_free(beside);
    g_free(numbered);
    return found;
}
