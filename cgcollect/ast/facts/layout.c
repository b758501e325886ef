/*
 * Records the layout of records, which records lead to functions, and which overlap because one was
 * converted to the other.
 */
#include "ast/facts/ast_facts_parts.h"

void ast_facts_lay_out(struct ast_facts *f, struct ast_facts_record *record)
{
    if (!record->laid_out) {
        record->laid_out = true;
        if (ast_facts_holds(f, record)) {
            g_array_append_val(f->queue, record);
        }
    }
}

/* Reaching functions */

static bool holds_itself(const struct ast_facts_type *type)
{
    return type->class == AST_FACTS_VA_LIST ||
           (type->class == AST_FACTS_POINTER &&
            (type->base == BASE_VOID || type->base == BASE_FUNCTION));
}

/** Search the fields of a record for an answer; add the records they lead to. */
static bool search_fields(struct ast_facts *f, struct ast_facts_record *record, GHashTable *seen,
                          GPtrArray *stack)
{
    const GArray *fields = ast_facts_fields(f, record);
    for (guint i = 0; i < fields->len; i++) {
        const struct ast_facts_type *type = g_array_index(fields, struct ast_facts_field, i).type;
        if (holds_itself(type)) {
            return true;
        }
        if (type->record && type->record->holds != 0 && g_hash_table_add(seen, type->record)) {
            g_ptr_array_add(stack, type->record);
        }
    }
    return false;
}

static bool search_records(struct ast_facts *f, GHashTable *seen, GPtrArray *stack)
{
    while (stack->len > 0) {
        struct ast_facts_record *record = g_ptr_array_steal_index_fast(stack, stack->len - 1);
        if (record->holds > 0 || cursor_is_null(record->definition) ||
            search_fields(f, record, seen, stack)) {
            return true;
        }
    }
    return false;
}

/** A search that found nothing decides for every record it visited. */
static void settle_seen(GHashTable *seen)
{
    GHashTableIter iterator;
    gpointer record;
    g_hash_table_iter_init(&iterator, seen);
    while (g_hash_table_iter_next(&iterator, &record, NULL)) {
        ((struct ast_facts_record *)record)->holds = 0;
    }
}

bool ast_facts_holds(struct ast_facts *f, struct ast_facts_record *record)
{
    if (record->holds >= 0) {
        return record->holds;
    }
    GHashTable *seen = g_hash_table_new(g_direct_hash, g_direct_equal);
    GPtrArray *stack = g_ptr_array_new();
    g_hash_table_add(seen, record);
    g_ptr_array_add(stack, record);
    if (search_records(f, seen, stack)) {
        record->holds = 1;
    } else {
        settle_seen(seen);
    }
    g_ptr_array_free(stack, TRUE);
    g_hash_table_destroy(seen);
    return record->holds;
}

/* Addresses */

struct value ast_facts_record_address(struct ast_facts *f, struct ast_facts_record *record)
{
    ast_facts_lay_out(f, record);
    return ast_facts_address(ast_facts_field_slot(f, record, 0));
}

void ast_facts_typed(struct ast_facts *f, fact_slot slot, struct ast_facts_record *record)
{
    if (ast_facts_holds(f, record)) {
        ast_facts_lay_out(f, record);
        facts_typed(f->facts, f->owner, slot, record->name);
    }
}

void ast_facts_used_as(struct ast_facts *f, struct value pointer, struct ast_facts_record *record)
{
    if (ast_facts_holds(f, record)) {
        ast_facts_lay_out(f, record);
        facts_used_as(f->facts, f->owner, ast_facts_operand(f, pointer), record->name);
    }
}

/** What a leaf holds: pointers to records are not copied. */
static struct value leaf_value(struct ast_facts *f, const struct ast_facts_leaf *leaf)
{
    return leaf->type->class == AST_FACTS_RECORD_POINTER
               ? ast_facts_record_address(f, leaf->type->record)
               : ast_facts_held(leaf->slot);
}

static void copy_outside(struct ast_facts *f, fact_slot to, struct value value)
{
    if (value.kind != VALUE_HELD || value.slot != to) {
        facts_copy(f->facts, UNIT_NONE, to, ast_facts_operand(f, value));
    }
}

/** Pointers to records become cells that are read as another type. */
static void expose(struct ast_facts *f, struct ast_facts_record *record)
{
    if (record->exposed) {
        return;
    }
    record->exposed = true;
    const GArray *leaves = ast_facts_leaves(f, record);
    for (guint i = 0; i < leaves->len; i++) {
        const struct ast_facts_leaf *leaf = &g_array_index(leaves, struct ast_facts_leaf, i);
        if (leaf->type->class == AST_FACTS_RECORD_POINTER) {
            copy_outside(f, leaf->slot, leaf_value(f, leaf));
        }
    }
    struct value integers = ast_facts_held(facts_integers(f->facts));
    const GArray *words = ast_facts_words(f, record);
    for (guint i = 0; i < words->len; i++) {
        const struct ast_facts_leaf *word = &g_array_index(words, struct ast_facts_leaf, i);
        copy_outside(f, word->slot, integers);
        copy_outside(f, integers.slot, ast_facts_held(word->slot));
    }
}

struct value ast_facts_record_insides(struct ast_facts *f, struct ast_facts_record *record,
                                      const char *cell)
{
    struct value address = ast_facts_record_address(f, record);
    expose(f, record);
    fact_slot all = facts_insides(f->facts, f->owner, ast_facts_operand(f, address), cell);
    if (record->cut) {
        ast_facts_copy(f, all, ast_facts_unknown(f, CG_UNKNOWN_NO_FACTS));
    }
    return ast_facts_held(all);
}

/* Overlaps */

static bool is_tracked(const struct ast_facts_leaf *leaf)
{
    return leaf->type->class != AST_FACTS_RECORD_POINTER;
}

/** What a leaf holds when read as another.
 *  @param converted the program converts one to the other; else they are members of a union */
static struct value seen_as(struct ast_facts *f, const struct ast_facts_leaf *leaf,
                            const struct ast_facts_type *type, bool converted)
{
    struct value value = leaf_value(f, leaf);
    return converted ? ast_facts_retype(f, UNIT_NONE, value, leaf->type, type)
                     : ast_facts_overlay(f, value, leaf->type, type);
}

static void make_one(struct ast_facts *f, const struct ast_facts_leaf *a,
                     const struct ast_facts_leaf *b, bool converted)
{
    if (is_tracked(a)) {
        copy_outside(f, a->slot, seen_as(f, b, a->type, converted));
    }
    if (is_tracked(b)) {
        copy_outside(f, b->slot, seen_as(f, a, b->type, converted));
    }
}

static bool overlaps(const struct ast_facts_leaf *a, const struct ast_facts_leaf *b)
{
    return a->offset < b->end && b->offset < a->end;
}

/** A number lies where a pointer does: pointers are converted to and from it. */
static void overlap_word(struct ast_facts *f, const struct ast_facts_leaf *leaf)
{
    struct value integers = ast_facts_held(facts_integers(f->facts));
    copy_outside(f, integers.slot, leaf_value(f, leaf));
    if (is_tracked(leaf)) {
        copy_outside(f, leaf->slot, integers);
    } else {
        ast_facts_used_as(f, integers, leaf->type->record);
    }
}

/** Numbers of one record that are pointers to functions in another. */
static void overlap_words(struct ast_facts *f, struct ast_facts_record *a,
                          struct ast_facts_record *b)
{
    const GArray *words = ast_facts_words(f, a);
    const GArray *leaves = ast_facts_leaves(f, b);
    for (guint i = 0; i < words->len; i++) {
        const struct ast_facts_leaf *word = &g_array_index(words, struct ast_facts_leaf, i);
        for (guint k = 0; k < leaves->len; k++) {
            const struct ast_facts_leaf *leaf = &g_array_index(leaves, struct ast_facts_leaf, k);
            if (ast_facts_points_at_function(leaf->type) && overlaps(word, leaf)) {
                overlap_word(f, leaf);
            }
        }
    }
}

/** Whether one record begins like the other: pointers to such are used for each other. Pointers to
 *  others in a union are distinguished by a tag, or by their user. */
static bool is_alike(struct ast_facts *f, struct ast_facts_record *a, struct ast_facts_record *b)
{
    const GArray *left = ast_facts_fields(f, a);
    const GArray *right = ast_facts_fields(f, b);
    guint count = MIN(left->len, right->len);
    for (guint i = 0; i < count; i++) {
        const struct ast_facts_field *x = &g_array_index(left, struct ast_facts_field, i);
        const struct ast_facts_field *y = &g_array_index(right, struct ast_facts_field, i);
        if (x->offset != y->offset || x->size != y->size || x->type->class != y->type->class ||
            x->type->base != y->type->base || x->type->depth != y->type->depth) {
            return false;
        }
    }
    return count > 0;
}

static void overlap_leaves(struct ast_facts *f, const struct ast_facts_leaf *a,
                           const struct ast_facts_leaf *b, bool converted)
{
    make_one(f, a, b, converted);
    if (!is_tracked(a) && !is_tracked(b) && ast_facts_depth(a->type) == ast_facts_depth(b->type) &&
        ast_facts_holds(f, a->type->record) && ast_facts_holds(f, b->type->record) &&
        is_alike(f, a->type->record, b->type->record)) {
        ast_facts_overlap(f, a->type->record, b->type->record);
    }
}

void ast_facts_overlap(struct ast_facts *f, struct ast_facts_record *a, struct ast_facts_record *b)
{
    if (a == b) {
        return;
    }
    uintptr_t pair[2] = {(uintptr_t)MIN(a, b), (uintptr_t)MAX(a, b)};
    GBytes *key = g_bytes_new(pair, sizeof pair);
    if (!g_hash_table_add(f->overlaps, key)) {
        return;
    }
    ast_facts_record_address(f, a);
    ast_facts_record_address(f, b);
    overlap_words(f, a, b);
    overlap_words(f, b, a);
    const GArray *left = ast_facts_leaves(f, a);
    const GArray *right = ast_facts_leaves(f, b);
    for (guint i = 0; i < left->len; i++) {
        const struct ast_facts_leaf *x = &g_array_index(left, struct ast_facts_leaf, i);
        for (guint k = 0; k < right->len; k++) {
            const struct ast_facts_leaf *y = &g_array_index(right, struct ast_facts_leaf, k);
            if (overlaps(x, y)) {
                overlap_leaves(f, x, y, true);
            }
        }
    }
}

/** Whether an integer is a member of the union itself. Named records in the union are read as they
 *  were written: such unions keep their objects apart. */
static bool is_own(struct ast_facts *f, struct ast_facts_record *record,
                   const struct ast_facts_leaf *word)
{
    const GArray *fields = ast_facts_fields(f, record);
    const struct ast_facts_type *type =
        g_array_index(fields, struct ast_facts_field, word->member).type;
    return type->class != AST_FACTS_RECORD || type->record->name == record->name;
}

/** Members of a union overlap: leaves of different ones at the same place are one. */
static void overlap_members(struct ast_facts *f, struct ast_facts_record *record)
{
    const GArray *leaves = ast_facts_leaves(f, record);
    const GArray *words = ast_facts_words(f, record);
    for (guint i = 0; i < leaves->len; i++) {
        const struct ast_facts_leaf *leaf = &g_array_index(leaves, struct ast_facts_leaf, i);
        for (guint k = i + 1; k < leaves->len; k++) {
            const struct ast_facts_leaf *next = &g_array_index(leaves, struct ast_facts_leaf, k);
            if (next->offset >= leaf->end) {
                break; /* they are in order */
            }
            if (next->member != leaf->member) {
                overlap_leaves(f, leaf, next, false);
            }
        }
        for (guint k = 0; k < words->len; k++) {
            const struct ast_facts_leaf *word = &g_array_index(words, struct ast_facts_leaf, k);
            if (word->member != leaf->member && overlaps(word, leaf) && is_own(f, record, word)) {
                overlap_word(f, leaf);
            }
        }
    }
}

void ast_facts_touch(struct ast_facts *f, CXCursor field)
{
    CXCursor parent = clang_getCursorSemanticParent(field);
    if (parent.kind == CXCursor_UnionDecl) {
        ast_facts_lay_out(f, ast_facts_record(f, parent));
    }
}

/* Layouts */

static void write_field(struct ast_facts *f, const struct ast_facts_record *record,
                        const struct ast_facts_field *field)
{
    const struct ast_facts_type *type = field->type;
    if (type->class == AST_FACTS_POINTER) {
        facts_cell_type(f->facts, UNIT_NONE, ast_facts_field_slot(f, record, field->offset),
                        type->cell, false);
        if (type->array) {
            facts_nested(f->facts, record->name, "", (uint32_t)(record->base + field->offset));
        }
    }
    bool bytes = type->base == BASE_BYTE && ast_facts_depth(type) == 1;
    if (type->array && bytes && record->base + field->offset == 0) {
        facts_nested(f->facts, record->name, "", 0);
    }
    if (type->class == AST_FACTS_RECORD) {
        if (type->record->name != record->name) {
            facts_nested(f->facts, record->name, type->record->name,
                         (uint32_t)(record->base + field->offset - type->record->base));
        }
        ast_facts_lay_out(f, type->record);
    } else if (type->class == AST_FACTS_RECORD_POINTER) {
        ast_facts_typed(f, ast_facts_field_slot(f, record, field->offset), type->record);
    }
}

/** Record who can see a record's definition, besides the current file. */
static void write_visibility(struct ast_facts *f, const struct ast_facts_record *record)
{
    CXSourceLocation place = clang_getCursorLocation(record->definition);
    bool system = ast_in_system(f->ast, place);
    if (!cursor_is_null(record->definition) && (system || !clang_Location_isFromMainFile(place))) {
        facts_visible(f->facts, record->name, system);
    }
}

/** Add the record of a type, or the one it leads to, if it was not visited yet. */
static void add_shown(struct ast_facts *f, GPtrArray *stack, const struct ast_facts_type *type)
{
    struct ast_facts_record *record = type->record;
    if (record && !record->shown && type->class != AST_FACTS_VA_LIST) {
        record->shown = true;
        if (ast_facts_holds(f, record) && !cursor_is_null(record->definition)) {
            g_ptr_array_add(stack, record);
        }
    }
}

static void show_records(struct ast_facts *f, GPtrArray *stack)
{
    while (stack->len > 0) {
        struct ast_facts_record *record = g_ptr_array_steal_index_fast(stack, stack->len - 1);
        ast_facts_lay_out(f, record);
        if (clang_Location_isFromMainFile(clang_getCursorLocation(record->definition))) {
            facts_visible(f->facts, record->name, false);
        }
        const GArray *fields = ast_facts_fields(f, record);
        for (guint i = 0; i < fields->len; i++) {
            add_shown(f, stack, g_array_index(fields, struct ast_facts_field, i).type);
        }
    }
}

void ast_facts_show(struct ast_facts *f, CXCursor declaration)
{
    if (!cursor_is_null(clang_getCursorDefinition(declaration)) ||
        ast_in_system(f->ast, clang_getCursorLocation(declaration))) {
        return;
    }
    GPtrArray *stack = g_ptr_array_new();
    CXType type = clang_getCanonicalType(clang_getCursorType(declaration));
    bool function = cursor_is_function(declaration.kind);
    add_shown(f, stack, ast_facts_type(f, function ? clang_getResultType(type) : type));
    int count = function ? clang_getNumArgTypes(type) : 0;
    for (int i = 0; i < count; i++) {
        add_shown(f, stack, ast_facts_type(f, clang_getArgType(type, (unsigned)i)));
    }
    show_records(f, stack);
    g_ptr_array_free(stack, TRUE);
}

void ast_facts_write_layouts(struct ast_facts *f)
{
    for (guint i = 0; i < f->queue->len; i++) {
        struct ast_facts_record *record = g_array_index(f->queue, struct ast_facts_record *, i);
        write_visibility(f, record);
        const GArray *fields = ast_facts_fields(f, record);
        for (guint k = 0; k < fields->len; k++) {
            write_field(f, record, &g_array_index(fields, struct ast_facts_field, k));
        }
        if (record->definition.kind == CXCursor_UnionDecl) {
            overlap_members(f, record);
        }
    }
}
