/*
 * Code that runs in every program without a call in its source: code that starts or ends it,
 * measures it, or is called by the compiler itself. No graph has it, and its absence is not an
 * error.
 */
#ifndef VALIDATE_COMMON_RUNTIME_NAMES_H
#define VALIDATE_COMMON_RUNTIME_NAMES_H

#include <stdbool.h>

/** Whether a linkage name belongs to start-up code, to internal parts of the C library or the
 *  compiler, or to a tool. O(length). */
bool startup_is_code(const char *name);

/** Whether a linkage name is an internal name of a C library: a program that contains it is linked
 *  statically. O(length). */
bool startup_is_of_libc(const char *name);

/** Whether a compiler may call a library function that the source does not name: `puts` for
 *  `printf`, `memcpy` for an assignment, callees of inlined C++ library templates. */
bool startup_is_substitute(const char *name);

/** Whether a compiler calls a library function on its own, to copy, clear or compare: if the source
 *  has no such call, it is not a call of the program. */
bool startup_is_generated(const char *name);

/** Whether a function contains initialisers besides the function that runs them: of all of a file
 *  (GCC's `__static_initialization_and_destruction_0`), or the code that destroys an array
 *  (`__tcf_0`). */
bool startup_is_initialisers(const char *name);

/** Whether a function is a member of a class that the C++ library instantiates for all programs
 *  (std::string). */
bool startup_is_instantiated(const char *name);

/** Whether a word of a readable name that no scope precedes is of the language, or of the C++
 *  library: its namespaces, and the types that it takes from the C library. */
bool startup_is_language(const char *word);

/** Whether an object belongs to the C library, its loader, the kernel, or the measuring tool. */
bool startup_is_object(const char *object);

/** Whether a library function registers its argument as a signal handler, which runs at any time.
 */
bool startup_takes_handler(const char *name);

/** Whether a source file is a header of the C++ library. */
bool startup_is_library_header(const char *file);

#endif
