/*
 * Describes the records of a translation unit: names, fields, and places that may hold pointers.
 */
#include "ast/facts/ast_facts_parts.h"

#include <string.h>

/** The limit of recorded places for pointers in one record. */
#define LIMIT_LEAVES 4096

static bool is_record(CXCursor cursor)
{
    return cursor.kind == CXCursor_StructDecl || cursor.kind == CXCursor_UnionDecl;
}

/** A search of the enclosing record for a field whose type has neither tag nor typedef. */
struct search {
    CXCursor record;
    uint64_t offset;
    bool found;
};

static enum CXVisitorResult find_field(CXCursor field, CXClientData data)
{
    struct search *search = data;
    CXType type = clang_getCanonicalType(clang_getCursorType(field));
    while (type.kind == CXType_ConstantArray || type.kind == CXType_IncompleteArray) {
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    }
    if (clang_equalCursors(clang_getTypeDeclaration(type), search->record)) {
        long long bits = clang_Cursor_getOffsetOfField(field);
        search->offset = bits > 0 ? (uint64_t)bits / 8 : 0;
        search->found = true;
        return CXVisit_Break;
    }
    return CXVisit_Continue;
}

/** The variable of a record's type that other files may declare. */
struct owner {
    CXCursor record;
    CXCursor variable;
};

static enum CXChildVisitResult find_variable(CXCursor child, CXCursor parent, CXClientData data)
{
    struct owner *owner = data;
    (void)parent;
    if (child.kind != CXCursor_VarDecl || clang_getCursorLinkage(child) != CXLinkage_External) {
        return CXChildVisit_Continue;
    }
    CXType type = clang_getCanonicalType(clang_getCursorType(child));
    while (type.kind == CXType_ConstantArray || type.kind == CXType_IncompleteArray ||
           type.kind == CXType_Pointer) {
        type =
            clang_getCanonicalType(type.kind == CXType_Pointer ? clang_getPointeeType(type)
                                                               : clang_getArrayElementType(type));
    }
    if (!clang_equalCursors(clang_getTypeDeclaration(type), owner->record)) {
        return CXChildVisit_Continue;
    }
    owner->variable = child;
    return CXChildVisit_Break;
}

/** Several files may declare the same variable and write its type in each. */
static bool name_by_variable(struct ast_facts *f, struct ast_facts_record *record, CXCursor around)
{
    struct owner owner = {record->definition, clang_getNullCursor()};
    if (around.kind != CXCursor_TranslationUnit) {
        return false;
    }
    clang_visitChildren(around, find_variable, &owner);
    if (cursor_is_null(owner.variable)) {
        return false;
    }
    CXString spelling = clang_getCursorSpelling(owner.variable);
    char *name = g_strdup_printf("@%s", clang_getCString(spelling));
    record->name = unit_string(f->ast->unit, name);
    record->base = 0;
    g_free(name);
    clang_disposeString(spelling);
    return true;
}

/** The name of a record without one: as part of the record around it, or by a variable that has a
 *  linkage name; otherwise its place. */
static void name_unnamed(struct ast_facts *f, struct ast_facts_record *record)
{
    CXCursor around = clang_getCursorSemanticParent(record->definition);
    if (is_record(around)) {
        struct ast_facts_record *outer = ast_facts_record(f, around);
        struct search search = {.record = record->definition};
        clang_Type_visitFields(outer->type, find_field, &search);
        record->name = outer->name;
        record->base = outer->base + search.offset;
        if (search.found) {
            return;
        }
    }
    if (name_by_variable(f, record, around)) {
        return;
    }
    struct unit_place place = ast_cursor_place(f->ast, record->definition);
    char *name =
        g_strdup_printf("@%s:%u:%u", place.file ? place.file : "", place.line, place.column);
    record->name = unit_string(f->ast->unit, name);
    record->base = 0;
    g_free(name);
}

static void name_record(struct ast_facts *f, struct ast_facts_record *record, CXCursor declaration)
{
    CXString spelling = clang_getCursorSpelling(declaration);
    const char *name = clang_getCString(spelling);
    if (name && name[0] && !strchr(name, '(') && !clang_Cursor_isAnonymous(declaration)) {
        record->name = unit_string(f->ast->unit, name);
    } else {
        name_unnamed(f, record);
    }
    clang_disposeString(spelling);
}

struct ast_facts_record *ast_facts_record(struct ast_facts *f, CXCursor declaration)
{
    CXCursor canonical = clang_getCanonicalCursor(declaration);
    struct ast_facts_record *record = g_hash_table_lookup(f->records, &canonical);
    if (record) {
        return record;
    }
    record = g_new0(struct ast_facts_record, 1);
    record->holds = -1;
    record->definition = clang_getCursorDefinition(declaration);
    bool complete = !cursor_is_null(record->definition);
    record->type = clang_getCursorType(complete ? record->definition : declaration);
    name_record(f, record, complete ? record->definition : declaration);
    CXCursor *key = g_new(CXCursor, 1);
    *key = canonical;
    g_hash_table_insert(f->records, key, record);
    return record;
}

void ast_facts_record_free(void *data)
{
    struct ast_facts_record *record = data;
    if (record->fields) {
        g_array_unref(record->fields);
    }
    if (record->leaves) {
        g_array_unref(record->leaves);
        g_array_unref(record->words);
    }
    g_free(record);
}

/* Fields */

struct gathering {
    struct ast_facts *f;
    GArray *fields;
};

static enum CXVisitorResult add_field(CXCursor cursor, CXClientData data)
{
    struct gathering *gathering = data;
    CXString name = clang_getCursorSpelling(cursor);
    bool padding = clang_Cursor_isBitField(cursor) && !clang_getCString(name)[0];
    clang_disposeString(name);
    if (padding) {
        return CXVisit_Continue;
    }
    CXType type = clang_getCursorType(cursor);
    long long bits = clang_Cursor_getOffsetOfField(cursor);
    long long size = clang_Type_getSizeOf(type);
    struct ast_facts_field field = {
        .cursor = cursor,
        .type = ast_facts_type(gathering->f, type),
        .offset = bits > 0 ? (uint64_t)bits / 8 : 0,
        .size = size > 0 ? (uint64_t)size : 0,
    };
    g_array_append_val(gathering->fields, field);
    return CXVisit_Continue;
}

const GArray *ast_facts_fields(struct ast_facts *f, struct ast_facts_record *record)
{
    if (!record->fields) {
        record->fields = g_array_new(FALSE, FALSE, sizeof(struct ast_facts_field));
        struct gathering gathering = {f, record->fields};
        if (!cursor_is_null(record->definition)) {
            clang_Type_visitFields(record->type, add_field, &gathering);
        }
    }
    return record->fields;
}

fact_slot ast_facts_field_slot(struct ast_facts *f, const struct ast_facts_record *record,
                               uint64_t offset)
{
    return facts_field(f->facts, record->name, record->base + offset);
}

/* Leaves */

static bool is_leaf(const struct ast_facts_type *type)
{
    return type->class == AST_FACTS_POINTER || type->class == AST_FACTS_RECORD_POINTER ||
           type->class == AST_FACTS_VA_LIST;
}

static gint compare_leaves(gconstpointer a, gconstpointer b)
{
    const struct ast_facts_leaf *x = a;
    const struct ast_facts_leaf *y = b;
    if (x->offset != y->offset) {
        return x->offset < y->offset ? -1 : 1;
    }
    return x->slot < y->slot ? -1 : x->slot > y->slot;
}

static bool is_word(const struct ast_facts_type *type)
{
    return type->class == AST_FACTS_INTEGER && type->wide_base;
}

/** Add the leaves of a field; for an array of records, at all places from the first. @return
 *  whether there was room */
static bool add_inner(GArray *leaves, const GArray *inner, const struct ast_facts_field *field,
                      guint member)
{
    if (leaves->len + inner->len > LIMIT_LEAVES) {
        return false;
    }
    for (guint i = 0; i < inner->len; i++) {
        struct ast_facts_leaf leaf = g_array_index(inner, struct ast_facts_leaf, i);
        leaf.end = field->offset + (field->type->array ? field->size : leaf.end);
        leaf.offset += field->offset;
        leaf.member = member;
        g_array_append_val(leaves, leaf);
    }
    return true;
}

static void add_leaves(struct ast_facts *f, struct ast_facts_record *record, guint member)
{
    const struct ast_facts_field *field =
        &g_array_index(ast_facts_fields(f, record), struct ast_facts_field, member);
    if (field->type->class == AST_FACTS_RECORD) {
        struct ast_facts_record *inner = field->type->record;
        bool fits = add_inner(record->leaves, ast_facts_leaves(f, inner), field, member);
        fits = add_inner(record->words, inner->words, field, member) && fits;
        record->cut = record->cut || !fits || inner->cut;
    } else if (is_leaf(field->type) || is_word(field->type)) {
        struct ast_facts_leaf leaf = {field->offset, field->offset + field->size,
                                      ast_facts_field_slot(f, record, field->offset), field->type,
                                      member};
        g_array_append_vals(is_leaf(field->type) ? record->leaves : record->words, &leaf, 1);
    }
}

const GArray *ast_facts_leaves(struct ast_facts *f, struct ast_facts_record *record)
{
    if (record->leaves) {
        return record->leaves;
    }
    record->leaves = g_array_new(FALSE, FALSE, sizeof(struct ast_facts_leaf));
    record->words = g_array_new(FALSE, FALSE, sizeof(struct ast_facts_leaf));
    const GArray *fields = ast_facts_fields(f, record);
    bool too_deep = f->depth >= AST_FACTS_LIMIT_DEPTH;
    record->cut = too_deep;
    f->depth++;
    for (guint i = 0; i < fields->len && !too_deep; i++) {
        add_leaves(f, record, i);
    }
    f->depth--;
    g_array_sort(record->leaves, compare_leaves);
    g_array_sort(record->words, compare_leaves);
    return record->leaves;
}

const GArray *ast_facts_words(struct ast_facts *f, struct ast_facts_record *record)
{
    ast_facts_leaves(f, record);
    return record->words;
}
