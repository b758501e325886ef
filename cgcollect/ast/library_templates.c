/*
 * Finds out whether headers of a library mention templates of the C++ library that keep objects:
 * that library may then have code for these templates, and knows what is in their instances.
 */
#include "ast/ast_stages.h"
#include "unit/unit_facts.h"

#include <string.h>

/** Templates that compute with types keep nothing, and those of streams and strings are in the C++
 *  library itself. Headers of C libraries mention some of these. */
static bool keeps_nothing(const char *name)
{
    static const char *const others[] = {
        "remove_",        "is_",        "add_",        "enable_if",
        "decay",          "basic",      "conditional", "underlying_type",
        "numeric_limits", "char_traits"};
    bool is = false;
    for (size_t i = 0; i < G_N_ELEMENTS(others) && !is; i++) {
        is = g_str_has_prefix(name, others[i]);
    }
    return is;
}

/** Whether a text, which ends in a null character, mentions such a template. */
static bool mentions(const char *text)
{
    static const char scope[] = "std::";
    bool is = strstr(text, "using namespace std");
    for (const char *at = strstr(text, scope); at && !is; at = strstr(at, scope)) {
        at += strlen(scope);
        size_t name = strspn(at, "abcdefghijklmnopqrstuvwxyz_0123456789");
        is = at[name + strspn(at + name, " ")] == '<' && !keeps_nothing(at);
    }
    return is;
}

/** Whether a file belongs to a compiler or to its C++ library. */
static bool is_of_compiler(const char *path)
{
    return strstr(path, "/c++/") || strstr(path, "/clang/") || strstr(path, "/lib/gcc");
}

struct template_search {
    struct ast *ast;
    bool found;
};

static void look_into(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    struct template_search *search = data;
    struct ast *ast = search->ast;
    size_t size;
    (void)stack;
    if (depth == 0 || search->found || is_of_compiler(ast_file_name(ast, file))) {
        return;
    }
    const char *text = ast_contents(ast, file, &size);
    search->found =
        text && mentions(text) && ast_in_system(ast, clang_getLocationForOffset(ast->tu, file, 0));
}

void ast_note_library_templates(struct ast *ast)
{
    struct template_search search = {.ast = ast};
    if (ast->cplusplus) {
        clang_getInclusions(ast->tu, look_into, &search);
    }
    if (search.found) {
        facts_library_templates(ast->unit->facts);
    }
}
