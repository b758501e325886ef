/*
 * Writes the types of functions and of calls through pointers: how values are passed, by the IR,
 * and behind it the type of the source. `-fsanitize=cfi-icall` makes the compiler attach that type
 * to functions, and test pointers for it before it calls them
 * (https://clang.llvm.org/docs/ControlFlowIntegrityDesign.html#forward-edge-cfi-for-indirect-function-calls).
 */
#include "ir/facts/ir_facts_parts.h"

#include <string.h>

#include "text/mangled_type.h"

static char class_of(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind:
        return 'v';
    case LLVMIntegerTypeKind:
        return 'i';
    case LLVMPointerTypeKind:
        return 'p';
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind:
        return 'f';
    default:
        return 's';
    }
}

static GString *lowered(LLVMTypeRef type)
{
    unsigned count = LLVMCountParamTypes(type);
    LLVMTypeRef *parameters = g_new(LLVMTypeRef, count + 1);
    GString *text = g_string_new("~");
    LLVMGetParamTypes(type, parameters);
    g_string_append_c(text, class_of(LLVMGetReturnType(type)));
    g_string_append_c(text, '(');
    for (unsigned i = 0; i < count; i++) {
        g_string_append_c(text, class_of(parameters[i]));
    }
    g_string_append(text, LLVMIsFunctionVarArg(type) ? ".)" : ")");
    g_free(parameters);
    return text;
}

char *ir_signature_of_type(LLVMTypeRef type)
{
    return g_string_free(lowered(type), FALSE);
}

/** The type of a function in metadata, by name. A type that is internal to the file has none.
 *  @return NULL if there is none; release with g_free */
static char *named_type(LLVMValueRef type)
{
    char *name = type && LLVMIsAMDString(type) ? ir_type_name(type) : NULL;
    char *signature = name ? mangled_function_type(name) : NULL;
    g_free(name);
    return signature;
}

static void append_type(GString *signature, char *type)
{
    g_string_append(signature, type ? type : "");
    g_free(type);
}

/** The type of which a pointer is tested, through conversions of the pointer. */
static LLVMValueRef tested_type(LLVMValueRef pointer)
{
    LLVMValueRef type = ir_tested_type(pointer);
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use && !type; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        type = LLVMIsABitCastInst(user) ? ir_tested_type(user) : NULL;
    }
    return type;
}

char *ir_signature_of_call(LLVMValueRef call, LLVMValueRef callee)
{
    GString *signature = lowered(LLVMGetCalledFunctionType(call));
    append_type(signature, LLVMIsAConstant(callee) ? NULL : named_type(tested_type(callee)));
    return g_string_free(signature, FALSE);
}

/** What the compiler says of the type of a function. */
struct own_type {
    bool plain;      /**< it has a type that is not one of pointers to members */
    char *signature; /**< that of the source; NULL: unknown, as one that is internal to the file */
};

/** Types of pointers to members begin so. A type that is internal to the file has no name. */
#define MEMBER_TYPE "_ZTSM"

static void add_type(struct own_type *type, LLVMValueRef value)
{
    char *name = value && LLVMIsAMDString(value) ? ir_type_name(value) : NULL;
    type->plain = type->plain || !name || !g_str_has_prefix(name, MEMBER_TYPE);
    type->signature = type->signature || !name ? type->signature : mangled_function_type(name);
    g_free(name);
}

static struct own_type type_of_function(struct ir *ir, LLVMValueRef function)
{
    size_t count;
    struct own_type type = {false, NULL};
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(function, &count);
    for (unsigned i = 0; i < count; i++) {
        if (LLVMValueMetadataEntriesGetKind(entries, i) == ir->type_kind) {
            uint64_t offset;
            add_type(&type, ir_point(ir, LLVMValueMetadataEntriesGetMetadata(entries, i), &offset));
        }
    }
    LLVMDisposeValueMetadataEntries(entries);
    return type;
}

/** Whether a name is that of a member of a class, of a closure, or of a thunk. Parts of functions
 *  that the compiler makes functions have a dot in their names. */
static bool is_member_name(const char *name)
{
    static const char *const begins[] = {"_ZN", "_ZZ", "_ZTh", "_ZTv", "_ZTc"};
    bool is = false;
    for (size_t i = 0; i < G_N_ELEMENTS(begins) && !is; i++) {
        is = g_str_has_prefix(name, begins[i]);
    }
    bool takes_object =
        g_str_has_prefix(name, "_ZNH"); /* C++23: its address is that of a function */
    return is && !takes_object && !strchr(name, '.');
}

/** Where calls are tested, all plain functions have types, and others are called with an object. */
static bool is_method(struct ir *ir, LLVMValueRef function)
{
    static const char tests[] = "CFI Canonical Jump Tables";
    return is_member_name(ir_name(function)) &&
           LLVMGetModuleFlag(ir->module, tests, sizeof tests - 1);
}

void ir_signature_facts(struct ir_facts *f, unit_id function, LLVMValueRef value)
{
    GString *signature = lowered(LLVMGlobalGetValueType(value));
    if (LLVMIsAFunction(value)) {
        struct own_type type = type_of_function(f->ir, value);
        bool method = !type.plain && is_method(f->ir, value);
        append_type(signature, method ? g_strdup(FACTS_METHODS) : type.signature);
    }
    facts_signature(f->facts, function, signature->str);
    g_string_free(signature, TRUE);
}
