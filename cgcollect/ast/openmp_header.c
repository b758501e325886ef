/*
 * Hides what is between `begin declare variant` and `end declare variant` in clang's omp.h from a
 * parser without OpenMP, to which a variant is a second definition: an error after which calls and
 * more are missing from the AST. What the variants do matters to nobody: they call nothing.
 */
#include "ast/ast_stages.h"

#include <string.h>

/** Behind a word and the blanks before it; NULL: another word is there. */
static const char *behind(const char *at, const char *end, const char *word)
{
    while (at && at < end && (*at == ' ' || *at == '\t')) {
        at++;
    }
    size_t length = strlen(word);
    bool is = at && (size_t)(end - at) >= length && memcmp(at, word, length) == 0;
    return is ? at + length : NULL;
}

/** Whether a line is the pragma that begins, or ends, a region of variants. */
static bool bounds_variants(const char *line, const char *end, const char *how)
{
    const char *const words[] = {"#", "pragma", "omp", how, "declare", "variant"};
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        line = behind(line, end, words[i]);
    }
    return line != NULL;
}

/** Overwrite regions by blanks, so that all else keeps its place. @return whether there is one */
static bool hide_variants(char *text, size_t size)
{
    unsigned depth = 0;
    bool any = false;
    for (char *line = text, *next; line < text + size; line = next) {
        char *end = memchr(line, '\n', (size_t)(text + size - line));
        end = end ? end : text + size;
        next = end + 1;
        depth += bounds_variants(line, end, "begin");
        if (depth > 0) {
            any = true;
            depth -= bounds_variants(line, end, "end");
            memset(line, ' ', (size_t)(end - line));
        }
    }
    return any;
}

/** clang's omp.h, if OpenMP is enabled; release with g_free. */
static char *header_of(char **argv)
{
    const char *resources = NULL;
    bool openmp = false;
    for (; *argv; argv++) {
        openmp = openmp || g_str_has_prefix(*argv, "-D_OPENMP=");
        resources = strcmp(*argv, "-resource-dir") == 0 ? argv[1] : resources;
    }
    return openmp && resources ? g_build_filename(resources, "include", "omp.h", NULL) : NULL;
}

bool ast_hide_variants(struct CXUnsavedFile *out, char **argv)
{
    char *path = header_of(argv), *text = NULL;
    gsize size = 0;
    bool hidden =
        path && g_file_get_contents(path, &text, &size, NULL) && hide_variants(text, size);
    if (!hidden) {
        g_free(path);
        g_free(text);
        return false;
    }
    *out = (struct CXUnsavedFile){path, text, size};
    return true;
}
