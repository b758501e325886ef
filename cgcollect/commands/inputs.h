/*
 * What a run of a compiler makes: which sources, and where their objects go.
 */
#ifndef CGCOLLECT_COMMANDS_INPUTS_H
#define CGCOLLECT_COMMANDS_INPUTS_H

#include "commands/commands.h"

/** A source that a compiler makes an object of. All paths are absolute. */
struct compiled {
    char *file;
    char *object;     /**< what the compiler writes: the object, or the program it goes into */
    char *graph;      /**< where the source's graph belongs */
    bool collectable; /**< C or C++ in a file; if not, a graph there is of an earlier source */
};

/** Release one; fits GDestroyNotify. */
void compiled_free(void *compiled);

/**
 * Read a compiler's command line. Objects are named as by GCC: "x.o" in the directory of the
 * command for "-c dir/x.c"; the object of a source that is linked at once is named after the
 * program, "PROGRAM-x.o". A graph is its object with ".mcg" behind.
 *
 * @param command directory and argv, response files expanded
 * @return an array of struct compiled, in the order of the command line, each with a graph of its
 *         own; empty when only objects are linked, or nothing is compiled at all (-E, -M,
 *         -fsyntax-only, --version, ...). Release with g_ptr_array_unref
 */
GPtrArray *commands_inputs(const struct compile_command *command);

/** What the argument behind an option is to it. */
enum operand {
    OPERAND_NONE,
    OPERAND_OF_READING, /**< the operand of an option that says how the source is to be read */
    OPERAND_OF_WRITING, /**< that of an option of the output, the assembler or the linker */
};

/** @return whether, and to what, a compiler takes the argument behind an option for its operand. */
enum operand commands_operand(const char *option);

#endif
