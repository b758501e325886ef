/* Compares paths by the file they lead to. */
#include "cli.h"
#include "files/cli_files.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/** The file that a path leads to. */
struct identity {
    struct stat info; /**< of the file; of its directory when it does not exist */
    char *name;       /**< NULL when the file exists */
};

/* The last part of a path need not exist; its directory must. */
static bool identify_new(struct identity *out, const char *path)
{
    char *directory = g_path_get_dirname(path);
    bool found = stat(directory, &out->info) == 0;
    out->name = found ? g_path_get_basename(path) : NULL;
    g_free(directory);
    return found;
}

/* Devices hold nothing to lose, and a socket may be read and written. */
static bool identify(struct identity *out, const char *path, int standard)
{
    *out = (struct identity){0};
    int failed = strcmp(path, "-") == 0 ? fstat(standard, &out->info) : stat(path, &out->info);
    if (failed) {
        return identify_new(out, path);
    }
    return !S_ISCHR(out->info.st_mode) && !S_ISSOCK(out->info.st_mode);
}

static bool same(const char *a, int standard_a, const char *b, int standard_b)
{
    struct identity one, other;
    bool known = identify(&one, a, standard_a);
    known = identify(&other, b, standard_b) && known;
    bool result = known && one.info.st_dev == other.info.st_dev &&
                  one.info.st_ino == other.info.st_ino && g_strcmp0(one.name, other.name) == 0;
    g_free(one.name);
    g_free(other.name);
    return result;
}

bool cli_output_is_input(const char *output, const char *input)
{
    bool both_standard = strcmp(output, "-") == 0 && strcmp(input, "-") == 0;
    return !both_standard && same(output, STDOUT_FILENO, input, STDIN_FILENO);
}

bool cli_outputs_are_one(const char *a, const char *b)
{
    return strcmp(a, b) == 0 || same(a, STDOUT_FILENO, b, STDOUT_FILENO);
}
