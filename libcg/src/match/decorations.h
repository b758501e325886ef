/*
 * What compilers, linkers and tools add to the name of a function: `f.part.0`, `f.isra.0.cold`,
 * `f(int) [clone .cold]`, `f(int) (.llvm.123)`, `f@@VERSION`, `f@plt`, `f+0x1f`.
 */
#ifndef MATCH_DECORATIONS_H
#define MATCH_DECORATIONS_H

#include <stdbool.h>
#include <stddef.h>

/** A name without them. */
struct decorations {
    size_t length; /**< of the name itself */
    bool clone;    /**< the compiler made a copy or a part of it */
    bool part;     /**< it made a part of it into a function: a call from one to the other is none
                        of the program's (`.cold`, `.part`, `._omp_fn`, ...) */
    bool stub;     /**< `@plt`: code that jumps to it */
};

/** Find what is added. O(length). */
struct decorations decorations_find(const char *name, size_t length);

/** Take off clones alone: the other additions stay. GCC leaves out the number of some. */
struct decorations decorations_of_clone(const char *name, size_t length);

/**
 * The name behind one that the C library gives a copy of a function for itself or for a processor:
 * `___pthread_mutex_lock`, `__memcpy_avx_unaligned_erms`.
 *
 * @param start receives where it begins; its length is returned, 0 when there is none. O(length)
 */
size_t decorations_of_libc(const char *name, size_t length, size_t *start);

/**
 * What a name says before that of the function it is a thunk of: `non-virtual thunk to C::f()`, and
 * in `_ZThn16_N1C1fEv`, where `_Z` stands for it, whatever is before `N1C1fEv`.
 *
 * @return its length, 0 when it is no thunk. O(length)
 */
size_t decorations_of_thunk(const char *name);

/**
 * The linkage name of the coroutine that GCC made a function of, which is in the name of its frame:
 * `_Z1fPZ1fiE11_Z1fi.Frame`, `f(f(int)::_Z1fi.Frame*)`, both without `.actor` and `.destroy`.
 *
 * @param start receives where it begins; its length is returned, 0 when there is none. O(length)
 */
size_t decorations_of_coroutine(const char *name, size_t length, size_t *start);

#endif
