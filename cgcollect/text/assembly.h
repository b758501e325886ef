/*
 * Assembly as text: whether control may leave it, and the symbols it names.
 */
#ifndef CGCOLLECT_TEXT_ASSEMBLY_H
#define CGCOLLECT_TEXT_ASSEMBLY_H

#include <stdbool.h>

/** @param text in lower case; overwritten @param triple the target, as clang names it @return
 *  whether assembler text may call or jump elsewhere */
bool assembly_may_call(char *text, const char *triple);

/** How the text of a statement writes its operands and registers. */
enum assembly_form {
    ASSEMBLY_GNU,  /**< `%0`, `%[name]`, `%%rax` */
    ASSEMBLY_LLVM, /**< `$0`, `${0:k}`, `%rax` */
};

/** What a statement of instructions that all only move and compute does. */
enum assembly_reach {
    ASSEMBLY_ANYWHERE,  /**< not such a statement, or one that is not understood */
    ASSEMBLY_MEMORY,    /**< its operands, and memory that they lead to */
    ASSEMBLY_REGISTERS, /**< its operands alone */
};

/** @param operands the constraints and the registers that are overwritten, each in quotes or braces
 *  @return where what the statement leaves behind may come from, and may go to */
enum assembly_reach assembly_reach(const char *text, const char *operands, enum assembly_form form);

/** Overwrite with blanks what assemblers ignore: comments of C, and the rest of a line behind a
 * mark that begins a statement. */
void assembly_blank_comments(char *text);

/** @return the words of a statement that may be symbols, between blanks: no instruction, register
 * or operand; release with g_free */
char *assembly_named(const char *text, enum assembly_form form);

/** @return whether text names symbols that are not words of it: it includes a file, or a macro
 * makes names of parts. (`.incbin` names none: bytes have no relocations.) */
bool assembly_hides_names(const char *text);

/** The symbol that stands for any, in what code without facts refers to. */
#define ASSEMBLY_ANY_SYMBOL "*"

/** @return the next word that may be a symbol, release with g_free; NULL at the end. */
char *assembly_next_symbol(const char **at);

/** @return whether such a part may name what another file defines: no number, directive or local
 *  label. Instructions and registers look the same. */
bool assembly_may_be_symbol(const char *part);

#endif
