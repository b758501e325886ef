/*
 * Splits the operands of an instruction. On x86 the last operand is changed, elsewhere the first
 * one. Registers of an address are in parentheses or brackets.
 */
#include "machine/registers.h"

#include <elf.h>
#include <glib.h>
#include <string.h>

#include "text/identifiers.h"

static const char *const of_x86_64[] = {"rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "r8",
                                        "r9",  "r10", "r11", "r12", "r13", "r14", "r15", NULL};
static const char *const of_i386[] = {"eax", "ebx", "ecx", "edx", "esi", "edi", "ebp", NULL};

static uint32_t named(const char *const *names, const char *word)
{
    for (uint32_t i = 0; names[i]; i++) {
        if (strcmp(names[i], word) == 0) {
            return UINT32_C(1) << i;
        }
    }
    return 0;
}

/** A letter and a number, as in `x12`. */
static uint32_t numbered(char letter, const char *word)
{
    char *end = NULL;
    bool is = word[0] == letter && g_ascii_isdigit(word[1]);
    guint64 number = is ? g_ascii_strtoull(word + 1, &end, 10) : 0;
    return is && !*end && number < 32 ? UINT32_C(1) << number : 0;
}

/** @return the bit of a register that can hold an address, or 0. */
static uint32_t register_called(unsigned machine, const char *word)
{
    switch (machine) {
    case EM_X86_64:
        return named(of_x86_64, word);
    case EM_386:
        return named(of_i386, word);
    case EM_AARCH64:
        return numbered('x', word);
    default:
        return strcmp(word, "lr") == 0 ? UINT32_C(1) << 14 : numbered('r', word);
    }
}

/** The registers of operands: those of addresses, and of the others those in the first operand, in
 *  the last one, behind the first one, and before the last one. */
struct operands {
    uint32_t in_addresses;
    uint32_t first, last, later, earlier;
};

static struct operands read_operands(unsigned machine, const char *text)
{
    struct operands out = {0};
    unsigned depth = 0;
    bool first = true;
    while (*text) {
        char word[8] = "";
        size_t length = 0;
        while (g_ascii_isalnum(text[length])) {
            length++;
        }
        memcpy(word, text, length < sizeof word ? length : 0);
        uint32_t bit = register_called(machine, word);
        *(depth ? &out.in_addresses : first ? &out.first : &out.later) |= bit;
        out.last |= depth ? 0 : bit;
        text += length;
        depth += *text == '(' || *text == '[' ? 1 : 0;
        depth -= depth > 0 && (*text == ')' || *text == ']') ? 1 : 0;
        if (*text == ',' && depth == 0) {
            first = false;
            out.earlier |= out.last;
            out.last = 0;
        }
        text += *text != '\0';
    }
    return out;
}

static struct registers of_x86(const char *mnemonic, const struct operands *operands)
{
    static const char *const replacing[] = {"lea", "mov", "pop", NULL};
    static const char *const others[] = {"call", "cmp", "j", "push", "test", NULL};
    bool lea = g_str_has_prefix(mnemonic, "lea");
    struct registers out = {0};
    out.bases = lea ? 0 : operands->in_addresses;
    out.target = word_begins_like(mnemonic, others) ? 0 : operands->last;
    out.replaces = word_begins_like(mnemonic, replacing);
    out.sources = operands->earlier | (lea ? operands->in_addresses : 0) |
                  (out.replaces ? 0 : operands->last); /* `add %rax, %rbx` */
    return out;
}

static struct registers of_arm(const char *mnemonic, const struct operands *operands)
{
    static const char *const others[] = {"b",  "cb", "cm", "pld", "prf", "push",
                                         "st", "te", "ts", "vst", NULL};
    static const char *const multiple[] = {"ldm", "vldm", NULL};
    bool list = word_begins_like(mnemonic, multiple);
    struct registers out = {0};
    out.bases = list ? operands->first : operands->in_addresses;
    out.target = word_begins_like(mnemonic, others) || list ? 0 : operands->first;
    out.replaces = out.target != 0;
    out.sources = out.bases ? 0 : operands->later;
    return out;
}

struct registers registers_of(unsigned machine, const char *mnemonic, const char *text)
{
    struct operands operands = read_operands(machine, text);
    bool x86 = machine == EM_X86_64 || machine == EM_386;
    return x86 ? of_x86(mnemonic, &operands) : of_arm(mnemonic, &operands);
}
