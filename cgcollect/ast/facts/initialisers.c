/*
 * Distributes a braced initialiser over its object, and copies each value to its field or element.
 */
#include "ast/facts/ast_facts_parts.h"

/** Deeper objects are not followed. */
#define LIMIT_LEVELS 64

/** The target of the next initialiser: one level for each array or record. */
struct level {
    const GArray *fields; /**< of a record, else NULL */
    bool is_union;
    uint64_t index;
    uint64_t count;    /**< elements or fields; UINT64_MAX: unknown */
    CXType element;    /**< of an array */
    struct value slot; /**< of an array: all its elements are at one place */
};

/** A braced list being distributed over an object. */
struct list {
    struct ast_facts *f;
    struct level levels[LIMIT_LEVELS];
    unsigned depth;
};

/** A subobject: its type, and its address if it holds pointers itself. */
struct object {
    CXType type;
    struct value address;
};

static bool is_array(CXType type)
{
    type = clang_getCanonicalType(type);
    return type.kind == CXType_ConstantArray || type.kind == CXType_IncompleteArray ||
           type.kind == CXType_VariableArray;
}

static bool is_aggregate(struct ast_facts *f, CXType type)
{
    return is_array(type) || ast_facts_type(f, type)->class == AST_FACTS_RECORD;
}

static void push(struct list *list, struct object object)
{
    if (list->depth == LIMIT_LEVELS) {
        return;
    }
    struct level *level = &list->levels[list->depth++];
    *level = (struct level){.slot = object.address};
    if (is_array(object.type)) {
        CXType type = clang_getCanonicalType(object.type);
        long long count = clang_getArraySize(type);
        level->element = clang_getArrayElementType(type);
        level->count = count < 0 ? UINT64_MAX : (uint64_t)count;
        return;
    }
    struct ast_facts_record *record = ast_facts_type(list->f, object.type)->record;
    level->fields = ast_facts_fields(list->f, record);
    level->is_union = record->definition.kind == CXCursor_UnionDecl;
    if (level->is_union) {
        ast_facts_lay_out(list->f, record);
    }
    level->count = level->is_union ? MIN(level->fields->len, 1) : level->fields->len;
}

static struct object field_object(struct ast_facts *f, const struct ast_facts_field *field)
{
    struct object object = {clang_getCursorType(field->cursor), ast_facts_nothing()};
    enum ast_facts_class class = field->type->class;
    if (class == AST_FACTS_POINTER || class == AST_FACTS_VA_LIST ||
        (field->type->array && field->type->wide)) {
        object.address = ast_facts_address(ast_facts_member(f, field->cursor));
    }
    return object;
}

/** The subobject the innermost level is at. */
static struct object current(struct list *list)
{
    const struct level *level = &list->levels[list->depth - 1];
    if (!level->fields) {
        return (struct object){level->element, level->slot};
    }
    return field_object(list->f,
                        &g_array_index(level->fields, struct ast_facts_field, level->index));
}

/** Leave full levels, but not the outermost. @return whether there is room. */
static bool leave_full_levels(struct list *list)
{
    while (list->levels[list->depth - 1].index >= list->levels[list->depth - 1].count) {
        if (list->depth == 1) {
            return false;
        }
        list->depth--;
        list->levels[list->depth - 1].index++;
    }
    return true;
}

static void put_initialiser(struct ast_facts *f, struct object object, CXCursor initialiser);

/** Whether an initialiser without braces is for a whole aggregate: a string, a struct's value, the
 *  array of a literal. */
static bool is_whole(struct ast_facts *f, CXType type, CXCursor initialiser)
{
    if (initialiser.kind == CXCursor_InitListExpr) {
        return true;
    }
    if (!is_array(type)) {
        return ast_facts_type_of(f, initialiser)->class == AST_FACTS_RECORD;
    }
    CXCursor peeled = ast_facts_peel(f, initialiser);
    if (peeled.kind == CXCursor_StringLiteral) {
        CXType element = clang_getArrayElementType(clang_getCanonicalType(type));
        return ast_facts_type(f, element)->class == AST_FACTS_INTEGER && !is_array(element);
    }
    return peeled.kind == CXCursor_CompoundLiteralExpr && is_array(clang_getCursorType(peeled));
}

/** The next subobject in order; braces that are left out are those of the object around it. */
static void put_next(struct list *list, CXCursor initialiser)
{
    if (!leave_full_levels(list)) {
        return;
    }
    struct object object = current(list);
    while (is_aggregate(list->f, object.type) && list->depth < LIMIT_LEVELS &&
           !is_whole(list->f, object.type, initialiser)) {
        push(list, object);
        if (!leave_full_levels(list)) {
            return;
        }
        object = current(list);
    }
    put_initialiser(list->f, object, initialiser);
    list->levels[list->depth - 1].index++;
}

/* Designators */

/** The parts of a designated initialiser: member references and indices, then the value. */
static enum CXChildVisitResult add_part(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    cursors_add(data, child);
    return CXChildVisit_Continue;
}

static void select_field(struct level *level, CXCursor field)
{
    for (guint i = 0; level->fields && i < level->fields->len; i++) {
        if (clang_equalCursors(g_array_index(level->fields, struct ast_facts_field, i).cursor,
                               field)) {
            level->index = i;
            level->count = level->is_union ? i + 1 : level->fields->len;
        }
    }
}

static void select_part(struct list *list, CXCursor part)
{
    long long index;
    struct level *level = &list->levels[list->depth - 1];
    if (part.kind == CXCursor_MemberRef) {
        select_field(level, clang_getCursorReferenced(part));
    } else if (!level->fields && ast_evaluate(part, &index) && index >= 0) {
        level->index = (uint64_t)index;
    }
}

static unsigned offset_of(CXCursor cursor, CXFile *file)
{
    unsigned offset;
    CXSourceLocation at = clang_getRangeStart(clang_getCursorExtent(cursor));
    clang_getExpansionLocation(at, file, NULL, NULL, &offset);
    return offset;
}

/** Whether two indices form a range `[a ... b]`, according to the text between them. */
static bool is_range(struct ast_facts *f, CXCursor first, CXCursor second)
{
    CXFile file;
    CXFile other;
    size_t size = 0;
    unsigned begin = offset_of(first, &file);
    unsigned end = offset_of(second, &other);
    const char *text = file ? ast_contents(f->ast, file, &size) : NULL;
    if (!text || second.kind == CXCursor_MemberRef || first.kind == CXCursor_MemberRef ||
        file != other || begin > end || end > size) {
        return false;
    }
    return g_strstr_len(text + begin, end - begin, "...") != NULL;
}

/** Enter the subobject that the designators so far have named. */
static void descend(struct list *list)
{
    const struct level *level = &list->levels[list->depth - 1];
    if (level->index < level->count) {
        struct object inner = current(list);
        if (is_aggregate(list->f, inner.type)) {
            push(list, inner);
        }
    }
}

static void put_designated(struct list *list, CXCursor designated)
{
    struct cursors parts;
    cursors_init(&parts);
    ast_visit_children(list->f->ast, designated, add_part, &parts);
    list->depth = 1;
    for (unsigned i = 0; i + 1 < parts.count; i++) {
        if (i > 0 && !is_range(list->f, parts.items[i - 1], parts.items[i])) {
            descend(list);
        }
        select_part(list, parts.items[i]);
    }
    struct level *level = &list->levels[list->depth - 1];
    if (parts.count > 0 && level->index < level->count) {
        put_initialiser(list->f, current(list), parts.items[parts.count - 1]);
        level->index++;
    }
    cursors_clear(&parts);
}

static bool is_designated(CXCursor initialiser)
{
    return initialiser.kind == CXCursor_UnexposedExpr &&
           clang_getCursorType(initialiser).kind == CXType_Void;
}

static void distribute(struct ast_facts *f, struct object object, CXCursor braced)
{
    struct cursors parts;
    struct list *list = g_new(struct list, 1);
    list->f = f;
    list->depth = 0;
    push(list, object);
    cursors_init(&parts);
    ast_add_children(f->ast, &parts, braced);
    for (unsigned i = 0; i < parts.count; i++) {
        if (is_designated(parts.items[i])) {
            put_designated(list, parts.items[i]);
        } else {
            put_next(list, parts.items[i]);
        }
    }
    cursors_clear(&parts);
    g_free(list);
}

/** Whether no part of an object of a type can be, or become, a tracked pointer. */
static bool is_dull(struct ast_facts *f, CXType type)
{
    const struct ast_facts_type *known = ast_facts_type(f, type);
    if (known->class == AST_FACTS_INTEGER || known->class == AST_FACTS_OTHER) {
        return known->array;
    }
    return known->class == AST_FACTS_RECORD && ast_facts_leaves(f, known->record)->len == 0 &&
           !known->record->cut;
}

static void put_initialiser(struct ast_facts *f, struct object object, CXCursor initialiser)
{
    bool braced = initialiser.kind == CXCursor_InitListExpr;
    const char *cell = ast_facts_type(f, object.type)->cell;
    struct cursors parts;
    if (is_dull(f, object.type) || f->depth >= AST_FACTS_LIMIT_DEPTH) {
        return;
    }
    f->depth++;
    if (braced && is_aggregate(f, object.type)) {
        distribute(f, object, initialiser);
    } else if (braced) { /* of a scalar */
        cursors_init(&parts);
        ast_add_children(f->ast, &parts, initialiser);
        for (unsigned i = 0; i < parts.count; i++) {
            put_initialiser(f, object, parts.items[i]);
        }
        cursors_clear(&parts);
    } else if (is_array(object.type)) {
        struct value source = ast_facts_lvalue(f, ast_facts_peel(f, initialiser));
        ast_facts_write(f, object.address, ast_facts_read(f, source, cell), cell);
    } else {
        ast_facts_write(f, object.address, ast_facts_consume(f, initialiser), cell);
    }
    f->depth--;
}

void ast_facts_initialise(struct ast_facts *f, CXType type, struct value address,
                          CXCursor initialiser)
{
    put_initialiser(f, (struct object){type, address}, initialiser);
}
