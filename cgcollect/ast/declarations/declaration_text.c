/*
 * Lets clang print declarations and finds attributes that libclang has no cursor for. Cheap checks
 * come first, since printing is expensive.
 */
#include "ast/declarations/declarations.h"

#include "text/identifiers.h"

#include <string.h>

/* libclang visits attributes before anything else below a declaration. Most declarations have none,
 * which is known without a visit; those that clang itself adds are not visited. */

static enum CXChildVisitResult find_any(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    *(bool *)data = clang_isAttribute(child.kind) != 0;
    return CXChildVisit_Break;
}

bool ast_has_attributes(CXCursor declaration)
{
    bool any = false;
    if (clang_Cursor_hasAttrs(declaration)) {
        clang_visitChildren(declaration, find_any, &any);
    }
    return any;
}

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

/** A search of a declaration's attributes. */
struct aliases {
    struct ast *ast;
    bool found;
};

/** An attribute that turns a declaration into a definition, with the word to search for: printing
 *  every declaration of every header is far more expensive. */
static enum CXChildVisitResult find_alias(CXCursor child, CXCursor parent, CXClientData data)
{
    static const char *const words[] = {"alias",   "ifunc",   "weakref",
                                        "__alias", "__ifunc", "__weakref"};
    struct aliases *aliases = data;
    (void)parent;
    if (!clang_isAttribute(child.kind)) {
        return CXChildVisit_Break;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(words) && child.kind == CXCursor_UnexposedAttr; i++) {
        aliases->found = aliases->found ||
                         ast_text_begins(aliases->ast, clang_getCursorLocation(child), words[i]);
    }
    return aliases->found ? CXChildVisit_Break : CXChildVisit_Continue;
}

bool ast_may_be_alias(struct ast *ast, CXCursor declaration)
{
    struct aliases aliases = {ast, false};
    if (clang_Cursor_hasAttrs(declaration)) {
        clang_visitChildren(declaration, find_alias, &aliases);
    }
    return aliases.found;
}

bool ast_has_plain_attributes(CXCursor declaration)
{
    bool found = false;
    if (clang_Cursor_hasAttrs(declaration)) {
        clang_visitChildren(declaration, find_plain, &found);
    }
    return found;
}

static char *printed(CXCursor declaration, bool terse)
{
    CXPrintingPolicy policy = clang_getCursorPrintingPolicy(declaration);
    clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, terse);
    CXString text = clang_getCursorPrettyPrinted(declaration, policy);
    char *copy = g_strdup(clang_getCString(text));
    clang_disposeString(text);
    clang_PrintingPolicy_dispose(policy);
    return copy;
}

char *ast_printed(CXCursor declaration)
{
    return printed(declaration, true);
}

char *ast_printed_whole(CXCursor declaration)
{
    return printed(declaration, false);
}

/** Find the word that begins an attribute: after "((" or "[[" or a scope. */
static const char *find_attribute(const char *printed, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = strstr(printed, word); at; at = strstr(at + 1, word)) {
        bool opened = at - printed >= 2 && (strncmp(at - 2, "((", 2) == 0 ||
                                            strncmp(at - 2, "[[", 2) == 0 || at[-1] == ':');
        if (opened && !word_has(at[length])) {
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

static char *section_said(CXCursor declaration)
{
    if (!ast_has_attributes(declaration)) {
        return NULL;
    }
    char *printed = ast_printed(declaration);
    char *section = ast_attribute_argument(printed, "section");
    g_free(printed);
    return section;
}

char *ast_section(CXCursor variable)
{
    CXCursor first = clang_getCanonicalCursor(variable);
    char *section = section_said(variable);
    /* clang prints inherited attributes only with the declaration that has them. */
    return section || clang_equalCursors(first, variable) ? section : section_said(first);
}

bool ast_is_used_invisibly(CXCursor variable)
{
    if (!ast_has_attributes(variable)) {
        return false;
    }
    char *printed = ast_printed(variable);
    bool used = ast_printed_attribute(printed, "used") || ast_printed_attribute(printed, "retain");
    g_free(printed);
    return used;
}
