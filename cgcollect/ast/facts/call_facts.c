/*
 * Records what a call passes and returns, once walk/walk_calls.c has found its callees.
 */
#include "ast/facts/ast_facts_parts.h"

#include <string.h>

/** A call being recorded. */
struct handing {
    struct ast_facts *f;
    const struct ast_facts_call *call;
    const struct ast_facts_type *type; /**< of the result */
    struct value *values;              /**< of the arguments */
    fact_slot *operands;               /**< the same */
    unsigned count;
};

static bool is_tracked(const struct ast_facts_type *type)
{
    return type->class == AST_FACTS_POINTER || type->class == AST_FACTS_VA_LIST;
}

/** What an argument passes: also what it points at, even if its type determines that. */
static struct value argument_value(struct ast_facts *f, CXCursor argument)
{
    const struct ast_facts_type *type = ast_facts_type_of(f, argument);
    struct value value = ast_facts_consume(f, argument);
    bool record = type->class == AST_FACTS_RECORD || type->class == AST_FACTS_RECORD_POINTER;
    return record ? ast_facts_record_address(f, type->record) : value;
}

static void take_arguments(struct handing *h)
{
    const struct cursors *arguments = h->call->arguments;
    h->count = arguments->count;
    h->values = g_new(struct value, (gsize)h->count + 1);
    h->operands = g_new(fact_slot, (gsize)h->count + 1);
    for (unsigned i = 0; i < h->count; i++) {
        h->values[i] = argument_value(h->f, arguments->items[i]);
        h->operands[i] = ast_facts_operand(h->f, h->values[i]);
    }
}

static void drop_arguments(struct handing *h)
{
    g_free(h->values);
    g_free(h->operands);
}

/* Results */

/** Slots for results of unknown functions that point at records: one for each record and function,
 *  since only the type matters. */
static fact_slot giver(struct ast_facts *f, struct ast_facts_record *record)
{
    if (!ast_facts_holds(f, record)) {
        return FACT_NONE;
    }
    void *known = g_hash_table_lookup(f->givers, record);
    if (known) {
        return GPOINTER_TO_UINT(known) - 1;
    }
    fact_slot slot = ast_facts_local(f);
    ast_facts_typed(f, slot, record);
    g_hash_table_insert(f->givers, record, GUINT_TO_POINTER(slot + 1));
    return slot;
}

/** The slot of the call's value. */
static fact_slot result_slot(struct handing *h)
{
    struct ast_facts *f = h->f;
    const struct value *known = ast_facts_known(f->values, h->call->cursor);
    if (known) {
        return known->slot;
    }
    struct value value = ast_facts_held(ast_facts_local(f));
    ast_facts_remember(f->values, h->call->cursor, value);
    return value.slot;
}

/** The slot for the result of callees that this unit does not define. */
static fact_slot unknown_result(struct handing *h)
{
    if (is_tracked(h->type)) {
        return result_slot(h);
    }
    bool record = h->type->class == AST_FACTS_RECORD || h->type->class == AST_FACTS_RECORD_POINTER;
    return record ? giver(h->f, h->type->record) : FACT_NONE;
}

/** The result of a function of this unit: the only callee's is the value itself. */
static void known_result(struct handing *h, unit_id callee, bool only)
{
    struct ast_facts *f = h->f;
    if (!is_tracked(h->type)) {
        return;
    }
    struct value result = ast_facts_held(facts_result(f->facts, callee));
    const struct value *known = ast_facts_known(f->values, h->call->cursor);
    if (only && !known) {
        ast_facts_remember(f->values, h->call->cursor, result);
    } else {
        ast_facts_copy(f, result_slot(h), result);
    }
}

/* Callees */

/** Whether an argument is a number that may be an address. */
static bool may_be_pointer(struct handing *h, CXCursor argument)
{
    const struct ast_facts_type *type = ast_facts_type_of(h->f, argument);
    long long constant;
    return type->class == AST_FACTS_INTEGER && type->wide && !type->array &&
           ast_facts_may_be_address(h->f, argument) && !ast_evaluate(argument, &constant);
}

/** An argument as what has no parameter, or one without prototype, gets it: it is called with the
 *  type that the definition or `va_arg` has, which may be another.
 *  @param system a library gets it, which makes no pointers of numbers */
static struct value without_type(struct handing *h, unsigned argument, bool system)
{
    static const struct ast_facts_type untyped = {.base = BASE_VOID};
    struct ast_facts *f = h->f;
    const struct ast_facts_type *type = ast_facts_type_of(f, h->call->arguments->items[argument]);
    if (!system && may_be_pointer(h, h->call->arguments->items[argument])) {
        return ast_facts_held(facts_integers(f->facts));
    }
    return ast_facts_points_at_function(type)
               ? ast_facts_retype(f, f->owner, h->values[argument], type, &untyped)
               : h->values[argument];
}

/** @param target what the call names, perhaps a declaration without prototype */
static void call_defined(struct handing *h, unit_id callee, CXCursor target, bool only)
{
    struct ast_facts *f = h->f;
    CXCursor definition = clang_getCursorDefinition(target);
    int parameters = clang_Cursor_getNumArguments(definition);
    bool prototype = ast_facts_signature(f, clang_getCursorType(target))[0] != '?';
    for (unsigned i = 0; i < h->count; i++) {
        if ((int)i >= parameters) {
            ast_facts_copy(f, facts_variadic(f->facts, callee), without_type(h, i, false));
            continue;
        }
        CXCursor parameter = clang_Cursor_getArgument(definition, i);
        if (is_tracked(ast_facts_type_of(f, parameter))) {
            ast_facts_copy(f, facts_parameter(f->facts, callee, i),
                           prototype ? h->values[i] : without_type(h, i, false));
        }
    }
    known_result(h, callee, only);
}

static bool is_to_record(const struct ast_facts_type *type)
{
    return type->base == BASE_RECORD && ast_facts_depth(type) == 1 &&
           type->class != AST_FACTS_VA_LIST;
}

/** Whether a pointer is to a function pointer, or to an untyped one. */
static bool is_to_pointer(const struct ast_facts_type *type)
{
    return ast_facts_depth(type) > 1 && (type->base == BASE_FUNCTION || type->base == BASE_VOID);
}

/** Whether a pointer is to a record, or may be to one. */
static bool may_be_records(const struct ast_facts_type *type)
{
    return is_to_record(type) ||
           (ast_facts_depth(type) == 1 && (type->base == BASE_VOID || type->base == BASE_BYTE));
}

/** Whether a pointer is to numbers, of whatever sort, or vectors in which a pointer has room. */
static bool is_to_words(const struct ast_facts_type *type)
{
    bool numbers = type->base == BASE_INTEGER || type->base == BASE_OTHER;
    return ast_facts_depth(type) == 1 && numbers && type->wide_base;
}

/** Pointers in a record are copied to integers, or from them. */
static void link_words(struct ast_facts *f, struct ast_facts_record *record)
{
    ast_facts_link_integers(f, ast_facts_record_insides(f, record, ""));
}

/** A copy of memory: destination and source in the order of the arguments. */
struct copying {
    const struct ast_facts_type *types[2];
    fact_slot places[2];
    unsigned to;
};

/** The type that a place has before it is converted to the pointer that is handed over. */
static const struct ast_facts_type *copied_type(struct ast_facts *f, CXCursor operand)
{
    while (ast_facts_is_wrapper(operand.kind)) {
        CXCursor child = ast_facts_only_child(f, operand);
        if (cursor_is_null(child) || ast_facts_type_of(f, child)->class == AST_FACTS_INTEGER) {
            break;
        }
        operand = child;
    }
    return ast_facts_type_of(f, operand);
}

/** What is copied from or to the place of a pointer may be any field, or an integer that was
 *  one. */
static void look_into(struct handing *h, struct copying *copying, unsigned which)
{
    struct ast_facts *f = h->f;
    const struct ast_facts_type *type = copying->types[which];
    if (is_to_record(type)) {
        copying->places[which] = ast_facts_operand(
            f,
            ast_facts_record_insides(f, type->record, ast_facts_cell(copying->types[1 - which])));
    } else if (is_to_words(type)) {
        ast_facts_link_integers(f, h->values[which]);
    } else if (ast_facts_depth(type) == 1) {
        copying->places[which] = facts_insides(f->facts, f->owner, copying->places[which],
                                               ast_facts_cell(copying->types[1 - which]));
    }
}

static void copy_places(struct ast_facts *f, const struct copying *copying)
{
    fact_slot copied = ast_facts_local(f);
    const char *cell = ast_facts_cell(copying->types[is_to_pointer(copying->types[1])]);
    facts_load(f->facts, f->owner, copied, copying->places[1 - copying->to], cell);
    struct value value =
        ast_facts_retype(f, f->owner, ast_facts_held(copied), copying->types[1 - copying->to],
                         copying->types[copying->to]);
    facts_store(f->facts, f->owner, copying->places[copying->to], value.slot, cell);
}

static bool is_copying(const char *name)
{
    static const char *const names[] = {"memcpy",        "memmove",       "mempcpy", "__memcpy_chk",
                                        "__memmove_chk", "__mempcpy_chk", "bcopy"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/** A pointer to a record, of which a place is copied. */
static bool is_record_cell(const struct ast_facts_type *type)
{
    return type->base == BASE_RECORD && ast_facts_depth(type) == 2 &&
           type->class != AST_FACTS_VA_LIST;
}

/** The copy of a pointer to a record. @return whether it is one */
static bool copy_record_pointer(struct handing *h, const struct copying *copying)
{
    struct ast_facts *f = h->f;
    unsigned source = 1 - copying->to;
    const struct ast_facts_type *to = copying->types[copying->to], *from = copying->types[source];
    if (is_record_cell(to) && is_record_cell(from)) {
        ast_facts_record_as(f, from->record, to->record);
    } else if (is_record_cell(to) && is_to_pointer(from)) {
        ast_facts_used_as(f, ast_facts_read(f, h->values[source], "Pv"), to->record);
    } else if (is_record_cell(from) && is_to_pointer(to)) {
        ast_facts_write(f, h->values[copying->to], ast_facts_record_address(f, from->record), "Pv");
    } else {
        return false;
    }
    return true;
}

/** Whether more is copied than one pointer, or it is not known how much. */
static bool copies_several(struct handing *h)
{
    long long bytes;
    return h->count > 2 && (!ast_evaluate(h->call->arguments->items[2], &bytes) ||
                            bytes > (long long)sizeof(void *));
}

/** For copies between records, the types are known only here; likewise for what is copied from or
 *  to the place of a pointer. */
static void call_copying(struct handing *h, const char *name)
{
    struct ast_facts *f = h->f;
    if (h->count < 2 || !is_copying(name)) {
        return;
    }
    struct copying copying = {.to = strcmp(name, "bcopy") == 0};
    for (unsigned i = 0; i < 2; i++) {
        copying.types[i] = copied_type(f, h->call->arguments->items[i]);
        copying.places[i] = h->operands[i];
    }
    if (copying.types[copying.to]->class == AST_FACTS_VA_LIST) { /* a pointer to one is the list */
        struct value list = ast_facts_va_list(f, h->call->arguments->items[copying.to]);
        ast_facts_copy(f, list.slot, h->values[1 - copying.to]);
        return;
    }
    if (is_to_record(copying.types[0]) && is_to_record(copying.types[1])) {
        ast_facts_overlap(f, copying.types[0]->record, copying.types[1]->record);
        ast_facts_copied(f, copying.types[copying.to]->record);
        return;
    }
    if (copy_record_pointer(h, &copying)) {
        return;
    }
    if (is_to_pointer(copying.types[0]) && is_to_pointer(copying.types[1]) && copies_several(h)) {
        facts_copy_bytes(f->facts, f->owner, h->operands[copying.to], h->operands[1 - copying.to],
                         true);
    }
    bool place = false;
    for (unsigned i = 0; i < 2; i++) {
        if (is_to_pointer(copying.types[1 - i]) && h->operands[i] != FACT_NONE) {
            place = true;
            look_into(h, &copying, i);
        }
    }
    if (place) {
        copy_places(f, &copying);
    } else if (is_to_words(copying.types[0]) && is_to_record(copying.types[1])) {
        link_words(f, copying.types[1]->record);
    } else if (is_to_words(copying.types[1]) && is_to_record(copying.types[0])) {
        link_words(f, copying.types[0]->record);
    } else if (may_be_records(copying.types[0]) && may_be_records(copying.types[1])) {
        facts_copy_bytes(f->facts, f->owner, h->operands[copying.to], h->operands[1 - copying.to],
                         true);
    }
}

static bool hands_nothing(const struct handing *h, fact_slot result)
{
    bool nothing = result == FACT_NONE;
    for (unsigned i = 0; i < h->count && nothing; i++) {
        nothing = h->operands[i] == FACT_NONE;
    }
    return nothing;
}

/** Arguments whose parameters have no type where the call is. */
static void pass_untyped(struct handing *h, unsigned from, bool system)
{
    for (unsigned i = from; i < h->count; i++) {
        h->operands[i] = ast_facts_operand(h->f, without_type(h, i, system));
    }
}

/** Where files disagree about the functions that a function takes, linking converts them; a library
 *  calls them by the types of its parameters. */
static bool takes_functions(const char *signature)
{
    return strstr(signature, "PF") != NULL;
}

static void hand_over(struct handing *h, unit_id callee, fact_slot result)
{
    const struct fact_handing handing = {h->f->owner, h->call->place, result, h->operands,
                                         h->count};
    facts_call_by_name(h->f->facts, &handing, callee);
}

/** Arguments without a parameter lose their types. @return the signature of the callee */
static const char *pass_by_type(struct handing *h, CXCursor target)
{
    CXType type = clang_getCursorType(target);
    const char *signature = ast_facts_signature(h->f, type);
    if (signature[0] == '?' || g_str_has_suffix(signature, "zE")) {
        bool system = ast_in_system(h->f->ast, clang_getCursorLocation(target));
        pass_untyped(h, signature[0] == '?' ? 0 : (unsigned)clang_getNumArgTypes(type), system);
    }
    return signature;
}

static void call_named(struct handing *h, unit_id callee, CXCursor target)
{
    struct ast_facts *f = h->f;
    const char *name = unit_function_at(f->ast->unit, callee)->name;
    ast_facts_show(f, target);
    if (strcmp(name, "syscall") == 0 &&
        ast_facts_is_idle_system_call(f->ast, target, h->call->arguments)) {
        return;
    }
    call_copying(h, name);
    fact_slot result = unknown_result(h);
    const char *signature = pass_by_type(h, target);
    if (result != FACT_NONE || takes_functions(signature)) {
        ast_facts_declare_type(f, callee, target);
    }
    if (!hands_nothing(h, result) || facts_moves_bytes(name)) {
        hand_over(h, callee, result);
    }
}

/** Whether a function of this unit may return memory that it allocates: linking tells its calls
 *  apart. */
static bool may_allocate(const struct handing *h)
{
    return h->type->class == AST_FACTS_POINTER && h->type->base == BASE_VOID &&
           ast_facts_depth(h->type) == 1;
}

static void call_allocator(struct handing *h, unit_id callee, CXCursor target)
{
    fact_slot result = result_slot(h);
    pass_by_type(h, target);
    hand_over(h, callee, result);
}

/** Numbers among the arguments that a type without prototype, or with further arguments, leaves
 *  open: a callee may take them as pointers. */
static void pass_numbers(struct handing *h, const char *signature)
{
    bool open = signature && (signature[0] == '?' || g_str_has_suffix(signature, "zE"));
    for (unsigned i = 0; i < h->count && open; i++) {
        if (may_be_pointer(h, h->call->arguments->items[i])) {
            h->operands[i] = facts_integers(h->f->facts);
        }
    }
}

static void call_pointer(struct handing *h)
{
    struct ast_facts *f = h->f;
    fact_slot pointer = ast_facts_slot(f, ast_facts_value(f, h->call->callee));
    const char *signature = ast_facts_type_of(f, h->call->callee)->signature;
    pass_numbers(h, signature);
    const struct fact_handing handing = {f->owner, h->call->place, unknown_result(h), h->operands,
                                         h->count};
    facts_call(f->facts, &handing, pointer, signature ? signature : "?", NULL);
}

/* Builtins, which become instructions */

static void start_va_list(struct handing *h)
{
    struct ast_facts *f = h->f;
    if (h->count > 0 && f->owner != UNIT_NONE) {
        struct value list =
            ast_facts_type_of(f, h->call->arguments->items[0])->class == AST_FACTS_VA_LIST
                ? ast_facts_va_list(f, h->call->arguments->items[0])
                : h->values[0];
        fact_slot all = facts_variadic(f->facts, f->owner);
        ast_facts_copy(f, list.slot, ast_facts_address(all));
    }
}

static void builtin_value(struct handing *h, struct value value)
{
    if (is_tracked(h->type)) {
        ast_facts_copy(h->f, result_slot(h), value);
    }
}

static void call_builtin(struct handing *h, CXCursor target)
{
    struct ast_facts *f = h->f;
    CXString spelling = clang_getCursorSpelling(target);
    const char *name = clang_getCString(spelling);
    if (strstr(name, "va_start")) {
        start_va_list(h);
    } else if (strstr(name, "va_copy") && h->count == 2 && h->values[0].kind == VALUE_HELD) {
        ast_facts_copy(f, h->values[0].slot, h->values[1]);
    } else if (strstr(name, "alloca")) {
        builtin_value(h, ast_facts_address(ast_facts_local(f)));
    } else if (g_str_has_prefix(name, "__sync_") && h->count > 0) {
        builtin_value(h, ast_facts_atomic(f, h->call->arguments, true));
    } else {
        for (unsigned i = 0; i < h->count; i++) {
            builtin_value(h, h->values[i]);
        }
    }
    clang_disposeString(spelling);
}

/* Calls */

static bool is_name(struct ast_facts *f, CXCursor callee)
{
    return ast_facts_peel(f, callee).kind == CXCursor_DeclRefExpr;
}

static void record_as(struct ast_facts *f, CXType from, CXType to)
{
    const struct ast_facts_type *x = ast_facts_type(f, from), *y = ast_facts_type(f, to);
    if (x->record && y->record && ast_facts_depth(x) == ast_facts_depth(y)) {
        ast_facts_record_as(f, x->record, y->record);
    }
}

/** A function that is named is called as one of another type: so are the records it takes. */
static void call_as_other(struct handing *h, CXCursor target)
{
    CXType called = clang_getCanonicalType(clang_getCursorType(h->call->callee));
    CXType own = clang_getCanonicalType(clang_getCursorType(target));
    called = called.kind == CXType_Pointer ? clang_getPointeeType(called) : called;
    int count = MIN(clang_getNumArgTypes(called), clang_getNumArgTypes(own));
    for (int i = 0; i < count; i++) {
        record_as(h->f, clang_getArgType(called, (unsigned)i), clang_getArgType(own, (unsigned)i));
    }
    if (count >= 0) {
        record_as(h->f, clang_getResultType(own), clang_getResultType(called));
    }
}

static void call_target(struct handing *h, CXCursor reference)
{
    struct ast_facts *f = h->f;
    CXCursor target = clang_getCursorReferenced(reference);
    struct ast_function *function =
        ast_function(f->ast, target, clang_getCursorLocation(reference));
    if (!function) {
        return;
    }
    if (function->id == UNIT_NONE) {
        call_builtin(h, target);
        return;
    }
    if (!is_name(f, h->call->callee)) {
        call_as_other(h, target);
    }
    bool only = h->call->targets->count == 1 && !h->call->open;
    if (cursor_is_null(clang_getCursorDefinition(target))) {
        call_named(h, function->id, target);
    } else if (may_allocate(h)) {
        call_allocator(h, function->id, target);
    } else {
        call_defined(h, function->id, target, only);
    }
}

/** Only this visits what is deeper in a called expression, except calls. */
static enum CXChildVisitResult visit_callee(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (child.kind == CXCursor_CallExpr || child.kind == CXCursor_StmtExpr) {
        return CXChildVisit_Continue;
    }
    ast_facts_visit(data, child);
    return CXChildVisit_Recurse;
}

void ast_facts_call(struct ast_facts *f, const struct ast_facts_call *call)
{
    if (f->owner == UNIT_NONE) {
        return;
    }
    struct handing h = {.f = f, .call = call};
    h.type = ast_facts_type_of(f, call->cursor);
    take_arguments(&h);
    if (!is_name(f, call->callee)) {
        ast_facts_visit(f, call->callee);
        ast_visit_children(f->ast, call->callee, visit_callee, f);
    }
    for (unsigned i = 0; i < call->targets->count; i++) {
        call_target(&h, call->targets->items[i]);
    }
    if (call->open) {
        call_pointer(&h);
    }
    drop_arguments(&h);
}

void ast_facts_cleanup(struct ast_facts *f, CXCursor variable, unit_id callee,
                       struct unit_place place)
{
    const struct ast_facts_type *type = ast_facts_type_of(f, variable);
    bool record = type->class == AST_FACTS_RECORD || type->class == AST_FACTS_RECORD_POINTER;
    struct value address = record ? ast_facts_record_address(f, type->record)
                                  : ast_facts_address(ast_facts_variable(f, variable));
    fact_slot operand = ast_facts_operand(f, address);
    if (f->owner != UNIT_NONE) {
        const struct fact_handing handing = {f->owner, place, FACT_NONE, &operand, 1};
        facts_call_by_name(f->facts, &handing, callee);
    }
}
