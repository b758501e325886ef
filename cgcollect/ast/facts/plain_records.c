/*
 * Records of numbers that memory of pointers is used as, and that are copied: pointers are copied
 * with them.
 */
#include "ast/facts/ast_facts_parts.h"

/** A pointer that is used as one to a record of numbers. */
struct plain_use {
    struct value pointer;
    struct ast_facts_record *record;
    unit_id owner; /**< the function with the use */
    bool words;    /**< the record is of words */
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

/** A search for fields that are no numbers. */
struct search {
    struct ast_facts *f;
    unsigned depth;
    bool found;
};

static bool is_of_numbers(struct ast_facts *f, CXType type, unsigned depth);

static enum CXVisitorResult visit_field(CXCursor field, CXClientData data)
{
    struct search *search = data;
    search->found = !is_of_numbers(search->f, clang_getCursorType(field), search->depth);
    return search->found ? CXVisit_Break : CXVisit_Continue;
}

static bool is_of_numbers(struct ast_facts *f, CXType type, unsigned depth)
{
    const struct ast_facts_type *kind = ast_facts_type(f, type);
    if (kind->class != AST_FACTS_RECORD || depth == 0) {
        return kind->class == AST_FACTS_INTEGER;
    }
    struct search search = {f, depth - 1, false};
    clang_Type_visitFields(kind->record->type, visit_field, &search);
    return !search.found;
}

/** Whether a record is nothing but numbers, aligned as pointers are. Few such are no places for
 *  whatever is copied. */
static bool is_of_words(struct ast_facts *f, struct ast_facts_record *record)
{
    return clang_Type_getAlignOf(record->type) >= f->pointer_bytes &&
           is_of_numbers(f, record->type, AST_FACTS_LIMIT_DEPTH);
}

/* What a function returns, as one that allocates does, and what a field keeps, is of the type that
 * it becomes, unless that is words: only variables are handed pointers to whatever is to be
 * copied. */
void ast_facts_use_plain(struct ast_facts *f, CXCursor pointer, const struct ast_facts_type *type)
{
    if (f->owner == UNIT_NONE || ast_facts_depth(type) != 1 || !is_plain(f, type->record)) {
        return;
    }
    enum CXCursorKind kind = ast_facts_peel(f, pointer).kind;
    bool words = is_of_words(f, type->record);
    if (!words && (kind == CXCursor_CallExpr || kind == CXCursor_MemberRefExpr)) {
        return;
    }
    struct plain_use use = {ast_facts_value(f, pointer), type->record, f->owner, words};
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

static void write_use(struct ast_facts *f, const struct plain_use *use)
{
    struct value place = ast_facts_held(ast_facts_field_slot(f, use->record, 0));
    f->owner = use->owner;
    ast_facts_copy(f, place.slot, ast_facts_read(f, use->pointer, ""));
    ast_facts_write(f, use->pointer, place, "");
}

void ast_facts_end_plain_uses(struct ast_facts *f)
{
    unit_id owner = f->owner;
    guint kept = 0;
    for (guint i = 0; i < f->plain_uses->len; i++) {
        const struct plain_use use = g_array_index(f->plain_uses, struct plain_use, i);
        if (use.words) {
            g_array_index(f->plain_uses, struct plain_use, kept++) = use;
        } else if (use.record->copied == f->entered) {
            write_use(f, &use);
        }
    }
    g_array_set_size(f->plain_uses, kept);
    f->owner = owner;
}

void ast_facts_write_plain_uses(struct ast_facts *f)
{
    for (guint i = 0; i < f->plain_uses->len; i++) {
        const struct plain_use *use = &g_array_index(f->plain_uses, struct plain_use, i);
        if (use->record->copied > 0) {
            write_use(f, use);
        }
    }
}
