/*
 * Notes, for the pointer facts of C++, under which types the source may call functions of other
 * types: casts of pointers to functions, and memory that holds such pointers and is used as another
 * type's. The compiler's IR has the types of functions and of calls, but not the casts between.
 */
#include "ast/declarations/declarations.h"

#include <string.h>

#include "ast/base/type_text.h"
#include "source/cursors.h"
#include "unit/unit_facts.h"

/** Types nested deeper than this, and records in records, are not looked into. */
#define LIMIT_NESTING 16u

/** Fields of a record that are functions, or may be, at most: each is compared with each. */
#define MOST_FIELDS 512u

/** Fields that are looked at in a record, and in what is in it: records that hold each two of the
 * next double their number at each level. */
#define MOST_VISITS 1024u

/** In place of a type: a pointer without type, a number. */
#define UNTYPED ""

/* Types as text */

/** Whether a class or enumeration has its own name alone: it is in no namespace, class or function,
 *  and no instance. */
static bool is_global(CXType type)
{
    CXCursor declaration = clang_getTypeDeclaration(type);
    enum CXCursorKind around = clang_getCursorSemanticParent(declaration).kind;
    return (around == CXCursor_TranslationUnit || around == CXCursor_LinkageSpec ||
            around == CXCursor_UnexposedDecl) &&
           clang_Type_getNumTemplateArguments(type) <= 0;
}

/** Classes and enumerations have their own name alone. */
static void put_declared(GString *out, CXType type)
{
    CXString name = clang_getCursorSpelling(clang_getTypeDeclaration(type));
    const char *text = clang_getCString(name);
    bool named = text && (g_ascii_isalpha(text[0]) || text[0] == '_');
    if (named) {
        ast_put_type_name(out, text);
    } else {
        g_string_append_c(out, '?');
    }
    clang_disposeString(name);
}

static void put_named(GString *out, CXType type, void *user)
{
    (void)user;
    switch (type.kind) {
    case CXType_Record:
    case CXType_Enum:
        put_declared(out, type);
        break;
    case CXType_NullPtr:
        g_string_append(out, "Dn");
        break;
    case CXType_Char16:
        g_string_append(out, "Ds");
        break;
    case CXType_Char32:
        g_string_append(out, "Di");
        break;
    default:
        g_string_append_c(out, '?');
        break;
    }
}

/** The text of a type of functions. Types that the source gives no name are untyped: any may be
 *  meant. */
static char *text_of(CXType function)
{
    static const struct type_style style = {.put = put_named, .cplusplus = true};
    GString *text = g_string_new(NULL);
    ast_put_type(text, &style, function, TYPE_TEXT_NESTING);
    if (strchr(text->str, '?')) {
        g_string_truncate(text, 0);
    }
    return g_string_free(text, FALSE);
}

/* Casts */

static bool is_function(CXType type)
{
    return type.kind == CXType_FunctionProto;
}

/** What a pointer or reference leads to; a pointer to a member leads nowhere. */
static CXType pointee(CXType type)
{
    static const CXType none = {.kind = CXType_Invalid};
    return type.kind == CXType_MemberPointer ? none : clang_getPointeeType(type);
}

/** What pointers, references and arrays lead to in the end; canonical. */
static CXType end_of(CXType type)
{
    type = clang_getCanonicalType(type);
    for (unsigned i = 0; i < LIMIT_NESTING; i++) {
        CXType to = pointee(type);
        to = to.kind == CXType_Invalid ? clang_getArrayElementType(type) : to;
        if (to.kind == CXType_Invalid) {
            break;
        }
        type = clang_getCanonicalType(to);
    }
    return type;
}

static void note_cast(struct ast *ast, const char *from, const char *to)
{
    if (strcmp(from, to) != 0) {
        facts_converts(ast->unit->facts, from, to);
    }
}

/** The text of a type of functions; else what stands for no type. */
static char *text_or_none(CXType type)
{
    return is_function(type) ? text_of(type) : g_strdup(UNTYPED);
}

/** Functions of one type may be called as the other. */
static void note_types(struct ast *ast, CXType from, CXType to)
{
    char *source = text_or_none(from), *target = text_or_none(to);
    note_cast(ast, source, target);
    g_free(source);
    g_free(target);
}

static void note_both(struct ast *ast, CXType one, CXType other)
{
    note_types(ast, one, other);
    note_types(ast, other, one);
}

/** Methods may be called as functions of a type, or reach what has no type. */
static void note_methods(struct ast *ast, CXType to)
{
    char *target = text_or_none(to);
    note_cast(ast, FACTS_METHODS, target);
    g_free(target);
}

/* Records */

/** A field that is a pointer to functions, or may hold one without its type. */
struct field {
    CXType type;          /**< of the functions; void: any pointer */
    long long begin, end; /**< its place in the record, in bits */
};

/** Such fields of a record, and of records in it. */
struct fields {
    GArray *items;  /**< of struct field */
    unsigned depth; /**< records to look into */
    long long base; /**< of the record being looked into */
    bool mixed;     /**< there are others */
};

static struct field *field_at(const struct fields *fields, guint index)
{
    return &g_array_index(fields->items, struct field, index);
}

/** Whether memory of a type may hold any pointer: a pointer, a number as wide, bytes. */
static bool may_hold_any(CXType type, CXType element)
{
    return element.kind == CXType_Pointer || element.kind == CXType_MemberPointer ||
           element.kind == CXType_Long || element.kind == CXType_ULong ||
           element.kind == CXType_LongLong || element.kind == CXType_ULongLong ||
           clang_getArrayElementType(type).kind != CXType_Invalid;
}

static enum CXVisitorResult add_field(CXCursor cursor, CXClientData data);

static void add_fields(struct fields *fields, CXType record, long long offset);

/** Fields of a base are somewhere in the record: libclang does not say where. */
static enum CXChildVisitResult add_base(CXCursor base, CXCursor record, CXClientData data)
{
    struct fields *fields = data;
    guint known = fields->items->len;
    if (base.kind == CXCursor_CXXBaseSpecifier) {
        add_fields(fields, clang_getCanonicalType(clang_getCursorType(base)), 0);
    }
    for (guint i = known; i < fields->items->len; i++) {
        struct field *field = field_at(fields, i);
        field->begin = fields->base;
        field->end = fields->base + 8 * clang_Type_getSizeOf(clang_getCursorType(record));
    }
    return CXChildVisit_Continue;
}

static void add_fields(struct fields *fields, CXType record, long long offset)
{
    if (fields->depth > 0) {
        fields->base += offset;
        fields->depth--;
        clang_Type_visitFields(record, add_field, fields);
        clang_visitChildren(clang_getCursorDefinition(clang_getTypeDeclaration(record)), add_base,
                            fields);
        fields->depth++;
        fields->base -= offset;
    }
}

static enum CXVisitorResult add_field(CXCursor cursor, CXClientData data)
{
    static const CXType any = {.kind = CXType_Void};
    struct fields *fields = data;
    CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
    CXType element = ast_element_type(type), end = end_of(element);
    long long begin = fields->base + clang_Cursor_getOffsetOfField(cursor);
    if (element.kind == CXType_Record) {
        add_fields(fields, element, clang_Cursor_getOffsetOfField(cursor));
    } else if (is_function(end) || may_hold_any(type, element)) {
        struct field field = {is_function(end) ? end : any, begin,
                              begin + 8 * clang_Type_getSizeOf(type)};
        g_array_append_val(fields->items, field);
    }
    fields->mixed = fields->mixed || (element.kind != CXType_Record && !is_function(end));
    return fields->items->len < MOST_FIELDS ? CXVisit_Continue : CXVisit_Break;
}

static enum CXVisitorResult count_field(CXCursor cursor, CXClientData data)
{
    unsigned *visits = data;
    CXType element = ast_element_type(clang_getCanonicalType(clang_getCursorType(cursor)));
    if (++*visits < MOST_VISITS && element.kind == CXType_Record) {
        clang_Type_visitFields(element, count_field, visits);
    }
    return *visits < MOST_VISITS ? CXVisit_Continue : CXVisit_Break;
}

/** @return the fields of a record, none of one that is too large: for an offset libclang looks at
 * all fields in it. Release with free_fields. */
static struct fields fields_of(CXType record)
{
    struct fields fields = {.items = g_array_new(FALSE, FALSE, sizeof(struct field)),
                            .depth = LIMIT_NESTING};
    unsigned visits = 0;
    clang_Type_visitFields(record, count_field, &visits);
    if (visits < MOST_VISITS) {
        add_fields(&fields, record, 0);
    }
    return fields;
}

static void free_fields(struct fields *fields)
{
    g_array_free(fields->items, TRUE);
}

static bool overlap(const struct field *a, const struct field *b)
{
    return a->begin < b->end && b->begin < a->end;
}

/** What is written to a field is read from any at the same place. */
static void note_fields(struct ast *ast, const struct fields *a, const struct fields *b)
{
    for (guint i = 0; i < a->items->len; i++) {
        for (guint k = 0; k < b->items->len; k++) {
            const struct field *x = field_at(a, i), *y = field_at(b, k);
            if (overlap(x, y) && (is_function(x->type) || is_function(y->type))) {
                note_both(ast, x->type, y->type);
            }
        }
    }
}

/** Memory of one record is used as another. */
static void note_records(struct ast *ast, CXType one, CXType other)
{
    struct fields a = fields_of(one), b = fields_of(other);
    note_fields(ast, &a, &b);
    free_fields(&a);
    free_fields(&b);
}

/** Bases of a class, and of these, that are looked at. */
#define MOST_BASES 256u

struct virtual_search {
    bool found;
    unsigned visits;
};

static void search_class(struct virtual_search *search, CXType class);

static enum CXChildVisitResult find_virtual(CXCursor child, CXCursor parent, CXClientData data)
{
    struct virtual_search *search = data;
    (void)parent;
    if (child.kind == CXCursor_CXXBaseSpecifier) {
        search_class(search, clang_getCanonicalType(clang_getCursorType(child)));
    }
    search->found = search->found || clang_CXXMethod_isVirtual(child);
    return search->found ? CXChildVisit_Break : CXChildVisit_Continue;
}

static void search_class(struct virtual_search *search, CXType class)
{
    CXCursor definition = clang_getCursorDefinition(clang_getTypeDeclaration(class));
    if (cursor_is_null(definition) || ++search->visits > MOST_BASES) {
        search->found = true; /* unknown */
        return;
    }
    CXCursor template = clang_getSpecializedCursorTemplate(definition);
    clang_visitChildren(cursor_is_null(template) ? definition : template, find_virtual, search);
}

/** Whether memory of a type may be an object with a virtual table. */
static bool may_have_table(CXType type)
{
    struct virtual_search search = {.found = type.kind != CXType_Record};
    if (!search.found) {
        search_class(&search, type);
    }
    return search.found;
}

/** A table that is declared by hand has functions alone. */
static enum CXVisitorResult note_table(CXCursor field, CXClientData data)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(field));
    CXType table = clang_getCanonicalType(clang_getPointeeType(type));
    if (table.kind == CXType_Record) {
        struct fields fields = fields_of(table);
        for (guint i = 0; i < fields.items->len && !fields.mixed; i++) {
            note_methods(data, field_at(&fields, i)->type);
        }
        free_fields(&fields);
    }
    return CXVisit_Break; /* the table of an object is its first field */
}

/* Casts */

static unsigned depth_of(CXType type)
{
    unsigned depth = 0;
    CXType to = pointee(clang_getCanonicalType(type));
    while (to.kind != CXType_Invalid && depth < LIMIT_NESTING) {
        depth++;
        to = pointee(clang_getCanonicalType(to));
    }
    return depth;
}

/** Whether what a pointer leads to may be a virtual table, or an entry of one, that is read as
 *  pointers or numbers. */
static bool reads_tables(CXType pointer, CXType end)
{
    bool number = end.kind == CXType_Long || end.kind == CXType_ULong ||
                  end.kind == CXType_LongLong || end.kind == CXType_ULongLong;
    return depth_of(pointer) > 1 || (number && depth_of(pointer) == 1);
}

static void note_functions(struct ast *ast, CXType from, CXType to, CXType source, CXType target)
{
    bool memory = depth_of(from) > 1 || depth_of(to) > 1;
    note_types(ast, source, target);
    if (memory) {
        note_types(ast, target, source);
    }
    if (is_function(target) && !is_function(source) &&
        (memory || source.kind == CXType_MemberPointer)) {
        note_methods(ast, target);
    }
}

void ast_note_function_cast(struct ast *ast, CXType from, CXType to)
{
    CXType source = end_of(from), target = end_of(to);
    if (is_function(source) || is_function(target)) {
        note_functions(ast, from, to, source, target);
    } else if (target.kind == CXType_Record) {
        if (may_have_table(source)) {
            clang_Type_visitFields(target, note_table, ast);
        }
        if (source.kind == CXType_Record && !clang_equalTypes(source, target)) {
            note_records(ast, source, target);
        }
    } else if (source.kind == CXType_MemberPointer || reads_tables(to, target)) {
        note_methods(ast, target);
    }
}

void ast_note_function_memory(struct ast *ast, CXType from)
{
    static const CXType none = {.kind = CXType_Void};
    CXType end = end_of(from);
    if (is_function(end) && depth_of(from) > 1) {
        note_both(ast, end, none);
    } else if (end.kind == CXType_MemberPointer || depth_of(from) > 2) {
        note_methods(ast, none);
    }
}

/** The pointers to members of functions in a union. */
struct member_fields {
    CXType function; /**< of the first one */
    bool any;
    bool unlike; /**< there is one of another type */
};

static enum CXVisitorResult add_member_field(CXCursor field, CXClientData data)
{
    struct member_fields *members = data;
    CXType type = clang_getCanonicalType(clang_getCursorType(field));
    if (type.kind == CXType_MemberPointer) {
        CXType function = clang_getCanonicalType(clang_getPointeeType(type));
        members->unlike |= members->any && !clang_equalTypes(function, members->function);
        members->function = function;
        members->any = true;
    }
    return CXVisit_Continue;
}

void ast_note_function_union(struct ast *ast, CXType type)
{
    struct member_fields members = {.any = false};
    note_records(ast, type, type);
    clang_Type_visitFields(type, add_member_field, &members);
    if (members.unlike) {
        facts_converts(ast->unit->facts, FACTS_METHODS, FACTS_METHODS);
    }
}

/* Types of fields */

/** Whether the text of a type is that of the compiler: it names nothing but what C can name. */
static bool is_plain(CXType type, unsigned depth)
{
    CXType end = end_of(type);
    if (depth == 0) {
        return false;
    }
    if (!is_function(end)) {
        return (end.kind != CXType_Record && end.kind != CXType_Enum) || is_global(end);
    }
    bool plain = is_plain(clang_getResultType(end), depth - 1);
    for (int i = 0; i < clang_getNumArgTypes(end) && plain; i++) {
        plain = is_plain(clang_getArgType(end, (unsigned)i), depth - 1);
    }
    return plain;
}

struct noting {
    struct ast *ast;
    const char *record;
};

static enum CXVisitorResult note_field(CXCursor field, CXClientData data)
{
    struct noting *noting = data;
    CXType type = ast_element_type(clang_getCursorType(field)), end = end_of(type);
    bool plain = is_function(end) && depth_of(type) == 1 && is_plain(end, LIMIT_NESTING);
    long long offset = plain ? clang_Cursor_getOffsetOfField(field) : -1;
    if (offset >= 0) {
        char *function = text_of(end);
        char *cell = g_strdup_printf("P%s", function);
        if (*function) {
            unit_add_function_field(noting->ast->unit, noting->record, (uint64_t)offset / 8, cell);
        }
        g_free(cell);
        g_free(function);
    }
    return CXVisit_Continue;
}

void ast_note_function_fields(struct ast *ast, CXCursor record)
{
    CXType type = clang_getCursorType(record);
    if (record.kind != CXCursor_StructDecl || !is_global(type)) {
        return;
    }
    CXString name = clang_getCursorSpelling(record);
    struct noting noting = {ast, clang_getCString(name)};
    if (*noting.record && !strchr(noting.record, ' ')) {
        clang_Type_visitFields(type, note_field, &noting);
    }
    clang_disposeString(name);
}
