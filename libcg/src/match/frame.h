/*
 * Which functions of a graph may a recorded frame be?
 *
 * A profile records less than a compiler knows, so the answer is a set. The first way that finds
 * any function decides; names are tried unchanged and without additions of tools (decorations.h):
 *
 *   1. a linkage name, a function's own or another of its names (CG_KEY_NAMES)
 *   2. a linkage name of another variant of the same constructor or destructor
 *   3. a linkage name that demangles to the same. Compilers number lambdas differently, so these
 *      match all lambdas in the same function with the same parameters, and GCC names those of a
 *      variable after it. If the arguments of a template have values or expressions, its name may
 *      also differ in how its parameters are declared (template_params.h), or in the result only
 *   4. a demangled name: whole; without parameters; as tools shorten it (spelling_lossy); without
 *      template arguments if the frame's name has none
 *   5. a linkage name after a leading `_`, as in Mach-O
 *   6. a function of the C library that is the same code under another name (`fopen64`)
 *   7. for inlined ones, all with this last component, whatever the template arguments
 *   8. for what runs a file's initialisers, clang's name for it: by the file
 *
 * Of several functions those stay whose file matches best, then those whose definition is at the
 * line, then those with a body. A file that matches none is ignored: `#line` may have set it.
 */
#ifndef MATCH_FRAME_H
#define MATCH_FRAME_H

#include "match/match.h"

/** A function in a profile. */
struct match_frame {
    const char *name;
    const char *linkage_name; /**< NULL if unknown */
    const char *file;         /**< NULL if unknown */
    uint32_t line;            /**< 0 if unknown */
    bool mangled;             /**< the producer writes linkage names, so a plain word is one */
    bool inlined; /**< from debug information, which may have only the last component of the name */
};

/** How much of a function a frame covers. Calls between frames of one function are not calls of the
 *  program if one frame is not the whole function. */
enum match_extent {
    MATCH_WHOLE,
    MATCH_PART,  /**< a part that the compiler made a function of (decorations.h) */
    MATCH_THUNK, /**< another way into it: a thunk, a stub of the linker */
};

/**
 * Find the functions of a frame: `found` and `count` of the matcher, without duplicates, in
 * ascending order.
 *
 * @param extent receives how much of the function the frame covers
 * @return false when memory is exhausted
 */
bool matcher_find_frame(struct matcher *m, const struct match_frame *frame,
                        enum match_extent *extent);

/** Find the other variants of a constructor or destructor; nothing for any other name. @return
 *  false when memory is exhausted. O(length), plus a look-up for each constructor in the name. */
bool matcher_find_variants(struct matcher *m, const char *name);

/** Find functions without a body that the C library has at the same address: tools that see the
 *  address name one of them, whichever was called. @return false when memory is exhausted */
bool matcher_find_equals(struct matcher *m, const char *name);

/** Find functions without a body whose calls a compiler may have replaced by calls of this one:
 *  `printf` by `puts`. @return false when memory is exhausted */
bool matcher_find_substituted(struct matcher *m, const char *name);

#endif
