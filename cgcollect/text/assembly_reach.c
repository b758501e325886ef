/*
 * Recognises assembler statements that do nothing but move and compute: all they leave behind comes
 * from their operands, or from memory that these lead to. A list says which instructions are that.
 * Whatever is not in it, another symbol or a special register, may come from anywhere.
 */
#include "text/assembly.h"

#include <glib.h>
#include <string.h>

#include "text/identifiers.h"

#define BLANKS " \t\r\v\f"
#define MNEMONIC "abcdefghijklmnopqrstuvwxyz0123456789._"

/** A statement being read. */
struct statement {
    const char *operands;
    enum assembly_form form;
};

/* Instructions */

/** Those of x86 that may end in the letter of an operand's size. */
static bool is_sized(const char *word, size_t length)
{
    static const char *const stems[] = {
        "add",    "adc",   "sub",   "sbb",  "mul",  "imul", "div",  "idiv",  "inc",   "dec",
        "neg",    "not",   "and",   "or",   "xor",  "test", "lea",  "shl",   "shr",   "sal",
        "sar",    "rol",   "ror",   "rcl",  "rcr",  "shld", "shrd", "bsf",   "bsr",   "bt",
        "bts",    "btr",   "btc",   "mulx", "adcx", "adox", "rorx", "shlx",  "shrx",  "sarx",
        "andn",   "bextr", "bzhi",  "pdep", "pext", "blsi", "blsr", "xadd",  "bswap", "popcnt",
        "blsmsk", "lzcnt", "tzcnt", "xchg", "lods", "stos", "scas", "crc32", NULL};
    bool sized = length > 1 && strchr("bwlq", word[length - 1]);
    return word_part_is_one_of(word, length, stems) ||
           (sized && word_part_is_one_of(word, length - 1, stems));
}

static bool moves_on_x86(const char *word, size_t length)
{
    static const char *const whole[] = {
        "cbw",    "cbtw",   "cwd",    "cwtd",   "cwde",   "cwtl",       "cdq",   "cltd",
        "cdqe",   "cltq",   "cqo",    "cqto",   "clc",    "stc",        "cmc",   "cld",
        "std",    "lahf",   "sahf",   "nop",    "pause",  "xlat",       "cpuid", "rdtsc",
        "rdtscp", "xgetbv", "mfence", "lfence", "sfence", "vzeroupper", "lock",  "rep",
        "repe",   "repz",   "repne",  "repnz",  NULL};
    /* With those of vectors; each may have a v before it. */
    static const char *const beginnings[] = {
        "mov",  "cmov",  "set",   "cmp",  "prefetch",  "clflush",    "rdrand", "rdseed",  "padd",
        "psub", "pmul",  "pmadd", "pand", "por",       "pxor",       "pcmp",   "pshuf",   "punpck",
        "psll", "psrl",  "psra",  "pack", "palignr",   "pinsr",      "pextr",  "pblend",  "pmin",
        "pmax", "pavg",  "pabs",  "psad", "ptest",     "pmov",       "pclmul", "aes",     "addp",
        "adds", "subp",  "subs",  "mulp", "muls",      "divp",       "divs",   "xorp",    "andp",
        "sqrt", "shufp", "unpck", "cvt",  "broadcast", "pbroadcast", "insert", "extract", NULL};
    return is_sized(word, length) || word_part_is_one_of(word, length, whole) ||
           word_begins_like(word, beginnings) ||
           (*word == 'v' && word_begins_like(word + 1, beginnings));
}

/** Those of ARM, AArch64, RISC-V, MIPS and Power. */
static bool moves_on_others(const char *word, size_t length)
{
    static const char *const whole[] = {
        "adds",   "adcs",   "subs",   "sbc",    "sbcs",   "rsb",    "rsbs",   "umull",  "umulh",
        "umlal",  "umaal",  "smull",  "smulh",  "smlal",  "madd",   "msub",   "mla",    "mls",
        "umaddl", "ands",   "orr",    "orrs",   "eor",    "eors",   "bic",    "bics",   "lsl",
        "lsls",   "lsr",    "lsrs",   "asr",    "asrs",   "rors",   "mvn",    "mvns",   "cmn",
        "tst",    "teq",    "ldr",    "ldrb",   "ldrh",   "ldrsb",  "ldrsh",  "ldrsw",  "ldrd",
        "ldp",    "str",    "strb",   "strh",   "strd",   "stp",    "ldxr",   "ldxrb",  "ldxrh",
        "ldaxr",  "ldaxrb", "ldaxrh", "ldaxp",  "ldxp",   "stxr",   "stxrb",  "stxrh",  "stlxr",
        "stlxrb", "stlxrh", "stlxp",  "stxp",   "ldrex",  "ldrexb", "ldrexh", "ldrexd", "strex",
        "strexb", "strexh", "strexd", "ldar",   "ldarb",  "ldarh",  "stlr",   "stlrb",  "stlrh",
        "cas",    "casa",   "casal",  "casl",   "swp",    "swpa",   "swpal",  "ldadd",  "ldaddal",
        "clrex",  "rev",    "rev16",  "rev32",  "clz",    "rbit",   "csel",   "cset",   "csinc",
        "csinv",  "csneg",  "cinc",   "ubfx",   "sbfx",   "bfi",    "bfc",    "bfxil",  "extr",
        "uxtb",   "uxth",   "sxtb",   "sxth",   "sxtw",   "udiv",   "sdiv",   "dmb",    "dsb",
        "isb",    "yield",  "wfe",    "sev",    "addi",   "addiu",  "addu",   "subu",   "subf",
        "ld",     "lw",     "lwu",    "lh",     "lhu",    "lbu",    "sd",     "sw",     "sh",
        "sb",     "lb",     "li",     "mulh",   "mulhu",  "mulhsu", "slt",    "sltu",   "slti",
        "sltiu",  "sll",    "srl",    "sra",    "slli",   "srli",   "srai",   "ori",    "xori",
        "andi",   "mv",     "fence",  "addc",   "adde",   "addze",  "subfc",  "subfe",  "mulld",
        "mulhdu", "mulhwu", "rlwinm", "rotldi", "rotlwi", "cntlzd", "cntlzw", "lwarx",  "ldarx",
        "lwz",    "lwzx",   "ldx",    "std",    "stdx",   "stw",    "stwx",   "stwcx.", "stdcx.",
        "sync",   "lwsync", "eieio",  "isync",  "lr.w",   "lr.d",   "sc.w",   "sc.d",   NULL};
    static const char *const beginnings[] = {"prfm",   "pld",     "amoadd.", "amoswap.",
                                             "amoor.", "amoand.", NULL};
    return word_part_is_one_of(word, length, whole) || word_begins_like(word, beginnings);
}

/** Directives that leave everything where it is. */
static bool is_placing(const char *word, size_t length)
{
    static const char *const directives[] = {".p2align", ".align", ".balign", NULL};
    return word_part_is_one_of(word, length, directives);
}

/** Whether it branches to a label of the statement, "1b" or "2f", or of the function, "%l0". */
static bool is_branch(const char *word, const char *operands)
{
    static const char *const beginnings[] = {"j", "b", "loop", "cb", "tb", NULL};
    const char *comma = strrchr(operands, ',');
    const char *target = comma ? comma + 1 : operands;
    target += strspn(target, BLANKS);
    size_t digits = strspn(target, "0123456789");
    bool near = digits > 0 && (target[digits] == 'b' || target[digits] == 'f');
    return word_begins_like(word, beginnings) && (near || g_str_has_prefix(target, "%l"));
}

/* Operands */

/** Whether the last character, but for the letter of a part, is a digit. */
static bool is_numbered(const char *word, size_t length)
{
    bool part = length > 1 && strchr("bwd", word[length - 1]);
    return g_ascii_isdigit(word[length - (part ? 2 : 1)]);
}

/** Whether a register of x86 has no meaning of its own. */
static bool is_general(const char *word, size_t length)
{
    static const char *const registers[] = {"rax", "rbx", "rcx", "rdx", "rsi", "rdi", "eax", "ebx",
                                            "ecx", "edx", "esi", "edi", "ax",  "bx",  "cx",  "dx",
                                            "si",  "di",  "al",  "bl",  "cl",  "dl",  "ah",  "bh",
                                            "ch",  "dh",  "sil", "dil", "st",  NULL};
    static const char *const numbered[] = {"r1", "r8", "r9", "xmm", "ymm", "zmm", "mm", "k", NULL};
    return word_part_is_one_of(word, length, registers) ||
           (word_begins_like(word, numbered) && is_numbered(word, length));
}

/** Whether a register is one of those that the statement overwrites, or has as an operand. */
static bool is_overwritten(const struct statement *of, const char *word, size_t length)
{
    for (const char *at = strstr(of->operands, word); at; at = strstr(at + 1, word)) {
        bool begins = at > of->operands && strchr("\"{%$", at[-1]);
        if (begins && (at[length] == '"' || at[length] == '}')) {
            return true;
        }
    }
    return false;
}

/** Shifts and conditions, which are written as operands. */
static bool is_modifier(const char *word, size_t length)
{
    static const char *const modifiers[] = {
        "lsl", "lsr", "asr", "ror", "uxtw", "sxtw", "eq", "ne", "cs", "cc",  "hs", "lo", "mi",
        "pl",  "vs",  "vc",  "hi",  "ls",   "ge",   "lt", "gt", "le", "ish", "sy", NULL};
    return word_part_is_one_of(word, length, modifiers);
}

static bool is_register(const struct statement *of, const char *word, size_t length, bool marked)
{
    static const char *const special[] = {"sp", "rsp", "esp", "pc", "rip", "fp", "lr", "tp", NULL};
    char *copy = g_strndup(word, length);
    bool is = !word_part_is_one_of(word, length, special) &&
              ((marked && is_general(copy, length)) || (!marked && is_modifier(copy, length)) ||
               is_overwritten(of, copy, length));
    g_free(copy);
    return is;
}

/** Skip an operand of the statement after its mark. @return NULL: it is none */
static const char *skip_operand(const char *at, enum assembly_form form)
{
    char open = form == ASSEMBLY_GNU ? '[' : '{';
    if (form == ASSEMBLY_GNU && g_ascii_isalpha(*at)) {
        at++;
    }
    if (*at == open) {
        at += strcspn(at, open == '[' ? "]" : "}");
        return *at ? at + 1 : NULL;
    }
    return g_ascii_isdigit(*at) ? at + strspn(at, "0123456789") : NULL;
}

/** Skip a word, or one character between words. @return NULL: the word is not understood */
static const char *skip_part(const struct statement *of, const char *at)
{
    bool gnu = of->form == ASSEMBLY_GNU;
    bool twice = at[0] == at[1];
    if (!gnu && twice && *at == '$') { /* the mark of a constant */
        return at + 2;
    }
    bool operand = gnu ? *at == '%' && !twice : *at == '$';
    if (operand) {
        return skip_operand(at + 1, of->form);
    }
    bool marked = *at == '%';
    at += marked ? (gnu ? 2 : 1) : 0;
    size_t length = strspn(at, MNEMONIC);
    if (g_ascii_isdigit(*at)) {
        return at + length;
    }
    if (length > 0) {
        return is_register(of, at, length, marked) ? at + length : NULL;
    }
    return marked ? NULL : at + 1;
}

static bool operands_understood(const struct statement *of, const char *operands)
{
    while (operands && *operands) {
        operands = skip_part(of, operands);
    }
    return operands != NULL;
}

/** Whether an instruction accesses memory: what it names in brackets, or by itself. A constraint
 *  that is a place in memory names it in place of the instruction. */
static bool accesses_memory(const char *word, size_t length, const char *operands,
                            enum assembly_form form)
{
    static const char *const by_themselves[] = {
        "movs",  "movsb", "movsw", "movsl", "movsd", "movsq",  "lods",   "lodsb", "lodsw",
        "lodsl", "lodsq", "stos",  "stosb", "stosw", "stosl",  "stosq",  "xlat",  "lwarx",
        "ldarx", "lwzx",  "ldx",   "stdx",  "stwx",  "stwcx.", "stdcx.", NULL};
    if (word_part_is_one_of(word, length, by_themselves) || strchr(operands, '(')) {
        return true;
    }
    for (const char *at = strchr(operands, '['); at; at = strchr(at + 1, '[')) {
        const char *before = at > operands && g_ascii_isalpha(at[-1]) ? at - 1 : at;
        if (form == ASSEMBLY_LLVM || before == operands || before[-1] != '%') {
            return true;
        }
    }
    return false;
}

static enum assembly_reach statement_reach(const struct statement *of, const char *text)
{
    text += strspn(text, BLANKS);
    size_t digits = strspn(text, "0123456789");
    if (digits > 0 && text[digits] == ':') {
        return statement_reach(of, text + digits + 1);
    }
    size_t length = strspn(text, MNEMONIC);
    const char *operands = text + length;
    if (length == 0) {
        return *text ? ASSEMBLY_ANYWHERE : ASSEMBLY_REGISTERS;
    }
    static const char *const prefixes[] = {"lock", "rep", "repe", "repz", "repne", "repnz", NULL};
    if (word_part_is_one_of(text, length, prefixes)) {
        return statement_reach(of, operands);
    }
    char *word = g_strndup(text, length);
    bool known = is_branch(word, operands) || is_placing(word, length) ||
                 moves_on_x86(word, length) || moves_on_others(word, length);
    bool understood = known && operands_understood(of, operands);
    bool memory = accesses_memory(word, length, operands, of->form);
    g_free(word);
    return !understood ? ASSEMBLY_ANYWHERE : memory ? ASSEMBLY_MEMORY : ASSEMBLY_REGISTERS;
}

enum assembly_reach assembly_reach(const char *text, const char *operands, enum assembly_form form)
{
    char *lower = g_ascii_strdown(text, -1);
    char *names = g_ascii_strdown(operands, -1);
    struct statement of = {names, form};
    enum assembly_reach reach = ASSEMBLY_REGISTERS;
    assembly_blank_comments(lower);
    char **statements = g_strsplit_set(lower, ";\n", -1);
    for (char **i = statements; *i && reach != ASSEMBLY_ANYWHERE; i++) {
        reach = MIN(reach, statement_reach(&of, *i));
    }
    g_strfreev(statements);
    g_free(names);
    g_free(lower);
    return reach;
}

/* Names */

/** Overwrite an instruction with blanks, and labels before it. @return what comes after it */
static char *blank_instruction(char *text)
{
    text += strspn(text, BLANKS);
    size_t length = strcspn(text, BLANKS ":");
    bool label = text[length] == ':';
    bool directive = *text == '.';
    memset(text, ' ', directive && !label ? 0 : length + label);
    return label ? blank_instruction(text + length + 1) : text + length;
}

/** Overwrite with blanks what begins with a mark: an operand, or a register. */
static void blank_operands(char *text, enum assembly_form form)
{
    const char *marks = form == ASSEMBLY_GNU ? "%" : "%$";
    for (char *at = strpbrk(text, marks); at; at = strpbrk(at, marks)) {
        const char *after = skip_operand(at + 1, form);
        size_t word = 1 + strspn(at + 1, "%$");
        word += strspn(at + word, MNEMONIC);
        size_t length = after ? (size_t)(after - at) : word;
        memset(at, ' ', length);
    }
}

char *assembly_named(const char *text, enum assembly_form form)
{
    char *code = g_strdup(text);
    assembly_blank_comments(code);
    char **statements = g_strsplit_set(code, ";\n", -1);
    g_free(code);
    for (char **i = statements; *i; i++) {
        blank_operands(blank_instruction(*i), form);
    }
    char *named = g_strjoinv(" ", statements);
    g_strfreev(statements);
    return named;
}
