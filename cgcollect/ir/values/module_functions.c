/*
 * Maps functions, aliases and ifuncs of the module to functions of the unit: names, linkage,
 * places.
 */
#include "ir/values/ir_context.h"

#include <string.h>

#include "text/lexical_paths.h"
#include "text/mangled.h"

const char *ir_plain(const char *name)
{
    return name[0] == '\1' ? name + 1 : name;
}

const char *ir_local_name(struct ir *ir, const char *name)
{
    const char *file = path_below(ir->input->root, ir->input->file);
    char *local = g_strdup_printf("%s|%s", name, file);
    const char *kept = unit_string(ir->unit, local);
    g_free(local);
    return kept;
}

const char *ir_name(LLVMValueRef value)
{
    size_t length;
    return ir_plain(LLVMGetValueName2(value, &length));
}

bool ir_is_function(LLVMValueRef value)
{
    while (LLVMIsAGlobalAlias(value)) {
        if (LLVMGetTypeKind(LLVMGlobalGetValueType(value)) == LLVMFunctionTypeKind) {
            return true;
        }
        value = LLVMAliasGetAliasee(value);
    }
    return LLVMIsAFunction(value) || LLVMIsAGlobalIFunc(value);
}

/** Modules may have functions without a name, and names that are not text. */
static char *printable(struct ir *ir, const char *name)
{
    if (!name[0]) {
        return g_strdup_printf("@%u", ir->unnamed++);
    }
    return g_utf8_validate(name, -1, NULL) ? g_strdup(name) : g_strescape(name, NULL);
}

/** Declarations have no place. */
static unit_id add_function(struct ir *ir, LLVMValueRef value, const char *name)
{
    unit_id id = unit_function_named(ir->unit, name);
    struct unit_function *function = unit_function_at(ir->unit, id);
    if (function->linkage == CG_LINKAGE_UNKNOWN) {
        bool weak = LLVMGetLinkage(value) == LLVMExternalWeakLinkage;
        function->linkage = weak ? CG_LINKAGE_WEAK : CG_LINKAGE_EXTERNAL;
    }
    return id;
}

/** The function with a name among its names. */
static unit_id identify(struct ir *ir, LLVMValueRef value, const char *name, enum ir_role role)
{
    const char *target = role == IR_THUNK ? mangled_thunk_target(name) : NULL;
    char *plain = target ? g_strconcat("_Z", target, NULL) : g_strdup(name);
    char *complete = mangled_complete(plain);
    const char *chosen = complete ? complete : plain;
    unit_id id = add_function(ir, value, chosen);
    if (strcmp(chosen, name) != 0) {
        unit_add_name(ir->unit, id, name);
    }
    g_free(complete);
    g_free(plain);
    return id;
}

struct ir_function *ir_function(struct ir *ir, LLVMValueRef value)
{
    struct ir_function *function = g_hash_table_lookup(ir->functions, value);
    if (function) {
        return function;
    }
    char *name = printable(ir, ir_name(value));
    function = g_new(struct ir_function, 1);
    function->id = UNIT_NONE;
    function->role = ir_role(ir, value, name);
    if (function->role == IR_ORDINARY || function->role == IR_THUNK) {
        function->id = identify(ir, value, name, function->role);
    }
    g_hash_table_insert(ir->functions, value, function);
    g_free(name);
    return function;
}

void ir_make_ordinary(struct ir *ir, LLVMValueRef value)
{
    struct ir_function *function = ir_function(ir, value);
    char *name = printable(ir, ir_name(value));
    function->role = IR_ORDINARY;
    function->id = identify(ir, value, name, IR_ORDINARY);
    g_free(name);
}

unit_id ir_function_id(struct ir *ir, LLVMValueRef value)
{
    return ir_function(ir, value)->id;
}

static enum cg_linkage linkage_of(LLVMValueRef value)
{
    if (!ir_name(value)[0]) {
        return CG_LINKAGE_INTERNAL;
    }
    switch (LLVMGetLinkage(value)) {
    case LLVMInternalLinkage:
    case LLVMPrivateLinkage:
        return CG_LINKAGE_INTERNAL;
    case LLVMAvailableExternallyLinkage:
    case LLVMLinkOnceAnyLinkage:
    case LLVMLinkOnceODRLinkage:
    case LLVMWeakAnyLinkage:
    case LLVMWeakODRLinkage:
    case LLVMCommonLinkage:
    case LLVMExternalWeakLinkage:
        return CG_LINKAGE_WEAK;
    default:
        return CG_LINKAGE_EXTERNAL;
    }
}

/** Whether the object has a definition that this file may leave unused: not so of inline functions,
 * and of instances of templates that are not explicit, which every file that uses them has. */
static bool is_offered(LLVMValueRef value)
{
    LLVMLinkage linkage = LLVMGetLinkage(value);
    return linkage == LLVMExternalLinkage || linkage == LLVMWeakAnyLinkage ||
           linkage == LLVMWeakODRLinkage;
}

/** Functions that the compiler makes up have no line; internal ones need a file all the same. */
static const char *origin_of(struct ir *ir, LLVMValueRef value, const struct unit_place *place)
{
    if (place->file) {
        return place->file;
    }
    bool internal = linkage_of(value) == CG_LINKAGE_INTERNAL;
    return internal ? unit_string(ir->unit, path_below(ir->input->root, ir->input->file)) : NULL;
}

/** The pieces that a coroutine is split into when compiled further. */
static void name_pieces(struct ir *ir, unit_id id, LLVMValueRef function)
{
    if (!ir_is_coroutine(function)) {
        return;
    }
    static const char *const pieces[] = {".resume", ".destroy", ".cleanup"};
    for (size_t i = 0; i < G_N_ELEMENTS(pieces); i++) {
        char *name = g_strconcat(unit_function_at(ir->unit, id)->name, pieces[i], NULL);
        unit_add_name(ir->unit, id, name);
        g_free(name);
    }
    unit_add_address(ir->unit, id, ir_function_place(ir, function));
}

void ir_define(struct ir *ir, LLVMValueRef value)
{
    struct ir_function *known = ir_function(ir, value);
    if (known->id == UNIT_NONE || known->role == IR_THUNK) {
        return;
    }
    struct unit_place place = ir_function_place(ir, value);
    const char *origin = origin_of(ir, value, &place);
    struct unit_function *function = unit_function_at(ir->unit, known->id);
    function->linkage = linkage_of(value);
    function->offered = is_offered(value);
    if (!(function->defined & UNIT_AST)) {
        function->origin = origin ? origin : function->origin;
    }
    function->line = function->line ? function->line : place.line;
    unit_define(ir->unit, known->id);
    if (LLVMIsAFunction(value)) {
        name_pieces(ir, known->id, value);
    }
}
