/*
 * Reading calls from the machine code of a program: direct calls on x86. Unreadable code is
 * ignored.
 */
#ifndef PROFILE_GPROF_GPROF_CODE_H
#define PROFILE_GPROF_GPROF_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gprof_code; /* NULL: no readable code */

/** Open a program. Its code is read when first needed. @return NULL if it cannot be read, is for
 *  another machine, or memory is exhausted. Release with gprof_code_close */
struct gprof_code *gprof_code_open(const char *path);

/** Release. NULL is allowed. */
void gprof_code_close(struct gprof_code *code);

/** @return whether a call of the function that begins at `callee` ends at `address`. */
bool gprof_code_calls(struct gprof_code *code, uint64_t address, uint64_t callee);

#endif
