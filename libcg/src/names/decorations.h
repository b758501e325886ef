/*
 * Additions of compilers, linkers and tools to the name of a function: `f.part.0`, `f.isra.0.cold`,
 * `f(int) [clone .cold]`, `f(int) (.llvm.123)`, `f.712`, `f@@VERSION`, `f@plt`, `f+0x1f`.
 */
#ifndef NAMES_DECORATIONS_H
#define NAMES_DECORATIONS_H

#include <stdbool.h>
#include <stddef.h>

/** A name without its additions. */
struct decorations {
    size_t length; /**< of the name itself */
    bool clone;    /**< the compiler made a copy or a part of the function */
    bool part; /**< it made a function of a part (`.cold`, `.part`, `._omp_fn`, ...): a call between
                  the two is not a call of the program */
    bool stub; /**< `@plt`: code that jumps to it */
};

/** Find the additions. O(length). */
struct decorations decorations_find(const char *name, size_t length);

/** Remove only clone suffixes: the other additions stay. GCC omits the number of some. */
struct decorations decorations_of_clone(const char *name, size_t length);

/**
 * The name after a prefix that the C library uses for its own copy of a function or for a
 * processor's variant: `___pthread_mutex_lock`, `__memcpy_avx_unaligned_erms`.
 *
 * @param start receives where it begins; its length is returned, 0 if there is none. O(length)
 */
size_t decorations_of_libc(const char *name, size_t length, size_t *start);

/**
 * The part of a thunk's name before that of its function: `non-virtual thunk to C::f()`, and in
 * `_ZThn16_N1C1fEv`, where `_Z` replaces it, the text before `N1C1fEv`.
 *
 * @return its length, 0 if the name is not a thunk's. O(length)
 */
size_t decorations_of_thunk(const char *name);

/**
 * The linkage name of the coroutine from which GCC made a function, in the name of its frame:
 * `_Z1fPZ1fiE11_Z1fi.Frame`, `f(f(int)::_Z1fi.Frame*)`, both without `.actor` and `.destroy`.
 *
 * @param start receives where it begins; its length is returned, 0 if there is none. O(length)
 */
size_t decorations_of_coroutine(const char *name, size_t length, size_t *start);

#endif
