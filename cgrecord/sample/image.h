/*
 * Executables and libraries, and how their unwind tables (.eh_frame, .debug_frame) lead from a
 * frame to its caller. libdw interprets the tables; what it finds is kept by address.
 */
#ifndef CGRECORD_IMAGE_H
#define CGRECORD_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

#include <elfutils/libdw.h>

/** Registers by their DWARF numbers on x86-64: rax, rdx, rcx, rbx, rsi, rdi, rbp, rsp, r8 to r15,
 *  and the return address. */
#define IMAGE_REGISTERS 17u
#define IMAGE_FRAME_POINTER 6u
#define IMAGE_STACK_POINTER 7u
#define IMAGE_RETURN 16u

enum image_rule_kind {
    IMAGE_SAME,       /**< the caller has the same value */
    IMAGE_UNKNOWN,    /**< cannot be restored; steps have neither of these */
    IMAGE_SAVED,      /**< is in memory at the frame's address + `offset` */
    IMAGE_OFFSET,     /**< is the frame's address + `offset` */
    IMAGE_EXPRESSION, /**< DWARF operations say */
};

/** How a register of the caller is found. */
struct image_rule {
    uint8_t number; /**< of the register */
    uint8_t kind;   /**< enum image_rule_kind */
    uint8_t length;
    int32_t offset;
    const Dwarf_Op *operations; /**< borrowed from the image */
};

/** How the caller's registers are found from those of a frame. */
struct image_step {
    bool is_signal; /**< the frame that the system makes around a signal handler */
    bool is_last;   /**< the frame has no caller */
    int16_t base;   /**< the frame's address is this register + `base_offset`; -1: `expression` */
    int32_t base_offset;
    struct image_rule expression;
    uint8_t rule_count; /**< registers that are restored; the others are as they are */
    struct image_rule rules[IMAGE_REGISTERS];
};

struct image;

/** Read an executable or library. Never NULL: one that cannot be read has no steps. */
struct image *image_open(const char *path);

/** The code that the system maps into each process ([vdso]): our own process has the same. */
struct image *image_of_system(void);

void image_free(struct image *image);

/** The step from a frame whose function is executing what is at an offset of the file. NULL: the
 *  tables have none. Borrowed. O(1) when it was asked before */
const struct image_step *image_step(struct image *image, uint64_t offset);

/** The offset of the beginning of the function that an offset is in, by the table that comes with
 *  .eh_frame; symbols are not needed. @return false: it is not known. O(log functions) */
bool image_function(struct image *image, uint64_t offset, uint64_t *out);

#endif
