/*
 * Traverses a translation unit and records what it mentions. It keeps the parts around the current
 * cursor on a stack, because what is around a reference says how it is used.
 */
#include "ast/uses/uses_parts.h"

#include <libcg/kinds.h>

#include "ast/base/definition_tree.h"
#include "metadata/common/kind.h"
#include "source/cursors.h"

/* The stack */

static void unwind(struct finding *finding, const CXCursor *parent)
{
    const void *self = cursor_object(parent);
    while (finding->depth > 0) {
        struct around *top = &finding->around[finding->depth - 1];
        if (top->cursor.kind == parent->kind && cursor_object(&top->cursor) == self) {
            top->seen++;
            return;
        }
        finding->depth--;
    }
}

static enum CXChildVisitResult enter_cursor(struct finding *finding, CXCursor cursor)
{
    if (finding->depth == finding->capacity) {
        finding->capacity = finding->capacity ? 2 * finding->capacity : 64;
        finding->around = g_renew(struct around, finding->around, finding->capacity);
    }
    finding->around[finding->depth++] = (struct around){cursor, 0};
    return CXChildVisit_Recurse;
}

/* Mentions */

/** Whether the current cursor, a reference to a function, is what a call calls. */
static bool is_callee(const struct finding *finding, CXCursor target)
{
    const struct around *part = around_at(finding, 0);
    for (unsigned up = 1; part && (part->cursor.kind == CXCursor_ParenExpr ||
                                   part->cursor.kind == CXCursor_UnexposedExpr);
         up++) {
        part = around_at(finding, up);
    }
    return part && part->cursor.kind == CXCursor_CallExpr &&
           (part->seen == 1 ||
            (finding->ast->cplusplus &&
             clang_equalCursors(clang_getCursorReferenced(part->cursor), target)));
}

/** Calls are edges of the graph, but those of virtual methods lead to what overrides them. */
static void mention_function(struct finding *finding, CXCursor reference, CXCursor target)
{
    bool calls = is_callee(finding, target);
    bool is_virtual = target.kind == CXCursor_CXXMethod && clang_CXXMethod_isVirtual(target);
    if (!calls || is_virtual) {
        entity_mention(finding, entity_of(finding, target), clang_getCursorLocation(reference),
                       calls ? USE_CALL : USE_ADDRESS);
    }
}

static void mention_variable(struct finding *finding, CXCursor reference)
{
    CXCursor target = clang_getCursorReferenced(reference);
    entity_id entity = ENTITY_NONE;
    if (cursor_is_function(target.kind) || target.kind == CXCursor_FunctionTemplate) {
        mention_function(finding, reference, target);
        return;
    }
    if (target.kind == CXCursor_EnumConstantDecl) {
        entity_mention(finding, entity_of(finding, target), clang_getCursorLocation(reference),
                       USE_READ);
        return;
    }
    if (target.kind == CXCursor_VarDecl || target.kind == CXCursor_FieldDecl ||
        target.kind == CXCursor_UnexposedDecl) {
        entity = entity_of(finding, target);
    }
    if (entity != ENTITY_NONE) {
        entity_mention(finding, entity, clang_getCursorLocation(reference),
                       access_of_variable(finding, reference));
    }
}

/** A field that is named without an object: a designator, which has no type, an initialiser of a
 *  constructor, offsetof. */
static void mention_field(struct finding *finding, CXCursor reference)
{
    const struct around *part = around_at(finding, 0);
    bool sets = part && (part->cursor.kind == CXCursor_Constructor ||
                         clang_getCursorType(part->cursor).kind == CXType_Void);
    entity_mention(finding, entity_of(finding, clang_getCursorReferenced(reference)),
                   clang_getCursorLocation(reference), sets ? USE_WRITE : USE_READ);
}

static void mention_type(struct finding *finding, CXCursor reference)
{
    entity_mention(finding, entity_of(finding, clang_getCursorReferenced(reference)),
                   clang_getCursorLocation(reference), access_of_type(finding));
}

/** The name of a namespace may be that of an alias. */
static void mention_namespace(struct finding *finding, CXCursor reference)
{
    CXCursor target = clang_getCursorReferenced(reference);
    if (target.kind == CXCursor_NamespaceAlias) {
        entity_mention(finding, entity_of(finding, target), clang_getCursorLocation(reference),
                       USE_DECLARE);
    }
}

/* Declarations */

/** What has a value of a type depends on it, also where the type has no name. */
static void hold(struct finding *finding, entity_id owner, CXCursor declaration, CXType type)
{
    if (owner == ENTITY_NONE || !access_holds(type)) {
        return;
    }
    CXType element = clang_getCanonicalType(type);
    while (clang_getArrayElementType(element).kind != CXType_Invalid) {
        element = clang_getCanonicalType(clang_getArrayElementType(element));
    }
    unsigned line;
    entity_id held = entity_of(finding, clang_getTypeDeclaration(element));
    clang_getExpansionLocation(clang_getCursorLocation(declaration), NULL, &line, NULL, NULL);
    if (held != ENTITY_NONE && held != owner) {
        const struct entity_need need = {owner, held, line, USE_HOLD};
        g_array_append_val(finding->uses->needs, need);
    }
}

static enum CXChildVisitResult find_any(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    *(bool *)data = *(bool *)data || cursor_is_expression(child.kind);
    return CXChildVisit_Continue;
}

/** An enumerator without a value of its own counts on from the one before it. */
static void visit_enumerator(struct finding *finding, CXCursor enumerator)
{
    bool has_value = false;
    entity_id entity = entity_of(finding, enumerator);
    CXCursor type = clang_getCursorSemanticParent(enumerator);
    clang_visitChildren(enumerator, find_any, &has_value);
    if (!has_value && finding->enumerator != ENTITY_NONE && entity != ENTITY_NONE &&
        finding->enumerator != entity && clang_equalCursors(type, finding->around_enumerator)) {
        unsigned line;
        clang_getExpansionLocation(clang_getCursorLocation(enumerator), NULL, &line, NULL, NULL);
        const struct entity_need need = {entity, finding->enumerator, line, USE_READ};
        g_array_append_val(finding->uses->needs, need);
    }
    finding->enumerator = entity;
    finding->around_enumerator = type;
}

/** No name tells which functions are made from a template: its definition mentions the others. */
static void define_template(struct finding *finding, CXCursor cursor)
{
    if (prototype_kind(cursor) == ENTITY_OWN_PROTOTYPE && clang_isCursorDefinition(cursor) &&
        prototype_of_template(cursor)) {
        entity_mention(finding, entity_of(finding, cursor), clang_getCursorLocation(cursor),
                       USE_DEFINE);
    }
}

static void visit_using(struct finding *finding, CXCursor declaration)
{
    CXCursor targets = clang_getCursorReferenced(declaration);
    for (unsigned i = 0; i < clang_getNumOverloadedDecls(targets); i++) {
        entity_renamed(finding, declaration, clang_getOverloadedDecl(targets, i));
    }
}

static void visit_declaration(struct finding *finding, CXCursor cursor)
{
    switch (cursor.kind) {
    case CXCursor_FieldDecl:
        hold(finding, entity_of_record(finding, cursor), cursor, clang_getCursorType(cursor));
        break;
    case CXCursor_VarDecl:
        entity_declared(finding, cursor);
        hold(finding, entity_owning(finding, cursor), cursor, clang_getCursorType(cursor));
        break;
    case CXCursor_TypedefDecl:
        entity_declared(finding, cursor);
        hold(finding, entity_owning(finding, cursor), cursor,
             clang_getTypedefDeclUnderlyingType(cursor));
        break;
    case CXCursor_EnumConstantDecl:
        visit_enumerator(finding, cursor);
        break;
    case CXCursor_UsingDeclaration:
        visit_using(finding, cursor);
        break;
    default:
        entity_declared(finding, cursor);
        define_template(finding, cursor);
        break;
    }
}

/* The traversal */

static enum CXChildVisitResult visit_mention(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct finding *finding = data;
    unwind(finding, &parent);
    switch (cursor.kind) {
    case CXCursor_DeclRefExpr:
        mention_variable(finding, cursor);
        return finding->ast->cplusplus ? enter_cursor(finding, cursor) : CXChildVisit_Continue;
    case CXCursor_MemberRefExpr:
        mention_variable(finding, cursor);
        return enter_cursor(finding, cursor);
    case CXCursor_MemberRef:
        mention_field(finding, cursor);
        return CXChildVisit_Continue;
    case CXCursor_TypeRef:
    case CXCursor_TemplateRef:
        mention_type(finding, cursor);
        return CXChildVisit_Continue;
    case CXCursor_NamespaceRef:
        mention_namespace(finding, cursor);
        return CXChildVisit_Continue;
    case CXCursor_IntegerLiteral:
    case CXCursor_StringLiteral:
    case CXCursor_CharacterLiteral:
        return CXChildVisit_Continue;
    default:
        if (cursor_is_declaration(cursor.kind)) {
            visit_declaration(finding, cursor);
        }
        return enter_cursor(finding, cursor);
    }
}

/** Find the place of a cursor. @return whether it is in a system header; files come one after the
 *  other */
static bool find_place(struct unit_place *place, struct finding *finding, CXCursor cursor)
{
    CXFile file;
    CXSourceLocation at = clang_getCursorLocation(cursor);
    *place = ast_place_in_file(finding->ast, at, &file);
    if (file != finding->file || !file) {
        finding->file = file;
        finding->system = ast_in_system(finding->ast, at);
    }
    return finding->system;
}

static bool is_in_system(struct finding *finding, CXCursor cursor)
{
    struct unit_place place;
    return find_place(&place, finding, cursor);
}

/** In C the functions were visited when their trees were taken. */
static bool is_done(const struct finding *finding, CXCursor cursor)
{
    return finding->ast->facts && cursor.kind == CXCursor_FunctionDecl &&
           clang_isCursorDefinition(cursor);
}

static enum CXChildVisitResult visit_outermost(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct finding *finding = data;
    if (cursor.kind == CXCursor_MacroExpansion) {
        struct unit_place place;
        if (!find_place(&place, finding, cursor)) {
            macro_expanded(finding, cursor, place);
        }
        return CXChildVisit_Continue;
    }
    if (!cursor_is_declaration(cursor.kind) || is_in_system(finding, cursor) ||
        is_done(finding, cursor)) {
        return CXChildVisit_Continue;
    }
    finding->depth = 0;
    if (visit_mention(cursor, parent, finding) == CXChildVisit_Recurse) {
        clang_visitChildren(cursor, visit_mention, finding);
    }
    return CXChildVisit_Continue;
}

bool ast_uses_wanted(const struct unit *unit)
{
    return collected_kinds_have(unit->kinds, CG_KEY_USES);
}

void ast_uses_start(struct ast *ast)
{
    if (!ast_uses_wanted(ast->unit)) {
        return;
    }
    ast->unit->uses = uses_new();
    ast->finding = g_new(struct finding, 1);
    *ast->finding = (struct finding){
        .ast = ast,
        .uses = ast->unit->uses,
        .known = g_hash_table_new(g_direct_hash, g_direct_equal),
        .macros = g_array_new(FALSE, FALSE, sizeof(CXCursor)),
        .enumerator = ENTITY_NONE,
    };
}

void ast_uses_in_function(struct ast *ast, CXCursor definition)
{
    struct finding *finding = ast->finding;
    if (finding && !is_in_system(finding, definition)) {
        finding->depth = 0;
        enter_cursor(finding, definition);
        ast_visit_children(ast, definition, visit_mention, finding);
    }
}

void ast_uses_finish(struct ast *ast)
{
    struct finding *finding = ast->finding;
    if (!finding) {
        return;
    }
    clang_visitChildren(clang_getTranslationUnitCursor(ast->tu), visit_outermost, finding);
    macros_follow(finding, ast->tu);
    g_hash_table_destroy(finding->known);
    g_free(finding->around);
    g_array_free(finding->macros, TRUE);
    g_free(finding);
    ast->finding = NULL;
}
