/*
 * Walks the instructions of a function and of the pieces outlined from it, and records calls,
 * addresses and mentions. Passes each instruction to facts/ on the way.
 */
#include "ir/ir_stages.h"

#include "ir/facts/ir_facts.h"

#include <llvm/Config/llvm-config.h>
#include <string.h>

#include "text/assembly.h"

/** The function, or an outlined one. */
struct piece {
    LLVMValueRef function;
    struct unit_place from; /**< the place of its call */
};

/** A function being walked, with the outlined pieces of it. */
struct body {
    struct ir *ir;
    unit_id caller;
    LLVMValueRef current;    /**< the function or piece whose instructions these are */
    LLVMValueRef at;         /**< the instruction */
    GArray *pieces;          /**< of struct piece: to be walked, the function first */
    struct unit_place place; /**< place of the instruction; one without has that of the one before
                                  it */
    GHashTable *mentioned;   /**< constants whose functions are recorded */
    struct ir_frame frame;   /**< of the function itself */
};

static LLVMValueRef piece_at(const struct body *body, guint i)
{
    return g_array_index(body->pieces, struct piece, i).function;
}

static void add_piece(struct body *body, LLVMValueRef function, enum ir_role role)
{
    for (guint i = 0; i < body->pieces->len; i++) {
        if (piece_at(body, i) == function) {
            return;
        }
    }
    struct piece piece = {function, body->place};
    g_array_append_val(body->pieces, piece);
    if (role == IR_REGION) {
        struct unit_place place = ir_function_place(body->ir, function);
        if (place.line) {
            unit_add_outlined(body->ir->unit, body->caller, place);
        }
    }
}

/** A function that is named here but not called: needed, and maybe called by other code. */
static void mention(struct body *body, LLVMValueRef value, bool address)
{
    struct ir_function *function = ir_function(body->ir, value);
    if (function->role == IR_OUTLINED || function->role == IR_REGION) {
        add_piece(body, value, function->role);
    } else if (function->id != UNIT_NONE) {
        unit_add_reference(body->ir->unit, body->caller, function->id);
        if (address) {
            unit_add_address(body->ir->unit, function->id, body->place);
        }
    }
}

static void mention_in_data(struct ir *ir, LLVMValueRef value, void *data)
{
    (void)ir;
    mention(data, value, false);
}

static void look_at_operand(struct body *body, LLVMValueRef operand)
{
    if (ir_is_function(operand)) {
        mention(body, operand, true);
    } else if (ir_may_mention(operand) && g_hash_table_add(body->mentioned, operand)) {
        bool plain = !LLVMIsAGlobalVariable(operand) && LLVMGetNumOperands(operand) == 1;
        if (plain && ir_is_function(LLVMGetOperand(operand, 0))) {
            mention(body, LLVMGetOperand(operand, 0), true);
        } else {
            ir_visit_constant(body->ir, operand, mention_in_data, body);
            ir_note_vtable_refs(body->ir, body->caller, operand);
        }
    }
}

/* Calls */

/** The runtime calls its argument at exit, or when an exception is destroyed. */
static void call_back(struct body *body)
{
    unsigned count = LLVMGetNumArgOperands(body->at);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef argument = LLVMGetOperand(body->at, i);
        unit_id id = ir_is_function(argument) ? ir_function_id(body->ir, argument) : UNIT_NONE;
        if (id != UNIT_NONE) {
            unit_add_call(body->ir->unit, body->caller, id, CG_EDGE_CALLBACK, body->place);
            /* The code that exits or catches runs it. */
            bool placed = body->place.file != NULL;
            unit_add_address(body->ir->unit, id,
                             placed ? body->place : ir_function_place(body->ir, argument));
        }
    }
}

/** Block operations up to this constant size become instructions; others, calls of the C
 *  library. */
#define INLINED 128

/** The library function that code for a block operation calls, NULL if none. */
static const char *library_function(LLVMValueRef call, const char *name)
{
    static const char *const blocks[] = {"memcpy", "memmove", "memset"};
    for (size_t i = 0; i < G_N_ELEMENTS(blocks); i++) {
        size_t length = strlen(blocks[i]);
        const char *operation = name + strlen("llvm.");
        if (strncmp(operation, blocks[i], length) == 0 &&
            strncmp(operation + length, ".p", 2) == 0) {
            LLVMValueRef size = LLVMGetOperand(call, 2);
            bool small = LLVMIsAConstantInt(size) && LLVMConstIntGetZExtValue(size) <= INLINED;
            return small ? NULL : blocks[i];
        }
    }
    return NULL;
}

/** Record a call of a function that the module has only by name. */
static void call_named(struct body *body, const char *name, unsigned kind)
{
    struct unit *unit = body->ir->unit;
    unit_id id = unit_function_named(unit, name);
    struct unit_function *function = unit_function_at(unit, id);
    if (!function->linkage) {
        function->linkage = CG_LINKAGE_EXTERNAL;
        function->in_system_header = true;
    }
    unit_add_call(unit, body->caller, id, kind, body->place);
}

/** Whether one variant of a constructor or destructor calls another to do its work, which counts as
 *  no call: complete ones call the base one (2), deleting ones (0) call either. */
static bool is_within(const struct body *body, LLVMValueRef target, unit_id id)
{
    if (id != body->caller) {
        return false;
    }
    const char *from = ir_name(piece_at(body, 0));
    const char *to = ir_name(target);
    while (*from && *from == *to) {
        from++;
        to++;
    }
    return *from && (*from == '0' || *to == '2');
}

/** Suspending with a handle resumes the handle's coroutine. */
static void call_intrinsic(struct body *body, const char *name)
{
    if (ir_resumes(name)) {
        unit_add_open(body->ir->unit, body->caller, NULL, CG_OPEN_COROUTINE, body->place);
    }
    const char *library = library_function(body->at, name);
    if (library) {
        call_named(body, library, CG_EDGE_DIRECT);
    }
}

static void call_target(struct body *body, LLVMValueRef target, unsigned kind)
{
    struct ir_function *function = ir_function(body->ir, target);
    switch (function->role) {
    case IR_INTRINSIC:
        call_intrinsic(body, ir_name(target));
        break;
    case IR_RUNTIME:
        break;
    case IR_OUTLINED:
    case IR_REGION:
        add_piece(body, target, function->role);
        break;
    case IR_ORDINARY:
    case IR_THUNK:
        if (function->id != UNIT_NONE && !is_within(body, target, function->id)) {
            unit_add_call(body->ir->unit, body->caller, function->id, kind, body->place);
        }
        break;
    }
}

static void add_open(struct body *body, const struct ir_callee *callee)
{
    struct unit *unit = body->ir->unit;
    struct unit_place place = body->place;
    if (callee->is_virtual) {
        struct unit_unresolved *open =
            unit_add_open(unit, body->caller, NULL, CG_OPEN_VIRTUAL, place);
        open->receiver = callee->receiver;
        open->slot = callee->slot;
    } else if (callee->open) {
        char *type = LLVMPrintTypeToString(LLVMGetCalledFunctionType(body->at));
        unit_add_open(unit, body->caller, type, CG_OPEN_POINTER, place);
        LLVMDisposeMessage(type);
    }
}

/** Record the call of whatever a value turns out to be. */
static void call_value(struct body *body, LLVMValueRef value)
{
    struct ir_callee callee = {.targets = g_ptr_array_new()};
    ir_resolve(body->ir, value, &callee);
    for (guint i = 0; i < callee.targets->len; i++) {
        call_target(body, callee.targets->pdata[i],
                    callee.is_virtual ? CG_EDGE_VIRTUAL : CG_EDGE_DIRECT);
    }
    add_open(body, &callee);
    g_ptr_array_free(callee.targets, TRUE);
}

static bool may_call(const struct ir *ir, LLVMValueRef assembly)
{
#if LLVM_VERSION_MAJOR >= 18
    size_t length;
    const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
    char *copy = g_ascii_strdown(text, (gssize)length);
    bool may = assembly_may_call(copy, LLVMGetTarget(ir->module));
    g_free(copy);
    return may;
#else
    (void)ir;
    (void)assembly; /* its text is not visible */
    return true;
#endif
}

/** Functions whose address a statement takes by name. */
static void note_named(struct body *body, LLVMValueRef assembly)
{
#if LLVM_VERSION_MAJOR >= 18
    size_t length;
    char *named = assembly_named(LLVMGetInlineAsmAsmString(assembly, &length), ASSEMBLY_LLVM);
    ir_note_named(body->ir, named);
    g_free(named);
#else
    (void)body;
    (void)assembly;
#endif
}

static void look_at_assembly(struct body *body, LLVMValueRef assembly)
{
    note_named(body, assembly);
    if (may_call(body->ir, assembly)) {
        unit_add_open(body->ir->unit, body->caller, NULL, CG_OPEN_ASSEMBLY, body->place);
    }
}

/** Some runtime functions and intrinsics receive functions that they do not keep. */
static bool keeps_arguments(struct body *body, LLVMValueRef callee)
{
    if (!LLVMIsAFunction(callee)) {
        return true;
    }
    const char *name = ir_name(callee);
    if (strncmp(name, "llvm.coro.id", strlen("llvm.coro.id")) == 0) {
        return false;
    }
    if (ir_runtime_calls_back(name)) {
        call_back(body);
        return false;
    }
    return true;
}

/** Points where a garbage collector may run, or where code can be patched in, receive their
 *  callee. */
#define WRAPPED_CALLEE 2

static LLVMValueRef unwrapped(LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    const char *name = LLVMIsAFunction(callee) ? ir_name(callee) : "";
    bool wraps = g_str_has_prefix(name, "llvm.experimental.gc.statepoint") ||
                 g_str_has_prefix(name, "llvm.experimental.patchpoint");
    return wraps ? LLVMGetOperand(call, WRAPPED_CALLEE) : callee;
}

static void look_at_call(struct body *body)
{
    LLVMValueRef value = unwrapped(body->at);
    if (keeps_arguments(body, value)) {
        unsigned count = LLVMGetNumArgOperands(body->at);
        for (unsigned i = 0; i < count; i++) {
            look_at_operand(body, LLVMGetOperand(body->at, i));
        }
    }
    if (LLVMIsAInlineAsm(value)) {
        look_at_assembly(body, value);
        return;
    }
    if (ir_is_privates_map(value, body->current)) {
        return;
    }
    call_value(body, value);
}

/** The extent of a function's code distinguishes lambdas on one line. */
static void widen(struct body *body, const struct unit_place *place)
{
    struct unit_function *function = unit_function_at(body->ir->unit, body->caller);
    uint64_t at = UNIT_POSITION(place->line, place->column);
    if (body->current == piece_at(body, 0) && place->file == function->origin) {
        function->first = function->first && function->first < at ? function->first : at;
        function->last = function->last > at ? function->last : at;
    }
}

static void look_at_instruction(struct body *body)
{
    struct unit_place place = ir_place(body->ir, body->at);
    if (place.file) {
        body->place = place;
        widen(body, &place);
    }
    ir_facts_instruction(body->ir, body->at, body->place);
    switch (LLVMGetInstructionOpcode(body->at)) {
    case LLVMAlloca:
        if (body->current == piece_at(body, 0)) {
            ir_frame_add(&body->frame, body->ir, body->at);
        }
        break;
    case LLVMCall:
    case LLVMInvoke:
    case LLVMCallBr:
        look_at_call(body);
        break;
    default:
        for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(body->at); i++) {
            look_at_operand(body, LLVMGetOperand(body->at, i));
        }
        break;
    }
}

/** A program may define the hooks of -finstrument-functions; the hook of -pg belongs to the
 *  runtime. */
static bool is_hook(const struct body *body, const char *name)
{
    return body->ir->input->runtime || strncmp(name, "__cyg_profile", 13) == 0;
}

/** Later passes add calls on entry and exit (-finstrument-functions, -pg). */
static void call_instrumentation(struct body *body)
{
    static const char *const keys[] = {"instrument-function-entry", "instrument-function-exit",
                                       "instrument-function-entry-inlined",
                                       "instrument-function-exit-inlined"};
    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
        unsigned length;
        LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(
            piece_at(body, 0), LLVMAttributeFunctionIndex, keys[i], (unsigned)strlen(keys[i]));
        const char *value = attribute ? LLVMGetStringAttributeValue(attribute, &length) : NULL;
        if (value && is_hook(body, value)) {
            char *name = g_strndup(value, length);
            call_named(body, ir_plain(name), CG_EDGE_IMPLICIT);
            g_free(name);
        }
    }
}

void ir_walk(struct ir *ir, LLVMValueRef function)
{
    struct body body = {
        .ir = ir,
        .caller = ir_function_id(ir, function),
        .pieces = g_array_new(FALSE, FALSE, sizeof(struct piece)),
        .mentioned = g_hash_table_new(g_direct_hash, g_direct_equal),
    };
    struct piece whole = {function, {NULL, 0, 0}};
    g_array_append_val(body.pieces, whole);
    call_instrumentation(&body);
    ir_facts_begin(ir, function);
    for (guint i = 0; i < body.pieces->len; i++) {
        body.current = piece_at(&body, i);
        body.place = g_array_index(body.pieces, struct piece, i).from;
        g_hash_table_add(ir->walked, body.current);
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(body.current); block;
             block = LLVMGetNextBasicBlock(block)) {
            for (body.at = LLVMGetFirstInstruction(block); body.at;
                 body.at = LLVMGetNextInstruction(body.at)) {
                look_at_instruction(&body);
            }
        }
    }
    ir_frame_note(&body.frame, ir, body.caller, function);
    g_array_free(body.pieces, TRUE);
    g_hash_table_destroy(body.mentioned);
}
