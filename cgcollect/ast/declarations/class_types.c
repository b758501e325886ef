/*
 * Answers questions about the classes of objects that the walk meets: final methods, copying and
 * construction that may call, where the program's records are defined.
 */
#include "ast/declarations/declarations.h"

#include "source/cursors.h"
#include "unit/facts_store.h"

static enum CXChildVisitResult find_final(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (child.kind == CXCursor_CXXFinalAttr) {
        *(bool *)data = true;
        return CXChildVisit_Break;
    }
    return CXChildVisit_Continue;
}

bool ast_is_final(CXCursor method)
{
    bool final = false;
    clang_visitChildren(method, find_final, &final);
    if (!final) {
        clang_visitChildren(clang_getCursorSemanticParent(method), find_final, &final);
    }
    return final;
}

/* A search of a class's members for what its copies, construction or destruction call. */
struct members {
    bool managed;
    unsigned depth; /**< depth left: types may be recursive in odd ways */
};

static bool is_managed(CXType type, unsigned depth);

static enum CXVisitorResult look_at_field(CXCursor field, CXClientData data)
{
    struct members *m = data;
    m->managed = m->managed || is_managed(clang_getCursorType(field), m->depth);
    return m->managed ? CXVisit_Break : CXVisit_Continue;
}

static enum CXChildVisitResult find_expression(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    *(bool *)data = *(bool *)data || cursor_is_expression(child.kind);
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult find_list(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    *(bool *)data = *(bool *)data || child.kind == CXCursor_InitListExpr;
    return CXChildVisit_Continue;
}

/** The width of a bit-field; libclang does not show it as an initialiser, but it is within the
 *  field's extent. */
static enum CXChildVisitResult find_last(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (cursor_is_expression(child.kind)) {
        *(CXCursor *)data = child;
    }
    return CXChildVisit_Continue;
}

bool ast_has_default(CXCursor field)
{
    bool has = false;
    if (clang_Cursor_isBitField(field)) {
        CXCursor width = clang_getNullCursor();
        clang_visitChildren(field, find_last, &width);
        return !clang_equalLocations(clang_getRangeEnd(clang_getCursorExtent(field)),
                                     clang_getRangeEnd(clang_getCursorExtent(width)));
    }
    bool is_array = clang_getCanonicalType(clang_getCursorType(field)).kind == CXType_ConstantArray;
    clang_visitChildren(field, is_array ? find_list : find_expression, &has);
    return has;
}

static enum CXChildVisitResult look_at_member(CXCursor member, CXCursor parent, CXClientData data)
{
    struct members *m = data;
    (void)parent;
    switch (member.kind) {
    case CXCursor_Constructor:
    case CXCursor_Destructor:
        m->managed = !clang_CXXMethod_isDefaulted(member);
        break;
    case CXCursor_CXXMethod:
        m->managed = clang_CXXMethod_isVirtual(member) != 0;
        break;
    case CXCursor_CXXBaseSpecifier:
        m->managed =
            clang_isVirtualBase(member) || is_managed(clang_getCursorType(member), m->depth);
        break;
    case CXCursor_FieldDecl:
        m->managed = ast_has_default(member);
        break;
    default:
        break;
    }
    return m->managed ? CXChildVisit_Break : CXChildVisit_Continue;
}

CXType ast_element_type(CXType type)
{
    CXType canonical = clang_getCanonicalType(type);
    while (canonical.kind == CXType_ConstantArray || canonical.kind == CXType_VariableArray ||
           canonical.kind == CXType_IncompleteArray) {
        canonical = clang_getCanonicalType(clang_getArrayElementType(canonical));
    }
    return canonical;
}

/** Classes within classes, and hierarchies, are not deeper. */
#define DEPTH 16u

/** libclang does not show the members of template instances, so assume anything. */
static bool is_managed(CXType type, unsigned depth)
{
    CXType canonical = ast_element_type(type);
    if (canonical.kind != CXType_Record || clang_isPODType(canonical)) {
        return false;
    }
    CXCursor definition = clang_getCursorDefinition(clang_getTypeDeclaration(canonical));
    if (depth == 0 || cursor_is_null(definition) ||
        !cursor_is_null(clang_getSpecializedCursorTemplate(definition))) {
        return true;
    }
    struct members members = {false, depth - 1};
    clang_visitChildren(definition, look_at_member, &members);
    if (!members.managed) {
        clang_Type_visitFields(canonical, look_at_field, &members);
    }
    return members.managed;
}

bool ast_is_managed(CXType type)
{
    return is_managed(type, DEPTH);
}

static bool is_function(CXCursor cursor)
{
    enum CXCursorKind kind = cursor.kind;
    return kind == CXCursor_FunctionDecl || kind == CXCursor_FunctionTemplate ||
           kind == CXCursor_CXXMethod || kind == CXCursor_Constructor ||
           kind == CXCursor_Destructor || kind == CXCursor_ConversionFunction;
}

/** Put a declaration around another before the name of that. */
static void prepend_scope(GString *name, CXCursor scope)
{
    CXString spelling =
        is_function(scope) ? clang_getCursorDisplayName(scope) : clang_getCursorSpelling(scope);
    const char *text = clang_getCString(spelling);
    bool nameless = scope.kind == CXCursor_Namespace && (!text || !text[0]);
    if (scope.kind != CXCursor_LinkageSpec && text) {
        g_string_prepend(name, name->len ? "::" : "");
        g_string_prepend(name, nameless ? "(anonymous namespace)" : text);
    }
    clang_disposeString(spelling);
}

/** The compiler's name of a record: qualified, without template arguments. That of a function's
 *  own is not qualified; those in it have the function's with the types of its parameters. */
static char *qualified_name(CXCursor record)
{
    GString *name = g_string_new(NULL);
    prepend_scope(name, record);
    CXCursor at = clang_getCursorSemanticParent(record);
    bool local = is_function(at);
    while (!local && !cursor_is_null(at) && at.kind != CXCursor_TranslationUnit) {
        prepend_scope(name, at);
        at = clang_getCursorSemanticParent(at);
    }
    return g_string_free(name, FALSE);
}

/* Conversions */

/** A search for a base class. */
struct base_search {
    CXCursor base;
    unsigned depth; /**< of the hierarchy, that may be searched */
    bool found;
};

static bool derives(CXCursor derived, CXCursor base, unsigned depth);

static enum CXChildVisitResult look_at_base(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct base_search *search = data;
    (void)parent;
    if (cursor.kind == CXCursor_CXXBaseSpecifier) {
        CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
        search->found = derives(clang_getTypeDeclaration(type), search->base, search->depth);
    }
    return search->found ? CXChildVisit_Break : CXChildVisit_Continue;
}

/** Whether a class is another, or is derived from it. */
static bool derives(CXCursor derived, CXCursor base, unsigned depth)
{
    CXCursor definition = clang_getCursorDefinition(derived);
    if (depth == 0 ||
        clang_equalCursors(clang_getCanonicalCursor(derived), clang_getCanonicalCursor(base))) {
        return true;
    }
    if (cursor_is_null(definition)) {
        return false;
    }
    CXCursor template = clang_getSpecializedCursorTemplate(definition);
    struct base_search search = {base, depth - 1, false};
    clang_visitChildren(cursor_is_null(template) ? definition : template, look_at_base, &search);
    return search.found;
}

void ast_note_recast(struct ast *ast, CXType from, CXType to)
{
    CXCursor one = clang_getTypeDeclaration(from), other = clang_getTypeDeclaration(to);
    if (derives(one, other, DEPTH) || derives(other, one, DEPTH)) {
        return;
    }
    char *name = qualified_name(one), *as = qualified_name(other);
    unit_add_recast(ast->unit, name, as);
    g_free(name);
    g_free(as);
}

/** Members of a union that are connected with each other, at most: each is with each. */
#define MOST_MEMBERS 16u

/** The classes that a union may be. */
struct union_members {
    CXType classes[MOST_MEMBERS];
    unsigned count;
};

static enum CXVisitorResult add_member(CXCursor field, CXClientData data)
{
    struct union_members *members = data;
    CXType type = ast_element_type(clang_getCursorType(field));
    if (type.kind == CXType_Record && members->count < MOST_MEMBERS) {
        members->classes[members->count++] = type;
    }
    return CXVisit_Continue;
}

/** What is written to one member of a union is read from another. */
static void note_union(struct ast *ast, CXCursor record)
{
    struct union_members members = {.count = 0};
    clang_Type_visitFields(clang_getCursorType(record), add_member, &members);
    ast_note_function_union(ast, clang_getCursorType(record));
    for (unsigned i = 0; i < members.count; i++) {
        for (unsigned k = 0; k < i; k++) {
            ast_note_recast(ast, members.classes[k], members.classes[i]);
        }
    }
}

void ast_note_record(struct ast *ast, CXCursor record)
{
    CXSourceLocation place = clang_getCursorLocation(record);
    bool in_system = ast_in_system(ast, place);
    if (!clang_isCursorDefinition(record) || (in_system && !ast->cplusplus)) {
        return;
    }
    char *name = qualified_name(record);
    if (in_system) {
        ast_note_function_fields(ast, record);
        unit_add_library_class(ast->unit, name);
    } else {
        unit_add_record(ast->unit, name, !clang_Location_isFromMainFile(place));
    }
    g_free(name);
    if (!in_system && ast->cplusplus && record.kind == CXCursor_UnionDecl) {
        note_union(ast, record);
    }
}

void ast_note_variable(struct ast *ast, CXCursor variable)
{
    bool outside = clang_getCursorLinkage(variable) == CXLinkage_External &&
                   ast_in_system(ast, clang_getCursorLocation(variable)) &&
                   cursor_is_null(clang_getCursorDefinition(variable));
    if (outside) {
        CXString name = clang_Cursor_getMangling(variable);
        unit_add_library_variable(ast->unit, clang_getCString(name));
        clang_disposeString(name);
    }
}

/** Whether the compiler shows uses of variables that are not known to be a library's. */
static bool uses_others(const struct unit *unit)
{
    const struct facts *facts = unit->facts;
    bool uses = false;
    for (guint i = 0; i < facts->facts->len && !uses; i++) {
        const struct fact *fact = &g_array_index(facts->facts, struct fact, i);
        const char *name =
            fact->kind == FACT_USED ? facts_slot_at(facts, OPERAND_SLOT(fact->to))->name : NULL;
        uses = name && !g_hash_table_contains(unit->library_variables, name);
    }
    return uses;
}

static enum CXChildVisitResult note_member(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    switch (cursor.kind) {
    case CXCursor_Namespace:
    case CXCursor_LinkageSpec:
    case CXCursor_UnexposedDecl:
    case CXCursor_ClassDecl:
    case CXCursor_StructDecl:
        return CXChildVisit_Recurse;
    case CXCursor_VarDecl:
        ast_note_variable(data, cursor);
        return CXChildVisit_Continue;
    default:
        return CXChildVisit_Continue;
    }
}

void ast_note_members(struct ast *ast)
{
    if (ast->cplusplus && uses_others(ast->unit)) {
        clang_visitChildren(clang_getTranslationUnitCursor(ast->tu), note_member, ast);
    }
}
