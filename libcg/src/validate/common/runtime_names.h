/*
 * Code that runs in every program and that no source of the program calls: what starts it, what
 * ends it, what measures it, what compilers call on their own. No graph has it, and nothing is
 * missing for that.
 */
#ifndef VALIDATE_COMMON_RUNTIME_NAMES_H
#define VALIDATE_COMMON_RUNTIME_NAMES_H

#include <stdbool.h>

/** Whether a linkage name is that of start-up code, of the C library's or the compiler's own parts,
 *  or of a tool's. O(length). */
bool startup_is_code(const char *name);

/** Whether a linkage name is one by which a C library calls its own parts: a program that has it is
 *  linked statically. O(length). */
bool startup_is_of_libc(const char *name);

/** Whether a compiler may call a library function that the source does not name: `puts` for
 *  `printf`, `memcpy` for an assignment, what inlined templates of the C++ library call. */
bool startup_is_exchanged(const char *name);

/** Whether a compiler calls a library function of its own accord, to copy, clear or compare: such
 *  calls are none of the program's where its source has none. */
bool startup_is_generated(const char *name);

/** Whether a function is made of initialisers, beside the function that runs them: of all of a file
 *  (GCC's `__static_initialization_and_destruction_0`), or of what destroys an array (`__tcf_0`).
 */
bool startup_is_initialisers(const char *name);

/** Whether an object is the C library, its loader, the kernel's, or of the tool that measures. */
bool startup_is_object(const char *object);

/** Whether a library function makes what it is handed a handler of signals, which run at any time.
 */
bool startup_takes_handler(const char *name);

/** Whether a source file is a header of the C++ library. */
bool startup_is_library_header(const char *file);

#endif
