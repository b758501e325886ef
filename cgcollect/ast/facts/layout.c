#include "ast/facts/ast_facts_parts.h"

void flow_lay_out(struct flow *flow, struct flow_record *record)
{
    if (!record->laid_out) {
        record->laid_out = true;
        if (flow_holds(flow, record)) {
            g_array_append_val(flow->queue, record);
        }
    }
}

/* What a record leads to */

static bool holds_itself(const struct flow_type *type)
{
    return type->class == FLOW_VA_LIST ||
           (type->class == FLOW_POINTER &&
            (type->base == BASE_VOID || type->base == BASE_FUNCTION));
}

/** Look at the fields of a record for one that answers; add the records they lead to. */
static bool search_fields(struct flow *flow, struct flow_record *record, GHashTable *seen,
                          GPtrArray *stack)
{
    const GArray *fields = flow_fields(flow, record);
    for (guint i = 0; i < fields->len; i++) {
        const struct flow_type *type = g_array_index(fields, struct flow_field, i).type;
        if (holds_itself(type)) {
            return true;
        }
        if (type->record && type->record->holds != 0 && g_hash_table_add(seen, type->record)) {
            g_ptr_array_add(stack, type->record);
        }
    }
    return false;
}

static bool search_records(struct flow *flow, GHashTable *seen, GPtrArray *stack)
{
    while (stack->len > 0) {
        struct flow_record *record = g_ptr_array_steal_index_fast(stack, stack->len - 1);
        if (record->holds > 0 || clang_Cursor_isNull(record->definition) ||
            search_fields(flow, record, seen, stack)) {
            return true;
        }
    }
    return false;
}

/** What nothing was found from leads to nothing all along. */
static void settle(GHashTable *seen)
{
    GHashTableIter iterator;
    gpointer record;
    g_hash_table_iter_init(&iterator, seen);
    while (g_hash_table_iter_next(&iterator, &record, NULL)) {
        ((struct flow_record *)record)->holds = 0;
    }
}

bool flow_holds(struct flow *flow, struct flow_record *record)
{
    if (record->holds >= 0) {
        return record->holds;
    }
    GHashTable *seen = g_hash_table_new(g_direct_hash, g_direct_equal);
    GPtrArray *stack = g_ptr_array_new();
    g_hash_table_add(seen, record);
    g_ptr_array_add(stack, record);
    if (search_records(flow, seen, stack)) {
        record->holds = 1;
    } else {
        settle(seen);
    }
    g_ptr_array_free(stack, TRUE);
    g_hash_table_destroy(seen);
    return record->holds;
}

/* Addresses */

struct value flow_record_address(struct flow *flow, struct flow_record *record)
{
    flow_lay_out(flow, record);
    return flow_address(flow_field_slot(flow, record, 0));
}

void flow_typed(struct flow *flow, fact_slot slot, struct flow_record *record)
{
    if (flow_holds(flow, record)) {
        flow_lay_out(flow, record);
        facts_typed(flow->facts, flow->owner, slot, record->name);
    }
}

/** What a leaf holds: of pointers to records no copies are kept. */
static struct value leaf_value(struct flow *flow, const struct flow_leaf *leaf)
{
    return leaf->type->class == FLOW_RECORD_POINTER ? flow_record_address(flow, leaf->type->record)
                                                    : flow_held(leaf->slot);
}

static void copy_outside(struct flow *flow, fact_slot to, struct value value)
{
    if (value.kind != VALUE_HELD || value.slot != to) {
        facts_copy(flow->facts, UNIT_NONE, to, flow_operand(flow, value));
    }
}

/** Pointers to records become cells that are read as something else. */
static void expose(struct flow *flow, struct flow_record *record)
{
    if (record->exposed) {
        return;
    }
    record->exposed = true;
    const GArray *leaves = flow_leaves(flow, record);
    for (guint i = 0; i < leaves->len; i++) {
        const struct flow_leaf *leaf = &g_array_index(leaves, struct flow_leaf, i);
        if (leaf->type->class == FLOW_RECORD_POINTER) {
            copy_outside(flow, leaf->slot, leaf_value(flow, leaf));
        }
    }
    struct value integers = flow_held(facts_integers(flow->facts));
    const GArray *words = flow_words(flow, record);
    for (guint i = 0; i < words->len; i++) {
        const struct flow_leaf *word = &g_array_index(words, struct flow_leaf, i);
        copy_outside(flow, word->slot, integers);
        copy_outside(flow, integers.slot, flow_held(word->slot));
    }
}

struct value flow_record_insides(struct flow *flow, struct flow_record *record, const char *cell)
{
    struct value address = flow_record_address(flow, record);
    expose(flow, record);
    fact_slot all = facts_insides(flow->facts, flow->owner, flow_operand(flow, address), cell);
    if (record->cut) {
        flow_copy(flow, all, flow_unknown(flow, CG_UNKNOWN_NO_FACTS));
    }
    return flow_held(all);
}

/* Overlaps */

static bool is_tracked(const struct flow_leaf *leaf)
{
    return leaf->type->class != FLOW_RECORD_POINTER;
}

/** What a leaf holds where it is read as another.
 *  @param converted the program says so in a conversion; else they are members of a union */
static struct value seen_as(struct flow *flow, const struct flow_leaf *leaf,
                            const struct flow_type *type, bool converted)
{
    struct value value = leaf_value(flow, leaf);
    return converted ? flow_retype(flow, UNIT_NONE, value, leaf->type, type)
                     : flow_overlay(flow, value, leaf->type, type);
}

static void make_one(struct flow *flow, const struct flow_leaf *a, const struct flow_leaf *b,
                     bool converted)
{
    if (is_tracked(a)) {
        copy_outside(flow, a->slot, seen_as(flow, b, a->type, converted));
    }
    if (is_tracked(b)) {
        copy_outside(flow, b->slot, seen_as(flow, a, b->type, converted));
    }
}

static bool overlaps(const struct flow_leaf *a, const struct flow_leaf *b)
{
    return a->offset < b->end && b->offset < a->end;
}

void flow_overlap(struct flow *flow, struct flow_record *a, struct flow_record *b)
{
    if (a == b) {
        return;
    }
    uintptr_t pair[2] = {(uintptr_t)MIN(a, b), (uintptr_t)MAX(a, b)};
    GBytes *key = g_bytes_new(pair, sizeof pair);
    if (!g_hash_table_add(flow->overlaps, key)) {
        return;
    }
    flow_record_address(flow, a);
    flow_record_address(flow, b);
    const GArray *left = flow_leaves(flow, a);
    const GArray *right = flow_leaves(flow, b);
    for (guint i = 0; i < left->len; i++) {
        const struct flow_leaf *x = &g_array_index(left, struct flow_leaf, i);
        for (guint k = 0; k < right->len; k++) {
            const struct flow_leaf *y = &g_array_index(right, struct flow_leaf, k);
            if (overlaps(x, y)) {
                make_one(flow, x, y, true);
            }
        }
    }
}

/** Whether one record begins as the other is: pointers to such are taken for each other. Pointers
 *  to others in a union are told apart by a tag, or by whoever uses it. */
static bool is_alike(struct flow *flow, struct flow_record *a, struct flow_record *b)
{
    const GArray *left = flow_fields(flow, a);
    const GArray *right = flow_fields(flow, b);
    guint count = MIN(left->len, right->len);
    for (guint i = 0; i < count; i++) {
        const struct flow_field *x = &g_array_index(left, struct flow_field, i);
        const struct flow_field *y = &g_array_index(right, struct flow_field, i);
        if (x->offset != y->offset || x->size != y->size || x->type->class != y->type->class ||
            x->type->base != y->type->base || x->type->depth != y->type->depth) {
            return false;
        }
    }
    return count > 0;
}

static void overlap_leaves(struct flow *flow, const struct flow_leaf *a, const struct flow_leaf *b)
{
    make_one(flow, a, b, false);
    if (!is_tracked(a) && !is_tracked(b) && flow_depth(a->type) == flow_depth(b->type) &&
        flow_holds(flow, a->type->record) && flow_holds(flow, b->type->record) &&
        is_alike(flow, a->type->record, b->type->record)) {
        flow_overlap(flow, a->type->record, b->type->record);
    }
}

/** A member of a union that is an integer: what pointers become, and are made of. */
static void overlap_word(struct flow *flow, const struct flow_leaf *leaf)
{
    struct value integers = flow_held(facts_integers(flow->facts));
    copy_outside(flow, integers.slot, leaf_value(flow, leaf));
    if (is_tracked(leaf)) {
        copy_outside(flow, leaf->slot, integers);
    } else {
        flow_typed(flow, integers.slot, leaf->type->record);
    }
}

/** Whether an integer is a member of the union itself. What is in records that have names is
 * written as it is read: such unions tell objects apart. */
static bool is_own(struct flow *flow, struct flow_record *record, const struct flow_leaf *word)
{
    const GArray *fields = flow_fields(flow, record);
    const struct flow_type *type = g_array_index(fields, struct flow_field, word->member).type;
    return type->class != FLOW_RECORD || type->record->name == record->name;
}

/** Members of a union lie over each other: leaves of different ones that overlap are one. */
static void overlap_members(struct flow *flow, struct flow_record *record)
{
    const GArray *leaves = flow_leaves(flow, record);
    const GArray *words = flow_words(flow, record);
    for (guint i = 0; i < leaves->len; i++) {
        const struct flow_leaf *leaf = &g_array_index(leaves, struct flow_leaf, i);
        for (guint k = i + 1; k < leaves->len; k++) {
            const struct flow_leaf *next = &g_array_index(leaves, struct flow_leaf, k);
            if (next->offset >= leaf->end) {
                break; /* they are in order */
            }
            if (next->member != leaf->member) {
                overlap_leaves(flow, leaf, next);
            }
        }
        for (guint k = 0; k < words->len; k++) {
            const struct flow_leaf *word = &g_array_index(words, struct flow_leaf, k);
            if (word->member != leaf->member && overlaps(word, leaf) &&
                is_own(flow, record, word)) {
                overlap_word(flow, leaf);
            }
        }
    }
}

void flow_touch(struct flow *flow, CXCursor field)
{
    CXCursor parent = clang_getCursorSemanticParent(field);
    if (parent.kind == CXCursor_UnionDecl) {
        flow_lay_out(flow, flow_record(flow, parent));
    }
}

/* Layouts */

static void write_field(struct flow *flow, const struct flow_record *record,
                        const struct flow_field *field)
{
    const struct flow_type *type = field->type;
    if (type->class == FLOW_POINTER) {
        facts_cell_type(flow->facts, UNIT_NONE, flow_field_slot(flow, record, field->offset),
                        type->cell);
    }
    if (type->class == FLOW_RECORD) {
        if (type->record->name != record->name) {
            facts_nested(flow->facts, record->name, type->record->name);
        }
        flow_lay_out(flow, type->record);
    } else if (type->class == FLOW_RECORD_POINTER) {
        flow_typed(flow, flow_field_slot(flow, record, field->offset), type->record);
    }
}

/** Say who can see a record's definition, other than the file being read. */
static void write_visibility(struct flow *flow, const struct flow_record *record)
{
    CXSourceLocation place = clang_getCursorLocation(record->definition);
    bool system = clang_Location_isInSystemHeader(place);
    if (!clang_Cursor_isNull(record->definition) &&
        (system || !clang_Location_isFromMainFile(place))) {
        facts_visible(flow->facts, record->name, system);
    }
}

/** Add the record a type is of, or leads to, if it was not shown yet. */
static void add_shown(struct flow *flow, GPtrArray *stack, const struct flow_type *type)
{
    struct flow_record *record = type->record;
    if (record && !record->shown && type->class != FLOW_VA_LIST) {
        record->shown = true;
        if (flow_holds(flow, record) && !clang_Cursor_isNull(record->definition)) {
            g_ptr_array_add(stack, record);
        }
    }
}

static void show_records(struct flow *flow, GPtrArray *stack)
{
    while (stack->len > 0) {
        struct flow_record *record = g_ptr_array_steal_index_fast(stack, stack->len - 1);
        flow_lay_out(flow, record);
        if (clang_Location_isFromMainFile(clang_getCursorLocation(record->definition))) {
            facts_visible(flow->facts, record->name, false);
        }
        const GArray *fields = flow_fields(flow, record);
        for (guint i = 0; i < fields->len; i++) {
            add_shown(flow, stack, g_array_index(fields, struct flow_field, i).type);
        }
    }
}

void flow_show(struct flow *flow, CXCursor declaration)
{
    if (!clang_Cursor_isNull(clang_getCursorDefinition(declaration)) ||
        clang_Location_isInSystemHeader(clang_getCursorLocation(declaration))) {
        return;
    }
    GPtrArray *stack = g_ptr_array_new();
    CXType type = clang_getCanonicalType(clang_getCursorType(declaration));
    bool function = cursor_is_function(declaration.kind);
    add_shown(flow, stack, flow_type(flow, function ? clang_getResultType(type) : type));
    int count = function ? clang_getNumArgTypes(type) : 0;
    for (int i = 0; i < count; i++) {
        add_shown(flow, stack, flow_type(flow, clang_getArgType(type, (unsigned)i)));
    }
    show_records(flow, stack);
    g_ptr_array_free(stack, TRUE);
}

void flow_write_layouts(struct flow *flow)
{
    for (guint i = 0; i < flow->queue->len; i++) {
        struct flow_record *record = g_array_index(flow->queue, struct flow_record *, i);
        write_visibility(flow, record);
        const GArray *fields = flow_fields(flow, record);
        for (guint k = 0; k < fields->len; k++) {
            write_field(flow, record, &g_array_index(fields, struct flow_field, k));
        }
        if (record->definition.kind == CXCursor_UnionDecl) {
            overlap_members(flow, record);
        }
    }
}
