/*
 * Finds out which declarations are entities, names them and records their places.
 */
#include "ast/uses/uses_parts.h"

#include <string.h>

#include "source/cursors.h"

static bool is_record(enum CXCursorKind kind)
{
    switch (kind) {
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
    case CXCursor_ClassDecl:
    case CXCursor_ClassTemplate:
    case CXCursor_ClassTemplatePartialSpecialization:
        return true;
    default:
        return false;
    }
}

/** The kind of entity that a declaration may declare, 0: none. */
static int kind_of(CXCursor declaration)
{
    switch (declaration.kind) {
    case CXCursor_MacroDefinition:
        return ENTITY_MACRO;
    case CXCursor_EnumDecl:
        return ENTITY_ENUM;
    case CXCursor_EnumConstantDecl:
        return ENTITY_ENUMERATOR;
    case CXCursor_TypedefDecl:
    case CXCursor_TypeAliasDecl:
    case CXCursor_TypeAliasTemplateDecl:
        return ENTITY_TYPE_NAME;
    case CXCursor_FieldDecl:
        return ENTITY_FIELD;
    case CXCursor_VarDecl:
        if (clang_Cursor_hasVarDeclGlobalStorage(declaration) != 1) {
            return 0;
        }
        /* Those of a program are one, whichever header declares them. */
        return clang_getCursorLinkage(declaration) == CXLinkage_External ? ENTITY_SHARED
                                                                         : ENTITY_VARIABLE;
    case CXCursor_UnexposedDecl: /* a template of variables */
        return ENTITY_VARIABLE;
    case CXCursor_Namespace:
    case CXCursor_NamespaceAlias:
    case CXCursor_LinkageSpec:
        return ENTITY_NAMESPACE;
    default:
        return is_record(declaration.kind) ? ENTITY_RECORD : prototype_kind(declaration);
    }
}

static bool is_prototype(int kind)
{
    return kind == ENTITY_PROTOTYPE || kind == ENTITY_OWN_PROTOTYPE;
}

/** Whether all files of the program mean the same by the name. */
static bool is_shared(int kind)
{
    return kind == ENTITY_SHARED || kind == ENTITY_PROTOTYPE;
}

/* Names */

/** A type without a name of its own may have that of a typedef. */
static char *name_of_type(CXCursor cursor, char *spelling)
{
    if (spelling[0] && !strchr(spelling, '(')) {
        return spelling;
    }
    CXString text = clang_getTypeSpelling(clang_getCursorType(cursor));
    const char *name = clang_getCString(text);
    const char *colon = strrchr(name, ':');
    g_free(spelling);
    spelling = strchr(name, '(') || strchr(name, ' ') ? NULL : g_strdup(colon ? colon + 1 : name);
    clang_disposeString(text);
    return spelling;
}

/** @return the cursor's own name, NULL if it has none; release with g_free. */
static char *own_name(CXCursor cursor)
{
    if (cursor.kind == CXCursor_LinkageSpec) {
        return g_strdup("extern \"C\"");
    }
    CXString text = clang_getCursorSpelling(cursor);
    char *name = g_strdup(clang_getCString(text));
    clang_disposeString(text);
    if (is_record(cursor.kind) || cursor.kind == CXCursor_EnumDecl) {
        return name_of_type(cursor, name);
    }
    if (!name[0] || strchr(name, '(')) {
        g_free(name);
        return NULL;
    }
    return name;
}

static bool encloses_names(CXCursor cursor)
{
    return is_record(cursor.kind) || cursor.kind == CXCursor_Namespace ||
           (cursor.kind == CXCursor_EnumDecl && clang_EnumDecl_isScoped(cursor));
}

/** Prepends the named scopes around a declaration. @return false if it is local to a function. */
static bool add_scopes(GString *name, CXCursor declaration)
{
    bool is_field = declaration.kind == CXCursor_FieldDecl;
    CXCursor scope = clang_getCursorSemanticParent(declaration);
    for (; !cursor_is_null(scope) && scope.kind != CXCursor_TranslationUnit;
         scope = clang_getCursorSemanticParent(scope)) {
        if (cursor_is_function(scope.kind) || scope.kind == CXCursor_FunctionTemplate) {
            return false;
        }
        char *part = encloses_names(scope) ? own_name(scope) : NULL;
        if (part) {
            g_string_prepend(name, is_field && is_record(scope.kind) ? "." : "::");
            g_string_prepend(name, part);
            is_field = false;
        }
        g_free(part);
    }
    return true;
}

/** The keyword that C writes before the tag of a type; a typedef's name of a type has none. */
static const char *keyword(struct finding *finding, CXCursor declaration, const char *own)
{
    enum CXCursorKind kind = declaration.kind;
    if (kind == CXCursor_ClassTemplate || kind == CXCursor_ClassTemplatePartialSpecialization) {
        kind = clang_getTemplateCursorKind(declaration);
    }
    const char *word = kind == CXCursor_StructDecl  ? "struct "
                       : kind == CXCursor_UnionDecl ? "union "
                       : kind == CXCursor_ClassDecl ? "class "
                       : kind == CXCursor_EnumDecl  ? "enum "
                       : kind == CXCursor_Namespace || kind == CXCursor_NamespaceAlias
                           ? "namespace "
                           : "";
    bool tagged =
        word[0] && ast_text_begins(finding->ast, clang_getCursorLocation(declaration), own);
    return tagged ? word : "";
}

/** @return the name of an entity, NULL if it has none; a string of the unit. */
static const char *entity_name(struct finding *finding, CXCursor declaration, int kind)
{
    const char *linkage = is_prototype(kind) ? prototype_name(finding, declaration) : NULL;
    char *own = linkage ? NULL : own_name(declaration);
    if (!own) {
        return linkage;
    }
    GString *name = g_string_new(own);
    const char *kept = NULL;
    bool is_macro = declaration.kind == CXCursor_MacroDefinition;
    if (is_macro || add_scopes(name, declaration)) {
        g_string_prepend(name, is_macro ? "#" : keyword(finding, declaration, own));
        g_string_append(name, is_prototype(kind) ? PROTOTYPE_END : "");
        kept = unit_string(finding->ast->unit, name->str);
    }
    g_string_free(name, TRUE);
    g_free(own);
    return kept;
}

/* Places */

/** Who mentions what is used in a declaration. Lines of shared declarations are those of several
 *  files. */
static entity_id owner_of(struct finding *finding, entity_id entity, int kind, const char *file)
{
    if (is_shared(kind)) {
        const char *name = g_array_index(finding->uses->entities, struct entity, entity).name;
        return uses_entity(finding->uses, file, name);
    }
    bool owns = kind != ENTITY_FIELD && kind != ENTITY_MACRO && kind != ENTITY_NAMESPACE;
    return owns ? entity : ENTITY_NONE;
}

static void add_place(struct finding *finding, entity_id entity, int kind, CXCursor declaration)
{
    CXFile file;
    CXFile last_file;
    CXSourceRange extent = clang_getCursorExtent(declaration);
    struct unit_place end = {0};
    struct unit_place begin = ast_place_in_file(finding->ast, clang_getRangeStart(extent), &file);
    clang_getExpansionLocation(clang_getRangeEnd(extent), &last_file, &end.line, &end.column, NULL);
    if (!begin.file) {
        return;
    }
    struct entity_place place = {
        .entity = entity,
        .kind = (enum entity_kind)kind,
        .file = begin.file,
        .first = UNIT_POSITION(begin.line, begin.column),
        .last = UNIT_POSITION(end.line, end.column),
        .owner = owner_of(finding, entity, kind, begin.file),
    };
    place.last = file == last_file && place.last > place.first ? place.last : place.first;
    g_array_append_val(finding->uses->places, place);
}

static entity_id entity_around(struct finding *finding, CXCursor definition, int kind)
{
    if (kind == ENTITY_ENUMERATOR) {
        return entity_of(finding, clang_getCursorSemanticParent(definition));
    }
    return kind == ENTITY_FIELD ? entity_of_record(finding, definition) : ENTITY_NONE;
}

static bool is_of_system(struct finding *finding, CXCursor declaration)
{
    return ast_in_system(finding->ast, clang_getCursorLocation(declaration));
}

/** The declaration that names an entity and tells where it is. */
static CXCursor definition_of(CXCursor declaration, int kind)
{
    if (kind == ENTITY_MACRO || kind == ENTITY_NAMESPACE) {
        return declaration;
    }
    CXCursor definition =
        is_prototype(kind) ? clang_getNullCursor() : clang_getCursorDefinition(declaration);
    return cursor_is_null(definition) ? clang_getCanonicalCursor(declaration) : definition;
}

static entity_id add_entity(struct finding *finding, CXCursor declaration, int kind)
{
    CXCursor definition = definition_of(declaration, kind);
    CXFile in;
    struct unit_place at =
        ast_place_in_file(finding->ast, clang_getCursorLocation(definition), &in);
    bool left_out =
        (kind == ENTITY_FIELD || is_prototype(kind)) && is_of_system(finding, definition);
    const char *name = at.file && !left_out ? entity_name(finding, definition, kind) : NULL;
    if (!name) {
        return ENTITY_NONE;
    }
    const char *file = is_shared(kind) ? unit_string(finding->ast->unit, "") : at.file;
    entity_id entity = uses_entity(finding->uses, file, name);
    entity_id within = entity_around(finding, definition, kind);
    g_array_index(finding->uses->entities, struct entity, entity).within = within;
    if (!is_prototype(kind)) {
        add_place(finding, entity, kind, definition);
    }
    return entity;
}

entity_id entity_of(struct finding *finding, CXCursor declaration)
{
    const void *self = cursor_object(&declaration);
    void *known = self ? g_hash_table_lookup(finding->known, self) : NULL;
    if (known || !self) {
        return known ? GPOINTER_TO_UINT(known) - 2 : ENTITY_NONE;
    }
    int kind = kind_of(declaration);
    entity_id entity = kind ? add_entity(finding, declaration, kind) : ENTITY_NONE;
    g_hash_table_insert(finding->known, (void *)self, GUINT_TO_POINTER(entity + 2));
    return entity;
}

void entity_declared(struct finding *finding, CXCursor declaration)
{
    int kind = kind_of(declaration);
    entity_id entity = kind ? entity_of(finding, declaration) : ENTITY_NONE;
    bool again = kind == ENTITY_VARIABLE || kind == ENTITY_SHARED || kind == ENTITY_TYPE_NAME ||
                 is_prototype(kind);
    if (entity != ENTITY_NONE && again &&
        !clang_equalCursors(clang_getCursorDefinition(declaration), declaration)) {
        add_place(finding, entity, kind, declaration);
    }
}

entity_id entity_of_record(struct finding *finding, CXCursor field)
{
    CXCursor record = clang_getCursorSemanticParent(field);
    while (is_record(record.kind)) {
        entity_id entity = entity_of(finding, record);
        if (entity != ENTITY_NONE) {
            return entity;
        }
        record = clang_getCursorSemanticParent(record);
    }
    return ENTITY_NONE;
}

entity_id entity_owning(struct finding *finding, CXCursor declaration)
{
    CXFile file;
    int kind = kind_of(declaration);
    entity_id entity = entity_of(finding, declaration);
    struct unit_place at =
        ast_place_in_file(finding->ast, clang_getCursorLocation(declaration), &file);
    return entity == ENTITY_NONE || !at.file ? ENTITY_NONE
                                             : owner_of(finding, entity, kind, at.file);
}

void entity_mention_at(struct finding *finding, entity_id entity, struct unit_place place,
                       unsigned ways)
{
    const struct entity_use use = {
        .file = place.file,
        .position = UNIT_POSITION(place.line, place.column),
        .entity = entity,
        .ways = ways,
    };
    if (entity != ENTITY_NONE && place.file) {
        g_array_append_val(finding->uses->mentions, use);
    }
}

void entity_mention(struct finding *finding, entity_id entity, CXSourceLocation at, unsigned ways)
{
    CXFile file;
    if (entity != ENTITY_NONE) {
        entity_mention_at(finding, entity, ast_place_in_file(finding->ast, at, &file), ways);
    }
}

void entity_renamed(struct finding *finding, CXCursor declaration, CXCursor target)
{
    CXFile file;
    int kind = kind_of(target);
    entity_id entity = kind ? entity_of(finding, target) : ENTITY_NONE;
    struct unit_place at =
        ast_place_in_file(finding->ast, clang_getCursorLocation(declaration), &file);
    if (entity != ENTITY_NONE &&
        (is_shared(kind) ||
         g_array_index(finding->uses->entities, struct entity, entity).file == at.file)) {
        add_place(finding, entity, kind, declaration);
    }
}
