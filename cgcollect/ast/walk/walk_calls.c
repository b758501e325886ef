/*
 * Finds the functions that a call expression may call, and records the calls. The parts of callee
 * and arguments go back to the walk.
 */
#include "ast/walk/cursor_walk.h"

#include <string.h>

#include "ast/facts/ast_facts.h"
#include "source/type_spelling.h"

/** A call being recorded. */
struct call {
    struct walk *walk;
    CXCursor cursor;
    CXCursor callee;        /**< the child that is called */
    bool has_callee;        /**< it was visited */
    bool open;              /**< some possible callees have no name here */
    bool unevaluated;       /**< the arguments are not evaluated */
    bool is_operator;       /**< it is written as an operator between its operands */
    CXType object;          /**< of an operator: type of the first operand */
    struct cursors targets; /**< references to functions that may be called */
    struct cursors arguments;
};

static void peel(struct call *call, CXCursor expression);

static void peel_last(struct call *call, const struct cursors *parts)
{
    for (unsigned i = 0; i + 1 < parts->count; i++) {
        walk_tree(call->walk, parts->items[i]);
    }
    if (parts->count > 0) {
        peel(call, parts->items[parts->count - 1]);
    }
}

/** The callee is an expression that names no function. */
static void peel_open(struct call *call, CXCursor expression)
{
    call->open = true;
    walk_tree(call->walk, expression);
}

/** Whether a member without declaration is named: the destructor of what has none, as of an int in
 *  an instance of a template. Nothing is called. */
static bool is_pseudo_destructor(CXCursor expression, CXCursor target)
{
    if (expression.kind != CXCursor_MemberRefExpr || !cursor_is_null(target)) {
        return false;
    }
    CXString type = clang_getTypeSpelling(clang_getCursorType(expression));
    bool is_bound = strcmp(clang_getCString(type), "<bound member function type>") == 0;
    clang_disposeString(type);
    return is_bound;
}

static void peel_reference(struct call *call, CXCursor expression)
{
    CXCursor target = clang_getCursorReferenced(expression);
    if (cursor_is_function(target.kind)) {
        cursors_add(&call->targets, expression);
    } else {
        call->open = call->open || !is_pseudo_destructor(expression, target);
    }
    if (expression.kind == CXCursor_MemberRefExpr) {
        ast_visit_children(call->walk->ast, expression, call->walk->visit, call->walk);
    }
}

/** A conditional may call any branch, unless its condition is a constant; a selection may call
 *  those it may choose. */
static void peel_branches(struct call *call, CXCursor expression, const struct cursors *parts)
{
    bool selects = expression.kind != CXCursor_ConditionalOperator;
    unsigned dead = selects ? 0 : ast_dead_part(call->walk->ast, expression, parts);
    if (!selects) {
        walk_tree(call->walk, parts->items[0]);
    }
    for (unsigned i = ast_first_branch(call->walk->ast, expression, parts); i < parts->count; i++) {
        if (selects ? ast_is_chosen(expression, parts, i) : i != dead) {
            peel(call, parts->items[i]);
        }
    }
}

/** Implicit casts and the like have one child; the GNU `a ?: b` shows a three times before b. */
static void peel_unexposed(struct call *call, CXCursor expression, const struct cursors *parts)
{
    if (parts->count == 1) {
        peel(call, parts->items[0]);
    } else if (ast_is_choose_expr(expression, parts)) {
        peel_branches(call, expression, parts);
    } else if (parts->count == 4) {
        peel(call, parts->items[0]);
        peel(call, parts->items[3]);
    } else {
        peel_open(call, expression);
    }
}

static void peel_binary(struct call *call, CXCursor expression, const struct cursors *parts)
{
    bool assigns = ast_is_operator(expression, "=");
    if (parts->count != 2 || !(assigns || ast_is_operator(expression, ","))) {
        peel_open(call, expression);
        return;
    }
    if (assigns) {
        /* An assigned function is called, and its address is kept as well. */
        walk_tree(call->walk, parts->items[1]);
    }
    peel_last(call, parts);
}

/** The value of ({ ... }) is its last expression. */
static void peel_statements(struct call *call, const struct cursors *parts)
{
    struct cursors statements;
    cursors_init(&statements);
    if (parts->count == 1) {
        ast_add_children(call->walk->ast, &statements, parts->items[0]);
    }
    peel_last(call, &statements);
    cursors_clear(&statements);
}

static void peel_parts(struct call *call, CXCursor expression, const struct cursors *parts)
{
    if (parts->count == 0) {
        call->open = true;
        return;
    }
    switch (expression.kind) {
    case CXCursor_UnexposedExpr:
        peel_unexposed(call, expression, parts);
        break;
    case CXCursor_ConditionalOperator:
    case CXCursor_GenericSelectionExpr:
        peel_branches(call, expression, parts);
        break;
    case CXCursor_BinaryOperator:
        peel_binary(call, expression, parts);
        break;
    case CXCursor_StmtExpr:
        peel_statements(call, parts);
        break;
    default: /* parentheses, casts, & and * */
        peel_last(call, parts);
        break;
    }
}

/** Take a callee expression apart into the functions that it names. */
static void peel(struct call *call, CXCursor expression)
{
    struct cursors parts;
    switch (expression.kind) {
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
        peel_reference(call, expression);
        break;
    case CXCursor_UnexposedExpr:
    case CXCursor_ParenExpr:
    case CXCursor_UnaryOperator:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXReinterpretCastExpr:
    case CXCursor_CXXConstCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
    case CXCursor_BinaryOperator:
    case CXCursor_ConditionalOperator:
    case CXCursor_GenericSelectionExpr:
    case CXCursor_StmtExpr:
        walk_moves(call->walk, expression);
        cursors_init(&parts);
        ast_add_children(call->walk->ast, &parts, expression);
        peel_parts(call, expression, &parts);
        cursors_clear(&parts);
        break;
    default:
        peel_open(call, expression);
        break;
    }
}

/** The usual callee: a name below implicit casts, found at once. */
static enum CXChildVisitResult find_name(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (child.kind == CXCursor_UnexposedExpr) {
        return CXChildVisit_Recurse;
    }
    *(CXCursor *)data = child;
    return CXChildVisit_Break;
}

static CXCursor name_below(struct ast *ast, CXCursor expression)
{
    CXCursor name = expression;
    if (expression.kind == CXCursor_UnexposedExpr) {
        ast_visit_children(ast, expression, find_name, &name);
    }
    return name;
}

/** For an elided copy libclang names no constructor: what looks like the callee is the object that
 *  would be copied. */
static bool is_elided_copy(struct call *call, CXCursor callee)
{
    return call->walk->ast->cplusplus &&
           clang_getCanonicalType(clang_getCursorType(callee)).kind == CXType_Record;
}

static void resolve(struct call *call, CXCursor callee)
{
    call->callee = callee;
    call->has_callee = true;
    if (is_elided_copy(call, callee)) {
        walk_tree(call->walk, callee);
        return;
    }
    CXCursor name = name_below(call->walk->ast, callee);
    if (name.kind == CXCursor_DeclRefExpr) {
        peel_reference(call, name);
    } else {
        peel(call, callee);
    }
}

/* Recording */

/** The function that a reference calls. A destructor that does nothing is none: the compiler makes
 *  no call of it, even where it is named. @return NULL if there is none */
static struct ast_function *target_function(struct call *call, CXCursor reference)
{
    struct ast *ast = call->walk->ast;
    CXCursor target = clang_getCursorReferenced(reference);
    if (target.kind == CXCursor_Destructor && !ast->unit->trivial && ast_is_trivial(target)) {
        return NULL;
    }
    return ast_function(ast, target, clang_getCursorLocation(reference));
}

/** libclang never reports operators as dynamic calls, so this does; operators are never written
 *  qualified. */
static unsigned edge_kind(struct call *call, CXCursor reference)
{
    CXCursor target = clang_getCursorReferenced(reference);
    bool is_dynamic = call->walk->ast->cplusplus && target.kind != CXCursor_FunctionDecl &&
                      (call->is_operator ? clang_CXXMethod_isVirtual(target) != 0
                                         : clang_Cursor_isDynamicCall(call->cursor) != 0) &&
                      !ast_is_final(target);
    return is_dynamic ? CG_EDGE_VIRTUAL : CG_EDGE_DIRECT;
}

static void record_open(struct call *call, CXType type, const char *reason, struct unit_place place)
{
    const char *text = type_spelling(call->walk->ast->unit, clang_getCanonicalType(type));
    walk_open(call->walk, text, reason, place);
}

/** Only all classes together decide which override runs. */
static void record_dispatch(struct call *call, struct unit_place place)
{
    CXType receiver = call->is_operator ? call->object : clang_Cursor_getReceiverType(call->cursor);
    record_open(call, receiver, CG_OPEN_VIRTUAL, place);
}

static void record_target(struct call *call, CXCursor reference, struct unit_place place)
{
    struct unit *unit = call->walk->ast->unit;
    struct ast_function *function = target_function(call, reference);
    if (function) {
        walk_no_code(call->walk, function, place);
    }
    if (!function || function->id == UNIT_NONE || unit_function_at(unit, function->id)->no_code) {
        return;
    }
    unit_id caller = walk_caller(call->walk);
    if (caller == UNIT_NONE) {
        if (call->walk->in_block) {
            unit_add_address(unit, function->id, place);
        }
        return;
    }
    unsigned kind = edge_kind(call, reference);
    if (kind == CG_EDGE_VIRTUAL) {
        unit_function_at(unit, function->id)->is_virtual = true;
        record_dispatch(call, place);
    }
    struct unit_call *added = unit_add_call(unit, caller, function->id, kind, place);
    CXCursor named =
        call->walk->may_copy ? clang_getCursorReferenced(call->cursor) : clang_getNullCursor();
    added->may_copy = named.kind == CXCursor_Constructor && !ast_is_trivial(named);
}

/** The type of the callee; of `(a->*p)()` that of p. */
static CXType callee_type(CXCursor callee)
{
    CXType type = clang_getCursorType(callee);
    struct cursors parts;
    cursors_init(&parts);
    cursors_add_children(&parts, callee);
    if (callee.kind == CXCursor_ParenExpr && parts.count == 1) {
        type = callee_type(parts.items[0]);
    } else if (callee.kind == CXCursor_BinaryOperator && parts.count == 2) {
        CXType member = clang_getCanonicalType(clang_getCursorType(parts.items[1]));
        type = member.kind == CXType_MemberPointer ? member : type;
    }
    cursors_clear(&parts);
    return type;
}

static void record(struct call *call)
{
    struct unit_place place = ast_cursor_place(call->walk->ast, call->cursor);
    for (unsigned i = 0; i < call->targets.count; i++) {
        record_target(call, call->targets.items[i], place);
    }
    if (call->open) {
        record_open(call, callee_type(call->callee), CG_OPEN_POINTER, place);
    }
    if (call->walk->ast->facts && call->has_callee) {
        struct ast_facts_call handed = {call->cursor,     call->callee, &call->targets,
                                        &call->arguments, call->open,   place};
        ast_facts_call(call->walk->ast->facts, &handed);
    }
}

static bool evaluates_arguments(struct call *call)
{
    if (call->targets.count != 1) {
        return true;
    }
    struct ast_function *function = target_function(call, call->targets.items[0]);
    if (function && function->copies) {
        walk_byte_copy(call->walk, call->cursor);
    }
    return !function || !function->unevaluated;
}

static enum CXChildVisitResult visit_part(CXCursor child, CXCursor parent, CXClientData data)
{
    struct call *call = data;
    (void)parent;
    if (!call->has_callee) {
        resolve(call, child);
        return evaluates_arguments(call) ? CXChildVisit_Continue : CXChildVisit_Break;
    }
    cursors_add(&call->arguments, child);
    walk_tree(call->walk, child);
    return CXChildVisit_Continue;
}

/* C++ */

static bool refers_to(struct ast *ast, CXCursor expression, CXCursor function)
{
    CXCursor name = name_below(ast, expression);
    return (name.kind == CXCursor_DeclRefExpr || name.kind == CXCursor_MemberRefExpr) &&
           clang_equalCursors(clang_getCursorReferenced(name), function);
}

/** An operator is among its operands. A constructor is not written at all, and trivial ones are not
 *  called. */
static bool find_operator(struct call *call, CXCursor function, const struct cursors *parts,
                          unsigned *position)
{
    if (function.kind == CXCursor_Constructor) {
        if (ast_is_managed(clang_getCursorType(call->cursor)) ||
            (call->walk->ast->unit->trivial && ast_is_trivial(function))) {
            cursors_add(&call->targets, call->cursor);
        }
        *position = UINT32_MAX;
        return true;
    }
    for (unsigned i = 1; i < parts->count; i++) {
        if (refers_to(call->walk->ast, parts->items[i], function)) {
            cursors_add(&call->targets, name_below(call->walk->ast, parts->items[i]));
            call->is_operator = true;
            call->object = clang_getCursorType(parts->items[0]);
            *position = i;
            return true;
        }
    }
    return false;
}

/** Whether a called object is a lambda, below casts and parentheses. */
static bool is_lambda(CXCursor object)
{
    struct cursors parts;
    while (object.kind == CXCursor_UnexposedExpr || object.kind == CXCursor_ParenExpr) {
        cursors_init(&parts);
        cursors_add_children(&parts, object);
        object = parts.count == 1 ? parts.items[0] : clang_getNullCursor();
        cursors_clear(&parts);
    }
    return object.kind == CXCursor_LambdaExpr;
}

static bool walk_operator(struct call *call)
{
    CXCursor function = clang_getCursorReferenced(call->cursor);
    if (!cursor_is_function(function.kind)) {
        return false;
    }
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(call->walk->ast, &parts, call->cursor);
    unsigned position;
    bool first = parts.count > 0 && function.kind != CXCursor_Constructor &&
                 refers_to(call->walk->ast, parts.items[0], function);
    bool is = !first && find_operator(call, function, &parts, &position);
    for (unsigned i = 0; is && i < parts.count; i++) {
        if (i != position) {
            call->walk->on_spot = i == 0 && position == 1 && is_lambda(parts.items[0]);
            walk_tree(call->walk, parts.items[i]);
        }
    }
    cursors_clear(&parts);
    return is;
}

void walk_call(struct walk *walk, CXCursor cursor)
{
    struct call call = {.walk = walk, .cursor = cursor};
    cursors_init(&call.targets);
    cursors_init(&call.arguments);
    if (!walk->ast->cplusplus || !walk_operator(&call)) {
        ast_visit_children(walk->ast, cursor, visit_part, &call);
    }
    if (walk->ast->cplusplus && ast_is_managed(clang_getCursorType(cursor))) {
        walk->hides = true;
    }
    record(&call);
    cursors_clear(&call.targets);
    cursors_clear(&call.arguments);
}
