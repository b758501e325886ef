/*
 * Traverses one body with libclang, keeps the enclosing parts on a stack, and passes each part to
 * the files that count.
 */
#include "ast/measure/measure_parts.h"

#include <stdlib.h>

#include "ast/base/expressions.h"
#include "metadata/common/kind.h"

/** Begin a part above the top of the stack: there is always room for one more. */
static struct part *begin_part(struct measure *measure, CXCursor cursor, unsigned loops)
{
    struct part *part = &measure->parts[measure->depth];
    *part = (struct part){
        .cursor = cursor, .loops = loops, .last_case = NO_REGION, .calls = measure->calls};
    return part;
}

/** Push the part that was begun. Parts may move. */
static void push(struct measure *measure)
{
    if (++measure->depth == measure->capacity) {
        measure->capacity *= 2;
        measure->parts = g_renew(struct part, measure->parts, measure->capacity);
    }
}

static void pop(struct measure *measure)
{
    const struct part *part = &measure->parts[--measure->depth];
    measure_end_operation(measure, part);
    if (part->regions > 0 || part->last_case != NO_REGION) {
        measure_close_region(measure, part, measure_around(measure, 0));
    }
}

/** For statements of a coroutine, libclang forgets the parent declaration and then treats them as
 *  different. */
static bool is_same(const struct part *part, const CXCursor *other)
{
    const CXCursor *cursor = &part->cursor;
    return cursor->kind == other->kind &&
           (part->declaration ? clang_equalCursors(*cursor, *other) != 0
                              : cursor_object(cursor) == cursor_object(other));
}

/** The number of parts to pop until `parent` is on top; 0 if it is not on the stack. */
static unsigned ended(struct measure *measure, const CXCursor *parent)
{
    for (unsigned up = 0; up < measure->depth; up++) {
        if (is_same(measure_around(measure, up), parent)) {
            return up;
        }
    }
    return 0;
}

/** The parent part of a cursor. Parts above it on the stack have ended. */
static struct part *unwind(struct measure *measure, CXCursor parent)
{
    for (unsigned count = ended(measure, &parent); count > 0; count--) {
        pop(measure);
    }
    return measure_around(measure, 0);
}

/* Parts that do not count */

/** libclang shows an operand that is used more than once at each use: those of `a ?: b` and
 *  co_await. */
static bool is_repeated(struct measure *measure, struct part *around, unsigned index,
                        CXCursor cursor)
{
    if (index == 0) {
        around->operand = cursor;
        return false;
    }
    bool repeated = clang_equalLocations(clang_getCursorLocation(around->operand),
                                         clang_getCursorLocation(cursor)) != 0;
    around->repeated += repeated;
    if (!repeated && index == 3 && around->repeated == 2) { /* a ?: b */
        measure_decision(measure);
    }
    return repeated;
}

static bool is_chosen(const struct part *around, unsigned index, CXCursor branch)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(around->cursor));
    return index >= around->first &&
           clang_equalTypes(type, clang_getCanonicalType(clang_getCursorType(branch)));
}

/** Whether a cursor is no part of its own: shown again, not chosen, or after the written parts. */
static bool is_left_out(struct measure *measure, struct part *around, unsigned index,
                        CXCursor cursor)
{
    switch (around->cursor.kind) {
    case CXCursor_UnexposedExpr:
        return is_repeated(measure, around, index, cursor);
    case CXCursor_UnexposedStmt: /* coroutines: what the compiler adds comes last */
    case CXCursor_UnexposedDecl: /* structured bindings: their initialisers come last, too */
        return index > 0;
    case CXCursor_GenericSelectionExpr:
        return !is_chosen(around, index, cursor);
    case CXCursor_UnaryExpr: /* sizeof and its like evaluate nothing */
        return true;
    default:
        return false;
    }
}

static bool is_leaf(enum CXCursorKind kind)
{
    switch (kind) {
    case CXCursor_DeclRefExpr:
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_StringLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_CXXBoolLiteralExpr:
    case CXCursor_CXXNullPtrLiteralExpr:
    case CXCursor_CXXThisExpr:
    case CXCursor_NullStmt:
    case CXCursor_UnaryExpr:
        return true;
    default:
        return false;
    }
}

static enum CXChildVisitResult find_operator(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (child.kind == CXCursor_CXXMethod || child.kind == CXCursor_FunctionTemplate) {
        *(CXCursor *)data = child;
        return CXChildVisit_Break;
    }
    return CXChildVisit_Continue;
}

/** The body of a lambda belongs to its class's operator. */
static void postpone_lambda(struct measure *measure, CXCursor lambda)
{
    CXCursor method = clang_getNullCursor();
    clang_visitChildren(clang_getTypeDeclaration(clang_getCursorType(lambda)), find_operator,
                        &method);
    if (!cursor_is_null(method)) {
        g_array_append_val(measure->pending, method);
    }
}

/* The traversal */

static enum CXChildVisitResult measure_cursor(CXCursor cursor, CXCursor parent, CXClientData data);
static void visit_switch_init(struct measure *measure, CXCursor statement);

static enum CXChildVisitResult visit_part(struct measure *measure, struct part *around,
                                          CXCursor cursor)
{
    unsigned index = around->index++;
    if (is_left_out(measure, around, index, cursor)) {
        return CXChildVisit_Continue;
    }
    measure_operand(measure, around, cursor);
    if (cursor.kind == CXCursor_DeclRefExpr) {
        measure_use(measure, cursor);
    }
    bool statement = around->statement && measure_is_statement(around, index);
    if (is_leaf(cursor.kind)) {
        measure_statement(measure, cursor.kind, statement);
        return CXChildVisit_Continue;
    }
    struct part *part = begin_part(measure, cursor, measure_loops(around, index));
    part->statement = statement;
    measure_count(measure, part);
    if (cursor.kind == CXCursor_LambdaExpr) {
        part->statement = false;
        postpone_lambda(measure, cursor);
    }
    if (cursor.kind != CXCursor_UnexposedExpr) { /* half of all are implicit casts */
        measure_begin_statement(measure, part);
        measure_operation(measure, part);
    } else if (measure->of_template) {
        measure_fold(measure, part);
    }
    measure_open_region(measure, part, around, index);
    push(measure);
    if (cursor.kind == CXCursor_SwitchStmt) {
        visit_switch_init(measure, cursor);
    }
    return CXChildVisit_Recurse;
}

/** A capture may have an initialising expression, of which libclang shows only parts. */
static void visit_capture(struct measure *measure, CXCursor reference, CXCursor lambda)
{
    CXCursor init = ast_init_capture(reference);
    if (!cursor_is_null(init) &&
        visit_part(measure, unwind(measure, lambda), init) == CXChildVisit_Recurse) {
        ast_visit_children(measure->ast, init, measure_cursor, measure);
    }
}

static void count_variable(struct measure *measure, CXCursor variable)
{
    measure->body.variables++;
    measure_type(measure, clang_getCursorType(variable));
}

static enum CXChildVisitResult enter_declaration(struct measure *measure, const struct part *around,
                                                 CXCursor declaration)
{
    begin_part(measure, declaration, around->loops)->declaration = true;
    push(measure);
    return CXChildVisit_Recurse;
}

static enum CXChildVisitResult visit_variable(struct measure *measure, const struct part *around,
                                              CXCursor variable)
{
    count_variable(measure, variable);
    if (around->cursor.kind == CXCursor_CXXForRangeStmt) {
        measure_range_variable(measure, variable);
        return CXChildVisit_Continue; /* its initialiser is the compiler's */
    }
    if (measure->ast->cplusplus && clang_Cursor_hasVarDeclGlobalStorage(variable) == 1) {
        measure_allocation(measure, variable, variable);
    }
    return enter_declaration(measure, around, variable);
}

static enum CXChildVisitResult visit_declaration(struct measure *measure, const struct part *around,
                                                 CXCursor cursor)
{
    switch (cursor.kind) {
    case CXCursor_VarDecl:
        return visit_variable(measure, around, cursor);
    case CXCursor_UnexposedDecl:
        if (around->cursor.kind == CXCursor_BlockExpr) {
            g_array_append_val(measure->pending, cursor);
            return CXChildVisit_Continue;
        }
        if (clang_getCursorType(cursor).kind == CXType_Invalid ||
            around->cursor.kind == CXCursor_UnexposedDecl) {
            return CXChildVisit_Continue;
        }
        count_variable(measure, cursor);
        return enter_declaration(measure, around, cursor);
    case CXCursor_ClassDecl:
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
        return measure->of_template ? enter_declaration(measure, around, cursor)
                                    : CXChildVisit_Continue;
    default:
        /* Methods of a class in a template are templates, too. */
        if (measure->of_template && cursor_is_function(cursor.kind)) {
            g_array_append_val(measure->pending, cursor);
        }
        return CXChildVisit_Continue;
    }
}

static enum CXChildVisitResult measure_cursor(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct measure *measure = data;
    bool is_part = cursor_is_expression(cursor.kind) || cursor_is_statement(cursor.kind);
    if (!is_part && !cursor_is_declaration(cursor.kind)) {
        if (cursor.kind == CXCursor_VariableRef && parent.kind == CXCursor_LambdaExpr) {
            visit_capture(measure, cursor, parent);
        }
        return CXChildVisit_Continue;
    }
    struct part *around = unwind(measure, parent);
    if (around->cursor.kind == CXCursor_LambdaExpr) { /* it is the body of a function */
        return CXChildVisit_Continue;
    }
    return is_part ? visit_part(measure, around, cursor)
                   : visit_declaration(measure, around, cursor);
}

/** Count what libclang does not show of a `switch`. */
static void visit_switch_init(struct measure *measure, CXCursor statement)
{
    struct cursors variables;
    cursors_init(&variables);
    ast_switch_init(measure->ast, statement, &variables);
    for (unsigned i = 0; i < variables.count; i++) {
        if (visit_variable(measure, unwind(measure, statement), variables.items[i]) ==
            CXChildVisit_Recurse) {
            ast_visit_children(measure->ast, variables.items[i], measure_cursor, measure);
        }
    }
    cursors_clear(&variables);
}

/* One body */

static bool is_constructor(CXCursor definition)
{
    return definition.kind == CXCursor_Constructor ||
           (definition.kind == CXCursor_FunctionTemplate &&
            clang_getTemplateCursorKind(definition) == CXCursor_Constructor);
}

/** A lambda's call operator has the place of its class. So have members that the compiler adds to a
 *  class, but they have no body. */
static bool is_lambda(CXCursor definition)
{
    CXCursor class = clang_getCursorSemanticParent(definition);
    return (definition.kind == CXCursor_CXXMethod ||
            definition.kind == CXCursor_FunctionTemplate) &&
           clang_equalLocations(clang_getCursorLocation(class),
                                clang_getCursorLocation(definition)) != 0;
}

/** The parts of a function: its parameters, initialisers of members, its body. */
static enum CXChildVisitResult visit_definition(CXCursor child, CXCursor parent, CXClientData data)
{
    struct measure *measure = data;
    bool initialises = cursor_is_expression(child.kind) && is_constructor(parent);
    if (child.kind == CXCursor_ParmDecl) {
        measure_type(measure, clang_getCursorType(child));
    } else if (cursor_is_statement(child.kind) || initialises) {
        while (measure->depth > 1) {
            pop(measure);
        }
        struct part *root = measure_around(measure, 0);
        root->statement = !initialises;
        if (visit_part(measure, root, child) == CXChildVisit_Recurse) {
            ast_visit_children(measure->ast, child, measure_cursor, measure);
        }
    }
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult find_body(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (cursor_is_statement(child.kind)) {
        *(CXCursor *)data = child;
        return CXChildVisit_Break;
    }
    return CXChildVisit_Continue;
}

static uint64_t position(struct measure *measure, CXSourceLocation location)
{
    struct unit_place place = ast_place(measure->ast, location);
    return UNIT_POSITION(place.line, place.column);
}

/** The extent of a definition. Some have none of their own: theirs covers name and body. */
static void locate(struct measure *measure, CXCursor definition, CXCursor code)
{
    struct unit_body *body = &measure->body;
    struct unit_place name = ast_cursor_place(measure->ast, definition);
    CXSourceRange extent = clang_getCursorExtent(definition);
    CXSourceLocation behind = measure_behind(measure, clang_getCursorExtent(code));
    uint64_t begin = position(measure, clang_getRangeStart(extent));
    uint64_t at = UNIT_POSITION(name.line, name.column);
    body->file = name.file;
    body->line = name.line;
    body->column = name.column;
    body->first = begin && begin < at ? begin : at;
    body->last = MAX(1, position(measure, behind)) - 1;
}

static void start_definition(struct measure *measure, CXCursor definition, bool of_template)
{
    measure->body = (struct unit_body){.of_template = of_template, .complexity = 1};
    measure->of_template = of_template;
    measure->calls = 0;
    g_hash_table_remove_all(measure->types);
    measure->depth = 0;
    g_array_set_size(measure->regions, 0);
    begin_part(measure, definition, 0)->declaration = true;
    push(measure);
}

static uint32_t finish_measures(struct measure *measure)
{
    struct unit *unit = measure->ast->unit;
    while (measure->depth > 0) {
        pop(measure);
    }
    measure_finish_regions(measure);
    measure->body.types = g_hash_table_size(measure->types);
    measure->body.allocations = measure_finish_allocations(measure);
    g_array_append_val(unit->bodies, measure->body);
    return unit->bodies->len - 1;
}

/* A body is identified by its place: instances have the places of their template. */

static guint hash_location(gconstpointer data)
{
    unsigned offset;
    clang_getExpansionLocation(*(const CXSourceLocation *)data, NULL, NULL, NULL, &offset);
    return offset;
}

static gboolean equal_locations(gconstpointer a, gconstpointer b)
{
    return clang_equalLocations(*(const CXSourceLocation *)a, *(const CXSourceLocation *)b) != 0;
}

static void remember(struct measure *measure, CXCursor definition, uint32_t body)
{
    if (measure->ast->cplusplus) {
        CXSourceLocation *key = g_new(CXSourceLocation, 1);
        *key = clang_getCursorLocation(definition);
        g_hash_table_insert(measure->known, key, GUINT_TO_POINTER(body + 1));
    }
}

uint32_t measure_known(struct measure *measure, CXCursor definition)
{
    CXSourceLocation at = clang_getCursorLocation(definition);
    void *found = measure->ast->cplusplus ? g_hash_table_lookup(measure->known, &at) : NULL;
    return found ? GPOINTER_TO_UINT(found) - 1 : UNIT_NO_BODY;
}

static uint32_t measure_one(struct measure *measure, CXCursor definition, bool of_template)
{
    CXCursor code = clang_getNullCursor();
    ast_visit_children(measure->ast, definition, find_body, &code);
    if (cursor_is_null(code)) {
        return UNIT_NO_BODY;
    }
    start_definition(measure, definition, of_template);
    if (of_template) {
        locate(measure, definition, code);
        measure->body.of_lambda = measure->ast->cplusplus && is_lambda(definition);
        measure->body.constructs = is_constructor(definition);
        ast_template_declaration_info(measure->ast, &measure->body.declared, definition);
    }
    measure_type(measure, clang_getResultType(clang_getCursorType(definition)));
    ast_visit_children(measure->ast, definition, visit_definition, measure);
    uint32_t body = finish_measures(measure);
    remember(measure, definition, body);
    return body;
}

uint32_t measure_body(struct measure *measure, CXCursor definition, bool of_template)
{
    uint32_t body = measure_one(measure, definition, of_template);
    while (measure->pending->len > 0) {
        guint last = measure->pending->len - 1;
        CXCursor inner = g_array_index(measure->pending, CXCursor, last);
        g_array_set_size(measure->pending, last);
        /* The compiler numbers lambdas and blocks; their place identifies them. */
        measure_one(measure, inner, true);
    }
    return body;
}

/* All bodies */

static bool is_wanted(const struct unit *unit)
{
    bool wanted = false;
    for (size_t i = 0; unit->kinds[i] && !wanted; i++) {
        wanted = unit->kinds[i]->of_bodies;
    }
    return wanted;
}

struct measure *measure_new(struct ast *ast)
{
    if (!is_wanted(ast->unit)) {
        return NULL;
    }
    struct measure *measure = g_new0(struct measure, 1);
    measure->ast = ast;
    measure->known = g_hash_table_new_full(hash_location, equal_locations, g_free, NULL);
    measure->pending = g_array_new(FALSE, FALSE, sizeof(CXCursor));
    measure->types = g_hash_table_new(g_direct_hash, g_direct_equal);
    measure->regions = g_array_new(FALSE, FALSE, sizeof(struct open_region));
    measure->allocations = g_ptr_array_new_with_free_func(free);
    measure->capacity = 64;
    measure->parts = g_new(struct part, measure->capacity);
    return measure;
}

void measure_free(struct measure *measure)
{
    if (!measure) {
        return;
    }
    g_hash_table_destroy(measure->known);
    g_array_free(measure->pending, TRUE);
    g_hash_table_destroy(measure->types);
    g_free(measure->parts);
    g_array_free(measure->regions, TRUE);
    g_ptr_array_free(measure->allocations, TRUE);
    g_free(measure);
}
