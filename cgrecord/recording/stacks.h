/*
 * Samples that a process takes of itself, where the system does not let the tool sample it: each
 * thread has a timer of its CPU time, whose signal copies the registers and the inner part of the
 * stack into a ring of the thread. The tool takes them from there and finds the frames.
 *
 * The file is laid out as recording.h says, and its name ends with CGR_NAME_STACKS. Besides modules
 * it has a chunk CGR_CHUNK_STACKS for each thread: struct cgr_ring behind the chunk header, and
 * `size` bytes from the second page of the chunk on. A ring whose thread has ended, and whose
 * samples were taken, is used by another thread.
 */
#ifndef CGRECORD_STACKS_H
#define CGRECORD_STACKS_H

#include "recording.h"

#define CGR_NAME_STACKS ".cgstk"
/** Samples a second of CPU time; set: the process samples itself. */
#define CGR_ENV_SAMPLE "CGRECORD_SAMPLE"

/** Registers by their DWARF numbers on x86-64: rax, rdx, rcx, rbx, rsi, rdi, rbp, rsp, r8 to r15,
 *  and the address of the next instruction. */
#define CGR_STACK_REGISTERS 17u
/** Most bytes of a file: those of about 1000 threads at once. */
#define CGR_STACKS_MOST (UINT64_C(1) << 30)
/** Most bytes of a stack that are copied. */
#define CGR_STACK_MOST (64u << 10)

/** Whose a ring is. The process takes free ones, the tool frees those that have ended. */
enum cgr_ring_state { CGR_RING_FREE, CGR_RING_TAKEN, CGR_RING_USED, CGR_RING_ENDED };

struct cgr_ring {
    uint32_t state; /**< enum cgr_ring_state; atomic */
    uint32_t tid;
    uint64_t size;  /**< bytes of data, a multiple of CGR_PAGE */
    uint64_t began; /**< CPU time of the thread in nanoseconds */
    uint64_t ended; /**< likewise; 0: it has not ended, or that was not seen */
    uint64_t head;  /**< bytes written so far; atomic */
    uint64_t tail;  /**< bytes read so far; atomic */
    char name[16];
};

/** What is in a ring. None goes around its end. */
struct cgr_stack {
    uint32_t size;  /**< bytes to the next, a multiple of 8 */
    uint32_t rest;  /**< 1: nothing but the rest of the ring; the members below are not there */
    uint64_t time;  /**< CPU time of the thread in nanoseconds */
    uint64_t epoch; /**< of the header: counts libraries that were unloaded */
    uint64_t registers[CGR_STACK_REGISTERS];
    uint64_t stack_size; /**< bytes of the stack that follow, from the stack pointer on */
};

#endif
