/*
 * Finds out which files are system headers, as the program's users see it: those found in a
 * directory of system headers, or below one where libraries are installed.
 */
#include "ast/base/ast_context.h"

#include <string.h>

#include "text/lexical_paths.h"

static CXFile file_of(CXSourceLocation location)
{
    CXFile file;
    clang_getExpansionLocation(location, &file, NULL, NULL, NULL);
    return file;
}

/* Where files were included */

static void note_inclusion(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    GHashTable *included = data;
    if (depth > 0 && !g_hash_table_contains(included, file)) {
        CXSourceLocation *place = g_new(CXSourceLocation, 1);
        *place = stack[0];
        g_hash_table_insert(included, file, place);
    }
}

/** @return where a file was included first; NULL: in what is precompiled */
static const CXSourceLocation *inclusion_of(struct ast *ast, CXFile file)
{
    if (!ast->included) {
        ast->included = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, g_free);
        clang_getInclusions(ast->tu, note_inclusion, ast->included);
    }
    return g_hash_table_lookup(ast->included, file);
}

/* Directories of system headers */

/** Whether an option names one, or the root of a system, in the same word or the next. @param out
 *  the directory in the same word, empty: in the next */
static bool names_directory(const char **out, const char *word)
{
    static const char *const options[] = {"-isystem-after",
                                          "-isystem",
                                          "-cxx-isystem",
                                          "-c-isystem",
                                          "-internal-isystem",
                                          "-idirafter",
                                          "-stdlib++-isystem",
                                          "-iwithsysroot",
                                          "-iprefix",
                                          "--include-directory-after=",
                                          "--include-directory-after",
                                          "-isysroot",
                                          "--sysroot=",
                                          "--sysroot",
                                          "--gcc-toolchain=",
                                          "--gcc-install-dir=",
                                          "-resource-dir=",
                                          "-resource-dir"};
    for (size_t i = 0; i < G_N_ELEMENTS(options); i++) {
        if (g_str_has_prefix(word, options[i])) {
            *out = word + strlen(options[i]);
            return true;
        }
    }
    return false;
}

const char *ast_option_operand(char **word)
{
    return word[1] && strcmp(word[1], "-Xclang") == 0 ? word[2] : word[1];
}

static bool is_below(const struct ast *ast, const char *path, const char *directory)
{
    char *absolute = path_of_file(ast->input->directory, directory);
    size_t length = strlen(absolute);
    bool below = strncmp(path, absolute, length) == 0 && path[length] == '/';
    g_free(absolute);
    return below;
}

/** Whether the command names a directory of system headers that a path is below. */
static bool is_below_named(const struct ast *ast, const char *path)
{
    const char *directory;
    bool is = false;
    for (char **word = ast->input->argv; *word && !is; word++) {
        if (names_directory(&directory, *word)) {
            directory = *directory ? directory : ast_option_operand(word);
            is = directory && is_below(ast, path, directory);
        }
    }
    return is;
}

/** Whether a variable of the environment names one. */
static bool is_below_listed(const struct ast *ast, const char *path, const char *variable)
{
    const char *value = g_getenv(variable);
    char **list = g_strsplit(value ? value : "", G_SEARCHPATH_SEPARATOR_S, -1);
    bool is = false;
    for (char **directory = list; *directory && !is; directory++) {
        is = is_below(ast, path, **directory ? *directory : ".");
    }
    g_strfreev(list);
    return value && is;
}

static bool is_in_system_directory(const struct ast *ast, CXFile file)
{
    CXString name = clang_getFileName(file);
    char *path = path_of_file(ast->input->directory, clang_getCString(name));
    clang_disposeString(name);
    bool is = is_below_named(ast, path) ||
              is_below_listed(ast, path, ast->cplusplus ? "CPLUS_INCLUDE_PATH" : "C_INCLUDE_PATH");
    g_free(path);
    return is;
}

/* Files */

static bool is_found_as_system(struct ast *ast, CXFile file);

/** Whether a file that begins as a system header may have that only from a header which calls
 * itself one (`#pragma GCC system_header`) and includes it, as CMake's precompiled headers include
 * those of the program. */
static bool inherits_pragma(struct ast *ast, CXFile file)
{
    if (is_in_system_directory(ast, file)) {
        return false;
    }
    const CXSourceLocation *place = inclusion_of(ast, file);
    CXFile includer = place ? file_of(*place) : NULL;
    if (!includer) {
        return !place;
    }
    return clang_Location_isInSystemHeader(*place) &&
           !path_is_installed(ast_file_name(ast, includer)) && !is_found_as_system(ast, includer);
}

/** Whether a file was found as a system header. Others only silence warnings by calling themselves
 *  one. */
static bool is_found_as_system(struct ast *ast, CXFile file)
{
    gpointer found;
    if (!g_hash_table_lookup_extended(ast->found_as_system, file, NULL, &found)) {
        CXSourceLocation begin = clang_getLocationForOffset(ast->tu, file, 0);
        bool marked = clang_Location_isInSystemHeader(begin) != 0;
        found = GINT_TO_POINTER(marked && !inherits_pragma(ast, file));
        g_hash_table_insert(ast->found_as_system, file, found);
    }
    return GPOINTER_TO_INT(found) != 0;
}

bool ast_in_system(struct ast *ast, CXSourceLocation location)
{
    bool marked = clang_Location_isInSystemHeader(location) != 0;
    bool from_main = clang_Location_isFromMainFile(location) != 0;
    const char *file = ast_file(ast, location);
    if (file && path_is_installed(file)) {
        return marked || !from_main;
    }
    return marked && (from_main || is_found_as_system(ast, file_of(location)));
}

/** The search for system headers. */
struct system_search {
    struct ast *ast;
    GHashTable *wanted; /**< names of the files that matter; NULL: all */
    GHashTable *known;  /**< CXFile of those that are settled */
};

static void settle_file(struct system_search *s, CXFile file, CXSourceLocation within)
{
    if (g_hash_table_add(s->known, file) && ast_in_system(s->ast, within)) {
        g_hash_table_add(s->ast->unit->system_files, (char *)ast_file_name(s->ast, file));
    }
}

/** An including file has a place at hand: that of its `#include`. */
static void settle_includer(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    CXFile includer = depth > 0 ? file_of(stack[0]) : NULL;
    (void)file;
    if (includer) {
        settle_file(data, includer, stack[0]);
    }
}

/** libclang can make a place in any other file, but searches all files and macro uses for that. */
static void settle_other(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    struct system_search *s = data;
    (void)stack;
    (void)depth;
    bool matters = !s->wanted || g_hash_table_contains(s->wanted, ast_file_name(s->ast, file));
    if (matters && !g_hash_table_contains(s->known, file)) {
        settle_file(s, file, clang_getLocationForOffset(s->ast->tu, file, 0));
    }
}

/** Names of the files of functions that only the compiler has shown. */
static GHashTable *unseen_origins(struct unit *unit)
{
    GHashTable *origins = g_hash_table_new(g_direct_hash, g_direct_equal);
    for (unit_id i = 0; i < unit->functions->len; i++) {
        const struct unit_function *function = unit_function_at(unit, i);
        if (function->origin && !(function->seen & UNIT_AST)) {
            g_hash_table_add(origins, (char *)function->origin);
        }
    }
    return origins;
}

void ast_note_system_files(struct ast *ast)
{
    struct system_search s = {
        .ast = ast,
        .wanted = ast->unit->compiled ? unseen_origins(ast->unit) : NULL,
        .known = g_hash_table_new(g_direct_hash, g_direct_equal),
    };
    ast->unit->system_files = g_hash_table_new(g_direct_hash, g_direct_equal);
    clang_getInclusions(ast->tu, settle_includer, &s);
    clang_getInclusions(ast->tu, settle_other, &s);
    if (s.wanted) {
        g_hash_table_destroy(s.wanted);
    }
    g_hash_table_destroy(s.known);
}
