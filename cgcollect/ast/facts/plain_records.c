/*
 * Records of numbers that memory of pointers is used as, and that are copied: pointers are copied
 * with them.
 */
#include "ast/facts/ast_facts_parts.h"

/** A pointer that is used as one to a record of numbers. */
struct plain_use {
    unit_id owner;
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

void ast_facts_use_plain(struct ast_facts *f, struct value pointer, struct ast_facts_record *record)
{
    if (pointer.kind != VALUE_NONE && is_plain(f, record)) {
        struct plain_use use = {f->owner, pointer, record};
        g_array_append_val(f->plain_uses, use);
    }
}

void ast_facts_copied(const struct ast_facts_type *type)
{
    if (type->class == AST_FACTS_RECORD) {
        type->record->copied = true;
    }
}

/** The record of which an lvalue is a member, or an element of one; NULL if it is neither. */
static struct ast_facts_record *record_of_member(struct ast_facts *f, CXCursor lvalue)
{
    CXCursor at = ast_facts_peel(f, lvalue);
    for (unsigned i = 0; i < AST_FACTS_LIMIT_DEPTH && at.kind == CXCursor_ArraySubscriptExpr; i++) {
        at = ast_facts_peel(f, ast_facts_child(f, at, 0));
    }
    CXCursor field =
        at.kind == CXCursor_MemberRefExpr ? clang_getCursorReferenced(at) : clang_getNullCursor();
    return field.kind == CXCursor_FieldDecl
               ? ast_facts_record(f, clang_getCursorSemanticParent(field))
               : NULL;
}

void ast_facts_copied_member(struct ast_facts *f, CXCursor target, CXCursor value)
{
    struct ast_facts_record *record = record_of_member(f, target);
    if (record && !record->copied && record == record_of_member(f, value)) {
        record->copied = true;
    }
}

void ast_facts_write_plain_uses(struct ast_facts *f)
{
    for (guint i = 0; i < f->plain_uses->len; i++) {
        const struct plain_use *use = &g_array_index(f->plain_uses, struct plain_use, i);
        if (use->record->copied) {
            struct value place = ast_facts_held(ast_facts_field_slot(f, use->record, 0));
            f->owner = use->owner;
            ast_facts_copy(f, place.slot, ast_facts_read(f, use->pointer, ""));
            ast_facts_write(f, use->pointer, place, "");
        }
    }
    f->owner = UNIT_NONE;
}
