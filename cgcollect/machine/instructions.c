/*
 * Classifies instructions by their text. LLVM-C shows no more of an instruction than its text, and,
 * by a callback, the addresses of its operands.
 */
#include "machine/instructions.h"

#include <elf.h>
#include <glib.h>
#include <string.h>

#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>

#include "text/identifiers.h"

/** Longer than the text of any instruction. */
#define LINE_SIZE 256

/** LLVM-C takes bytes that it may change: it gets a copy of as many as an instruction has. */
#define LONGEST 16

/** A state of a processor, in which bytes mean other instructions. */
struct state {
    LLVMDisasmContextRef context;
    struct instruction *reading; /**< what the callback fills */
};

struct instructions {
    unsigned machine;
    struct state usual;
    struct state thumb;
};

/* Addresses */

static const char *note_address(void *data, uint64_t value, uint64_t *type, uint64_t pc,
                                const char **name)
{
    struct state *state = data;
    (void)pc;
    if (*type == LLVMDisassembler_ReferenceType_In_Branch) {
        state->reading->has_target = true;
        state->reading->target = value;
    } else if (*type != LLVMDisassembler_ReferenceType_InOut_None) {
        state->reading->has_reference = true;
        state->reading->reference = value;
    }
    *type = LLVMDisassembler_ReferenceType_InOut_None;
    *name = NULL;
    return NULL;
}

static LLVMDisasmContextRef context_of(struct state *state, const char *triple,
                                       const char *features)
{
    LLVMInitializeAllTargetInfos();
    LLVMInitializeAllTargetMCs();
    LLVMInitializeAllDisassemblers();
    return LLVMCreateDisasmCPUFeatures(triple, "", features, state, 0, NULL, note_address);
}

/* Text */

/** An instruction in words. */
struct words {
    char *mnemonic; /**< without prefixes */
    char *operands; /**< "" if there are none */
};

static bool is_prefix(const char *word)
{
    static const char *const prefixes[] = {"rep",      "repe",     "repz",   "repne",  "repnz",
                                           "bnd",      "notrack",  "lock",   "data16", "data32",
                                           "xacquire", "xrelease", "addr32", "rex64",  NULL};
    return g_strv_contains(prefixes, word);
}

/** Split a line, which is changed. A prefix is a line of its own, or before the mnemonic. */
static struct words split_instruction(char *line)
{
    struct words words = {line, line + strlen(line)};
    do {
        words.mnemonic += strspn(words.mnemonic, " \t");
        char *end = words.mnemonic + strcspn(words.mnemonic, " \t");
        words.operands = *end ? end + 1 + strspn(end + 1, " \t") : end;
        *end = '\0';
        if (!is_prefix(words.mnemonic) || !*words.operands) {
            return words;
        }
        words.mnemonic = words.operands;
    } while (true);
}

/* x86: AT&T syntax. An indirect operand begins with a star. */

/** Transfers by segment, or to another privilege. */
static bool is_far(const char *mnemonic)
{
    static const char *const far[] = {"lcall",  "ljmp",    "iret",  "lret",
                                      "sysret", "sysexit", "uiret", NULL};

    return word_begins_like(mnemonic, far);
}

static enum flow flow_on_x86(const char *mnemonic)
{
    static const char *const ends[] = {"retl", "retq", "retw", NULL};
    static const char *const branches[] = {"loop", "loope", "loopne", "xbegin", NULL};
    static const char *const traps[] = {"hlt", "ud1l", "ud2", NULL};
    if (g_str_has_prefix(mnemonic, "call") || g_str_has_prefix(mnemonic, "lcall")) {
        return FLOW_CALL;
    }
    if (g_str_has_prefix(mnemonic, "jmp") || is_far(mnemonic)) {
        return FLOW_JUMP;
    }
    if (g_strv_contains(ends, mnemonic)) {
        return FLOW_END;
    }
    if (g_strv_contains(traps, mnemonic)) {
        return FLOW_TRAP;
    }
    return mnemonic[0] == 'j' || g_strv_contains(branches, mnemonic) ? FLOW_BRANCH : FLOW_NEXT;
}

/** Whether an instruction writes the stack pointer with something else than the frame pointer, or
 *  sums with numbers. */
static bool moves_stack_on_x86(const struct words *words)
{
    const char *to = strrchr(words->operands, ',');
    to = to ? to + 1 + strspn(to + 1, " ") : words->operands;
    bool target = strcmp(to, "%rsp") == 0 || strcmp(to, "%esp") == 0;
    bool frame =
        g_str_has_prefix(words->operands, "%rbp") || g_str_has_prefix(words->operands, "%ebp");
    bool exchanges = g_str_has_prefix(words->mnemonic, "xchg") &&
                     (strstr(words->operands, "%rsp") || strstr(words->operands, "%esp"));
    bool moves =
        g_str_has_prefix(words->mnemonic, "mov") || g_str_has_prefix(words->mnemonic, "pop");
    return exchanges || (target && moves && !frame);
}

static void classify_x86(struct instruction *out, const struct words *words)
{
    static const char *const system[] = {"syscall", "sysenter", "int", NULL};
    out->flow = flow_on_x86(words->mnemonic);
    out->far = is_far(words->mnemonic);
    out->indirect = words->operands[0] == '*' || out->far;
    out->makes_address = g_str_has_prefix(words->mnemonic, "lea") || strchr(words->operands, '$');
    out->system = g_strv_contains(system, words->mnemonic);
    out->moves_stack = moves_stack_on_x86(words);
    bool exchanges = g_str_has_prefix(words->mnemonic, "xchg"); /* in either order */
    bool copies = g_str_has_prefix(words->mnemonic, "mov") || exchanges;
    out->saves_stack = (copies && (g_str_has_prefix(words->operands, "%rsp, %") ||
                                   g_str_has_prefix(words->operands, "%esp, %"))) ||
                       (exchanges && words->operands[0] == '%' && out->moves_stack);
    bool word = strcmp(words->mnemonic, "movq") == 0 || strcmp(words->mnemonic, "movl") == 0;
    out->puts_return = g_str_has_prefix(words->mnemonic, "push") ||
                       (word && (g_str_has_suffix(words->operands, ", (%rsp)") ||
                                 g_str_has_suffix(words->operands, ", (%esp)")));
}

/** Instructions of VIA's PadLock that LLVM does not know, such as `xsha512` and `ccs_hash`: they
 * are about memory alone. */
#define PADLOCK_LENGTH 4

static bool is_padlock(const uint8_t *bytes, uint64_t size)
{
    return size >= PADLOCK_LENGTH && bytes[0] == 0xf3 && bytes[1] == 0x0f &&
           (bytes[2] == 0xa6 || bytes[2] == 0xa7) && bytes[3] >= 0xc0;
}

/* AArch64: blr, br and ret have variants with pointer authentication. */

static void classify_aarch64(struct instruction *out, const struct words *words)
{
    static const char *const branches[] = {"cbz", "cbnz", "tbz", "tbnz", NULL};
    const char *mnemonic = words->mnemonic;
    out->makes_address = g_str_has_prefix(mnemonic, "adr");
    out->system = strcmp(mnemonic, "svc") == 0;
    if (g_str_has_prefix(mnemonic, "bl")) {
        out->flow = FLOW_CALL;
        out->indirect = mnemonic[2] != '\0';
    } else if (g_str_has_prefix(mnemonic, "br") && !g_str_has_prefix(mnemonic, "brk")) {
        out->flow = FLOW_JUMP;
        out->indirect = true;
    } else if (strcmp(mnemonic, "b") == 0) {
        out->flow = FLOW_JUMP;
    } else if (g_str_has_prefix(mnemonic, "b.") || g_str_has_prefix(mnemonic, "bc.") ||
               g_strv_contains(branches, mnemonic)) {
        out->flow = FLOW_BRANCH;
    } else if (g_str_has_prefix(mnemonic, "ret") || g_str_has_prefix(mnemonic, "eret") ||
               strcmp(mnemonic, "udf") == 0) {
        out->flow = FLOW_END;
    }
}

/* ARM and Thumb: any instruction may have a condition, and may write the program counter. */

static bool has_condition(const char *rest)
{
    static const char *const conditions[] = {"eq", "ne", "hs", "lo", "mi", "pl", "vs", "vc", "hi",
                                             "ls", "ge", "lt", "gt", "le", "cs", "cc", NULL};
    char condition[3] = {0};
    g_strlcpy(condition, rest, sizeof condition);
    return g_strv_contains(conditions, condition);
}

/** Whether a mnemonic is a word, perhaps with a condition and a width. */
static bool is_like(const char *mnemonic, const char *word, bool *condition)
{
    if (!g_str_has_prefix(mnemonic, word)) {
        return false;
    }
    const char *rest = mnemonic + strlen(word);
    *condition = has_condition(rest);
    rest += *condition ? 2 : 0;
    return !*rest || *rest == '.';
}

/** Whether an instruction writes the program counter: it is the first operand, or in a list. */
static bool writes_counter(const struct words *words)
{
    static const char *const stores[] = {"st", "push", "cmp", "tst", "teq", "cmn", "pld", NULL};
    for (const char *const *store = stores; *store; store++) {
        if (g_str_has_prefix(words->mnemonic, *store)) {
            return false;
        }
    }
    const char *list = strchr(words->operands, '{');
    return g_regex_match_simple("^pc\\b", words->operands, 0, 0) ||
           (list && g_regex_match_simple("\\bpc\\b", list, 0, 0));
}

/** Whether a mnemonic has a condition at its end, perhaps before a width. */
static bool ends_with_condition(const char *mnemonic)
{
    /* They set flags. */
    static const char *const others[] = {"movs", "lsls", "adcs", "sbcs", "rscs", "bics"};
    size_t length = strcspn(mnemonic, ".");
    bool other = false;
    for (size_t i = 0; i < G_N_ELEMENTS(others); i++) {
        other = other || (length == strlen(others[i]) && g_str_has_prefix(mnemonic, others[i]));
    }
    return !other && length > 2 && has_condition(mnemonic + length - 2);
}

static void classify_arm(struct instruction *out, const struct words *words)
{
    out->system = g_str_has_prefix(words->mnemonic, "svc");
    bool condition = false;
    const char *mnemonic = words->mnemonic;
    bool returns = strcmp(words->operands, "lr") == 0;
    if (is_like(mnemonic, "bl", &condition) || is_like(mnemonic, "blx", &condition)) {
        out->flow = FLOW_CALL;
        out->indirect = g_ascii_isalpha(words->operands[0]); /* a register */
    } else if (is_like(mnemonic, "b", &condition)) {
        out->flow = condition ? FLOW_BRANCH : FLOW_JUMP;
    } else if (strcmp(mnemonic, "cbz") == 0 || strcmp(mnemonic, "cbnz") == 0) {
        out->flow = FLOW_BRANCH;
    } else if (is_like(mnemonic, "bx", &condition) || is_like(mnemonic, "bxj", &condition)) {
        out->flow = condition ? FLOW_BRANCH : FLOW_JUMP;
        out->indirect = !returns;
        out->flow = returns ? (condition ? FLOW_NEXT : FLOW_END) : out->flow;
    } else if (g_str_has_prefix(mnemonic, "tbb") || g_str_has_prefix(mnemonic, "tbh")) {
        out->flow = FLOW_JUMP;
        out->indirect = true;
    } else if (g_str_has_prefix(mnemonic, "bxns") || g_str_has_prefix(mnemonic, "blxns")) {
        out->flow = mnemonic[1] == 'l' ? FLOW_CALL : FLOW_BRANCH;
        out->indirect = true;
    } else if (writes_counter(words)) {
        bool back = g_str_has_prefix(mnemonic, "pop") || g_str_has_prefix(mnemonic, "ldm") ||
                    (g_str_has_prefix(mnemonic, "mov") && g_str_has_suffix(words->operands, "lr"));
        bool always = !ends_with_condition(mnemonic);
        out->flow = back ? (always ? FLOW_END : FLOW_NEXT) : (always ? FLOW_JUMP : FLOW_BRANCH);
        out->indirect = !back;
    }
}

/* All */

static void classify(const struct instructions *instructions, struct instruction *out, char *line)
{
    struct words words = split_instruction(line);
    out->flow = FLOW_NEXT;
    out->registers = registers_of(instructions->machine, words.mnemonic, words.operands);
    out->idle = g_str_has_prefix(words.mnemonic, "nop") || strcmp(words.mnemonic, "int3") == 0;
    switch (instructions->machine) {
    case EM_AARCH64:
        classify_aarch64(out, &words);
        break;
    case EM_ARM:
        classify_arm(out, &words);
        break;
    default:
        classify_x86(out, &words);
        break;
    }
}

/** How far the next instruction is at least, where lengths are fixed. */
static size_t shortest(const struct instructions *instructions, bool thumb)
{
    return instructions->machine == EM_AARCH64 || (instructions->machine == EM_ARM && !thumb) ? 4
           : instructions->machine == EM_ARM                                                  ? 2
                                                                                              : 0;
}

struct instructions *instructions_new(unsigned machine)
{
    static const struct {
        unsigned machine;
        const char *triple;
        const char *features;
    } known[] = {
        {EM_X86_64, "x86_64-unknown-linux-gnu", ""},
        {EM_386, "i386-unknown-linux-gnu", ""},
        {EM_AARCH64, "aarch64-unknown-linux-gnu", "+all"},
        {EM_ARM, "armv8a-none-eabi", ""},
    };
    struct instructions *instructions = g_new0(struct instructions, 1);
    instructions->machine = machine;
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++) {
        if (known[i].machine == machine) {
            instructions->usual.context =
                context_of(&instructions->usual, known[i].triple, known[i].features);
        }
    }
    if (machine == EM_ARM) {
        instructions->thumb.context =
            context_of(&instructions->thumb, "thumbv8.1m.main-none-eabi", "+mve.fp,+fp64");
    }
    if (!instructions->usual.context) {
        instructions_free(instructions);
        return NULL;
    }
    return instructions;
}

void instructions_free(struct instructions *instructions)
{
    if (!instructions) {
        return;
    }
    if (instructions->usual.context) {
        LLVMDisasmDispose(instructions->usual.context);
    }
    if (instructions->thumb.context) {
        LLVMDisasmDispose(instructions->thumb.context);
    }
    g_free(instructions);
}

static bool is_x86(const struct instructions *instructions)
{
    return instructions->machine == EM_X86_64 || instructions->machine == EM_386;
}

struct instruction instructions_read(struct instructions *instructions, const uint8_t *bytes,
                                     uint64_t size, uint64_t at, bool thumb)
{
    char line[LINE_SIZE] = "";
    uint8_t copy[LONGEST];
    struct instruction instruction = {.flow = FLOW_UNKNOWN};
    struct state *state = thumb ? &instructions->thumb : &instructions->usual;
    size_t count = (size_t)MIN((uint64_t)LONGEST, size - at);
    memcpy(copy, bytes + at, count);
    state->reading = &instruction;
    if (state->context) {
        instruction.length =
            LLVMDisasmInstruction(state->context, copy, count, at, line, sizeof line);
    }
    if (instruction.length) {
        classify(instructions, &instruction, line);
    } else if (is_x86(instructions) && is_padlock(bytes + at, size - at)) {
        instruction = (struct instruction){.length = PADLOCK_LENGTH, .flow = FLOW_NEXT};
    } else {
        instruction.length = shortest(instructions, thumb);
    }
    return instruction;
}
