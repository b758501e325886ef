/*
 * Starts and ends the reading of pointer facts in C, and enters and leaves functions. Records
 * aliases, signatures and the functions that uncollected code may call.
 */
#include "ast/facts/ast_facts_parts.h"

#include <limits.h>
#include <string.h>

static guint hash_expression(gconstpointer cursor)
{
    return g_direct_hash(cursor_object(cursor));
}

static gboolean equal_expressions(gconstpointer a, gconstpointer b)
{
    return ast_facts_is_same(*(const CXCursor *)a, *(const CXCursor *)b);
}

static GHashTable *new_slots(void)
{
    return g_hash_table_new_full(cursor_hash, cursor_equal, NULL, g_free);
}

struct ast_facts *ast_facts_new(struct ast *ast, struct facts *facts)
{
    struct ast_facts *f = g_new0(struct ast_facts, 1);
    f->ast = ast;
    f->facts = facts;
    CXTargetInfo target = clang_getTranslationUnitTargetInfo(ast->tu);
    f->pointer_bytes = clang_TargetInfo_getPointerWidth(target) / CHAR_BIT;
    clang_TargetInfo_dispose(target);
    f->owner = UNIT_NONE;
    f->body = clang_getNullCursor();
    f->written = clang_getNullCursor();
    f->types = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, g_free);
    f->signatures = g_hash_table_new(g_direct_hash, g_direct_equal);
    f->records = g_hash_table_new_full(cursor_hash, cursor_equal, g_free, ast_facts_record_free);
    f->fields = new_slots();
    f->globals = new_slots();
    f->locals = new_slots();
    f->values = g_hash_table_new_full(hash_expression, equal_expressions, NULL, g_free);
    f->givers = g_hash_table_new(g_direct_hash, g_direct_equal);
    f->overlaps =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    f->queue = g_array_new(FALSE, FALSE, sizeof(struct ast_facts_record *));
    f->bodies = g_array_new(FALSE, FALSE, sizeof(struct ast_facts_body));
    f->plain_uses = ast_facts_new_plain_uses();
    f->headers = ast_facts_new_headers();
    f->searching = FACT_NONE;
    return f;
}

void ast_facts_free(struct ast_facts *f)
{
    if (!f) {
        return;
    }
    g_hash_table_destroy(f->types);
    g_hash_table_destroy(f->signatures);
    g_hash_table_destroy(f->records);
    g_hash_table_destroy(f->fields);
    g_hash_table_destroy(f->globals);
    g_hash_table_destroy(f->locals);
    g_hash_table_destroy(f->values);
    g_hash_table_destroy(f->givers);
    g_hash_table_destroy(f->overlaps);
    g_array_free(f->queue, TRUE);
    g_array_free(f->bodies, TRUE);
    g_array_free(f->plain_uses, TRUE);
    g_array_free(f->headers, TRUE);
    g_free(f);
}

/** What is known of a body ends with it. */
static void end_body(struct ast_facts *f)
{
    ast_facts_end_headers(f);
    ast_facts_end_plain_uses(f);
    g_hash_table_remove_all(f->locals);
    g_hash_table_remove_all(f->values);
    g_hash_table_remove_all(f->givers);
    f->written = clang_getNullCursor();
    f->blocks = 0;
}

static void add_body(struct ast_facts *f, unit_id function, CXCursor definition)
{
    struct ast_facts_body body = {function, definition};
    g_array_append_val(f->bodies, body);
}

void ast_facts_enter(struct ast_facts *f, unit_id function, CXCursor definition)
{
    end_body(f);
    f->entered++;
    f->owner = function;
    f->body = definition;
    add_body(f, function, definition);
    int count = clang_Cursor_getNumArguments(definition);
    for (int i = 0; i < count; i++) {
        fact_slot slot = facts_parameter(f->facts, function, (unsigned)i);
        ast_facts_remember(f->locals, clang_Cursor_getArgument(definition, (unsigned)i),
                           ast_facts_address(slot));
    }
}

void ast_facts_leave(struct ast_facts *f)
{
    end_body(f);
    f->owner = UNIT_NONE;
}

void ast_facts_expose(struct ast_facts *f, unit_id function)
{
    fact_slot address = facts_address_of(f->facts, facts_function(f->facts, function));
    facts_copy(f->facts, UNIT_NONE, facts_outside(f->facts), address);
}

void ast_facts_expose_number(struct ast_facts *f, unit_id function)
{
    fact_slot address = facts_address_of(f->facts, facts_function(f->facts, function));
    ast_facts_expose(f, function);
    facts_copy(f->facts, UNIT_NONE, facts_integers(f->facts), address);
}

/* Aliases */

static void hand_on(struct ast_facts *f, unit_id alias, unit_id target, CXCursor declaration,
                    struct unit_place place, bool resolves)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(declaration));
    int count = MAX(clang_getNumArgTypes(type), 0);
    fact_slot *parameters = g_new(fact_slot, (gsize)count + 1);
    for (int i = 0; i < count; i++) {
        parameters[i] = facts_parameter(f->facts, alias, (unsigned)i);
    }
    parameters[count] = facts_variadic(f->facts, alias);
    unsigned handed = (unsigned)count + (clang_isFunctionTypeVariadic(type) != 0);
    const struct fact_handing handing = {alias, place, facts_result(f->facts, alias), parameters,
                                         handed};
    if (resolves) {
        facts_call(f->facts, &handing, facts_result(f->facts, target), ast_facts_signature(f, type),
                   NULL);
    } else {
        facts_call_by_name(f->facts, &handing, target);
    }
    g_free(parameters);
}

void ast_facts_alias(struct ast_facts *f, unit_id alias, unit_id target, CXCursor declaration,
                     struct unit_place place, bool resolves)
{
    add_body(f, alias, declaration);
    hand_on(f, alias, target, declaration, place, resolves);
}

/* The end */

static GHashTable *erroneous(const struct unit *unit)
{
    GHashTable *set = g_hash_table_new(g_direct_hash, g_direct_equal);
    for (guint i = 0; i < unit->opens->len; i++) {
        const struct unit_unresolved *open = &g_array_index(unit->opens, struct unit_unresolved, i);
        if ((open->evidence & UNIT_AST) && strcmp(open->reason, CG_OPEN_ERROR) == 0) {
            g_hash_table_add(set, GUINT_TO_POINTER(open->caller));
        }
    }
    return set;
}

/** Functions that code outside their file may call, by name or by address. */
static GHashTable *addressed(const struct unit *unit)
{
    GHashTable *set = g_hash_table_new(g_direct_hash, g_direct_equal);
    for (guint i = 0; i < unit->addresses->len; i++) {
        const struct unit_site *taken = &g_array_index(unit->addresses, struct unit_site, i);
        g_hash_table_add(set, GUINT_TO_POINTER(taken->function));
    }
    return set;
}

static struct ast_facts_record *pointed(struct ast_facts *f, CXType type)
{
    const struct ast_facts_type *known = ast_facts_type(f, type);
    bool record = known->class == AST_FACTS_RECORD || known->class == AST_FACTS_RECORD_POINTER;
    return record && ast_facts_holds(f, known->record) ? known->record : NULL;
}

/** Callers that know another type pass any pointer. */
static void take_pointer(struct ast_facts *f, fact_slot parameter, struct ast_facts_record *record,
                         const struct ast_facts_type *type)
{
    if (ast_facts_depth(type) == 1) {
        ast_facts_used_as(f, ast_facts_held(parameter), record);
    } else {
        ast_facts_typed(f, parameter, record);
    }
}

/** What an unknown caller passes in, and gets back. */
static void describe(struct ast_facts *f, const struct ast_facts_body *body)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(body->definition));
    int count = clang_Cursor_getNumArguments(body->definition);
    const char *signature = count == 0 && type.kind == CXType_FunctionNoProto
                                ? ast_facts_signature_without_prototype(f, type)
                                : ast_facts_signature(f, type);
    facts_signature(f->facts, body->function, signature);
    f->owner = body->function;
    for (int i = 0; i < count; i++) {
        CXCursor parameter = clang_Cursor_getArgument(body->definition, (unsigned)i);
        struct ast_facts_record *record = pointed(f, clang_getCursorType(parameter));
        if (record) {
            take_pointer(f, facts_parameter(f->facts, body->function, (unsigned)i), record,
                         ast_facts_type_of(f, parameter));
        }
    }
    struct ast_facts_record *record = pointed(f, clang_getResultType(type));
    if (record) {
        fact_slot result = facts_result(f->facts, body->function);
        ast_facts_typed(f, result, record);
        ast_facts_copy(f, result, ast_facts_record_address(f, record));
    }
}

static void hide(struct ast_facts *f, const struct ast_facts_body *body)
{
    const struct unit_function *function = unit_function_at(f->ast->unit, body->function);
    if (function->linkage != CG_LINKAGE_INTERNAL &&
        clang_getCursorVisibility(body->definition) == CXVisibility_Hidden) {
        facts_hidden(f->facts, body->function);
    }
}

void ast_facts_finish(struct ast_facts *f)
{
    struct unit *unit = f->ast->unit;
    GHashTable *errors = erroneous(unit);
    GHashTable *addresses = addressed(unit);
    end_body(f);
    ast_facts_write_plain_uses(f);
    for (guint i = 0; i < f->bodies->len; i++) {
        const struct ast_facts_body *body = &g_array_index(f->bodies, struct ast_facts_body, i);
        void *key = GUINT_TO_POINTER(body->function);
        if (unit_function_at(unit, body->function)->linkage != CG_LINKAGE_INTERNAL ||
            g_hash_table_contains(addresses, key)) {
            describe(f, body);
        }
        hide(f, body);
        if (!g_hash_table_contains(errors, key)) {
            facts_read(f->facts, body->function);
        }
    }
    f->owner = UNIT_NONE;
    ast_facts_write_layouts(f);
    facts_read(f->facts, UNIT_NONE);
    g_hash_table_destroy(errors);
    g_hash_table_destroy(addresses);
}
