#include "assembly.h"

#include <glib.h>
#include <string.h>

#define BLANKS " \t\r\v\f"
#define MNEMONIC "abcdefghijklmnopqrstuvwxyz0123456789._"

/* In doubt an instruction may call: an open call too many is honest, one too few is not. */

static bool begins_like(const char *mnemonic, size_t length, const char *const *list)
{
    for (; *list; list++) {
        size_t part = strlen(*list);
        if (part <= length && strncmp(*list, mnemonic, part) == 0) {
            return true;
        }
    }
    return false;
}

/** Mnemonics, of the architectures clang knows, that leave the statement. Those in b are branches,
 *  but for some of bits. */
static bool is_transfer(const char *mnemonic, size_t length)
{
    static const char *const transfers[] = {
        "b",      "j",        "call",     "lcall",  "ljmp",    "ret",     "iret",   "lret",
        "uiret",  "eret",     "sysenter", "sysret", "sysexit", "loop",    "cb",     "tb",
        "tail",   ".include", ".macro",   ".byte",  ".inst",   ".insn",   "xbegin", "retf",
        "mret",   "sret",     "uret",     "dret",   "rfe",     "c.j",     "c.b",    ".quad",
        ".long",  ".word",    ".short",   ".value", ".hword",  ".xword",  ".2byte", ".4byte",
        ".8byte", ".octa",    ".dc",      ".rept",  ".irp",    ".incbin", ".ascii", ".string",
        ".reloc", NULL};
    static const char *const bits[] = {"bts",  "btr",  "btc",   "bsf",   "bsr",  "bswap", "blsr",
                                       "blsi", "blsm", "blend", "bextr", "bzhi", "bic",   "bfi",
                                       "bfc",  "bfx",  "bti",   "brk",   "bkpt", "break", NULL};
    static const char *const tests[] = {"bt", "btl", "btq", "btw", "cbw", "cbtw", NULL};
    for (const char *const *test = tests; *test; test++) {
        if (strlen(*test) == length && strncmp(*test, mnemonic, length) == 0) {
            return false;
        }
    }
    return begins_like(mnemonic, length, transfers) && !begins_like(mnemonic, length, bits);
}

static bool is_prefix(const char *mnemonic, size_t length)
{
    static const char *const prefixes[] = {
        "rep",    "repe",   "repz",   "repne", "repnz",    "bnd",      "notrack", "addr16",
        "addr32", "data16", "data32", "lock",  "xacquire", "xrelease", "cs",      "ds",
        "es",     "fs",     "gs",     "ss",    "rex64",    "rex.w",    "rex",     NULL};
    for (const char *const *prefix = prefixes; *prefix; prefix++) {
        if (strlen(*prefix) == length && strncmp(*prefix, mnemonic, length) == 0) {
            return true;
        }
    }
    return false;
}

/** Where a jump that stays within the statement goes: "1b", "2f", "%l[label]"; the last operand. */
static bool is_local_target(const char *operands)
{
    const char *comma = strrchr(operands, ',');
    const char *operand = comma ? comma + 1 : operands;
    operand += strspn(operand, BLANKS);
    size_t digits = strspn(operand, "0123456789");
    if (digits > 0) {
        bool local = operand[digits] == 'b' || operand[digits] == 'f';
        return local && !g_ascii_isalnum(operand[digits + 1]);
    }
    return strncmp(operand, "%l", 2) == 0 && (operand[2] == '[' || g_ascii_isdigit(operand[2]));
}

/** Whether the program counter is named, as something to be written where it is one. */
static bool names_counter(const char *operands)
{
    for (const char *at = strstr(operands, "pc"); at; at = strstr(at + 1, "pc")) {
        if (!g_ascii_isalnum(at[-1]) && at[-1] != '_' && !g_ascii_isalnum(at[2]) && at[2] != '_') {
            return true;
        }
    }
    return false;
}

static bool instruction_may_call(const char *instruction)
{
    instruction += strspn(instruction, BLANKS);
    size_t label = strspn(instruction, MNEMONIC "$%=");
    if (label > 0 && instruction[label] == ':') {
        return instruction_may_call(instruction + label + 1);
    }
    size_t length = strspn(instruction, MNEMONIC);
    if (length == 0) {
        return false;
    }
    if (is_prefix(instruction, length)) {
        return instruction_may_call(instruction + length);
    }
    bool counter = length == 2 && strncmp(instruction, "pc", 2) == 0; /* in a list of registers */
    if (counter || names_counter(instruction + length)) {
        return true;
    }
    return is_transfer(instruction, length) && !is_local_target(instruction + length);
}

/** Make comments of the C sort blank. */
static void blank_comments(char *text)
{
    for (char *begin = strstr(text, "/*"); begin; begin = strstr(begin, "/*")) {
        char *end = strstr(begin + 2, "*/");
        size_t length = end ? (size_t)(end + 2 - begin) : strlen(begin);
        memset(begin, ' ', length);
    }
}

/* Alternatives by dialect, "{a|b}", come apart here too. */
bool assembly_may_call(char *text)
{
    bool may = false;
    blank_comments(text);
    char **instructions = g_strsplit_set(text, ";\n{|}", -1);
    for (char **i = instructions; *i && !may; i++) {
        may = instruction_may_call(*i);
    }
    g_strfreev(instructions);
    return may;
}

char *assembly_next_symbol(const char **at)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.";
    *at += strcspn(*at, letters);
    size_t length = strspn(*at, letters);
    char *symbol = length ? g_strndup(*at, length) : NULL;
    *at += length;
    return symbol;
}
