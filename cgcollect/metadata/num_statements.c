#include "metadata.h"

#include <stdio.h>

#define KEY "numStatements"

static int64_t count(CXCursor statement);

/** Which children of a statement are statements themselves. */
struct counting {
    int64_t total;
    unsigned index;
    unsigned skip;  /**< so many children before the statements are conditions */
    bool last_only; /**< only the last child is a statement */
    CXCursor last;
};

static bool is_part(CXCursor child)
{
    return clang_isStatement(child.kind) || clang_isExpression(child.kind);
}

static enum CXChildVisitResult add_child(CXCursor child, CXCursor parent, CXClientData data)
{
    struct counting *c = data;
    (void)parent;
    if (!is_part(child)) {
        return CXChildVisit_Continue;
    }
    if (c->last_only) {
        c->last = child;
    } else if (c->index++ >= c->skip) {
        c->total += count(child);
    }
    return CXChildVisit_Continue;
}

static int64_t count_children(CXCursor statement, unsigned skip)
{
    struct counting c = {.skip = skip};
    clang_visitChildren(statement, add_child, &c);
    return c.total;
}

static int64_t count_last(CXCursor statement)
{
    struct counting c = {.last_only = true, .last = clang_getNullCursor()};
    clang_visitChildren(statement, add_child, &c);
    return clang_Cursor_isNull(c.last) ? 0 : count(c.last);
}

static enum CXChildVisitResult first_child(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (!is_part(child)) {
        return CXChildVisit_Continue;
    }
    *(CXCursor *)data = child;
    return CXChildVisit_Break;
}

static int64_t count_first(CXCursor statement)
{
    CXCursor first = clang_getNullCursor();
    clang_visitChildren(statement, first_child, &first);
    return clang_Cursor_isNull(first) ? 0 : count(first);
}

/** An `if` has its condition before the branches, and in C++ maybe a declaration before that. */
static int64_t count_if(CXCursor statement)
{
    CXCursor first = clang_getNullCursor();
    clang_visitChildren(statement, first_child, &first);
    return count_children(statement, first.kind == CXCursor_DeclStmt ? 2 : 1);
}

static int64_t count(CXCursor statement)
{
    switch (statement.kind) {
    case CXCursor_CompoundStmt:
    case CXCursor_UnexposedStmt:
        return count_children(statement, 0);
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
    case CXCursor_LabelStmt:
        return count_last(statement);
    case CXCursor_NullStmt:
    case CXCursor_LambdaExpr:
        return 0;
    case CXCursor_IfStmt:
        return 1 + count_if(statement);
    case CXCursor_DoStmt:
        return 1 + count_first(statement);
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_SwitchStmt:
    case CXCursor_CXXForRangeStmt:
    case CXCursor_CXXCatchStmt:
        return 1 + count_last(statement);
    case CXCursor_CXXTryStmt:
        return 1 + count_children(statement, 0);
    default:
        return 1;
    }
}

static enum CXChildVisitResult find_body(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (child.kind == CXCursor_CompoundStmt || child.kind == CXCursor_CXXTryStmt) {
        *(CXCursor *)data = child;
        return CXChildVisit_Break;
    }
    return CXChildVisit_Continue;
}

static void look(struct unit *unit, struct unit_function *function, CXCursor declaration,
                 bool definition)
{
    (void)unit;
    if (!definition) {
        return;
    }
    CXCursor body = clang_getNullCursor();
    clang_visitChildren(declaration, find_body, &body);
    if (!clang_Cursor_isNull(body)) {
        function->statements = count(body);
    }
}

static int put(const struct rendering *r, struct cg_error *error)
{
    for (unit_id i = 0; i < r->unit->functions->len; i++) {
        const struct unit_function *function = unit_function_at(r->unit, i);
        if (function->statements < 0) {
            continue;
        }
        char text[24];
        int length = snprintf(text, sizeof text, "%lld", (long long)function->statements);
        int status =
            cg_metadata_set(r->graph, CG_ON_NODE, r->nodes[i], KEY, text, (size_t)length, error);
        if (status) {
            return status;
        }
    }
    return CG_OK;
}

const struct collected_kind kind_num_statements = {
    .key = KEY,
    .description = "statements in the body",
    .places = CG_ON_NODE,
    .look = look,
    .write = put,
};
