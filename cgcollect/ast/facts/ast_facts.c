#include "ast/facts/ast_facts_parts.h"

#include <string.h>

static guint hash_cursor(gconstpointer cursor)
{
    return clang_hashCursor(*(const CXCursor *)cursor);
}

static gboolean equal_cursors(gconstpointer a, gconstpointer b)
{
    return clang_equalCursors(*(const CXCursor *)a, *(const CXCursor *)b) != 0;
}

static guint hash_expression(gconstpointer cursor)
{
    return g_direct_hash(((const CXCursor *)cursor)->data[1]);
}

static gboolean equal_expressions(gconstpointer a, gconstpointer b)
{
    return flow_is_same(*(const CXCursor *)a, *(const CXCursor *)b);
}

static GHashTable *new_slots(void)
{
    return g_hash_table_new_full(hash_cursor, equal_cursors, NULL, g_free);
}

struct flow *flow_new(struct ast *ast, struct facts *facts)
{
    struct flow *flow = g_new0(struct flow, 1);
    flow->ast = ast;
    flow->facts = facts;
    flow->owner = UNIT_NONE;
    flow->written = clang_getNullCursor();
    flow->examined = clang_getNullCursor();
    flow->types = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, g_free);
    flow->records = g_hash_table_new_full(hash_cursor, equal_cursors, g_free, flow_record_free);
    flow->fields = new_slots();
    flow->globals = new_slots();
    flow->locals = new_slots();
    flow->values = g_hash_table_new_full(hash_expression, equal_expressions, NULL, g_free);
    flow->givers = g_hash_table_new(g_direct_hash, g_direct_equal);
    flow->overlaps =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    flow->queue = g_array_new(FALSE, FALSE, sizeof(struct flow_record *));
    flow->bodies = g_array_new(FALSE, FALSE, sizeof(struct flow_body));
    return flow;
}

void flow_free(struct flow *flow)
{
    if (!flow) {
        return;
    }
    g_hash_table_destroy(flow->types);
    g_hash_table_destroy(flow->records);
    g_hash_table_destroy(flow->fields);
    g_hash_table_destroy(flow->globals);
    g_hash_table_destroy(flow->locals);
    g_hash_table_destroy(flow->values);
    g_hash_table_destroy(flow->givers);
    g_hash_table_destroy(flow->overlaps);
    g_array_free(flow->queue, TRUE);
    g_array_free(flow->bodies, TRUE);
    g_free(flow);
}

static void forget_locals(struct flow *flow)
{
    g_hash_table_remove_all(flow->locals);
    g_hash_table_remove_all(flow->values);
    g_hash_table_remove_all(flow->givers);
    flow->written = clang_getNullCursor();
    flow->blocks = 0;
}

static void add_body(struct flow *flow, unit_id function, CXCursor definition)
{
    struct flow_body body = {function, definition};
    g_array_append_val(flow->bodies, body);
}

void flow_enter(struct flow *flow, unit_id function, CXCursor definition)
{
    forget_locals(flow);
    flow->owner = function;
    add_body(flow, function, definition);
    int count = clang_Cursor_getNumArguments(definition);
    for (int i = 0; i < count; i++) {
        fact_slot slot = facts_parameter(flow->facts, function, (unsigned)i);
        flow_remember(flow->locals, clang_Cursor_getArgument(definition, (unsigned)i),
                      flow_address(slot));
    }
}

void flow_leave(struct flow *flow)
{
    forget_locals(flow);
    flow->owner = UNIT_NONE;
}

void flow_expose(struct flow *flow, unit_id function)
{
    fact_slot address = facts_address_of(flow->facts, facts_function(flow->facts, function));
    facts_copy(flow->facts, UNIT_NONE, facts_outside(flow->facts), address);
}

void flow_expose_number(struct flow *flow, unit_id function)
{
    fact_slot address = facts_address_of(flow->facts, facts_function(flow->facts, function));
    flow_expose(flow, function);
    facts_copy(flow->facts, UNIT_NONE, facts_integers(flow->facts), address);
}

/* Aliases */

static void hand_on(struct flow *flow, unit_id alias, unit_id target, CXCursor declaration,
                    struct unit_place place, bool resolves)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(declaration));
    int count = MAX(clang_getNumArgTypes(type), 0);
    fact_slot *parameters = g_new(fact_slot, (gsize)count + 1);
    for (int i = 0; i < count; i++) {
        parameters[i] = facts_parameter(flow->facts, alias, (unsigned)i);
    }
    parameters[count] = facts_variadic(flow->facts, alias);
    unsigned handed = (unsigned)count + (clang_isFunctionTypeVariadic(type) != 0);
    fact_slot result = facts_result(flow->facts, alias);
    if (resolves) {
        facts_call(flow->facts, alias, place, facts_result(flow->facts, target),
                   flow_signature(flow, type), NULL, result, parameters, handed);
    } else {
        facts_call_by_name(flow->facts, alias, place, target, result, parameters, handed);
    }
    g_free(parameters);
}

void flow_alias(struct flow *flow, unit_id alias, unit_id target, CXCursor declaration,
                struct unit_place place, bool resolves)
{
    add_body(flow, alias, declaration);
    hand_on(flow, alias, target, declaration, place, resolves);
}

/* The end */

static GHashTable *erroneous(const struct unit *unit)
{
    GHashTable *set = g_hash_table_new(g_direct_hash, g_direct_equal);
    for (guint i = 0; i < unit->opens->len; i++) {
        const struct unit_open *open = &g_array_index(unit->opens, struct unit_open, i);
        if ((open->evidence & UNIT_AST) && strcmp(open->reason, CG_OPEN_ERROR) == 0) {
            g_hash_table_add(set, GUINT_TO_POINTER(open->caller));
        }
    }
    return set;
}

/** Functions that may be called by more than their own file, by name or by address. */
static GHashTable *addressed(const struct unit *unit)
{
    GHashTable *set = g_hash_table_new(g_direct_hash, g_direct_equal);
    for (guint i = 0; i < unit->addresses->len; i++) {
        const struct unit_spot *spot = &g_array_index(unit->addresses, struct unit_spot, i);
        g_hash_table_add(set, GUINT_TO_POINTER(spot->function));
    }
    return set;
}

static struct flow_record *pointed(struct flow *flow, CXType type)
{
    const struct flow_type *known = flow_type(flow, type);
    bool record = known->class == FLOW_RECORD || known->class == FLOW_RECORD_POINTER;
    return record && flow_holds(flow, known->record) ? known->record : NULL;
}

/** What a caller that is not known hands over, and gets. */
static void describe(struct flow *flow, const struct flow_body *body)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(body->definition));
    facts_signature(flow->facts, body->function, flow_signature(flow, type));
    flow->owner = body->function;
    int count = clang_Cursor_getNumArguments(body->definition);
    for (int i = 0; i < count; i++) {
        CXCursor parameter = clang_Cursor_getArgument(body->definition, (unsigned)i);
        struct flow_record *record = pointed(flow, clang_getCursorType(parameter));
        if (record) {
            flow_typed(flow, facts_parameter(flow->facts, body->function, (unsigned)i), record);
        }
    }
    struct flow_record *record = pointed(flow, clang_getResultType(type));
    if (record) {
        fact_slot result = facts_result(flow->facts, body->function);
        flow_typed(flow, result, record);
        flow_copy(flow, result, flow_record_address(flow, record));
    }
}

static void hide(struct flow *flow, const struct flow_body *body)
{
    const struct unit_function *function = unit_function_at(flow->ast->unit, body->function);
    if (function->linkage != CG_LINKAGE_INTERNAL &&
        clang_getCursorVisibility(body->definition) == CXVisibility_Hidden) {
        facts_hidden(flow->facts, body->function);
    }
}

void flow_finish(struct flow *flow)
{
    struct unit *unit = flow->ast->unit;
    GHashTable *errors = erroneous(unit);
    GHashTable *addresses = addressed(unit);
    forget_locals(flow);
    for (guint i = 0; i < flow->bodies->len; i++) {
        const struct flow_body *body = &g_array_index(flow->bodies, struct flow_body, i);
        void *key = GUINT_TO_POINTER(body->function);
        if (unit_function_at(unit, body->function)->linkage != CG_LINKAGE_INTERNAL ||
            g_hash_table_contains(addresses, key)) {
            describe(flow, body);
        }
        hide(flow, body);
        if (!g_hash_table_contains(errors, key)) {
            facts_read(flow->facts, body->function);
        }
    }
    flow->owner = UNIT_NONE;
    flow_write_layouts(flow);
    facts_read(flow->facts, UNIT_NONE);
    g_hash_table_destroy(errors);
    g_hash_table_destroy(addresses);
}
