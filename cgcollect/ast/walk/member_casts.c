/*
 * Notes, for the pointer facts of C++, which virtual members are called through pointers to members
 * of another type, as message maps do. A pointer to a virtual member is the number of an entry in
 * virtual tables: the compiler's IR shows neither the member nor the conversion.
 */
#include "ast/walk/cursor_walk.h"
#include "source/cursors.h"
#include "unit/unit_facts.h"

/** The operand of a cast, of parentheses or of `&`; the null cursor: there is none, or several. */
static CXCursor operand_of(struct walk *walk, CXCursor expression)
{
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(walk->ast, &parts, expression);
    CXCursor last = clang_getNullCursor();
    unsigned values = 0;
    for (unsigned i = 0; i < parts.count; i++) {
        if (clang_isExpression(parts.items[i].kind)) {
            last = parts.items[i];
            values++;
        }
    }
    cursors_clear(&parts);
    return values == 1 ? last : clang_getNullCursor();
}

/** Whether an expression only hands on its operand. */
static bool hands_on(CXCursor expression)
{
    return walk_is_cast(expression) || expression.kind == CXCursor_ParenExpr ||
           expression.kind == CXCursor_UnexposedExpr || expression.kind == CXCursor_UnaryOperator;
}

/** The function that a pointer to a member is made of where it is converted; null: it is made
 *  elsewhere. */
static CXCursor member_of(struct walk *walk, CXCursor cast)
{
    CXCursor at = cast;
    while (hands_on(at)) {
        at = operand_of(walk, at);
    }
    return at.kind == CXCursor_DeclRefExpr ? clang_getCursorReferenced(at) : clang_getNullCursor();
}

static CXType function_of(CXType member)
{
    return clang_getCanonicalType(clang_getPointeeType(member));
}

static bool is_dependent(CXType type)
{
    return type.kind == CXType_Dependent || type.kind == CXType_Unexposed ||
           type.kind == CXType_Overload;
}

void walk_member(struct walk *walk, CXCursor member, unit_id function)
{
    bool is_virtual = member.kind == CXCursor_CXXMethod && clang_CXXMethod_isVirtual(member);
    if (is_virtual && walk->ast->unit->facts) {
        facts_bound(walk->ast->unit->facts, function, FACTS_BOUND_MEMBER);
    }
}

void walk_member_cast(struct walk *walk, CXCursor cast, CXType from, CXType to)
{
    bool members = to.kind == CXType_MemberPointer && from.kind == CXType_MemberPointer;
    bool unknown = to.kind == CXType_MemberPointer && is_dependent(from);
    struct facts *facts = walk->ast->unit->facts;
    if (!facts ||
        !(unknown || (members && !clang_equalTypes(function_of(from), function_of(to))))) {
        return;
    }
    CXCursor member = member_of(walk, cast);
    if (member.kind != CXCursor_CXXMethod) {
        facts_converts(facts, FACTS_METHODS, FACTS_METHODS);
        return;
    }
    struct ast_function *function = ast_function(walk->ast, member, clang_getCursorLocation(cast));
    if (function && function->id != UNIT_NONE && clang_CXXMethod_isVirtual(member)) {
        facts_bound(facts, function->id, FACTS_BOUND_CONVERTED);
    }
}
