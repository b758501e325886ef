/*
 * Which general registers an instruction uses, by its text.
 */
#ifndef CGCOLLECT_MACHINE_REGISTERS_H
#define CGCOLLECT_MACHINE_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

/** General registers, a bit for each; without those of vectors and of the state. */
struct registers {
    uint32_t bases;   /**< by which it accesses memory */
    uint32_t sources; /**< whose values it uses otherwise */
    uint32_t target;  /**< that it changes, or none */
    bool replaces;    /**< and of whose value nothing is left */
};

/**
 * @param machine  EM_... of ELF
 * @param mnemonic without prefixes
 * @param operands as LLVM prints them: on x86 in AT&T syntax
 */
struct registers registers_of(unsigned machine, const char *mnemonic, const char *operands);

#endif
