/*
 * Finds what comes before the condition of a C++ `switch`, for the walk and for measuring.
 */
#include "ast/base/expressions.h"

#include <string.h>

#include "source/source_text.h"

/* libclang does not show what comes before the condition of a `switch`. Variables declared there
 * are found through their uses. */

static bool has_init(struct ast *ast, CXCursor statement)
{
    static const char word[] = "switch";
    size_t length;
    CXSourceLocation begin = clang_getRangeStart(clang_getCursorExtent(statement));
    const char *text = ast_text(ast, begin, &length);
    const char *end = text + length;
    if (length <= strlen(word) || memcmp(text, word, strlen(word)) != 0) {
        return false;
    }
    text = source_skip_blanks(text + strlen(word), end);
    return text < end && *text == '(' && source_find(text, end, ";");
}

/** A search for variables before a condition. */
struct search {
    struct cursors *variables;
    CXFile file;
    unsigned begin; /**< between these offsets */
    unsigned end;
};

static unsigned place_of(CXCursor cursor, CXFile *file)
{
    unsigned offset;
    clang_getExpansionLocation(clang_getRangeStart(clang_getCursorExtent(cursor)), file, NULL, NULL,
                               &offset);
    return offset;
}

static bool is_known(const struct cursors *variables, CXCursor variable)
{
    bool known = false;
    for (unsigned i = 0; i < variables->count && !known; i++) {
        known = clang_equalCursors(variables->items[i], variable) != 0;
    }
    return known;
}

static enum CXChildVisitResult find_use(CXCursor child, CXCursor parent, CXClientData data)
{
    struct search *search = data;
    CXFile file;
    (void)parent;
    CXCursor variable = child.kind == CXCursor_DeclRefExpr ? clang_getCursorReferenced(child)
                                                           : clang_getNullCursor();
    if (variable.kind == CXCursor_VarDecl) {
        unsigned at = place_of(variable, &file);
        if (file == search->file && search->begin < at && at < search->end &&
            !is_known(search->variables, variable)) {
            cursors_add(search->variables, variable);
        }
    }
    return CXChildVisit_Recurse;
}

static enum CXChildVisitResult take_first(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    *(CXCursor *)data = child;
    return CXChildVisit_Break;
}

bool ast_switch_init(struct ast *ast, CXCursor statement, struct cursors *variables)
{
    if (!ast->cplusplus || !has_init(ast, statement)) {
        return false;
    }
    CXCursor condition = clang_getNullCursor();
    CXFile file;
    struct search search = {.variables = variables};
    clang_visitChildren(statement, take_first, &condition);
    search.begin = place_of(statement, &search.file);
    search.end = place_of(condition, &file);
    clang_visitChildren(statement, find_use, &search);
    return true;
}
