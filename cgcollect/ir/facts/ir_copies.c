/*
 * Distinguishes loaded and stored integers that may be copies of pointers from numbers that are
 * only computed with or compared.
 */
#include "ir/facts/ir_facts_parts.h"

/* Integers that may be a copy of a pointer, or of a piece of one. A loaded number that is only
 * compared or computed with is none. */

/** More uses of one number are rare; it then counts as copied. */
#define MOST_USES 64u

/** The uses of a number. */
struct following {
    GPtrArray *numbers; /**< the values it becomes, each once */
    bool piece;         /**< of a pointer: arithmetic makes another value of it */
    bool copied;
};

static void follow(struct following *f, LLVMValueRef number)
{
    if (!g_ptr_array_find(f->numbers, number, NULL)) {
        g_ptr_array_add(f->numbers, number);
        f->copied = f->copied || f->numbers->len > MOST_USES;
    }
}

/** A local variable that is only loaded and stored: what is loaded is what was stored. */
static void follow_variable(struct following *f, LLVMValueRef variable)
{
    f->copied = f->copied || !LLVMIsAAllocaInst(variable);
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use && !f->copied; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user)) {
            follow(f, user);
        } else {
            f->copied = !LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != variable;
        }
    }
}

/** A piece may be taken apart and put together again bit by bit. */
static bool is_sum(LLVMValueRef value)
{
    switch (LLVMIsABinaryOperator(value) ? LLVMGetInstructionOpcode(value) : LLVMOr) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        return true;
    default:
        return false;
    }
}

/** A truth value, which the compiler keeps in a byte: no piece of a pointer. */
static bool is_truth(LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1;
}

static void look_at_user(struct following *f, LLVMValueRef user, LLVMValueRef number)
{
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMICmp:
    case LLVMSwitch:
    case LLVMGetElementPtr:
    case LLVMUIToFP:
    case LLVMSIToFP:
        break;
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMFreeze:
    case LLVMPHI:
    case LLVMSelect:
        if (!is_truth(user)) {
            follow(f, user);
        }
        break;
    case LLVMStore:
        if (LLVMGetOperand(user, 0) == number) {
            follow_variable(f, LLVMGetOperand(user, 1));
        }
        break;
    default:
        f->copied = f->copied || !f->piece || !is_sum(user);
        break;
    }
}

/* Pieces */

/** The widths of the integers by which a function counts addresses, as a sum of powers of two. */
static unsigned widths_counted(LLVMValueRef function)
{
    unsigned widths = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
            widths |= LLVMIsAGetElementPtrInst(i)
                          ? ir_width(ir_element_type(LLVMGetGEPSourceElementType(i)))
                          : 0;
        }
    }
    return widths;
}

bool ir_may_copy_piece(struct ir_facts *f, LLVMValueRef access, LLVMTypeRef type)
{
    unsigned width = ir_width(type);
    if (ir_is_word(f, type) || width <= IR_BYTE) {
        return true; /* other bytes of the pointer may be copied by other calls */
    }
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(access));
    if (f->counting != function) {
        f->counting = function;
        f->widths = widths_counted(function);
    }
    return f->widths & (width | IR_BYTE);
}

bool ir_is_copied(const struct ir_facts *facts, LLVMValueRef load)
{
    struct following f = {.numbers = g_ptr_array_new(),
                          .piece = !ir_is_word(facts, LLVMTypeOf(load))};
    follow(&f, load);
    for (guint i = 0; i < f.numbers->len && !f.copied; i++) {
        LLVMValueRef number = g_ptr_array_index(f.numbers, i);
        for (LLVMUseRef use = LLVMGetFirstUse(number); use && !f.copied;
             use = LLVMGetNextUse(use)) {
            look_at_user(&f, LLVMGetUser(use), number);
        }
    }
    g_ptr_array_free(f.numbers, TRUE);
    return f.copied;
}

/** Whether a number counts the elements of an array that is allocated: the compiler multiplies it
 *  by their size, and stores it before them. */
static bool is_array_count(LLVMValueRef number)
{
    bool is = false;
    for (LLVMUseRef use = LLVMGetFirstUse(number); use && !is; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        const char *name = LLVMIsACallInst(user) ? ir_name(LLVMGetCalledValue(user)) : "";
        is = g_str_has_prefix(name, "llvm.umul.with.overflow.") &&
             LLVMIsAConstantInt(LLVMGetOperand(user, 1));
    }
    return is;
}

bool ir_is_computed(const struct ir_facts *facts, LLVMValueRef number)
{
    bool piece = !ir_is_word(facts, LLVMTypeOf(number));
    if (is_array_count(number)) {
        return true;
    }
    while (LLVMIsAZExtInst(number) || LLVMIsASExtInst(number) || LLVMIsATruncInst(number)) {
        number = LLVMGetOperand(number, 0);
        if (is_truth(number)) {
            return true;
        }
    }
    return LLVMIsAConstant(number) || LLVMIsACmpInst(number) || LLVMIsAFPToSIInst(number) ||
           LLVMIsAFPToUIInst(number) || (piece && is_sum(number));
}
