/*
 * Reads assembler text of all architectures that clang knows: whether control may leave it, and
 * which symbols it names. ast/ and ir/ both use it.
 */
#include "text/assembly.h"

#include <glib.h>
#include <stdint.h>
#include <string.h>

#include "text/disassemble.h"
#include "text/identifiers.h"

#define BLANKS " \t\r\v\f"
#define MNEMONIC "abcdefghijklmnopqrstuvwxyz0123456789._"

/** Assembly writes only a few instructions as bytes; longer runs are data, which may call. */
#define MOST_BYTES 64

/* When in doubt, an instruction may call: an extra unresolved call is harmless, a missing one is
 * not. */

static bool is_word(const char *mnemonic, size_t length, const char *word)
{
    return strlen(word) == length && strncmp(mnemonic, word, length) == 0;
}

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

/** Mnemonics that leave the statement, on all architectures that clang knows. Those that begin with
 *  b are branches, except some for bits. */
static bool is_transfer(const char *mnemonic, size_t length)
{
    static const char *const transfers[] = {
        "b",      "j",        "call",     "lcall",   "ljmp",    "ret",     "iret",   "lret",
        "uiret",  "eret",     "sysenter", "sysret",  "sysexit", "loop",    "cb",     "tb",
        "tail",   ".include", ".macro",   ".byte",   ".inst",   ".insn",   "xbegin", "retf",
        ".int",   ".fill",    ".skip",    ".space",  ".zero",   ".org",    "mret",   "sret",
        "uret",   "dret",     "rfe",      "c.j",     "c.b",     ".quad",   ".long",  ".word",
        ".short", ".value",   ".hword",   ".xword",  ".2byte",  ".4byte",  ".8byte", ".octa",
        ".dc",    ".rept",    ".irp",     ".incbin", ".ascii",  ".string", ".reloc", NULL};
    static const char *const bits[] = {"bts",  "btr",  "btc",   "bsf",   "bsr",  "bswap", "blsr",
                                       "blsi", "blsm", "blend", "bextr", "bzhi", "bic",   "bfi",
                                       "bfc",  "bfx",  "bti",   "brk",   "bkpt", "break", NULL};
    static const char *const tests[] = {"bt", "btl", "btq", "btw", "cbw", "cbtw", NULL};
    return begins_like(mnemonic, length, transfers) && !begins_like(mnemonic, length, bits) &&
           !word_part_is_one_of(mnemonic, length, tests);
}

static bool is_prefix(const char *mnemonic, size_t length)
{
    static const char *const prefixes[] = {
        "rep",    "repe",   "repz",   "repne", "repnz",    "bnd",      "notrack", "addr16",
        "addr32", "data16", "data32", "lock",  "xacquire", "xrelease", "cs",      "ds",
        "es",     "fs",     "gs",     "ss",    "rex64",    "rex.w",    "rex",     NULL};
    return word_part_is_one_of(mnemonic, length, prefixes);
}

/** The target of a jump within the statement: "1b", "2f", "%l[label]"; the last operand. */
static bool is_local_target(const char *operands)
{
    const char *comma = strrchr(operands, ',');
    const char *operand = comma ? comma + 1 : operands;
    operand += strspn(operand, BLANKS);
    size_t digits = strspn(operand, "0123456789");
    if (digits > 0) {
        bool local = operand[digits] == 'b' || operand[digits] == 'f';
        const char *end = operand + digits + 1;
        return local && end[strspn(end, BLANKS)] == '\0';
    }
    return strncmp(operand, "%l", 2) == 0 && (operand[2] == '[' || g_ascii_isdigit(operand[2]));
}

/** Whether an operand names the program counter, as a target where only writing counts. */
static bool names_counter(const char *operands)
{
    for (const char *at = strstr(operands, "pc"); at; at = strstr(at + 1, "pc")) {
        if (!g_ascii_isalnum(at[-1]) && at[-1] != '_' && !g_ascii_isalnum(at[2]) && at[2] != '_') {
            return true;
        }
    }
    return false;
}

/** Read numbers separated by commas. @return their number, 0 if there is anything else */
static size_t read_bytes(uint8_t *bytes, size_t most, const char *operands)
{
    size_t count = 0;
    for (bool more = true; more;) {
        char *end;
        gint64 number = g_ascii_strtoll(operands, &end, 0);
        if (end == operands || number < INT8_MIN || number > UINT8_MAX || count == most) {
            return 0;
        }
        bytes[count++] = (uint8_t)number;
        end += strspn(end, BLANKS);
        more = *end == ',';
        operands = end + 1;
        if (!more && *end != '\0') {
            return 0;
        }
    }
    return count;
}

/** Instructions that old assemblers do not know are written as bytes. @return the instructions,
 *  release with g_free; NULL if it is none, or an unknown one */
static char *instructions_of_bytes(const char *triple, const char *mnemonic, size_t length,
                                   const char *operands)
{
    uint8_t bytes[MOST_BYTES];
    bool is = is_word(mnemonic, length, ".byte");
    size_t count = is ? read_bytes(bytes, G_N_ELEMENTS(bytes), operands) : 0;
    return count > 0 ? machine_code_text(triple, bytes, count) : NULL;
}

/* Sections: the content of one without code is data, which is no call, but looks like one. */

struct sections {
    const char *triple; /**< the target */
    bool data;          /**< the current one has no code */
    bool before;        /**< the one before it */
    uint64_t outer;     /**< those that were pushed, one bit each */
};

/** Whether the operands of a directive, NAME or NAME, FLAGS, choose a section with code. */
static bool has_code(const char *operands)
{
    const char *name = operands + strspn(operands, BLANKS "\"");
    const char *flags = strchr(name, ',');
    size_t length = flags ? strcspn(flags + 1, ",") : 0;
    static const char *const known[] = {".text", ".init", ".fini", NULL};
    return begins_like(name, strlen(name), known) || (length > 0 && memchr(flags + 1, 'x', length));
}

static void enter_section(struct sections *sections, bool data)
{
    sections->before = sections->data;
    sections->data = data;
}

/** @return whether a directive changes the section */
static bool changes_section(struct sections *sections, const char *directive, size_t length)
{
    const char *operands = directive + length;
    bool push = is_word(directive, length, ".pushsection");
    if (push || is_word(directive, length, ".section")) {
        sections->outer = push ? sections->outer << 1 | sections->data : sections->outer;
        enter_section(sections, !has_code(operands));
        sections->before = sections->before && !push; /* assemblers differ */
    } else if (is_word(directive, length, ".popsection")) {
        enter_section(sections, sections->outer & 1);
        sections->before = false;
        sections->outer >>= 1;
    } else if (is_word(directive, length, ".previous")) {
        enter_section(sections, sections->before);
    } else if (is_word(directive, length, ".subsection")) {
        enter_section(sections, sections->data);
    } else if (is_word(directive, length, ".text")) {
        enter_section(sections, false);
    } else {
        return false;
    }
    return true;
}

/** Whether operands name a symbol: not a number, not a label within the text, and not an operand of
 *  the statement, which is handled elsewhere. */
static bool names_symbol(const char *operands)
{
    const char *at = operands;
    while (*at) {
        size_t word = strspn(at, MNEMONIC "%$");
        if (g_ascii_isalpha(*at) || *at == '_' || (*at == '\\')) {
            return true;
        }
        at += word > 0 ? word : 1;
        if (word > 0 && *at == '[') {
            at += strcspn(at, "]");
        }
    }
    return false;
}

/** What matters in a section without code: macros, and data that may be an address. */
static bool data_may_call(const char *directive, size_t length)
{
    static const char *const makers[] = {".include", ".macro", ".rept", ".irp", NULL};
    return directive[0] != '.' || begins_like(directive, length, makers) ||
           (is_transfer(directive, length) && names_symbol(directive + length));
}

static bool statement_may_call(struct sections *sections, const char *statement);

/** Whether an instruction, or a directive that stands for some, may leave the statement. */
static bool instruction_may_call(struct sections *sections, const char *mnemonic, size_t length)
{
    const char *operands = mnemonic + length;
    bool counter = is_word(mnemonic, length, "pc"); /* in a list of registers */
    if (counter || names_counter(operands)) {
        return true;
    }
    bool may = is_transfer(mnemonic, length) && !is_local_target(operands);
    char *code = may ? instructions_of_bytes(sections->triple, mnemonic, length, operands) : NULL;
    if (code) {
        char **lines = g_strsplit(code, "\n", -1);
        may = false;
        for (char **i = lines; *i && !may; i++) {
            may = statement_may_call(sections, *i);
        }
        g_strfreev(lines);
        g_free(code);
    }
    return may;
}

static bool statement_may_call(struct sections *sections, const char *statement)
{
    statement += strspn(statement, BLANKS);
    size_t label = strspn(statement, MNEMONIC "$%=");
    if (label > 0 && statement[label] == ':') {
        return statement_may_call(sections, statement + label + 1);
    }
    size_t length = strspn(statement, MNEMONIC);
    if (length == 0 || changes_section(sections, statement, length)) {
        return false;
    }
    if (sections->data) {
        return data_may_call(statement, length);
    }
    if (is_prefix(statement, length)) {
        return statement_may_call(sections, statement + length);
    }
    return instruction_may_call(sections, statement, length);
}

/** The length of a comment that begins here; 0: none does. @param first whether a statement may
 *  begin here */
static size_t comment_length(const char *at, bool first)
{
    if (g_str_has_prefix(at, "/*")) {
        const char *end = strstr(at + 2, "*/");
        return end ? (size_t)(end + 2 - at) : strlen(at);
    }
    bool line = *at == '#' || *at == '@' || g_str_has_prefix(at, "//");
    return first && line ? strcspn(at, "\n") : 0;
}

static size_t string_length(const char *at)
{
    const char *end = at + 1;
    while (*end && *end != '"') {
        end += end[0] == '\\' && end[1] ? 2 : 1;
    }
    return (size_t)(end - at) + (*end == '"');
}

/* The mark of a comment differs by target. None of them begins a statement on any. */
void assembly_blank_comments(char *text)
{
    bool first = true;
    while (*text) {
        size_t comment = comment_length(text, first);
        memset(text, ' ', comment);
        if (comment == 0) {
            first = *text == '\n' || *text == ';' || (first && strchr(BLANKS, *text));
        }
        text += comment > 0 ? comment : *text == '"' ? string_length(text) : 1;
    }
}

/* Splits the alternatives of dialects, "{a|b}", too. */
bool assembly_may_call(char *text, const char *triple)
{
    bool may = false;
    struct sections sections = {.triple = triple};
    assembly_blank_comments(text);
    char **statements = g_strsplit_set(text, ";\n{|}", -1);
    for (char **i = statements; *i && !may; i++) {
        may = statement_may_call(&sections, *i);
    }
    g_strfreev(statements);
    return may;
}

/* Names that macros make */

static bool is_of_symbol(char c)
{
    return g_ascii_isalnum(c) || c == '_' || c == '$' || c == '.';
}

/** Whether the word that ends here is a register, or a label that no other file sees. */
static bool is_no_symbol(const char *text, const char *end)
{
    const char *word = end;
    while (word > text && is_of_symbol(word[-1])) {
        word--;
    }
    return (word > text && word[-1] == '%') || g_str_has_prefix(word, ".L");
}

/** Whether what a backslash in a macro stands for is joined to what is beside it. */
static bool joins(const char *text, const char *backslash)
{
    const char *after = backslash + 1;
    bool ends = strncmp(after, "()", 2) == 0; /* the end of a parameter's name */
    after += ends ? 2 : strspn(after, "@+");
    bool before = backslash > text && is_of_symbol(backslash[-1]);
    if (before && !ends) {
        return !is_no_symbol(text, backslash);
    }
    return ends && (is_of_symbol(*after) || *after == '\\');
}

bool assembly_hides_names(const char *text)
{
    bool hides = strstr(text, ".include") || strstr(text, ".altmacro");
    for (const char *at = strchr(text, '\\'); at && !hides; at = strchr(at + 1, '\\')) {
        hides = joins(text, at);
    }
    return hides;
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

bool assembly_may_be_symbol(const char *part)
{
    return *part != '.' && *part != '$' && !g_ascii_isdigit(*part);
}
