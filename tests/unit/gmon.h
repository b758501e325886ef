/*
 * Makes gmon.out and its program, for machines of any kind.
 */
#ifndef TESTS_GMON_H
#define TESTS_GMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A machine. */
struct machine {
    bool wide; /**< addresses of 64 bits */
    bool big_endian;
};

/** A symbol. */
struct made_symbol {
    const char *name;
    uint64_t value;
    uint64_t size;
    unsigned char bind; /**< STB_... */
    unsigned char type; /**< STT_... */
};

/** What a program has. */
struct made_program {
    struct machine machine;
    const struct made_symbol *symbols; /**< local ones first */
    size_t count;
    bool dynamic;        /**< in .dynsym */
    uint64_t code_begin; /**< of .text */
    const unsigned char *code;
    size_t code_length;
};

/** Write a program. The test fails when it cannot be. */
void make_program(const char *path, const struct made_program *program);

/** A gmon.out that grows. */
struct gmon {
    struct machine machine;
    unsigned char bytes[1 << 16];
    size_t length;
};

/** Begin with its header. */
void gmon_start(struct gmon *gmon, struct machine machine);
/** Append a number of so many bytes. */
void gmon_number(struct gmon *gmon, uint64_t number, size_t bytes);
/** Append a call. */
void gmon_arc(struct gmon *gmon, uint64_t from, uint64_t self, uint32_t count);
/** Append a histogram of 100 ticks a second. */
void gmon_histogram(struct gmon *gmon, uint64_t low, uint64_t high, const unsigned *bins,
                    uint32_t count);

#endif
