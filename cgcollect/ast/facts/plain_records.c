/*
 * Records of numbers that memory of pointers is used as, and that are copied: pointers are copied
 * with them.
 */
#include "ast/facts/ast_facts_parts.h"

/** A pointer that is used as one to a record of numbers. */
struct plain_use {
    struct value pointer;
    struct ast_facts_record *record;
};

GArray *ast_facts_new_plain_uses(void)
{
    return g_array_new(FALSE, FALSE, sizeof(struct plain_use));
}

/** Whether a record of numbers has room for a pointer. */
static bool is_plain(struct ast_facts *f, struct ast_facts_record *record)
{
    return !ast_facts_holds(f, record) && clang_Type_getSizeOf(record->type) >= f->pointer_bytes;
}

/* What a function returns, as one that allocates does, and what a field keeps, is of the type that
 * it becomes: only variables are handed pointers to whatever is to be copied. */
void ast_facts_use_plain(struct ast_facts *f, CXCursor pointer, const struct ast_facts_type *type)
{
    enum CXCursorKind kind = ast_facts_peel(f, pointer).kind;
    if (f->owner == UNIT_NONE || ast_facts_depth(type) != 1 || !is_plain(f, type->record) ||
        kind == CXCursor_CallExpr || kind == CXCursor_MemberRefExpr) {
        return;
    }
    struct plain_use use = {ast_facts_value(f, pointer), type->record};
    if (use.pointer.kind != VALUE_NONE) {
        g_array_append_val(f->plain_uses, use);
    }
}

void ast_facts_copied(struct ast_facts *f, struct ast_facts_record *record)
{
    record->copied = f->entered;
}

/** The member of a record that an lvalue is, or is an element of; else the null cursor. */
static CXCursor member_of(struct ast_facts *f, CXCursor lvalue)
{
    CXCursor at = ast_facts_peel(f, lvalue);
    for (unsigned i = 0; i < AST_FACTS_LIMIT_DEPTH && at.kind == CXCursor_ArraySubscriptExpr; i++) {
        at = ast_facts_peel(f, ast_facts_child(f, at, 0));
    }
    return at.kind == CXCursor_MemberRefExpr ? clang_getCursorReferenced(at)
                                             : clang_getNullCursor();
}

void ast_facts_copied_member(struct ast_facts *f, CXCursor target, CXCursor value)
{
    CXCursor member = member_of(f, target);
    if (member.kind == CXCursor_FieldDecl && clang_equalCursors(member, member_of(f, value))) {
        ast_facts_copied(f, ast_facts_record(f, clang_getCursorSemanticParent(member)));
    }
}

void ast_facts_write_plain_uses(struct ast_facts *f)
{
    for (guint i = 0; i < f->plain_uses->len; i++) {
        const struct plain_use *use = &g_array_index(f->plain_uses, struct plain_use, i);
        if (use->record->copied == f->entered) {
            struct value place = ast_facts_held(ast_facts_field_slot(f, use->record, 0));
            ast_facts_copy(f, place.slot, ast_facts_read(f, use->pointer, ""));
            ast_facts_write(f, use->pointer, place, "");
        }
    }
    g_array_set_size(f->plain_uses, 0);
}
