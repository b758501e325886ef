/*
 * What a run of a compiler makes: its sources, and the paths of their objects.
 */
#ifndef CGCOLLECT_COMMANDS_INPUTS_H
#define CGCOLLECT_COMMANDS_INPUTS_H

#include "commands/commands.h"

/** A source that a compiler makes an object of. All paths are absolute. */
struct compiled {
    char *file;
    char *object;     /**< what the compiler writes: the object, or the program that contains it */
    char *graph;      /**< path of the source's graph */
    bool collectable; /**< C, C++ or assembler in a file; if not, an existing graph belongs to an
                         earlier source */
};

/**
 * Read a compiler's command line. Objects are named as GCC does: "x.o" in the directory of the
 * command for "-c dir/x.c"; the object of a source that is compiled and linked in one step is named
 * after the program, "PROGRAM-x.o". A graph has its object's name with ".mcg" appended.
 *
 * @param command directory and argv, response files expanded
 * @return an array of struct compiled, in the order of the command line, each with a graph of its
 *         own; empty when only objects are linked, or nothing is compiled at all (-E, -M,
 *         -fsyntax-only, --version, ...). Release with g_ptr_array_unref
 */
GPtrArray *commands_inputs(const struct compile_command *command);

/** @return the absolute path of the object that a command makes of its file, to release with
 * g_free; NULL if it makes none. */
char *commands_object(const struct compile_command *command);

/**
 * Read a compiler's command line as the linker's.
 *
 * @param inputs receives the objects and libraries that it names as files: absolute paths,
 *               char *, which it must free
 * @return absolute path of the program or library that is linked, to be released with g_free; NULL
 *         if the command links nothing
 */
char *commands_linked(const struct compile_command *command, GPtrArray *inputs);

/** @return the command by which the compiler of a command, which is trusted, assembles its source
 *  once more, into an object that has its lines; release with g_strfreev. */
char **commands_for_own_assembler(const struct compile_command *command, const char *object);

/** @return whether an option takes the argument after it as operand. */
bool commands_takes_operand(const char *option);

/** @return whether an option that takes an operand concerns neither the source nor its code. */
bool commands_operand_is_needless(const char *option);

#endif
