/*
 * Records allocations that variables outside functions keep, for the kind `mallocCollector`.
 */
#include "ast/measure/measure_parts.h"

#include <cli.h>

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "source/source_text.h"

/** Depth to which casts, parentheses and conditions are searched for an allocation. */
#define MAX_DEPTH 16

static bool is_allocator(CXCursor function)
{
    static const char *const names[] = {"malloc",        "calloc",   "realloc", "reallocarray",
                                        "aligned_alloc", "memalign", "valloc",  "pvalloc",
                                        "strdup",        "strndup",  "wcsdup"};
    static const char builtin[] = "__builtin_";
    CXString text = clang_getCursorSpelling(function);
    const char *name = clang_getCString(text);
    bool is = false;
    name = name && g_str_has_prefix(name, builtin) ? name + strlen(builtin) : name;
    for (size_t i = 0; i < G_N_ELEMENTS(names) && name && !is; i++) {
        is = strcmp(name, names[i]) == 0;
    }
    clang_disposeString(text);
    return is;
}

static bool allocates(struct ast *ast, CXCursor expression, unsigned depth);

/** The value of an expression with several parts is one of the last; of a condition, either. */
static bool part_allocates(struct ast *ast, CXCursor expression, unsigned depth)
{
    struct cursors parts;
    bool either = expression.kind == CXCursor_ConditionalOperator;
    bool does = false;
    cursors_init(&parts);
    ast_add_children(ast, &parts, expression);
    for (unsigned i = parts.count; i > 0 && !does && (either || i == parts.count); i--) {
        does = allocates(ast, parts.items[i - 1], depth + 1);
    }
    cursors_clear(&parts);
    return does;
}

static bool allocates(struct ast *ast, CXCursor expression, unsigned depth)
{
    switch (depth < MAX_DEPTH ? expression.kind : CXCursor_NullStmt) {
    case CXCursor_CXXNewExpr:
        return true;
    case CXCursor_CallExpr:
        return is_allocator(clang_getCursorReferenced(expression));
    case CXCursor_BinaryOperator: {
        enum ast_operation operation = ast_operation(ast, expression);
        return (operation == AST_OPERATION_ASSIGN || operation == AST_OPERATION_NONE) &&
               part_allocates(ast, expression, depth);
    }
    case CXCursor_UnexposedExpr:
    case CXCursor_ParenExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXReinterpretCastExpr:
    case CXCursor_CXXConstCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
    case CXCursor_ConditionalOperator:
        return part_allocates(ast, expression, depth);
    default:
        return false;
    }
}

/** The assigned value: the last operand, or the initialiser. */
static CXCursor source_of(struct ast *ast, CXCursor expression)
{
    struct cursors parts;
    CXCursor source = clang_getNullCursor();
    if (expression.kind == CXCursor_VarDecl) {
        return clang_Cursor_getVarDeclInitializer(expression);
    }
    cursors_init(&parts);
    ast_add_children(ast, &parts, expression);
    if (parts.count == 2) {
        source = parts.items[1];
    }
    cursors_clear(&parts);
    return source;
}

/** @return the source text of an expression in one line; release with g_free. */
static char *text_of(struct measure *measure, CXCursor expression)
{
    CXFile files[2];
    unsigned offsets[2];
    size_t size;
    CXSourceRange range = clang_getCursorExtent(expression);
    clang_getExpansionLocation(clang_getRangeStart(range), &files[0], NULL, NULL, &offsets[0]);
    clang_getExpansionLocation(measure_behind(measure, range), &files[1], NULL, NULL, &offsets[1]);
    const char *text = files[0] ? ast_contents(measure->ast, files[0], &size) : NULL;
    if (!text || files[0] != files[1] || offsets[0] >= offsets[1] || offsets[1] > size) {
        return g_strdup("");
    }
    /* For `int *p(new int)` libclang leaves out the last parenthesis. */
    const char *behind = source_close(text + offsets[0], text + offsets[1], text + size);
    GString *line = g_string_new(NULL);
    for (size_t i = offsets[0]; i < (size_t)(behind - text); i++) {
        bool blank = g_ascii_isspace(text[i]) || (text[i] == '\\' && text[i + 1] == '\n');
        if (!blank) {
            g_string_append_c(line, text[i]);
        } else if (line->len > 0 && line->str[line->len - 1] != ' ') {
            g_string_append_c(line, ' ');
        }
    }
    char *valid = g_utf8_make_valid(line->str, (gssize)line->len);
    g_string_free(line, TRUE);
    return valid;
}

void measure_allocation(struct measure *measure, CXCursor variable, CXCursor expression)
{
    if (!allocates(measure->ast, source_of(measure->ast, expression), 0)) {
        return;
    }
    char *statement = text_of(measure, expression);
    CXString name = clang_getCursorSpelling(variable);
    json_t *value = json_pack("{ssss}", "allocStmt", statement, "global", clang_getCString(name));
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;
    if (text) {
        g_ptr_array_add(measure->allocations, text);
    }
    json_decref(value);
    clang_disposeString(name);
    g_free(statement);
}

const char *measure_finish_allocations(struct measure *measure)
{
    GPtrArray *all = measure->allocations;
    if (all->len == 0) {
        return NULL;
    }
    GString *out = g_string_new("[");
    qsort(all->pdata, all->len, sizeof *all->pdata, cli_compare_texts);
    for (guint i = 0; i < all->len; i++) {
        if (i == 0 || strcmp(all->pdata[i - 1], all->pdata[i]) != 0) {
            g_string_append_printf(out, "%s%s", i > 0 ? "," : "", (const char *)all->pdata[i]);
        }
    }
    g_string_append_c(out, ']');
    const char *kept = unit_string(measure->ast->unit, out->str);
    g_string_free(out, TRUE);
    g_ptr_array_set_size(all, 0);
    return kept;
}
