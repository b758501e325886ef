/*
 * Lists the files that a translation unit was read from: whoever collects again needs to know which
 * of them changed.
 */
#include "ast/ast_stages.h"

#include <string.h>
#include <unistd.h>

#include <found_file.h>

#include "text/paths.h"

/** The list being made. */
struct listing {
    const char *directory;
    GPtrArray *inputs;
};

static void add_input(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    const struct listing *listing = data;
    CXString name = clang_getFileName(file);
    (void)stack;
    (void)depth;
    g_ptr_array_add(listing->inputs, path_absolute(listing->directory, clang_getCString(name)));
    clang_disposeString(name);
}

/** Whether clang reads a file, or one below it, in place of a header: not what gcc has precompiled.
 */
static bool is_compiled_header(const char *path)
{
    static const char magic[] = {'C', 'P', 'C', 'H'};
    char found[sizeof magic];
    int fd = found_open(path);
    bool is = fd < 0 ? g_file_test(path, G_FILE_TEST_IS_DIR)
                     : read(fd, found, sizeof found) == (ssize_t)sizeof found &&
                           memcmp(found, magic, sizeof found) == 0;
    if (fd >= 0) {
        close(fd);
    }
    return is;
}

static bool has_compiled_header(const char *directory, const char *header)
{
    static const char *const endings[] = {".pch", ".gch"};
    char *path = path_absolute(directory, header);
    bool has = false;
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
        char *compiled = g_strconcat(path, endings[i], NULL);
        has = has || is_compiled_header(compiled);
        g_free(compiled);
    }
    g_free(path);
    return has;
}

/** Whether a word says that the next one is an overlay that this process has made for real headers,
 * which are listed as any others. */
static bool is_own_overlay(char **word)
{
    return strcmp(*word, "-ivfsoverlay") == 0 && word[1] &&
           g_str_has_prefix(word[1], "/proc/self/fd/");
}

/** Whether files are read that no inclusion shows: precompiled headers, modules, overlays. */
static bool reads_more(const struct ast_input *input)
{
    static const char *const options[] = {"-include-pch", "-fmodule", "-fprebuilt-module",
                                          "-ivfsoverlay", "-vfsoverlay"};
    bool more = false;
    for (char **word = input->argv; *word && !more; word++) {
        for (size_t i = 0; i < G_N_ELEMENTS(options); i++) {
            more = more || (g_str_has_prefix(*word, options[i]) && !is_own_overlay(word));
        }
        bool includes = strcmp(*word, "-include") == 0 && word[1];
        more = more || (includes && has_compiled_header(input->directory, word[1]));
    }
    return more;
}

void ast_list_inputs(const struct ast *ast, GPtrArray *inputs)
{
    struct listing listing = {ast->input->directory, inputs};
    if (!reads_more(ast->input)) {
        clang_getInclusions(ast->tu, add_input, &listing);
    }
}
