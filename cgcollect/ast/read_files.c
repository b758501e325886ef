/*
 * Lists the files that a translation unit was read from: whoever collects again needs to know which
 * of them changed.
 */
#include "ast/ast_stages.h"

#include <string.h>
#include <unistd.h>

#include <files/found_file.h>

#include "text/lexical_paths.h"

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

/** Whether clang reads a file in place of a header: not what gcc has precompiled. */
static bool is_compiled_header(const char *path)
{
    static const char magic[] = {'C', 'P', 'C', 'H'};
    char found[sizeof magic];
    int fd = found_open(path);
    bool is = fd >= 0 && read(fd, found, sizeof found) == (ssize_t)sizeof found &&
              memcmp(found, magic, sizeof found) == 0;
    if (fd >= 0) {
        close(fd);
    }
    return is;
}

/** Add what was compiled of a header that is included by an option. @return false: it may be one of
 *  the files of a directory */
static bool add_compiled_header(GPtrArray *inputs, const char *directory, const char *header)
{
    static const char *const endings[] = {".pch", ".gch"};
    char *path = path_absolute(directory, header);
    bool known = true;
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
        char *compiled = g_strconcat(path, endings[i], NULL);
        known = known && !g_file_test(compiled, G_FILE_TEST_IS_DIR);
        if (is_compiled_header(compiled)) {
            g_ptr_array_add(inputs, g_strdup(compiled));
        }
        g_free(compiled);
    }
    g_free(path);
    return known;
}

/** Add the precompiled headers that options name. @return whether these are all */
static bool add_precompiled(GPtrArray *inputs, const char *directory, char **word)
{
    bool known = true;
    for (; *word && known; word++) {
        const char *file = ast_option_operand(word);
        if (strcmp(*word, "-include-pch") == 0) {
            known = file;
            if (known) {
                g_ptr_array_add(inputs, path_absolute(directory, file));
            }
        } else if (strcmp(*word, "-include") == 0 && file) {
            known = add_compiled_header(inputs, directory, file);
        }
    }
    return known;
}

/** Whether a word says that the next one is an overlay that this process has made for real headers,
 * which are listed as any others. */
static bool is_own_overlay(char **word)
{
    return strcmp(*word, "-ivfsoverlay") == 0 && word[1] &&
           g_str_has_prefix(word[1], "/proc/self/fd/");
}

/** Whether files are read that neither inclusions nor options show: modules, overlays. */
static bool reads_more(char **word)
{
    static const char *const options[] = {"-fmodule", "-fprebuilt-module", "-ivfsoverlay",
                                          "-vfsoverlay"};
    bool more = false;
    for (; *word && !more; word++) {
        for (size_t i = 0; i < G_N_ELEMENTS(options); i++) {
            more = more || (g_str_has_prefix(*word, options[i]) && !is_own_overlay(word));
        }
    }
    return more;
}

void ast_list_inputs(const struct ast *ast, GPtrArray *inputs)
{
    const struct ast_input *input = ast->input;
    struct listing listing = {input->directory, inputs};
    if (!reads_more(input->argv)) {
        if (add_precompiled(inputs, input->directory, input->argv)) {
            clang_getInclusions(ast->tu, add_input, &listing);
        } else {
            g_ptr_array_set_size(inputs, 0);
        }
    }
}
