/*
 * Disassembles machine code that assembly writes as numbers, with LLVM.
 */
#ifndef CGCOLLECT_TEXT_DISASSEMBLE_H
#define CGCOLLECT_TEXT_DISASSEMBLE_H

#include <stddef.h>
#include <stdint.h>

/** @param triple the target, as clang names it ("x86_64-pc-linux-gnu") @return the instructions,
 *  one per line, which begins with a blank and the mnemonic; release with g_free. NULL if the bytes
 *  are not whole instructions, or the target is unknown. O(count) */
char *machine_code_text(const char *triple, const uint8_t *bytes, size_t count);

#endif
