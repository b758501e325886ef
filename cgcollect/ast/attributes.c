#include "ast/context.h"

#include <string.h>

/* Attributes are visited before anything else below a declaration. */
static enum CXChildVisitResult find_plain(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (!clang_isAttribute(child.kind)) {
        return CXChildVisit_Break;
    }
    if (child.kind == CXCursor_UnexposedAttr) {
        *(bool *)data = true;
        return CXChildVisit_Break;
    }
    return CXChildVisit_Continue;
}

bool ast_has_plain_attributes(CXCursor declaration)
{
    bool found = false;
    clang_visitChildren(declaration, find_plain, &found);
    return found;
}

char *ast_printed(CXCursor declaration)
{
    CXPrintingPolicy policy = clang_getCursorPrintingPolicy(declaration);
    clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
    CXString text = clang_getCursorPrettyPrinted(declaration, policy);
    char *copy = g_strdup(clang_getCString(text));
    clang_disposeString(text);
    clang_PrintingPolicy_dispose(policy);
    return copy;
}

static bool is_word(char c)
{
    return g_ascii_isalnum(c) || c == '_';
}

/** Find a word that opens an attribute: after "((" or "[[" or a scope. */
static const char *find_attribute(const char *printed, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = strstr(printed, word); at; at = strstr(at + 1, word)) {
        bool opened = at - printed >= 2 && (strncmp(at - 2, "((", 2) == 0 ||
                                            strncmp(at - 2, "[[", 2) == 0 || at[-1] == ':');
        if (opened && !is_word(at[length])) {
            return at + length;
        }
    }
    return NULL;
}

bool ast_printed_attribute(const char *printed, const char *word)
{
    return find_attribute(printed, word) != NULL;
}

char *ast_attribute_argument(const char *printed, const char *word)
{
    const char *at = find_attribute(printed, word);
    if (!at || *at != '(') {
        return NULL;
    }
    at++;
    at += *at == '"';
    return g_strndup(at, strcspn(at, "\")"));
}
