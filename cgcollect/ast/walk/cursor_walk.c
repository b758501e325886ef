/*
 * Visits everything in a body or initialiser and passes each cursor to the file for its kind, and
 * to the pointer facts. It is the top of walk/: the other files come back to it through the visitor
 * of struct walk.
 */
#include "ast/walk/cursor_walk.h"

#include <string.h>

#include "ast/declarations/assembly_text.h"
#include "ast/facts/ast_facts.h"

/** A block's body runs as part of whoever calls it: treat it as the function it is written in. */
static enum CXChildVisitResult visit_block(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    ast_visit_children(((struct walk *)data)->ast, child, ((struct walk *)data)->visit, data);
    return CXChildVisit_Continue;
}

static void walk_block(struct walk *walk, CXCursor block)
{
    bool before = walk->in_block;
    walk->in_block = true;
    if (walk->ast->facts) {
        ast_facts_block(walk->ast->facts, true);
    }
    ast_visit_children(walk->ast, block, visit_block, walk);
    if (walk->ast->facts) {
        ast_facts_block(walk->ast->facts, false);
    }
    walk->in_block = before;
}

/** Whether something is not evaluated where it is: a statement after a jump, an operand of some
 *  builtins. */
static bool is_left_out(struct walk *walk, CXCursor cursor, CXCursor parent)
{
    if (parent.kind == CXCursor_CompoundStmt) {
        return walk_is_unreachable(walk, cursor, parent);
    }
    bool operand = parent.kind == CXCursor_UnexposedExpr && ast_is_operand(cursor, parent);
    if (operand && ast_is_rejected(walk->ast, cursor, parent)) {
        return true;
    }
    if (operand && walk->ast->facts) {
        ast_facts_builtin(walk->ast->facts, parent, cursor);
    }
    return false;
}

/** Visitor for everything in a body; data is a struct walk. */
static enum CXChildVisitResult walk_visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct walk *walk = data;
    if (is_left_out(walk, cursor, parent)) {
        return CXChildVisit_Continue;
    }
    if (walk->ast->facts) {
        ast_facts_visit(walk->ast->facts, cursor);
    }
    switch (cursor.kind) {
    case CXCursor_DeclRefExpr:
        walk_address(walk, cursor);
        return CXChildVisit_Continue;
    case CXCursor_UnexposedExpr:
        if (walk->ast->cplusplus) {
            walk->hides = walk->hides || walk_is_default_argument(cursor);
            walk_conversion(walk, cursor);
        }
        return CXChildVisit_Recurse;
    case CXCursor_CompoundStmt:
    case CXCursor_DeclStmt:
        return CXChildVisit_Recurse;
    case CXCursor_IntegerLiteral:
    case CXCursor_StringLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_TypeRef:
    case CXCursor_FunctionDecl:
    case CXCursor_EnumDecl:
    case CXCursor_StaticAssert:
        return CXChildVisit_Continue;
    case CXCursor_CallExpr:
        walk_call(walk, cursor);
        return CXChildVisit_Continue;
    case CXCursor_VarDecl:
    case CXCursor_ParmDecl:
    case CXCursor_TypedefDecl:
        walk_declaration(walk, cursor);
        return CXChildVisit_Continue;
    case CXCursor_CStyleCastExpr:
    case CXCursor_CompoundLiteralExpr:
        walk_moves(walk, cursor);
        walk_typed(walk, cursor);
        return CXChildVisit_Continue;
    case CXCursor_UnaryExpr:
        walk_sizeof(walk, cursor);
        return CXChildVisit_Continue;
    case CXCursor_BinaryOperator:
        walk_moves(walk, cursor);
        /* fall through */
    case CXCursor_IfStmt:
    case CXCursor_ConditionalOperator:
        if (!ast_may_fold(walk->ast, cursor)) {
            return CXChildVisit_Recurse;
        }
        walk_foldable(walk, cursor, parent);
        return CXChildVisit_Continue;
    case CXCursor_GenericSelectionExpr:
        walk_generic(walk, cursor);
        return CXChildVisit_Continue;
    case CXCursor_BlockExpr:
        walk_block(walk, cursor);
        return CXChildVisit_Continue;
    case CXCursor_GCCAsmStmt:
    case CXCursor_MSAsmStmt:
        if (ast_assembly_may_call(walk->ast, walk->body, cursor)) {
            walk_open(walk, NULL, CG_OPEN_ASSEMBLY, ast_cursor_place(walk->ast, cursor));
        }
        ast_note_statement(walk->ast, walk->body, cursor);
        return CXChildVisit_Recurse;
    default:
        if (!walk->ast->cplusplus) {
            return cursor_is_declaration(cursor.kind) ? CXChildVisit_Continue
                                                      : CXChildVisit_Recurse;
        }
        walk_moves(walk, cursor);
        return walk_cplusplus(walk, cursor);
    }
}

void walk_function(struct ast *ast, unit_id function, CXCursor definition)
{
    walk_body(ast, function, definition, walk_visit);
}

void walk_variable(struct ast *ast, CXCursor variable)
{
    struct walk walk = {.ast = ast,
                        .visit = walk_visit,
                        .caller = UNIT_NONE,
                        .body = variable,
                        .outside = ast->cplusplus};
    if (ast->facts) {
        ast_facts_leave(ast->facts);
    }
    walk_tree(&walk, variable);
    if (walk.hides) {
        walk_open(&walk, NULL, CG_OPEN_IMPLICIT, ast_cursor_place(ast, variable));
    }
}
