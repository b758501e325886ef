/* Looks for the name of a header in what gcc has precompiled. */
#include "commands/cleaning/precompiled.h"

#include <string.h>

#include <files/found_file.h>

#include "text/lexical_paths.h"

/** What a precompiled header of gcc begins with. */
static const char magic[] = "gpch";

static bool is_of_path(char byte)
{
    return (unsigned char)byte >= ' ' && byte != '\x7f';
}

/** Longer paths are not opened (Linux has this limit). */
#define LONGEST_PATH 4096

/** The path that ends with `base` at a place, if there is one and it is a file. The file is a dump
 * of memory, so bytes before the path may look as if they belonged to it: the longest that is a
 * file.
 *  @param text of the file, up to `at`, the begin of the base name @return release with g_free */
static char *path_at(const struct compile_command *command, const char *text, const char *at,
                     const char *base)
{
    const char *begin = at;
    while (begin > text && is_of_path(begin[-1]) && at - begin < LONGEST_PATH) {
        begin--;
    }
    bool whole = begin == at || at[-1] == '/';
    const char *last = begin == at ? at : at - 1;
    char *path = NULL;
    for (; whole && begin <= last && !path; begin++) {
        char *named = g_strndup(begin, (gsize)(at - begin) + strlen(base));
        path = path_absolute(command->directory, named);
        g_free(named);
        if (!g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
            g_clear_pointer(&path, g_free);
        }
    }
    return path;
}

/** The name of the header is among the strings that a precompiled one has. @return it, or NULL */
static char *search_header(const struct compile_command *command, const char *text, size_t size,
                           const char *base)
{
    const char *at = text, *end = text + size;
    size_t length = strlen(base);
    char *path = NULL;
    if ((size_t)(end - text) < strlen(magic) || memcmp(text, magic, strlen(magic)) != 0) {
        return NULL;
    }
    while (!path && (at = memmem(at, (size_t)(end - at), base, length))) {
        const char *behind = at + length;
        bool ends = behind < end && !is_of_path(*behind);
        path = ends ? path_at(command, text, at, base) : NULL;
        at = behind;
    }
    return path;
}

static char *source_of(const struct compile_command *command, const char *precompiled,
                       const char *name)
{
    char *text = NULL, *base = g_path_get_basename(name);
    gsize size;
    char *path =
        found_read(&text, &size, precompiled) ? search_header(command, text, size, base) : NULL;
    g_free(text);
    g_free(base);
    return path;
}

/** Look in one directory. @return whether the search is over */
static bool look_in(char **source, const struct compile_command *command, const char *directory,
                    const char *name)
{
    char *place = path_absolute(command->directory, directory);
    char *header = path_absolute(place, name);
    char *precompiled = g_strconcat(header, ".gch", NULL);
    bool plain = g_file_test(header, G_FILE_TEST_IS_REGULAR);
    bool made = !plain && g_file_test(precompiled, G_FILE_TEST_IS_REGULAR);
    *source = made ? source_of(command, precompiled, name) : NULL;
    g_free(precompiled);
    g_free(header);
    g_free(place);
    return plain || made;
}

char *precompiled_source(const struct compile_command *command, const char *name)
{
    static const char *const options[] = {"-I", "-iquote", "-isystem"};
    char *source = NULL;
    bool over = look_in(&source, command, ".", name);
    for (char **word = commands_compiler(command) + 1; *word && !over; word++) {
        for (size_t i = 0; i < G_N_ELEMENTS(options) && !over; i++) {
            bool is = g_str_has_prefix(*word, options[i]);
            const char *joined = is ? *word + strlen(options[i]) : "";
            const char *directory = is && !*joined ? word[1] : joined;
            over = is && directory && look_in(&source, command, directory, name);
        }
    }
    return source;
}
