/*
 * Visits everything in a body or initialiser and passes each cursor to the file for its kind, and
 * to the pointer facts. It is the top of walk/: the other files come back to it through the visitor
 * of struct walk.
 */
#include "ast/walk/walk.h"

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

static bool is_byte(CXType type)
{
    type = clang_getCanonicalType(type);
    return type.kind == CXType_Dependent || type.kind == CXType_Unexposed ||
           type.kind == CXType_Void || clang_Type_getSizeOf(type) == 1;
}

/** Whether a type is a cell of memory that may hold a pointer: a pointer, or an integer that may be
 * as wide. */
static bool is_cell(CXType type)
{
    type = clang_getCanonicalType(type);
    return type.kind == CXType_Pointer || type.kind == CXType_Long || type.kind == CXType_ULong ||
           type.kind == CXType_LongLong || type.kind == CXType_ULongLong ||
           type.kind == CXType_UInt || type.kind == CXType_Int;
}

/** What an operation on pointers counts. */
static bool counts(CXCursor operation, bool (*is)(CXType))
{
    CXType type = clang_getCanonicalType(clang_getCursorType(operation));
    bool element = operation.kind == CXCursor_ArraySubscriptExpr && is(type);
    return element || (type.kind == CXType_Pointer && is(clang_getPointeeType(type)));
}

static bool is_dependent(CXCursor operation)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(operation));
    return type.kind == CXType_Dependent || type.kind == CXType_Unexposed;
}

static void note_lines(struct walk *walk, CXCursor operation, enum unit_sum sum)
{
    CXSourceRange extent = clang_getCursorExtent(operation);
    unit_add_sum_lines(walk->ast->unit, ast_place(walk->ast, clang_getRangeStart(extent)),
                       ast_place(walk->ast, clang_getRangeEnd(extent)), sum);
}

/** The type of what a cast converts, as the source has it. */
static CXType converted(struct walk *walk, CXCursor cast)
{
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(walk->ast, &parts, cast);
    CXType type = {0};
    if (parts.count > 0) {
        type = clang_getCanonicalType(clang_getCursorType(parts.items[parts.count - 1]));
    }
    cursors_clear(&parts);
    return clang_getCanonicalType(clang_getPointeeType(type));
}

static CXCursor only_part(struct walk *walk, CXCursor expression)
{
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(walk->ast, &parts, expression);
    CXCursor part = parts.count == 1 ? parts.items[0] : clang_getNullCursor();
    cursors_clear(&parts);
    return part;
}

/** An expression without parentheses and implicit casts; of a variable that is named, what it
 * begins as. */
static CXCursor origin(struct walk *walk, CXCursor expression)
{
    CXCursor at = expression;
    while (at.kind == CXCursor_UnexposedExpr || at.kind == CXCursor_ParenExpr) {
        expression = at;
        at = only_part(walk, at);
        if (at.kind == CXCursor_DeclRefExpr) {
            CXCursor variable = clang_getCursorReferenced(at);
            at = variable.kind == CXCursor_VarDecl ? clang_Cursor_getVarDeclInitializer(variable)
                                                   : clang_getNullCursor();
        }
    }
    return cursor_is_null(at) ? expression : at;
}

/** Whether a pointer was one to a record, or to anything: reflection, and the like. */
static bool was_other(struct walk *walk, CXCursor pointer)
{
    CXCursor cast = origin(walk, pointer);
    bool explicit = cast.kind == CXCursor_CStyleCastExpr ||
                    cast.kind == CXCursor_CXXReinterpretCastExpr ||
                    cast.kind == CXCursor_CXXStaticCastExpr;
    enum CXTypeKind from = explicit ? converted(walk, cast).kind : CXType_Char_S;
    return from == CXType_Record || from == CXType_Void || from == CXType_Dependent ||
           from == CXType_Unexposed || from == CXType_Invalid;
}

static bool counts_from_other(struct walk *walk, CXCursor operation)
{
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(walk->ast, &parts, operation);
    bool other = false;
    for (unsigned i = 0; i < parts.count && !other; i++) {
        other = was_other(walk, parts.items[i]);
    }
    cursors_clear(&parts);
    return other;
}

/** Record a sum that may lead into another field. Those in system headers are assumed to stay
 * within bytes, or an array. */
static void note_sum(struct walk *walk, CXCursor operation)
{
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(operation))) {
        return;
    }
    bool bytes = counts(operation, is_byte) || is_dependent(operation);
    bool cells = counts(operation, is_cell) || is_dependent(operation);
    if (bytes) {
        note_lines(walk, operation, UNIT_SUM_OF_BYTES);
    }
    if (cells) {
        note_lines(walk, operation, UNIT_SUM_OF_CELLS);
    }
    if ((bytes || cells) && counts_from_other(walk, operation)) {
        note_lines(walk, operation, UNIT_SUM_OF_OTHER);
    }
}

/** Record a cast outside of system headers after which sums may lead into another field: of a
 * pointer to bytes to another pointer, of any other to one to cells. Casts within a class hierarchy
 * do not. */
static void note_cast(struct walk *walk, CXCursor cast)
{
    bool *sums = walk->ast->unit->sums;
    CXType type = clang_getCanonicalType(clang_getCursorType(cast));
    CXType to = clang_getCanonicalType(clang_getPointeeType(type));
    bool within = cast.kind == CXCursor_CXXStaticCastExpr && to.kind == CXType_Record;
    if (type.kind != CXType_Pointer || within ||
        clang_Location_isInSystemHeader(clang_getCursorLocation(cast))) {
        return;
    }
    CXType from = to.kind == CXType_Record ? converted(walk, cast) : to;
    if (to.kind == CXType_Record && from.kind == CXType_Record) {
        ast_note_recast(walk->ast, from, to);
    }
    sums[UNIT_SUM_OF_BYTES] = sums[UNIT_SUM_OF_BYTES] || clang_Type_getSizeOf(to) != 1;
    sums[UNIT_SUM_OF_CELLS] =
        sums[UNIT_SUM_OF_CELLS] ||
        (is_cell(to) && clang_Type_getSizeOf(to) == clang_Type_getSizeOf(type));
}

void walk_moves(struct walk *walk, CXCursor operation)
{
    enum CXBinaryOperatorKind kind = CXBinaryOperator_Invalid;
    bool adds = true;
    if (!walk->ast->cplusplus) {
        return; /* pointer facts of C come from the source */
    }
    switch (operation.kind) {
    case CXCursor_BinaryOperator:
        kind = clang_getCursorBinaryOperatorKind(operation);
        adds = kind == CXBinaryOperator_Add || kind == CXBinaryOperator_Sub;
        if (kind == CXBinaryOperator_PtrMemD || kind == CXBinaryOperator_PtrMemI) {
            note_lines(walk, operation, UNIT_SUM_OF_MEMBER);
        }
        /* fall through */
    case CXCursor_CompoundAssignOperator:
    case CXCursor_UnaryOperator:
    case CXCursor_ArraySubscriptExpr:
        if (adds) {
            note_sum(walk, operation);
        }
        break;
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXReinterpretCastExpr:
    case CXCursor_CXXStaticCastExpr:
        note_cast(walk, operation);
        break;
    default:
        break;
    }
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
        walk->hides = walk->hides || (walk->ast->cplusplus && walk_is_default_argument(cursor));
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
